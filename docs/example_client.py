#!/usr/bin/env python3
"""Plays on prweb with a program: whatever its account is asked, until its games are over. Standard library only.

    PRWEB_TOKEN=prweb_… python example_client.py https://prweb.example [--game ID [--join CODE]] [--plan]

The token needs the scope `play`, which lets it look, too. The program picks any option, the first one where options are
only suggestions: put your own thinking into `choose`. With --plan, and the token of a person, it also plans its answers
before its time comes; the accounts of programs are asked only when it has come.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any


class Problem(Exception):
    """What the server refused: application/problem+json, with `type`, `title`, `status`, `detail` and more."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        super().__init__(f"{status} {body.get('title', '')}: {body.get('detail', '')}")
        self.status = status
        self.body = body


class Server:
    """The API of a site, as the account of a token sees it."""

    def __init__(self, site: str, token: str) -> None:
        self.root = f"{site.rstrip('/')}/api/v1/"
        self.token = token

    def ask(self, path: str) -> Any:
        return self._send("GET", path, None, {})

    def post(self, path: str, body: dict[str, Any], key: str = "") -> Any:
        """key: names this action, so that sending it again after a broken connection does it once."""
        return self._send("POST", path, body, {"Idempotency-Key": key} if key else {})

    def put(self, path: str, body: dict[str, Any]) -> Any:
        return self._send("PUT", path, body, {})

    def _send(self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]) -> Any:
        request = urllib.request.Request(
            path if path.startswith("http") else self.root + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Token {self.token}", "Content-Type": "application/json", **headers},
        )
        for wait in (1, 2, 4, 8, 16, 0):
            try:
                with urllib.request.urlopen(request, timeout=30) as response:
                    text = response.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                if error.code == 429:
                    wait = int(error.headers.get("Retry-After", wait))
                elif error.code < 500 or not wait:
                    raise Problem(error.code, told_by(error)) from None
            except OSError:
                if not wait:
                    raise
            time.sleep(wait)
        raise TimeoutError(path)


def told_by(error: urllib.error.HTTPError) -> dict[str, Any]:
    try:
        body = json.loads(error.read())
    except ValueError:
        return {"title": error.reason}
    return body if isinstance(body, dict) else {}


def choose(question: dict[str, Any], lots: random.Random) -> str:
    """The line to answer with. A better program looks at the table too: `server.ask(f"games/{game}/view/")["view"]`."""
    options = question["options"]
    option = lots.choice(options) if question["form"] == "choice" else options[0]
    if selection := option["selection"]:
        count = lots.randint(selection["least"], selection["most"])
        items = sorted(lots.sample(range(len(selection["items"])), count))
        return f"{selection['stem']} {', '.join(selection['items'][item]['word'] for item in items)}"
    return str(option["text"])


def answer(server: Server, turn: dict[str, Any], lots: random.Random) -> None:
    """Answer what an open turn asks now."""
    try:
        question = server.ask(f"turns/{turn['id']}/options/")
        line = choose(question, lots)
        # The key names the question: if this program dies and starts anew, it does not answer twice.
        key = f"turn-{turn['id']}-{question['taken']}"
        result = server.post(f"turns/{turn['id']}/play/", {"lines": [line], "taken": question["taken"]}, key)
        print(f"{turn['game_name']}: {', '.join(result['done'])}", flush=True)
    except Problem as problem:
        if problem.status != 409:
            raise
        # Somebody was faster (the clock, or another program of this account): what is asked now, the list tells.


def plan(server: Server) -> int:
    """Plan an answer to every early turn that has no plan yet: the first of its options, or else the second.

    If neither is possible when the time comes, the turn is asked like any other. Returns how many plans were written.
    """
    written = 0
    for turn in server.ask("turns/early/")["results"]:
        try:
            if not server.ask(f"turns/{turn['id']}/plan/")["lines"]:
                options = server.ask(f"turns/{turn['id']}/options/")["options"]
                kept = server.put(f"turns/{turn['id']}/plan/", {"lines": [option["text"] for option in options[:2]]})
                print(
                    f"{turn['game_name']}, planned: {' or '.join(line['line'] for line in kept['lines'])}", flush=True
                )
                written += 1
        except Problem as problem:
            if problem.status not in (409, 422):
                raise
            # The turn was played meanwhile, or what its options were is not possible any more.
    return written


def play(server: Server, game_id: str, pause: float, lots: random.Random, *, plans: bool = False) -> None:
    """Answer all turns until the game is over; without a game, for ever. plans: write plans, too."""
    while not game_id or server.ask(f"games/{game_id}/")["status"] in ("open", "running"):
        if plans:
            plan(server)
        turns = server.ask("turns/")["results"]
        for turn in turns:
            answer(server, turn, lots)
        if not turns:
            time.sleep(pause)
    show(server.ask(f"games/{game_id}/"))


def show(game: dict[str, Any]) -> None:
    print(f"{game['name']} is {game['status']}.")
    for line in game["standings"]:
        seat = game["seats"][line["seat"]]
        print(f"{line['rank']}. {seat['name']}: {line['total']} ({line['tie_break']})")


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("site", help="address of the site")
    reader.add_argument("--game", default="", help="stop when this game is over")
    reader.add_argument("--join", default="", metavar="CODE", help="take a seat at the game by its invitation code")
    reader.add_argument("--plan", action="store_true", help="write plans for the turns of a person, too")
    reader.add_argument("--pause", type=float, default=5, help="seconds between looks while nothing is asked")
    reader.add_argument("--seed", type=int, default=None, help="of the choices, to repeat them")
    given = reader.parse_args()
    token = os.environ.get("PRWEB_TOKEN", "")
    if not token:
        sys.exit("Set PRWEB_TOKEN to a token, made in your preferences.")
    server = Server(given.site, token)
    try:
        if given.game and given.join:
            server.post(f"games/{given.game}/join/", {"code": given.join})
        play(server, given.game, given.pause, random.Random(given.seed), plans=given.plan)
    except Problem as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
