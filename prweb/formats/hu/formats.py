"""How days and times are written in Hungarian: games.wording.written_moment."""

DATE_FORMAT = "Y. N j."
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "Y. N j., H:i"
SHORT_DATE_FORMAT = DATE_FORMAT
SHORT_DATETIME_FORMAT = DATETIME_FORMAT

WEEKDAY_FORMAT = "N j., l, H:i"
WEEKDAY_SECONDS_FORMAT = "N j., l, H:i:s"
WEEKDAY_YEAR_FORMAT = "Y. N j., l, H:i:s"
LOWER_CASE_WORDS = False
