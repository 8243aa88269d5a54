//! Merges dividends and splits.

use jiff::{ToSpan as _, tz::TimeZone};

use super::{
    outcome::{MergeOutcome, find_not_imported},
    pending::PendingChanges,
    quotes,
};
use crate::{
    domain::{
        Timestamp,
        dividend::{self, Dividend, Payment},
        session::{Calendar, exchange_date},
        split::{Split, merge_splits},
        ticker::TickerId,
    },
    market::{MarketState, Topic},
};

/// Number of days after an ex-date in which the latest price may be used instead of the price on the ex-date.
const PRICE_MAX_AGE_DAYS: i32 = 7;

/// Replaces the dividends of a ticker with a provider's complete list. Keeps imported dividends, and announced dividends that the list
/// lacks.
pub(super) fn replace_dividends(
    market: &mut MarketState,
    symbol: &str,
    dividends: Vec<Dividend>,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Some((id, _)) = find_not_imported(market, symbol) else {
        merged.dropped += 1;
        return;
    };
    let today = now.to_zoned(TimeZone::UTC).date();
    let known = known_dividends(market, id);
    let reported = dividend::keep_file_dividends(known, dividends);
    let dividends = dividend::keep_announced(known, reported, today);
    store_dividends(market, id, dividends, pending, merged);
}

/// Adds single dividends to the known ones. If the source sends no price for the yield of an announced or recent dividend, the latest
/// price is used.
pub(super) fn add_payments(
    market: &mut MarketState,
    symbol: &str,
    mut payments: Vec<Payment>,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Some((id, _)) = find_not_imported(market, symbol) else {
        merged.dropped += payments.len() as u64;
        return;
    };
    let ticker_currency = market
        .get(id)
        .map(|listing| listing.ticker.profile.currency);
    for payment in &mut payments {
        payment.currency = payment
            .currency
            .filter(|currency| Some(*currency) != ticker_currency);
    }
    let quote = market.get(id).and_then(|listing| listing.quote.as_ref());
    if let Some(quote) = quote {
        let since = quote.as_of.to_zoned(TimeZone::UTC).date() - PRICE_MAX_AGE_DAYS.days();
        for payment in payments
            .iter_mut()
            .filter(|payment| payment.ex_date >= since)
        {
            payment.price = payment.price.or(Some(quote.price));
        }
    }
    let known = known_dividends(market, id);
    let dividends = dividend::merge_payments(known, payments);
    if dividends == known {
        return;
    }
    store_dividends(market, id, dividends, pending, merged);
}

fn known_dividends(market: &MarketState, id: TickerId) -> &[Dividend] {
    market.dividends.get(&id).map_or(&[], |known| &known[..])
}

fn store_dividends(
    market: &mut MarketState,
    id: TickerId,
    dividends: Vec<Dividend>,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    market.dividends.insert(id, dividends.clone().into());
    pending.dividends.insert(id, dividends);
    merged.topics.push(Topic::Dividends);
}

fn calendar_of(market: &MarketState, id: TickerId) -> Calendar {
    let listing = market.get(id);
    listing.map_or_else(Calendar::default, |listing| {
        listing.ticker.profile.calendar()
    })
}

/// Adds splits, and adjusts a quote from before a split.
pub(super) fn add_splits(
    market: &mut MarketState,
    symbol: &str,
    new: &[Split],
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Some((id, _)) = find_not_imported(market, symbol) else {
        merged.dropped += new.len() as u64;
        return;
    };
    let known = market.splits_of(id);
    let splits = merge_splits(known, new);
    if splits == known {
        return;
    }
    let today = exchange_date(calendar_of(market, id), now);
    let took_effect =
        |split: &&Split| split.date <= today && known.iter().all(|known| known.date != split.date);
    let mut effective: Vec<Split> = splits.iter().filter(took_effect).copied().collect();
    effective.reverse();
    merged.splits = Some((symbol.to_owned(), effective));
    market.splits.insert(id, splits.clone().into());
    market.touch_history(id);
    pending.splits.insert(id, splits);
    merged.topics.push(Topic::Dividends);
    let adjusted = quotes::apply_splits(market, id, now);
    if let Some(quote) = quotes::apply_split_to_close(market, id).or(adjusted) {
        merged.record_quote(Some(quote), pending);
        merged.topics.push(Topic::Tickers);
    }
}
