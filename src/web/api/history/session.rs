//! The prices of a trading day.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::range::{DAY, HistoryQuery};
use crate::{
    domain::{bar::Close, currency::Currency, session::Calendar, ticker::Ticker},
    market::Listing,
    web::api::shapes::{PricePoint, timestamp},
};

/// The prices of a ticker's trading day: the open session, or the last one; 24 hours for a market that never closes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionLine {
    /// The ticker's id.
    pub(super) ticker_id: u32,
    /// The ticker's symbol.
    pub(super) symbol: String,
    /// The ticker's full name.
    pub(super) name: String,
    /// Last price, in `currency`; points for an index.
    pub(super) price: Option<f64>,
    /// ISO 4217 code of the ticker's currency.
    #[schema(value_type = String)]
    pub(super) currency: Currency,
    /// Change since the previous close, in percent.
    pub(super) change24h: Option<f64>,
    /// Previous close; for a market that never closes, the price 24 hours ago.
    pub(super) previous_close: Option<f64>,
    /// Start of the session.
    #[schema(value_type = String, format = DateTime)]
    pub(super) session_start: Timestamp,
    /// End of the session.
    #[schema(value_type = String, format = DateTime)]
    pub(super) session_end: Timestamp,
    /// Closes of five-minute bars since the start, and the live price at the end.
    pub(super) points: Vec<PricePoint>,
    /// Prices before and after the session; null if not requested, and for tickers without extended hours.
    pub(super) extended: Option<ExtendedLine>,
}

/// Prices from before and after a regular session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExtendedLine {
    /// Start of the extended hours: two and a half hours before the session, 7 AM in New York.
    #[schema(value_type = String, format = DateTime)]
    start: Timestamp,
    /// End of the extended hours: two hours after the session, 6 PM in New York, earlier on a short day.
    #[schema(value_type = String, format = DateTime)]
    end: Timestamp,
    /// One price per two minutes, if there is one, ascending. Prices within the session are not included.
    points: Vec<PricePoint>,
}

impl ExtendedLine {
    /// Returns the prices before and after the current or last session; `None` for tickers without extended hours.
    pub(super) fn of(listing: &Listing, now: Timestamp) -> Option<Self> {
        let Ticker {
            profile, imported, ..
        } = &listing.ticker;
        if imported.is_some() || !profile.has_extended_hours() {
            return None;
        }
        let session = profile.calendar().session_at_or_before(now);
        let hours = session.extended_chart_range();
        let point = |(unix_seconds, price): &Close| PricePoint {
            timestamp: timestamp(*unix_seconds),
            price: *price,
        };
        Some(Self {
            start: timestamp(hours.start),
            end: timestamp(hours.end),
            points: listing.extended.within(&hours).iter().map(point).collect(),
        })
    }
}

/// Returns the start and end of the current or last session in Unix seconds; for a market that never closes, the last 24 hours.
pub(super) fn bounds(query: &HistoryQuery, now: Timestamp) -> (i64, i64) {
    if query.calendar == Calendar::Always {
        return (now.as_second() - DAY, now.as_second());
    }
    let session = query.calendar.session_at_or_before(now);
    (session.open, session.close)
}
