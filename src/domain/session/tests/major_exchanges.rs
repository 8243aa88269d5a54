//! Tests of London, Frankfurt, Tokyo and the currency market against tables copied from published calendars.

use super::*;

fn london() -> Calendar {
    Calendar::for_exchange("Europe/London", Some("LSE"), None).unwrap()
}

fn xetra() -> Calendar {
    Calendar::for_exchange("Europe/Berlin", Some("XETRA"), None).unwrap()
}

fn tokyo() -> Calendar {
    Calendar::for_exchange("Asia/Tokyo", Some("Tokyo"), None).unwrap()
}

/// Returns the weekdays without a session in a year: `01-01 04-03 …`.
fn closed_weekdays(calendar: Calendar, year: i16) -> String {
    let mut day = jiff::civil::date(year, 1, 1);
    let mut days = vec![];
    while day.year() == year {
        let is_weekday = day.weekday().to_monday_one_offset() <= 5;
        if is_weekday && calendar.session_on(day).is_none() {
            assert!(calendar.holiday_name(day).is_some(), "{day}");
            days.push(day.strftime("%m-%d").to_string());
        }
        day = day.tomorrow().unwrap();
    }
    days.join(" ")
}

#[test]
fn london_has_exactly_its_published_holidays() {
    for (year, expected) in [
        (2020, "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28"),
        (2021, "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28"),
        (
            2022,
            "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27",
        ),
        (
            2023,
            "01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26",
        ),
        (2024, "01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26"),
        (2025, "01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26"),
        (2026, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"),
    ] {
        assert_eq!(closed_weekdays(london(), year), expected, "{year}");
    }
}

#[test]
fn frankfurt_has_exactly_its_published_holidays() {
    for (year, expected) in [
        (
            2018,
            "01-01 03-30 04-02 05-01 05-21 10-03 12-24 12-25 12-26 12-31",
        ),
        (2021, "01-01 04-02 04-05 05-24 12-24 12-31"),
        (2022, "04-15 04-18 12-26"),
        (2024, "01-01 03-29 04-01 05-01 12-24 12-25 12-26 12-31"),
        (2025, "01-01 04-18 04-21 05-01 12-24 12-25 12-26 12-31"),
        (2026, "01-01 04-03 04-06 05-01 12-24 12-25 12-31"),
    ] {
        assert_eq!(closed_weekdays(xetra(), year), expected, "{year}");
    }
}

#[test]
fn tokyo_has_exactly_its_published_holidays() {
    for (year, expected) in [
        (
            2019,
            "01-01 01-02 01-03 01-14 02-11 03-21 04-29 04-30 05-01 05-02 05-03 05-06 07-15 08-12 09-16 09-23 10-14 10-22 11-04 12-31",
        ),
        (
            2020,
            "01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22 11-03 11-23 12-31",
        ),
        (
            2021,
            "01-01 01-11 02-11 02-23 04-29 05-03 05-04 05-05 07-22 07-23 08-09 09-20 09-23 11-03 11-23 12-31",
        ),
        (
            2024,
            "01-01 01-02 01-03 01-08 02-12 02-23 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-31",
        ),
        (
            2025,
            "01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-05 05-06 07-21 08-11 09-15 09-23 10-13 11-03 11-24 12-31",
        ),
        (
            2026,
            "01-01 01-02 01-12 02-11 02-23 03-20 04-29 05-04 05-05 05-06 07-20 08-11 09-21 09-22 09-23 10-12 11-03 11-23 12-31",
        ),
    ] {
        assert_eq!(closed_weekdays(tokyo(), year), expected, "{year}");
    }
}

#[test]
fn sessions_keep_local_time_across_dst_and_close_early_as_published() {
    for (calendar, day, open, close) in [
        (london(), "2026-03-27", "08:00", "16:30"),
        (london(), "2026-03-30", "07:00", "15:30"),
        (london(), "2026-10-23", "07:00", "15:30"),
        (london(), "2026-10-26", "08:00", "16:30"),
        // The last trading days before Christmas and New Year. In 2022 they were Fridays, 23 and 30 December.
        (london(), "2026-12-24", "08:00", "12:30"),
        (london(), "2026-12-31", "08:00", "12:30"),
        (london(), "2022-12-23", "08:00", "12:30"),
        (london(), "2022-12-30", "08:00", "12:30"),
        (london(), "2026-12-23", "08:00", "16:30"),
        (xetra(), "2026-03-27", "08:00", "16:30"),
        (xetra(), "2026-03-30", "07:00", "15:30"),
        (xetra(), "2026-12-30", "08:00", "13:00"),
        (xetra(), "2022-12-30", "08:00", "13:00"),
        (xetra(), "2026-12-29", "08:00", "16:30"),
        (tokyo(), "2024-11-01", "00:00", "06:00"),
        (tokyo(), "2024-11-05", "00:00", "06:30"),
        (tokyo(), "2026-07-01", "00:00", "06:30"),
    ] {
        let session = calendar.session_on(day.parse().unwrap()).unwrap();
        let second = |time: &str| at(&format!("{day}T{time}:00Z")).as_second();
        assert_eq!(
            (session.open, session.close),
            (second(open), second(close)),
            "{day}"
        );
    }
}

/// Returns the next `count` phase changes after `from`.
fn next_changes(calendar: Calendar, from: &str, count: usize) -> Vec<(String, Phase)> {
    let mut now = at(from);
    (0..count)
        .map(|_| {
            let (next, phase) = calendar.next_change(now);
            assert_eq!(calendar.phase(next), phase, "{next}");
            now = next;
            (next.to_string(), phase)
        })
        .collect()
}

#[test]
fn tokyo_closes_for_lunch() {
    let changes = next_changes(tokyo(), "2026-11-19T22:00:00Z", 5);
    let expected = [
        ("2026-11-20T00:00:00Z", Phase::Regular),
        ("2026-11-20T02:30:00Z", Phase::Closed),
        ("2026-11-20T03:30:00Z", Phase::Regular),
        ("2026-11-20T06:30:00Z", Phase::Closed),
        // Monday, 23 November, is Labor Thanksgiving Day.
        ("2026-11-24T00:00:00Z", Phase::Regular),
    ];
    assert_eq!(changes, expected.map(|(at, phase)| (at.to_owned(), phase)));
}

#[test]
fn currencies_trade_from_sunday_to_friday_evening_in_new_york() {
    let pairs = Calendar::Currencies;
    for (from, expected) in [
        (
            "2026-11-20T12:00:00Z",
            ["2026-11-20T22:00:00Z", "2026-11-22T22:00:00Z"],
        ),
        (
            "2026-10-30T12:00:00Z",
            ["2026-10-30T21:00:00Z", "2026-11-01T22:00:00Z"],
        ),
        (
            "2026-03-06T12:00:00Z",
            ["2026-03-06T22:00:00Z", "2026-03-08T21:00:00Z"],
        ),
    ] {
        assert_eq!(pairs.phase(at(from)), Phase::Regular);
        let changes = next_changes(pairs, from, 2);
        let times: Vec<&str> = changes.iter().map(|(at, _)| at.as_str()).collect();
        assert_eq!(times, expected);
        assert_eq!(
            [changes[0].1, changes[1].1],
            [Phase::Closed, Phase::Regular]
        );
    }
    let evening = pairs.session_at_or_before(at("2026-11-23T22:30:00Z"));
    assert_eq!(evening.date.to_string(), "2026-11-24");
}

#[test]
fn exchange_has_the_hours_that_its_provider_reports() {
    let hours = TradingHours {
        open: 10 * 3_600,
        close: 16 * 3_600,
        pre: Some(7 * 3_600),
        post: Some(17 * 3_600),
    };
    let sydney = Calendar::for_exchange("Australia/Sydney", Some("ASX"), Some(hours)).unwrap();
    let changes = next_changes(sydney, "2026-11-19T12:00:00Z", 5);
    let expected = [
        ("2026-11-19T20:00:00Z", Phase::Pre),
        ("2026-11-19T23:00:00Z", Phase::Regular),
        ("2026-11-20T05:00:00Z", Phase::Post),
        ("2026-11-20T06:00:00Z", Phase::Closed),
        ("2026-11-22T20:00:00Z", Phase::Pre),
    ];
    assert_eq!(changes, expected.map(|(at, phase)| (at.to_owned(), phase)));
    assert_eq!(sydney.time_zone(), Some("Australia/Sydney"));
    let friday_in_sydney = at("2026-11-19T20:00:00Z");
    assert_eq!(
        exchange_date(sydney, friday_in_sydney).to_string(),
        "2026-11-20"
    );
}

/// On the tested exchanges, phases change at multiples of five minutes.
#[test]
fn next_change_matches_the_phase_every_five_minutes_of_a_year() {
    for calendar in [
        Calendar::NewYork,
        london(),
        tokyo(),
        Calendar::Currencies,
        Calendar::Always,
    ] {
        let mut now = at("2026-01-01T00:00:00Z").as_second();
        let end = at("2027-01-01T00:00:00Z").as_second();
        let mut open_minutes = 0;
        let mut next_change = at("2026-01-01T00:00:00Z");
        let mut next_phase = calendar.phase(next_change);
        let mut phase = next_phase;
        while now < end {
            let moment = Timestamp::from_second(now).unwrap();
            if moment >= next_change {
                phase = next_phase;
                (next_change, next_phase) = calendar.next_change(moment);
            }
            assert_eq!(calendar.phase(moment), phase, "{calendar:?} {moment}");
            open_minutes += 5 * i64::from(matches!(phase, Phase::Regular | Phase::Always));
            now += 300;
        }
        let expected = match calendar {
            // 251 trading days, including two that are three hours shorter.
            Calendar::NewYork => 251 * 390 - 2 * 180,
            Calendar::Always => 365 * 1_440,
            // 253 trading days, including two that are four hours shorter.
            _ if calendar == london() => 253 * 510 - 2 * 240,
            // 242 trading days of five and a half hours.
            _ if calendar == tokyo() => 242 * 330,
            // 261 weekdays around the clock.
            _ => 261 * 1_440,
        };
        assert_eq!(open_minutes, expected, "{calendar:?}");
    }
}

#[test]
fn frankfurt_and_the_regional_exchanges_trade_until_the_evening() {
    let close = |symbol: &str, exchange: Option<&str>, date: &str| {
        let listing = ExchangeListing {
            symbol,
            exchange,
            zone: Some("Europe/Berlin"),
            hours: None,
            days: &[],
        };
        let session = Calendar::for_listing(&listing)
            .unwrap()
            .session_on(date.parse().unwrap())
            .unwrap();
        let time = |second| Timestamp::from_second(second).unwrap().to_string();
        (time(session.open), time(session.close))
    };
    let hours = |open: &str, close: &str| (open.to_owned(), close.to_owned());
    let evening = hours("2026-11-20T07:00:00Z", "2026-11-20T21:00:00Z");
    let afternoon = hours("2026-11-20T08:00:00Z", "2026-11-20T16:30:00Z");
    for symbol in [
        "SAP.F", "SAP.SG", "SAP.MU", "SAP.DU", "SAP.HM", "SAP.HA", "SAP.BE",
    ] {
        assert_eq!(close(symbol, None, "2026-11-20"), evening, "{symbol}");
    }
    assert_eq!(close("SAP.F", Some("Frankfurt"), "2026-11-20"), evening);
    assert_eq!(close("SAP.DE", Some("XETRA"), "2026-11-20"), afternoon);
    assert_eq!(close("SAP.DE", Some("Xetra"), "2026-11-20"), afternoon);
    assert_eq!(close("^GDAXI", None, "2026-11-20"), afternoon);
    // The last trading day of the year ends at 14:00.
    let short = hours("2026-12-30T07:00:00Z", "2026-12-30T13:00:00Z");
    assert_eq!(close("SAP.F", None, "2026-12-30"), short);
}
