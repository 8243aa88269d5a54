//! Extended-hours prices: a path from the close of one session to the open of the next.
//!
//! The overnight gap of the walks is spread over the extended hours, the smaller part in the evening. Like every price
//! it is a function of seed, ticker and time.

use super::{
    calendar_cache::{session_at, timestamp},
    engine::Engine,
    noise::{draw, noise},
    walk::day_number,
};
use crate::domain::{
    bar::Close,
    quote::ExtendedUpdate,
    session::{Calendar, Phase, Session},
};

/// Share of the overnight gap that occurs in the evening.
const EVENING_SHARE: f64 = 0.3;
/// Standard deviation of the path between the two ends, as a fraction of the daily one.
const ROUGHNESS: f64 = 0.25;
/// Number of bisections, until a piece is a few seconds long.
const MAX_BISECTIONS: u32 = 12;
/// Seconds between two prices of a line.
const STEP: i64 = 120;
/// One in this many tick opportunities is used, since trading is thin.
const TICK_DIVISOR: u64 = 6;
const STREAM: u64 = 0x6578_7465_6e64;

/// A time outside of the regular session at which stocks trade.
#[derive(Debug)]
pub(super) struct Moment {
    /// Unix seconds.
    second: i64,
    phase: Phase,
    /// The last session.
    before: Session,
    /// The next session.
    after: Session,
}

impl Moment {
    /// Returns the moment at a Unix time; `None` during the regular session and when the market is closed.
    fn at(second: i64) -> Option<Self> {
        let phase = Calendar::NewYork.phase(timestamp(second));
        if !matches!(phase, Phase::Pre | Phase::Post) {
            return None;
        }
        let before = session_at(Calendar::NewYork, second);
        Some(Self {
            second,
            phase,
            before,
            after: Calendar::NewYork.next_session(timestamp(before.close)),
        })
    }

    /// Returns the moments of a line between two Unix times: one every two minutes.
    pub(super) fn between(since: i64, until: i64) -> Vec<Self> {
        let first = since.div_euclid(STEP) * STEP + STEP;
        (first..until)
            .step_by(STEP as usize)
            .filter_map(|step| Self::at(step - 1))
            .collect()
    }

    /// Returns the position on the path from the close to the next open, between 0 and 1.
    fn position(&self) -> f64 {
        let elapsed_fraction =
            |end: i64, begin: i64| (self.second - begin) as f64 / (end - begin).max(1) as f64;
        if self.phase == Phase::Post {
            EVENING_SHARE * elapsed_fraction(self.before.after_hours_close(), self.before.close)
        } else {
            EVENING_SHARE
                + (1.0 - EVENING_SHARE)
                    * elapsed_fraction(self.after.open, self.after.pre_market_open())
        }
    }
}

/// A ticker's path from the close of one session to the open of the next.
#[derive(Debug)]
struct Path {
    stream: u64,
    /// Logarithms of the two prices.
    close: f64,
    open: f64,
}

impl Path {
    fn new(engine: &Engine, index: usize, moment: &Moment) -> Self {
        let day = day_number(&moment.before) as u64;
        Self {
            stream: draw(engine.ticker(index).stream ^ STREAM, day),
            close: engine.close(index, &moment.before).ln(),
            open: engine
                .price_within(index, &moment.after, moment.after.open)
                .ln(),
        }
    }

    fn price(&self, engine: &Engine, index: usize, moment: &Moment) -> f64 {
        let position = moment.position();
        let deviation =
            ROUGHNESS * engine.instrument(index).volatility * bridge(self.stream, position);
        engine
            .ticker(index)
            .price(self.close + (self.open - self.close) * position + deviation)
    }
}

/// Returns true if a ticker trades in extended hours.
fn has_extended_hours(engine: &Engine, index: usize) -> bool {
    engine.ticker(index).calendar == Calendar::NewYork
        && engine.instrument(index).profile.has_extended_hours()
}

/// Returns the price at a Unix time and its phase; `None` during the regular session and if the ticker does not trade
/// then.
pub(super) fn extended_price(engine: &Engine, index: usize, second: i64) -> Option<(Phase, f64)> {
    if !has_extended_hours(engine, index) {
        return None;
    }
    let moment = Moment::at(second)?;
    let path = Path::new(engine, index, &moment);
    Some((moment.phase, path.price(engine, index, &moment)))
}

/// Returns a Brownian bridge from zero to zero at a position between 0 and 1, by bisection (Lévy's construction).
fn bridge(stream: u64, position: f64) -> f64 {
    let (mut from, mut to) = ((0.0, 0.0), (1.0, 0.0));
    let mut node = 1;
    for _ in 0..MAX_BISECTIONS {
        let length: f64 = to.0 - from.0;
        let middle = (
            from.0 + length / 2.0,
            f64::midpoint(from.1, to.1) + length.sqrt() / 2.0 * noise(draw(stream, node)),
        );
        if position < middle.0 {
            to = middle;
            node *= 2;
        } else {
            from = middle;
            node = 2 * node + 1;
        }
    }
    from.1 + (to.1 - from.1) * (position - from.0) / (to.0 - from.0)
}

/// Returns a ticker's extended-hours line: its prices at `moments`; nothing if it does not trade then.
pub(super) fn extended_line(engine: &Engine, index: usize, moments: &[Moment]) -> Vec<Close> {
    if !has_extended_hours(engine, index) {
        return vec![];
    }
    moments
        .chunk_by(|a, b| a.before == b.before)
        .flat_map(|moments| {
            let path = Path::new(engine, index, &moments[0]);
            moments
                .iter()
                .map(move |moment| (moment.second, path.price(engine, index, moment)))
        })
        .collect()
}

/// Returns the newest extended-hours price at `now` (Unix milliseconds): overnight and on weekends, the last one of the
/// evening.
pub(super) fn extended_quote(engine: &Engine, index: usize, now: i64) -> Option<ExtendedUpdate> {
    let second = now.div_euclid(1_000);
    let session = session_at(engine.ticker(index).calendar, second);
    let phase = engine.ticker(index).calendar.phase(timestamp(second));
    let second = match phase {
        Phase::Closed => session.after_hours_close() - 1,
        _ => second,
    };
    let (session, price) = extended_price(engine, index, second)?;
    Some(ExtendedUpdate {
        symbol: engine.instrument(index).profile.symbol.clone(),
        price,
        change: None,
        session,
        as_of: timestamp(second),
    })
}

/// Returns true if a ticker gets a new extended-hours price in the tick interval number `slot`.
pub(super) fn has_tick(engine: &Engine, index: usize, slot: i64, second: i64) -> bool {
    let ticker = engine.ticker(index);
    draw(ticker.stream ^ STREAM, slot as u64).is_multiple_of(TICK_DIVISOR)
        && matches!(
            ticker.calendar.phase(timestamp(second)),
            Phase::Pre | Phase::Post
        )
}
