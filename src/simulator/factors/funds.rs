//! Factors of funds: a sector, bonds, foreign markets, currencies, or a slice of the market.

use super::model::{FactorModel, GROUP, GROWTH, MARKET, SECTOR, market, parameters, sector_walk};
use crate::{
    catalogue::{Catalogue, Instrument},
    domain::session::Calendar,
};

/// Daily standard deviation of interest rates, in the price of a long bond.
const BONDS: f64 = 0.0085;
/// Daily standard deviation of the dollar against other currencies.
const DOLLAR: f64 = 0.0045;
/// Daily standard deviation that foreign markets add.
const FOREIGN_MARKETS: f64 = 0.0060;

/// Funds of a sector, or with a bias to one.
const SECTORS: [(&str, &str, f64); 14] = [
    ("XLK", "Technology", 1.0),
    ("SMH", "Technology", 1.2),
    ("VUG", "Technology", 0.45),
    ("IWF", "Technology", 0.45),
    ("XLF", "Financial Services", 1.0),
    ("XLE", "Energy", 1.0),
    ("XLV", "Healthcare", 1.0),
    ("XBI", "Healthcare", 1.0),
    ("XLI", "Industrials", 1.0),
    ("XLP", "Consumer Defensive", 1.0),
    ("XLY", "Consumer Cyclical", 1.0),
    ("XLU", "Utilities", 1.0),
    ("XLC", "Communication Services", 1.0),
    ("VNQ", "Real Estate", 1.0),
];

/// Returns the factors of a fund that does not follow a single ticker.
pub(super) fn fund(instrument: &Instrument, catalogue: &Catalogue) -> FactorModel {
    let symbol = instrument.profile.symbol.as_str();
    let base = FactorModel::default()
        .with_factor("market", market(), instrument.beta)
        .with_drift(GROWTH * instrument.beta.clamp(0.0, 1.2));
    if let Some((_, sector, loading)) = SECTORS.iter().find(|(fund, ..)| *fund == symbol) {
        let (name, parameters) = sector_walk(sector);
        let loading = loading * (0.75 * instrument.volatility / SECTOR).min(1.0);
        return base.with_factor(name, parameters, loading).idiosyncratic(
            instrument,
            instrument.volatility,
            0.1,
        );
    }
    let category = catalogue
        .fund(symbol)
        .map_or("", |fund| fund.category.as_str());
    fund_of_category(category, base, instrument)
}

fn fund_of_category(category: &str, base: FactorModel, instrument: &Instrument) -> FactorModel {
    let sigma = instrument.volatility;
    let new_york = |sigma| parameters(Calendar::NewYork, sigma);
    match category {
        "Fixed Income" | "Multi-Asset" => {
            let stocks = instrument.beta * MARKET;
            let rates = (sigma * sigma - stocks * stocks).max(0.0).sqrt();
            base.with_factor("bonds", new_york(BONDS), 0.95 * rates / BONDS)
                .idiosyncratic(instrument, sigma, 0.1)
        }
        "International" => base
            .with_factor(
                "abroad",
                new_york(FOREIGN_MARKETS),
                (0.7 * sigma / FOREIGN_MARKETS).min(1.0),
            )
            .idiosyncratic(instrument, sigma, 0.2),
        "Commodity" => {
            let group_parameters = parameters(Calendar::Futures, GROUP);
            base.with_factor("commodities Energy", group_parameters, 0.8)
                .with_factor("commodities Agriculture", group_parameters, 0.5)
                .idiosyncratic(instrument, sigma, 0.3)
        }
        "Currency" => {
            // The dollar fund rises when the others fall.
            let sign = if instrument.profile.symbol == "UUP" {
                1.0
            } else {
                -1.0
            };
            FactorModel::default()
                .with_factor("dollar", new_york(DOLLAR), sign * 0.85 * sigma / DOLLAR)
                .idiosyncratic(instrument, sigma, 0.2)
        }
        _ => base.idiosyncratic(instrument, sigma, 0.12),
    }
}
