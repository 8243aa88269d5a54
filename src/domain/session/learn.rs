//! Derives usual hours and exceptional days from the trading periods that a provider reports.

use jiff::Timestamp;

use super::{
    civil,
    exchange::{Exchange, TradingHours},
    reported_days::{MAX_DAYS, ReportedDay, TradingPeriod},
};

/// Age in days at which a reported day is deleted. Until then, bars of the day may still arrive.
const MAX_AGE_DAYS: i64 = 10;
/// Maximum distance of a reported period from today, in days. A larger distance means an outdated response or a closed
/// exchange.
const MAX_DISTANCE_DAYS: i64 = 10;
/// A day is short if it is shorter than usual by at least this many seconds.
const MIN_SHORTENING_SECONDS: u32 = 3_600;
/// If a provider still reports an earlier day this many seconds after the usual open, there is no session today.
const MISSED_OPENING_SECONDS: i64 = 1_800;

/// The hours of a past trading day, as a provider lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TradingDay {
    /// Unix seconds of the open.
    pub open: i64,
    /// Hours in the exchange's local time.
    pub hours: TradingHours,
}

/// Updates `usual_hours` and `reported_days` from a trading period and its `hours`. A day that differs from the usual
/// hours or the calendar is added to `reported_days`.
///
/// `exchange` must have the usual hours from before this update, and no reported days.
pub(super) fn learn_period(
    exchange: Exchange,
    period: TradingPeriod,
    now: Timestamp,
    usual_hours: &mut Option<TradingHours>,
    reported_days: &mut Vec<ReportedDay>,
    hours: TradingHours,
) {
    let now = now.as_second();
    let (today, _) = exchange.zone().local_time(now);
    let (day, _) = exchange.zone().local_time(period.open);
    if (day - today).abs() > MAX_DISTANCE_DAYS {
        return;
    }
    let price_day = period.priced_at.map(|at| exchange.zone().local_time(at).0);
    reported_days.retain(|reported| {
        let number = civil::day_number(reported.date);
        // A price from a day proves that the exchange was open.
        let is_disproved = reported.hours.is_none() && price_day == Some(number);
        number >= today - MAX_AGE_DAYS && !is_disproved
    });
    learn_hours(exchange, day, hours, price_day, usual_hours, reported_days);
    for closed_day in implied_closed_days(exchange, day, today, now) {
        if price_day != Some(closed_day) {
            record_day(reported_days, closed_day, None);
        }
    }
    drop_oldest(reported_days);
}

/// Updates `usual_hours` and `reported_days` from a list of trading days (ascending). Days whose hours differ from the
/// calendar, and missing days between two listed days, are added to `reported_days`. Old days are ignored.
///
/// `exchange` must have the usual hours from before this update, and no reported days.
pub(super) fn learn_trading_days(
    exchange: Exchange,
    trading_days: &[TradingDay],
    now: Timestamp,
    usual_hours: &mut Option<TradingHours>,
    reported_days: &mut Vec<ReportedDay>,
) {
    let (today, _) = exchange.zone().local_time(now.as_second());
    let mut previous: Option<i64> = None;
    for trading_day in trading_days {
        let (day, _) = exchange.zone().local_time(trading_day.open);
        if day > today || day < today - MAX_AGE_DAYS {
            continue;
        }
        if exchange.hours().is_none() {
            *usual_hours = usual_hours.or(Some(trading_day.hours));
        }
        let (open, close) = (trading_day.hours.open, trading_day.hours.close);
        let expected = exchange.hours_on(day);
        if expected == Some((open.into(), close.into())) {
            reported_days.retain(|reported| civil::day_number(reported.date) != day);
        } else if exchange.hours().is_some() || expected.is_none() {
            record_day(reported_days, day, Some((open, close)));
        }
        let first_missing = previous.map_or(day, |previous| previous + 1);
        for missing in first_missing..day {
            if exchange.session(missing).is_some() {
                record_day(reported_days, missing, None);
            }
        }
        previous = Some(day);
    }
    drop_oldest(reported_days);
}

/// Applies the reported hours of one day to that day and to the usual hours. `price_day` is the day of the provider's
/// newest price.
fn learn_hours(
    exchange: Exchange,
    day: i64,
    hours: TradingHours,
    price_day: Option<i64>,
    usual_hours: &mut Option<TradingHours>,
    reported_days: &mut Vec<ReportedDay>,
) {
    let (open, close) = (hours.open, hours.close);
    let Some(expected) = exchange.hours_on(day) else {
        // The calendar has no session on that day. The report counts if a price is from that day or if the calendar
        // is incomplete.
        if price_day == Some(day) || !exchange.knows_holidays(day) {
            record_day(reported_days, day, Some((open, close)));
        }
        if exchange.hours().is_none() {
            *usual_hours = Some(hours);
        }
        return;
    };
    let Some(usual) = exchange.hours() else {
        *usual_hours = Some(hours);
        return;
    };
    let shortening = (usual.close - usual.open).saturating_sub(close - open);
    let is_short =
        open >= usual.open && close <= usual.close && shortening >= MIN_SHORTENING_SECONDS;
    let day_before = exchange.last_trading_day_before(day);
    let repeats_previous_short_day = reported_days.iter().any(|reported| {
        Some(civil::day_number(reported.date)) == day_before
            && reported.hours == Some((open, close))
    });
    // One short day is an exception. A second one in a row with the same hours means that the usual hours have changed.
    if is_short && !repeats_previous_short_day {
        if (i64::from(open), i64::from(close)) != expected {
            record_day(reported_days, day, Some((open, close)));
        }
        return;
    }
    reported_days.retain(|reported| civil::day_number(reported.date) != day);
    if exchange.has_usual_hours_on(day) {
        *usual_hours = Some(hours);
    }
}

/// Returns the days on which the calendar has a session, but which are closed according to a report about `day`.
fn implied_closed_days(exchange: Exchange, day: i64, today: i64, now: i64) -> Vec<i64> {
    let today_session = exchange.session(today);
    let days = if day > today {
        // The provider already reports a later day, so the days before it are closed. Today is not counted if its session is
        // already over.
        let is_over = today_session.is_none_or(|session| session.close <= now);
        today + i64::from(is_over)..day
    } else {
        let is_missed =
            today_session.is_some_and(|session| session.open + MISSED_OPENING_SECONDS <= now);
        day + 1..today + i64::from(is_missed && day < today)
    };
    // An outdated response is indistinguishable from a holiday, so a report about a past day does not override a complete
    // calendar.
    let may_be_outdated = day < today;
    days.filter(|day| exchange.session(*day).is_some())
        .filter(|day| !(may_be_outdated && exchange.knows_holidays(*day)))
        .collect()
}

/// Adds or replaces the entry of a day; `hours` are the open and the close, `None` for a closed day.
fn record_day(reported_days: &mut Vec<ReportedDay>, day: i64, hours: Option<(u32, u32)>) {
    let date = civil::to_date(day);
    reported_days.retain(|reported| reported.date != date);
    reported_days.push(ReportedDay { date, hours });
    reported_days.sort_by_key(|reported| reported.date);
}

/// Deletes the oldest days if there are more than [`MAX_DAYS`].
fn drop_oldest(reported_days: &mut Vec<ReportedDay>) {
    let excess = reported_days.len().saturating_sub(MAX_DAYS);
    reported_days.drain(..excess);
}
