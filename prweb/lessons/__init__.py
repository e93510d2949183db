"""Lessons: short set-up positions that are really played, for everybody who learns a game. No account is needed."""
