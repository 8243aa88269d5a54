//! The exchanges whose week, hours or holidays are known, as data.
//!
//! Sources: the trading calendars and trading hours that the exchanges publish. Hours are those of
//! the cash market for shares, from the opening to the end of continuous trading or of the closing
//! auction, as price services count them.

mod asia;
mod elsewhere;
mod market;
mod middle_east;
mod northern_europe;
mod western_europe;

pub(super) use market::Market;

/// The market of a time zone.
pub(super) fn in_zone(zone: &str) -> Option<&'static Market> {
    all().find(|market| market.zones.contains(&zone))
}

/// The market of a ticker whose time zone is unknown: by the exchange's name or code, or by the end
/// of the symbol as Yahoo spells it (`SAP.DE`).
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

/// Every market that is known.
fn all() -> impl Iterator<Item = &'static Market> {
    [
        &western_europe::MARKETS[..],
        &northern_europe::MARKETS,
        &middle_east::MARKETS,
        &asia::MARKETS,
        &elsewhere::MARKETS,
    ]
    .into_iter()
    .flatten()
}

/// Every word by which a market is found.
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
