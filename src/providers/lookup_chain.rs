//! Looks symbols up at several providers in turn.

use std::sync::Arc;

use crate::source::lookup::{
    FoundPrice, FoundTicker, Lookup, LookupError, LookupFuture, SymbolHit,
};

/// The lookups of the enabled providers, most preferred first.
pub(crate) struct LookupChain(Vec<Arc<dyn Lookup>>);

impl LookupChain {
    /// Creates a lookup from the lookups of several providers; `None` if there are none.
    pub(crate) fn of(lookups: Vec<Arc<dyn Lookup>>) -> Option<Arc<dyn Lookup>> {
        match <[_; 1]>::try_from(lookups) {
            Ok([only]) => Some(only),
            Err(lookups) if lookups.is_empty() => None,
            Err(lookups) => Some(Arc::new(Self(lookups))),
        }
    }

    /// Returns the results of all providers, the first one of each symbol. Fails if a provider fails and no other one finds
    /// anything.
    async fn collect<'a, T>(
        &'a self,
        request: impl Fn(&'a dyn Lookup) -> LookupFuture<'a, Vec<T>, LookupError>,
        symbol: impl Fn(&T) -> &str,
    ) -> Result<Vec<T>, LookupError> {
        let (mut results, mut failure) = (Vec::<T>::new(), None);
        for lookup in &self.0 {
            match request(lookup.as_ref()).await {
                Ok(found) => {
                    for result in found {
                        if results.iter().all(|known| symbol(known) != symbol(&result)) {
                            results.push(result);
                        }
                    }
                }
                Err(error) => failure = Some(combined(failure, error)),
            }
        }
        match failure {
            Some(error) if results.is_empty() => Err(error),
            _ => Ok(results),
        }
    }
}

/// Combines the errors of two providers. A provider that could not be asked may know the symbol, so its error is more important.
fn combined(first: Option<LookupError>, second: LookupError) -> LookupError {
    match (first, second) {
        (Some(first @ LookupError::Unavailable(_)), _) | (Some(first), LookupError::Unknown(_)) => {
            first
        }
        (_, second) => second,
    }
}

impl Lookup for LookupChain {
    /// Returns the ticker at the first provider that knows the symbol.
    fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError> {
        Box::pin(async move {
            let mut failure = None;
            for lookup in &self.0 {
                match lookup.find(symbol).await {
                    Ok(found) => return Ok(found),
                    Err(error) => failure = Some(combined(failure, error)),
                }
            }
            let unknown = || LookupError::Unknown(format!("No provider knows {symbol}."));
            Err(failure.unwrap_or_else(unknown))
        })
    }

    fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(self.collect(move |lookup| lookup.search(query), |hit| &hit.symbol))
    }

    fn prices<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(self.collect(move |lookup| lookup.prices(query), |price| &price.symbol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::{Profile, TickerKind};

    /// A provider that knows one symbol; an empty symbol means that it is unavailable.
    struct Knows(&'static str);

    impl Knows {
        fn check<T>(&self, asked: &str, found: T) -> Result<T, LookupError> {
            match self.0 {
                "" => Err(LookupError::Unavailable("Down.".to_owned())),
                symbol if symbol == asked => Ok(found),
                symbol => Err(LookupError::Unknown(format!("Only {symbol}."))),
            }
        }
    }

    impl Lookup for Knows {
        fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError> {
            let found = FoundTicker {
                profile: Profile::new(symbol, symbol, TickerKind::Stock),
                symbol: symbol.to_owned(),
                source: "test",
                updates: Vec::new(),
            };
            Box::pin(async { self.check(symbol, found) })
        }

        fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
            let hit = SymbolHit {
                symbol: query.to_owned(),
                name: query.to_owned(),
                kind: TickerKind::Stock,
                exchange: None,
            };
            Box::pin(async move {
                match self.check(query, hit) {
                    Ok(hit) => Ok(vec![hit]),
                    Err(LookupError::Unknown(_)) => Ok(Vec::new()),
                    Err(error) => Err(error),
                }
            })
        }

        fn prices<'a>(&'a self, _: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
            Box::pin(async { Ok(Vec::new()) })
        }
    }

    fn chain(symbols: &[&'static str]) -> Arc<dyn Lookup> {
        let lookup = |symbol: &&'static str| Arc::new(Knows(symbol)) as Arc<dyn Lookup>;
        LookupChain::of(symbols.iter().map(lookup).collect()).unwrap()
    }

    #[tokio::test]
    async fn the_first_provider_that_knows_a_symbol_is_used() {
        let error = |symbols: &'static [&'static str], symbol: &'static str| async move {
            chain(symbols).find(symbol).await.err()
        };
        assert_eq!(error(&["A", "B"], "B").await, None);
        assert_eq!(error(&["", "B"], "B").await, None);
        let unknown = LookupError::Unknown("Only A.".to_owned());
        assert_eq!(error(&["A", "B"], "C").await, Some(unknown));
        let down = LookupError::Unavailable("Down.".to_owned());
        assert_eq!(error(&["", "B"], "C").await, Some(down.clone()));
        assert_eq!(error(&["A", ""], "C").await, Some(down));
    }

    #[tokio::test]
    async fn a_search_joins_all_results() {
        let found = chain(&["A", "A", ""]).search("A").await.unwrap();
        assert_eq!(found.len(), 1);
        assert!(chain(&["", "B"]).search("A").await.is_err());
        assert!(chain(&["A", "B"]).search("C").await.unwrap().is_empty());
    }
}
