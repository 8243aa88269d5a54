//! `DefiLlama`: the total value locked in the protocols of coins. One response of several megabytes every few hours.

mod wire;

use std::{collections::HashMap, sync::Arc, time::Duration};

use crate::{
    catalogue::Catalogue,
    domain::{
        facts::{TickerFacts, Tvl},
        figure::Figure,
        quote::is_from_the_future,
        source_directory::SourceDescription,
    },
    providers::{
        core::{
            capability::{COINS, Capability, Offer, Provider},
            client::{Client, Outcome, Validators},
            lenient,
            probe::Probe,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// The source of total values locked.
pub struct DefiLlama {
    client: Client,
    poll_interval: Duration,
    validators: Validators,
    /// Marketdeck's symbols by `CoinGecko` id.
    symbols: Arc<HashMap<String, String>>,
}

impl DefiLlama {
    /// Creates a source for the catalogue's coins. It sends at most one request an hour.
    pub fn new(
        settings: &settings::DefiLlama,
        catalogue: &Catalogue,
        health: HealthRecord,
    ) -> Self {
        let coins = catalogue.instruments.iter().filter_map(|instrument| {
            let id = instrument.coingecko.clone()?;
            Some((id, instrument.profile.symbol.clone()))
        });
        Self {
            client: Client::new(settings.http_options(), health),
            poll_interval: Duration::from_secs(settings.every_seconds.max(3_600)),
            validators: Validators::default(),
            symbols: Arc::new(coins.collect()),
        }
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let response = match self
            .client
            .get_if_changed("/protocols", &[], &self.validators)
            .await?
        {
            Outcome::Success(response) if response.unchanged => return Ok(self.poll_interval),
            Outcome::Success(response) => response,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        let symbols = Arc::clone(&self.symbols);
        let modified_at = response.validators.last_modified();
        let body = response.body;
        // Parsing thousands of protocols would block an async thread for too long.
        let values = tokio::task::spawn_blocking(move || wire::read(&body, &symbols))
            .await
            .map_err(|error| {
                SourceError::InvalidResponse(format!(
                    "Marketdeck panicked while reading the response: {error}"
                ))
            })??;
        let now = context.clock.now();
        let modified_at = modified_at.filter(|at| !is_from_the_future(*at, now));
        let as_of = modified_at.unwrap_or(now);
        let facts = values.into_iter().map(|(symbol, value)| TickerFacts {
            symbol,
            locked: Some(Tvl { value, as_of }),
            ..TickerFacts::default()
        });
        context.sink.send(Update::Facts(facts.collect())).await?;
        // Saved only after the response was processed. Otherwise the next request would return 304 without the data.
        self.validators = response.validators;
        Ok(self.poll_interval)
    }
}

/// Returns a probe of `DefiLlama`: the value of a single protocol, because the list of all has megabytes.
pub(crate) fn probe(settings: &settings::DefiLlama) -> Probe {
    Probe::get(
        DefiLlama::NAME,
        settings.http_options(),
        "/tvl/aave",
        |body| {
            let value: f64 = lenient::json(body)?;
            Ok(format!("Aave {value:.0} USD"))
        },
    )
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: DefiLlama::NAME,
    config_table: Some("defillama"),
    title: "DefiLlama",
    figures: &[Figure::LockedValue],
    delay: "About an hour",
    limit: DefiLlama::LIMIT,
    terms: "Free, with attribution.",
    terms_url: "https://defillama.com/terms",
};

impl Provider for DefiLlama {
    const NAME: &'static str = "defillama";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Facts, COINS)];
}

impl Source for DefiLlama {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.read(context))
    }
}
