//! Merging fundamentals and filings.

use std::sync::Arc;

use super::{
    outcome::{MergeOutcome, edit_ticker},
    pending::PendingChanges,
};
use crate::{
    domain::{
        Timestamp,
        facts::ReportedShares,
        fundamentals::{Fundamentals, filing::Filing},
        session::exchange_date,
        ticker::TickerId,
    },
    market::{Listing, MarketState, Topic},
    source::Update,
};

/// Merges an update with fundamentals or filings.
pub(super) fn merge_reports(
    market: &mut MarketState,
    update: Update,
    source: &str,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    match update {
        Update::Fundamentals {
            symbol,
            fundamentals,
        } => put_fundamentals(
            market,
            (&symbol, source),
            fundamentals,
            now,
            pending,
            merged,
        ),
        Update::Filings { symbol, filings } => {
            put_filings(market, &symbol, filings, now, pending, merged);
        }
        _ => {}
    }
}

/// Stores the fundamentals of a ticker. `None` means that the source has nothing newer, and only updates the time of the request.
fn put_fundamentals(
    market: &mut MarketState,
    (symbol, source): (&str, &str),
    fundamentals: Option<Box<Fundamentals>>,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Some(id) = market.id_of(symbol) else {
        merged.dropped += 1;
        return;
    };
    let shares = fundamentals.as_deref().map(reported_shares);
    if let Some(mut fundamentals) = fundamentals {
        source.clone_into(&mut fundamentals.provider);
        let fundamentals: Arc<Fundamentals> = fundamentals.into();
        // If too many are unsaved, the time of the request is not recorded either, so that they are requested again.
        if !pending.add_fundamentals(id, Arc::clone(&fundamentals)) {
            return;
        }
        market.reports.add_fundamentals(id, fundamentals);
        market.touch_history(id);
        merged.topics.push(Topic::Reports);
    }
    let was_computed = market.get(id).is_some_and(Listing::is_market_cap_computed);
    edit_ticker(market, Some(id), pending, |ticker| {
        ticker.fetched.statements = Some(now);
        if let Some(shares) = shares {
            ticker.reported_shares = shares;
        }
    });
    put_market_cap(market, id, was_computed, pending, merged);
}

/// Stores the filings of a ticker (newest first). `None` means that the source has nothing newer, and only updates the time of the
/// request.
fn put_filings(
    market: &mut MarketState,
    symbol: &str,
    filings: Option<Vec<Filing>>,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Some(id) = market.id_of(symbol) else {
        merged.dropped += 1;
        return;
    };
    if let Some(filings) = filings {
        let filings: Arc<[Filing]> = filings.into();
        if !pending.add_filings(id, Arc::clone(&filings)) {
            return;
        }
        market.reports.add_filings(id, Arc::clone(&filings));
        merged.filings = Some((symbol.to_owned(), filings));
        merged.topics.push(Topic::Reports);
    }
    edit_ticker(market, Some(id), pending, |ticker| {
        ticker.fetched.filings = Some(now);
    });
}

/// Returns the number of shares for the market cap; `None` if the listed security may be a depositary receipt, or one of several classes
/// of shares, because the number of shares then says nothing about it.
fn reported_shares(fundamentals: &Fundamentals) -> Option<ReportedShares> {
    let shares = fundamentals.shares.as_ref()?;
    fundamentals.is_share_listed().then_some(ReportedShares {
        count: shares.value,
        filed: shares.report.filed,
    })
}

/// Sets the market cap of a quote to its price × the shares of the company's report or of a list of stocks, unless a source or an imported
/// file sets it. Removes it if it was computed from a number of shares that is no longer known.
pub(super) fn put_market_cap(
    market: &mut MarketState,
    id: TickerId,
    was_computed: bool,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let splits = market.splits.get(&id).cloned().unwrap_or_default();
    let Some(listing) = market.get_mut(id) else {
        return;
    };
    let ticker = &listing.ticker;
    let Some(quote) = listing.quote.as_mut() else {
        return;
    };
    let day = exchange_date(ticker.profile.calendar(), quote.as_of);
    let shares = ticker
        .shares_on(day, &splits)
        .filter(|_| ticker.profile.units.is_none());
    let market_cap = shares.map(|shares| shares * quote.price);
    let is_set_otherwise = quote.supply.is_some() || (market_cap.is_none() && !was_computed);
    if is_set_otherwise || quote.market_cap == market_cap {
        return;
    }
    quote.market_cap = market_cap;
    pending.quotes.insert(id, quote.clone());
    merged.ticked.push(id);
    merged.topics.push(Topic::Tickers);
}

#[cfg(test)]
mod tests;
