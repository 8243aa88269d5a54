//! Published fear and greed indices: CNN's for US stocks and alternative.me's for crypto.
//!
//! An [`Index`] has an endpoint and parses its response; a [`FearGreedSource`] requests it.

pub(super) mod alternative_me;
pub(super) mod cnn;

use std::time::Duration;

use jiff::Timestamp;

pub use self::{alternative_me::AlternativeMe, cnn::Cnn};
use crate::{
    domain::{fear_greed::FearGreed, quote::is_from_the_future},
    providers::core::{
        capability::{Offer, Provider},
        client::{Client, HttpOptions},
        probe::Probe,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// The minimum interval between two requests, in seconds. The indices change a few times a day.
const MIN_INTERVAL: u64 = 3_600;

/// A published fear and greed index.
pub trait Index: Send + 'static {
    /// The provider's name in the configuration.
    const NAME: &'static str;
    /// The market that the index describes.
    const OFFERS: &'static [Offer];
    /// The path and query below the provider's base URL.
    const PATH: &'static str;

    /// Reads the newest reading from a response body.
    fn read(body: &[u8]) -> Result<FearGreed, SourceError>;

    /// Returns true if a newer reading was expected before `now`.
    fn is_outdated(reading: &FearGreed, now: Timestamp) -> bool;
}

/// Requests one index, at most once an hour.
pub struct FearGreedSource<I> {
    _index: I,
    client: Client,
    poll_interval: Duration,
}

impl<I: Index> FearGreedSource<I> {
    /// Creates a source for `index`.
    pub fn new(index: I, options: HttpOptions, health: HealthRecord) -> Self {
        Self {
            _index: index,
            poll_interval: Duration::from_secs(options.every_seconds.max(MIN_INTERVAL)),
            client: Client::new(options, health),
        }
    }
}

/// Returns a probe of an index: its newest reading.
pub(crate) fn probe<I: Index>(options: HttpOptions) -> Probe {
    Probe::get(I::NAME, options, I::PATH, |body| {
        let reading = I::read(body)?;
        Ok(format!("{:.0} at {}", reading.value, reading.as_of))
    })
}

impl<I: Index> Provider for FearGreedSource<I> {
    const NAME: &'static str = I::NAME;
    const OFFERS: &'static [Offer] = I::OFFERS;
}

impl<I: Index> Source for FearGreedSource<I> {
    fn name(&self) -> &'static str {
        I::NAME
    }

    /// Requests a reading. A reading from the future is an error. An outdated one is reported to the health record and stored.
    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(async move {
            let reading = I::read(&self.client.get(I::PATH, &[]).await?)?;
            let now = context.clock.now();
            let text = format!("the newest reading is from {}", reading.as_of);
            if is_from_the_future(reading.as_of, now) {
                return Err(SourceError::InvalidResponse(text));
            }
            if I::is_outdated(&reading, now) {
                let error = SourceError::OutOfDate(text);
                context.health.out_of_date(now, &error);
            }
            context.sink.send(Update::FearGreed(reading)).await?;
            Ok(self.poll_interval)
        })
    }
}
