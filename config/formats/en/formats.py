"""English as Britain writes it: 18 November 2026, 18:40. The pages' scripts write it so, too."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "d/m/Y"
MONTH_DAY_FORMAT = "j F"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "d/m/Y H:i"
