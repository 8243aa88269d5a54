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

/// Maximum number of gainers, and of losers.
const MAX_MOVERS: usize = 5;
/// Changes below this count as unchanged, in percent: they display as 0.00 %.
const MIN_CHANGE: f64 = 0.005;

/// Breadth of the stocks followed on this server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Breadth {
    /// Number of stocks that rose in 24 hours.
    advancing: usize,
    /// Number of stocks that fell.
    declining: usize,
    /// Number of stocks with an unchanged price.
    unchanged: usize,
    /// Sectors, best first.
    sectors: Vec<SectorMove>,
    /// The largest gains, descending.
    gainers: Vec<TickerRow>,
    /// The largest losses, largest first.
    losers: Vec<TickerRow>,
}

/// The change of a sector.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SectorMove {
    /// The sector.
    name: String,
    /// Change in 24 hours in percent: the mean of its stocks, weighted by market cap.
    change: f64,
}

/// Returns how many stocks rose and fell, sectors by their change, and the largest movers.
#[utoipa::path(get, path = "/api/market-breadth", responses((status = 200, description = "Rising and falling stocks, sectors and movers.", body = Breadth)))]
pub(crate) async fn shares(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let display = state.display_currency();
    let body = state
        .cached("market-breadth", &[Topic::Tickers], |market, now| {
            Breadth::of(market, &DisplayRates::new(market, display), now)
        })
        .await?;
    Ok(body.to(&request.headers))
}

impl Breadth {
    fn of(market: &MarketState, rates: &DisplayRates<'_>, now: Timestamp) -> Self {
        let mut moved: Vec<(f64, &Listing)> = market
            .of_kind(TickerKind::Stock)
            .filter_map(|share| Some((share.quote.as_ref()?.change_24h?, share)))
            .collect();
        moved.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let gainers = moved.iter().filter(|(change, _)| *change >= MIN_CHANGE);
        let losers = moved
            .iter()
            .rev()
            .filter(|(change, _)| *change <= -MIN_CHANGE);
        let (advancing, declining) = (gainers.clone().count(), losers.clone().count());
        let row = |(_, share): &(f64, &Listing)| TickerRow::of(share, rates, now);
        Self {
            advancing,
            declining,
            unchanged: moved.len() - advancing - declining,
            sectors: sectors(market, &moved),
            gainers: gainers.take(MAX_MOVERS).map(row).collect(),
            losers: losers.take(MAX_MOVERS).map(row).collect(),
        }
    }
}

fn sectors(market: &MarketState, moved: &[(f64, &Listing)]) -> Vec<SectorMove> {
    // Total market cap of a sector, and the sum of its changes weighted by market cap.
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (change, share) in moved {
        let Some(sector) = share.ticker.profile.sector.as_deref() else {
            continue;
        };
        let worth = market.cap_in_dollars(share).unwrap_or_default();
        let (whole, weighted) = sums.entry(sector).or_default();
        *whole += worth;
        *weighted += worth * change;
    }
    let mut sectors: Vec<SectorMove> = sums
        .into_iter()
        .filter(|(_, (whole, _))| *whole > 0.0)
        .map(|(name, (whole, weighted))| SectorMove {
            name: name.to_owned(),
            change: weighted / whole,
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

    /// Breadth of a market with these stocks: sector, change in percent if known, market cap.
    fn breadth(shares: &[(&str, Option<f64>, f64)]) -> Breadth {
        let mut market = MarketState::default();
        for ((sector, change, cap), id) in shares.iter().zip(1..) {
            let mut profile = Profile::new(format!("S{id}"), "A share", TickerKind::Stock);
            profile.sector = Some((*sector).to_owned());
            market.put(Ticker::new(TickerId(id), profile));
            let mut quote = testing::quote(10.0, Timestamp::UNIX_EPOCH);
            (quote.change_24h, quote.market_cap) = (*change, Some(*cap));
            market.get_mut(TickerId(id)).unwrap().quote = Some(quote);
        }
        let rates = DisplayRates::new(&market, Currency::USD);
        Breadth::of(&market, &rates, Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn changes_are_rounded_as_displayed_and_stocks_without_one_are_not_counted() {
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
        let worst = breadth.losers.first().map(|row| row.ticker.id);
        assert_eq!(worst, Some(3), "the largest loss comes first");
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
    fn a_market_without_prices_has_no_breadth() {
        let breadth = breadth(&[]);
        assert_eq!(breadth.advancing + breadth.declining + breadth.unchanged, 0);
        assert!(breadth.sectors.is_empty() && breadth.gainers.is_empty());
    }
}
