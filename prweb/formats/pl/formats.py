"""How days and times are written in Polish: games.wording.written_moment."""

DATE_FORMAT = "d.m.Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "d.m.Y, H:i"
SHORT_DATE_FORMAT = DATE_FORMAT
SHORT_DATETIME_FORMAT = DATETIME_FORMAT

WEEKDAY_FORMAT = "D, d.m, H:i"
WEEKDAY_SECONDS_FORMAT = "D, d.m, H:i:s"
WEEKDAY_YEAR_FORMAT = "D, d.m.Y, H:i:s"
LOWER_CASE_WORDS = True
