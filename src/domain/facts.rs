//! What is told about a ticker beside its price.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::{earnings::EarningsEvent, fund::FundUpdate};

/// Facts about one ticker. What a source leaves out stays as it is known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TickerFacts {
    /// The ticker, by symbol.
    pub symbol: String,
    /// Everything that its source tells of it was asked for, which then rests.
    pub is_complete: bool,
    /// Units outstanding: market cap = units × price. Of a company with several classes of shares, so
    /// many of this class as all of them are worth.
    pub units: Option<f64>,
    /// What its company does.
    pub sector: Option<String>,
    /// Where its company is at home.
    pub country: Option<String>,
    /// What is locked in a coin's protocol.
    pub locked: Option<Locked>,
    /// For a fund.
    pub fund: Option<FundUpdate>,
    /// When its company reports next; it gives way to what calendars say.
    pub next_report: Option<EarningsEvent>,
    /// The next ex-date that is announced.
    pub ex_dividend: Option<AnnouncedDividend>,
}

/// A dividend of which the day is announced.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnnouncedDividend {
    /// The first day on which a buyer no longer gets it.
    pub ex_date: Date,
    /// What all regular payments of a year amount to, per unit in the ticker's currency, where that is
    /// told: the single payment is not.
    pub yearly: Option<f64>,
}

/// What is locked in a coin's protocol (TVL).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Locked {
    /// US dollars.
    pub value: f64,
    /// When a source told it.
    pub as_of: Timestamp,
}
