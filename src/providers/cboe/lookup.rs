//! Lookup of US stocks and funds that another provider found: Cboe has prices by symbol, but no names.

use super::{
    symbols::{NAME, cboe_symbol, quote_path},
    wire,
};
use crate::{
    domain::{
        identity::Isin,
        ticker::{
            Profile, Ticker, TickerId,
            TickerKind::{Etf, Stock},
        },
    },
    providers::core::client::{Client, Outcome},
    source::{
        SourceError, TickerInfo, Update,
        lookup::{
            FoundPrice, FoundTicker, InstrumentListing, Lookup, LookupError, LookupFuture,
            SymbolHit,
        },
    },
};

/// Looks up US stocks and funds.
pub(crate) struct CboeLookup {
    client: Client,
}

impl CboeLookup {
    /// Creates a lookup. `client` is the source's, because both share one rate limit.
    pub(crate) fn new(client: Client) -> Self {
        Self { client }
    }

    /// Returns the ticker with its price.
    async fn with_price(&self, profile: Profile) -> Result<FoundTicker, LookupError> {
        let ticker = TickerInfo::of(&Ticker::new(TickerId(1), profile.clone()));
        let is_supported = matches!(profile.kind, Stock | Etf);
        let name = cboe_symbol(&ticker).filter(|_| is_supported);
        let name = name.ok_or_else(|| unknown(&profile.symbol))?;
        let path = quote_path(&name);
        let outcome = self.client.get_outcome(&path, &[]).await;
        let Outcome::Success(response) = outcome.map_err(|error| unavailable(&error))? else {
            return Err(unknown(&profile.symbol));
        };
        let quote = wire::quote(&ticker, &name, &response.body);
        let quote = quote.map_err(|error| unavailable(&error))?;
        Ok(FoundTicker {
            symbol: profile.symbol.clone(),
            profile,
            source: NAME,
            updates: vec![Update::Quotes(vec![quote])],
        })
    }
}

fn unknown(symbol: &str) -> LookupError {
    LookupError::Unknown(format!("Cboe has no price of {symbol}."))
}

fn unavailable(error: &SourceError) -> LookupError {
    LookupError::Unavailable(format!("Cboe is not available: {error}."))
}

impl Lookup for CboeLookup {
    fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError> {
        Box::pin(async move { Err(unknown(symbol)) })
    }

    fn find_listing<'a>(
        &'a self,
        listing: &'a InstrumentListing,
        isin: Option<Isin>,
    ) -> LookupFuture<'a, FoundTicker, LookupError> {
        let hit = &listing.hit;
        Box::pin(self.with_price(Profile {
            isin,
            time_zone: Some("America/New_York".to_owned()),
            ..Profile::new(&hit.symbol, &hit.name, hit.kind)
        }))
    }

    fn search<'a>(&'a self, _query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn prices<'a>(&'a self, _query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn provider(&self) -> &'static str {
        "Cboe"
    }
}
