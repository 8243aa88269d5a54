//! A ticker: something with a symbol and a price.

mod notes;

pub use self::notes::{Fetched, Followed, ImportedFrom, LeftOutBar};

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{
    bar::Interval,
    currency::Currency,
    facts::Locked,
    logo::LogoNote,
    price::is_price,
    session::{Calendar, ExchangeListing, ToldDay, TradedDay, TradingHours, TradingPeriod},
};

/// A ticker's number in this store: from 1, never reused.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct TickerId(pub u32);

impl TickerId {
    /// The position of this ticker in a dense table that starts with id 1.
    pub(crate) fn index(self) -> usize {
        self.0.saturating_sub(1) as usize
    }

    /// The ticker at a position of such a table.
    pub(crate) fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1))
    }
}

impl std::fmt::Display for TickerId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// What a ticker is.
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
    /// A mutual fund, which is priced once a day.
    Fund,
    /// A pair of currencies: what one of the first costs in the second.
    Currency,
}

impl TickerKind {
    /// The word on the wire, in lower case.
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

    /// The reverse of [`TickerKind::as_str`]; `None` for any other word.
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

    /// Returns true for a price that this kind can have. A future may cost less than nothing, and so may an index,
    /// such as one of interest rates.
    pub(crate) fn can_cost(self, price: f64) -> bool {
        is_price(price, matches!(self, Self::Commodity | Self::Index))
    }

    /// When this kind trades where nothing else is known: in the United States.
    pub(crate) fn calendar(self) -> Calendar {
        match self {
            Self::Stock | Self::Etf | Self::Index | Self::Fund => Calendar::NewYork,
            Self::Commodity => Calendar::Futures,
            Self::Currency => Calendar::Currencies,
            Self::Crypto | Self::Ico => Calendar::Always,
        }
    }
}

/// What a source knows about a ticker before any price: upserted by `symbol`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// As exchanges and providers write it: `AAPL`, `BTC`, `GC=F`, `^GSPC`.
    pub symbol: String,
    /// The full name.
    pub name: String,
    /// What it is.
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
    /// Digits after the point that its price is quoted with.
    #[serde(default = "two")]
    pub decimals: u8,
    /// What its prices, bars and dividends are in, in whole units.
    #[serde(default)]
    pub currency: Currency,
    /// Name of the exchange where it is traded.
    #[serde(default)]
    pub exchange: Option<String>,
    /// IANA name of the exchange's time zone.
    #[serde(default)]
    pub time_zone: Option<String>,
    /// How late its prices come by the exchange's rules, in minutes.
    #[serde(default)]
    pub delay_minutes: Option<u16>,
    /// When its exchange trades, as its provider tells.
    #[serde(default)]
    pub hours: Option<TradingHours>,
    /// Days of its exchange that are not as its hours and its calendar have it, as its provider tells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told_days: Vec<ToldDay>,
    /// Traded round the clock, whatever the hours of its kind: so the sample market can be.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub always_open: bool,
}

impl Profile {
    /// A profile that says nothing but what it must: in US dollars, with two digits.
    pub fn new(symbol: impl Into<String>, name: impl Into<String>, kind: TickerKind) -> Self {
        Self {
            symbol: symbol.into(),
            name: name.into(),
            kind,
            sector: None,
            country: None,
            units: None,
            decimals: two(),
            currency: Currency::USD,
            exchange: None,
            time_zone: None,
            delay_minutes: None,
            hours: None,
            told_days: Vec::new(),
            always_open: false,
        }
    }

    /// Where it is traded.
    pub(crate) fn venue(&self) -> Venue {
        Venue {
            exchange: self.exchange.clone(),
            time_zone: self.time_zone.clone(),
            delay_minutes: self.delay_minutes,
            hours: self.hours,
            ..Venue::default()
        }
    }

    /// With what `venue` tells; what it does not stays.
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

    /// Learns from what `venue` tells at `now`: names and the zone as they are told, hours with what
    /// speaks against them (see [`Calendar::learn`]).
    pub(crate) fn learn(&mut self, venue: Venue, now: jiff::Timestamp) {
        let (period, hours) = (venue.period, venue.hours);
        let traded = venue.traded.clone();
        let learned = self.clone().at(Venue {
            hours: self.hours.or(hours.filter(|_| period.is_none())),
            ..venue
        });
        *self = learned;
        if let Some((period, hours)) = period.zip(hours) {
            let mut days = std::mem::take(&mut self.told_days);
            let mut usual = self.hours;
            self.calendar()
                .learn(period, hours, now, &mut usual, &mut days);
            self.hours = usual;
            self.told_days = days;
        }
        if !traded.is_empty() {
            let mut days = std::mem::take(&mut self.told_days);
            let mut usual = self.hours;
            self.calendar()
                .learn_traded(&traded, now, &mut usual, &mut days);
            self.hours = usual;
            self.told_days = days;
        }
    }

    /// Whether it is traded before and after regular hours too: shares and exchange-traded funds of New York.
    pub(crate) fn has_extended_hours(&self) -> bool {
        matches!(self.kind, TickerKind::Stock | TickerKind::Etf)
            && self.calendar() == Calendar::NewYork
    }

    /// When it trades: by the clock of its exchange, where that is known.
    pub(crate) fn calendar(&self) -> Calendar {
        let usual = self.kind.calendar();
        let zone = self.time_zone.as_deref();
        match self.kind {
            _ if self.always_open => Calendar::Always,
            TickerKind::Crypto | TickerKind::Ico | TickerKind::Currency => usual,
            // All of America's futures keep the hours of Globex.
            TickerKind::Commodity if zone.is_none_or(|zone| zone.starts_with("America/")) => usual,
            // Neither a zone nor an exchange is known, and nothing says that it is an American one.
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
            days: &self.told_days,
        })
    }
}

fn two() -> u8 {
    2
}

/// A ticker as it is stored: its profile under its number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ticker {
    /// Its number in this store.
    pub id: TickerId,
    /// What is known of it.
    #[serde(flatten)]
    pub profile: Profile,
    /// Set when its bars came from a file: the ticker then belongs to that file, and no market
    /// simulates or ticks it.
    #[serde(default)]
    pub imported: Option<ImportedFrom>,
    /// Set when somebody follows it who found it at a provider; the others belong to the catalogue.
    #[serde(default)]
    pub followed: Option<Followed>,
    /// When its history was last fetched.
    #[serde(default)]
    pub fetched: Fetched,
    /// What is locked in its protocol, for a coin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked: Option<Locked>,
    /// When its logo was asked for; the image is kept beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<LogoNote>,
    /// Bars of it that cannot be true and are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOutBar>,
    /// A person's file said what it is, which nobody else changes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub described_by_file: bool,
}

impl Ticker {
    /// A ticker of the catalogue, or of a file: nothing was fetched for it yet.
    pub fn new(id: TickerId, profile: Profile) -> Self {
        Self {
            id,
            profile,
            imported: None,
            followed: None,
            fetched: Fetched::default(),
            locked: None,
            logo: None,
            left_out: Vec::new(),
            described_by_file: false,
        }
    }

    /// Notes which bars that start within `checked` are left out.
    pub(crate) fn leave_out(&mut self, interval: Interval, checked: &Range<i64>, starts: &[i64]) {
        let is_other = |bar: &LeftOutBar| bar.interval != interval || !checked.contains(&bar.start);
        self.left_out.retain(is_other);
        let new = starts.iter().map(|start| LeftOutBar {
            interval,
            start: *start,
        });
        self.left_out.extend(new);
        self.left_out.sort_by_key(|bar| bar.start);
        let excess = self.left_out.len().saturating_sub(MOST_LEFT_OUT);
        self.left_out.drain(..excess);
    }
}

/// So many bars that were left out are remembered of a ticker.
const MOST_LEFT_OUT: usize = 200;

/// What a provider tells of the place where a ticker is traded; `None` where it does not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Venue {
    /// Name of the exchange.
    pub exchange: Option<String>,
    /// IANA name of its time zone.
    pub time_zone: Option<String>,
    /// How late prices come, in minutes.
    pub delay_minutes: Option<u16>,
    /// When it trades on the day of `period`, or usually where there is none.
    pub hours: Option<TradingHours>,
    /// The trading day whose hours these are.
    pub period: Option<TradingPeriod>,
    /// The days on which it traded, ascending, where the provider lists them.
    pub traded: Vec<TradedDay>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_from_before_there_were_currencies_is_in_us_dollars() {
        let old = r#"{"symbol":"AAPL","name":"Apple Inc.","kind":"stock","decimals":2}"#;
        let profile: Profile = serde_json::from_str(old).unwrap();
        assert_eq!(
            profile,
            Profile::new("AAPL", "Apple Inc.", TickerKind::Stock)
        );
        assert_eq!(profile.currency, Currency::USD);
    }

    #[test]
    fn every_kind_is_read_as_it_is_written() {
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
