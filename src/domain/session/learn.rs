//! What a trading period that a provider tells says about the usual hours and about single days.

use jiff::Timestamp;

use super::{
    civil,
    exchange::{Exchange, TradingHours},
    told::{MAX_DAYS, ToldDay, TradingPeriod},
};

/// How long a day is remembered after it is over, in days: bars of it may still come.
const REMEMBERED: i64 = 10;
/// How far a period may lie from today, in days: one that is further away is of an old answer, or of
/// an exchange that closed for good.
const MAX_DISTANCE: i64 = 10;
/// A day is a short one when it is shorter than usual by so much, in seconds.
const SHORTER: u32 = 3_600;
/// How long after the usual opening a period of an earlier day says that there is no session today,
/// in seconds.
const MISSED_OPENING: i64 = 1_800;

/// The hours of a day on which an exchange traded, as a provider lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TradedDay {
    /// Unix seconds of the opening.
    pub open: i64,
    /// On the exchange's clock.
    pub hours: TradingHours,
}

/// Learns from a trading period and the hours of its day: `usual` become the usual ones where
/// nothing speaks against it, and a day that differs from them or from the calendar is noted in `days`.
///
/// `exchange` is the exchange with its usual hours and without told days.
pub(super) fn learn(
    exchange: Exchange,
    period: TradingPeriod,
    now: Timestamp,
    usual: &mut Option<TradingHours>,
    days: &mut Vec<ToldDay>,
    hours: TradingHours,
) {
    let now = now.as_second();
    let (today, _) = exchange.zone().wall(now);
    let (day, _) = exchange.zone().wall(period.open);
    if (day - today).abs() > MAX_DISTANCE {
        return;
    }
    let priced_on = period.priced_at.map(|at| exchange.zone().wall(at).0);
    days.retain(|told| {
        let number = civil::number(told.date);
        // A price of a day says that the exchange was open.
        number >= today - REMEMBERED && !(told.hours.is_none() && priced_on == Some(number))
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

/// Learns from a list of the days on which an exchange traded (ascending): those whose hours are not those of the calendar are
/// noted in `days`, and so are those that the list leaves out between two others. Days of long ago count no more.
///
/// `exchange` is the exchange with its usual hours and without told days.
pub(super) fn learn_traded(
    exchange: Exchange,
    traded: &[TradedDay],
    now: Timestamp,
    usual: &mut Option<TradingHours>,
    days: &mut Vec<ToldDay>,
) {
    let (today, _) = exchange.zone().wall(now.as_second());
    let mut before = None;
    for traded in traded {
        let (day, _) = exchange.zone().wall(traded.open);
        if day > today || day < today - REMEMBERED {
            continue;
        }
        if exchange.hours().is_none() {
            *usual = usual.or(Some(traded.hours));
        }
        let told = (traded.hours.open, traded.hours.close);
        let expected = exchange.seconds_of(day);
        if expected == Some((told.0.into(), told.1.into())) {
            days.retain(|known| civil::number(known.date) != day);
        } else if exchange.hours().is_some() || expected.is_none() {
            note(days, day, Some(told));
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

/// What the hours of one day say about that day and about the usual ones.
fn learn_hours(
    exchange: Exchange,
    day: i64,
    hours: TradingHours,
    priced_on: Option<i64>,
    usual: &mut Option<TradingHours>,
    days: &mut Vec<ToldDay>,
) {
    let told = (hours.open, hours.close);
    let Some(expected) = exchange.seconds_of(day) else {
        // The calendar has no session of that day. A price of that day decides, or the provider's
        // word where the calendar is not complete.
        if priced_on == Some(day) || !exchange.knows_holidays(day) {
            note(days, day, Some(told));
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
    let is_short = told.0 >= known.open
        && told.1 <= known.close
        && (known.close - known.open).saturating_sub(told.1 - told.0) >= SHORTER;
    let day_before = exchange.last_day_before(day);
    let was_so_before = days
        .iter()
        .any(|known| Some(civil::number(known.date)) == day_before && known.hours == Some(told));
    if is_short && !was_so_before {
        if (i64::from(told.0), i64::from(told.1)) != expected {
            note(days, day, Some(told));
        }
        return;
    }
    days.retain(|known| civil::number(known.date) != day);
    if exchange.has_usual_day(day) {
        *usual = Some(hours);
    }
}

/// Days of which a period of `day` says that they have no session, although the calendar has one.
fn closed_days(exchange: Exchange, day: i64, today: i64, now: i64) -> Vec<i64> {
    let today_session = exchange.session(today);
    let days = if day > today {
        // What comes next is a later day, and today's session is not over.
        let is_over = today_session.is_none_or(|session| session.close <= now);
        today + i64::from(is_over)..day
    } else {
        let is_missed = today_session.is_some_and(|session| session.open + MISSED_OPENING <= now);
        day + 1..today + i64::from(is_missed && day < today)
    };
    let is_doubtful = |day: &i64| exchange.session(*day).is_some();
    // An old answer looks the same as a holiday: where the calendar is complete, it counts.
    let may_be_old = day < today;
    days.filter(is_doubtful)
        .filter(|day| !(may_be_old && exchange.knows_holidays(*day)))
        .collect()
}

fn note(days: &mut Vec<ToldDay>, day: i64, hours: Option<(u32, u32)>) {
    let date = civil::date(day);
    days.retain(|told| told.date != date);
    days.push(ToldDay { date, hours });
    days.sort_by_key(|told| told.date);
}
