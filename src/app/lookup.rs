//! Checks the configured symbols and sources without starting a server.

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
    providers::{
        self,
        core::probe::{ProbeResult, run_probes},
    },
    source::{health::HealthBoard, lookup::Lookup},
};

/// Returns one sentence for each configured symbol that is unknown or could not be looked up. With
/// the live market, symbols are looked up from the provider that a server would use. Tickers that
/// exist only because of an imported file are reported as unknown.
pub(crate) async fn check_symbols(
    config: &Config,
    clock: &Arc<dyn Clock>,
) -> anyhow::Result<Vec<String>> {
    let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
    let catalogue_market = with_names(&MarketState::default(), &catalogue);
    let is_live = config.market.kind == MarketKind::Live;
    let lookup = is_live.then(|| {
        let board = HealthBoard::default();
        providers::live(&config.providers, catalogue, &board, clock).lookup
    });
    let lookup = lookup.flatten();
    let mut problems = Vec::new();
    for configured in config.symbols() {
        let ConfiguredSymbol { setting, symbol } = &configured;
        let is_yahoo_setting = *setting == YAHOO_SYMBOLS;
        if catalogue_market.find_symbol(symbol).is_some() || is_yahoo_setting && !is_live {
            continue;
        }
        let result = match &lookup {
            Some(lookup) if !is_yahoo_setting => find(&**lookup, symbol).await,
            _ => Err("not in Marketdeck's catalogue".to_owned()),
        };
        if let Err(error) = result {
            problems.push(format!("{setting}: {UNKNOWN_SYMBOL} '{symbol}': {error}"));
        }
    }
    Ok(problems)
}

async fn find(lookup: &dyn Lookup, input: &str) -> Result<(), String> {
    let symbol = symbol::normalize(input).ok_or("not a symbol")?;
    let result = lookup.find(&symbol).await;
    result.map(|_| ()).map_err(|error| error.to_string())
}

/// Sends one request to each source that a server with this configuration would use, and returns the answers. Returns `None` for
/// the sample market, which has no sources.
pub(crate) async fn ask_sources(
    config: &Config,
    clock: &Arc<dyn Clock>,
) -> Option<Vec<ProbeResult>> {
    if config.market.kind != MarketKind::Live {
        return None;
    }
    let now = clock.now();
    Some(run_probes(providers::probes(&config.providers, now), now).await)
}
