//! Looks up the configured symbols without starting a server.

use std::sync::Arc;

use anyhow::Context as _;

use super::{
    settings::YAHOO_SYMBOLS,
    sources::{UNKNOWN_SYMBOL, with_names},
};
use crate::{
    catalogue::Catalogue,
    config::{Config, MarketKind},
    domain::{
        Clock,
        symbol::{self, ConfiguredSymbol},
    },
    market::MarketState,
    providers,
    source::{health::HealthBoard, lookup::Lookup},
};

/// Returns one sentence for each configured symbol that is unknown or could not be looked up. The live market asks the provider
/// that a server would ask. Tickers that exist only in an imported file are reported as unknown.
pub(crate) async fn check_symbols(
    config: &Config,
    clock: &Arc<dyn Clock>,
) -> anyhow::Result<Vec<String>> {
    let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
    let known = with_names(&MarketState::default(), &catalogue);
    let is_live = config.market.kind == MarketKind::Live;
    let lookup = is_live.then(|| {
        let board = HealthBoard::default();
        providers::live(&config.providers, catalogue, &board, clock).lookup
    });
    let lookup = lookup.flatten();
    let mut problems = Vec::new();
    for configured in config.symbols() {
        let ConfiguredSymbol { setting, symbol } = &configured;
        let is_of_yahoo = *setting == YAHOO_SYMBOLS;
        if known.find_symbol(symbol).is_some() || is_of_yahoo && !is_live {
            continue;
        }
        let found = match &lookup {
            Some(lookup) if !is_of_yahoo => find(&**lookup, symbol).await,
            _ => Err("not in Marketdeck's catalogue".to_owned()),
        };
        if let Err(why) = found {
            problems.push(format!("{setting}: {UNKNOWN_SYMBOL} '{symbol}': {why}"));
        }
    }
    Ok(problems)
}

async fn find(lookup: &dyn Lookup, typed: &str) -> Result<(), String> {
    let checked = symbol::normalize(typed).ok_or("not a symbol")?;
    let found = lookup.find(&checked).await;
    found.map(|_| ()).map_err(|error| error.to_string())
}
