"""Tournaments: open and enter them, pair their rounds, count their tables. The only writer of their rows.

Locks are taken in this order: the person, the tournament, the game.
"""
