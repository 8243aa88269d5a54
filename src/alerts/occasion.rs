//! What the market knows of a ticker beside its prices, for the alerts that wait for that.

use jiff::{Timestamp, civil::Date};

use super::engine::{Coming, Occasion};
use crate::{
    domain::{quote::stale_at, session::exchange_date},
    market::{Listing, Market, MarketState},
};

/// What is known of `symbol` at `now`; nothing of one that is not known.
pub(super) fn gather(market: &Market, symbol: &str, now: Timestamp) -> Occasion {
    let market = market.read();
    let Some(listing) = market.by_symbol(symbol) else {
        return Occasion::default();
    };
    let ticker = &listing.ticker;
    let calendar = ticker.profile.calendar();
    let today = exchange_date(calendar, now);
    let price = listing.quote.as_ref().map(|quote| {
        let is_imported = ticker.imported.is_some();
        let stale_at = stale_at(&ticker.profile, is_imported, quote.as_of);
        (quote.as_of, stale_at)
    });
    Occasion {
        calendar,
        earnings: earnings(&market, symbol, today),
        ex_date: ex_date(&market, listing, today),
        price,
    }
}

fn earnings(market: &MarketState, symbol: &str, today: Date) -> Option<Coming> {
    let to_come = market
        .earnings
        .iter()
        .filter(|event| event.symbol == symbol && event.date >= today);
    let next = to_come.min_by_key(|event| event.date)?;
    Some(Coming {
        day: next.date,
        is_sure: !next.is_estimate,
    })
}

fn ex_date(market: &MarketState, listing: &Listing, today: Date) -> Option<Coming> {
    let dividends = market.dividends.get(&listing.ticker.id)?.iter();
    let next = dividends
        .filter(|dividend| dividend.ex_date >= today)
        .min_by_key(|dividend| dividend.ex_date)?;
    Some(Coming {
        day: next.ex_date,
        is_sure: !next.is_projected,
    })
}
