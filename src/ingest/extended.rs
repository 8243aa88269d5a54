//! Extended-hours prices: the newest is part of the quote, and all prices of a day make up its extended-hours line.

use super::{
    outcome::{MergeOutcome, find_not_imported},
    quotes,
};
use crate::{
    domain::{
        Timestamp,
        bar::Close,
        quote::{self, ExtendedContext, ExtendedUpdate, ExtendedVerdict, Quote},
        session::Calendar,
    },
    market::{ExtendedHours, MarketState, Topic},
    source::rank,
};

/// Merges an extended-hours price into the quote and the line of its day; `None` if it adds nothing, is held or is refused.
pub(super) fn put_price(
    market: &mut MarketState,
    update: &ExtendedUpdate,
    source: &str,
    now: Timestamp,
) -> Option<Quote> {
    let (id, kind) = find_not_imported(market, &update.symbol)?;
    let listing = market.get_mut(id)?;
    let calendar = listing.ticker.profile.calendar();
    let before = listing.quote.as_ref()?;
    let known = ExtendedContext {
        kind,
        calendar,
        source,
        is_streamed: rank::is_stream(source),
        held: listing.price_review.held_extended.as_ref(),
    };
    let quote = match quote::check_extended_price(before, update, &known, now) {
        ExtendedVerdict::Accepted(quote) => *quote,
        ExtendedVerdict::Older => return None,
        ExtendedVerdict::Held(held, doubt) => {
            listing.price_review.held_extended = Some(held);
            quotes::note(listing, source, doubt, true, now);
            return None;
        }
        ExtendedVerdict::Rejected(doubt) => {
            quotes::note(listing, source, doubt, false, now);
            return None;
        }
    };
    listing.price_review.accepted_extended();
    note(
        &mut listing.extended,
        calendar,
        (update.as_of.as_second(), update.price),
    );
    listing.quote = Some(quote.clone());
    Some(quote)
}

/// Adds past prices to the extended-hours lines of their days.
pub(super) fn put_hours(
    market: &mut MarketState,
    symbol: &str,
    points: &[Close],
    now: Timestamp,
    merged: &mut MergeOutcome,
) {
    let taken = find_not_imported(market, symbol).and_then(|(id, kind)| {
        let listing = market.get_mut(id)?;
        let calendar = listing.ticker.profile.calendar();
        let price = listing.quote.as_ref()?.price;
        let is_good = |(second, told): &&Close| {
            *second <= now.as_second() && quote::is_same_scale(kind, *told, price)
        };
        let good = points.iter().filter(is_good);
        let count = good.clone().count();
        good.for_each(|point| note(&mut listing.extended, calendar, *point));
        Some(count)
    });
    merged.dropped += (points.len() - taken.unwrap_or_default()) as u64;
    merged.topics.push(Topic::Tickers);
}

/// Adds a price to its line, if it is outside of regular hours.
fn note(hours: &mut ExtendedHours, calendar: Calendar, point: Close) {
    if calendar.extended_hours_range(point.0).is_some() {
        hours.note(point);
    }
}
