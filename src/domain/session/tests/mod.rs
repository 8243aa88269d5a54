//! Tests of calendars against known dates.

mod major_exchanges;
mod markets;
mod reported_days;

use super::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn holidays(calendar: Calendar, year: i16) -> Vec<(String, &'static str)> {
    let mut day = jiff::civil::date(year, 1, 1);
    let mut holidays = vec![];
    while day.year() == year {
        if let Some(name) = calendar.holiday_name(day) {
            holidays.push((day.strftime("%m-%d").to_string(), name));
        }
        day = day.tomorrow().unwrap();
    }
    holidays
}

/// The expected dates are from the exchange's published lists.
#[test]
fn new_york_has_exactly_its_published_holidays() {
    for (year, expected) in [
        (
            1998,
            "01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25",
        ),
        (
            2001,
            "01-01 01-15 02-19 04-13 05-28 07-04 09-03 09-11 09-12 09-13 09-14 11-22 12-25",
        ),
        (
            2010,
            "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24",
        ),
        (
            2012,
            "01-02 01-16 02-20 04-06 05-28 07-04 09-03 10-29 10-30 11-22 12-25",
        ),
        (
            2018,
            "01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25",
        ),
        (
            2021,
            "01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24",
        ),
        (
            2022,
            "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26",
        ),
        (
            2023,
            "01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25",
        ),
        (
            2025,
            "01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25",
        ),
        (
            2026,
            "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25",
        ),
        (
            2027,
            "01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24",
        ),
        (
            2028,
            "01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25",
        ),
    ] {
        let dates: Vec<_> = holidays(Calendar::NewYork, year)
            .into_iter()
            .map(|(date, _)| date)
            .collect();
        assert_eq!(dates.join(" "), expected, "{year}");
    }
}

/// The expected numbers are from the exchange.
#[test]
fn years_have_their_published_number_of_trading_days() {
    for (year, days) in [
        (1999, 252),
        (2001, 248),
        (2008, 253),
        (2012, 250),
        (2020, 253),
        (2021, 252),
        (2022, 251),
        (2023, 250),
        (2024, 252),
        (2025, 250),
    ] {
        let range = jiff::civil::date(year, 1, 1)..jiff::civil::date(year + 1, 1, 1);
        assert_eq!(
            Calendar::NewYork.trading_days(range).count(),
            days,
            "{year}"
        );
    }
}

#[test]
fn holiday_name_is_known_on_holidays_only() {
    for (day, name) in [
        ("2026-01-19", Some("Martin Luther King Jr. Day")),
        ("2026-06-19", Some("Juneteenth")),
        ("2026-07-03", Some("Independence Day")),
        ("2026-11-26", Some("Thanksgiving Day")),
        ("2012-10-29", Some("Hurricane Sandy")),
        ("2026-11-21", None),
        ("2026-11-20", None),
    ] {
        assert_eq!(Calendar::NewYork.holiday_name(date(day)), name, "{day}");
        assert_eq!(Calendar::Always.holiday_name(date(day)), None);
    }
}

#[test]
fn new_york_sessions_have_the_published_hours_in_summer_winter_and_on_short_days() {
    for (day, open, close) in [
        ("2026-03-06", "2026-03-06T14:30:00Z", "2026-03-06T21:00:00Z"),
        ("2026-03-09", "2026-03-09T13:30:00Z", "2026-03-09T20:00:00Z"),
        ("2026-10-30", "2026-10-30T13:30:00Z", "2026-10-30T20:00:00Z"),
        ("2026-11-02", "2026-11-02T14:30:00Z", "2026-11-02T21:00:00Z"),
        ("2006-04-03", "2006-04-03T13:30:00Z", "2006-04-03T20:00:00Z"),
        ("2026-11-27", "2026-11-27T14:30:00Z", "2026-11-27T18:00:00Z"),
        ("1985-07-08", "1985-07-08T13:30:00Z", "1985-07-08T20:00:00Z"),
    ] {
        let session = Calendar::NewYork.session_on(date(day)).unwrap();
        assert_eq!(session.open, at(open).as_second(), "{day}");
        assert_eq!(session.close, at(close).as_second(), "{day}");
        assert_eq!(
            session.daily_bar_start(),
            at(&format!("{day}T00:00:00Z")).as_second()
        );
    }
    for closed in ["2026-11-21", "2026-11-22", "2026-11-26"] {
        assert_eq!(Calendar::NewYork.session_on(date(closed)), None, "{closed}");
    }
}

#[test]
fn futures_open_the_evening_before_and_close_for_an_hour() {
    let monday = Calendar::Futures.session_on(date("2026-11-23")).unwrap();
    assert_eq!(monday.open, at("2026-11-22T23:00:00Z").as_second());
    assert_eq!(monday.close, at("2026-11-23T22:00:00Z").as_second());
    // Daylight saving time ended on 1 November.
    let after_dst = Calendar::Futures.session_on(date("2026-11-02")).unwrap();
    assert_eq!(after_dst.open, at("2026-11-01T23:00:00Z").as_second());
    for (day, close) in [
        ("2026-11-26", "2026-11-26T19:30:00Z"),
        ("2026-11-27", "2026-11-27T18:45:00Z"),
        ("2026-06-19", "2026-06-19T18:30:00Z"),
    ] {
        let session = Calendar::Futures.session_on(date(day)).unwrap();
        assert_eq!(session.close, at(close).as_second(), "{day}");
    }
    let closed: Vec<_> = holidays(Calendar::Futures, 2026);
    assert_eq!(
        closed,
        [
            ("01-01".into(), "New Year's Day"),
            ("04-03".into(), "Good Friday"),
            ("12-25".into(), "Christmas Day")
        ]
    );
}

#[test]
fn phase_changes_at_boundaries_that_next_change_predicts() {
    let (mut now, mut changes) = (at("2026-11-25T21:30:00Z"), vec![]);
    assert_eq!(Calendar::NewYork.phase(now), Phase::Post);
    while changes.len() < 7 {
        let (change, phase) = Calendar::NewYork.next_change(now);
        assert_eq!(Calendar::NewYork.phase(change), phase);
        let just_before = change - jiff::SignedDuration::from_secs(1);
        assert_ne!(Calendar::NewYork.phase(just_before), phase);
        changes.push((change.to_string(), phase));
        now = change;
    }
    let expected = [
        ("2026-11-26T01:00:00Z", Phase::Closed),
        // No phase changes on Thanksgiving.
        ("2026-11-27T09:00:00Z", Phase::Pre),
        ("2026-11-27T14:30:00Z", Phase::Regular),
        ("2026-11-27T18:00:00Z", Phase::Post),
        ("2026-11-27T22:00:00Z", Phase::Closed),
        ("2026-11-30T09:00:00Z", Phase::Pre),
        ("2026-11-30T14:30:00Z", Phase::Regular),
    ];
    assert_eq!(changes, expected.map(|(at, phase)| (at.to_string(), phase)));
}

#[test]
fn futures_and_crypto_have_their_own_phases() {
    for (moment, futures) in [
        ("2026-11-20T21:59:59Z", Phase::Regular),
        ("2026-11-20T22:00:00Z", Phase::Closed),
        ("2026-11-22T22:59:59Z", Phase::Closed),
        ("2026-11-22T23:00:00Z", Phase::Regular),
        ("2026-11-24T22:30:00Z", Phase::Closed),
        ("2026-11-24T23:00:00Z", Phase::Regular),
        ("2026-11-25T03:00:00Z", Phase::Regular),
    ] {
        assert_eq!(Calendar::Futures.phase(at(moment)), futures, "{moment}");
        assert_eq!(Calendar::Always.phase(at(moment)), Phase::Always);
    }
    assert_eq!(
        Calendar::Futures.next_change(at("2026-11-20T22:00:00Z")),
        (at("2026-11-22T23:00:00Z"), Phase::Regular)
    );
    assert_eq!(
        Calendar::Always.next_change(at("2026-11-20T22:00:00Z")),
        (Timestamp::MAX, Phase::Always)
    );
}

#[test]
fn session_at_or_before_is_the_open_session_or_the_last() {
    for (calendar, moment, day) in [
        (Calendar::NewYork, "2026-11-20T14:29:59Z", "2026-11-19"),
        (Calendar::NewYork, "2026-11-20T14:30:00Z", "2026-11-20"),
        (Calendar::NewYork, "2026-11-22T12:00:00Z", "2026-11-20"),
        (Calendar::NewYork, "2026-11-26T16:00:00Z", "2026-11-25"),
        (Calendar::Futures, "2026-11-22T22:00:00Z", "2026-11-20"),
        (Calendar::Futures, "2026-11-22T23:00:00Z", "2026-11-23"),
        (Calendar::Always, "2026-11-22T23:59:59Z", "2026-11-22"),
    ] {
        let session = calendar.session_at_or_before(at(moment));
        assert_eq!(session.date, date(day), "{calendar:?} {moment}");
    }
    assert_eq!(
        Calendar::NewYork
            .next_session(at("2026-11-25T21:00:00Z"))
            .date,
        date("2026-11-27")
    );
}

#[test]
fn exchange_date_of_an_evening_is_local_or_the_next_day_for_futures() {
    let evening = at("2026-11-21T01:30:00Z");
    assert_eq!(
        exchange_date(Calendar::NewYork, evening),
        date("2026-11-20")
    );
    assert_eq!(
        exchange_date(Calendar::Futures, evening),
        date("2026-11-21")
    );
    assert_eq!(exchange_date(Calendar::Always, evening), date("2026-11-21"));
}

#[test]
fn next_new_york_time_follows_daylight_saving_time() {
    let next = |text| next_new_york_time(at(text), 17).to_string();
    assert_eq!(next("2026-11-20T19:32:00Z"), "2026-11-20T22:00:00Z");
    assert_eq!(next("2026-11-20T22:00:00Z"), "2026-11-21T22:00:00Z");
    assert_eq!(next("2026-07-01T20:59:59Z"), "2026-07-01T21:00:00Z");
    assert_eq!(next("2026-10-31T22:00:00Z"), "2026-11-01T22:00:00Z");
}
