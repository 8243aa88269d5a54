//! Merges dividends and splits.

use jiff::{ToSpan as _, civil::Date, tz::TimeZone};

use super::{
    outcome::{MergeOutcome, edit_ticker, find_not_imported},
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
/// Dividends whose last adjustment for splits is not recorded count as adjusted until this many days ago.
const UNRECORDED_DAYS: i32 = 3;

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
    apply_splits(market, id, now, pending, merged);
    let today = now.to_zoned(TimeZone::UTC).date();
    let known = known_dividends(market, id);
    let reported = dividend::keep_file_dividends(known, dividends);
    let mut dividends = dividend::keep_announced(known, reported, today);
    let known_pay_dates = known.iter().map(|known| (known.ex_date, known.pay_date));
    dividend::fill_pay_dates(&mut dividends, known_pay_dates);
    store_dividends(market, id, dividends, pending, merged);
    let today = exchange_date(calendar_of(market, id), now);
    set_adjusted_until(market, id, today, pending);
}

/// Adds single dividends to the known ones. If the source sends no price for the yield of an announced or recent dividend, the latest
/// price is used. A known payment that the source still states in the units before a split does not change.
pub(super) fn add_payments(
    market: &mut MarketState,
    symbol: &str,
    mut payments: Vec<Payment>,
    now: Timestamp,
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
    apply_splits(market, id, now, pending, merged);
    let today = exchange_date(calendar_of(market, id), now);
    let known = known_dividends(market, id);
    let splits = market.splits_of(id).iter();
    let in_effect: Vec<Split> = splits
        .filter(|split| split.date <= today)
        .copied()
        .collect();
    dividend::convert_old_units(&mut payments, known, &in_effect);
    let dividends = dividend::merge_payments(known, payments);
    if dividends == known {
        return;
    }
    if known.is_empty() {
        // Of a split today, the source may not know yet.
        let yesterday = today.saturating_sub(1.day());
        set_adjusted_until(market, id, yesterday, pending);
    }
    store_dividends(market, id, dividends, pending, merged);
}

/// Returns the tickers with stored dividends from before a split that has taken effect.
pub(super) fn due_splits(market: &MarketState, now: Timestamp) -> Vec<TickerId> {
    let ids = market.splits.keys().copied();
    ids.filter(|id| !unapplied_splits(market, *id, now).is_empty())
        .collect()
}

/// Adjusts the stored dividends of a ticker for the splits that took effect since they were last in current units.
pub(super) fn apply_splits(
    market: &mut MarketState,
    id: TickerId,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let splits = unapplied_splits(market, id, now);
    if splits.is_empty() {
        return;
    }
    let dividends = dividend::adjusted_for_splits(known_dividends(market, id), &splits);
    store_dividends(market, id, dividends, pending, merged);
    let today = exchange_date(calendar_of(market, id), now);
    set_adjusted_until(market, id, today, pending);
}

/// Returns the splits that are in effect and not yet applied to a ticker's dividends.
fn unapplied_splits(market: &MarketState, id: TickerId, now: Timestamp) -> Vec<Split> {
    let Some(listing) = market.get(id) else {
        return Vec::new();
    };
    if listing.ticker.imported.is_some() || known_dividends(market, id).is_empty() {
        return Vec::new();
    }
    let today = exchange_date(listing.ticker.profile.calendar(), now);
    let recorded = listing.ticker.dividends_adjusted_until;
    let since = recorded.unwrap_or_else(|| today.saturating_sub(UNRECORDED_DAYS.days()));
    let splits = market.splits_of(id).iter();
    splits
        .filter(|split| since < split.date && split.date <= today)
        .copied()
        .collect()
}

fn set_adjusted_until(
    market: &mut MarketState,
    id: TickerId,
    day: Date,
    pending: &mut PendingChanges,
) {
    edit_ticker(market, Some(id), pending, |ticker| {
        ticker.dividends_adjusted_until = Some(day);
    });
}

/// Adds the pay dates that a second source reports to the stored dividends of the same ex-dates.
pub(super) fn add_pay_dates(
    market: &mut MarketState,
    symbol: &str,
    payments: &[Payment],
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Some((id, _)) = find_not_imported(market, symbol) else {
        return;
    };
    let known = known_dividends(market, id);
    let mut dividends = known.to_vec();
    let reported = payments
        .iter()
        .map(|payment| (payment.ex_date, payment.pay_date));
    dividend::fill_pay_dates(&mut dividends, reported);
    if dividends != known {
        store_dividends(market, id, dividends, pending, merged);
    }
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

/// Adds splits, and adjusts dividends and a quote from before a split.
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
    apply_splits(market, id, now, pending, merged);
    let adjusted = quotes::apply_splits(market, id, now);
    if let Some(quote) = quotes::apply_split_to_close(market, id).or(adjusted) {
        merged.record_quote(Some(quote), pending);
        merged.topics.push(Topic::Tickers);
    }
}

#[cfg(test)]
mod tests;
