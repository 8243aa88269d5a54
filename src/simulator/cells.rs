//! Computes all five-minute cells of a session at once.

use super::{
    activity::Bridge,
    calendar_cache::CELL_SECONDS,
    cell::Cell,
    engine::{Engine, SimulatedTicker, Term},
    noise,
    walk::{Walk, day_number},
};
use crate::domain::session::Session;

/// The last computed level of a walk, from which a run over many sessions continues.
#[derive(Debug, Clone, Copy)]
struct WalkCursor {
    /// The day.
    day: i64,
    /// The walk's level before `day`.
    level: f64,
}

impl WalkCursor {
    /// Returns the walk's level before `day`.
    fn level_before(&mut self, engine: &Engine, walk: &Walk, day: i64) -> f64 {
        let can_continue = (0..=40).contains(&(day - self.day))
            && Walk::is_one_walk(&engine.calendar_cache, self.day, day);
        self.level = if can_continue {
            walk.advance(&engine.calendar_cache, self.level, self.day, day)
        } else {
            walk.level_before(&engine.calendar_cache, day)
        };
        self.day = day;
        self.level
    }
}

/// Buffers that are reused for every session.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    owner: Option<usize>,
    cursors: Vec<WalkCursor>,
    walk: Vec<f64>,
    levels: Vec<f64>,
    variances: Vec<f64>,
    cells: Vec<Cell>,
}

impl Scratch {
    /// Returns the cells of a whole session.
    pub(super) fn session(&mut self, engine: &Engine, index: usize, session: &Session) -> &[Cell] {
        let ticker = engine.ticker(index);
        self.load_session(engine, index, session);
        let activity = engine.calendar_cache.activity(ticker.calendar, session);
        let day = day_number(session) as u64;
        let stream = noise::draw(ticker.stream, day);
        let day_volume = ticker.daily_volume * self.day_volume_factor(engine, stream, session);
        self.cells.clear();
        for at in 0..activity.cells() {
            let (open, close) = (self.levels[at], self.levels[at + 1]);
            let draw = noise::draw(stream, at as u64);
            let mut cell = Cell::between(open, close, self.variances[at], draw);
            let moved = (close - open).abs() / self.variances[at].sqrt().max(1e-12);
            let movement_factor = (0.55 + 0.55 * moved).min(2.8);
            cell.volume = (day_volume
                * activity.volume[at]
                * movement_factor
                * noise::volume_factor((draw >> 16) as u8))
            .round();
            self.cells.push(cell);
        }
        &self.cells
    }

    /// Returns the high and low of a session, in logarithms of the price, given the paths of the ticker's walks through
    /// the day.
    pub(super) fn extremes(
        &mut self,
        engine: &Engine,
        index: usize,
        session: &Session,
        bridges: impl Iterator<Item = Bridge>,
    ) -> (f64, f64) {
        let ticker = engine.ticker(index);
        self.begin_session(ticker, session);
        for (term, bridge) in ticker.terms.iter().zip(bridges) {
            self.add_walk(engine, ticker, session, *term, &bridge);
        }
        let stream = noise::draw(ticker.stream, day_number(session) as u64);
        let (mut high, mut low) = (f64::MIN, f64::MAX);
        for (at, variance) in self.variances.iter().enumerate() {
            let draw = noise::draw(stream, at as u64);
            let cell = Cell::between(self.levels[at], self.levels[at + 1], *variance, draw);
            high = high.max(cell.high);
            low = low.min(cell.low);
        }
        (high, low)
    }

    /// Fills levels and variances of the session from the ticker's walks.
    fn load_session(&mut self, engine: &Engine, index: usize, session: &Session) {
        let ticker = engine.ticker(index);
        self.select_ticker(ticker, index);
        self.begin_session(ticker, session);
        let day = day_number(session);
        for (at, term) in ticker.terms.iter().enumerate() {
            let walk = engine.walk(*term);
            let before = self.cursors[at].level_before(engine, walk, day);
            let bridge = walk.bridge(&engine.calendar_cache, day, before);
            self.add_walk(engine, ticker, session, *term, &bridge);
        }
    }

    /// Fills the levels with the trend.
    fn begin_session(&mut self, ticker: &SimulatedTicker, session: &Session) {
        let cells = ((session.close - session.open) / CELL_SECONDS) as usize;
        self.levels.clear();
        let trend = ticker.trend(session);
        self.levels
            .extend((0..=cells).map(|at| trend.at(session.open + at as i64 * CELL_SECONDS)));
        self.variances.clear();
        self.variances.resize(cells, 0.0);
    }

    /// Adds a walk's contribution, given its path through the day.
    fn add_walk(
        &mut self,
        engine: &Engine,
        ticker: &SimulatedTicker,
        session: &Session,
        term: Term,
        bridge: &Bridge,
    ) {
        let walk = engine.walk(term);
        let walk_session = walk.own_session(ticker.calendar, session);
        let activity = engine
            .calendar_cache
            .activity(walk.parameters.calendar, &walk_session);
        activity.path(bridge, &mut self.walk);
        let offset = ((session.open - walk_session.open) / CELL_SECONDS) as usize;
        for (level, walk_level) in self.levels.iter_mut().zip(&self.walk[offset..]) {
            *level += term.loading * walk_level;
        }
        let power = (term.loading * bridge.deviation).powi(2);
        for (variance, fraction) in self.variances.iter_mut().zip(&activity.variance[offset..]) {
            *variance += power * fraction;
        }
    }

    /// Resets the cursors if the ticker changed.
    fn select_ticker(&mut self, ticker: &SimulatedTicker, index: usize) {
        if self.owner != Some(index) {
            let no_cursor = WalkCursor {
                day: i64::MIN / 2,
                level: 0.0,
            };
            self.cursors.clear();
            self.cursors.resize(ticker.terms.len(), no_cursor);
            self.owner = Some(index);
        }
    }

    /// Returns the day's volume relative to the usual one, from its price movement and chance.
    fn day_volume_factor(&self, engine: &Engine, stream: u64, session: &Session) -> f64 {
        const CHANCE_STREAM: u64 = 1 << 32;
        let first = self.levels.first().copied().unwrap_or_default();
        let last = self.levels.last().copied().unwrap_or_default();
        let usual = self.variances.iter().sum::<f64>().sqrt().max(1e-12);
        let moved = ((last - first).abs() / usual).min(4.0);
        let chance = (0.22 * noise::noise(noise::draw(stream, CHANCE_STREAM))).exp();
        let volatility_factor = engine.calendar_cache.volatility_factor(day_number(session));
        chance * volatility_factor.sqrt() * (0.72 + 0.28 * moved)
    }
}
