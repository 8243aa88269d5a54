//! The crypto fear and greed index of alternative.me: one number a day, written as a string.

mod wire;

use std::time::Duration;

use jiff::SignedDuration;

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

/// A daily index that is older than this is told as such.
const OLDEST: SignedDuration = SignedDuration::from_hours(3 * 24);

/// See the module.
pub struct AlternativeMe {
    client: Client,
    every: Duration,
}

impl AlternativeMe {
    /// Asks as `settings` say.
    pub fn new(settings: &settings::AlternativeMe, health: HealthRecord) -> Self {
        Self {
            client: Client::new(settings.access(), health),
            every: Duration::from_secs(settings.every_seconds.max(3_600)),
        }
    }
}

impl Provider for AlternativeMe {
    const NAME: &'static str = "alternative_me";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::FearGreed, &[TickerKind::Crypto])];
}

impl Source for AlternativeMe {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(async move {
            let body = self.client.get("/fng/?limit=1", &[]).await?;
            let reading = wire::read(&body)?;
            let is_old = context.clock.now().duration_since(reading.as_of) > OLDEST;
            reading::hand_on(context, reading, is_old).await?;
            Ok(self.every)
        })
    }
}
