"""Deciding together: what players propose to each other, and what happens once enough of them agree.

`registry` has the kinds of proposals, a module for each group of them. `actions` is what people do, `decisions` what
comes of it. All of it happens under the game's lock.
"""
