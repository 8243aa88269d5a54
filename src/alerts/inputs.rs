//! Reads the inputs of the engine from the market and the store.

use std::ops::Range;

use jiff::{Timestamp, civil::Date};

use super::{
    engine::{Baseline, EventContext, UpcomingEvent, needed_bars},
    held_lists::{average_cost, day_change, with_positions},
};
use crate::{
    domain::{
        alert::{Alert, AlertKind},
        bar::{Bar, Interval},
        fundamentals::filing::Filing,
        quote::stale_at,
        session::exchange_date,
        ticker::{Ticker, TickerId},
    },
    market::{Listing, Market, MarketState, overlay},
    store::{Result, Store},
};

/// Reads the newest quote of an alert's ticker and the bars that the alert needs, from memory and from the store.
pub(super) fn baseline(
    store: &Store,
    market: &Market,
    alert: &Alert,
    now: Timestamp,
) -> Result<Baseline> {
    baseline_with_bars(store, market, alert, &needed_bars(alert), now)
}

/// Like [`baseline`], with the bars in `needed`: pairs of an interval and the number of seconds before now.
pub(super) fn baseline_with_bars(
    store: &Store,
    market: &Market,
    alert: &Alert,
    needed: &[(Interval, i64)],
    now: Timestamp,
) -> Result<Baseline> {
    if alert.kind == AlertKind::Holdings {
        let list = alert.list.as_ref().map(|list| list.id);
        let lists = store.of(alert.person).watchlists()?;
        return Ok(Baseline {
            day_change: with_positions(&lists, market, now, |held| day_change(held, list)),
            ..Baseline::default()
        });
    }
    let (id, quote, calendar, quoted_in, splits) = {
        let market = market.read();
        let Some(listing) = market.by_symbol(&alert.symbol) else {
            return Ok(Baseline::default());
        };
        let Ticker { id, profile, .. } = &listing.ticker;
        (
            *id,
            listing.quote.clone(),
            profile.calendar(),
            profile.quoted_in(),
            market
                .splits
                .get(id)
                .map_or_else(Vec::new, |splits| splits.to_vec()),
        )
    };
    let mut all_bars: [Vec<Bar>; 3] = Default::default();
    let end = now.as_second() + 1;
    for (interval, span) in needed {
        all_bars[*interval as usize] = bars(store, market, id, *interval, end - span..end, now)?;
    }
    let filings = if alert.is_on_filings() {
        filings(store, market, id)?
    } else {
        vec![]
    };
    let cost = if alert.kind == AlertKind::Cost {
        let lists = store.of(alert.person).watchlists()?;
        with_positions(&lists, market, now, |held| {
            average_cost(held, &alert.symbol)
        })
    } else {
        None
    };
    Ok(Baseline {
        quote,
        bars: all_bars,
        calendar,
        quoted_in,
        splits,
        filings,
        cost,
        day_change: None,
    })
}

/// Reads the newest filings of a ticker, which may not be on disk yet.
fn filings(store: &Store, market: &Market, id: TickerId) -> Result<Vec<Filing>> {
    let unsaved = market.read().reports.filings(id);
    let filings = match unsaved {
        Some(unsaved) => Some(unsaved),
        None => store.filings(id)?,
    };
    Ok(filings.map_or_else(Vec::new, |filings| filings.to_vec()))
}

/// Reads stored and unsaved bars, except implausible ones. `range` is in Unix seconds.
fn bars(
    store: &Store,
    market: &Market,
    id: TickerId,
    interval: Interval,
    range: Range<i64>,
    now: Timestamp,
) -> Result<Vec<Bar>> {
    // Unsaved bars are read first. A bar that is saved between the two reads is then read twice instead of never.
    let (unsaved, mut bar_filter) = {
        let market = market.read();
        let unsaved = market.unsaved_bars_within(id, interval, &range);
        (unsaved, market.bar_filter(id, interval, now))
    };
    let mut bars = store.bars(id, interval, range)?;
    overlay(&mut bars, &unsaved);
    bars.retain(|bar| bar_filter.accepts(bar));
    Ok(bars)
}

/// Reads the upcoming events and the age of the price of `symbol`. The result is empty for an unknown symbol.
pub(super) fn event_context(market: &Market, symbol: &str, now: Timestamp) -> EventContext {
    let market = market.read();
    let Some(listing) = market.by_symbol(symbol) else {
        return EventContext::default();
    };
    let ticker = &listing.ticker;
    let calendar = ticker.profile.calendar();
    let today = exchange_date(calendar, now);
    let price = listing.quote.as_ref().map(|quote| {
        let is_imported = ticker.imported.is_some();
        let stale_at = stale_at(&ticker.profile, is_imported, &quote.source, quote.as_of);
        (quote.as_of, stale_at)
    });
    EventContext {
        calendar,
        earnings: earnings(&market, symbol, today),
        ex_date: ex_date(&market, listing, today),
        price,
    }
}

/// Returns the next earnings report.
fn earnings(market: &MarketState, symbol: &str, today: Date) -> Option<UpcomingEvent> {
    let upcoming = market
        .earnings
        .iter()
        .filter(|event| event.symbol == symbol && event.date >= today);
    let next = upcoming.min_by_key(|event| event.date)?;
    Some(UpcomingEvent {
        day: next.date,
        is_confirmed: !next.is_estimate,
    })
}

/// Returns the next ex-dividend date.
fn ex_date(market: &MarketState, listing: &Listing, today: Date) -> Option<UpcomingEvent> {
    let dividends = market.dividends.get(&listing.ticker.id)?.iter();
    let next = dividends
        .filter(|dividend| dividend.ex_date >= today)
        .min_by_key(|dividend| dividend.ex_date)?;
    Some(UpcomingEvent {
        day: next.ex_date,
        is_confirmed: !next.is_projected,
    })
}
