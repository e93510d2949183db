"""What happens to a nudge that no broker takes."""

from __future__ import annotations

import pytest
from celery import current_app
from pytest_django import Settings

from games.nudge import DELIVER, THINK, nudge

SentTasks = list[str]


@pytest.fixture
def refused(sent: SentTasks, monkeypatch: pytest.MonkeyPatch) -> SentTasks:
    """The tasks that a broker was to be told of that is away."""
    sent.clear()

    def send_task(name: str, **_options: object) -> None:
        sent.append(name)
        raise TimeoutError

    monkeypatch.setattr(current_app, "send_task", send_task)
    return sent


def test_of_several_nudges_one_waits_for_a_broker_that_is_away(refused: SentTasks) -> None:
    nudge(THINK)
    nudge(DELIVER)
    nudge(THINK)
    assert refused == [THINK]


def test_a_broker_is_tried_again_once_beat_has_nudged(refused: SentTasks, settings: Settings) -> None:
    settings.SWEEP_SECONDS = 0
    nudge(THINK)
    nudge(DELIVER)
    assert refused == [THINK, DELIVER]
