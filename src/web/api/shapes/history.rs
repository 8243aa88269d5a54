//! Prices over time: chart points and bars.
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::seconds;
use crate::domain::bar::Bar;

/// A point of a price history.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PricePoint {
    /// End of the point's bar; for a daily bar the exchange's date at 00:00 UTC.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// In the ticker's currency.
    pub(crate) price: f64,
}

/// A point of a ticker's price history, with its bar if requested and available.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryPoint {
    /// End of the point's bar; for a daily bar the exchange's date at 00:00 UTC.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// In the ticker's currency: the last price of the bar.
    pub(crate) price: f64,
    /// First price of the bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) open: Option<f64>,
    /// Highest price of the bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) high: Option<f64>,
    /// Lowest price of the bar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) low: Option<f64>,
    /// Units traded; US dollars for crypto.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) volume: Option<f64>,
    /// Only in the first point, if requested and known: the price that the timeframe's change is relative to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base: Option<BasePrice>,
}

/// The close before a timeframe, which its change is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct BasePrice {
    /// The exchange's date of that close at 00:00 UTC; for a day or a week the start of the timeframe.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// In the ticker's currency.
    pub(crate) price: f64,
}

impl BasePrice {
    /// Creates a base price; `at` is in Unix seconds.
    pub(crate) fn new(at: i64, price: f64) -> Self {
        Self {
            timestamp: seconds(at),
            price,
        }
    }
}

impl HistoryPoint {
    /// Creates a point without a bar.
    pub(crate) fn price(timestamp: Timestamp, price: f64) -> Self {
        Self {
            timestamp,
            price,
            open: None,
            high: None,
            low: None,
            volume: None,
            base: None,
        }
    }

    /// Creates a point from the first price of a bar.
    pub(crate) fn of_new_bar(timestamp: Timestamp, price: f64) -> Self {
        Self {
            open: Some(price),
            high: Some(price),
            low: Some(price),
            ..Self::price(timestamp, price)
        }
    }

    /// Applies a newer price to the same bar.
    pub(crate) fn renew(&mut self, price: f64) {
        self.price = price;
        self.high = self.high.map(|high| high.max(price));
        self.low = self.low.map(|low| low.min(price));
    }

    /// Merges a bar that ends at the same time: the closing auction.
    pub(crate) fn end_with(&mut self, auction: &Self) {
        self.price = auction.price;
        self.high = self
            .high
            .zip(auction.high)
            .map(|(one, other)| one.max(other));
        self.low = self.low.zip(auction.low).map(|(one, other)| one.min(other));
        self.volume = self
            .volume
            .zip(auction.volume)
            .map(|(one, other)| one + other);
    }

    /// Removes the bar's values.
    pub(crate) fn leave_price(&mut self) {
        *self = Self::price(self.timestamp, self.price);
    }
}

impl From<HistoryPoint> for PricePoint {
    fn from(point: HistoryPoint) -> Self {
        Self {
            timestamp: point.timestamp,
            price: point.price,
        }
    }
}

/// A bar.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BarPoint {
    /// Start of the bar.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// First price.
    pub(crate) open: f64,
    /// Highest price.
    pub(crate) high: f64,
    /// Lowest price.
    pub(crate) low: f64,
    /// Last price.
    pub(crate) close: f64,
    /// Units traded; US dollars for crypto. Null if the source gives none.
    pub(crate) volume: Option<f64>,
}

impl BarPoint {
    /// The names of its fields, in order.
    pub(crate) const NAMES: [&str; 6] = ["timestamp", "open", "high", "low", "close", "volume"];

    /// Converts a bar for a response.
    pub(crate) fn of(bar: &Bar) -> Self {
        let Bar {
            open,
            high,
            low,
            close,
            ..
        } = *bar;
        Self {
            timestamp: seconds(bar.start),
            open,
            high,
            low,
            close,
            volume: bar.known_volume(),
        }
    }
}
