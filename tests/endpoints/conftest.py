from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network

import pytest
from pytest_django import Settings

from tests.endpoints.browser import Browser
from tests.endpoints.receiver import Receiver, receiver


@pytest.fixture
def loopback(settings: Settings) -> None:
    """The operator allows addresses of this machine, and http."""
    settings.CHANNEL_HTTP = True
    settings.CHANNEL_NETWORKS = [ip_network("127.0.0.0/8")]


@pytest.fixture
def server(loopback: None) -> Iterator[Receiver]:
    with receiver() as kept:
        yield kept


@pytest.fixture
def browser() -> Browser:
    return Browser()
