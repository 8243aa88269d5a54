//! What is published of a ticker.

use jiff::Timestamp;
use serde::Serialize;

use crate::{
    domain::{
        currency::Currency,
        quote::{rounded, stale_at},
        session::Phase,
    },
    market::Listing,
};

/// A ticker's price, as JSON. A value that nobody knows is null.
#[derive(Debug, Serialize)]
struct State<'a> {
    symbol: &'a str,
    name: &'a str,
    /// In `currency`, with its usual digits.
    price: Option<f64>,
    currency: Currency,
    /// Percent since the previous close, two digits.
    change_percent: Option<f64>,
    /// pre, regular, post, closed, always, or unknown.
    session: Phase,
    /// The price is older than its source's usual pace allows.
    stale: bool,
    /// When the source says the price was true.
    time: Option<Timestamp>,
}

/// The payload of a ticker as it stands at `now`.
pub(super) fn payload(listing: &Listing, now: Timestamp) -> String {
    let profile = &listing.ticker.profile;
    let quote = listing.quote.as_ref();
    let is_imported = listing.ticker.imported.is_some();
    let is_stale = |as_of| stale_at(profile, is_imported, as_of) <= now;
    let state = State {
        symbol: &profile.symbol,
        name: &profile.name,
        price: quote.map(|quote| rounded(quote.price, listing.decimals())),
        currency: profile.currency,
        change_percent: quote.and_then(|quote| quote.change_24h.map(|change| rounded(change, 2))),
        session: profile.calendar().phase(now),
        stale: quote.is_some_and(|quote| is_stale(quote.as_of)),
        time: quote.map(|quote| quote.as_of),
    };
    // Plain values, which JSON can always express.
    serde_json::to_string(&state).unwrap_or_default()
}
