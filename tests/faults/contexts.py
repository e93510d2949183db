"""A plugin of pytest for `make coverage`: what is measured says which test came there."""

from __future__ import annotations

from collections.abc import Generator

import coverage
import pytest

from tests.lanes import function_of


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    measuring = coverage.Coverage.current()
    if measuring is not None:
        measuring.switch_context(function_of(item.nodeid))
    return (yield)
