//! The trading day as a shape.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::range::{DAY, HistoryQuery};
use crate::{
    domain::{bar::Close, currency::Currency, session::Calendar, ticker::Ticker},
    market::Listing,
    web::api::shapes::{PricePoint, seconds},
};

/// The trading day of a ticker: the open session, or the last one; 24 hours for what never closes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionLine {
    /// The ticker's number.
    pub(super) ticker_id: u32,
    /// The ticker.
    pub(super) symbol: String,
    /// Full name.
    pub(super) name: String,
    /// In `currency`; points for an index.
    pub(super) price: Option<f64>,
    /// ISO 4217 code of the ticker's currency.
    #[schema(value_type = String)]
    pub(super) currency: Currency,
    /// Percent.
    pub(super) change24h: Option<f64>,
    /// Close of the session before; for what never closes, the price 24 hours ago.
    pub(super) previous_close: Option<f64>,
    /// Start of the session.
    #[schema(value_type = String, format = DateTime)]
    pub(super) session_start: Timestamp,
    /// End of the session.
    #[schema(value_type = String, format = DateTime)]
    pub(super) session_end: Timestamp,
    /// Five-minute closes since the start, the live price last.
    pub(super) points: Vec<PricePoint>,
    /// The day before and after the session; null unless it was asked for, and for what is not traded then.
    pub(super) extended: Option<ExtendedLine>,
}

/// Prices from before and after a regular session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExtendedLine {
    /// Two and a half hours before the session: 7 AM in New York.
    #[schema(value_type = String, format = DateTime)]
    start: Timestamp,
    /// Two hours after it: 6 PM, earlier on a short day.
    #[schema(value_type = String, format = DateTime)]
    end: Timestamp,
    /// One for every two minutes with a price, ascending; none within the session.
    points: Vec<PricePoint>,
}

impl ExtendedLine {
    /// Of the session that a query asks for; `None` for what is not traded outside of regular hours.
    pub(super) fn of(listing: &Listing, now: Timestamp) -> Option<Self> {
        let Ticker {
            profile, imported, ..
        } = &listing.ticker;
        if imported.is_some() || !profile.has_extended_hours() {
            return None;
        }
        let session = profile.calendar().session_at_or_before(now);
        let day = session.with_extended_hours();
        let point = |(second, price): &Close| PricePoint {
            timestamp: seconds(*second),
            price: *price,
        };
        Some(Self {
            start: seconds(day.start),
            end: seconds(day.end),
            points: listing.extended.within(&day).iter().map(point).collect(),
        })
    }
}

/// Start and end of the session (Unix seconds); of what never closes, the last 24 hours.
pub(super) fn bounds(query: &HistoryQuery, now: Timestamp) -> (i64, i64) {
    if query.calendar == Calendar::Always {
        return (now.as_second() - DAY, now.as_second());
    }
    let session = query.calendar.session_at_or_before(now);
    (session.open, session.close)
}
