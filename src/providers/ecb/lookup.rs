//! Lookup of currency pairs, which needs no request: the reference rates contain the same currencies every day.

use crate::{
    domain::{
        currency::Currency,
        provider::ECB,
        symbol::normalize,
        ticker::{Profile, TickerKind},
    },
    source::lookup::{FoundPrice, FoundTicker, Lookup, LookupError, LookupFuture, SymbolHit},
};

/// The currencies of the fixing in 2026, and the euro.
const CURRENCIES: &str = "AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP \
    PLN RON SEK SGD THB TRY USD ZAR";
/// Currencies with a hundred or more units per dollar.
const SMALL_UNITS: [&str; 5] = ["HUF", "IDR", "ISK", "JPY", "KRW"];

/// Looks up currency pairs of the reference rates.
pub(crate) struct EcbLookup;

/// Returns the profile of a pair; `None` if a currency is not in the fixing.
fn profile(symbol: &str) -> Option<Profile> {
    let (from, to) = Currency::pair(symbol)?;
    let is_fixed = |currency: Currency| {
        let mut codes = CURRENCIES.split_ascii_whitespace();
        codes.any(|code| code == currency.as_str())
    };
    (is_fixed(from) && is_fixed(to)).then(|| Profile {
        currency: to,
        decimals: if SMALL_UNITS.contains(&to.as_str()) {
            2
        } else {
            4
        },
        ..Profile::new(symbol, format!("{from}/{to}"), TickerKind::Currency)
    })
}

impl Lookup for EcbLookup {
    fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError> {
        Box::pin(async move {
            let profile = profile(symbol).ok_or_else(|| {
                LookupError::Unknown(format!("The European Central Bank does not have {symbol}."))
            })?;
            Ok(FoundTicker {
                symbol: profile.symbol.clone(),
                profile,
                source: ECB,
                // The source sends price and bars as soon as the ticker is followed.
                updates: Vec::new(),
            })
        })
    }

    fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async move {
            let found = normalize(query).and_then(|symbol| profile(&symbol));
            let hit = |profile: Profile| SymbolHit {
                symbol: profile.symbol,
                name: profile.name,
                kind: profile.kind,
                exchange: None,
            };
            Ok(found.into_iter().map(hit).collect())
        })
    }

    fn prices<'a>(&'a self, _query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn provider(&self) -> &'static str {
        "the European Central Bank"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_the_fixing_have_a_profile() {
        let pound = profile("GBPUSD=X").unwrap();
        assert_eq!((pound.name.as_str(), pound.decimals), ("GBP/USD", 4));
        assert_eq!(
            (pound.kind, pound.currency),
            (TickerKind::Currency, Currency::USD)
        );
        let yen = profile("JPY=X").unwrap();
        assert_eq!((yen.name.as_str(), yen.decimals), ("USD/JPY", 2));
        for other in ["USDRUB=X", "AAPL", "GC=F"] {
            assert_eq!(profile(other), None, "{other}");
        }
    }

    #[tokio::test]
    async fn a_pair_is_found_in_any_spelling() {
        for query in ["EURUSD", "eur/usd", "EURUSD=X"] {
            let hits = EcbLookup.search(query).await.unwrap();
            assert_eq!(hits[0].symbol, "EURUSD=X", "{query}");
        }
        assert!(EcbLookup.search("apple").await.unwrap().is_empty());
        assert!(matches!(
            EcbLookup.find("AAPL").await,
            Err(LookupError::Unknown(_))
        ));
    }
}
