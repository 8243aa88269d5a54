//! Merges quotes from streams and responses, after a plausibility check.

use jiff::civil::Date;

use crate::{
    domain::{
        Timestamp,
        cross_check::Tolerance,
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

/// Number of days after a split in which a source may still send the 52-week range in units from before the split.
const YEAR_RANGE_LAG_DAYS: i64 = 10;

/// Merges a quote. Returns `None` if the quote adds nothing, needs another one to confirm it, or is rejected. The reason is
/// stored with the ticker.
pub(super) fn merge_quote(
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
    let update = convert_to_current_units(update, listing, &splits, now);
    let verdict = check_quote(&update, listing, &splits, source, now);
    let profile = &listing.ticker.profile;
    let tolerance =
        Tolerance::of_prices(profile.kind, profile.decimals).for_symbol(&profile.symbol);
    listing
        .live_prices
        .record(source, update.price, update.as_of, tolerance);
    let (kind, calendar) = (profile.kind, profile.calendar());
    let previous = listing.quote.as_ref();
    let is_newest = quote::is_newer(
        update.as_of,
        previous.map(|quote| quote.as_of),
        listing.price_review.accepted_at,
        now,
    );
    match verdict {
        // A price from an imported file needs no confirmation.
        Verdict::Unconfirmed(..) if source == rank::FILES => {}
        // A price older than the known one is not shown, so it needs no confirmation.
        Verdict::Unconfirmed(..) if !is_newest => return None,
        Verdict::Unconfirmed(unconfirmed, doubt) => {
            listing.price_review.unconfirmed = Some(unconfirmed);
            record_doubt(listing, source, doubt, true, now);
            return None;
        }
        Verdict::Rejected(doubt) => {
            record_doubt(listing, source, doubt, false, now);
            return None;
        }
        Verdict::Accepted => {}
    }
    if !is_newest {
        let quote = quote::fill_missing(&update, previous?, kind, calendar)?;
        listing.quote = Some(quote.clone());
        return Some(quote);
    }
    let context = quote::MergeContext {
        id,
        kind,
        calendar,
        units: listing
            .ticker
            .shares_on(exchange_date(calendar, update.as_of), &splits),
        quote: previous,
        week_ago: listing.recent.price_week_ago(calendar, update.as_of),
    };
    let may_be_split = previous.is_some_and(|previous| {
        let session_open = |at| calendar.session_at_or_before(at).open;
        calendar.has_splits()
            && price_ratio(update.price, previous.price) >= SPLIT_JUMP_FACTOR
            && session_open(update.as_of) > session_open(previous.as_of)
    });
    let quote = Quote {
        adjusted_for: newest_split(calendar, &splits, update.as_of, now),
        ..quote::merge(&update, &context, source)
    };
    listing
        .price_review
        .record_accepted(previous.map(|quote| quote.price), quote.price, now);
    if may_be_split {
        listing.price_review.record_possible_split(now);
    }
    listing.quote = Some(quote.clone());
    Some(quote)
}

/// Records prices that the provider adapter rejected because other data of the same provider contradicts them. Returns true if any
/// ticker had no rejected or unconfirmed price before.
pub(super) fn record_rejected(
    market: &mut MarketState,
    prices: &[RejectedPrice],
    source: &str,
    now: Timestamp,
) -> bool {
    let mut is_any_first = false;
    for price in prices {
        is_any_first |= record_rejected_price(market, price, source, now);
    }
    is_any_first
}

/// Records a rejected price with its ticker, unless a newer price is known.
fn record_rejected_price(
    market: &mut MarketState,
    price: &RejectedPrice,
    source: &str,
    now: Timestamp,
) -> bool {
    let id = market.id_of(&price.symbol);
    let Some(listing) = id.and_then(|id| market.get_mut(id)) else {
        return false;
    };
    let known_as_of = listing.quote.as_ref().map(|quote| {
        let extended = quote.extended.as_ref().map(|extended| extended.as_of);
        extended.map_or(quote.as_of, |at| at.max(quote.as_of))
    });
    if listing.ticker.imported.is_some() || known_as_of.is_some_and(|known| known >= price.as_of) {
        return false;
    }
    let is_first = listing.price_review.last.is_none();
    record_doubt(listing, source, price.doubt, false, now);
    is_first
}

/// Stores why a price needs confirmation or is rejected. Logs only the first such price of a ticker since an accepted one.
pub(super) fn record_doubt(
    listing: &mut Listing,
    source: &str,
    doubt: Doubt,
    awaits_confirmation: bool,
    now: Timestamp,
) {
    let is_first = listing
        .price_review
        .record_doubt(source, doubt, awaits_confirmation, now);
    if is_first {
        let symbol = &listing.ticker.profile.symbol;
        let outcome = if awaits_confirmation {
            "awaiting confirmation"
        } else {
            "rejected"
        };
        tracing::info!(symbol, source, %doubt, outcome, "quotes: implausible price not shown");
    }
}

/// Returns the splits that have taken effect and are not yet applied to a quote: the id and symbol of each ticker, and its splits in
/// ascending order.
pub(super) fn due_splits(
    market: &MarketState,
    now: Timestamp,
) -> Vec<(TickerId, String, Vec<Split>)> {
    let due = market.splits.iter().filter_map(|(id, splits)| {
        let listing = market.get(*id)?;
        let (from, until) = unapplied_dates(listing, now)?;
        let is_due = |split: &&Split| from < split.date && split.date <= until;
        let mut due: Vec<Split> = splits.iter().filter(is_due).copied().collect();
        due.reverse();
        let symbol = listing.ticker.profile.symbol.clone();
        (!due.is_empty()).then_some((*id, symbol, due))
    });
    due.collect()
}

/// Returns the range of dates (start exclusive, end inclusive) whose splits are not applied to a ticker's quote yet.
fn unapplied_dates(listing: &Listing, now: Timestamp) -> Option<(Date, Date)> {
    let calendar = listing.ticker.profile.calendar();
    let quote = listing.quote.as_ref()?;
    let from = exchange_date(calendar, quote.as_of).max(quote.adjusted_for.unwrap_or(Date::MIN));
    Some((from, exchange_date(calendar, now)))
}

/// Adjusts a ticker's quote to the splits since the quote. Returns `None` if there is no such split.
pub(super) fn apply_splits(
    market: &mut MarketState,
    id: TickerId,
    now: Timestamp,
) -> Option<Quote> {
    let splits = market.splits.get(&id)?.clone();
    let listing = market.get_mut(id)?;
    let calendar = listing.ticker.profile.calendar();
    let (from, until) = unapplied_dates(listing, now)?;
    let quote = listing.quote.as_ref()?;
    let ratio = quote::split_ratio_between(&splits, from, until)?;
    // The source may have sent prices in new units before it announced the split.
    let is_in_new_units = listing
        .price_review
        .last_move()
        .is_some_and(|factor| (factor * ratio).ln().abs() < ratio.ln().abs() / 2.0);
    let adjusted = Quote {
        adjusted_for: newest_split(calendar, &splits, quote.as_of, now),
        ..if is_in_new_units {
            quote.clone()
        } else {
            quote.adjusted_for_split(ratio)
        }
    };
    listing.price_review.unconfirmed = None;
    listing.quote = Some(adjusted.clone());
    Some(adjusted)
}

/// Converts the previous close of a quote to the units after a split, if the quote is from the first session after the split: its
/// source may have sent the close in old units before the split was known.
pub(super) fn apply_split_to_close(market: &mut MarketState, id: TickerId) -> Option<Quote> {
    let splits = market.splits.get(&id)?.clone();
    let listing = market.get_mut(id)?;
    let quote = listing.quote.as_ref()?;
    let calendar = listing.ticker.profile.calendar();
    let SplitSession { ratio, .. } = split_session(quote.as_of, calendar, &splits)?;
    let adjusted = quote.with_close_in_new_units(ratio);
    if adjusted == *quote {
        return None;
    }
    listing.quote = Some(adjusted.clone());
    Some(adjusted)
}

/// Returns the date of the newest split between a price of `as_of` and `now`.
fn newest_split(
    calendar: Calendar,
    splits: &[Split],
    as_of: Timestamp,
    now: Timestamp,
) -> Option<Date> {
    let (from, until) = (exchange_date(calendar, as_of), exchange_date(calendar, now));
    let dates = splits.iter().map(|split| split.date);
    dates.filter(|date| from < *date && *date <= until).max()
}

/// Converts a quote to the units after all known splits. Two parts may be in old units: a price from before the split that a source
/// repeats, and the previous close of a price on the first day after the split.
fn convert_to_current_units(
    update: QuoteUpdate,
    listing: &Listing,
    splits: &[Split],
    now: Timestamp,
) -> QuoteUpdate {
    let calendar = listing.ticker.profile.calendar();
    let date = |at| exchange_date(calendar, at);
    if let Some((ratio, previous_close)) = close_before_split(&update, listing, splits) {
        return update.with_close_in_new_units(ratio, previous_close);
    }
    let ratio = quote::split_ratio_between(splits, date(update.as_of), date(now));
    let Some((ratio, known)) = ratio.zip(listing.quote.as_ref()) else {
        return update;
    };
    let factor = update.price / known.price;
    let is_in_old_units = factor > 0.0 && (factor / ratio).ln().abs() < factor.ln().abs();
    if is_in_old_units {
        update.adjusted_for_split(ratio)
    } else {
        update
    }
}

/// Returns the split ratio and the previous close in new units (if known) for a price in the first session after a split; `None` for
/// a price in any other session.
fn close_before_split(
    update: &QuoteUpdate,
    listing: &Listing,
    splits: &[Split],
) -> Option<(f64, Option<f64>)> {
    let calendar = listing.ticker.profile.calendar();
    let SplitSession {
        ratio,
        previous_date,
        date,
    } = split_session(update.as_of, calendar, splits)?;
    let previous_close = listing.quote.as_ref().and_then(|known| {
        let known_date = calendar.session_at_or_before(known.as_of).date;
        let is_in_new_units = known.adjusted_for.is_some_and(|units_of| units_of >= date);
        if known_date == date {
            known.previous_close
        } else if known_date != previous_date {
            None
        } else if is_in_new_units {
            Some(known.price)
        } else {
            Some(known.price / ratio)
        }
    });
    Some((ratio, previous_close))
}

/// The first session after a split.
struct SplitSession {
    /// Ratio of all splits between the two sessions.
    ratio: f64,
    /// Date of the session before the split.
    previous_date: Date,
    /// Date of the session after the split.
    date: Date,
}

/// Returns the session of a price, if a split took effect between the previous session and this one.
fn split_session(as_of: Timestamp, calendar: Calendar, splits: &[Split]) -> Option<SplitSession> {
    if splits.is_empty() || !calendar.has_splits() {
        return None;
    }
    let session = calendar.session_at_or_before(as_of);
    let just_before = Timestamp::from_second(session.open - 1).ok()?;
    let previous_date = calendar.session_at_or_before(just_before).date;
    let ratio = quote::split_ratio_between(splits, previous_date, session.date)?;
    Some(SplitSession {
        ratio,
        previous_date,
        date: session.date,
    })
}

fn check_quote(
    update: &QuoteUpdate,
    listing: &Listing,
    splits: &[Split],
    source: &str,
    now: Timestamp,
) -> Verdict {
    let previous = listing.quote.as_ref();
    let mut others = Vec::new();
    if let Some(quote) = previous {
        others = listing.recent.closes_since(quote.as_of.as_second());
        let date = |at| exchange_date(listing.ticker.profile.calendar(), at);
        let from = date(quote.as_of).max(quote.adjusted_for.unwrap_or(Date::MIN));
        let ratio = quote::split_ratio_between(splits, from, date(update.as_of));
        others.extend(ratio.map(|ratio| quote.price / ratio));
    }
    let known_prices = KnownPrices {
        kind: listing.ticker.profile.kind,
        last: previous.map(|quote| (quote.price, quote.as_of)),
        others: &others,
        scale: previous.map_or(update.price.abs(), Quote::scale),
        unconfirmed: listing.price_review.unconfirmed.as_ref(),
        received_at: listing.price_review.accepted_at,
    };
    let mut reported_price = ReportedPrice::new(update, source, rank::is_stream(source));
    // After a split, sources adjust the 52-week range some days later than the price.
    let today = exchange_date(listing.ticker.profile.calendar(), update.as_of);
    let is_recent = |split: &Split| {
        let age_days = today.duration_since(split.date).as_hours() / 24;
        (0..=YEAR_RANGE_LAG_DAYS).contains(&age_days)
    };
    if splits.iter().any(is_recent) {
        reported_price.year_range = (None, None);
    }
    quote::check_price(&reported_price, &known_prices, now)
}

#[cfg(test)]
mod tests;
