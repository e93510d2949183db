"""The release before plays on beside the new one's database, while people play; writes down what came of it.

python -m tests.rolling [--before COMMIT] [--answers N] [--report FILE]
"""

from __future__ import annotations

import argparse
import io
import json
import logging
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.crash.launch import FOLDER
from tests.crash.people import Person, Stuck
from tests.crash.running import HASTY, Site
from tests.e2e import site_functions
from tests.e2e.mail_sink import running_sink
from tests.e2e.stack import ROOT, Stack, connects, running_production, wait_for
from tests.rolling import earlier_functions

CODE: Final = ("manage.py", "pyproject.toml", "prweb", "games", "bots", "templates")
"""What the site runs of; its engine is run uncompiled here."""
STORED: Final = Path(__file__).parent / "before.tar.xz"
WHICH: Final = STORED.with_name("before.txt")
EARLIER_FUNCTIONS: Final[Mapping[Callable[..., Any], Callable[..., Any]]] = {
    site_functions.make_players: earlier_functions.make_players,
    site_functions.open_table: earlier_functions.open_table,
}
"""What the stored release runs in the place of functions that use later names. Storing a release empties it."""
BESIDE_WEB: Final = ("beat", "listener")
PAGES: Final = (
    *("/", "/games/", "/games/watch/", "/games/new/", "/preferences/", "/preferences/programs/", "/turns/mine/"),
    *("/games/{game}/", "/games/{game}/log/", "/games/{game}/record/", "/games/{game}/rules/", "/privacy/"),
    *("/accounts/sessions/", "/accounts/email/", "/accounts/2fa/", "/rules/puerto-rico/", "/api/v1/", "/readyz"),
)

log = logging.getLogger(__name__)


@dataclass
class Report:
    """What came of each part, for the report."""

    before: str
    lines: list[str] = field(default_factory=list)

    def add(self, part: str, since: float, site: Site) -> None:
        given = sum(len(table.given) for table in site._tables) + site.answers
        refused = [words for person in site.people.values() for words in person.refused]
        self.lines.append(f"| {part} | {time.monotonic() - since:.0f} | {given} | {len(refused)} |")
        log.info("%s: %d answers so far, %d requests had to be sent again", part, given, len(refused))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", default="", help="the commit or tag that ran until now; default: what is stored")
    parser.add_argument("--answers", type=int, default=25, help="of people, in each part")
    parser.add_argument("--report", type=Path, help="where the table goes; default: nowhere but here")
    parser.add_argument("--store", action="store_true", help="only store the code of --before (default: HEAD)")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    if given.store:
        store(given.before or "HEAD")
        return 0
    with tempfile.TemporaryDirectory(prefix="prweb-rolling-") as place:
        folder, old = Path(place), Path(place) / "old"
        report = Report(unpack(given.before, old))
        try:
            roll(folder, old, given.answers, report)
        except AssertionError as wrong:
            print(wrong, file=sys.stderr)
            return 1
    text = "\n".join(written(report))
    print(text)
    if given.report:
        given.report.write_text(text)
    return 0


def store(commit: str) -> None:
    """Keep the code of a release for the check of the next one: a clone need not have the history."""
    archive = archived(commit)
    with tarfile.open(STORED, "w:xz", preset=9) as stored, tarfile.open(fileobj=io.BytesIO(archive)) as made:
        for member in made:
            if member.name.startswith("games/locale"):
                continue
            stored.addfile(member, made.extractfile(member) if member.isfile() else None)
    WHICH.write_text(described(commit) + "\n")


def unpack(commit: str, folder: Path) -> str:
    """Put the code that ran until now into a folder; what it is, in words."""
    folder.mkdir()
    source: Any = {"fileobj": io.BytesIO(archived(commit))} if commit else {"name": STORED}
    with tarfile.open(**source) as archive:
        archive.extractall(folder, filter="data")
    (folder / "games" / "locale").mkdir(exist_ok=True)
    return described(commit) if commit else WHICH.read_text().strip()


def archived(commit: str) -> bytes:
    return subprocess.run(["git", "archive", commit, *CODE], cwd=ROOT, capture_output=True, check=True).stdout


def described(commit: str) -> str:
    command = ["git", "log", "-1", "--format=%h of %cs", commit]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def roll(folder: Path, old: Path, answers: int, report: Report) -> None:
    """An upgrade as docs/operations.md says it, part by part; people play through all of it."""
    triggers = folder / "triggers"
    triggers.mkdir()
    with running_sink() as (sink, port):
        more = {"EMAIL_URL": f"smtp://127.0.0.1:{port}", FOLDER: str(triggers), **HASTY}
        with running_production(folder, more, root=old) as production:
            stack = production.stack
            use_earlier_names(stack, old)
            site = Site(stack, sink, 1)
            play(site, answers, report, "the release before alone")
            for name in (*stack.workers, *BESIDE_WEB):
                stack.stop(name)
            since = time.monotonic()
            stack.root = ROOT
            stack.environment["PRWEB_STATIC_ROOT"] = str(folder / "static")
            stack.manage("collectstatic", "--no-input", "--verbosity", "0")
            output = stack.manage("upgrade", "--no-backup")
            assert "do not replay" not in output, output
            report.add("`upgrade` while the old web process runs", since, site)
            visit(site, "the old web process")
            for name in stack.workers:
                stack.start_worker(name)
            stack.start_beat()
            stack.start_listener()
            play(site, answers, report, "the old web process beside the new database, workers, clock and listener")
            visit(site, "the old web process")
            act_on_old_web(site)
            since = time.monotonic()
            stack.stop("web")
            stack.start_web()
            wait_for(lambda: connects(stack.web_port), "the new web process listens", stack)
            report.add("the web process is changed", since, site)
            play(site, answers, report, "the new release alone")
            visit(site, "the new web process")
            site.close()


def use_earlier_names(stack: Stack, old: Path) -> None:
    """Let functions that the stack calls under the stored release use its names."""
    call = stack.call

    def call_by_earlier_names(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if stack.root == old:
            function = EARLIER_FUNCTIONS.get(function, function)
        return call(function, *args, **kwargs)

    stack.call = call_by_earlier_names  # type: ignore[method-assign]


def play(site: Site, answers: int, report: Report, part: str) -> None:
    """Until so many more answers were given, by mail, link, page and API."""
    since = time.monotonic()

    def given() -> int:
        return site.answers + sum(len(table.given) for table in site._tables)

    enough = given() + answers
    while given() < enough:
        site._go_on([])
    report.add(part, since, site)


def visit(site: Site, who: str) -> None:
    """Every kind of page answers."""
    person, game = site.people["anna"], site._tables[0].game
    for page in PAGES:
        status, _page = person._until_answered(page.format(game=game), None)
        if status not in (200, 403):  # /readyz is the operator's
            raise Stuck(f"{page} of {who}: {status}")


def act_on_old_web(site: Site) -> None:
    """What people do besides answering, so that the old web process writes into all the tables that it writes."""
    anna, bob = site.people["anna"], site.people["bob"]
    body = {
        "name": "Beside the new database",
        "kind": "puerto-rico",
        "seats": [{"kind": "me"}, {"kind": "free"}, {"kind": "free"}],
    }
    game = json.loads(post_json(anna, "/games/", body, "open"))["id"]
    code = site.watch.one("select invitation_code from games_game where id = ?", game)
    post_json(bob, f"/games/{game}/join/", {"code": code}, "join")
    post_json(bob, f"/games/{game}/leave/", {}, "leave")
    post_json(bob, f"/games/{game}/join/", {"code": code}, "join again")
    post_json(anna, f"/games/{game}/fill/", {"level": "random"}, "fill")
    post_json(bob, f"/games/{game}/resign/", {}, "resign")


def post_json(person: Person, path: str, body: object, key: str) -> str:
    """The answer of the API, as it came."""
    headers = {"Authorization": f"Token {person.token}", "Content-Type": "application/json", "Idempotency-Key": key}
    status, text = person._until_answered(f"/api/v1{path}", json.dumps(body).encode(), headers)
    if status >= 400:
        raise Stuck(f"{path}: {status} {text}")
    return text


def written(report: Report) -> list[str]:
    return [
        "# The release before beside the new database",
        "",
        "Made by `make rolling-check`: two people and a bot play two games on PostgreSQL and Redis through an upgrade,",
        "by mail, by link, on the page and by the API, and send again what is not answered. At the end",
        "tests/crash/consistency.py checks that every acknowledged answer is there once, and that every game replays.",
        "",
        f"The earlier code: {report.before}. Its web process ran on while `upgrade` changed the database, and then",
        "beside the new workers, clock and listener. People also opened, joined, left, filled and resigned games",
        "there, and looked at all kinds of pages.",
        "",
        "| part | seconds | answers until then | requests sent again until then |",
        "|---|---|---|---|",
        *report.lines,
        "",
        "No mistake was found.",
        "",
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
