//! Tests of the simulated market: consistency, statistics, and updates.

#![expect(
    clippy::float_cmp,
    reason = "the simulation is a function: the same arguments must give bit-identical values"
)]

mod agreement;
mod lists;
mod publish;
mod statistics;

use super::{
    cells::Scratch,
    engine::Engine,
    history::{Bars, Since, bars},
};
use crate::{
    catalogue::Catalogue,
    domain::{Timestamp, bar::Bar},
};

/// A Friday afternoon in New York.
const FRIDAY: &str = "2026-11-20T19:32:07Z";
const DAY: i64 = 86_400;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn engine() -> Engine {
    Engine::new(1, false, Catalogue::embedded().unwrap())
}

/// Returns every bar of a ticker in the days before `until`.
fn bars_of(engine: &Engine, symbol: &str, days: i64, until: Timestamp) -> Bars {
    let until = until.as_second();
    let start = until - days * DAY;
    let since = Since {
        five_minutes: start,
        hours: start,
        days: start,
    };
    let index = engine.index_of(symbol).unwrap();
    bars(engine, &mut Scratch::default(), index, since, until)
}

/// Returns daily bars only.
fn days_of(engine: &Engine, symbol: &str, days: i64, until: Timestamp) -> Vec<Bar> {
    let until = until.as_second();
    let since = Since {
        five_minutes: until,
        hours: until,
        days: until - days * DAY,
    };
    let index = engine.index_of(symbol).unwrap();
    bars(engine, &mut Scratch::default(), index, since, until).days
}
