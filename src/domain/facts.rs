//! Data about a ticker that is not a price.

use std::collections::HashMap;

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::{Deserialize, Serialize};

use super::{
    earnings::EarningsEvent,
    fund::FundUpdate,
    identity::{Figi, Isin},
    split::Split,
};

/// Facts about one ticker from one source. `None` leaves the known value unchanged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TickerFacts {
    /// Symbol of the ticker.
    pub symbol: String,
    /// True if the source has no further facts, so that the server waits before it requests the ticker again.
    pub is_complete: bool,
    /// Units outstanding: market cap = units × price. For a company with several share classes, the value of all
    /// classes divided by the price of this class.
    pub units: Option<f64>,
    /// Sector of the company.
    pub sector: Option<String>,
    /// Industry of the company, which is a part of its sector.
    pub industry: Option<String>,
    /// Country of domicile.
    pub country: Option<String>,
    /// ISIN of the instrument.
    pub isin: Option<Isin>,
    /// FIGI of the listing.
    pub figi: Option<Figi>,
    /// Total value locked in the protocol of a coin.
    pub locked: Option<Tvl>,
    /// Facts about the fund; `None` if the ticker is not a fund.
    pub fund: Option<FundUpdate>,
    /// Next earnings report; data from earnings calendars takes precedence.
    pub next_report: Option<EarningsEvent>,
    /// Next announced ex-date.
    pub ex_dividend: Option<AnnouncedDividend>,
    /// Facts from a list of all stocks, which rank below those of other sources; `None` if the source is no such list.
    pub listed: Option<ListFacts>,
}

/// Facts about a stock from a list of all stocks of a market. Those of other sources replace them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ListFacts {
    /// The market cap divided by the price, both of the list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<ReportedShares>,
    /// Sector of the company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sector: Option<String>,
    /// Industry of the company.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub industry: Option<String>,
    /// Country of domicile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
}

/// The figures of a stock in a list of all stocks of a market, in US dollars. `None` is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ListedFigures {
    /// Last price.
    pub price: Option<f64>,
    /// Change since the previous close, in percent.
    pub change: Option<f64>,
    /// Shares traded in the session.
    pub volume: Option<f64>,
    /// Market capitalization.
    pub market_cap: Option<f64>,
}

/// Figures of the members of an index, which are in the list whether they are followed or not.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedMembers {
    /// By symbol.
    pub by_symbol: HashMap<String, ListedFigures>,
    /// Time of the prices.
    pub as_of: Timestamp,
    /// Name of the provider; empty until `ingest` sets it.
    pub provider: String,
}

/// An announced ex-date, without the amount of the payment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AnnouncedDividend {
    /// First day on which a buyer does not receive the dividend.
    pub ex_date: Date,
    /// Sum of a year's regular payments per unit, in the ticker's currency; `None` if unknown.
    pub yearly: Option<f64>,
}

/// Total value locked (TVL) in the protocol of a coin.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tvl {
    /// Value in US dollars.
    pub value: f64,
    /// Time of the reading.
    pub as_of: Timestamp,
}

/// Number of shares outstanding by a company's report, or by a list of stocks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ReportedShares {
    /// Number of shares on the day of the count.
    pub count: f64,
    /// Filing date of the report, or date of the list. Later splits change the number.
    pub filed: Date,
}

impl ReportedShares {
    /// The maximum age of a report, in days. A company that stopped to report may have any number of shares.
    const MAX_AGE_DAYS: i32 = 550;

    /// Returns the number of shares on `day`, after the splits since the report; `None` if the report is too old.
    pub fn on(&self, day: Date, splits: &[Split]) -> Option<f64> {
        if self.filed < day.saturating_sub(Self::MAX_AGE_DAYS.days()) {
            return None;
        }
        let later = splits
            .iter()
            .filter(|split| split.date > self.filed && split.date <= day);
        let factor: f64 = later
            .map(|split| split.numerator / split.denominator)
            .product();
        Some(self.count * factor)
    }
}
