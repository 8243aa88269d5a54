//! Tests of the built-in calendars against published days and hours.

use super::*;

fn exchange(zone: &str) -> Calendar {
    Calendar::for_exchange(zone, None, None).unwrap()
}

/// Returns the holidays of a year on the exchange's usual trading weekdays: `01-01 04-03 …`.
fn holidays_in_zone(zone: &str, year: i16) -> String {
    let calendar = exchange(zone);
    let Calendar::Exchange(exchange) = calendar else {
        panic!("{zone}");
    };
    let first = jiff::civil::date(year, 1, 1);
    let days = first.series(jiff::ToSpan::day(1));
    let days = days.take_while(|day| day.year() == year).filter(|day| {
        let is_closed = calendar.session_on(*day).is_none();
        let is_holiday = is_closed && exchange.is_trading_weekday(civil::day_number(*day));
        assert_eq!(calendar.holiday_name(*day).is_some(), is_holiday);
        is_holiday
    });
    let days: Vec<_> = days.map(|day| day.strftime("%m-%d").to_string()).collect();
    days.join(" ")
}

/// Holidays of exchanges whose calendar is a set of rules: time zone, year, dates.
const HOLIDAYS_BY_RULE: &[(&str, i16, &str)] = &[
    ("Europe/Paris", 2024, "01-01 03-29 04-01 05-01 12-25 12-26"),
    ("Europe/Paris", 2025, "01-01 04-18 04-21 05-01 12-25 12-26"),
    ("Europe/Paris", 2026, "01-01 04-03 04-06 05-01 12-25"),
    ("Europe/Paris", 2027, "01-01 03-26 03-29"),
    ("Europe/Amsterdam", 2026, "01-01 04-03 04-06 05-01 12-25"),
    (
        "Europe/Brussels",
        2025,
        "01-01 04-18 04-21 05-01 12-25 12-26",
    ),
    ("Europe/Lisbon", 2026, "01-01 04-03 04-06 05-01 12-25"),
    ("Europe/Madrid", 2026, "01-01 04-03 04-06 05-01 12-25"),
    (
        "Europe/Rome",
        2025,
        "01-01 04-18 04-21 05-01 08-15 12-24 12-25 12-26 12-31",
    ),
    (
        "Europe/Rome",
        2026,
        "01-01 04-03 04-06 05-01 12-24 12-25 12-31",
    ),
    (
        "Europe/Zurich",
        2024,
        "01-01 01-02 03-29 04-01 05-01 05-09 05-20 08-01 12-24 12-25 12-26 12-31",
    ),
    (
        "Europe/Zurich",
        2026,
        "01-01 01-02 04-03 04-06 05-01 05-14 05-25 12-24 12-25 12-31",
    ),
    (
        "Europe/Stockholm",
        2024,
        "01-01 03-29 04-01 05-01 05-09 06-06 06-21 12-24 12-25 12-26 12-31",
    ),
    (
        "Europe/Stockholm",
        2026,
        "01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31",
    ),
    (
        "Europe/Oslo",
        2025,
        "01-01 04-17 04-18 04-21 05-01 05-29 06-09 12-24 12-25 12-26 12-31",
    ),
    (
        "Europe/Oslo",
        2027,
        "01-01 03-25 03-26 03-29 05-06 05-17 12-24 12-31",
    ),
    (
        "Europe/Copenhagen",
        2025,
        "01-01 04-17 04-18 04-21 05-29 05-30 06-05 06-09 12-24 12-25 12-26 12-31",
    ),
    (
        "Europe/Helsinki",
        2026,
        "01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31",
    ),
    (
        "Europe/Vienna",
        2026,
        "01-01 04-03 04-06 05-01 10-26 12-24 12-25 12-31",
    ),
    (
        "Europe/Warsaw",
        2025,
        "01-01 01-06 04-18 04-21 05-01 06-19 08-15 11-11 12-24 12-25 12-26 12-31",
    ),
    (
        "America/Toronto",
        2024,
        "01-01 02-19 03-29 05-20 07-01 08-05 09-02 10-14 12-25 12-26",
    ),
    (
        "America/Toronto",
        2026,
        "01-01 02-16 04-03 05-18 07-01 08-03 09-07 10-12 12-25 12-28",
    ),
    (
        "America/Toronto",
        2027,
        "01-01 02-15 03-26 05-24 07-01 08-02 09-06 10-11 12-27 12-28",
    ),
    (
        "America/Sao_Paulo",
        2026,
        "01-01 02-16 02-17 04-03 04-21 05-01 06-04 09-07 10-12 11-02 11-20 12-24 12-25 12-31",
    ),
    (
        "America/Mexico_City",
        2025,
        "01-01 02-03 03-17 04-17 04-18 05-01 09-16 11-17 12-12 12-25",
    ),
    (
        "Australia/Sydney",
        2025,
        "01-01 01-27 04-18 04-21 04-25 06-09 12-25 12-26",
    ),
    (
        "Australia/Sydney",
        2026,
        "01-01 01-26 04-03 04-06 06-08 12-25 12-28",
    ),
    (
        "Pacific/Auckland",
        2027,
        "01-01 01-04 02-08 03-26 03-29 04-26 06-07 06-25 10-25 12-27 12-28",
    ),
    (
        "Africa/Johannesburg",
        2025,
        "01-01 03-21 04-18 04-21 04-28 05-01 06-16 09-24 12-16 12-25 12-26",
    ),
    (
        "Europe/London",
        2027,
        "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28",
    ),
];

#[test]
fn exchanges_with_rules_have_exactly_their_published_holidays() {
    let mut days = 0;
    for (zone, year, expected) in HOLIDAYS_BY_RULE.iter().copied() {
        assert_eq!(holidays_in_zone(zone, year), expected, "{zone} {year}");
        days += expected.split(' ').count();
    }
    assert!(days > 200, "{days}");
}

#[test]
fn exchanges_with_lists_have_exactly_their_published_holidays() {
    for (zone, year, expected) in [
        (
            "Asia/Hong_Kong",
            2025,
            "01-01 01-29 01-30 01-31 04-04 04-18 04-21 05-01 05-05 07-01 10-01 10-07 10-29 12-25 12-26",
        ),
        (
            "Asia/Hong_Kong",
            2026,
            "01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25",
        ),
        (
            "Asia/Shanghai",
            2025,
            "01-01 01-28 01-29 01-30 01-31 02-03 02-04 04-04 05-01 05-02 05-05 06-02 10-01 10-02 10-03 10-06 10-07 10-08",
        ),
        (
            "Asia/Seoul",
            2025,
            "01-01 01-27 01-28 01-29 01-30 03-03 05-01 05-05 05-06 06-03 06-06 08-15 10-03 10-06 10-07 10-08 10-09 12-25 12-31",
        ),
        (
            "Asia/Singapore",
            2025,
            "01-01 01-29 01-30 03-31 04-18 05-01 05-12 10-20 12-25",
        ),
        (
            "Asia/Kolkata",
            2025,
            "02-26 03-14 03-31 04-10 04-14 04-18 05-01 08-15 08-27 10-02 10-21 10-22 11-05 12-25",
        ),
        (
            "Asia/Taipei",
            2026,
            "01-01 02-12 02-13 02-16 02-17 02-18 02-19 02-20 02-27 04-03 04-06 05-01 06-19 09-25 09-28 10-09 10-26 12-25",
        ),
        (
            "Europe/Istanbul",
            2026,
            "01-01 03-20 04-23 05-01 05-19 05-27 05-28 05-29 07-15 10-29",
        ),
    ] {
        assert_eq!(holidays_in_zone(zone, year), expected, "{zone} {year}");
        assert!(exchange(zone).knows_holidays(jiff::civil::date(year, 1, 1)));
    }
    // The list is not complete for these exchanges and years.
    for (zone, year) in [
        ("Asia/Riyadh", 2026),
        ("Asia/Kuwait", 2026),
        ("Asia/Hong_Kong", 2031),
        ("Asia/Seoul", 2026),
    ] {
        let first = jiff::civil::date(year, 1, 1);
        assert!(!exchange(zone).knows_holidays(first), "{zone} {year}");
    }
}

/// A time zone, a local time and the expected phase.
type ExpectedPhase = (&'static str, &'static str, Phase);

fn assert_phases(expected: &[ExpectedPhase]) {
    for (zone, local_time, phase) in expected {
        let civil: jiff::civil::DateTime = local_time.parse().unwrap();
        let at = civil.in_tz(zone).unwrap().timestamp();
        assert_eq!(exchange(zone).phase(at), *phase, "{zone} {local_time}");
    }
}

#[test]
fn trading_weeks_may_begin_on_sunday() {
    use Phase::{Closed, Regular};
    // 11 September 2026 is a Friday.
    for (zone, open) in [
        ("Asia/Riyadh", "11:00"),
        ("Asia/Kuwait", "11:00"),
        ("Asia/Qatar", "11:00"),
        ("Africa/Cairo", "11:00"),
    ] {
        for (day, phase) in [
            (10, Regular),
            (11, Closed),
            (12, Closed),
            (13, Regular),
            (14, Regular),
            (17, Regular),
            (18, Closed),
        ] {
            let at = format!("2026-09-{day}T{open}:00");
            let civil: jiff::civil::DateTime = at.parse().unwrap();
            let at = civil.in_tz(zone).unwrap().timestamp();
            assert_eq!(exchange(zone).phase(at), phase, "{zone} {at}");
        }
    }
    assert_phases(&[
        ("Asia/Tel_Aviv", "2025-12-21T11:00:00", Regular),
        ("Asia/Tel_Aviv", "2025-12-21T16:00:00", Closed),
        ("Asia/Tel_Aviv", "2025-12-26T11:00:00", Closed),
        ("Asia/Jerusalem", "2026-01-04T11:00:00", Regular),
        ("Asia/Jerusalem", "2026-01-09T11:00:00", Regular),
        ("Asia/Jerusalem", "2026-01-09T14:00:00", Closed),
        ("Asia/Jerusalem", "2026-01-11T11:00:00", Closed),
        ("Asia/Jerusalem", "2026-01-12T16:30:00", Regular),
        ("Asia/Dubai", "2021-12-26T11:00:00", Regular),
        ("Asia/Dubai", "2022-01-07T11:00:00", Regular),
        ("Asia/Dubai", "2026-11-22T11:00:00", Closed),
    ]);
    // The session before Sunday is on Thursday.
    let sunday = at("2026-09-13T08:05:00Z");
    let session = exchange("Asia/Riyadh").session_at_or_before(sunday);
    assert_eq!(session.date, date("2026-09-13"));
    let before_open = Timestamp::from_second(session.open - 1).unwrap();
    let previous_session = exchange("Asia/Riyadh").session_at_or_before(before_open);
    assert_eq!(previous_session.date, date("2026-09-10"));
}

#[test]
fn exchange_is_closed_during_the_lunch_break() {
    use Phase::{Closed, Regular};
    let moments = [
        ("Asia/Tokyo", "2026-11-20T11:45:00", Closed),
        ("Asia/Tokyo", "2026-11-20T12:30:00", Regular),
        ("Asia/Hong_Kong", "2026-11-20T11:59:00", Regular),
        ("Asia/Hong_Kong", "2026-11-20T12:30:00", Closed),
        ("Asia/Hong_Kong", "2026-11-20T13:00:00", Regular),
        ("Asia/Shanghai", "2026-11-20T11:30:00", Closed),
        ("Asia/Shanghai", "2026-11-20T12:59:00", Closed),
        ("Asia/Shanghai", "2026-11-20T13:00:00", Regular),
        ("Asia/Singapore", "2026-11-20T12:30:00", Closed),
        ("Asia/Seoul", "2026-11-20T12:30:00", Regular),
        ("Asia/Kolkata", "2026-11-20T12:30:00", Regular),
    ];
    assert_phases(&moments);
    for (zone, local_time, phase) in moments {
        let civil: jiff::civil::DateTime = local_time.parse().unwrap();
        let at = civil.in_tz(zone).unwrap().timestamp();
        let calendar = exchange(zone);
        let lunch = calendar.lunch_break(&calendar.session_at_or_before(at));
        let is_on_break = lunch.is_some_and(|lunch| lunch.contains(&at.as_second()));
        assert_eq!(is_on_break, phase == Closed, "{zone} {local_time}");
    }
    let friday = Calendar::NewYork.session_at_or_before(at("2026-11-20T17:00:00Z"));
    assert_eq!(Calendar::NewYork.lunch_break(&friday), None);
}

#[test]
fn early_closes_match_published_times() {
    for (zone, day, close) in [
        ("Europe/Paris", "2026-12-24", "14:05"),
        ("Europe/Paris", "2025-12-31", "14:05"),
        ("Europe/Lisbon", "2026-12-31", "13:05"),
        ("Europe/Madrid", "2026-12-24", "14:00"),
        ("Europe/Vienna", "2026-12-30", "14:15"),
        ("Europe/Stockholm", "2026-01-05", "13:00"),
        ("Europe/Stockholm", "2026-04-02", "13:00"),
        ("Europe/Stockholm", "2026-04-30", "13:00"),
        ("Europe/Stockholm", "2026-05-13", "13:00"),
        ("Europe/Stockholm", "2026-10-30", "13:00"),
        ("Europe/Stockholm", "2024-11-01", "13:00"),
        ("Europe/Oslo", "2026-04-01", "13:00"),
        ("America/Toronto", "2026-12-24", "13:00"),
        ("America/Toronto", "2024-12-24", "13:00"),
        ("America/Toronto", "2026-12-31", "16:00"),
        ("Australia/Sydney", "2026-12-24", "14:10"),
        ("Australia/Sydney", "2025-12-31", "14:10"),
        ("Pacific/Auckland", "2026-12-24", "12:45"),
        ("Asia/Hong_Kong", "2026-02-16", "12:00"),
        ("Asia/Hong_Kong", "2026-12-24", "12:00"),
        ("Asia/Hong_Kong", "2025-12-31", "12:00"),
        ("Asia/Singapore", "2026-12-24", "12:00"),
        ("Europe/Istanbul", "2026-10-28", "12:30"),
        ("Asia/Jerusalem", "2026-11-20", "13:50"),
        ("Europe/Paris", "2026-12-23", "17:30"),
        ("Asia/Hong_Kong", "2026-12-23", "16:00"),
    ] {
        let session = exchange(zone).session_on(date(day)).unwrap();
        let local_time: jiff::civil::DateTime = format!("{day}T{close}:00").parse().unwrap();
        let expected = local_time.in_tz(zone).unwrap().timestamp();
        assert_eq!(session.close, expected.as_second(), "{zone} {day}");
    }
    // Hong Kong's half day ends at the start of the lunch break.
    assert_phases(&[("Asia/Hong_Kong", "2026-12-24T13:30:00", Phase::Closed)]);
    assert_phases(&[("America/Toronto", "2026-12-24T13:30:00", Phase::Closed)]);
    assert_phases(&[("Europe/Paris", "2026-04-06T11:00:00", Phase::Closed)]);
}

#[test]
fn opening_keeps_local_time_across_dst_in_the_southern_hemisphere() {
    for (day, utc) in [
        ("2026-04-02", "2026-04-01T23:00:00Z"),
        ("2026-04-07", "2026-04-07T00:00:00Z"),
        ("2026-10-02", "2026-10-02T00:00:00Z"),
        ("2026-10-06", "2026-10-05T23:00:00Z"),
    ] {
        let session = exchange("Australia/Sydney").session_on(date(day)).unwrap();
        assert_eq!(session.open, at(utc).as_second(), "{day}");
    }
}

#[test]
fn listed_trading_day_on_a_weekend_has_a_session() {
    let india = exchange("Asia/Kolkata");
    for day in ["2025-02-01", "2026-02-01"] {
        assert!(india.session_on(date(day)).is_some(), "{day}");
    }
    assert_eq!(india.session_on(date("2026-02-08")), None);
}

#[test]
fn phase_is_unknown_without_hours_and_closed_outside_the_trading_week() {
    let unknown = exchange("Asia/Kathmandu");
    for moment in ["2026-11-20T05:00:00Z", "2026-11-21T20:00:00Z"] {
        assert_eq!(unknown.phase(at(moment)), Phase::Unknown, "{moment}");
    }
    assert_eq!(
        unknown.next_change(at("2026-11-20T05:00:00Z")),
        (Timestamp::MAX, Phase::Unknown)
    );
    // Muscat's trading week is known, its hours are not.
    assert_phases(&[
        ("Asia/Muscat", "2026-11-19T11:00:00", Phase::Unknown),
        ("Asia/Muscat", "2026-11-20T11:00:00", Phase::Closed),
        ("Asia/Muscat", "2026-11-22T11:00:00", Phase::Unknown),
    ]);
    let friday = at("2026-11-20T11:00:00Z");
    let (next, phase) = exchange("Asia/Muscat").next_change(friday);
    assert_eq!(
        (next.to_string().as_str(), phase),
        ("2026-11-21T20:00:00Z", Phase::Unknown)
    );
}

#[test]
fn exchange_is_found_by_name_code_or_symbol_suffix() {
    let zone_of = |exchange: Option<&str>, symbol: &str| {
        let listing = ExchangeListing {
            zone: None,
            exchange,
            symbol,
            hours: None,
            days: &[],
        };
        Calendar::for_listing(&listing).and_then(Calendar::time_zone)
    };
    for (exchange, symbol, zone) in [
        (Some("Saudi"), "2222", Some("Asia/Riyadh")),
        (Some("XKUW"), "NBK", Some("Asia/Kuwait")),
        (Some("tel aviv"), "LUMI", Some("Asia/Jerusalem")),
        (None, "2222.SR", Some("Asia/Riyadh")),
        (None, "7203.T", Some("Asia/Tokyo")),
        (None, "SAP.DE", Some("Europe/Berlin")),
        (None, "RY.TO", Some("America/Toronto")),
        (None, "0700.HK", Some("Asia/Hong_Kong")),
        (None, "AAPL", None),
        (None, "BRK.B", None),
        (None, "BAC.PR.L", None),
        (Some("NasdaqGS"), "AAPL", None),
    ] {
        assert_eq!(zone_of(exchange, symbol), zone, "{exchange:?} {symbol}");
    }
}

#[test]
fn markets_have_distinct_zones_names_and_suffixes() {
    let mut seen = std::collections::HashSet::new();
    for identifier in crate::domain::session::markets::identifiers() {
        // Xetra is in the same zone as Frankfurt and the regional exchanges.
        if identifier == "Europe/Berlin" {
            continue;
        }
        assert!(
            seen.insert(identifier.to_lowercase()),
            "duplicate identifier {identifier}"
        );
    }
}
