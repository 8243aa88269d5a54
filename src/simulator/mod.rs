//! The sample market: an offline simulation.
//!
//! Every price is a pure function of seed, ticker and time, so that history, ticks and a restart agree
//! without any stored state. `noise` returns pseudorandom numbers by address; `walk` turns them into
//! levels; `factors` defines the walks of each ticker; `engine` sums them; `cells` and `history` make
//! bars; `quotes` and `ranges` compute the figures of a quote, `sample_days` the daily bars before the stored
//! ones, `extended` extended-hours prices. The rest: `dividends`, `funds`, `earnings`, `icos`, `headlines`, `fear_greed`, `reports`.
//!
//! [`Simulator`] sends first what pages need at once, then the bars that are not stored yet, then
//! quotes, every two seconds by default.

#![expect(
    clippy::cast_possible_wrap,
    reason = "positions, days and cells are counted in numbers far below 2⁶³"
)]

mod activity;
mod alerts;
mod calendar_cache;
mod cell;
mod cells;
mod dividends;
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
mod reports;
mod sample_days;
mod statistics;
#[cfg(test)]
mod tests;
mod walk;
mod yield_curve;

use std::{sync::Arc, time::Duration};

use jiff::civil::Date;

pub(crate) use self::{alerts::sample_alerts, sample_days::SampleDays};
use self::{engine::Engine, quotes::SessionFigures, ranges::PriceRange};
use crate::{
    catalogue::Catalogue,
    domain::{Timestamp, earnings::EarningsEvent, ico::Ico},
    source::{Context, Refresh, Source, SourceError},
};

/// Clock jump in seconds after which bars are backfilled from the stored ones.
const MAX_CLOCK_JUMP: i64 = 3_600;
/// Interval between two updates of the reference data, in seconds.
const REFERENCE_INTERVAL: i64 = 600;

/// Settings of the sample market.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    /// Seed of all prices.
    pub(crate) seed: u64,
    /// True if every ticker trades around the clock, regardless of exchange hours.
    pub(crate) is_always_open: bool,
    /// Interval at which new prices are sent.
    pub(crate) tick_interval: Duration,
}

/// The data sent so far. If this state is lost, the simulator sends the same data again.
#[derive(Default)]
struct SentState {
    /// True once profiles and all that pages need were sent.
    warmed_up: bool,
    /// End of the completed bars that were sent (Unix seconds, on the grid).
    bars_until: Option<i64>,
    /// When news, offerings, reports and fear and greed were last sent (Unix seconds).
    reference_data_at: i64,
    /// The last millisecond for which every ticker, open or closed, was quoted.
    quoted_at: i64,
    /// By ticker: true if its bars were imported from a file, so that it is not simulated.
    imported: Arc<Vec<bool>>,
    /// Figures by ticker, as of `bars_until`.
    session_figures: Arc<Vec<SessionFigures>>,
    /// Price ranges by ticker, computed for the session dates in `price_ranges_of`.
    price_ranges: Arc<Vec<Option<PriceRange>>>,
    price_ranges_of: Option<[Date; 3]>,
    dividends_of: Option<Date>,
    reports_of: Option<Date>,
    icos: Vec<Ico>,
    earnings: Vec<EarningsEvent>,
}

/// The source of the sample market.
pub(crate) struct Simulator {
    tick_interval: Duration,
    engine: Arc<Engine>,
    sent: SentState,
}

impl Simulator {
    /// Creates a market.
    pub(crate) fn new(settings: Settings, catalogue: Catalogue) -> Self {
        let Settings {
            seed,
            is_always_open,
            tick_interval,
        } = settings;
        Self {
            tick_interval,
            engine: Arc::new(Engine::new(seed, is_always_open, catalogue)),
            sent: SentState::default(),
        }
    }

    /// Returns the interval between two ticks, in milliseconds.
    fn interval(&self) -> i64 {
        (self.tick_interval.as_millis() as i64).max(1)
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
            Some(until) if (until - MAX_CLOCK_JUMP..=until + MAX_CLOCK_JUMP).contains(&second) => {
                self.send_finished_bars(context, second).await?;
            }
            _ => self.backfill(context, second).await?,
        }
        // Backfilling months takes a while, so the current time is read again.
        let now = context.clock.now();
        self.send_due_quotes(context, now.as_millisecond()).await?;
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

/// Runs `work` on the engine, off the async threads.
async fn run_blocking<T: Send + 'static>(
    engine: &Arc<Engine>,
    work: impl FnOnce(&Engine) -> T + Send + 'static,
) -> Result<T, SourceError> {
    let engine = Arc::clone(engine);
    tokio::task::spawn_blocking(move || work(&engine))
        .await
        .map_err(|error| SourceError::InvalidResponse(format!("the simulation failed: {error}")))
}
