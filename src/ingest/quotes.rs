//! Merging quotes from streams and responses; each one is checked first.

use jiff::civil::Date;

use crate::{
    domain::{
        Timestamp,
        quote::{
            self, Doubt, KnownPrices, Quote, QuoteUpdate, RejectedPrice, ReportedPrice,
            SPLIT_JUMP_FACTOR, Verdict, price_ratio,
        },
        session::{Calendar, exchange_date},
        split::Split,
        ticker::TickerId,
    },
    market::{Listing, MarketState},
    source::rank,
};

/// Days after a split in which a source may send the 52-week range in old units.
const YEAR_RESTATED_WITHIN: i64 = 10;

/// Merges a quote. Returns `None` if it adds nothing, is held until another one confirms it, or is refused. The reason is stored
/// with the ticker.
pub(super) fn put_quote(
    market: &mut MarketState,
    update: QuoteUpdate,
    source: &str,
    now: Timestamp,
) -> Option<Quote> {
    let id = market.id_of(&update.symbol)?;
    let splits = market.splits.get(&id).cloned().unwrap_or_default();
    let listing = market.get_mut(id)?;
    if listing.ticker.imported.is_some() {
        return None;
    }
    let update = in_present_units(update, listing, &splits, now);
    let verdict = check_quote(&update, listing, &splits, source, now);
    let profile = &listing.ticker.profile;
    let (kind, calendar) = (profile.kind, profile.calendar());
    let before = listing.quote.as_ref();
    let taken_at = listing.price_review.taken_at;
    let is_newest = quote::is_newer(update.as_of, before.map(|quote| quote.as_of), taken_at, now);
    match verdict {
        // An imported file needs no confirmation.
        Verdict::Held(..) if source == rank::FILES => {}
        // A price older than the known one is not shown, so it needs no confirmation.
        Verdict::Held(..) if !is_newest => return None,
        Verdict::Held(held, doubt) => {
            listing.price_review.held = Some(held);
            note(listing, source, doubt, true, now);
            return None;
        }
        Verdict::Rejected(doubt) => {
            note(listing, source, doubt, false, now);
            return None;
        }
        Verdict::Accepted => {}
    }
    if !is_newest {
        let quote = quote::fill_missing(&update, before?, kind, calendar)?;
        listing.quote = Some(quote.clone());
        return Some(quote);
    }
    let known = quote::MergeContext {
        id,
        kind,
        calendar,
        units: profile.units,
        quote: before,
        week_ago: listing.recent.price_week_ago(calendar, update.as_of),
    };
    let opens_far = before.is_some_and(|before| {
        let session = |at| calendar.session_at_or_before(at).open;
        calendar.has_splits()
            && price_ratio(update.price, before.price) >= SPLIT_JUMP_FACTOR
            && session(update.as_of) > session(before.as_of)
    });
    let quote = Quote {
        restated_for: newest_split(calendar, &splits, update.as_of, now),
        ..quote::merge(&update, &known, source)
    };
    listing
        .price_review
        .accepted(before.map(|quote| quote.price), quote.price, now);
    if opens_far {
        listing.price_review.opened_far(now);
    }
    listing.quote = Some(quote.clone());
    Some(quote)
}

/// Notes prices that their own source contradicts. Returns true if one is the first of its ticker since a believed price.
pub(super) fn refuse(
    market: &mut MarketState,
    prices: &[RejectedPrice],
    source: &str,
    now: Timestamp,
) -> bool {
    let is_first = |price| refuse_one(market, price, source, now);
    prices
        .iter()
        .map(is_first)
        .fold(false, |any, one| any | one)
}

/// Notes a refused price with its ticker, unless a newer one is known.
fn refuse_one(
    market: &mut MarketState,
    price: &RejectedPrice,
    source: &str,
    now: Timestamp,
) -> bool {
    let id = market.id_of(&price.symbol);
    let Some(listing) = id.and_then(|id| market.get_mut(id)) else {
        return false;
    };
    let known = listing.quote.as_ref().map(|quote| {
        let extended = quote.extended.as_ref().map(|extended| extended.as_of);
        extended.map_or(quote.as_of, |at| at.max(quote.as_of))
    });
    if listing.ticker.imported.is_some() || known.is_some_and(|known| known >= price.as_of) {
        return false;
    }
    let is_first = listing.price_review.last.is_none();
    note(listing, source, price.doubt, false, now);
    is_first
}

/// Notes why a price is not believed, with its ticker and once in the log.
pub(super) fn note(
    listing: &mut Listing,
    source: &str,
    doubt: Doubt,
    is_held: bool,
    now: Timestamp,
) {
    let is_first = listing.price_review.note(source, doubt, is_held, now);
    if is_first {
        let symbol = &listing.ticker.profile.symbol;
        tracing::info!(symbol, source, %doubt, is_held, "quotes: price not believed");
    }
}

/// The tickers with a quote from before a split that has taken effect, with these splits (ascending).
pub(super) fn due_splits(
    market: &MarketState,
    now: Timestamp,
) -> Vec<(TickerId, String, Vec<Split>)> {
    let due = market.splits.iter().filter_map(|(id, splits)| {
        let listing = market.get(*id)?;
        let (from, until) = unrestated(listing, now)?;
        let is_due = |split: &&Split| from < split.date && split.date <= until;
        let mut due: Vec<Split> = splits.iter().filter(is_due).copied().collect();
        due.reverse();
        let symbol = listing.ticker.profile.symbol.clone();
        (!due.is_empty()).then_some((*id, symbol, due))
    });
    due.collect()
}

/// The dates (exclusive, inclusive) whose splits are not applied to a ticker's quote yet.
fn unrestated(listing: &Listing, now: Timestamp) -> Option<(Date, Date)> {
    let calendar = listing.ticker.profile.calendar();
    let quote = listing.quote.as_ref()?;
    let from = exchange_date(calendar, quote.as_of).max(quote.restated_for.unwrap_or(Date::MIN));
    Some((from, exchange_date(calendar, now)))
}

/// Restates a known quote from before newly known splits.
pub(super) fn restate(market: &mut MarketState, id: TickerId, now: Timestamp) -> Option<Quote> {
    let splits = market.splits.get(&id)?.clone();
    let listing = market.get_mut(id)?;
    let calendar = listing.ticker.profile.calendar();
    let (from, until) = unrestated(listing, now)?;
    let quote = listing.quote.as_ref()?;
    let ratio = quote::split_ratio_between(&splits, from, until)?;
    // The source may have restated its price before it named the split.
    let is_restated = listing
        .price_review
        .moved_by()
        .is_some_and(|moved| (moved * ratio).ln().abs() < ratio.ln().abs() / 2.0);
    let restated = Quote {
        restated_for: newest_split(calendar, &splits, quote.as_of, now),
        ..if is_restated {
            quote.clone()
        } else {
            quote.restated(ratio)
        }
    };
    listing.price_review.held = None;
    listing.quote = Some(restated.clone());
    Some(restated)
}

/// Converts the previous close of a quote to new units, if the quote is of the first session after a split: its source may have sent
/// the close in old units before the split was known.
pub(super) fn restate_close(market: &mut MarketState, id: TickerId) -> Option<Quote> {
    let splits = market.splits.get(&id)?.clone();
    let listing = market.get_mut(id)?;
    let quote = listing.quote.as_ref()?;
    let calendar = listing.ticker.profile.calendar();
    let (ratio, ..) = ratio_before(quote.as_of, calendar, &splits)?;
    let restated = quote.with_close_in_new_units(ratio);
    if restated == *quote {
        return None;
    }
    listing.quote = Some(restated.clone());
    Some(restated)
}

/// The first day of the newest split between a price of `as_of` and `now`.
fn newest_split(
    calendar: Calendar,
    splits: &[Split],
    as_of: Timestamp,
    now: Timestamp,
) -> Option<Date> {
    let (from, until) = (exchange_date(calendar, as_of), exchange_date(calendar, now));
    let days = splits.iter().map(|split| split.date);
    days.filter(|day| from < *day && *day <= until).max()
}

/// Converts a quote to present units: a price from before a known split that a source repeats in old units, and the previous close of
/// a price on the first day of a split.
fn in_present_units(
    update: QuoteUpdate,
    listing: &Listing,
    splits: &[Split],
    now: Timestamp,
) -> QuoteUpdate {
    let calendar = listing.ticker.profile.calendar();
    let date = |at| exchange_date(calendar, at);
    if let Some((ratio, known)) = close_before_a_split(&update, listing, splits) {
        return update.with_close_in_new_units(ratio, known);
    }
    let ratio = quote::split_ratio_between(splits, date(update.as_of), date(now));
    let Some((ratio, known)) = ratio.zip(listing.quote.as_ref()) else {
        return update;
    };
    let factor = update.price / known.price;
    let is_in_old_units = factor > 0.0 && (factor / ratio).ln().abs() < factor.ln().abs();
    if is_in_old_units {
        update.restated(ratio)
    } else {
        update
    }
}

/// The split ratio between the session of a price and the previous session, and the previous close in new units if known; `None`
/// without a split between the two.
fn close_before_a_split(
    update: &QuoteUpdate,
    listing: &Listing,
    splits: &[Split],
) -> Option<(f64, Option<f64>)> {
    let calendar = listing.ticker.profile.calendar();
    let (ratio, before, session) = ratio_before(update.as_of, calendar, splits)?;
    let known = listing.quote.as_ref().and_then(|known| {
        let of = calendar.session_at_or_before(known.as_of).date;
        let is_restated = known.restated_for.is_some_and(|day| day >= session);
        match of {
            of if of == session => known.previous_close,
            of if of == before && is_restated => Some(known.price),
            of if of == before => Some(known.price / ratio),
            _ => None,
        }
    });
    Some((ratio, known))
}

/// The split ratio between the session of a price and the previous session, and the dates of the previous and the current session;
/// `None` without a split between the two.
fn ratio_before(
    as_of: Timestamp,
    calendar: Calendar,
    splits: &[Split],
) -> Option<(f64, Date, Date)> {
    if splits.is_empty() || !calendar.has_splits() {
        return None;
    }
    let session = calendar.session_at_or_before(as_of);
    let just_before = Timestamp::from_second(session.open - 1).ok()?;
    let before = calendar.session_at_or_before(just_before).date;
    let ratio = quote::split_ratio_between(splits, before, session.date)?;
    Some((ratio, before, session.date))
}

fn check_quote(
    update: &QuoteUpdate,
    listing: &Listing,
    splits: &[Split],
    source: &str,
    now: Timestamp,
) -> Verdict {
    let before = listing.quote.as_ref();
    let mut others = Vec::new();
    if let Some(quote) = before {
        others = listing.recent.closes_since(quote.as_of.as_second());
        let date = |at| exchange_date(listing.ticker.profile.calendar(), at);
        let from = date(quote.as_of).max(quote.restated_for.unwrap_or(Date::MIN));
        let ratio = quote::split_ratio_between(splits, from, date(update.as_of));
        others.extend(ratio.map(|ratio| quote.price / ratio));
    }
    let known = KnownPrices {
        kind: listing.ticker.profile.kind,
        last: before.map(|quote| (quote.price, quote.as_of)),
        others: &others,
        scale: before.map_or(update.price.abs(), Quote::scale),
        held: listing.price_review.held.as_ref(),
        received_at: listing.price_review.taken_at,
    };
    let mut claim = ReportedPrice::new(update, source, rank::is_stream(source));
    // Sources restate the 52-week range some days later than the price.
    let today = exchange_date(listing.ticker.profile.calendar(), update.as_of);
    let is_late = |split: &Split| {
        let age = today.duration_since(split.date).as_hours() / 24;
        (0..=YEAR_RESTATED_WITHIN).contains(&age)
    };
    if splits.iter().any(is_late) {
        claim.year_range = (None, None);
    }
    quote::check_price(&claim, &known, now)
}

#[cfg(test)]
mod tests;
