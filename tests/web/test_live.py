"""Open pages hear that something has changed: streams of server-sent events, through the ASGI application itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.db import connection
from django.test import Client

from games.live import streams
from games.live.hub import Hub
from games.live.streams import OPEN_STREAMS, Streams
from games.models import Game
from games.people.models import User
from games.table import open_games, resignation
from games.table.moderation import seat_replacement
from games.time_control import TimeControl
from tests.table.games import LIMIT, answer, fresh, offers, opened, person_turn, player
from tests.web.pages import client_of

pytestmark = pytest.mark.django_db(transaction=True)
WITHIN_S = 20


class Stream:
    """A request to the application that stays open; its messages, one by one."""

    def __init__(self, site: Streams, path: str, client: Client) -> None:
        self.messages: asyncio.Queue[Mapping[str, Any]] = asyncio.Queue()
        self.left = asyncio.Event()
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"127.0.0.1"), (b"cookie", cookies.encode()), (b"accept-encoding", b"gzip")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        self.task = asyncio.create_task(site(scope, self._receive, self.messages.put))

    async def _receive(self) -> Mapping[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def message(self) -> Mapping[str, Any]:
        async with asyncio.timeout(WITHIN_S):
            return await self.messages.get()

    async def started(self) -> tuple[int, dict[str, str]]:
        start = await self.message()
        return start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}

    async def next_text(self) -> str:
        """What comes next, but for comments. Empty: the stream has ended."""
        while True:
            message = await self.message()
            text: str = message["body"].decode()
            if not message.get("more_body"):
                return ""
            if not text.startswith(":"):
                return text

    async def leave(self) -> None:
        self.left.set()
        async with asyncio.timeout(WITHIN_S):
            await self.task


@asynccontextmanager
async def site(most: int = 10, each: int = 10) -> AsyncIterator[Streams]:
    hub = Hub(streams.change_source)
    yield Streams(get_asgi_application(), most, each, hub)
    hub.close()
    await asyncio.sleep(0)


@asynccontextmanager
async def stream(served: Streams, path: str, client: Client) -> AsyncIterator[Stream]:
    """A stream that is open."""
    opened_stream = Stream(served, path, client)
    status, _headers = await opened_stream.started()
    assert status == 200
    yield opened_stream
    await opened_stream.leave()


async def elsewhere(call: Callable[[], object]) -> None:
    """Done by another process, as far as the database can tell."""

    def done() -> None:
        try:
            call()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        await asyncio.get_running_loop().run_in_executor(pool, done)


def run(test: Any) -> None:
    asyncio.run(test)


@pytest.fixture
def game(anna: User, bob: User, sent: list[str]) -> Game:
    return opened(anna, bob)


@pytest.fixture
def browsers(anna: User, bob: User, chris: User) -> dict[str, Client]:
    """Those of people who are signed in, and one of nobody's."""
    return {"": Client(), **{person.username: client_of(person) for person in (anna, bob, chris)}}


def a_move(game: Game) -> None:
    turn = person_turn(game)
    answer(turn, offers(turn)[0])


def test_a_page_hears_of_a_move_of_another_person_and_of_nothing_else(
    game: Game, anna: User, bob: User, browsers: dict[str, Client]
) -> None:
    turn = person_turn(game)
    reader = browsers["bob" if player(turn) == anna else "anna"]

    async def test() -> None:
        async with site() as served, stream(served, f"/live/{game.pk}/", reader) as page:
            await elsewhere(lambda: a_move(game))
            version = (await sync_to_async(fresh)(game)).version
            events = await page.next_text()
            if "event: turns" not in events:
                events += await page.next_text()
            assert sorted(events.strip().split("\n\n")) == [f"event: game\ndata: {version}", "event: turns\ndata: 1"]

    run(test())


def test_somebodys_other_pages_hear_of_moves_in_their_games_alone(
    game: Game, anna: User, bob: User, chris: User, browsers: dict[str, Client]
) -> None:
    async def test() -> None:
        async with (
            site() as served,
            stream(served, "/live/", browsers["anna"]) as hers,
            stream(served, "/live/", browsers["chris"]) as his,
        ):
            await elsewhere(lambda: a_move(game))
            assert await hers.next_text() == "event: turns\ndata: 1\n\n"
            await elsewhere(lambda: his_game(chris))
            assert await his.next_text() == "event: turns\ndata: 1\n\n"
            assert hers.messages.empty()

    run(test())


def his_game(chris: User) -> None:
    """A game of one's own that starts at once."""
    seats = [open_games.SeatPlan("me"), open_games.SeatPlan("bot", level="random")]
    open_games.open_game(chris, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT))


def test_a_page_hears_when_somebody_resigns(game: Game, anna: User, bob: User, browsers: dict[str, Client]) -> None:
    async def test() -> None:
        async with site() as served, stream(served, f"/live/{game.pk}/", browsers["bob"]) as page:
            await elsewhere(lambda: resignation.resign(game.pk, anna))
            assert "event:" in await page.next_text()

    run(test())


def test_whoever_has_lost_their_seat_hears_of_it(
    game: Game, anna: User, bob: User, chris: User, browsers: dict[str, Client]
) -> None:
    index = game.seats.get(user=bob).index

    async def test() -> None:
        async with site() as served, stream(served, "/live/", browsers["bob"]) as page:
            await elsewhere(lambda: seat_replacement.replace_by_person(game.pk, index, None, "away", user=chris))
            assert await page.next_text()

    run(test())


def test_whoever_has_given_their_seat_back_hears_of_it_on_their_other_pages(
    anna: User, bob: User, browsers: dict[str, Client]
) -> None:
    seats = [open_games.SeatPlan("me"), open_games.SeatPlan("free"), open_games.SeatPlan("free")]
    waiting = open_games.open_game(
        anna, name="", kind="puerto-rico", options={}, seats=seats, time_control=TimeControl(LIMIT)
    )
    open_games.join(waiting.pk, bob, waiting.invitation_code)

    async def test() -> None:
        async with site() as served, stream(served, "/live/", browsers["bob"]) as page:
            await elsewhere(lambda: open_games.leave(waiting.pk, bob))
            assert await page.next_text()

    run(test())


def test_a_stream_is_neither_compressed_nor_kept_nor_held_back_by_proxies(
    game: Game, anna: User, browsers: dict[str, Client]
) -> None:
    async def test() -> None:
        async with site() as served:
            page = Stream(served, f"/live/{game.pk}/", browsers["anna"])
            status, headers = await page.started()
            await page.leave()
        assert status == 200
        assert headers["content-type"].startswith("text/event-stream")
        assert headers["x-accel-buffering"] == "no"
        assert "no-store" in headers["cache-control"]
        assert not {"content-encoding", "content-length", "x-prweb-stream"} & set(headers)

    run(test())


def test_who_may_not_see_a_game_has_no_stream_of_it(game: Game, chris: User, browsers: dict[str, Client]) -> None:
    async def test() -> None:
        async with site() as served:
            for path, client, expected in (
                (f"/live/{game.pk}/", browsers["chris"], 404),
                (f"/live/{game.pk}/", browsers[""], 302),
                ("/live/", browsers[""], 302),
                ("/live/nosuchgm/", browsers["chris"], 404),
            ):
                status, headers = await Stream(served, path, client).started()
                assert (status, "x-prweb-stream" in headers) == (expected, False), path
            assert served.open.total() == 0

    run(test())


def test_who_only_watches_a_public_game_has_a_stream_too(game: Game, browsers: dict[str, Client]) -> None:
    Game.objects.filter(pk=game.pk).update(visibility=Game.Visibility.PUBLIC)

    async def test() -> None:
        async with site() as served, stream(served, f"/live/{game.pk}/", browsers[""]) as page:
            assert set(served.open) == {"address:127.0.0.1"}
            await elsewhere(lambda: a_move(game))
            assert (await page.next_text()).startswith("event: game\n")

    run(test())


def test_beyond_their_bounds_streams_are_refused_and_one_that_ends_makes_room(
    game: Game, anna: User, bob: User, chris: User, browsers: dict[str, Client]
) -> None:
    async def test() -> None:
        hers, others = browsers["anna"], browsers["bob"]
        async with site(most=3, each=2) as served:
            before = OPEN_STREAMS._value.get()
            first, second = Stream(served, "/live/", hers), Stream(served, "/live/", hers)
            assert [(await one.started())[0] for one in (first, second)] == [200, 200]
            refused, headers = await Stream(served, "/live/", hers).started()
            assert (refused, "retry-after" in headers) == (429, True)
            third = Stream(served, "/live/", others)
            assert (await third.started())[0] == 200
            assert OPEN_STREAMS._value.get() == before + 3
            full, headers = await Stream(served, "/live/", browsers["chris"]).started()
            assert (full, "retry-after" in headers) == (503, True)
            await first.leave()
            assert (await Stream(served, "/live/", hers).started())[0] == 200
            assert OPEN_STREAMS._value.get() == before + 3

    run(test())


def test_streams_end_with_the_process_and_after_their_time(
    game: Game, anna: User, monkeypatch: pytest.MonkeyPatch, browsers: dict[str, Client]
) -> None:
    async def test() -> None:
        async with site() as served:
            page = Stream(served, "/live/", browsers["anna"])
            await page.started()
            served.hub.close()
            assert await page.next_text() == ""
            assert (await Stream(served, "/live/", browsers["anna"]).started())[0] == 503
        monkeypatch.setattr(streams, "MAX_STREAM_S", 0.0)
        async with site() as served:
            page = Stream(served, "/live/", browsers["anna"])
            assert (await page.started())[0] == 200
            assert await page.next_text() == ""
            async with asyncio.timeout(WITHIN_S):
                await page.task
            assert served.open.total() == 0

    run(test())


def test_a_stream_that_cannot_hear_any_more_ends_so_that_the_page_polls(
    game: Game, anna: User, browsers: dict[str, Client]
) -> None:
    class Deaf:
        """Hears for a while."""

        def __init__(self) -> None:
            self.breaks = asyncio.Event()

        async def run(self, *_told: object) -> None:
            await self.breaks.wait()
            raise OSError("the database is away")

        async def wait_until_listening(self) -> None:
            return

    async def test() -> None:
        sources: list[Deaf] = []

        def source() -> Deaf:
            sources.append(Deaf())
            return sources[-1]

        served = Streams(get_asgi_application(), 10, 10, Hub(source))
        page = Stream(served, "/live/", browsers["anna"])
        assert (await page.started())[0] == 200
        sources[0].breaks.set()
        assert await page.next_text() == ""
        again = Stream(served, "/live/", browsers["anna"])
        assert (await again.started())[0] == 200
        assert len(sources) == 2
        await again.leave()

    run(test())


def test_an_open_stream_keeps_neither_a_thread_nor_a_connection(
    game: Game, anna: User, browsers: dict[str, Client]
) -> None:
    """Beside those of the one listener, however many there are."""
    import threading

    async def test() -> None:
        async with site() as served, stream(served, "/live/", browsers["anna"]):
            counted = []
            for _more in range(3):
                await Stream(served, "/live/", browsers["anna"]).started()
                counted.append(threading.active_count())
            assert served.open.total() == 4
            assert counted[0] == counted[2]

    run(test())


def test_the_bounds_can_be_set_and_zero_means_that_pages_poll(
    game: Game, anna: User, browsers: dict[str, Client]
) -> None:
    async def test() -> None:
        async with site(most=0) as served:
            assert (await Stream(served, "/live/", browsers["anna"]).started())[0] == 503

    run(test())
    assert settings.LIVE_STREAMS > settings.LIVE_STREAMS_EACH > 0
