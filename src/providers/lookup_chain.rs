//! Looks symbols and identifiers up at several providers in turn.

use std::sync::Arc;

use super::openfigi::{NoListings, OpenFigi};
use crate::{
    domain::{
        identity::{self, Identifier, Isin},
        ticker::TickerKind,
    },
    source::lookup::{
        FoundPrice, FoundTicker, Instrument, InstrumentListing, Lookup, LookupError, LookupFuture,
        SymbolHit,
    },
};

/// The maximum number of an instrument's listings whose prices are looked up, one after another.
const MAX_LISTINGS: usize = 3;

/// The lookups of symbols at the enabled providers.
#[derive(Default)]
pub(crate) struct SymbolLookups {
    /// Lookups of all kinds of symbols, most preferred first.
    pub(crate) general: Vec<Arc<dyn Lookup>>,
    /// Lookups at exchanges, which are asked after the general ones unless the result of these is final (see `is_complete`).
    pub(crate) exchanges: Vec<Arc<dyn Lookup>>,
    /// True if the general lookups know all symbols, so that a symbol unknown to them does not exist.
    pub(crate) is_complete: bool,
}

/// The lookups of the enabled providers.
pub(crate) struct LookupChain {
    symbols: SymbolLookups,
    /// The lookup of identifiers, which has no prices.
    identifiers: Option<Arc<OpenFigi>>,
}

impl LookupChain {
    /// Creates a lookup from the lookups of several providers; `None` if no provider looks up symbols, because the listings of an
    /// identifier could then not be followed.
    pub(crate) fn of(
        symbols: SymbolLookups,
        identifiers: Option<Arc<OpenFigi>>,
    ) -> Option<Arc<dyn Lookup>> {
        let chain = Self {
            symbols,
            identifiers,
        };
        let has_lookups = chain.general().chain(chain.exchanges()).next().is_some();
        has_lookups.then(|| Arc::new(chain) as _)
    }

    fn general(&self) -> impl Iterator<Item = &dyn Lookup> {
        self.symbols.general.iter().map(AsRef::as_ref)
    }

    fn exchanges(&self) -> impl Iterator<Item = &dyn Lookup> {
        self.symbols.exchanges.iter().map(AsRef::as_ref)
    }

    fn all(&self) -> impl Iterator<Item = &dyn Lookup> {
        self.general().chain(self.exchanges())
    }

    /// Returns the names of the providers that look up symbols.
    fn providers(&self) -> String {
        let names: Vec<&str> = self.all().map(Lookup::provider).collect();
        in_words(&names)
    }

    /// Returns true if the exchanges need not be asked after this failure of the general lookups.
    fn is_final(&self, failure: &LookupError) -> bool {
        self.symbols.is_complete && matches!(failure, LookupError::Unknown(_))
    }

    /// Appends the results of all providers to `results`, keeping the first one of each symbol. The exchanges are asked only if there is
    /// no other result. Fails if a provider fails and there is no result.
    async fn collect<'a, T>(
        &'a self,
        mut results: Vec<T>,
        mut failure: Option<LookupError>,
        request: impl Fn(&'a dyn Lookup) -> LookupFuture<'a, Vec<T>, LookupError>,
        symbol: impl Fn(&T) -> &str,
    ) -> Result<Vec<T>, LookupError> {
        let general = self.symbols.general.len();
        for (index, lookup) in self.all().enumerate() {
            let is_enough = !results.is_empty() || self.symbols.is_complete && failure.is_none();
            if index >= general && is_enough {
                break;
            }
            match request(lookup).await {
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

    /// Returns the ticker at the first provider that knows the symbol.
    async fn find_symbol(&self, symbol: &str) -> Result<FoundTicker, LookupError> {
        // The general lookups don't know bonds, or show their price as an amount of money.
        if is_bond_symbol(symbol)
            && let Ok(found) = first_found(self.exchanges(), |lookup| lookup.find(symbol)).await
        {
            return Ok(found);
        }
        let mut failure = match first_found(self.general(), |lookup| lookup.find(symbol)).await {
            Err(error) if !self.is_final(&error) => error,
            result => return result,
        };
        // The user may have searched for an identifier and chosen one of its listings.
        let openfigi = self.identifiers.as_ref();
        if let Some((listing, isin)) = openfigi.and_then(|openfigi| openfigi.known_listing(symbol))
        {
            let find = first_found(self.exchanges(), |one| {
                one.find_listing(&listing, Some(isin))
            });
            if let Ok(mut found) = find.await {
                found.profile.figi = listing.figi;
                return Ok(found);
            }
        }
        match first_found(self.exchanges(), |lookup| lookup.find(symbol)).await {
            Ok(found) => return Ok(found),
            Err(error) => failure = combined(Some(failure), error),
        }
        // Some exchanges have prices but no names.
        match self.us_listing(symbol).await {
            Ok(Some(listing)) => {
                match first_found(self.exchanges(), |one| one.find_listing(&listing, None)).await {
                    Ok(found) => return Ok(found),
                    Err(error) => failure = combined(Some(failure), error),
                }
            }
            Ok(None) => {}
            Err(error) => failure = combined(Some(failure), error),
        }
        Err(self.named(symbol, failure))
    }

    /// Returns a failure to find a symbol. If no provider knows the symbol, the failure names those that were asked.
    fn named(&self, symbol: &str, failure: LookupError) -> LookupError {
        match failure {
            LookupError::Unknown(reason) if self.all().count() == 1 => LookupError::Unknown(reason),
            LookupError::Unknown(_) => {
                let names = self.providers();
                LookupError::Unknown(format!("{symbol} is unknown to {names}."))
            }
            unavailable @ LookupError::Unavailable(_) => unavailable,
        }
    }

    /// Returns the listing of a symbol in the United States.
    async fn us_listing(&self, symbol: &str) -> Result<Option<InstrumentListing>, LookupError> {
        match &self.identifiers {
            Some(openfigi) if self.exchanges().next().is_some() => {
                openfigi.us_listing(symbol).await
            }
            _ => Ok(None),
        }
    }

    /// Returns the ticker of a listing.
    async fn find_listing(
        &self,
        listing: &InstrumentListing,
        isin: Option<Isin>,
    ) -> Result<FoundTicker, LookupError> {
        let symbol = &listing.hit.symbol;
        if listing.hit.kind == TickerKind::Bond {
            return first_found(self.exchanges(), |one| one.find_listing(listing, isin)).await;
        }
        let failure = match first_found(self.general(), |lookup| lookup.find(symbol)).await {
            Err(error) if !self.is_final(&error) => error,
            result => return result,
        };
        let found = first_found(self.exchanges(), |one| one.find_listing(listing, isin)).await;
        found.map_err(|error| combined(Some(failure), error))
    }

    /// Returns the ticker of the most important listing that a provider of prices knows.
    async fn find_identifier(&self, identifier: &Identifier) -> Result<FoundTicker, LookupError> {
        let (instrument, mut failure) = match self.instrument(identifier).await {
            Ok(instrument) => (instrument, None),
            // An exchange may know a bond, for which OpenFIGI has no symbol.
            Err(error) => (None, Some(error)),
        };
        let (isin, listings) = match instrument {
            Some(Instrument { isin, listings }) => (isin, listings),
            // Without OpenFIGI, the search of another provider may know the identifier.
            None => match identifier {
                Identifier::Isin(isin) => (Some(*isin), self.search_isin(isin, &mut failure).await),
                _ => (None, Vec::new()),
            },
        };
        let mut tried = Vec::new();
        for listing in listings.into_iter().take(MAX_LISTINGS) {
            let found = self.find_listing(&listing, isin).await;
            let InstrumentListing { hit, figi } = listing;
            match found {
                Ok(mut found) => {
                    found.profile.isin = isin;
                    // If the provider found another spelling of the symbol, it is another listing, which has another FIGI.
                    found.profile.figi = figi.filter(|_| found.profile.symbol == hit.symbol);
                    return Ok(found);
                }
                Err(error @ LookupError::Unavailable(_)) => {
                    failure = Some(combined(failure, error));
                }
                Err(LookupError::Unknown(_)) => tried.push(hit.symbol),
            }
        }
        match failure {
            Some(error) if tried.is_empty() || matches!(error, LookupError::Unavailable(_)) => {
                Err(error)
            }
            _ => Err(self.unknown(identifier, &tried)),
        }
    }

    /// Returns the instrument with this identifier; `None` if it is unknown or no provider looks up identifiers.
    async fn instrument(&self, identifier: &Identifier) -> Result<Option<Instrument>, LookupError> {
        let Some(openfigi) = &self.identifiers else {
            return Ok(None);
        };
        match openfigi.resolve(identifier).await? {
            Ok(instrument) => Ok(Some(instrument)),
            Err(NoListings::Unknown) => Ok(None),
            Err(NoListings::OtherType(other)) => Err(LookupError::Unknown(format!(
                "No enabled source has prices of {identifier}, a security of type '{other}'."
            ))),
        }
    }

    /// Searches an ISIN at the providers whose search supports it. Adds a failure to `failure`. Several results of a general lookup mean
    /// that the provider found the text elsewhere, as it knows one symbol by ISIN; an exchange may list an instrument several times.
    async fn search_isin(
        &self,
        isin: &Isin,
        failure: &mut Option<LookupError>,
    ) -> Vec<InstrumentListing> {
        let mut listings = Vec::new();
        let general = self.symbols.general.len();
        for (index, lookup) in self.all().enumerate() {
            if !lookup.searches_isins() {
                continue;
            }
            match lookup.search(isin.as_str()).await {
                Ok(hits) if index < general && hits.len() != 1 => {}
                Ok(hits) => {
                    let hits = hits.into_iter();
                    listings.extend(hits.map(|hit| InstrumentListing { hit, figi: None }));
                }
                Err(error) => *failure = Some(combined(failure.take(), error)),
            }
        }
        listings
    }

    /// Returns the error for an identifier without prices, which names the providers that were asked.
    fn unknown(&self, identifier: &Identifier, tried: &[String]) -> LookupError {
        if !tried.is_empty() {
            return LookupError::Unknown(format!(
                "{identifier} is listed as {}, but {} found no price for it.",
                in_words(tried),
                self.providers()
            ));
        }
        let openfigi = self.identifiers.is_some().then_some("OpenFIGI");
        let is_isin = matches!(identifier, Identifier::Isin(_));
        let others = self
            .all()
            .filter(|lookup| is_isin && lookup.searches_isins());
        let names: Vec<&str> = openfigi
            .into_iter()
            .chain(others.map(Lookup::provider))
            .collect();
        let kind = identifier.kind();
        if names.is_empty() {
            return LookupError::Unavailable(format!(
                "No enabled source can look up the {kind} {identifier}. Enable [providers.openfigi]."
            ));
        }
        let names = in_words(&names);
        LookupError::Unknown(format!("The {kind} {identifier} is unknown to {names}."))
    }
}

/// Returns true for a symbol that consists of an ISIN and the suffix of an exchange, as those of bonds: `DE0001102580.F`.
fn is_bond_symbol(symbol: &str) -> bool {
    let code = symbol.split_once('.').map(|(code, _)| code);
    code.is_some_and(|code| code.parse::<Isin>().is_ok())
}

/// Joins names: `A`, `A and B`, `A, B and C`.
fn in_words<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// Returns the first ticker that one of the `lookups` finds.
async fn first_found<'a>(
    lookups: impl Iterator<Item = &'a dyn Lookup>,
    find: impl Fn(&'a dyn Lookup) -> LookupFuture<'a, FoundTicker, LookupError>,
) -> Result<FoundTicker, LookupError> {
    let mut failure = None;
    for lookup in lookups {
        match find(lookup).await {
            Ok(found) => return Ok(found),
            Err(error) => failure = Some(combined(failure, error)),
        }
    }
    Err(failure
        .unwrap_or_else(|| LookupError::Unknown("No provider knows this symbol.".to_owned())))
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
    fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError> {
        Box::pin(async move {
            let Some(identifier) = identity::identifier(symbol) else {
                return self.find_symbol(symbol).await;
            };
            if identifier.may_be_symbol() {
                match self.find_symbol(symbol).await {
                    Err(LookupError::Unknown(_)) => {}
                    found => return found,
                }
            }
            self.find_identifier(&identifier).await
        })
    }

    fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async move {
            let instrument = match identity::identifier(query) {
                Some(identifier) => self.instrument(&identifier).await,
                None => Ok(None),
            };
            let (listings, failure) = match instrument {
                Ok(instrument) => (instrument.map(|found| found.listings), None),
                // The reason is more helpful than an empty list if no provider finds anything.
                Err(error) => (None, Some(error)),
            };
            let listings = listings.unwrap_or_default().into_iter();
            let hits = listings.map(|listing| listing.hit).collect();
            let search = move |lookup: &'a dyn Lookup| lookup.search(query);
            self.collect(hits, failure, search, |hit| &hit.symbol).await
        })
    }

    fn prices<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        let prices = move |lookup: &'a dyn Lookup| lookup.prices(query);
        Box::pin(self.collect(Vec::new(), None, prices, |price| &price.symbol))
    }

    fn provider(&self) -> &'static str {
        "the enabled sources"
    }

    fn listings<'a>(
        &'a self,
        identifier: &'a Identifier,
    ) -> LookupFuture<'a, Option<Instrument>, LookupError> {
        Box::pin(async move {
            match self.instrument(identifier).await {
                // A security without symbols, such as a bond, has no other listings.
                Err(LookupError::Unknown(_)) => Ok(None),
                instrument => instrument,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::{Profile, TickerKind};

    /// A provider that knows one symbol; an empty symbol means that it is unavailable.
    struct SingleSymbolProvider(&'static str);

    impl SingleSymbolProvider {
        fn check<T>(&self, asked: &str, found: T) -> Result<T, LookupError> {
            match self.0 {
                "" => Err(LookupError::Unavailable("Down.".to_owned())),
                symbol if symbol == asked => Ok(found),
                symbol => Err(LookupError::Unknown(format!("Only {symbol}."))),
            }
        }
    }

    impl Lookup for SingleSymbolProvider {
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

        fn provider(&self) -> &'static str {
            "Test"
        }

        fn searches_isins(&self) -> bool {
            true
        }
    }

    fn chain(symbols: &[&'static str]) -> Arc<dyn Lookup> {
        let lookup =
            |symbol: &&'static str| Arc::new(SingleSymbolProvider(symbol)) as Arc<dyn Lookup>;
        let lookups = SymbolLookups {
            general: symbols.iter().map(lookup).collect(),
            ..SymbolLookups::default()
        };
        LookupChain::of(lookups, None).unwrap()
    }

    #[tokio::test]
    async fn the_first_provider_that_knows_a_symbol_is_used() {
        let error = |symbols: &'static [&'static str], symbol: &'static str| async move {
            chain(symbols).find(symbol).await.err()
        };
        assert_eq!(error(&["A", "B"], "B").await, None);
        assert_eq!(error(&["", "B"], "B").await, None);
        let unknown = LookupError::Unknown("C is unknown to Test and Test.".to_owned());
        assert_eq!(error(&["A", "B"], "C").await, Some(unknown));
        let down = LookupError::Unavailable("Down.".to_owned());
        assert_eq!(error(&["", "B"], "C").await, Some(down.clone()));
        assert_eq!(error(&["A", ""], "C").await, Some(down));
    }

    #[tokio::test]
    async fn a_search_omits_duplicates_and_fails_only_if_a_provider_fails_and_none_is_found() {
        let found = chain(&["A", "A", ""]).search("A").await.unwrap();
        assert_eq!(found.len(), 1);
        assert!(chain(&["", "B"]).search("A").await.is_err());
        assert!(chain(&["A", "B"]).search("C").await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn without_openfigi_an_isin_is_searched_at_the_other_providers() {
        let found = chain(&["US0378331005"]).find("US0378331005").await.unwrap();
        assert_eq!(found.profile.isin, "US0378331005".parse().ok());
        let error = chain(&["A"]).find("US0378331005").await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "The ISIN US0378331005 is unknown to Test."
        );
    }

    #[tokio::test]
    async fn a_symbol_that_looks_like_a_wkn_is_looked_up_as_a_symbol() {
        let found = chain(&["716460"]).find("716460").await.unwrap();
        assert_eq!((&*found.symbol, found.profile.isin), ("716460", None));
    }
}
