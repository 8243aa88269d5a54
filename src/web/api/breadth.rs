//! How the shares of the market did today: how many rose, which sectors led, which moved most.

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

/// Gainers and losers at most, each.
const MOVERS: usize = 5;
/// A change of less reads as 0.00 % and is none, percent.
const LEAST: f64 = 0.005;

/// The shares that are followed here.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Breadth {
    /// Shares that rose in 24 hours.
    advancing: usize,
    /// Shares that fell.
    declining: usize,
    /// Shares whose price is where it was.
    unchanged: usize,
    /// Best first.
    sectors: Vec<SectorMove>,
    /// The largest gains, largest first.
    gainers: Vec<TickerRow>,
    /// The largest losses, largest first.
    losers: Vec<TickerRow>,
}

/// What the shares of a sector did.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SectorMove {
    /// The sector.
    name: String,
    /// Percent in 24 hours: the mean of its shares, each weighted by its market cap.
    change: f64,
}

/// How many shares rose and fell, sectors by their change, and the largest movers.
#[utoipa::path(get, path = "/api/market-breadth", responses((status = 200, description = "Shares of tickers above their averages.", body = Breadth)))]
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
        let gainers = moved.iter().filter(|(change, _)| *change >= LEAST);
        let losers = moved.iter().rev().filter(|(change, _)| *change <= -LEAST);
        let (advancing, declining) = (gainers.clone().count(), losers.clone().count());
        let row = |(_, share): &(f64, &Listing)| TickerRow::of(share, rates, now);
        Self {
            advancing,
            declining,
            unchanged: moved.len() - advancing - declining,
            sectors: sectors(market, &moved),
            gainers: gainers.take(MOVERS).map(row).collect(),
            losers: losers.take(MOVERS).map(row).collect(),
        }
    }
}

fn sectors(market: &MarketState, moved: &[(f64, &Listing)]) -> Vec<SectorMove> {
    // What the shares are worth together, and the sum of their changes by worth.
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

    /// A market of shares: sector, change in percent where it is known, market cap.
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
    fn shares_are_counted_by_what_their_change_reads_and_not_at_all_without_one() {
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
    fn a_sector_moves_as_its_shares_do_by_their_worth_and_the_best_comes_first() {
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
