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
    market::{MarketState, Topic},
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
    edit_ticker(market, Some(id), pending, |ticker| {
        ticker.fetched.statements = Some(now);
        if let Some(shares) = shares {
            ticker.reported_shares = shares;
        }
    });
    put_market_cap(market, id, pending, merged);
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

/// Returns the number of shares for the market cap; `None` for a foreign filer, whose listed depositary receipts may each stand for
/// any number of shares.
fn reported_shares(fundamentals: &Fundamentals) -> Option<ReportedShares> {
    let shares = fundamentals.shares.as_ref()?;
    fundamentals
        .filer_kind
        .is_share_listed()
        .then_some(ReportedShares {
            count: shares.value,
            filed: shares.report.filed,
        })
}

/// Sets the market cap of a quote to its price × the reported shares, unless a source or an imported file sets it.
fn put_market_cap(
    market: &mut MarketState,
    id: TickerId,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let splits = market.splits.get(&id).cloned().unwrap_or_default();
    let Some(listing) = market.get_mut(id) else {
        return;
    };
    let profile = &listing.ticker.profile;
    let shares = listing
        .ticker
        .reported_shares
        .filter(|_| profile.units.is_none());
    let calendar = profile.calendar();
    let Some((shares, quote)) = shares.zip(listing.quote.as_mut()) else {
        return;
    };
    let day = exchange_date(calendar, quote.as_of);
    let market_cap = Some(shares.on(day, &splits) * quote.price);
    if quote.supply.is_some() || quote.market_cap == market_cap {
        return;
    }
    quote.market_cap = market_cap;
    pending.quotes.insert(id, quote.clone());
    merged.ticked.push(id);
    merged.topics.push(Topic::Tickers);
}

#[cfg(test)]
mod tests;
