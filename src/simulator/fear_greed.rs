//! Fear and greed index of the simulated market.

use super::{
    calendar_cache::{session_at, timestamp},
    engine::Engine,
};
use crate::domain::{
    Timestamp,
    fear_greed::{FearGreed, FearGreedIndicators, STOCKS},
    ticker::TickerKind,
};

/// Number of sessions for momentum and the usual volatility.
const LONG_WINDOW: usize = 125;
/// Number of sessions for the current volatility.
const SHORT_WINDOW: usize = 20;
/// Number of sessions for a stock's average.
const AVERAGE_WINDOW: usize = 50;

/// Returns the reading at `now`; `None` without enough history.
pub(super) fn fear_greed(engine: &Engine, now: Timestamp) -> Option<FearGreed> {
    let index = engine.index_of("^GSPC")?;
    let closes = closes(engine, index, LONG_WINDOW + 1, 1, now);
    let momentum = momentum(&closes)?;
    let volatility_score = volatility_score(&closes)?;
    let breadth = breadth(engine, now)?;
    let risk_appetite = risk_appetite(&closes)?;
    let value = (momentum + volatility_score + breadth + risk_appetite) / 4.0;
    let session = session_at(engine.ticker(index).calendar, now.as_second());
    Some(FearGreed {
        value: value.round(),
        as_of: timestamp(now.as_second().min(session.close)),
        indicators: Some(FearGreedIndicators {
            market_momentum: label(momentum, ["Weak", "Neutral", "Strong"]),
            volatility: label(volatility_score, ["High", "Moderate", "Low"]),
            market_breadth: label(breadth, ["Weak", "Mixed", "Strong"]),
            put_call_ratio: label(risk_appetite, ["Fearful", "Neutral", "Greedy"]),
        }),
        components: Vec::new(),
        market: STOCKS.into(),
        provider: String::new(),
        rating: None,
    })
}

fn label(score: f64, [low, middle, high]: [&str; 3]) -> String {
    match score {
        s if s < 40.0 => low,
        s if s <= 60.0 => middle,
        _ => high,
    }
    .into()
}

/// Returns a score from 0 to 100, with 50 for a `deviation` of 0.
fn score(deviation: f64) -> f64 {
    (50.0 + deviation).clamp(0.0, 100.0)
}

/// Scores the index against its average of half a year: 6 % above the average is the maximum score.
fn momentum(closes: &[f64]) -> Option<f64> {
    let average = mean(closes)?;
    Some(score((closes.last()? / average - 1.0) / 0.06 * 50.0))
}

/// Scores the volatility of the last month against the volatility of half a year. Low volatility has a high score.
fn volatility_score(closes: &[f64]) -> Option<f64> {
    let returns: Vec<f64> = closes.windows(2).map(|w| w[1] / w[0] - 1.0).collect();
    let mean_move = |returns: &[f64]| mean(&returns.iter().map(|r| r.abs()).collect::<Vec<_>>());
    let usual = mean_move(&returns)?;
    let current = mean_move(&returns[returns.len().saturating_sub(SHORT_WINDOW)..])?;
    Some(score((1.0 - current / usual) * 80.0))
}

/// Returns the share of stocks above their average of fifty sessions.
fn breadth(engine: &Engine, now: Timestamp) -> Option<f64> {
    const SAMPLING_INTERVAL: usize = 5;
    let above: Vec<f64> = engine
        .indices()
        .filter(|index| engine.kind(*index) == TickerKind::Stock)
        .filter_map(|index| {
            let closes = closes(engine, index, AVERAGE_WINDOW, SAMPLING_INTERVAL, now);
            let is_above = closes.last()? > &mean(&closes)?;
            Some(if is_above { 100.0 } else { 0.0 })
        })
        .collect();
    mean(&above)
}

/// Scores the move of the last week, as a substitute for the put-call ratio of options.
fn risk_appetite(closes: &[f64]) -> Option<f64> {
    const WEEK: usize = 5;
    let before = closes.get(closes.len().checked_sub(WEEK + 1)?)?;
    Some(score((closes.last()? / before - 1.0) / 0.035 * 50.0))
}

/// Returns the closes of every `sampling_interval`-th of the last `count` sessions, oldest first, and the current price
/// last.
fn closes(
    engine: &Engine,
    index: usize,
    count: usize,
    sampling_interval: usize,
    now: Timestamp,
) -> Vec<f64> {
    let calendar = engine.ticker(index).calendar;
    let mut closes = vec![engine.price(index, now)];
    let mut session = session_at(calendar, now.as_second());
    for nth in 1..count {
        session = session_at(calendar, session.open - 1);
        if nth % sampling_interval == 0 {
            closes.push(engine.close(index, &session));
        }
    }
    closes.reverse();
    closes
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
