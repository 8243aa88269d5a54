//! Tickers: instruments with a symbol and a price.

mod records;
mod shares;

pub use self::records::{ExcludedBar, FetchTimes, FollowInfo, ImportInfo};

use std::ops::Range;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{
    bar::Interval,
    currency::Currency,
    facts::{ListFacts, ReportedShares, Tvl},
    identity::{Figi, Isin, valid_or_none},
    logo::LogoStatus,
    price::is_plausible_price,
    quotation::{Quotation, QuotedIn},
    session::{Calendar, ExchangeListing, ReportedDay, TradingDay, TradingHours, TradingPeriod},
};

/// Id of a ticker in the store. Ids start at 1 and are never reused.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TickerId(pub u32);

impl TickerId {
    /// Returns the index of this ticker in an array that starts with id 1.
    pub(crate) fn index(self) -> usize {
        self.0.saturating_sub(1) as usize
    }

    /// Converts an index from [`TickerId::index`] back to the id.
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
    /// A currency pair: the price of one unit of the first currency in the second.
    Currency,
    /// A bond, usually quoted in percent of its nominal value.
    Bond,
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
            Self::Bond => "bond",
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
            Self::Bond,
        ]
        .into_iter()
        .find(|kind| kind.as_str() == word)
    }

    /// Returns true if a ticker of this kind can have this price. Prices of futures and indices (of interest rates, for
    /// example) may be negative.
    pub(crate) fn allows_price(self, price: f64) -> bool {
        is_plausible_price(price, matches!(self, Self::Commodity | Self::Index))
    }

    /// Returns the usual unit of prices of this kind, unless a source says otherwise.
    pub(crate) fn default_quotation(self) -> Quotation {
        match self {
            Self::Bond => Quotation::Percent,
            _ => Quotation::Currency,
        }
    }

    /// Returns the US trading calendar for this kind, the default for tickers with an unknown exchange.
    pub(crate) fn default_calendar(self) -> Calendar {
        match self {
            Self::Stock | Self::Etf | Self::Index | Self::Fund | Self::Bond => Calendar::NewYork,
            Self::Commodity => Calendar::Futures,
            Self::Currency => Calendar::Currencies,
            Self::Crypto | Self::Ico => Calendar::Always,
        }
    }
}

/// The symbols of yields of US Treasury securities. Their prices are yields in percent.
const YIELDS: [&str; 4] = ["^FVX", "^IRX", "^TNX", "^TYX"];

/// Returns true if the price of a symbol is a yield in percent, which may be zero.
pub(crate) fn is_yield(symbol: &str) -> bool {
    YIELDS.contains(&symbol)
}

/// Description of a ticker without its price. `symbol` is the key.
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
    /// Industry of the company, which is a part of its sector (stocks).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub industry: Option<String>,
    /// Country of domicile (stocks).
    #[serde(default)]
    pub country: Option<String>,
    /// Shares outstanding, or circulating supply: market cap = units × price.
    #[serde(default)]
    pub units: Option<f64>,
    /// Number of decimals that the ticker's quotes have.
    #[serde(default = "default_decimals")]
    pub decimals: u8,
    /// Currency of prices, bars and dividends. Amounts are in whole units (pounds, not pence).
    #[serde(default)]
    pub currency: Currency,
    /// The unit of prices and bars.
    #[serde(default, skip_serializing_if = "Quotation::is_currency")]
    pub quotation: Quotation,
    /// Nominal value of one bond: the smallest amount that can be traded, in `currency`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub par_value: Option<f64>,
    /// ISIN of the instrument; listings at several exchanges have the same one.
    #[serde(
        default,
        deserialize_with = "valid_or_none",
        skip_serializing_if = "Option::is_none"
    )]
    pub isin: Option<Isin>,
    /// FIGI of this listing.
    #[serde(
        default,
        deserialize_with = "valid_or_none",
        skip_serializing_if = "Option::is_none"
    )]
    pub figi: Option<Figi>,
    /// Exchange name.
    #[serde(default)]
    pub exchange: Option<String>,
    /// IANA name of the exchange's time zone.
    #[serde(default)]
    pub time_zone: Option<String>,
    /// Delay of prices in minutes, if the exchange requires one.
    #[serde(default)]
    pub delay_minutes: Option<u16>,
    /// Usual trading hours reported by a provider.
    #[serde(default)]
    pub hours: Option<TradingHours>,
    /// Days with other hours than `hours` and the built-in calendar, as reported by a provider.
    #[serde(rename = "told_days", default, skip_serializing_if = "Vec::is_empty")]
    pub reported_days: Vec<ReportedDay>,
    /// True if the ticker trades around the clock regardless of its kind, as in the sample market.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub always_open: bool,
}

impl Profile {
    /// Creates a minimal profile: US dollars, two decimals, and the usual unit of prices.
    pub fn new(symbol: impl Into<String>, name: impl Into<String>, kind: TickerKind) -> Self {
        Self {
            symbol: symbol.into(),
            name: name.into(),
            kind,
            sector: None,
            industry: None,
            country: None,
            units: None,
            decimals: default_decimals(),
            currency: Currency::USD,
            quotation: kind.default_quotation(),
            par_value: None,
            isin: None,
            figi: None,
            exchange: None,
            time_zone: None,
            delay_minutes: None,
            hours: None,
            reported_days: Vec::new(),
            always_open: false,
        }
    }

    /// Returns the currency and the unit of the price.
    pub(crate) fn quoted_in(&self) -> QuotedIn {
        QuotedIn {
            currency: self.currency,
            quotation: self.quotation,
        }
    }

    /// Returns the trading venue of the profile.
    pub(crate) fn venue(&self) -> Venue {
        Venue {
            exchange: self.exchange.clone(),
            time_zone: self.time_zone.clone(),
            delay_minutes: self.delay_minutes,
            hours: self.hours,
            ..Venue::default()
        }
    }

    /// Returns the profile with the known values of `venue`. Unknown values of `venue` change nothing.
    #[must_use]
    pub fn with_venue(self, venue: Venue) -> Self {
        Self {
            exchange: venue.exchange.or(self.exchange),
            time_zone: venue.time_zone.or(self.time_zone),
            delay_minutes: venue.delay_minutes.or(self.delay_minutes),
            hours: venue.hours.or(self.hours),
            ..self
        }
    }

    /// Updates exchange, time zone, delay and hours from a provider's report. The usual hours change only according to
    /// [`Calendar::learn_period`] and [`Calendar::learn_trading_days`].
    pub(crate) fn update_venue(&mut self, venue: Venue, now: jiff::Timestamp) {
        let (period, hours) = (venue.period, venue.hours);
        let trading_days = venue.trading_days.clone();
        *self = self.clone().with_venue(Venue {
            hours: self.hours.or(hours.filter(|_| period.is_none())),
            ..venue
        });
        if let Some((period, hours)) = period.zip(hours) {
            self.update_hours(|calendar, usual_hours, days| {
                calendar.learn_period(period, hours, now, usual_hours, days);
            });
        }
        if !trading_days.is_empty() {
            self.update_hours(|calendar, usual_hours, days| {
                calendar.learn_trading_days(&trading_days, now, usual_hours, days);
            });
        }
    }

    /// Calls `update` with a calendar without the reported days, the usual hours and the reported days.
    fn update_hours(
        &mut self,
        update: impl FnOnce(Calendar, &mut Option<TradingHours>, &mut Vec<ReportedDay>),
    ) {
        let mut days = std::mem::take(&mut self.reported_days);
        let mut usual_hours = self.hours;
        update(self.calendar(), &mut usual_hours, &mut days);
        self.hours = usual_hours;
        self.reported_days = days;
    }

    /// Returns true if the ticker has pre-market and after-hours trading: a stock or ETF in New York.
    pub(crate) fn has_extended_hours(&self) -> bool {
        matches!(self.kind, TickerKind::Stock | TickerKind::Etf)
            && self.calendar() == Calendar::NewYork
    }

    /// Returns the trading calendar of the ticker.
    pub(crate) fn calendar(&self) -> Calendar {
        let default = self.kind.default_calendar();
        let zone = self.time_zone.as_deref();
        match self.kind {
            _ if self.always_open => Calendar::Always,
            TickerKind::Crypto | TickerKind::Ico | TickerKind::Currency => default,
            // All US futures follow the hours of Globex.
            TickerKind::Commodity if zone.is_none_or(|zone| zone.starts_with("America/")) => {
                default
            }
            // A ticker in another currency and without a known exchange is probably not American.
            _ if zone.is_none() && self.exchange.is_none() && self.currency != Currency::USD => {
                self.exchange_calendar(None)
                    .unwrap_or_else(Calendar::unknown)
            }
            _ => self.exchange_calendar(zone).unwrap_or(default),
        }
    }

    /// Returns the calendar of the exchange, or `None` if the exchange is unknown.
    fn exchange_calendar(&self, zone: Option<&str>) -> Option<Calendar> {
        Calendar::for_listing(&ExchangeListing {
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

/// A stored ticker: its profile and the records on its data.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ticker {
    /// Id in this store.
    pub id: TickerId,
    /// Description.
    #[serde(flatten)]
    pub profile: Profile,
    /// Set if the bars came from a file. Simulator and providers then do not change the ticker's prices.
    #[serde(default)]
    pub imported: Option<ImportInfo>,
    /// Set if a user follows the ticker; `None` for tickers of the catalogue.
    #[serde(default)]
    pub followed: Option<FollowInfo>,
    /// Times when history and facts were last fetched.
    #[serde(default)]
    pub fetched: FetchTimes,
    /// Total value locked in the protocol of a coin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked: Option<Tvl>,
    /// Shares outstanding by the company's newest report, if one listed share is one share of the company. The market cap
    /// is that number × price unless a source sends a market cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_shares: Option<ReportedShares>,
    /// Day up to which the stored dividends are adjusted for splits; `None` if no dividends were stored since the server records it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dividends_adjusted_until: Option<Date>,
    /// Facts from a list of all stocks: the shares that are used if no other source has them, and those texts of the profile that
    /// come from the list, so that other sources replace them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list_facts: Option<Box<ListFacts>>,
    /// Status of the logo. The image is stored separately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<LogoStatus>,
    /// Bars that are excluded as implausible.
    #[serde(rename = "left_out", default, skip_serializing_if = "Vec::is_empty")]
    pub excluded_bars: Vec<ExcludedBar>,
    /// True if the profile comes from a user's file. Providers do not change such a profile.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub described_by_file: bool,
}

impl Ticker {
    /// Creates a ticker without fetched data.
    pub fn new(id: TickerId, profile: Profile) -> Self {
        Self {
            id,
            profile,
            imported: None,
            followed: None,
            fetched: FetchTimes::default(),
            locked: None,
            reported_shares: None,
            dividends_adjusted_until: None,
            list_facts: None,
            logo: None,
            excluded_bars: Vec::new(),
            described_by_file: false,
        }
    }

    /// Replaces the excluded bars of an interval within `checked_range`. `starts` are the starts of the bars to exclude.
    /// All times are in Unix seconds.
    pub(crate) fn exclude_bars(
        &mut self,
        interval: Interval,
        checked_range: &Range<i64>,
        starts: &[i64],
    ) {
        self.excluded_bars
            .retain(|bar| bar.interval != interval || !checked_range.contains(&bar.start));
        let new_bars = starts.iter().map(|start| ExcludedBar {
            interval,
            start: *start,
        });
        self.excluded_bars.extend(new_bars);
        self.excluded_bars.sort_by_key(|bar| bar.start);
        let excess = self.excluded_bars.len().saturating_sub(MAX_EXCLUDED_BARS);
        self.excluded_bars.drain(..excess);
    }
}

/// Maximum number of excluded bars per ticker. The oldest are dropped first.
const MAX_EXCLUDED_BARS: usize = 200;

/// Trading venue as a provider reports it; unreported values are `None`.
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
    /// Trading days, ascending; empty if the provider does not list them.
    pub trading_days: Vec<TradingDay>,
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
    fn a_record_without_a_unit_is_in_money() {
        let stock = Profile::new("AAPL", "Apple Inc.", TickerKind::Stock);
        let record = serde_json::to_value(&stock).unwrap();
        assert_eq!(record.get("quotation"), None);
        assert_eq!(record.get("par_value"), None);
        let bond = Profile {
            par_value: Some(1_000.0),
            ..Profile::new("DE0001102580.F", "Bund 2032", TickerKind::Bond)
        };
        let record = serde_json::to_value(&bond).unwrap();
        assert_eq!(
            (&record["kind"], &record["quotation"]),
            (&"bond".into(), &"percent".into())
        );
        assert_eq!(serde_json::from_value::<Profile>(record).unwrap(), bond);
        let in_money = Profile {
            quotation: Quotation::Currency,
            ..bond
        };
        let record = serde_json::to_value(&in_money).unwrap();
        assert_eq!(serde_json::from_value::<Profile>(record).unwrap(), in_money);
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
            "bond",
        ] {
            let kind = TickerKind::parse(word).unwrap();
            assert_eq!(kind.as_str(), word);
            assert_eq!(serde_json::to_value(kind).unwrap(), word);
        }
    }
}
