//! Data of exchanges with known weeks, hours or holidays.
//!
//! Sources: trading calendars and hours published by the exchanges. Hours are those of the cash market for stocks,
//! from the opening to the end of continuous trading or of the closing auction, as price services count them.

mod americas_and_others;
mod asia;
mod market;
mod middle_east;
mod northern_europe;
mod western_europe;

pub(super) use market::Market;

/// Returns the market of a time zone.
pub(super) fn in_zone(zone: &str) -> Option<&'static Market> {
    all().find(|market| market.zones.contains(&zone))
}

/// Returns the market of a ticker with an unknown time zone: by the exchange's name or code, or by the suffix of its
/// Yahoo symbol (`SAP.DE`).
pub(super) fn named(exchange: Option<&str>, symbol: &str) -> Option<&'static Market> {
    let is_named = |market: &&Market, name: &str| {
        let mut names = market.names.iter().chain([&market.code]);
        names.any(|one| one.eq_ignore_ascii_case(name))
    };
    let by_name = exchange.and_then(|name| all().find(|market| is_named(market, name)));
    by_name.or_else(|| {
        let (plain, suffix) = symbol.split_once('.')?;
        let is_listed = !plain.is_empty() && !suffix.contains('.');
        all().find(|market| is_listed && market.suffixes.contains(&suffix))
    })
}

/// Returns all known markets.
fn all() -> impl Iterator<Item = &'static Market> {
    [
        &western_europe::MARKETS[..],
        &northern_europe::MARKETS,
        &middle_east::MARKETS,
        &asia::MARKETS,
        &americas_and_others::MARKETS,
    ]
    .into_iter()
    .flatten()
}

/// Returns all names and codes of markets.
#[cfg(test)]
pub(super) fn words() -> impl Iterator<Item = String> {
    all().flat_map(|market| {
        let names = market
            .names
            .iter()
            .chain(market.zones)
            .chain([&market.code]);
        let suffixes = market.suffixes.iter().map(|suffix| format!(".{suffix}"));
        names.map(|name| (*name).to_owned()).chain(suffixes)
    })
}
