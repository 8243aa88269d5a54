//! Lookup of symbols at Euronext's exchanges. Its search finds symbols, names and ISINs.

use std::sync::Arc;

use jiff::ToSpan as _;

use super::{
    markets::{KINDS, VENUES},
    requests::{PRICE_DAYS, closes, identify, search},
    wire,
};
use crate::{
    domain::{
        Clock,
        identity::Isin,
        provider::EURONEXT,
        session::exchange_date,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{
        core::{client::Client, venues},
        openfigi::OpenFigi,
    },
    source::{
        SourceError, TickerInfo, Update,
        lookup::{
            FoundPrice, FoundTicker, InstrumentListing, Lookup, LookupError, LookupFuture,
            SymbolHit,
        },
    },
};

/// Looks up tickers at Euronext's exchanges.
pub(crate) struct EuronextLookup {
    client: Client,
    clock: Arc<dyn Clock>,
    /// The lookup of currencies, which Euronext's responses do not contain.
    openfigi: Option<Arc<OpenFigi>>,
}

impl EuronextLookup {
    /// Creates a lookup. `client` is the source's, because both share one rate limit.
    pub(crate) fn new(
        client: Client,
        clock: Arc<dyn Clock>,
        openfigi: Option<Arc<OpenFigi>>,
    ) -> Self {
        Self {
            client,
            clock,
            openfigi,
        }
    }

    /// Returns the profile with the currency of the listing. Shares have the exchange's currency; funds often another one.
    async fn with_currency(&self, profile: Profile) -> Result<Profile, LookupError> {
        if profile.kind == TickerKind::Stock {
            return Ok(profile);
        }
        let found = match (&self.openfigi, &profile.isin) {
            (Some(openfigi), Some(isin)) => openfigi.currency(isin, &profile.symbol).await?,
            _ => None,
        };
        match found {
            Some(currency) => Ok(Profile {
                currency,
                ..profile
            }),
            None => Err(LookupError::Unavailable(format!(
                "Euronext does not state the currency of {}, and OpenFIGI {}.",
                profile.symbol,
                if self.openfigi.is_some() {
                    "does not know it"
                } else {
                    "is disabled"
                }
            ))),
        }
    }

    /// Returns the ticker with its last close.
    async fn with_price(&self, profile: Profile) -> Result<FoundTicker, LookupError> {
        let profile = self.with_currency(profile).await?;
        let ticker = TickerInfo::of(&Ticker::new(TickerId(1), profile.clone()));
        let now = self.clock.now();
        let today = exchange_date(ticker.calendar, now);
        let range = (today.saturating_sub(PRICE_DAYS.days()), today);
        let found = closes(&self.client, &ticker, None, range).await;
        let found = found.map_err(|error| unavailable(&error))?;
        let (_, days) = found.ok_or_else(|| unknown(&profile.symbol))?;
        let days = wire::completed(days, ticker.calendar, now);
        let quote = wire::quote(&ticker, &days);
        Ok(FoundTicker {
            symbol: profile.symbol.clone(),
            profile,
            source: EURONEXT,
            updates: quote
                .map(|quote| Update::Quotes(vec![quote]))
                .into_iter()
                .collect(),
        })
    }
}

fn unknown(symbol: &str) -> LookupError {
    LookupError::Unknown(format!("Euronext does not list {symbol}."))
}

fn unavailable(error: &SourceError) -> LookupError {
    LookupError::Unavailable(format!("Euronext is not available: {error}."))
}

impl Lookup for EuronextLookup {
    fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError> {
        Box::pin(async move {
            let found = identify(&self.client, symbol).await;
            let profile = found.map_err(|error| unavailable(&error))?;
            match profile {
                Some(profile) => self.with_price(profile).await,
                None => Err(unknown(symbol)),
            }
        })
    }

    fn find_listing<'a>(
        &'a self,
        listing: &'a InstrumentListing,
        isin: Option<Isin>,
    ) -> LookupFuture<'a, FoundTicker, LookupError> {
        Box::pin(async move {
            let hit = &listing.hit;
            let Some((_, venue)) = venues::find(VENUES, &hit.symbol) else {
                return Err(unknown(&hit.symbol));
            };
            match isin.filter(|_| KINDS.contains(&hit.kind)) {
                Some(isin) => {
                    let profile = venue.profile(&hit.symbol, &hit.name, hit.kind, isin);
                    self.with_price(profile).await
                }
                None => self.find(&hit.symbol).await,
            }
        })
    }

    fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError> {
        Box::pin(async move {
            let found = search(&self.client, query).await;
            let mut found = found.map_err(|error| unavailable(&error))?;
            if let Ok(isin) = query.trim().parse::<Isin>() {
                found.retain(|listing| listing.isin == isin);
            }
            Ok(found.into_iter().map(|found| found.hit).collect())
        })
    }

    fn provider(&self) -> &'static str {
        "Euronext"
    }

    fn searches_isins(&self) -> bool {
        true
    }

    fn prices<'a>(&'a self, _query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async { Ok(Vec::new()) })
    }
}
