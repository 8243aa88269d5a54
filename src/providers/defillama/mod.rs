//! `DefiLlama`: what is locked in the protocols of coins. One answer of some megabytes, once in some
//! hours.

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
            client::{Client, Outcome, Tags},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// See the module.
pub struct DefiLlama {
    client: Client,
    every: Duration,
    tags: Tags,
    /// Our symbols by the coins' ids.
    symbols: Arc<HashMap<String, String>>,
}

impl DefiLlama {
    /// Asks about the catalogue's coins, no more than once an hour.
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
            client: Client::new(settings.access(), health),
            every: Duration::from_secs(settings.every_seconds.max(3_600)),
            tags: Tags::default(),
            symbols: Arc::new(coins.collect()),
        }
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let answer = match self
            .client
            .ask_if_changed("/protocols", &[], &self.tags)
            .await?
        {
            Outcome::Answer(answer) if answer.unchanged => return Ok(self.every),
            Outcome::Answer(answer) => answer,
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        let symbols = Arc::clone(&self.symbols);
        let answer_made = answer.tags.modified();
        let body = answer.body;
        // Thousands of protocols: pages do not wait until they are read.
        let locked = tokio::task::spawn_blocking(move || wire::read(&body, &symbols))
            .await
            .map_err(|error| SourceError::Shape(format!("the program failed on it, {error}")))??;
        let now = context.clock.now();
        let told = answer_made.filter(|made| !is_from_the_future(*made, now));
        let as_of = told.unwrap_or(now);
        let facts = locked.into_iter().map(|(symbol, value)| TickerFacts {
            symbol,
            locked: Some(Tvl { value, as_of }),
            ..TickerFacts::default()
        });
        context.sink.send(Update::Facts(facts.collect())).await?;
        // Only an answer that was understood need not come again.
        self.tags = answer.tags;
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
