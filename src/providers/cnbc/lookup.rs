//! Lookup of commodities, indices and yields, which needs no request: CNBC's symbols of them are built in.

use super::{Cnbc, symbols};
use crate::{
    domain::ticker::Profile,
    providers::core::capability::Provider as _,
    source::lookup::{FoundPrice, FoundTicker, Lookup, LookupError, LookupFuture, SymbolHit},
};

/// The maximum number of search results.
const MAX_HITS: usize = 10;

/// Looks up the tickers that CNBC quotes.
pub(crate) struct CnbcLookup;

impl Lookup for CnbcLookup {
    fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError> {
        Box::pin(async move {
            let profile = symbols::profile(symbol)
                .ok_or_else(|| LookupError::Unknown(format!("CNBC does not have {symbol}.")))?;
            Ok(FoundTicker {
                symbol: profile.symbol.clone(),
                profile,
                source: Cnbc::NAME,
                // The source sends price and bars as soon as the ticker is followed.
                updates: Vec::new(),
            })
        })
    }

    fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async move {
            let hit = |profile: Profile| SymbolHit {
                symbol: profile.symbol,
                name: profile.name,
                kind: profile.kind,
                exchange: None,
            };
            let found = symbols::search(query).into_iter();
            Ok(found.take(MAX_HITS).map(hit).collect())
        })
    }

    fn prices<'a>(&'a self, _query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn provider(&self) -> &'static str {
        "CNBC"
    }
}
