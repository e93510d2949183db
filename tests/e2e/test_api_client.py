"""The example of the documentation plays a whole game against the live site, as a bot account among bots."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.engine.registry import games
from games.people.scopes import Scope
from tests.e2e.site_functions import make_token
from tests.e2e.stack import ROOT, Stack, running_stack

CLIENT = ROOT / "docs" / "example_client.py"
# Faster than a program on the other side of the world, which is what the limits are made for.
LIMITS = {"PRWEB_API_RATE_USER": "60000/min", "PRWEB_API_RATE_PLAY": "60000/min"}


def server_of(stack: Stack, token: str) -> Any:
    """The example's own way of talking to the API."""
    return runpy.run_path(str(CLIENT))["Server"](stack.url, token)


def play(stack: Stack, token: str, *arguments: str) -> str:
    environment = {"PATH": os.environ["PATH"], "PRWEB_TOKEN": token}
    command = [sys.executable, str(CLIENT), stack.url, "--pause", "0.1", "--seed", "1", *arguments]
    # In a folder of its own: the example must need nothing of the site's code.
    done = subprocess.run(
        command, cwd=Path(stack.folder), env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\n{stack.report()}"
    return done.stdout


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    with running_stack(tmp_path_factory.mktemp("api-client"), LIMITS) as running:
        running.person("anna")
        yield running


@pytest.mark.parametrize("kind", [game.key for game in games()])
def test_a_bot_account_comes_by_invitation_and_plays_a_whole_game(stack: Stack, kind: str) -> None:
    robo = f"robo-{kind}"
    anna = server_of(stack, stack.call(make_token, "anna", kind, robo, [Scope.MANAGE]))
    anna.post("me/bots/", {"name": robo})
    token = stack.call(make_token, "anna", kind, robo, [Scope.PLAY])
    seats = [{"kind": "free"}, *[{"kind": "bot", "level": "random"}] * 2]
    game = anna.post("games/", {"kind": kind, "name": "Bots only", "seats": seats}, key=kind)
    assert game["status"] == "open"

    output = play(stack, token, "--game", game["id"], "--join", game["invitation_code"])

    over = anna.ask(f"games/{game['id']}/")
    assert over["status"] == "finished"
    assert "Bots only is finished." in output
    (mine,) = (line for line in over["standings"] if over["seats"][line["seat"]]["account"] == robo)
    assert f"{mine['rank']}. {robo} (bot of anna): {mine['total']} ({mine['tie_break']})" in output
