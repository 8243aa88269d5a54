//! `CoinGecko`'s market list: quotes of crypto currencies, many in one call. Their data is shown
//! with attribution, as their terms ask.
//!
//! The seven-day sparkline is not asked for: it comes without times and some hours late, and a bar
//! at a guessed time would be a wrong bar. Bars of crypto currencies come from elsewhere.

mod wire;

use std::{collections::HashMap, time::Duration};

use crate::{
    catalogue::Catalogue,
    domain::{
        quote::{QuoteUpdate, is_from_the_future},
        ticker::TickerKind,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, Outcome, Tags},
            quota::{Allowance, Quota},
        },
        logos::LogoAddresses,
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// Ids that fit into one call.
const BATCH: usize = 200;

/// What the free plan with a key allows, beside its requests in a month.
const WITH_A_KEY: &str = "30 a minute";

/// See the module.
pub struct CoinGecko {
    client: Client,
    every: Duration,
    key: String,
    quota: Quota,
    /// Of the last answer, by its path.
    tags: HashMap<String, Tags>,
    symbols: HashMap<String, String>,
    ids: Vec<String>,
    logos: Option<LogoAddresses>,
}

impl CoinGecko {
    /// Asks for the catalogue's coins.
    pub fn new(
        settings: &settings::CoinGecko,
        catalogue: &Catalogue,
        health: HealthRecord,
    ) -> Self {
        let coins = catalogue.instruments.iter().filter_map(|instrument| {
            Some((
                instrument.coingecko.clone()?,
                instrument.profile.symbol.clone(),
            ))
        });
        let symbols: HashMap<String, String> = coins.collect();
        let mut ids: Vec<String> = symbols.keys().cloned().collect();
        ids.sort();
        if !settings.api_key.is_empty() {
            health.limit(Some(WITH_A_KEY));
        }
        Self {
            client: Client::new(settings.access(), health),
            every: Duration::from_secs(settings.every_seconds.max(30)),
            key: settings.api_key.clone(),
            quota: Quota::new(Self::NAME, allowance(settings)),
            tags: HashMap::new(),
            symbols,
            ids,
            logos: None,
        }
    }

    /// Tells where the logos of coins are as well.
    #[must_use]
    pub fn with_logos(self, addresses: Option<LogoAddresses>) -> Self {
        Self {
            logos: addresses,
            ..self
        }
    }
}

/// Without a key there is no monthly limit, but one for everybody behind an address.
fn allowance(settings: &settings::CoinGecko) -> Allowance {
    let is_limited = !settings.api_key.is_empty() && settings.requests_per_month > 0;
    Allowance {
        per_month: is_limited.then_some(settings.requests_per_month),
        per_day: None,
    }
}

impl Provider for CoinGecko {
    const NAME: &'static str = "coingecko";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Quotes, &[TickerKind::Crypto])];
    /// Without a key: for everybody behind one address.
    const LIMIT: Option<&'static str> = Some("About 5 a minute, shared");
}

impl Source for CoinGecko {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(async move {
            self.quota.show(context);
            for ids in self.ids.chunks(BATCH) {
                let path = format!(
                    "/api/v3/coins/markets?vs_currency=usd&ids={}&per_page=250&page=1&price_change_percentage=24h%2C7d",
                    ids.join("%2C")
                );
                self.quota.take(context).await?;
                let key = [("x-cg-demo-api-key", self.key.as_str())];
                let tags = self.tags.remove(&path).unwrap_or_default();
                let answer = match self.client.ask_if_changed(&path, &key, &tags).await? {
                    Outcome::Answer(answer) if answer.unchanged => {
                        self.tags.insert(path, tags);
                        continue;
                    }
                    Outcome::Answer(answer) => answer,
                    Outcome::Refused(status, body) => {
                        return Err(wire::api_error(status.as_u16(), &body));
                    }
                };
                let quotes = wire::quotes(&answer.body, &self.symbols)?;
                if quotes.is_empty() {
                    return Err(SourceError::Shape(
                        "it knows none of the coins asked for".to_owned(),
                    ));
                }
                let now = context.clock.now();
                let is_ahead = |quote: &QuoteUpdate| is_from_the_future(quote.as_of, now);
                if let Some(first) = quotes.first().filter(|_| quotes.iter().all(is_ahead)) {
                    return Err(SourceError::ClockBehind(first.as_of));
                }
                if let Some(addresses) = &self.logos {
                    for (symbol, address) in wire::images(&answer.body, &self.symbols)? {
                        addresses.tell(&symbol, &address);
                    }
                }
                context.sink.send(Update::Quotes(quotes)).await?;
                // Only an answer that was understood need not come again.
                self.tags.insert(path, answer.tags);
            }
            Ok(self.quota.rest(self.every, context.clock.now()))
        })
    }
}
