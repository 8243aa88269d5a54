//! The exchanges' published calendars for 2026 and adjacent days, entered by hand: dates and wall clock times, no rules.

/// Minutes of a day's wall clock.
const fn clock(hour: i64, minute: i64) -> i64 {
    hour * 60 + minute
}

/// A phase and the minute of the day at which it starts.
pub(crate) type PhaseStart = (i64, &'static str);

/// The calendar of one exchange.
pub(crate) struct PublishedCalendar {
    pub(crate) name: &'static str,
    /// UTC offsets in hours, with the time (UTC) from which they apply.
    pub(crate) clocks: &'static [(&'static str, i64)],
    /// The weekdays without a session, from 31 December 2025 to 4 January 2027.
    pub(crate) holidays: &'static str,
    /// The phases of a full day.
    pub(crate) full_day: &'static [PhaseStart],
    /// Short days and their phases.
    pub(crate) half_days: &'static str,
    pub(crate) half_day: &'static [PhaseStart],
}

/// Holidays and early closes: NYSE Group, "2026, 2027 and 2028 Holiday and Early Closings Calendar"
/// (23 December 2025). Late trading ends at 17:00 on the two short days (the same release), at 20:00
/// otherwise; early trading begins at 4:00 (NYSE, "Holidays & Trading Hours"). Clocks: U.S. Naval
/// Observatory, "Daylight Saving Time", 8 March and 1 November 2026 at two in the morning.
pub(crate) const NEW_YORK: PublishedCalendar = PublishedCalendar {
    name: "New York",
    clocks: &[
        ("2025-11-02T06:00:00Z", -5),
        ("2026-03-08T07:00:00Z", -4),
        ("2026-11-01T06:00:00Z", -5),
    ],
    holidays: "2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 \
               2026-09-07 2026-11-26 2026-12-25 2027-01-01",
    full_day: &[
        (clock(4, 0), "pre"),
        (clock(9, 30), "regular"),
        (clock(16, 0), "post"),
        (clock(20, 0), "closed"),
    ],
    half_days: "2026-11-27 2026-12-24",
    half_day: &[
        (clock(4, 0), "pre"),
        (clock(9, 30), "regular"),
        (clock(13, 0), "post"),
        (clock(17, 0), "closed"),
    ],
};

/// London Stock Exchange, "Business days": the bank holidays of England and Wales, and half days before
/// Christmas and New Year, when the market closing process begins at 12:30. Clocks: gov.uk, "When do
/// the clocks change?", 29 March and 25 October 2026 at 1:00 UTC.
pub(crate) const LONDON: PublishedCalendar = PublishedCalendar {
    name: "London",
    clocks: &[
        ("2025-10-26T01:00:00Z", 0),
        ("2026-03-29T01:00:00Z", 1),
        ("2026-10-25T01:00:00Z", 0),
    ],
    holidays: "2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 \
               2026-12-28 2027-01-01",
    full_day: &[(clock(8, 0), "regular"), (clock(16, 30), "closed")],
    half_days: "2025-12-31 2026-12-24 2026-12-31",
    half_day: &[(clock(8, 0), "regular"), (clock(12, 30), "closed")],
};

/// Japan Exchange Group, "Market Holidays" of 2026 and 2027, and "Trading Hours" of the Tokyo Stock
/// Exchange as they are since 5 November 2024: 9:00 to 11:30 and 12:30 to 15:30. 22 September is
/// between two holidays. Japan's clocks never change.
pub(crate) const TOKYO: PublishedCalendar = PublishedCalendar {
    name: "Tokyo",
    clocks: &[("2025-01-01T00:00:00Z", 9)],
    holidays: "2025-12-31 2026-01-01 2026-01-02 2026-01-12 2026-02-11 2026-02-23 2026-03-20 2026-04-29 \
               2026-05-04 2026-05-05 2026-05-06 2026-07-20 2026-08-11 2026-09-21 2026-09-22 \
               2026-09-23 2026-10-12 2026-11-03 2026-11-23 2026-12-31 2027-01-01",
    full_day: &[
        (clock(9, 0), "regular"),
        (clock(11, 30), "closed"),
        (clock(12, 30), "regular"),
        (clock(15, 30), "closed"),
    ],
    half_days: "",
    half_day: &[],
};
