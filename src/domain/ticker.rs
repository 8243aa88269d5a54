//! Tickers: instruments with a symbol and a price.

mod notes;

pub use self::notes::{ExcludedBar, FetchTimes, FollowInfo, ImportInfo};

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{
    bar::Interval,
    currency::Currency,
    facts::Tvl,
    logo::LogoStatus,
    price::is_price,
    session::{Calendar, ExchangeListing, ReportedDay, TradedDay, TradingHours, TradingPeriod},
};

/// Id of a ticker in this store: from 1, never reused.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TickerId(pub u32);

impl TickerId {
    /// Returns the index of this ticker in a dense table that starts with id 1.
    pub(crate) fn index(self) -> usize {
        self.0.saturating_sub(1) as usize
    }

    /// Returns the id at an index of such a table.
    pub(crate) fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1))
    }
}

impl std::fmt::Display for TickerId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Kind of an instrument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TickerKind {
    /// A share of a company.
    Stock,
    /// An exchange-traded fund.
    Etf,
    /// A crypto currency or token.
    Crypto,
    /// A commodity future.
    Commodity,
    /// A market index.
    Index,
    /// A token offering.
    Ico,
    /// A mutual fund, priced once a day.
    Fund,
    /// A currency pair: the price of one unit of the first in the second.
    Currency,
}

impl TickerKind {
    /// Returns the lower-case name used in the API.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Stock => "stock",
            Self::Etf => "etf",
            Self::Crypto => "crypto",
            Self::Commodity => "commodity",
            Self::Index => "index",
            Self::Ico => "ico",
            Self::Fund => "fund",
            Self::Currency => "currency",
        }
    }

    /// Parses the result of [`TickerKind::as_str`]; `None` for any other word.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        [
            Self::Stock,
            Self::Etf,
            Self::Crypto,
            Self::Commodity,
            Self::Index,
            Self::Ico,
            Self::Fund,
            Self::Currency,
        ]
        .into_iter()
        .find(|kind| kind.as_str() == word)
    }

    /// Returns true if this kind of ticker can have this price. Futures and indices (of interest rates, for example)
    /// may be negative.
    pub(crate) fn can_cost(self, price: f64) -> bool {
        is_price(price, matches!(self, Self::Commodity | Self::Index))
    }

    /// Returns the trading calendar of this kind in the United States, used if nothing else is known.
    pub(crate) fn calendar(self) -> Calendar {
        match self {
            Self::Stock | Self::Etf | Self::Index | Self::Fund => Calendar::NewYork,
            Self::Commodity => Calendar::Futures,
            Self::Currency => Calendar::Currencies,
            Self::Crypto | Self::Ico => Calendar::Always,
        }
    }
}

/// Description of a ticker without its price. Upserted by `symbol`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// Symbol as exchanges and providers write it: `AAPL`, `BTC`, `GC=F`, `^GSPC`.
    pub symbol: String,
    /// Full name.
    pub name: String,
    /// Kind of instrument.
    pub kind: TickerKind,
    /// Sector, fund category, crypto category or commodity group.
    #[serde(default)]
    pub sector: Option<String>,
    /// Country of domicile (stocks).
    #[serde(default)]
    pub country: Option<String>,
    /// Shares outstanding, or circulating supply: market cap = units × price.
    #[serde(default)]
    pub units: Option<f64>,
    /// Number of decimals of its quotes.
    #[serde(default = "default_decimals")]
    pub decimals: u8,
    /// Currency of its prices, bars and dividends, in whole units (pounds, not pence).
    #[serde(default)]
    pub currency: Currency,
    /// Exchange name.
    #[serde(default)]
    pub exchange: Option<String>,
    /// IANA name of the exchange's time zone.
    #[serde(default)]
    pub time_zone: Option<String>,
    /// Delay of its prices by the exchange's rules, in minutes.
    #[serde(default)]
    pub delay_minutes: Option<u16>,
    /// Trading hours reported by its provider.
    #[serde(default)]
    pub hours: Option<TradingHours>,
    /// Days on which the provider reports other hours than the calendar and `hours`.
    #[serde(rename = "told_days", default, skip_serializing_if = "Vec::is_empty")]
    pub reported_days: Vec<ReportedDay>,
    /// Traded around the clock regardless of its kind, as in the sample market.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub always_open: bool,
}

impl Profile {
    /// Creates a minimal profile: US dollars, two decimals.
    pub fn new(symbol: impl Into<String>, name: impl Into<String>, kind: TickerKind) -> Self {
        Self {
            symbol: symbol.into(),
            name: name.into(),
            kind,
            sector: None,
            country: None,
            units: None,
            decimals: default_decimals(),
            currency: Currency::USD,
            exchange: None,
            time_zone: None,
            delay_minutes: None,
            hours: None,
            reported_days: Vec::new(),
            always_open: false,
        }
    }

    /// Returns its trading venue.
    pub(crate) fn venue(&self) -> Venue {
        Venue {
            exchange: self.exchange.clone(),
            time_zone: self.time_zone.clone(),
            delay_minutes: self.delay_minutes,
            hours: self.hours,
            ..Venue::default()
        }
    }

    /// Returns the profile with the values that `venue` has; others stay.
    #[must_use]
    pub fn at(self, venue: Venue) -> Self {
        Self {
            exchange: venue.exchange.or(self.exchange),
            time_zone: venue.time_zone.or(self.time_zone),
            delay_minutes: venue.delay_minutes.or(self.delay_minutes),
            hours: venue.hours.or(self.hours),
            ..self
        }
    }

    /// Updates exchange, time zone and delay from `venue`. Hours change only as [`Calendar::learn`] allows.
    pub(crate) fn learn(&mut self, venue: Venue, now: jiff::Timestamp) {
        let (period, hours) = (venue.period, venue.hours);
        let traded = venue.traded.clone();
        let learned = self.clone().at(Venue {
            hours: self.hours.or(hours.filter(|_| period.is_none())),
            ..venue
        });
        *self = learned;
        if let Some((period, hours)) = period.zip(hours) {
            let mut days = std::mem::take(&mut self.reported_days);
            let mut usual = self.hours;
            self.calendar()
                .learn(period, hours, now, &mut usual, &mut days);
            self.hours = usual;
            self.reported_days = days;
        }
        if !traded.is_empty() {
            let mut days = std::mem::take(&mut self.reported_days);
            let mut usual = self.hours;
            self.calendar()
                .learn_traded(&traded, now, &mut usual, &mut days);
            self.hours = usual;
            self.reported_days = days;
        }
    }

    /// Returns true if it has pre-market and after-hours trading: stocks and ETFs in New York.
    pub(crate) fn has_extended_hours(&self) -> bool {
        matches!(self.kind, TickerKind::Stock | TickerKind::Etf)
            && self.calendar() == Calendar::NewYork
    }

    /// Returns its trading calendar, in the time zone of its exchange if that is known.
    pub(crate) fn calendar(&self) -> Calendar {
        let usual = self.kind.calendar();
        let zone = self.time_zone.as_deref();
        match self.kind {
            _ if self.always_open => Calendar::Always,
            TickerKind::Crypto | TickerKind::Ico | TickerKind::Currency => usual,
            // All US futures follow the hours of Globex.
            TickerKind::Commodity if zone.is_none_or(|zone| zone.starts_with("America/")) => usual,
            // Without a zone, an exchange or US dollars, nothing suggests an American exchange.
            _ if zone.is_none() && self.exchange.is_none() && self.currency != Currency::USD => {
                self.listed_in(None).unwrap_or_else(Calendar::unknown)
            }
            _ => self.listed_in(zone).unwrap_or(usual),
        }
    }

    fn listed_in(&self, zone: Option<&str>) -> Option<Calendar> {
        Calendar::of_listing(&ExchangeListing {
            zone,
            exchange: self.exchange.as_deref(),
            symbol: &self.symbol,
            hours: self.hours,
            days: &self.reported_days,
        })
    }
}

fn default_decimals() -> u8 {
    2
}

/// A stored ticker: its profile and bookkeeping.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ticker {
    /// Id in this store.
    pub id: TickerId,
    /// Description.
    #[serde(flatten)]
    pub profile: Profile,
    /// Set if its bars came from a file: no market then simulates or updates it.
    #[serde(default)]
    pub imported: Option<ImportInfo>,
    /// Set if a user followed it; `None` for tickers of the catalogue.
    #[serde(default)]
    pub followed: Option<FollowInfo>,
    /// Times of the last fetches.
    #[serde(default)]
    pub fetched: FetchTimes,
    /// Total value locked in its protocol (coins).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked: Option<Tvl>,
    /// Status of its logo; the image is stored separately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<LogoStatus>,
    /// Implausible bars that are excluded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<ExcludedBar>,
    /// True if a user's file described it; no source changes such a profile.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub described_by_file: bool,
}

impl Ticker {
    /// Creates a ticker of the catalogue or of a file, with nothing fetched yet.
    pub fn new(id: TickerId, profile: Profile) -> Self {
        Self {
            id,
            profile,
            imported: None,
            followed: None,
            fetched: FetchTimes::default(),
            locked: None,
            logo: None,
            left_out: Vec::new(),
            described_by_file: false,
        }
    }

    /// Replaces the excluded bars that start within `checked` by `starts` (Unix seconds).
    pub(crate) fn exclude_bars(
        &mut self,
        interval: Interval,
        checked: &Range<i64>,
        starts: &[i64],
    ) {
        let is_other =
            |bar: &ExcludedBar| bar.interval != interval || !checked.contains(&bar.start);
        self.left_out.retain(is_other);
        let new = starts.iter().map(|start| ExcludedBar {
            interval,
            start: *start,
        });
        self.left_out.extend(new);
        self.left_out.sort_by_key(|bar| bar.start);
        let excess = self.left_out.len().saturating_sub(MAX_EXCLUDED_BARS);
        self.left_out.drain(..excess);
    }
}

/// Maximum number of excluded bars remembered per ticker.
const MAX_EXCLUDED_BARS: usize = 200;

/// Trading venue as a provider reports it; `None` where it reports nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Venue {
    /// Name of the exchange.
    pub exchange: Option<String>,
    /// IANA time zone name.
    pub time_zone: Option<String>,
    /// Delay of prices in minutes.
    pub delay_minutes: Option<u16>,
    /// Trading hours on the day of `period`; the usual hours if `period` is `None`.
    pub hours: Option<TradingHours>,
    /// Trading day that `hours` belong to.
    pub period: Option<TradingPeriod>,
    /// Days with trading, ascending, if the provider lists them.
    pub traded: Vec<TradedDay>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_without_currency_is_in_us_dollars() {
        let old = r#"{"symbol":"AAPL","name":"Apple Inc.","kind":"stock","decimals":2}"#;
        let profile: Profile = serde_json::from_str(old).unwrap();
        assert_eq!(
            profile,
            Profile::new("AAPL", "Apple Inc.", TickerKind::Stock)
        );
        assert_eq!(profile.currency, Currency::USD);
    }

    #[test]
    fn every_kind_round_trips() {
        for word in [
            "stock",
            "etf",
            "crypto",
            "commodity",
            "index",
            "ico",
            "fund",
            "currency",
        ] {
            let kind = TickerKind::parse(word).unwrap();
            assert_eq!(kind.as_str(), word);
            assert_eq!(serde_json::to_value(kind).unwrap(), word);
        }
    }
}
