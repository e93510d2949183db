"""How days and times are written in English: so that 3/4 is no riddle to anybody.

Every language has the same names. Django knows those of the first part; those of the second are ours
(games.wording.written_moment).
"""

DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M Y, H:i"
SHORT_DATE_FORMAT = DATE_FORMAT
SHORT_DATETIME_FORMAT = DATETIME_FORMAT

WEEKDAY_FORMAT = "D j M, H:i"
WEEKDAY_SECONDS_FORMAT = "D j M, H:i:s"
WEEKDAY_YEAR_FORMAT = "D j M Y, H:i:s"
LOWER_CASE_WORDS = False
"""Whether names of days are written small, which Django's are not."""
