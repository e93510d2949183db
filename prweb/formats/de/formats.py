"""How days and times are written in German: games.wording.written_moment."""

DATE_FORMAT = "d.m.Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "d.m.Y, H:i"
SHORT_DATE_FORMAT = DATE_FORMAT
SHORT_DATETIME_FORMAT = DATETIME_FORMAT

WEEKDAY_FORMAT = "D, j. N, H:i"
WEEKDAY_SECONDS_FORMAT = "D, j. N, H:i:s"
WEEKDAY_YEAR_FORMAT = "D, j. N Y, H:i:s"
LOWER_CASE_WORDS = False
