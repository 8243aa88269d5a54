//! The trading day as a shape.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::range::{DAY, HistoryQuery};
use crate::{domain::session::Calendar, web::api::shapes::PricePoint};

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
    /// In the ticker's currency; points for an index.
    pub(super) price: Option<f64>,
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
}

/// Start and end of the session (Unix seconds); of what never closes, the last 24 hours.
pub(super) fn bounds(query: &HistoryQuery, now: Timestamp) -> (i64, i64) {
    if query.calendar == Calendar::Always {
        return (now.as_second() - DAY, now.as_second());
    }
    let session = query.calendar.session_at_or_before(now);
    (session.open, session.close)
}
