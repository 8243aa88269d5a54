//! The sample market: an offline simulation.
//!
//! Every price is a pure function of seed, ticker and time, so that history, ticks and a restart
//! agree, and nothing needs to be remembered. `noise` gives numbers that are addressed rather than
//! taken in turn; `walk` makes levels of them; `recipe` says which walks a ticker is made of;
//! `engine` sums them; `cells` and `history` make bars; `quotes` and `ranges` what stands beside a
//! price. Around them: `dividends`, `funds`, `earnings`, `icos`, `headlines` and `mood`.
//!
//! [`Sample`] hands all of it over in rounds: first what pages need at once, then the bars that
//! are not stored yet, then a beat of quotes every two seconds.

#![expect(
    clippy::cast_possible_wrap,
    reason = "places, days and cells are counted in numbers far below 2⁶³"
)]

mod activity;
mod almanac;
mod cells;
mod dividends;
mod earnings;
mod engine;
mod funds;
mod headlines;
mod history;
mod icos;
mod mood;
mod noise;
mod quotes;
mod ranges;
mod recipe;
mod rounds;
#[cfg(test)]
mod tests;
mod walk;

use std::{sync::Arc, time::Duration};

use tokio::sync::Notify;

use self::{engine::Engine, quotes::BEAT, rounds::Sent};
use super::{Context, ImportError, Importer, Round};
use crate::{catalogue::Catalogue, domain::Timestamp};

/// A jump of the clock by more than this is made up for from what is stored, in seconds.
const JUMP: i64 = 3_600;
/// Seconds between two looks at news, offerings, reports and the mood.
const LEISURE: i64 = 600;

/// The importer of the sample market.
pub struct Sample {
    engine: Arc<Engine>,
    sent: Sent,
    introduced: Arc<Notify>,
}

impl Sample {
    /// A market that is a function of `seed`: another number, another market.
    pub fn new(seed: u64, catalogue: Catalogue) -> Self {
        Self {
            engine: Arc::new(Engine::new(seed, catalogue)),
            sent: Sent::default(),
            introduced: Arc::new(Notify::new()),
        }
    }

    /// Woken when all that pages need at once is merged: tickers with prices, and the small lists.
    pub fn introduced(&self) -> Arc<Notify> {
        Arc::clone(&self.introduced)
    }

    async fn once(&mut self, context: &Context) -> Result<Duration, ImportError> {
        let now = context.clock.now();
        if !self.sent.introduced {
            self.introduce(context, now).await?;
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
        self.quotes(context, now.as_second()).await?;
        if (now.as_second() - self.sent.leisurely).abs() >= LEISURE {
            self.leisurely(context, now).await?;
        }
        Ok(until_next_beat(now))
    }
}

impl Importer for Sample {
    fn name(&self) -> &'static str {
        "sample"
    }

    fn round<'a>(&'a mut self, context: &'a Context) -> Round<'a> {
        Box::pin(self.once(context))
    }
}

fn until_next_beat(now: Timestamp) -> Duration {
    let beat = BEAT * 1_000;
    let wait = beat - now.as_millisecond().rem_euclid(beat);
    Duration::from_millis(wait as u64)
}

/// Runs `work` on the engine where it may take its time.
async fn aside<T: Send + 'static>(
    engine: &Arc<Engine>,
    work: impl FnOnce(&Engine) -> T + Send + 'static,
) -> Result<T, ImportError> {
    let engine = Arc::clone(engine);
    tokio::task::spawn_blocking(move || work(&engine))
        .await
        .map_err(|error| ImportError::Shape(format!("the simulation failed: {error}")))
}
