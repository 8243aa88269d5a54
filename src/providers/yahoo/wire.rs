//! The JSON of Yahoo's chart endpoint (`/v8/finance/chart/{symbol}`), as recorded from 2018 to 2026, of the spark endpoint
//! (`/v7/finance/spark`), which returns charts of many symbols, and of the search endpoint. The API is unofficial and undocumented,
//! so any field may be missing or malformed. Such a field counts as unknown, and the others are used.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::providers::core::lenient::{Number, Text, or_default};

#[derive(Debug, Deserialize)]
pub(super) struct Envelope {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) chart: Option<Chart>,
    /// The envelope of some errors, which have the HTTP status 200.
    #[serde(default, deserialize_with = "or_default")]
    pub(super) finance: Option<Chart>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Chart {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) result: Vec<Lenient<ChartResult>>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) error: Option<ChartError>,
}

#[derive(Debug, Deserialize)]
pub(super) struct ChartError {
    #[serde(default)]
    pub(super) code: Text,
    #[serde(default)]
    pub(super) description: Text,
}

impl ChartError {
    pub(super) fn has_text(&self) -> bool {
        self.code.0.is_some() || self.description.0.is_some()
    }
}

/// An element of a list or map; `None` if it is malformed.
#[derive(Debug)]
pub(super) struct Lenient<T>(pub(super) Option<T>);

impl<'de, T: serde::de::DeserializeOwned> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        or_default(deserializer).map(Self)
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct ChartResult {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) meta: Meta,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) timestamp: Vec<Number>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) events: Events,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) indicators: Indicators,
}

#[derive(Debug, Deserialize)]
pub(super) struct SparkEnvelope {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) spark: Option<Spark>,
    /// See [`Envelope::finance`].
    #[serde(default, deserialize_with = "or_default")]
    pub(super) finance: Option<Spark>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Spark {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) result: Vec<Lenient<SparkResult>>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) error: Option<ChartError>,
}

#[derive(Debug, Deserialize)]
pub(super) struct SparkResult {
    #[serde(default)]
    symbol: Text,
    /// One chart, without open, high, low and volume, and often without a time zone.
    #[serde(default, deserialize_with = "or_default")]
    pub(super) response: Vec<Lenient<ChartResult>>,
}

impl SparkResult {
    /// Returns the symbol of the result; `None` if the result and its chart have different symbols.
    pub(super) fn symbol(&self) -> Option<&str> {
        let chart = self.response.first().and_then(|chart| chart.0.as_ref());
        let chart_symbol = chart.and_then(|chart| chart.meta.symbol.as_deref());
        let name = self.symbol.as_deref().or(chart_symbol)?;
        chart_symbol
            .is_none_or(|chart_symbol| chart_symbol == name)
            .then_some(name)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Meta {
    pub(super) symbol: Text,
    pub(super) currency: Text,
    pub(super) gmtoffset: Number,
    pub(super) exchange_timezone_name: Text,
    pub(super) fullday_price: Number,
    pub(super) fullday_change: Number,
    pub(super) regular_market_price: Number,
    pub(super) regular_market_time: Number,
    pub(super) regular_market_change_percent: Number,
    pub(super) regular_market_day_high: Number,
    pub(super) regular_market_day_low: Number,
    pub(super) regular_market_volume: Number,
    pub(super) fifty_two_week_high: Number,
    pub(super) fifty_two_week_low: Number,
    pub(super) previous_close: Number,
    pub(super) chart_previous_close: Number,
    pub(super) data_granularity: Text,
    pub(super) range: Text,
    pub(super) instrument_type: Text,
    pub(super) long_name: Text,
    pub(super) short_name: Text,
    pub(super) exchange_name: Text,
    pub(super) full_exchange_name: Text,
    pub(super) price_hint: Number,
    #[serde(deserialize_with = "or_default")]
    pub(super) current_trading_period: TradingPeriods,
    /// The regular hours of each day of the range, in responses with intervals below a day.
    #[serde(deserialize_with = "or_default")]
    pub(super) trading_periods: PeriodLists,
}

/// The trading periods of a day. Each has an offset of its own, because they may be on different days.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct TradingPeriods {
    #[serde(deserialize_with = "or_default")]
    pub(super) pre: Period,
    #[serde(deserialize_with = "or_default")]
    pub(super) regular: Period,
    #[serde(deserialize_with = "or_default")]
    pub(super) post: Period,
}

/// Lists of periods, one list per day. Responses with extended-hours prices have such lists for each kind of period.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum PeriodLists {
    Regular(Vec<Vec<Lenient<Period>>>),
    Kinds {
        #[serde(default)]
        regular: Vec<Vec<Lenient<Period>>>,
    },
}

impl Default for PeriodLists {
    fn default() -> Self {
        Self::Regular(Vec::new())
    }
}

impl PeriodLists {
    /// Returns the valid regular periods.
    pub(super) fn regular(&self) -> impl Iterator<Item = &Period> {
        let (Self::Regular(days) | Self::Kinds { regular: days }) = self;
        days.iter().flatten().filter_map(|period| period.0.as_ref())
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Period {
    pub(super) start: Number,
    pub(super) end: Number,
    pub(super) gmtoffset: Number,
}

/// The response of the search endpoint (`/v1/finance/search`).
#[derive(Debug, Deserialize)]
pub(super) struct SearchResponse {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) quotes: Option<Vec<Lenient<SearchHit>>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SearchHit {
    pub(super) symbol: Text,
    pub(super) shortname: Text,
    pub(super) longname: Text,
    #[serde(rename = "quoteType")]
    pub(super) quote_type: Text,
    pub(super) exchange: Text,
    #[serde(rename = "exchDisp")]
    pub(super) exchange_name: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Events {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) dividends: BTreeMap<String, Lenient<Payment>>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) capital_gains: BTreeMap<String, Lenient<Payment>>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) splits: BTreeMap<String, Lenient<SplitEvent>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Payment {
    pub(super) amount: Number,
    pub(super) date: Number,
    /// Always set if the currency differs from that of the prices, and sometimes set otherwise.
    pub(super) currency: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SplitEvent {
    pub(super) date: Number,
    pub(super) numerator: Number,
    pub(super) denominator: Number,
}

impl Events {
    /// Returns the valid splits.
    pub(super) fn splits(&self) -> impl Iterator<Item = &SplitEvent> {
        self.splits.values().filter_map(|split| split.0.as_ref())
    }
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Indicators {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) quote: Vec<Lenient<Columns>>,
}

/// The columns, which are parallel to `timestamp`. Any value may be null and any column may be missing.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Columns {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) open: Vec<Number>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) high: Vec<Number>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) low: Vec<Number>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) close: Vec<Number>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) volume: Vec<Number>,
}
