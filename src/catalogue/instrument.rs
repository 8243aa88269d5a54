//! Reads the tickers of the catalogue.

use serde::Deserialize;

use super::{error::CatalogueError, tables};
use crate::domain::{
    dividend::Frequency,
    session::Calendar,
    ticker::{Profile, TickerKind},
};

const FILE: &str = "tickers.csv";

/// A ticker of the catalogue.
#[derive(Debug, Clone, PartialEq)]
pub struct Instrument {
    /// Properties that the API shows.
    pub profile: Profile,
    /// Price in US dollars (points for an index) at the catalogue's date.
    pub price: f64,
    /// Number of units traded on an average day; for crypto, the volume in US dollars.
    pub daily_volume: f64,
    /// Standard deviation of the daily return, as a fraction (0.01 = 1 %), converted from the annual value in the file.
    pub volatility: f64,
    /// Sensitivity to the moves of the market; for crypto, to the moves of the crypto market.
    pub beta: f64,
    /// Dividends or distributions, if any.
    pub payout: Option<Payout>,
    /// Yahoo's symbol.
    pub yahoo: Option<String>,
    /// `CoinGecko`'s id.
    pub coingecko: Option<String>,
}

/// Dividends or distributions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Payout {
    /// Percent of the price per year.
    pub yield_percent: f64,
    /// Frequency of payments.
    pub frequency: Frequency,
    /// First month of the year with an ex-date, 1 to 12.
    pub month: i8,
}

/// A row of the file.
#[derive(Debug, Deserialize)]
struct Row {
    symbol: String,
    name: String,
    #[serde(rename = "type")]
    kind: TickerKind,
    sector: Option<String>,
    country: Option<String>,
    currency_decimals: u8,
    price: f64,
    units: Option<f64>,
    daily_volume: Option<f64>,
    volatility: f64,
    beta: Option<f64>,
    dividend_yield: Option<f64>,
    dividend_frequency: Option<String>,
    dividend_month: Option<i8>,
    yahoo: Option<String>,
    coingecko: Option<String>,
    isin: Option<String>,
}

/// Reads the tickers, in file order.
pub(super) fn parse(text: &str) -> Result<Vec<Instrument>, CatalogueError> {
    tables::rows(FILE, text)?
        .into_iter()
        .map(|row: Row| {
            let symbol = row.symbol.clone();
            to_instrument(row).map_err(|fault| CatalogueError::Value {
                file: FILE,
                symbol,
                fault,
            })
        })
        .collect()
}

fn to_instrument(row: Row) -> Result<Instrument, &'static str> {
    if !(row.price.is_finite() && row.price > 0.0) {
        return Err("the price is not a positive number");
    }
    if !(0.0..5.0).contains(&row.volatility) {
        return Err("the volatility is not between 0 and 5");
    }
    let isin = row.isin.as_deref().map(str::parse).transpose();
    Ok(Instrument {
        payout: payout(&row)?,
        price: row.price,
        daily_volume: row.daily_volume.unwrap_or(0.0),
        volatility: row.volatility / trading_days_per_year(row.kind).sqrt(),
        beta: row.beta.unwrap_or(0.0),
        yahoo: row.yahoo,
        coingecko: row.coingecko,
        profile: Profile {
            sector: row.sector,
            country: row.country,
            units: row.units,
            isin: isin.map_err(|_| "the ISIN is invalid")?,
            decimals: row.currency_decimals,
            ..Profile::new(row.symbol, row.name, row.kind)
        },
    })
}

/// Returns the number of days per year on which the price changes.
fn trading_days_per_year(kind: TickerKind) -> f64 {
    match kind.default_calendar() {
        Calendar::Always => 365.0,
        _ => 252.0,
    }
}

/// Returns the payout of a row; `None` if the row has no yield.
fn payout(row: &Row) -> Result<Option<Payout>, &'static str> {
    let Some(yield_percent) = row.dividend_yield.filter(|percent| *percent > 0.0) else {
        return Ok(None);
    };
    let frequency = match row.dividend_frequency.as_deref() {
        Some("monthly") => Frequency::Monthly,
        Some("quarterly") => Frequency::Quarterly,
        Some("semi-annually") => Frequency::SemiAnnually,
        Some("annually") => Frequency::Annually,
        _ => return Err("the dividend frequency is unknown"),
    };
    match row.dividend_month.unwrap_or(1) {
        month @ 1..=12 => Ok(Some(Payout {
            yield_percent,
            frequency,
            month,
        })),
        _ => Err("the dividend month is not between 1 and 12"),
    }
}
