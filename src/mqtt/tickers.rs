//! Selects the tickers to publish: those in the configured symbols and lists, or in all lists if neither is configured.

use crate::{
    broker::BrokerSettings,
    domain::{ticker::TickerId, watchlist::Watchlist},
    market::MarketState,
};

/// Returns the selected tickers without duplicates.
pub(super) fn select(
    settings: &BrokerSettings,
    market: &MarketState,
    lists: &[Watchlist],
) -> Vec<TickerId> {
    let BrokerSettings {
        symbols,
        lists: names,
        ..
    } = settings;
    let is_default = symbols.is_empty() && names.is_empty();
    let is_selected =
        |list: &&Watchlist| is_default || names.iter().any(|name| has_name(list, name));
    let by_symbol = symbols
        .iter()
        .filter_map(|symbol| Some(market.find_symbol(symbol)?.ticker.id));
    let on_lists = lists.iter().filter(is_selected);
    let on_lists = on_lists.flat_map(|list| list.items.iter().map(|item| item.ticker_id));
    let mut selected = vec![];
    for id in by_symbol.chain(on_lists) {
        if !selected.contains(&id) && market.get(id).is_some() {
            selected.push(id);
        }
    }
    selected
}

/// Returns the configured list names that do not exist.
pub(super) fn unknown_lists(settings: &BrokerSettings, lists: &[Watchlist]) -> Vec<String> {
    let names = settings.lists.iter();
    names
        .filter(|name| !lists.iter().any(|list| has_name(list, name)))
        .cloned()
        .collect()
}

fn has_name(list: &Watchlist, name: &str) -> bool {
    name.trim().to_lowercase() == list.name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::person::PersonId;
    use crate::domain::{
        ticker::{Profile, Ticker, TickerKind},
        watchlist::WatchlistItem,
    };

    #[test]
    fn configured_symbols_and_lists_are_selected_or_by_default_all_lists() {
        let mut market = MarketState::default();
        for (n, symbol) in (1..).zip(["AAPL", "MSFT", "BTC", "KO"]) {
            let profile = Profile::new(symbol, symbol, TickerKind::Stock);
            market.put(Ticker::new(TickerId(n), profile));
        }
        let list = |id, name: &str, tickers: &[u32]| Watchlist {
            id,
            user_id: PersonId::OWNER,
            shares: vec![],
            version: 0,
            name: name.into(),
            items: tickers
                .iter()
                .map(|ticker| WatchlistItem {
                    id: *ticker,
                    ticker_id: TickerId(*ticker),
                    note: String::new(),
                    holding: None,
                })
                .collect(),
        };
        // Ticker 9 is on a list but not in the market yet.
        let lists = [list(1, "Mine", &[2, 3, 9]), list(2, "Yours", &[3, 4])];
        let select_ids = |symbols: &[&str], names: &[&str]| {
            let to_strings = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
            let settings = BrokerSettings {
                symbols: to_strings(symbols),
                lists: to_strings(names),
                ..BrokerSettings::default()
            };
            let ids = select(&settings, &market, &lists);
            ids.into_iter().map(|id| id.0).collect::<Vec<_>>()
        };
        assert_eq!(select_ids(&[], &[]), [2, 3, 4]);
        assert_eq!(select_ids(&["aapl", "XYZ"], &[]), [1]);
        assert_eq!(select_ids(&[], &["yours"]), [3, 4]);
        assert_eq!(select_ids(&["BTC"], &["Mine"]), [3, 2]);
        let settings = BrokerSettings {
            lists: vec![" mine ".into(), "Yuors".into()],
            ..BrokerSettings::default()
        };
        assert_eq!(unknown_lists(&settings, &lists), ["Yuors"]);
    }
}
