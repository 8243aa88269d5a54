//! `DefiLlama`: value locked in the protocols of coins. One response of several megabytes, every
//! few hours.

mod wire;

use std::{collections::HashMap, sync::Arc, time::Duration};

use crate::{
    catalogue::Catalogue,
    domain::{
        facts::{TickerFacts, Tvl},
        quote::is_from_the_future,
    },
    providers::{
        core::{
            capability::{COINS, Capability, Offer, Provider},
            client::{Client, Outcome, Validators},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// The source of `DefiLlama`'s values.
pub struct DefiLlama {
    client: Client,
    every: Duration,
    validators: Validators,
    /// Our symbols by the coins' ids.
    symbols: Arc<HashMap<String, String>>,
}

impl DefiLlama {
    /// Creates a source for the catalogue's coins, requested once an hour at most.
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
            every: Duration::from_secs(settings.every_seconds.max(3_600)),
            validators: Validators::default(),
            symbols: Arc::new(coins.collect()),
        }
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let answer = match self
            .client
            .get_if_changed("/protocols", &[], &self.validators)
            .await?
        {
            Outcome::Success(answer) if answer.unchanged => return Ok(self.every),
            Outcome::Success(answer) => answer,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        let symbols = Arc::clone(&self.symbols);
        let answer_made = answer.validators.last_modified();
        let body = answer.body;
        // Thousands of protocols: read them off the async threads.
        let locked = tokio::task::spawn_blocking(move || wire::read(&body, &symbols))
            .await
            .map_err(|error| SourceError::Shape(format!("the program failed: {error}")))??;
        let now = context.clock.now();
        let stated = answer_made.filter(|made| !is_from_the_future(*made, now));
        let as_of = stated.unwrap_or(now);
        let facts = locked.into_iter().map(|(symbol, value)| TickerFacts {
            symbol,
            locked: Some(Tvl { value, as_of }),
            ..TickerFacts::default()
        });
        context.sink.send(Update::Facts(facts.collect())).await?;
        // Only after the response was read: otherwise it must be sent again in full.
        self.validators = answer.validators;
        Ok(self.every)
    }
}

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
