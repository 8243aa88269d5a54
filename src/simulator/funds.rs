//! Fund facts that move with the simulated market: assets and yield.

use jiff::civil::Date;

use super::{dividends::dividends, engine::Engine};
use crate::domain::{dividend::Dividend, fund::FundFacts};

/// Number of payments from which the yield is computed.
const YIELD_PAYMENTS: usize = 4;

/// Returns the catalogue's funds at `now`. Their assets are units times price, like the market cap, and their yield
/// follows from the latest dividends.
pub(super) fn funds(engine: &Engine, now: i64, today: Date) -> Vec<FundFacts> {
    let facts = |fund: &FundFacts| {
        let Some(index) = engine.index_of(&fund.symbol) else {
            return fund.clone();
        };
        let price = engine.price_at(index, now);
        let units = engine.instrument(index).profile.units;
        let paid = dividends(engine, index, today);
        FundFacts {
            aum: units.map(|units| units * price).or(fund.aum),
            distribution_yield: paid
                .and_then(|paid| yield_of(&paid, price))
                .or(fund.distribution_yield),
            ..fund.clone()
        }
    };
    engine.catalogue.funds.iter().map(facts).collect()
}

/// Returns the yearly sum of dividends, estimated from the latest payments, in percent of the price.
fn yield_of(paid: &[Dividend], price: f64) -> Option<f64> {
    let recent = &paid[..paid.len().min(YIELD_PAYMENTS)];
    let per_year = f64::from(recent.first()?.frequency?.per_year());
    let sum: f64 = recent.iter().map(|dividend| dividend.amount).sum();
    let percent = 100.0 * sum / recent.len() as f64 * per_year / price;
    Some((percent * 1e4).round() / 1e4)
}
