//! Quotes: a price with its figures.

use super::{
    calendar_cache::{CELL_SECONDS, DAY, session_at, timestamp},
    cells::Scratch,
    engine::Engine,
    history::aggregate_range,
    noise,
    ranges::PriceRange,
};
use crate::domain::{
    Timestamp,
    quote::{QuoteUpdate, percent_change},
    session::{Calendar, Session},
};

const WEEK: i64 = 7 * DAY;
/// Interval in seconds at which an incomplete cell is searched for its high and low.
const STEP: usize = 30;

/// Figures that change only every five minutes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SessionFigures {
    /// Close of the previous session.
    previous_close: Option<f64>,
    high: Option<f64>,
    low: Option<f64>,
    volume: Option<f64>,
}

/// Computes a ticker's figures at `now`, from the completed cells.
pub(super) fn session_figures(
    engine: &Engine,
    scratch: &mut Scratch,
    index: usize,
    now: i64,
) -> SessionFigures {
    let calendar = engine.ticker(index).calendar;
    let session = session_at(calendar, now);
    let until = now.min(session.close);
    let since = match calendar {
        Calendar::Always => until - until.rem_euclid(CELL_SECONDS) - DAY,
        _ => session.open,
    };
    let bar = aggregate_range(
        engine,
        scratch,
        index,
        since..until - until.rem_euclid(CELL_SECONDS),
    );
    let previous_close = match calendar {
        Calendar::Always => None,
        _ => Some(engine.close(index, &session_at(calendar, session.open - 1))),
    };
    SessionFigures {
        previous_close,
        high: bar.map(|bar| bar.high),
        low: bar.map(|bar| bar.low),
        volume: bar.map(|bar| bar.volume).filter(|volume| *volume > 0.0),
    }
}

/// Returns the quote of a ticker at `now` (Unix milliseconds): the live price in an open session, otherwise the
/// closing price.
pub(super) fn quote(
    engine: &Engine,
    index: usize,
    figures: &SessionFigures,
    price_range: Option<&PriceRange>,
    now: i64,
) -> QuoteUpdate {
    let profile = &engine.instrument(index).profile;
    let calendar = engine.ticker(index).calendar;
    let session = session_at(calendar, now.div_euclid(1_000));
    let at = now.min(session.close * 1_000);
    let second = at.div_euclid(1_000);
    let price = engine.price_within_at(index, &session, at);
    let (high, low) = cell_extremes(engine, index, &session, second, price);
    let high = figures.high.map_or(high, |completed| completed.max(high));
    let low = figures.low.map_or(low, |completed| completed.min(low));
    let price_before = |seconds: i64| Some(engine.price_at(index, now.div_euclid(1_000) - seconds));
    QuoteUpdate {
        bar_close: None,
        symbol: profile.symbol.clone(),
        price,
        as_of: Timestamp::from_millisecond(at).unwrap_or_else(|_| timestamp(second)),
        previous_close: figures.previous_close,
        change_24h: match calendar {
            Calendar::Always => percent_change(price_before(DAY), price),
            _ => percent_change(figures.previous_close, price),
        },
        change_7d: percent_change(price_before(WEEK), price),
        market_cap: profile.units.map(|units| units * price),
        volume_24h: figures.volume,
        day_high: Some(high),
        day_low: Some(low),
        year_high: price_range.map(|range| range.year_high.max(high)),
        year_low: price_range.map(|range| range.year_low.min(low)),
        all_time_high: price_range.map(|range| range.all_time_high.max(high)),
    }
}

/// Returns the high and low so far of the cell that contains `second`.
fn cell_extremes(
    engine: &Engine,
    index: usize,
    session: &Session,
    second: i64,
    price: f64,
) -> (f64, f64) {
    let start = second - (second - session.open) % CELL_SECONDS;
    (start..second)
        .step_by(STEP)
        .map(|at| engine.price_within(index, session, at))
        .fold((price, price), |(high, low), price| {
            (high.max(price), low.min(price))
        })
}

/// Returns true if a ticker in an open market gets a new price in the tick interval number `slot`. Some tickers trade
/// often, some rarely, independently of each other.
pub(super) fn has_tick(engine: &Engine, index: usize, slot: i64) -> bool {
    let stream = engine.ticker(index).stream;
    let tick_probability = 0.3 + 0.5 * noise::unit(noise::draw(stream, u64::MAX));
    noise::unit(noise::draw(stream ^ 0x7469_636b, slot as u64)) < tick_probability
}
