//! Merges earnings announcements.
//!
//! Sources disagree about dates. For the same report, the date of a calendar replaces an estimate of another source, and a newer date
//! replaces an older date of the same source. An imported file outranks all sources.

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

/// Maximum number of days between two announcements of a company that are about the same report.
const SAME_REPORT_DAYS: i64 = 45;

/// Merges announcements of a calendar. Returns the number of dropped announcements: those that are not by a company.
pub(super) fn merge_announcements(
    market: &mut MarketState,
    events: Vec<EarningsEvent>,
    source: &str,
    pending: &mut PendingChanges,
) -> u64 {
    let total = events.len();
    let events = events
        .into_iter()
        .filter(|event| is_company_report(market, event));
    let events: Vec<EarningsEvent> = events.collect();
    let dropped = total - events.len();
    for mut event in events {
        source.clone_into(&mut event.provider);
        // An imported file may contain several dates of a company, which do not replace each other.
        let is_replaceable = |other: &&EarningsEvent| other.provider != source || source != FILES;
        let others: Vec<&EarningsEvent> = unreported_announcements(market, &event)
            .filter(|other| other.date != event.date)
            .filter(is_replaceable)
            .collect();
        let is_outranked = others
            .iter()
            .any(|other| rank::outranks(&other.provider, source));
        if is_outranked || has_results_on_another_date(market, &event) {
            continue;
        }
        let dates: Vec<Date> = others.into_iter().map(|other| other.date).collect();
        withdraw(market, &event.symbol, &dates, pending);
        store(market, event, pending);
    }
    market.earnings.sort_by_key(|event| event.date);
    u64::try_from(dropped).unwrap_or(u64::MAX)
}

/// Merges a calendar's complete list of announcements for a date. Withdraws the calendar's known announcements of that date that are
/// missing in the list, unless results were reported. Returns the number of dropped announcements, like
/// [`merge_announcements`].
pub(super) fn merge_day(
    market: &mut MarketState,
    date: Date,
    events: Vec<EarningsEvent>,
    source: &str,
    pending: &mut PendingChanges,
) -> u64 {
    let is_withdrawn = |known: &&EarningsEvent| {
        known.date == date
            && known.provider == source
            && known.actual_eps.is_none()
            && !events.iter().any(|event| event.symbol == known.symbol)
    };
    let withdrawn = market.earnings.iter().filter(is_withdrawn);
    let symbols: Vec<String> = withdrawn.map(|event| event.symbol.clone()).collect();
    for symbol in symbols {
        withdraw(market, &symbol, &[date], pending);
    }
    merge_announcements(market, events, source, pending)
}

/// Returns true if an announcement is by a company or has an unknown symbol; funds and coins do not report earnings.
pub(super) fn is_company_report(market: &MarketState, event: &EarningsEvent) -> bool {
    let listing = market.by_symbol(&event.symbol);
    listing.is_none_or(|listing| listing.ticker.profile.kind == TickerKind::Stock)
}

/// Returns true if an announcement has no results, but results of the same report are known on another date.
fn has_results_on_another_date(market: &MarketState, event: &EarningsEvent) -> bool {
    event.actual_eps.is_none()
        && market.earnings.iter().any(|known| {
            known.symbol == event.symbol
                && known.date != event.date
                && known.actual_eps.is_some()
                && days_between(known.date, event.date) <= SAME_REPORT_DAYS
        })
}

/// Merges a date that a source estimates, unless another source has a date or results are known. Returns true if anything changed.
pub(super) fn merge_expected(
    market: &mut MarketState,
    mut event: EarningsEvent,
    source: &str,
    pending: &mut PendingChanges,
) -> bool {
    source.clone_into(&mut event.provider);
    let has_other_source =
        unreported_announcements(market, &event).any(|other| other.provider != source);
    let is_reported = market.earnings.iter().any(|known| {
        known.symbol == event.symbol && known.actual_eps.is_some() && known.date >= event.date
    });
    if has_other_source
        || is_reported
        || market.earnings.contains(&event)
        || !is_company_report(market, &event)
    {
        return false;
    }
    let earlier_dates: Vec<Date> = unreported_announcements(market, &event)
        .map(|known| known.date)
        .filter(|date| *date != event.date)
        .collect();
    withdraw(market, &event.symbol, &earlier_dates, pending);
    store(market, event, pending);
    market.earnings.sort_by_key(|event| event.date);
    true
}

/// Returns the known announcements of the same report that have no results yet.
fn unreported_announcements<'a>(
    market: &'a MarketState,
    event: &'a EarningsEvent,
) -> impl Iterator<Item = &'a EarningsEvent> {
    market.earnings.iter().filter(|known| {
        known.symbol == event.symbol
            && known.actual_eps.is_none()
            && days_between(known.date, event.date) <= SAME_REPORT_DAYS
    })
}

/// Returns the absolute distance of two dates in days.
fn days_between(first: Date, second: Date) -> i64 {
    let span = first.until(second).unwrap_or_default();
    let days = span.total((Unit::Day, SpanRelativeTo::days_are_24_hours()));
    days.map_or(i64::MAX, |days| days.abs() as i64)
}

/// Removes the announcements of a company on these dates.
fn withdraw(market: &mut MarketState, symbol: &str, dates: &[Date], pending: &mut PendingChanges) {
    if dates.is_empty() {
        return;
    }
    market
        .earnings
        .retain(|known| known.symbol != symbol || !dates.contains(&known.date));
    for date in dates {
        pending.earnings.insert((*date, symbol.to_owned()), None);
    }
}

/// Adds an announcement, or merges it with the known announcement of the same date.
fn store(market: &mut MarketState, event: EarningsEvent, pending: &mut PendingChanges) {
    let has_same_key =
        |known: &&mut EarningsEvent| known.symbol == event.symbol && known.date == event.date;
    let known = market.earnings.iter_mut().find(has_same_key);
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

/// Merges two announcements of the same date. The fields of the higher-ranked source win, or those of the new announcement if
/// both rank equally. The surprise always matches the resulting figures.
fn merge_events(known: &EarningsEvent, new: &EarningsEvent) -> EarningsEvent {
    let (preferred, fallback) = if rank::outranks(&known.provider, &new.provider) {
        (known, new)
    } else {
        (new, known)
    };
    // All figures of an event are in one currency: figures in different currencies are not mixed.
    let has_figures =
        |event: &EarningsEvent| event.estimated_eps.is_some() || event.actual_eps.is_some();
    let can_mix = !has_figures(preferred) || preferred.currency == fallback.currency;
    let merge_figure =
        |preferred: Option<f64>, fallback: Option<f64>| preferred.or(fallback.filter(|_| can_mix));
    let estimated_eps = merge_figure(preferred.estimated_eps, fallback.estimated_eps);
    let actual_eps = merge_figure(preferred.actual_eps, fallback.actual_eps);
    let currency = if has_figures(preferred) {
        preferred.currency
    } else {
        fallback.currency
    };
    // A source's surprise is valid only for exactly its figures.
    let has_merged_figures = |event: &&EarningsEvent| {
        (event.estimated_eps, event.actual_eps) == (estimated_eps, actual_eps)
    };
    let reported = [preferred, fallback]
        .into_iter()
        .filter(has_merged_figures)
        .find_map(|event| event.surprise);
    let computed = actual_eps.zip(estimated_eps);
    let computed = computed.and_then(|(actual, estimate)| surprise_percent(actual, estimate));
    EarningsEvent {
        time: preferred.time.or(fallback.time),
        estimated_eps,
        actual_eps,
        currency,
        surprise: reported.or(computed),
        ..preferred.clone()
    }
}
