//! The crypto fear and greed index of alternative.me: one number a day, written as a string.

mod wire;

use std::time::Duration;

use jiff::SignedDuration;

use crate::{
    domain::{quote::is_from_the_future, ticker::TickerKind},
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::Client,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
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
            let (reading, now) = (wire::read(&body)?, context.clock.now());
            let dated = SourceError::Shape(format!("its newest reading is of {}", reading.as_of));
            if is_from_the_future(reading.as_of, now) {
                return Err(dated);
            }
            if now.duration_since(reading.as_of) > OLDEST {
                context.health.failed_in_part(now, &dated);
            }
            context.sink.send(Update::FearGreed(reading)).await?;
            Ok(self.every)
        })
    }
}
