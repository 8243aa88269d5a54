//! Built-in calendars of exchanges with known trading weeks, hours or holidays.
//!
//! Sources: trading calendars and hours published by the exchanges. Hours are those of the stock market, from the
//! opening to the end of continuous trading or of the closing auction, whichever price services use.

mod americas_and_others;
mod asia;
mod market;
mod middle_east;
mod northern_europe;
mod western_europe;

pub(super) use market::Market;

/// Returns the market of a listing in a time zone (IANA name): the one with its exchange's name or its symbol's suffix if that is in the
/// zone, or else the main market of the zone.
pub(super) fn find_in_zone(
    zone: &str,
    exchange: Option<&str>,
    symbol: &str,
) -> Option<&'static Market> {
    let is_in_zone = |market: &&Market| market.zones.contains(&zone);
    find_by_name_or_suffix(exchange, symbol)
        .filter(is_in_zone)
        .or_else(|| all_markets().find(is_in_zone))
}

/// Returns the market with the exchange's name or code, or else the market with the suffix of a Yahoo symbol
/// (`SAP.DE`).
pub(super) fn find_by_name_or_suffix(
    exchange: Option<&str>,
    symbol: &str,
) -> Option<&'static Market> {
    exchange
        .and_then(find_by_name)
        .or_else(|| find_by_suffix(symbol))
}

fn find_by_name(exchange: &str) -> Option<&'static Market> {
    all_markets().find(|market| {
        let mut names = market.names.iter().chain([&market.code]);
        names.any(|name| name.eq_ignore_ascii_case(exchange))
    })
}

fn find_by_suffix(symbol: &str) -> Option<&'static Market> {
    let (base, suffix) = symbol.split_once('.')?;
    if base.is_empty() || suffix.contains('.') {
        return None;
    }
    all_markets().find(|market| market.suffixes.contains(&suffix))
}

fn all_markets() -> impl Iterator<Item = &'static Market> {
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

/// Returns the names, codes, time zones and suffixes of all markets.
#[cfg(test)]
pub(super) fn identifiers() -> impl Iterator<Item = String> {
    all_markets().flat_map(|market| {
        let names = market
            .names
            .iter()
            .chain(market.zones)
            .chain([&market.code]);
        let suffixes = market.suffixes.iter().map(|suffix| format!(".{suffix}"));
        names.map(|name| (*name).to_owned()).chain(suffixes)
    })
}
