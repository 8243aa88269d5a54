//! CNN's fear and greed index of US shares, with the seven indicators that it is the mean of.

mod wire;

use std::time::Duration;

use crate::{
    domain::ticker::TickerKind,
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::Client,
            reading,
        },
        settings,
    },
    source::{Context, Refresh, Source, health::HealthRecord},
};

/// See the module.
pub struct Cnn {
    client: Client,
    every: Duration,
}

impl Cnn {
    /// Asks as `settings` say, but no more than once an hour.
    pub fn new(settings: &settings::Cnn, health: HealthRecord) -> Self {
        Self {
            client: Client::new(settings.access(), health),
            every: Duration::from_secs(settings.every_seconds.max(3_600)),
        }
    }
}

impl Provider for Cnn {
    const NAME: &'static str = "cnn";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::FearGreed, &[TickerKind::Stock])];
}

impl Source for Cnn {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(async move {
            let body = self
                .client
                .get("/index/fearandgreed/graphdata", &[])
                .await?;
            let reading = wire::read(&body)?;
            let is_old = reading.stale_at() <= context.clock.now();
            reading::hand_on(context, reading, is_old).await?;
            Ok(self.every)
        })
    }
}
