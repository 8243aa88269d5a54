//! Tests of days derived from reported trading periods.

use super::*;

const HOURS: TradingHours = TradingHours {
    open: 9 * 3_600,
    close: 17 * 3_600 + 1_800,
    pre: None,
    post: None,
};

/// An exchange whose calendar is updated from reported trading periods.
struct TestExchange {
    zone: &'static str,
    usual_hours: Option<TradingHours>,
    days: Vec<ReportedDay>,
}

impl TestExchange {
    fn new(zone: &'static str) -> Self {
        Self {
            zone,
            usual_hours: None,
            days: Vec::new(),
        }
    }

    fn calendar(&self) -> Calendar {
        Calendar::for_listing(&ExchangeListing {
            zone: Some(self.zone),
            exchange: None,
            symbol: "X",
            hours: self.usual_hours,
            days: &self.days,
        })
        .unwrap()
    }

    /// Returns the Unix seconds of a local time.
    fn second(&self, local_time: &str) -> i64 {
        let civil: jiff::civil::DateTime = local_time.parse().unwrap();
        civil.in_tz(self.zone).unwrap().timestamp().as_second()
    }

    /// Applies a report, received at `now`, that the exchange trades from `open` to `close` on `day`. `priced_at` is the
    /// time of the newest price. All times are local.
    fn report(
        &mut self,
        now: &str,
        day: &str,
        (open, close): (&str, &str),
        priced_at: Option<&str>,
    ) {
        let seconds_of_day = |time: &str| {
            let time: jiff::civil::Time = time.parse().unwrap();
            u32::try_from(i32::from(time.hour()) * 3_600 + i32::from(time.minute()) * 60).unwrap()
        };
        let hours = TradingHours {
            open: seconds_of_day(open),
            close: seconds_of_day(close),
            ..HOURS
        };
        let period = TradingPeriod {
            open: self.second(&format!("{day}T{open}:00")),
            priced_at: priced_at.map(|at| self.second(at)),
        };
        let now = Timestamp::from_second(self.second(now)).unwrap();
        let calendar = self.calendar();
        calendar.learn_period(period, hours, now, &mut self.usual_hours, &mut self.days);
    }

    fn phase(&self, local_time: &str) -> Phase {
        let at = Timestamp::from_second(self.second(local_time)).unwrap();
        self.calendar().phase(at)
    }
}

const USUAL_HOURS: (&str, &str) = ("10:00", "16:00");

#[test]
fn usual_hours_come_from_the_first_period_and_survive_a_short_day() {
    let mut exchange = TestExchange::new("Asia/Kathmandu");
    assert_eq!(exchange.phase("2026-11-16T12:00:00"), Phase::Unknown);
    exchange.report("2026-11-16T12:00:00", "2026-11-16", USUAL_HOURS, None);
    assert_eq!(exchange.phase("2026-11-16T12:00:00"), Phase::Regular);
    // A half day.
    exchange.report(
        "2026-11-18T09:00:00",
        "2026-11-18",
        ("10:00", "12:30"),
        None,
    );
    assert_eq!(exchange.phase("2026-11-18T13:00:00"), Phase::Closed);
    assert_eq!(exchange.phase("2026-11-19T13:00:00"), Phase::Regular);
    // Short hours on two consecutive trading days become the usual hours.
    exchange.report(
        "2026-11-19T09:00:00",
        "2026-11-19",
        ("10:00", "12:30"),
        None,
    );
    assert_eq!(exchange.phase("2026-11-20T13:00:00"), Phase::Closed);
    // Longer hours become the usual hours at once.
    exchange.report(
        "2026-11-20T09:00:00",
        "2026-11-20",
        ("09:00", "17:00"),
        None,
    );
    assert_eq!(exchange.phase("2026-11-20T16:30:00"), Phase::Regular);
}

#[test]
fn day_is_closed_if_the_provider_reports_a_later_next_session() {
    // The holidays of this exchange are unknown. On Easter Monday, the provider reports Tuesday as the next session.
    let mut exchange = TestExchange::new("Europe/Athens");
    exchange.report(
        "2026-04-13T11:00:00",
        "2026-04-14",
        ("10:00", "17:20"),
        None,
    );
    assert_eq!(exchange.phase("2026-04-13T11:00:00"), Phase::Closed);
    assert_eq!(exchange.phase("2026-04-14T11:00:00"), Phase::Regular);
    // After the close, the next session is always on a later day.
    exchange.report(
        "2026-04-14T18:00:00",
        "2026-04-15",
        ("10:00", "17:20"),
        None,
    );
    assert_eq!(exchange.phase("2026-04-14T11:00:00"), Phase::Regular);
    // On Thursday evening, the provider reports Tuesday as the next session, so Friday and Monday are closed.
    exchange.report(
        "2026-04-16T18:00:00",
        "2026-04-21",
        ("10:00", "17:20"),
        None,
    );
    for closed in ["2026-04-17T11:00:00", "2026-04-20T11:00:00"] {
        assert_eq!(exchange.phase(closed), Phase::Closed, "{closed}");
    }
    // A price from Friday proves that Friday was open.
    exchange.report(
        "2026-04-17T12:00:00",
        "2026-04-21",
        ("10:00", "17:20"),
        Some("2026-04-17T12:00:00"),
    );
    assert_eq!(exchange.phase("2026-04-17T11:00:00"), Phase::Regular);
}

#[test]
fn day_is_closed_if_the_last_period_is_still_reported_after_its_opening() {
    let mut exchange = TestExchange::new("Asia/Kuwait");
    let usual = ("09:00", "12:40");
    exchange.report("2026-03-19T08:00:00", "2026-03-18", usual, None);
    assert_eq!(exchange.phase("2026-03-19T10:00:00"), Phase::Regular);
    exchange.report("2026-03-19T10:00:00", "2026-03-18", usual, None);
    assert_eq!(exchange.phase("2026-03-19T10:00:00"), Phase::Closed);
    // With a complete calendar, an outdated response is ignored.
    let mut paris = TestExchange::new("Europe/Paris");
    paris.report(
        "2026-03-19T10:00:00",
        "2026-03-18",
        ("09:00", "17:30"),
        None,
    );
    assert_eq!(paris.phase("2026-03-19T10:00:00"), Phase::Regular);
    // A response from another year is ignored.
    exchange.report(
        "2027-01-12T10:00:00",
        "2026-03-18",
        ("10:00", "11:00"),
        None,
    );
    assert_eq!(exchange.phase("2027-01-12T12:00:00"), Phase::Regular);
}

#[test]
fn unknown_short_day_ends_as_reported() {
    let mut toronto = TestExchange::new("America/Toronto");
    toronto.report(
        "2026-11-23T10:00:00",
        "2026-11-23",
        ("09:30", "12:00"),
        None,
    );
    assert_eq!(toronto.phase("2026-11-23T13:00:00"), Phase::Closed);
    assert_eq!(toronto.phase("2026-11-24T13:00:00"), Phase::Regular);
    // A short day in the built-in calendar takes precedence over reported usual hours.
    toronto.report(
        "2026-12-24T10:00:00",
        "2026-12-24",
        ("09:30", "16:00"),
        None,
    );
    assert_eq!(toronto.phase("2026-12-24T13:30:00"), Phase::Closed);
}

#[test]
fn session_on_a_holiday_needs_a_price_if_the_calendar_is_complete() {
    let mut paris = TestExchange::new("Europe/Paris");
    let usual = ("09:00", "17:30");
    paris.report("2026-04-06T11:00:00", "2026-04-06", usual, None);
    assert_eq!(paris.phase("2026-04-06T11:00:00"), Phase::Closed);
    paris.report(
        "2026-04-06T11:00:00",
        "2026-04-06",
        usual,
        Some("2026-04-06T11:00:00"),
    );
    assert_eq!(paris.phase("2026-04-06T11:00:00"), Phase::Regular);
    // The trading week of this exchange is unknown, and the provider reports a Sunday.
    let mut exchange = TestExchange::new("Asia/Kathmandu");
    exchange.report("2026-11-22T11:00:00", "2026-11-22", USUAL_HOURS, None);
    assert_eq!(exchange.phase("2026-11-22T11:00:00"), Phase::Regular);
}

#[test]
fn reported_days_are_limited_and_expire() {
    let mut exchange = TestExchange::new("Asia/Kathmandu");
    exchange.report("2026-10-01T11:00:00", "2026-10-01", USUAL_HOURS, None);
    for day in 5..=30 {
        let date = format!("2026-10-{day:02}");
        let close = format!("{}:{:02}", 12 + day % 2, day);
        exchange.report(&format!("{date}T09:00:00"), &date, ("10:00", &close), None);
        assert!(exchange.days.len() <= 6);
    }
    assert!(
        exchange
            .days
            .iter()
            .all(|reported| reported.date >= date("2026-10-19"))
    );
}
