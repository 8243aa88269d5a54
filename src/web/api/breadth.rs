//! Market breadth: how many stocks rose today, which sectors led, and which stocks moved most.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::ticker::TickerKind,
    market::{Listing, MarketState, Topic},
    web::{
        AppState,
        api::shapes::{DisplayRates, TickerRow},
        http::{error::Result, reply::Reply, request::ApiRequest},
    },
};

/// Maximum number of gainers, and maximum number of losers.
const MAX_MOVERS: usize = 5;
/// Smallest change that counts as a rise or fall, in percent. Smaller changes are displayed as 0.00 %.
const MIN_CHANGE_PERCENT: f64 = 0.005;

/// Market breadth of the stocks on this server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Breadth {
    /// Number of stocks that rose in 24 hours.
    advancing: usize,
    /// Number of stocks that fell in 24 hours.
    declining: usize,
    /// Number of stocks with an unchanged price in 24 hours.
    unchanged: usize,
    /// Sectors by change, largest gain first.
    sectors: Vec<SectorMove>,
    /// The stocks with the largest gains, largest gain first.
    gainers: Vec<TickerRow>,
    /// The stocks with the largest losses, largest loss first.
    losers: Vec<TickerRow>,
}

/// The price change of a sector.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SectorMove {
    /// The sector's name.
    name: String,
    /// 24-hour change in percent: the mean change of the sector's stocks, weighted by market cap.
    change: f64,
}

/// Returns the number of stocks that rose and fell, the change of each sector, and the stocks that moved most.
#[utoipa::path(get, path = "/api/market-breadth", responses((status = 200, description = "Counts of rising and falling stocks, sectors, and largest movers.", body = Breadth)))]
pub(crate) async fn read(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let display = state.display_currency(request.person());
    let body = state
        .cached(
            request.person(),
            "market-breadth",
            &[Topic::Tickers],
            |market, now| Breadth::compute(market, &DisplayRates::new(market, display), now),
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

impl Breadth {
    fn compute(market: &MarketState, rates: &DisplayRates<'_>, now: Timestamp) -> Self {
        // Stocks with a known change, largest gain first.
        let mut changes: Vec<(f64, &Listing)> = market
            .of_kind(TickerKind::Stock)
            .filter_map(|stock| Some((stock.quote.as_ref()?.change_24h?, stock)))
            .collect();
        changes.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let gainers = changes
            .iter()
            .filter(|(change, _)| *change >= MIN_CHANGE_PERCENT);
        let losers = changes
            .iter()
            .rev()
            .filter(|(change, _)| *change <= -MIN_CHANGE_PERCENT);
        let (advancing, declining) = (gainers.clone().count(), losers.clone().count());
        let row = |(_, stock): &(f64, &Listing)| TickerRow::of(stock, rates, now);
        Self {
            advancing,
            declining,
            unchanged: changes.len() - advancing - declining,
            sectors: sector_changes(market, &changes),
            gainers: gainers.take(MAX_MOVERS).map(row).collect(),
            losers: losers.take(MAX_MOVERS).map(row).collect(),
        }
    }
}

/// Computes the change of each sector from `changes`: the change of a stock in percent, and the stock.
fn sector_changes(market: &MarketState, changes: &[(f64, &Listing)]) -> Vec<SectorMove> {
    // Per sector: total market cap, and the sum of its stocks' changes multiplied by their market caps.
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (change, stock) in changes {
        let Some(sector) = stock.ticker.profile.sector.as_deref() else {
            continue;
        };
        let market_cap = market.cap_in_dollars(stock).unwrap_or_default();
        let (total_cap, weighted_change) = sums.entry(sector).or_default();
        *total_cap += market_cap;
        *weighted_change += market_cap * change;
    }
    let mut sectors: Vec<SectorMove> = sums
        .into_iter()
        .filter(|(_, (total_cap, _))| *total_cap > 0.0)
        .map(|(name, (total_cap, weighted_change))| SectorMove {
            name: name.to_owned(),
            change: weighted_change / total_cap,
        })
        .collect();
    sectors.sort_by(|a, b| b.change.total_cmp(&a.change));
    sectors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{
            currency::Currency,
            ticker::{Profile, Ticker, TickerId},
        },
        testing,
    };

    /// Computes the breadth of a market with `stocks`: sector, change in percent if known, market cap.
    fn breadth(stocks: &[(&str, Option<f64>, f64)]) -> Breadth {
        let mut market = MarketState::default();
        for ((sector, change, cap), id) in stocks.iter().zip(1..) {
            let mut profile = Profile::new(format!("S{id}"), "A stock", TickerKind::Stock);
            profile.sector = Some((*sector).to_owned());
            market.put(Ticker::new(TickerId(id), profile));
            let mut quote = testing::quote(10.0, Timestamp::UNIX_EPOCH);
            (quote.change_24h, quote.market_cap) = (*change, Some(*cap));
            market.get_mut(TickerId(id)).unwrap().quote = Some(quote);
        }
        let rates = DisplayRates::new(&market, Currency::USD);
        Breadth::compute(&market, &rates, Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn changes_below_the_displayed_precision_count_as_unchanged_and_unknown_changes_are_not_counted()
     {
        let breadth = breadth(&[
            ("Energy", Some(1.0), 1.0),
            ("Energy", Some(0.004), 1.0),
            ("Energy", Some(-2.0), 1.0),
            ("Energy", Some(-0.5), 1.0),
            ("Energy", None, 1.0),
        ]);
        assert_eq!(
            (breadth.advancing, breadth.declining, breadth.unchanged),
            (1, 2, 1)
        );
        assert_eq!((breadth.gainers.len(), breadth.losers.len()), (1, 2));
        let largest_loser = breadth.losers.first().map(|row| row.ticker.id);
        assert_eq!(largest_loser, Some(3), "the largest loss comes first");
    }

    #[test]
    fn sector_changes_are_weighted_by_market_cap_and_sorted_best_first() {
        let breadth = breadth(&[
            ("Utilities", Some(-1.0), 100.0),
            ("Technology", Some(2.0), 300.0),
            ("Technology", Some(-2.0), 100.0),
            ("Unpriced", Some(9.0), 0.0),
        ]);
        let sectors: Vec<_> = breadth
            .sectors
            .iter()
            .map(|sector| (sector.name.as_str(), sector.change))
            .collect();
        assert_eq!(sectors, [("Technology", 1.0), ("Utilities", -1.0)]);
    }

    #[test]
    fn a_market_without_prices_has_empty_breadth() {
        let breadth = breadth(&[]);
        assert_eq!(breadth.advancing + breadth.declining + breadth.unchanged, 0);
        assert!(breadth.sectors.is_empty() && breadth.gainers.is_empty());
    }
}
