//! The payload of a ticker's price topic.

use jiff::Timestamp;
use serde::Serialize;

use crate::{
    domain::{
        currency::Currency,
        quotation::Quotation,
        quote::{Quote, is_stale, rounded, stale_at},
        session::Phase,
    },
    market::Listing,
};

/// The payload of a ticker. Unknown values are null.
#[derive(Debug, Serialize)]
struct TickerState<'a> {
    symbol: &'a str,
    name: &'a str,
    /// Price in `currency` or in percent, rounded to the ticker's number of decimals.
    price: Option<f64>,
    /// `currency`, or `percent` of the nominal value.
    price_unit: Quotation,
    currency: Currency,
    /// Change since the previous close in percent, rounded to two digits.
    change_percent: Option<f64>,
    /// `pre`, `regular`, `post`, `closed`, `always` or `unknown`.
    session: Phase,
    /// True if the price is older than expected from its source.
    stale: bool,
    /// Time of the price, as reported by the source.
    time: Option<Timestamp>,
}

/// Returns the payload of a ticker at `now`.
pub(super) fn payload(listing: &Listing, now: Timestamp) -> String {
    let profile = &listing.ticker.profile;
    let quote = listing.quote.as_ref();
    let is_imported = listing.ticker.imported.is_some();
    let stale_at = |quote: &Quote| stale_at(profile, is_imported, &quote.source, quote.as_of);
    let state = TickerState {
        symbol: &profile.symbol,
        name: &profile.name,
        price: quote.map(|quote| rounded(quote.price, listing.decimals())),
        price_unit: profile.quotation,
        currency: profile.currency,
        change_percent: quote.and_then(|quote| quote.change_24h.map(|change| rounded(change, 2))),
        session: profile.calendar().phase(now),
        stale: quote.is_some_and(|quote| is_stale(stale_at(quote), now)),
        time: quote.map(|quote| quote.as_of),
    };
    // Serializing strings, numbers and times never fails.
    serde_json::to_string(&state).unwrap_or_default()
}
