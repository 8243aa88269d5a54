//! Merging earnings announcements.
//!
//! Sources disagree about dates. A calendar's date replaces another source's estimate for the same report, an imported file outranks
//! all sources, and a source's newer date replaces its older one.

use jiff::{SpanRelativeTo, Unit, civil::Date};

use super::pending::PendingChanges;
use crate::{
    domain::{
        earnings::{EarningsEvent, surprise_percent},
        ticker::TickerKind,
    },
    market::MarketState,
    source::rank::{self, FILES},
};

/// Announcements of a company within this many days are the same report.
const SAME_REPORT: i64 = 45;

/// Merges announcements of a calendar. Returns the number of those that are not of a company.
pub(super) fn put_all(
    market: &mut MarketState,
    events: Vec<EarningsEvent>,
    source: &str,
    pending: &mut PendingChanges,
) -> u64 {
    let all = events.len();
    let events = events
        .into_iter()
        .filter(|event| is_of_company(market, event));
    let events: Vec<EarningsEvent> = events.collect();
    let dropped = all - events.len();
    for mut event in events {
        source.clone_into(&mut event.provider);
        // A file may contain several dates of a company.
        let is_newer_word = |other: &&EarningsEvent| other.provider != source || source != FILES;
        let others: Vec<&EarningsEvent> = of_same_report(market, &event)
            .filter(|other| other.date != event.date)
            .filter(is_newer_word)
            .collect();
        let is_outranked = others.iter().any(|o| rank::outranks(&o.provider, source));
        if is_outranked || is_reported_elsewhere(market, &event) {
            continue;
        }
        let days: Vec<Date> = others.into_iter().map(|other| other.date).collect();
        withdraw(market, &event.symbol, &days, pending);
        put(market, event, pending);
    }
    market.earnings.sort_by_key(|event| event.date);
    u64::try_from(dropped).unwrap_or(u64::MAX)
}

/// Merges all announcements of a calendar for a day. Withdraws those that it listed for the day before and does not list now, unless
/// results were reported. Returns the number of announcements that are not of a company.
pub(super) fn put_day(
    market: &mut MarketState,
    date: Date,
    events: Vec<EarningsEvent>,
    source: &str,
    pending: &mut PendingChanges,
) -> u64 {
    let is_gone = |known: &&EarningsEvent| {
        known.date == date
            && known.provider == source
            && known.actual_eps.is_none()
            && !events.iter().any(|event| event.symbol == known.symbol)
    };
    let gone = market.earnings.iter().filter(is_gone);
    let gone: Vec<String> = gone.map(|event| event.symbol.clone()).collect();
    for symbol in gone {
        withdraw(market, &symbol, &[date], pending);
    }
    put_all(market, events, source, pending)
}

/// Returns true if an announcement is of a company; funds and coins do not report earnings.
pub(super) fn is_of_company(market: &MarketState, event: &EarningsEvent) -> bool {
    let listing = market.by_symbol(&event.symbol);
    listing.is_none_or(|listing| listing.ticker.profile.kind == TickerKind::Stock)
}

/// Returns true if the same report has results on another date.
fn is_reported_elsewhere(market: &MarketState, event: &EarningsEvent) -> bool {
    event.actual_eps.is_none()
        && market.earnings.iter().any(|known| {
            known.symbol == event.symbol
                && known.date != event.date
                && known.actual_eps.is_some()
                && days_between(known.date, event.date) <= SAME_REPORT
        })
}

/// Merges an expected date, if no other source has one.
pub(super) fn put_expected(
    market: &mut MarketState,
    mut event: EarningsEvent,
    source: &str,
    pending: &mut PendingChanges,
) -> bool {
    source.clone_into(&mut event.provider);
    let is_told = of_same_report(market, &event).any(|other| other.provider != source);
    let is_over = market.earnings.iter().any(|known| {
        known.symbol == event.symbol && known.actual_eps.is_some() && known.date >= event.date
    });
    if is_told || is_over || market.earnings.contains(&event) || !is_of_company(market, &event) {
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

/// The known announcements of the same report without results.
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

fn withdraw(market: &mut MarketState, symbol: &str, days: &[Date], pending: &mut PendingChanges) {
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

fn put(market: &mut MarketState, event: EarningsEvent, pending: &mut PendingChanges) {
    let is_same =
        |known: &&mut EarningsEvent| known.symbol == event.symbol && known.date == event.date;
    let known = market.earnings.iter_mut().find(is_same);
    let event = if let Some(known) = known {
        *known = merge_events(known, &event);
        known.clone()
    } else {
        market.earnings.push(event.clone());
        event
    };
    let key = (event.date, event.symbol.clone());
    pending.earnings.insert(key, Some(event));
}

/// Completes the new announcement with the known one, or the other way round if the known one outranks it. The surprise is that of
/// the resulting figures.
fn merge_events(known: &EarningsEvent, new: &EarningsEvent) -> EarningsEvent {
    let (first, second) = if rank::outranks(&known.provider, &new.provider) {
        (known, new)
    } else {
        (new, known)
    };
    // All figures of an event are in one currency: figures in another one are not merged.
    let has_figures =
        |event: &EarningsEvent| event.estimated_eps.is_some() || event.actual_eps.is_some();
    let completes = !has_figures(first) || first.currency == second.currency;
    let figure = |first: Option<f64>, second: Option<f64>| first.or(second.filter(|_| completes));
    let estimated_eps = figure(first.estimated_eps, second.estimated_eps);
    let actual_eps = figure(first.actual_eps, second.actual_eps);
    let currency = if has_figures(first) {
        first.currency
    } else {
        second.currency
    };
    let is_of =
        |one: &&&EarningsEvent| (one.estimated_eps, one.actual_eps) == (estimated_eps, actual_eps);
    let source = [first, second];
    let own = source.iter().filter(is_of).find_map(|one| one.surprise);
    let computed = actual_eps.zip(estimated_eps);
    let computed = computed.and_then(|(actual, estimate)| surprise_percent(actual, estimate));
    EarningsEvent {
        time: first.time.or(second.time),
        estimated_eps,
        actual_eps,
        currency,
        surprise: own.or(computed),
        ..first.clone()
    }
}
