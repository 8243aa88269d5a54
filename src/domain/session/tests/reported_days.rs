//! Tests of days derived from reported trading periods.

use super::*;

const HOURS: TradingHours = TradingHours {
    open: 9 * 3_600,
    close: 17 * 3_600 + 1_800,
    pre: None,
    post: None,
};

/// A ticker of one exchange that receives trading periods.
struct Listener {
    zone: &'static str,
    usual: Option<TradingHours>,
    days: Vec<ReportedDay>,
}

impl Listener {
    fn new(zone: &'static str) -> Self {
        Self {
            zone,
            usual: None,
            days: Vec::new(),
        }
    }

    fn calendar(&self) -> Calendar {
        Calendar::of_listing(&ExchangeListing {
            zone: Some(self.zone),
            exchange: None,
            symbol: "X",
            hours: self.usual,
            days: &self.days,
        })
        .unwrap()
    }

    /// Returns the Unix seconds of a local time.
    fn second(&self, wall: &str) -> i64 {
        let civil: jiff::civil::DateTime = wall.parse().unwrap();
        civil.in_tz(self.zone).unwrap().timestamp().as_second()
    }

    /// Receives at `now` that the hours of `day` are `open` to `close`, all in local time.
    fn hear(&mut self, now: &str, day: &str, (open, close): (&str, &str), priced: Option<&str>) {
        let of_day = |time: &str| {
            let time: jiff::civil::Time = time.parse().unwrap();
            u32::try_from(i32::from(time.hour()) * 3_600 + i32::from(time.minute()) * 60).unwrap()
        };
        let hours = TradingHours {
            open: of_day(open),
            close: of_day(close),
            ..HOURS
        };
        let period = TradingPeriod {
            open: self.second(&format!("{day}T{open}:00")),
            priced_at: priced.map(|at| self.second(at)),
        };
        let now = Timestamp::from_second(self.second(now)).unwrap();
        let calendar = self.calendar();
        let (mut usual, mut days) = (self.usual, std::mem::take(&mut self.days));
        calendar.learn(period, hours, now, &mut usual, &mut days);
        (self.usual, self.days) = (usual, days);
    }

    fn phase(&self, wall: &str) -> Phase {
        let at = Timestamp::from_second(self.second(wall)).unwrap();
        self.calendar().phase(at)
    }
}

const USUAL: (&str, &str) = ("10:00", "16:00");

#[test]
fn usual_hours_come_from_the_first_period_and_survive_a_short_day() {
    let mut exchange = Listener::new("Asia/Kathmandu");
    assert_eq!(exchange.phase("2026-11-16T12:00:00"), Phase::Unknown);
    exchange.hear("2026-11-16T12:00:00", "2026-11-16", USUAL, None);
    assert_eq!(exchange.phase("2026-11-16T12:00:00"), Phase::Regular);
    // A half day.
    exchange.hear(
        "2026-11-18T09:00:00",
        "2026-11-18",
        ("10:00", "12:30"),
        None,
    );
    assert_eq!(exchange.phase("2026-11-18T13:00:00"), Phase::Closed);
    assert_eq!(exchange.phase("2026-11-19T13:00:00"), Phase::Regular);
    // Short hours on two consecutive trading days become the usual ones.
    exchange.hear(
        "2026-11-19T09:00:00",
        "2026-11-19",
        ("10:00", "12:30"),
        None,
    );
    assert_eq!(exchange.phase("2026-11-20T13:00:00"), Phase::Closed);
    // Longer hours do so at once.
    exchange.hear(
        "2026-11-20T09:00:00",
        "2026-11-20",
        ("09:00", "17:00"),
        None,
    );
    assert_eq!(exchange.phase("2026-11-20T16:30:00"), Phase::Regular);
}

#[test]
fn day_is_closed_if_the_provider_reports_a_later_next_session() {
    // An exchange with unknown holidays: on Easter Monday the next session is Tuesday's.
    let mut exchange = Listener::new("Europe/Athens");
    exchange.hear(
        "2026-04-13T11:00:00",
        "2026-04-14",
        ("10:00", "17:20"),
        None,
    );
    assert_eq!(exchange.phase("2026-04-13T11:00:00"), Phase::Closed);
    assert_eq!(exchange.phase("2026-04-14T11:00:00"), Phase::Regular);
    // After the close, the next session is always tomorrow's.
    exchange.hear(
        "2026-04-14T18:00:00",
        "2026-04-15",
        ("10:00", "17:20"),
        None,
    );
    assert_eq!(exchange.phase("2026-04-14T11:00:00"), Phase::Regular);
    // On Thursday evening the next session is Tuesday's: Friday and Monday are closed.
    exchange.hear(
        "2026-04-16T18:00:00",
        "2026-04-21",
        ("10:00", "17:20"),
        None,
    );
    for closed in ["2026-04-17T11:00:00", "2026-04-20T11:00:00"] {
        assert_eq!(exchange.phase(closed), Phase::Closed, "{closed}");
    }
    // A price from Friday proves the opposite.
    exchange.hear(
        "2026-04-17T12:00:00",
        "2026-04-21",
        ("10:00", "17:20"),
        Some("2026-04-17T12:00:00"),
    );
    assert_eq!(exchange.phase("2026-04-17T11:00:00"), Phase::Regular);
}

#[test]
fn day_is_closed_if_the_last_period_is_still_reported_after_its_opening() {
    let mut exchange = Listener::new("Asia/Kuwait");
    let usual = ("09:00", "12:40");
    exchange.hear("2026-03-19T08:00:00", "2026-03-18", usual, None);
    assert_eq!(exchange.phase("2026-03-19T10:00:00"), Phase::Regular);
    exchange.hear("2026-03-19T10:00:00", "2026-03-18", usual, None);
    assert_eq!(exchange.phase("2026-03-19T10:00:00"), Phase::Closed);
    // With a complete calendar, an outdated response is ignored.
    let mut paris = Listener::new("Europe/Paris");
    paris.hear(
        "2026-03-19T10:00:00",
        "2026-03-18",
        ("09:00", "17:30"),
        None,
    );
    assert_eq!(paris.phase("2026-03-19T10:00:00"), Phase::Regular);
    // A response from another year is ignored.
    exchange.hear(
        "2027-01-12T10:00:00",
        "2026-03-18",
        ("10:00", "11:00"),
        None,
    );
    assert_eq!(exchange.phase("2027-01-12T12:00:00"), Phase::Regular);
}

#[test]
fn unknown_short_day_ends_as_reported() {
    let mut toronto = Listener::new("America/Toronto");
    toronto.hear(
        "2026-11-23T10:00:00",
        "2026-11-23",
        ("09:30", "12:00"),
        None,
    );
    assert_eq!(toronto.phase("2026-11-23T13:00:00"), Phase::Closed);
    assert_eq!(toronto.phase("2026-11-24T13:00:00"), Phase::Regular);
    // A known short day also counts if the provider reports the usual hours.
    toronto.hear(
        "2026-12-24T10:00:00",
        "2026-12-24",
        ("09:30", "16:00"),
        None,
    );
    assert_eq!(toronto.phase("2026-12-24T13:30:00"), Phase::Closed);
}

#[test]
fn session_on_a_holiday_needs_a_price_if_the_calendar_is_complete() {
    let mut paris = Listener::new("Europe/Paris");
    let usual = ("09:00", "17:30");
    paris.hear("2026-04-06T11:00:00", "2026-04-06", usual, None);
    assert_eq!(paris.phase("2026-04-06T11:00:00"), Phase::Closed);
    paris.hear(
        "2026-04-06T11:00:00",
        "2026-04-06",
        usual,
        Some("2026-04-06T11:00:00"),
    );
    assert_eq!(paris.phase("2026-04-06T11:00:00"), Phase::Regular);
    // An unknown trading week: Sunday is reported.
    let mut exchange = Listener::new("Asia/Kathmandu");
    exchange.hear("2026-11-22T11:00:00", "2026-11-22", USUAL, None);
    assert_eq!(exchange.phase("2026-11-22T11:00:00"), Phase::Regular);
}

#[test]
fn reported_days_are_limited_and_expire() {
    let mut exchange = Listener::new("Asia/Kathmandu");
    exchange.hear("2026-10-01T11:00:00", "2026-10-01", USUAL, None);
    for day in 5..=30 {
        let date = format!("2026-10-{day:02}");
        let close = format!("{}:{:02}", 12 + day % 2, day);
        exchange.hear(&format!("{date}T09:00:00"), &date, ("10:00", &close), None);
        assert!(exchange.days.len() <= 6);
    }
    assert!(
        exchange
            .days
            .iter()
            .all(|reported| reported.date >= date("2026-10-19"))
    );
}
