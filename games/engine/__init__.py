"""The rules of the games: no Django, no clock, no global random, no I/O."""
