//! Compares the market phase in every minute of a year (New York, London, Tokyo, crypto) with the exchanges'
//! published calendars (`published`). The tests use none of the program's rules: dates and clock changes are
//! listed.

mod minutes;
mod published;

use marketdeck::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        session::{Calendar, Phase},
    },
    market::{RecentCloses, session_week_ago},
};
use minutes::{MINUTES_OF_YEAR, Minutes, START_OF_2026};
use published::{LONDON, NEW_YORK, PublishedCalendar, TOKYO};

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn seconds(unix: i64) -> Timestamp {
    Timestamp::from_second(unix).unwrap()
}

fn calendar(zone: &str, exchange: &str) -> Calendar {
    Calendar::for_exchange(zone, Some(exchange), None).unwrap()
}

fn new_york() -> Calendar {
    calendar("America/New_York", "NasdaqGS")
}

fn london() -> Calendar {
    calendar("Europe/London", "LSE")
}

fn tokyo() -> Calendar {
    calendar("Asia/Tokyo", "Tokyo")
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Pre => "pre",
        Phase::Regular => "regular",
        Phase::Post => "post",
        Phase::Closed => "closed",
        Phase::Always => "always",
        Phase::Unknown => "unknown",
        Phase::Overnight => "overnight",
    }
}

/// Compares the phase of every minute of the year, and the next change around every change and every 15 minutes.
/// Prints the minutes of each phase and the number of errors.
fn compare(calendar: Calendar, published: &PublishedCalendar) {
    let minutes = Minutes::of(published);
    let mut counts = [("regular", 0), ("pre", 0), ("post", 0), ("closed", 0)];
    let mut wrong = Vec::new();
    for minute in 0..MINUTES_OF_YEAR {
        let now = seconds(START_OF_2026 + minute * 60);
        let (phase, (until, next)) = (minutes.phase(minute), minutes.next_change(minute));
        for (name, count) in &mut counts {
            *count += i64::from(*name == phase);
        }
        let found = phase_name(calendar.phase(now));
        if found != phase {
            wrong.push(format!("{now}: {found}; published: {phase}"));
        }
        // The next open or close stays the same until it is reached.
        let is_around_a_change = minute == 0
            || until == START_OF_2026 + (minute + 1) * 60
            || phase != minutes.phase(minute - 1);
        if is_around_a_change || minute % 15 == 0 {
            let (found_until, found_next) = calendar.next_change(now);
            if (found_until, phase_name(found_next)) != (seconds(until), next) {
                wrong.push(format!(
                    "{now}: next phase is {found_next:?} from {found_until}; published: {next} from {}",
                    seconds(until)
                ));
            }
        }
    }
    let counts = counts.map(|(name, count)| format!("{name} {count:>7}"));
    println!(
        "{:<9} {MINUTES_OF_YEAR} minutes: {}  changes of the clock {}  wrong {}",
        published.name,
        counts.join("  "),
        published.clocks.len() - 1,
        wrong.len()
    );
    assert!(
        wrong.is_empty(),
        "{}: {} minutes are wrong, first {}",
        published.name,
        wrong.len(),
        wrong[0]
    );
}

#[test]
fn new_york_matches_its_published_calendar_in_every_minute() {
    compare(new_york(), &NEW_YORK);
}

#[test]
fn london_matches_its_published_calendar_in_every_minute() {
    compare(london(), &LONDON);
}

#[test]
fn tokyo_matches_its_published_calendar_in_every_minute() {
    compare(tokyo(), &TOKYO);
}

#[test]
fn crypto_trades_in_every_minute_and_never_closes() {
    for minute in 0..MINUTES_OF_YEAR {
        let now = seconds(START_OF_2026 + minute * 60);
        assert_eq!(Calendar::Always.phase(now), Phase::Always, "{now}");
        let next = Calendar::Always.next_change(now);
        assert_eq!(next, (Timestamp::MAX, Phase::Always), "{now}");
    }
    println!(
        "{:<9} {MINUTES_OF_YEAR} minutes: always {MINUTES_OF_YEAR}  wrong 0",
        "coins"
    );
}

#[test]
fn sessions_of_a_year_match_the_published_days() {
    for (calendar, published) in [(new_york(), NEW_YORK), (london(), LONDON), (tokyo(), TOKYO)] {
        let sessions = Minutes::of(&published).sessions();
        let days = "2025-12-31".parse().unwrap().."2027-01-05".parse().unwrap();
        let found: Vec<_> = calendar
            .sessions(days)
            .map(|session| (session.date.to_string(), session.open, session.close))
            .collect();
        assert_eq!(found, sessions, "{}", published.name);
        // At any hour: the current or previous session, and the next one.
        for hour in 0..MINUTES_OF_YEAR / 60 {
            let now = START_OF_2026 + hour * 3_600;
            let last = sessions.iter().rfind(|(_, open, _)| *open <= now);
            if let Some((date, ..)) = last {
                let found = calendar.session_at_or_before(seconds(now)).date;
                assert_eq!(&found.to_string(), date, "{}", seconds(now));
            }
            let next = sessions.iter().find(|(_, open, _)| *open > now).unwrap();
            let found = calendar.next_session(seconds(now)).date;
            assert_eq!(found.to_string(), next.0, "{}", seconds(now));
        }
    }
}

/// A time, the session of its price, the previous session (base of the 24-hour change) and the session a week earlier
/// (base of the 7-day change).
type Row = (&'static str, &'static str, &'static str, &'static str);

const NEW_YORK_ROWS: &[Row] = &[
    // A normal Friday before the open, at noon, after the close, and on Sunday.
    (
        "2026-11-20T14:29:00Z",
        "2026-11-19",
        "2026-11-18",
        "2026-11-12",
    ),
    (
        "2026-11-20T17:00:00Z",
        "2026-11-20",
        "2026-11-19",
        "2026-11-13",
    ),
    (
        "2026-11-20T23:00:00Z",
        "2026-11-20",
        "2026-11-19",
        "2026-11-13",
    ),
    (
        "2026-11-22T12:00:00Z",
        "2026-11-20",
        "2026-11-19",
        "2026-11-13",
    ),
    // Thanksgiving, the short Friday after it, and the Monday.
    (
        "2026-11-26T17:00:00Z",
        "2026-11-25",
        "2026-11-24",
        "2026-11-18",
    ),
    (
        "2026-11-27T17:59:00Z",
        "2026-11-27",
        "2026-11-25",
        "2026-11-20",
    ),
    (
        "2026-11-27T20:00:00Z",
        "2026-11-27",
        "2026-11-25",
        "2026-11-20",
    ),
    (
        "2026-11-30T15:00:00Z",
        "2026-11-30",
        "2026-11-27",
        "2026-11-23",
    ),
    // A week after Thanksgiving there is no Thursday session, so the Wednesday before counts.
    (
        "2026-12-03T15:00:00Z",
        "2026-12-03",
        "2026-12-02",
        "2026-11-25",
    ),
    // A week after the short Friday, the close of that short session counts.
    (
        "2026-12-04T20:30:00Z",
        "2026-12-04",
        "2026-12-03",
        "2026-11-27",
    ),
    // Presidents' Day, and the Monday after.
    (
        "2026-02-17T15:00:00Z",
        "2026-02-17",
        "2026-02-13",
        "2026-02-10",
    ),
    (
        "2026-02-23T21:00:00Z",
        "2026-02-23",
        "2026-02-20",
        "2026-02-13",
    ),
    // Good Friday.
    (
        "2026-04-06T14:00:00Z",
        "2026-04-06",
        "2026-04-02",
        "2026-03-30",
    ),
    (
        "2026-04-10T14:00:00Z",
        "2026-04-10",
        "2026-04-09",
        "2026-04-02",
    ),
    // Independence Day is observed on Friday the 3rd.
    (
        "2026-07-03T15:00:00Z",
        "2026-07-02",
        "2026-07-01",
        "2026-06-25",
    ),
    (
        "2026-07-10T15:00:00Z",
        "2026-07-10",
        "2026-07-09",
        "2026-07-02",
    ),
    // Across both daylight saving time changes.
    (
        "2026-03-09T13:30:00Z",
        "2026-03-09",
        "2026-03-06",
        "2026-03-02",
    ),
    (
        "2026-03-09T13:29:00Z",
        "2026-03-06",
        "2026-03-05",
        "2026-02-27",
    ),
    (
        "2026-11-02T14:29:00Z",
        "2026-10-30",
        "2026-10-29",
        "2026-10-23",
    ),
    (
        "2026-11-02T14:30:00Z",
        "2026-11-02",
        "2026-10-30",
        "2026-10-26",
    ),
    // Christmas and New Year.
    (
        "2026-12-28T15:00:00Z",
        "2026-12-28",
        "2026-12-24",
        "2026-12-21",
    ),
    (
        "2026-12-31T15:00:00Z",
        "2026-12-31",
        "2026-12-30",
        "2026-12-24",
    ),
];

const LONDON_ROWS: &[Row] = &[
    (
        "2026-04-07T09:00:00Z",
        "2026-04-07",
        "2026-04-02",
        "2026-03-31",
    ),
    (
        "2026-04-13T09:00:00Z",
        "2026-04-13",
        "2026-04-10",
        "2026-04-02",
    ),
    (
        "2026-05-05T09:00:00Z",
        "2026-05-05",
        "2026-05-01",
        "2026-04-28",
    ),
    (
        "2026-03-30T07:00:00Z",
        "2026-03-30",
        "2026-03-27",
        "2026-03-23",
    ),
    (
        "2026-10-26T07:59:00Z",
        "2026-10-23",
        "2026-10-22",
        "2026-10-16",
    ),
    (
        "2026-10-26T08:00:00Z",
        "2026-10-26",
        "2026-10-23",
        "2026-10-19",
    ),
    // The half day before Christmas, the long weekend after it, and the half day before New Year.
    (
        "2026-12-24T13:00:00Z",
        "2026-12-24",
        "2026-12-23",
        "2026-12-17",
    ),
    (
        "2026-12-29T09:00:00Z",
        "2026-12-29",
        "2026-12-24",
        "2026-12-22",
    ),
    (
        "2026-12-31T12:29:00Z",
        "2026-12-31",
        "2026-12-30",
        "2026-12-24",
    ),
];

const TOKYO_ROWS: &[Row] = &[
    // The open at 9:00 is midnight UTC; the lunch break is part of the session.
    (
        "2026-06-10T23:59:00Z",
        "2026-06-10",
        "2026-06-09",
        "2026-06-03",
    ),
    (
        "2026-06-11T00:00:00Z",
        "2026-06-11",
        "2026-06-10",
        "2026-06-04",
    ),
    (
        "2026-06-11T03:00:00Z",
        "2026-06-11",
        "2026-06-10",
        "2026-06-04",
    ),
    // Golden Week, and the week after.
    (
        "2026-05-07T01:00:00Z",
        "2026-05-07",
        "2026-05-01",
        "2026-04-30",
    ),
    (
        "2026-05-13T01:00:00Z",
        "2026-05-13",
        "2026-05-12",
        "2026-05-01",
    ),
    // Three holidays in September.
    (
        "2026-09-24T01:00:00Z",
        "2026-09-24",
        "2026-09-18",
        "2026-09-17",
    ),
    (
        "2026-09-30T01:00:00Z",
        "2026-09-30",
        "2026-09-29",
        "2026-09-18",
    ),
    // The first session of the year.
    (
        "2026-01-05T01:00:00Z",
        "2026-01-05",
        "2025-12-30",
        "2025-12-29",
    ),
];

/// Bars whose close is their day number, so that a change shows its base.
fn closes(calendar: Calendar) -> Vec<Bar> {
    let days = "2025-11-01".parse().unwrap().."2027-01-05".parse().unwrap();
    let bar = |session: marketdeck::domain::session::Session| Bar {
        start: session.daily_bar_start(),
        close: session.daily_bar_start() as f64,
        ..Bar::default()
    };
    calendar.sessions(days).map(bar).collect()
}

#[test]
fn daily_and_weekly_changes_count_from_the_right_sessions() {
    for (name, calendar, rows) in [
        ("New York", new_york(), NEW_YORK_ROWS),
        ("London", london(), LONDON_ROWS),
        ("Tokyo", tokyo(), TOKYO_ROWS),
    ] {
        let bars = closes(calendar);
        for &(moment, session, day_before, week_before) in rows {
            let now = at(moment);
            let open = calendar.session_at_or_before(now);
            let before = calendar.session_at_or_before(seconds(open.open - 1));
            let week = session_week_ago(calendar, now).unwrap();
            let found = [open.date, before.date, week.date].map(|date| date.to_string());
            println!(
                "{name:<9} {moment}  session {}  24h from {}  7d from {}",
                found[0], found[1], found[2]
            );
            assert_eq!(found, [session, day_before, week_before], "{name} {moment}");
            // The same with only the closes known at that time.
            let mut recent = RecentCloses::default();
            let known_bars: Vec<Bar> = bars
                .iter()
                .filter(|bar| bar.start <= now.as_second())
                .copied()
                .collect();
            recent.merge(Interval::Day, &known_bars);
            let counted_from = recent
                .price_week_ago(calendar, now)
                .map(|close| close as i64);
            let expected = at(&format!("{week_before}T00:00:00Z")).as_second();
            assert_eq!(counted_from, Some(expected), "{name} {moment}");
        }
    }
}

#[test]
fn crypto_week_is_168_hours_across_daylight_saving_changes() {
    let hours: Vec<Bar> = (0..24 * 400)
        .map(|hour| Bar {
            start: at("2025-12-01T00:00:00Z").as_second() + hour * 3_600,
            close: (hour + 1) as f64,
            ..Bar::default()
        })
        .collect();
    for moment in [
        "2026-03-09T12:00:00Z",
        "2026-03-30T00:00:00Z",
        "2026-11-02T06:00:00Z",
        "2026-12-25T18:00:00Z",
    ] {
        let now = at(moment);
        assert!(session_week_ago(Calendar::Always, now).is_none());
        let mut recent = RecentCloses::default();
        let known_bars = hours.iter().filter(|bar| bar.start < now.as_second());
        recent.merge(Interval::Hour, &known_bars.copied().collect::<Vec<_>>());
        // The hour that ended seven days earlier; its close is the number of hours since the start.
        let since = (now.as_second() - at("2025-12-01T00:00:00Z").as_second()) / 3_600;
        let found = recent.price_week_ago(Calendar::Always, now);
        assert_eq!(
            found.map(|close| close as i64),
            Some(since - 168),
            "{moment}"
        );
    }
}
