//! Finds the symbol that a text means: in the catalogue, then at the providers of the live market.

use std::sync::Arc;

use crate::{
    app::sources::with_names,
    catalogue::Catalogue,
    config::Config,
    domain::{Clock, identity, symbol, ticker::Profile},
    market::MarketState,
    providers,
    source::{
        health::HealthBoard,
        lookup::{Lookup, LookupError, SymbolHit},
    },
    web::setup::FoundSymbols,
};

/// Maximum number of symbols to choose from.
const MAX_CHOICES: usize = 6;

/// Creates the lookup of the live market for a server with the sample market.
pub(super) fn live_lookup(config: &Config, clock: &Arc<dyn Clock>) -> Option<Arc<dyn Lookup>> {
    let catalogue = Catalogue::embedded();
    let catalogue = catalogue.map_err(|error| tracing::error!(%error, "catalogue: unreadable"));
    let board = HealthBoard::default();
    providers::live(&config.providers, catalogue.ok()?, &board, clock).lookup
}

/// Finds the symbols that `text` may mean. Sends requests only for symbols that are not in the
/// catalogue.
pub(super) async fn find(
    lookup: Option<&dyn Lookup>,
    text: &str,
) -> Result<FoundSymbols, LookupError> {
    if let Some(hit) = find_in_catalogue(text) {
        return Ok(certain(hit));
    }
    let Some(lookup) = lookup else {
        return Err(LookupError::Unavailable(
            "Every source with a symbol search is disabled.".to_owned(),
        ));
    };
    let identifier = match identity::recognize(text) {
        Some(Ok(identifier)) => Some(identifier),
        Some(Err(error)) => return Err(LookupError::Unknown(error.to_string())),
        None => None,
    };
    let symbol = symbol::normalize(text);
    let query = match &identifier {
        Some(identifier) => identifier.to_string(),
        None => text.to_owned(),
    };
    let mut hits = match lookup.search(&query).await {
        Ok(hits) => hits,
        // A symbol can also be found without a search.
        Err(LookupError::Unknown(_)) => Vec::new(),
        Err(error) => return Err(error),
    };
    let is_meant = |hit: &SymbolHit| Some(&hit.symbol) == symbol.as_ref();
    if let Some(index) = hits.iter().position(is_meant) {
        return Ok(certain(hits.swap_remove(index)));
    }
    // A single word may be a symbol that the search does not know.
    let is_word = !text.contains(char::is_whitespace);
    let direct = match (&identifier, symbol) {
        (Some(identifier), _) => Some(identifier.to_string()),
        (None, symbol) => symbol.filter(|_| is_word),
    };
    if let Some(direct) = direct
        && (hits.is_empty() || identifier.is_some() || text.contains(['.', '=', '-', '^']))
        && let Ok(found) = lookup.find(&direct).await
    {
        return Ok(certain(to_hit(found.profile)));
    }
    hits.truncate(MAX_CHOICES);
    // The first listing of an instrument is the most important one.
    let is_certain = identifier.is_some() && !hits.is_empty() || hits.len() == 1;
    Ok(FoundSymbols { is_certain, hits })
}

fn find_in_catalogue(text: &str) -> Option<SymbolHit> {
    let catalogue = Catalogue::embedded().ok()?;
    let market = with_names(&MarketState::default(), &catalogue);
    let listing = market.find_symbol(text)?;
    Some(to_hit(listing.ticker.profile.clone()))
}

fn certain(hit: SymbolHit) -> FoundSymbols {
    FoundSymbols {
        is_certain: true,
        hits: vec![hit],
    }
}

fn to_hit(profile: Profile) -> SymbolHit {
    SymbolHit {
        symbol: profile.symbol,
        name: profile.name,
        kind: profile.kind,
        exchange: profile.exchange,
    }
}
