//! Lookup of symbols at Xetra and Frankfurt. Deutsche Börse searches by text and returns ISINs; the details of a result contain its
//! code at the exchange, which shows whether the result is the wanted symbol.

use super::{
    markets::{KINDS, VENUES},
    requests::{get, identify, listings, master_data_path, quote_path},
    wire,
};
use crate::{
    domain::{
        identity::Isin,
        provider::DEUTSCHE_BOERSE,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::core::{client::Client, venues},
    source::{
        SourceError, TickerInfo, Update,
        lookup::{
            FoundPrice, FoundTicker, InstrumentListing, Lookup, LookupError, LookupFuture,
            SymbolHit,
        },
    },
};

/// Looks up tickers at Xetra and Frankfurt.
pub(crate) struct DeutscheBoerseLookup {
    client: Client,
}

impl DeutscheBoerseLookup {
    /// Creates a lookup. `client` is the source's, because both share one rate limit.
    pub(crate) fn new(client: Client) -> Self {
        Self { client }
    }

    /// Sets the nominal value of a bond and its currency, which may differ from the one in which the bond is settled. Both stay as they
    /// are if Deutsche Börse has no master data of the bond.
    async fn add_nominal_value(&self, profile: &mut Profile) -> Result<(), LookupError> {
        let venue = venues::find(VENUES, &profile.symbol);
        let (Some(isin), Some((_, venue))) = (profile.isin, venue) else {
            return Ok(());
        };
        let body = get(&self.client, master_data_path(isin, venue)).await;
        let Some(body) = body.map_err(|error| unavailable(&error))? else {
            return Ok(());
        };
        let value = wire::NominalValue::read(isin, &body).map_err(|error| unavailable(&error))?;
        profile.par_value = value.smallest();
        profile.currency = value.currency().unwrap_or(profile.currency);
        Ok(())
    }

    /// Returns the ticker with its price, in the currency of the price.
    async fn with_price(&self, mut profile: Profile) -> Result<FoundTicker, LookupError> {
        let ticker = TickerInfo::of(&Ticker::new(TickerId(1), profile.clone()));
        let body = get(&self.client, quote_path(&ticker)).await;
        let body = body.map_err(|error| unavailable(&error))?;
        let body = body.ok_or_else(|| unknown(&profile.symbol))?;
        profile.currency = wire::currency(&body).unwrap_or(profile.currency);
        if profile.kind == TickerKind::Bond {
            let unit = wire::quotation(&body);
            profile.quotation = unit.ok_or_else(|| {
                LookupError::Unknown(format!(
                    "Deutsche Börse does not say whether the price of {} is in percent.",
                    profile.symbol
                ))
            })?;
            self.add_nominal_value(&mut profile).await?;
        }
        let ticker = TickerInfo::of(&Ticker::new(TickerId(1), profile.clone()));
        let quote = wire::quote(&ticker, &body).map_err(|error| {
            LookupError::Unknown(format!("Deutsche Börse has no usable price: {error}."))
        })?;
        Ok(FoundTicker {
            symbol: profile.symbol.clone(),
            profile,
            source: DEUTSCHE_BOERSE,
            updates: vec![Update::Quotes(vec![quote])],
        })
    }
}

fn unknown(symbol: &str) -> LookupError {
    LookupError::Unknown(format!("Deutsche Börse does not list {symbol}."))
}

fn unavailable(error: &SourceError) -> LookupError {
    LookupError::Unavailable(format!("Deutsche Börse is not available: {error}."))
}

impl Lookup for DeutscheBoerseLookup {
    fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError> {
        Box::pin(async move {
            let found = identify(&self.client, symbol).await;
            match found.map_err(|error| unavailable(&error))? {
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
            // The results have no symbols, and their details take a request each. An ISIN has one result per exchange.
            let Ok(isin) = query.trim().parse::<Isin>() else {
                return Ok(Vec::new());
            };
            let found = listings(&self.client, isin).await;
            let profiles = found.map_err(|error| unavailable(&error))?.into_iter();
            let hit = |profile: Profile| SymbolHit {
                symbol: profile.symbol,
                name: profile.name,
                kind: profile.kind,
                exchange: profile.exchange,
            };
            Ok(profiles.map(hit).collect())
        })
    }

    fn searches_isins(&self) -> bool {
        true
    }

    fn prices<'a>(&'a self, _query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn provider(&self) -> &'static str {
        "Deutsche Börse"
    }
}
