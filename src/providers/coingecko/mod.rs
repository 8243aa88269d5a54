//! `CoinGecko`'s market list: quotes of many coins per request. Pages that show the data name its source, as the terms
//! require.
//!
//! The seven-day sparkline is not requested, because it has no times and is some hours old. Bars of coins come from other
//! providers.

mod wire;

use std::{collections::HashMap, time::Duration};

use crate::{
    catalogue::Catalogue,
    domain::{
        figure::Figure,
        quote::{QuoteUpdate, is_from_the_future},
        source_directory::SourceDescription,
        ticker::TickerKind,
    },
    providers::{
        core::{
            capability::{Capability, DataKind, Offer, Provider, Registry},
            client::{Client, Outcome, Validators},
            probe::{Probe, ProbeKey},
            quota::{Allowance, Quota},
        },
        logos::LogoUrls,
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// The number of coin ids per request.
pub(super) const BATCH_SIZE: usize = 200;

/// The rate limit of the free plan with a key, which also has a monthly quota.
pub(super) const KEYED_LIMIT: &str = "30 a minute";

/// The source of `CoinGecko`'s quotes.
pub struct CoinGecko {
    client: Client,
    poll_interval: Duration,
    key: String,
    quota: Quota,
    /// The validators of the last response, by path.
    validators: HashMap<String, Validators>,
    symbols: HashMap<String, String>,
    ids: Vec<String>,
    logos: Option<LogoUrls>,
    registry: Option<Registry>,
}

impl CoinGecko {
    /// Creates a source for the catalogue's coins.
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
            health.set_limit(Some(KEYED_LIMIT));
        }
        Self {
            client: Client::new(settings.http_options(), health),
            poll_interval: Duration::from_secs(settings.every_seconds.max(30)),
            key: settings.api_key.clone(),
            quota: Quota::new(Self::NAME, allowance(settings)),
            validators: HashMap::new(),
            symbols,
            ids,
            logos: None,
            registry: None,
        }
    }

    /// Makes the source record which coins it lacks, so that other providers price them.
    #[must_use]
    pub(crate) fn with_registry(self, registry: Registry) -> Self {
        Self {
            registry: Some(registry),
            ..self
        }
    }

    /// Records which of the requested coins have a price in a response.
    fn record_availability(&self, ids: &[String], quotes: &[QuoteUpdate]) {
        let Some(registry) = &self.registry else {
            return;
        };
        for symbol in ids.iter().filter_map(|id| self.symbols.get(id)) {
            if quotes.iter().any(|quote| quote.symbol == *symbol) {
                registry.record_presence(Self::NAME, DataKind::Prices, symbol);
            } else {
                registry.record_absence(Self::NAME, &[DataKind::Prices], symbol);
            }
        }
    }

    /// Makes the source also collect the logo URLs of coins.
    #[must_use]
    pub fn with_logos(self, urls: Option<LogoUrls>) -> Self {
        Self {
            logos: urls,
            ..self
        }
    }
}

/// Returns the quota. Without a key there is no monthly quota, but a rate limit per IP address.
fn allowance(settings: &settings::CoinGecko) -> Allowance {
    let is_limited = !settings.api_key.is_empty() && settings.requests_per_month > 0;
    Allowance {
        per_month: is_limited.then_some(settings.requests_per_month),
        per_day: None,
    }
}

/// Returns a probe of `CoinGecko`: the price of a coin.
pub(crate) fn probe(settings: &settings::CoinGecko) -> Probe {
    let path = "/api/v3/coins/markets?vs_currency=usd&ids=bitcoin&per_page=1&page=1";
    let key = ProbeKey {
        config_table: "coingecko",
        header: ("x-cg-demo-api-key", settings.api_key.clone()),
    };
    Probe::get_with_key(
        CoinGecko::NAME,
        settings.http_options(),
        path,
        key,
        |body| {
            let symbols = HashMap::from([("bitcoin".to_owned(), "BTC".to_owned())]);
            let quotes = wire::quotes(body, &symbols)?;
            let quote = quotes
                .first()
                .ok_or_else(|| SourceError::InvalidResponse("no price".to_owned()))?;
            Ok(format!("BTC {} USD", quote.price))
        },
    )
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: CoinGecko::NAME,
    config_table: Some("coingecko"),
    title: "CoinGecko",
    figures: &[Figure::CoinPrices],
    delay: "About a minute",
    limit: CoinGecko::LIMIT,
    terms: "Free with attribution; a free key has its own quota.",
    terms_url: "https://www.coingecko.com/en/api_terms",
};

impl Provider for CoinGecko {
    const NAME: &'static str = "coingecko";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Quotes, &[TickerKind::Crypto])];
    /// The limit without a key, which all users of one IP address share.
    const LIMIT: Option<&'static str> = Some("About 5 a minute, shared");

    /// Only the coins of the catalogue are requested.
    fn covers(ticker: &TickerInfo) -> bool {
        ticker.followed.is_none() && !ticker.imported
    }
}

impl Source for CoinGecko {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(async move {
            self.quota.report(context);
            for ids in self.ids.chunks(BATCH_SIZE) {
                let path = format!(
                    "/api/v3/coins/markets?vs_currency=usd&ids={}&per_page=250&page=1&price_change_percentage=24h%2C7d",
                    ids.join("%2C")
                );
                self.quota.consume(context).await?;
                let key = [("x-cg-demo-api-key", self.key.as_str())];
                let validators = self.validators.remove(&path).unwrap_or_default();
                let response = match self.client.get_if_changed(&path, &key, &validators).await? {
                    Outcome::Success(response) if response.unchanged => {
                        self.validators.insert(path, validators);
                        continue;
                    }
                    Outcome::Success(response) => response,
                    Outcome::Refused(status, body) => {
                        return Err(wire::api_error(status.as_u16(), &body));
                    }
                };
                let quotes = wire::quotes(&response.body, &self.symbols)?;
                if quotes.is_empty() {
                    return Err(SourceError::InvalidResponse(
                        "none of the requested coins is known".to_owned(),
                    ));
                }
                self.record_availability(ids, &quotes);
                let now = context.clock.now();
                let is_ahead = |quote: &QuoteUpdate| is_from_the_future(quote.as_of, now);
                if let Some(first) = quotes.first().filter(|_| quotes.iter().all(is_ahead)) {
                    return Err(SourceError::ClockBehind(first.as_of));
                }
                if let Some(urls) = &self.logos {
                    for (symbol, url) in wire::images(&response.body, &self.symbols)? {
                        urls.insert(&symbol, &url);
                    }
                }
                context.sink.send(Update::Quotes(quotes)).await?;
                // Saved only after the response was processed. Otherwise the next request would return 304 without the data.
                self.validators.insert(path, response.validators);
            }
            Ok(self.quota.interval(self.poll_interval, context.clock.now()))
        })
    }
}
