//! Derives usual hours and exceptional days from the trading periods that a provider reports.

use jiff::Timestamp;

use super::{
    civil,
    exchange::{Exchange, TradingHours},
    reported_days::{MAX_DAYS, ReportedDay, TradingPeriod},
};

/// Days for which a reported day is remembered: bars of it may still arrive.
const MAX_AGE_DAYS: i64 = 10;
/// Maximum distance of a reported period from today, in days; a larger one comes from an outdated response or a
/// closed exchange.
const MAX_DISTANCE: i64 = 10;
/// A day is short if it is shorter than usual by at least this many seconds.
const MIN_SHORTENING_SECONDS: u32 = 3_600;
/// Seconds after the usual opening from which a report on an earlier day means that there is no session today.
const MISSED_OPENING_SECONDS: i64 = 1_800;

/// The hours of a past trading day, as listed by a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TradedDay {
    /// Unix seconds of the opening.
    pub open: i64,
    /// Hours in local time of the exchange.
    pub hours: TradingHours,
}

/// Updates the `usual` hours and the exceptional `days` from a reported trading period and its hours. A day that
/// differs from the usual hours or the calendar is added to `days`.
///
/// `exchange` has its usual hours and no reported days.
pub(super) fn learn(
    exchange: Exchange,
    period: TradingPeriod,
    now: Timestamp,
    usual: &mut Option<TradingHours>,
    days: &mut Vec<ReportedDay>,
    hours: TradingHours,
) {
    let now = now.as_second();
    let (today, _) = exchange.zone().wall(now);
    let (day, _) = exchange.zone().wall(period.open);
    if (day - today).abs() > MAX_DISTANCE {
        return;
    }
    let priced_on = period.priced_at.map(|at| exchange.zone().wall(at).0);
    days.retain(|reported| {
        let number = civil::number(reported.date);
        // A price from a day proves that the exchange was open.
        number >= today - MAX_AGE_DAYS && !(reported.hours.is_none() && priced_on == Some(number))
    });
    learn_hours(exchange, day, hours, priced_on, usual, days);
    for day in closed_days(exchange, day, today, now) {
        if priced_on != Some(day) {
            note(days, day, None);
        }
    }
    let excess = days.len().saturating_sub(MAX_DAYS);
    days.drain(..excess);
}

/// Updates `usual` and `days` from a list of trading days (ascending): days with other hours than in the calendar,
/// and days missing between two others, are added to `days`. Old days are ignored.
///
/// `exchange` has its usual hours and no reported days.
pub(super) fn learn_traded(
    exchange: Exchange,
    traded: &[TradedDay],
    now: Timestamp,
    usual: &mut Option<TradingHours>,
    days: &mut Vec<ReportedDay>,
) {
    let (today, _) = exchange.zone().wall(now.as_second());
    let mut before = None;
    for traded in traded {
        let (day, _) = exchange.zone().wall(traded.open);
        if day > today || day < today - MAX_AGE_DAYS {
            continue;
        }
        if exchange.hours().is_none() {
            *usual = usual.or(Some(traded.hours));
        }
        let reported = (traded.hours.open, traded.hours.close);
        let expected = exchange.seconds_of(day);
        if expected == Some((reported.0.into(), reported.1.into())) {
            days.retain(|known| civil::number(known.date) != day);
        } else if exchange.hours().is_some() || expected.is_none() {
            note(days, day, Some(reported));
        }
        for missing in before.map_or(day..day, |before: i64| before + 1..day) {
            if exchange.session(missing).is_some() {
                note(days, missing, None);
            }
        }
        before = Some(day);
    }
    let excess = days.len().saturating_sub(MAX_DAYS);
    days.drain(..excess);
}

/// Applies the hours of one day to that day and to the usual hours.
fn learn_hours(
    exchange: Exchange,
    day: i64,
    hours: TradingHours,
    priced_on: Option<i64>,
    usual: &mut Option<TradingHours>,
    days: &mut Vec<ReportedDay>,
) {
    let reported = (hours.open, hours.close);
    let Some(expected) = exchange.seconds_of(day) else {
        // The calendar has no session on that day. A price of that day decides, or the provider's report if the
        // calendar is incomplete.
        if priced_on == Some(day) || !exchange.knows_holidays(day) {
            note(days, day, Some(reported));
        }
        if exchange.hours().is_none() {
            *usual = Some(hours);
        }
        return;
    };
    let Some(known) = exchange.hours() else {
        *usual = Some(hours);
        return;
    };
    let is_short = reported.0 >= known.open
        && reported.1 <= known.close
        && (known.close - known.open).saturating_sub(reported.1 - reported.0)
            >= MIN_SHORTENING_SECONDS;
    let day_before = exchange.last_day_before(day);
    let was_so_before = days.iter().any(|known| {
        Some(civil::number(known.date)) == day_before && known.hours == Some(reported)
    });
    if is_short && !was_so_before {
        if (i64::from(reported.0), i64::from(reported.1)) != expected {
            note(days, day, Some(reported));
        }
        return;
    }
    days.retain(|known| civil::number(known.date) != day);
    if exchange.has_usual_day(day) {
        *usual = Some(hours);
    }
}

/// Returns the days that a report on `day` implies to be closed, although the calendar has a session.
fn closed_days(exchange: Exchange, day: i64, today: i64, now: i64) -> Vec<i64> {
    let today_session = exchange.session(today);
    let days = if day > today {
        // The report is on a later day, and today's session is not over.
        let is_over = today_session.is_none_or(|session| session.close <= now);
        today + i64::from(is_over)..day
    } else {
        let is_missed =
            today_session.is_some_and(|session| session.open + MISSED_OPENING_SECONDS <= now);
        day + 1..today + i64::from(is_missed && day < today)
    };
    let is_doubtful = |day: &i64| exchange.session(*day).is_some();
    // An outdated response looks like a holiday; if the calendar is complete, it decides.
    let may_be_old = day < today;
    days.filter(is_doubtful)
        .filter(|day| !(may_be_old && exchange.knows_holidays(*day)))
        .collect()
}

fn note(days: &mut Vec<ReportedDay>, day: i64, hours: Option<(u32, u32)>) {
    let date = civil::date(day);
    days.retain(|reported| reported.date != date);
    days.push(ReportedDay { date, hours });
    days.sort_by_key(|reported| reported.date);
}
