//! The sample market: an offline simulation.
//!
//! Every price is a pure function of seed, ticker and time, so that history, ticks and a restart
//! agree, and nothing needs to be remembered. `noise` gives numbers that are addressed rather than
//! taken in turn; `walk` makes levels of them; `factors` says which walks a ticker is made of;
//! `engine` sums them; `cells` and `history` make bars; `quotes` and `ranges` what stands beside a
//! price; `earlier` gives days from before those that are stored; `extended` prices before and after regular hours. Around them: `dividends`, `funds`, `earnings`, `icos`, `headlines` and `fear_greed`.
//!
//! [`Simulator`] hands all of it over in this order: first what pages need at once, then the bars that
//! are not stored yet, then quotes, every two seconds unless told otherwise.

#![expect(
    clippy::cast_possible_wrap,
    reason = "places, days and cells are counted in numbers far below 2⁶³"
)]

mod activity;
mod alerts;
mod calendar_cache;
mod cell;
mod cells;
mod dividends;
mod earlier;
mod earnings;
mod engine;
mod extended;
mod factors;
mod fear_greed;
mod funds;
mod headlines;
mod history;
mod icos;
mod noise;
mod publish;
mod quotes;
mod ranges;
mod sent;
#[cfg(test)]
mod tests;
mod walk;

use std::{sync::Arc, time::Duration};

pub(crate) use self::{alerts::sample_alerts, earlier::SampleDays};
use self::{engine::Engine, sent::Sent};
use crate::{
    catalogue::Catalogue,
    domain::Timestamp,
    source::{Context, Refresh, Source, SourceError},
};

/// A jump of the clock by more than this is made up for from what is stored, in seconds.
const JUMP: i64 = 3_600;
/// Seconds between two looks at news, offerings, reports and fear and greed.
const REFERENCE_INTERVAL: i64 = 600;

/// What the sample market is like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// Every price is a function of it: another number, another market.
    pub(crate) seed: u64,
    /// Every ticker trades round the clock, whatever its exchange's hours.
    pub(crate) is_always_open: bool,
    /// Between two chances of a ticker to tick.
    pub(crate) every: Duration,
}

/// The source of the sample market.
pub(crate) struct Simulator {
    every: Duration,
    engine: Arc<Engine>,
    sent: Sent,
}

impl Simulator {
    /// A market as `settings` say.
    pub(crate) fn new(settings: Settings, catalogue: Catalogue) -> Self {
        let Settings {
            seed,
            is_always_open,
            every,
        } = settings;
        Self {
            every,
            engine: Arc::new(Engine::new(seed, is_always_open, catalogue)),
            sent: Sent::default(),
        }
    }

    /// Milliseconds between two chances to tick.
    fn interval(&self) -> i64 {
        (self.every.as_millis() as i64).max(1)
    }

    fn until_next_quote(&self, now: Timestamp) -> Duration {
        let wait = self.interval() - now.as_millisecond().rem_euclid(self.interval());
        Duration::from_millis(wait as u64)
    }

    async fn refresh_all(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let now = context.clock.now();
        if !self.sent.warmed_up {
            self.warm_up(context, now).await?;
        }
        let second = now.as_second();
        match self.sent.bars_until {
            Some(until) if (until - JUMP..=until + JUMP).contains(&second) => {
                self.finished_bars(context, second).await?;
            }
            _ => self.backfill(context, second).await?,
        }
        // Making up for months takes a while: what follows is as of its end.
        let now = context.clock.now();
        self.quotes(context, now.as_millisecond()).await?;
        if (now.as_second() - self.sent.reference_data_at).abs() >= REFERENCE_INTERVAL {
            self.send_reference_data(context, now).await?;
        }
        Ok(self.until_next_quote(now))
    }
}

impl Source for Simulator {
    fn name(&self) -> &'static str {
        "sample"
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.refresh_all(context))
    }
}

/// Runs `work` on the engine where it may take its time.
async fn run_blocking<T: Send + 'static>(
    engine: &Arc<Engine>,
    work: impl FnOnce(&Engine) -> T + Send + 'static,
) -> Result<T, SourceError> {
    let engine = Arc::clone(engine);
    tokio::task::spawn_blocking(move || work(&engine))
        .await
        .map_err(|error| SourceError::Shape(format!("the simulation failed: {error}")))
}
