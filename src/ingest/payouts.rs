//! Merging dividends and splits.

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

/// Days after an ex-date in which the latest price replaces the price of that day.
const PRICE_DAYS: i32 = 7;

/// Replaces the dividends of a ticker. Keeps imported ones, and announced ones that the new list lacks.
pub(super) fn put_dividends(
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
    let new = dividend::keep_file_dividends(known, dividends);
    let all = dividend::keep_announced(known, new, today);
    keep_dividends(market, id, all, pending, merged);
}

/// Adds single dividends. Announced and recent ones get today's price for their yield if the source sends none.
pub(super) fn put_payments(
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
    let own = market
        .get(id)
        .map(|listing| listing.ticker.profile.currency);
    for payment in &mut payments {
        payment.currency = payment.currency.filter(|currency| Some(*currency) != own);
    }
    let quote = market.get(id).and_then(|listing| listing.quote.as_ref());
    if let Some(quote) = quote {
        let since = quote.as_of.to_zoned(TimeZone::UTC).date() - PRICE_DAYS.days();
        for payment in payments.iter_mut().filter(|new| new.ex_date >= since) {
            payment.price = payment.price.or(Some(quote.price));
        }
    }
    let known = known_dividends(market, id);
    let all = dividend::merge_payments(known, payments);
    if all == known {
        return;
    }
    keep_dividends(market, id, all, pending, merged);
}

fn known_dividends(market: &MarketState, id: TickerId) -> &[Dividend] {
    market.dividends.get(&id).map_or(&[], |known| &known[..])
}

fn keep_dividends(
    market: &mut MarketState,
    id: TickerId,
    all: Vec<Dividend>,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    market.dividends.insert(id, all.clone().into());
    pending.dividends.insert(id, all);
    merged.topics.push(Topic::Dividends);
}

fn calendar_of(market: &MarketState, id: TickerId) -> Calendar {
    let listing = market.get(id);
    listing.map_or_else(Calendar::default, |listing| {
        listing.ticker.profile.calendar()
    })
}

/// Adds splits, and restates a quote from before them.
pub(super) fn put_splits(
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
    let known = market.splits.get(&id).map_or(&[][..], |known| &known[..]);
    let all = merge_splits(known, new);
    if all == known {
        return;
    }
    let today = exchange_date(calendar_of(market, id), now);
    let is_new =
        |split: &&Split| split.date <= today && known.iter().all(|known| known.date != split.date);
    let mut new: Vec<Split> = all.iter().filter(is_new).copied().collect();
    new.reverse();
    merged.splits = Some((symbol.to_owned(), new));
    market.splits.insert(id, all.clone().into());
    pending.splits.insert(id, all);
    merged.topics.push(Topic::Dividends);
    let restated = quotes::restate(market, id, now);
    if let Some(quote) = quotes::restate_close(market, id).or(restated) {
        merged.note_quote(Some(quote), pending);
        merged.topics.push(Topic::Tickers);
    }
}
