"""What Python does for every test takes less time so: a plugin of pytest."""

from __future__ import annotations

import gc
from collections.abc import Callable, Generator, Mapping
from typing import Any

import pytest


class Interpreter:
    def pytest_collection_finish(self) -> None:
        """What there is now stays to the end, and tests leave little: both are looked through for garbage seldom."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(100_000, 50, 50)

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Generator[None, object, object]:
        test = pyfuncitem.obj
        pyfuncitem.obj = lambda **fixtures: _with_room(test, fixtures)
        try:
            return (yield)
        finally:
            pyfuncitem.obj = test


def _with_room(test: Callable[..., object], fixtures: Mapping[str, Any]) -> object:
    __tracebackhide__ = True
    return test(**fixtures)


# Python keeps the frames of calls in pieces of 16 KB, and gives a piece back when its first frame ends. Loops that call
# across the end of a piece, of which a request has many, have it mapped and unmapped each time. The frame of this
# function claims 1 MB, and so gets a piece in which those of the whole test have room beside it.
_with_room.__code__ = _with_room.__code__.replace(co_stacksize=1 << 17)
