//! A ticker of the catalogue.

use serde::Deserialize;

use super::error::CatalogueError;
use crate::domain::{
    dividend::Frequency,
    session::Calendar,
    ticker::{Profile, TickerKind},
};

const FILE: &str = "tickers.csv";

/// A ticker as the catalogue describes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Instrument {
    /// What everybody may know.
    pub profile: Profile,
    /// US dollars (points for an index) at the catalogue's date.
    pub price: f64,
    /// Units traded on an average day; US dollars for crypto.
    pub daily_volume: f64,
    /// Deviation of the daily change, as a fraction (0.01 = 1 %). The file has it by the year.
    pub volatility: f64,
    /// How much it moves with its market (crypto: with all of crypto).
    pub beta: f64,
    /// What it pays, if it pays.
    pub payout: Option<Payout>,
    /// Its symbol at Yahoo.
    pub yahoo: Option<String>,
    /// Its id at `CoinGecko`.
    pub coingecko: Option<String>,
}

/// Dividends or distributions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Payout {
    /// Percent of the price a year.
    pub yield_percent: f64,
    /// How often.
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
}

/// Reads the table, in its order.
pub(super) fn parse(text: &str) -> Result<Vec<Instrument>, CatalogueError> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .map(|row| {
            let row: Row = row.map_err(|source| CatalogueError::Table { file: FILE, source })?;
            let symbol = row.symbol.clone();
            build(row).map_err(|fault| CatalogueError::Value {
                file: FILE,
                symbol,
                fault,
            })
        })
        .collect()
}

fn build(row: Row) -> Result<Instrument, &'static str> {
    if !(row.price.is_finite() && row.price > 0.0) {
        return Err("the price is not a positive number");
    }
    if !(0.0..5.0).contains(&row.volatility) {
        return Err("the volatility is not a fraction of a year");
    }
    Ok(Instrument {
        payout: payout(&row)?,
        price: row.price,
        daily_volume: row.daily_volume.unwrap_or(0.0),
        volatility: row.volatility / days_a_year(row.kind).sqrt(),
        beta: row.beta.unwrap_or(0.0),
        yahoo: row.yahoo,
        coingecko: row.coingecko,
        profile: Profile {
            sector: row.sector,
            country: row.country,
            units: row.units,
            decimals: row.currency_decimals,
            ..Profile::new(row.symbol, row.name, row.kind)
        },
    })
}

/// Days with a change in price, in a year.
fn days_a_year(kind: TickerKind) -> f64 {
    match kind.calendar() {
        Calendar::Always => 365.0,
        _ => 252.0,
    }
}

fn payout(row: &Row) -> Result<Option<Payout>, &'static str> {
    let Some(yield_percent) = row.dividend_yield.filter(|percent| *percent > 0.0) else {
        return Ok(None);
    };
    let frequency = match row.dividend_frequency.as_deref() {
        Some("monthly") => Frequency::Monthly,
        Some("quarterly") => Frequency::Quarterly,
        Some("semi-annually") => Frequency::SemiAnnually,
        Some("annually") => Frequency::Annually,
        _ => return Err("the dividend frequency is none that is known"),
    };
    match row.dividend_month.unwrap_or(1) {
        month @ 1..=12 => Ok(Some(Payout {
            yield_percent,
            frequency,
            month,
        })),
        _ => Err("the dividend month is no month"),
    }
}
