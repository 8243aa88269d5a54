//! Merges extended-hours prices: the newest price into the quote, and every price of a day into its extended-hours line of the chart.

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

/// Merges an extended-hours price into the quote and the line of its day. Returns `None` if the price adds nothing, needs
/// confirmation or is rejected.
pub(super) fn merge_price(
    market: &mut MarketState,
    update: &ExtendedUpdate,
    source: &str,
    now: Timestamp,
) -> Option<Quote> {
    let (id, kind) = find_not_imported(market, &update.symbol)?;
    let listing = market.get_mut(id)?;
    let calendar = listing.ticker.profile.calendar();
    let previous = listing.quote.as_ref()?;
    let context = ExtendedContext {
        kind,
        calendar,
        source,
        is_streamed: rank::is_stream(source),
        unconfirmed: listing.price_review.unconfirmed_extended.as_ref(),
    };
    let quote = match quote::check_extended_price(previous, update, &context, now) {
        ExtendedVerdict::Accepted(quote) => *quote,
        ExtendedVerdict::Older => return None,
        ExtendedVerdict::Unconfirmed(unconfirmed, doubt) => {
            listing.price_review.unconfirmed_extended = Some(unconfirmed);
            quotes::record_doubt(listing, source, doubt, true, now);
            return None;
        }
        ExtendedVerdict::Rejected(doubt) => {
            quotes::record_doubt(listing, source, doubt, false, now);
            return None;
        }
    };
    listing.price_review.record_accepted_extended();
    add_point(
        &mut listing.extended,
        calendar,
        (update.as_of.as_second(), update.price),
    );
    listing.quote = Some(quote.clone());
    Some(quote)
}

/// Adds past prices to the extended-hours lines of their days.
pub(super) fn merge_points(
    market: &mut MarketState,
    symbol: &str,
    points: &[Close],
    now: Timestamp,
    merged: &mut MergeOutcome,
) {
    let merged_points = find_not_imported(market, symbol).and_then(|(id, kind)| {
        let listing = market.get_mut(id)?;
        let calendar = listing.ticker.profile.calendar();
        let price = listing.quote.as_ref()?.price;
        let mut count = 0;
        for point in points {
            let (second, point_price) = *point;
            if second <= now.as_second() && quote::is_same_scale(kind, point_price, price) {
                add_point(&mut listing.extended, calendar, *point);
                count += 1;
            }
        }
        Some(count)
    });
    merged.dropped += (points.len() - merged_points.unwrap_or_default()) as u64;
    merged.topics.push(Topic::Tickers);
}

/// Adds a price to the extended-hours line if its time is within extended hours.
fn add_point(hours: &mut ExtendedHours, calendar: Calendar, point: Close) {
    let (second, _) = point;
    if calendar.extended_hours_range(second).is_some() {
        hours.add(point);
    }
}
