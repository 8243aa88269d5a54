//! Merging announcements of companies.
//!
//! Sources disagree about days: what a calendar lists takes the place of another source's guess of
//! the same report, and nobody's word takes that of a person's file.

use jiff::{SpanRelativeTo, Unit, civil::Date};

use super::pending::Pending;
use crate::{domain::earnings::EarningsEvent, market::MarketState, source::rank};

/// Two days of one company that are no further apart are days of the same report.
const SAME_REPORT: i64 = 45;

/// Takes what a calendar lists.
pub(super) fn put_all(
    market: &mut MarketState,
    events: Vec<EarningsEvent>,
    source: &str,
    pending: &mut Pending,
) {
    for mut event in events {
        source.clone_into(&mut event.provider);
        let others: Vec<&EarningsEvent> = of_same_report(market, &event)
            .filter(|other| other.provider != source && other.date != event.date)
            .collect();
        if others.iter().any(|o| rank::is_better(&o.provider, source)) {
            continue;
        }
        let days: Vec<Date> = others.into_iter().map(|other| other.date).collect();
        withdraw(market, &event.symbol, &days, pending);
        put(market, event, pending);
    }
    market.earnings.sort_by_key(|event| event.date);
}

/// Takes the day that a source expects, where nobody else tells one.
pub(super) fn put_expected(
    market: &mut MarketState,
    mut event: EarningsEvent,
    source: &str,
    pending: &mut Pending,
) -> bool {
    source.clone_into(&mut event.provider);
    let is_told = of_same_report(market, &event).any(|other| other.provider != source);
    let is_over = market.earnings.iter().any(|known| {
        known.symbol == event.symbol && known.actual_eps.is_some() && known.date >= event.date
    });
    if is_told || is_over || market.earnings.contains(&event) {
        return false;
    }
    let before: Vec<Date> = of_same_report(market, &event)
        .map(|own| own.date)
        .filter(|date| *date != event.date)
        .collect();
    withdraw(market, &event.symbol, &before, pending);
    put(market, event, pending);
    market.earnings.sort_by_key(|event| event.date);
    true
}

/// What is known of the same report, while it has no result.
fn of_same_report<'a>(
    market: &'a MarketState,
    event: &'a EarningsEvent,
) -> impl Iterator<Item = &'a EarningsEvent> {
    market.earnings.iter().filter(|known| {
        known.symbol == event.symbol
            && known.actual_eps.is_none()
            && days_between(known.date, event.date) <= SAME_REPORT
    })
}

fn days_between(one: Date, other: Date) -> i64 {
    let span = one.until(other).unwrap_or_default();
    let days = span.total((Unit::Day, SpanRelativeTo::days_are_24_hours()));
    days.map_or(i64::MAX, |days| days.abs() as i64)
}

fn withdraw(market: &mut MarketState, symbol: &str, days: &[Date], pending: &mut Pending) {
    if days.is_empty() {
        return;
    }
    market
        .earnings
        .retain(|known| known.symbol != symbol || !days.contains(&known.date));
    for day in days {
        pending.earnings.insert((*day, symbol.to_owned()), None);
    }
}

fn put(market: &mut MarketState, event: EarningsEvent, pending: &mut Pending) {
    let is_same =
        |known: &&mut EarningsEvent| known.symbol == event.symbol && known.date == event.date;
    let known = market.earnings.iter_mut().find(is_same);
    let event = if let Some(known) = known {
        *known = joined(known, &event);
        known.clone()
    } else {
        market.earnings.push(event.clone());
        event
    };
    let key = (event.date, event.symbol.clone());
    pending.earnings.insert(key, Some(event));
}

/// The newer word, completed by the one before; the other way round where that counts more.
fn joined(known: &EarningsEvent, told: &EarningsEvent) -> EarningsEvent {
    let (first, second) = if rank::is_better(&known.provider, &told.provider) {
        (known, told)
    } else {
        (told, known)
    };
    EarningsEvent {
        time: first.time.or(second.time),
        estimated_eps: first.estimated_eps.or(second.estimated_eps),
        actual_eps: first.actual_eps.or(second.actual_eps),
        surprise: first.surprise.or(second.surprise),
        ..first.clone()
    }
}
