//! Prices over time: chart points and bars.
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::timestamp;
use crate::domain::bar::Bar;

/// A point of a price history.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PricePoint {
    /// End of the point's bar; for a daily bar the exchange's date at 00:00 UTC.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// Price in the ticker's currency.
    pub(crate) price: f64,
}

/// A point of a ticker's price history, with its bar if requested and available.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HistoryPoint {
    /// End of the point's bar; for a daily bar the exchange's date at 00:00 UTC.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// Last price of the bar, in the ticker's currency.
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
    /// Units traded; for crypto, the value traded in US dollars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) volume: Option<f64>,
    /// The price that the timeframe's change is relative to; only in the first point, if requested and known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base: Option<BasePrice>,
    /// Name of the source of a daily bar that the ticker's source lacks or reports wrongly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<String>,
}

/// The close before a timeframe. The timeframe's change is relative to this price.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct BasePrice {
    /// The exchange's date of the close at 00:00 UTC; for a day or a week, the start of the timeframe.
    #[schema(value_type = String, format = DateTime)]
    pub(crate) timestamp: Timestamp,
    /// Price in the ticker's currency.
    pub(crate) price: f64,
}

impl BasePrice {
    /// Creates a base price from a time in Unix seconds.
    pub(crate) fn new(unix_seconds: i64, price: f64) -> Self {
        Self {
            timestamp: timestamp(unix_seconds),
            price,
        }
    }
}

impl HistoryPoint {
    /// Creates a point with a price and without open, high, low and volume.
    pub(crate) fn without_bar(timestamp: Timestamp, price: f64) -> Self {
        Self {
            timestamp,
            price,
            open: None,
            high: None,
            low: None,
            volume: None,
            base: None,
            source: None,
        }
    }

    /// Creates the point of a bar that has only one price so far.
    pub(crate) fn of_first_price(timestamp: Timestamp, price: f64) -> Self {
        Self {
            open: Some(price),
            high: Some(price),
            low: Some(price),
            ..Self::without_bar(timestamp, price)
        }
    }

    /// Updates the point's bar with a newer price.
    pub(crate) fn update_price(&mut self, price: f64) {
        self.price = price;
        self.high = self.high.map(|high| high.max(price));
        self.low = self.low.map(|low| low.min(price));
    }

    /// Merges the bar of the closing auction into the point. Both bars end at the same time.
    pub(crate) fn merge_auction(&mut self, auction: &Self) {
        self.price = auction.price;
        self.high = self.high.zip(auction.high).map(|(a, b)| a.max(b));
        self.low = self.low.zip(auction.low).map(|(a, b)| a.min(b));
        self.volume = self.volume.zip(auction.volume).map(|(a, b)| a + b);
    }

    /// Removes open, high, low, volume and base.
    pub(crate) fn remove_bar(&mut self) {
        let source = self.source.take();
        *self = Self {
            source,
            ..Self::without_bar(self.timestamp, self.price)
        };
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

/// A bar: open, high, low, close and volume of a period.
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
    /// Units traded; for crypto, the value traded in US dollars. Null if the source has no volume.
    pub(crate) volume: Option<f64>,
    /// Name of the source of a daily bar that the ticker's source lacks or reports wrongly. CSV does not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<String>,
}

impl BarPoint {
    /// The names of the JSON fields, in order.
    pub(crate) const FIELD_NAMES: [&str; 6] =
        ["timestamp", "open", "high", "low", "close", "volume"];

    /// Converts a stored bar to a bar of a response.
    pub(crate) fn of(bar: &Bar) -> Self {
        let Bar {
            open,
            high,
            low,
            close,
            ..
        } = *bar;
        Self {
            timestamp: timestamp(bar.start),
            open,
            high,
            low,
            close,
            volume: bar.known_volume(),
            source: None,
        }
    }
}
