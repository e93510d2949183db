"""A fixed workload in the style of the engine, compiled with it, to compare speeds measured on different machines.

Games per second divided by passes per second depends on the engine much more than on the machine. The number can be
compared only as long as nobody changes what a pass does.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

CELLS: Final = 64
STEPS: Final = 256
MASK: Final = 0x7FFFFFFF


class Workload:
    """Some numbers held as in a position: in a vec, behind methods."""

    def __init__(self) -> None:
        self.cells: vec[i64] = vec[i64]([0] * CELLS)
        self.word: i64 = 1

    def stir(self) -> None:
        """Change cells in an order that a processor cannot predict."""
        cells = self.cells
        for step in range(STEPS):
            self.word = (self.word * 1103515245 + 12345) & MASK
            cell = (self.word >> 16) % CELLS
            if cells[cell] & 1:
                cells[cell] = cells[cell] >> 1
            else:
                cells[cell] = self.mixed(cell, step)

    def mixed(self, cell: i64, step: i64) -> i64:
        return (self.cells[(cell + 1) % CELLS] + self.word + step) & MASK

    def odd_cells(self) -> vec[i64]:
        """A new list, as a list of moves is."""
        cell: i64
        found = vec[i64](capacity=16)
        for cell in range(CELLS):
            if self.cells[cell] & 1:
                found = append(found, cell)
        return found

    def copy(self) -> Workload:
        twin = Workload()
        twin.cells = self.cells[:]
        twin.word = self.word
        return twin


def calibrate(passes: i64) -> i64:
    """Do so many passes. Returns a checksum, which is the same on every machine."""
    table = Workload()
    total: i64 = 0
    for _pass in range(passes):
        table = table.copy()
        table.stir()
        for cell in table.odd_cells():
            total = (total + table.cells[cell]) & MASK
    return total
