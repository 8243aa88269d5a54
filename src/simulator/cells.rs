//! A session in cells of five minutes, worked out in one go.

use super::{
    calendar_cache::CELL,
    cell::Cell,
    engine::{Engine, Simulated},
    noise,
    walk::{Walk, day_number},
};
use crate::domain::session::Session;

/// Where a walk stood when it was last asked for: a run over many sessions goes on from there.
#[derive(Debug, Clone, Copy)]
struct WalkCursor {
    /// The walk's level before this day…
    day: i64,
    /// …was this.
    level: f64,
}

impl WalkCursor {
    /// The walk's level before `day`.
    fn level_before(&mut self, engine: &Engine, walk: &Walk, day: i64) -> f64 {
        let goes_on = (0..=40).contains(&(day - self.day))
            && Walk::is_one_walk(&engine.calendar_cache, self.day, day);
        self.level = if goes_on {
            walk.advance(&engine.calendar_cache, self.level, self.day, day)
        } else {
            walk.before(&engine.calendar_cache, day)
        };
        self.day = day;
        self.level
    }
}

/// Buffers that are used again for every session.
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
    /// The cells of a whole session.
    pub(super) fn session(&mut self, engine: &Engine, index: usize, session: &Session) -> &[Cell] {
        let ticker = engine.ticker(index);
        self.follow(engine, index, session);
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

    /// Fills levels and variances of the session from the ticker's walks.
    fn follow(&mut self, engine: &Engine, index: usize, session: &Session) {
        let ticker = engine.ticker(index);
        self.begin(ticker, index);
        let cells = ((session.close - session.open) / CELL) as usize;
        self.levels.clear();
        let trend = ticker.trend(session);
        self.levels
            .extend((0..=cells).map(|at| trend.at(session.open + at as i64 * CELL)));
        self.variances.clear();
        self.variances.resize(cells, 0.0);
        for (term, cursor) in ticker.terms.iter().zip(&mut self.cursors) {
            let walk = engine.walk(*term);
            let theirs = walk.session_beside(ticker.calendar, session);
            let day = day_number(&theirs);
            let before = cursor.level_before(engine, walk, day);
            let bridge = walk.bridge(&engine.calendar_cache, day, before);
            let activity = engine
                .calendar_cache
                .activity(walk.parameters.calendar, &theirs);
            activity.path(&bridge, &mut self.walk);
            let offset = ((session.open - theirs.open) / CELL) as usize;
            for (level, theirs) in self.levels.iter_mut().zip(&self.walk[offset..]) {
                *level += term.loading * theirs;
            }
            let power = (term.loading * bridge.rough).powi(2);
            for (variance, share) in self.variances.iter_mut().zip(&activity.variance[offset..]) {
                *variance += power * share;
            }
        }
    }

    /// How high and how low a session may go at most, `deviations` beyond its ends.
    pub(super) fn bounds(
        &mut self,
        engine: &Engine,
        index: usize,
        session: &Session,
        deviations: f64,
    ) -> (f64, f64) {
        let ticker = engine.ticker(index);
        self.begin(ticker, index);
        let (mut high, mut low, mut variance) = (0.0, 0.0, 0.0);
        for (term, cursor) in ticker.terms.iter().zip(&mut self.cursors) {
            let walk = engine.walk(*term);
            let before = cursor.level_before(engine, walk, day_number(session));
            let bridge = walk.bridge(&engine.calendar_cache, day_number(session), before);
            let ends = [bridge.open, bridge.close].map(|level| term.loading * level);
            high += ends[0].max(ends[1]);
            low += ends[0].min(ends[1]);
            variance += (term.loading * bridge.rough).powi(2);
        }
        let beyond = deviations * variance.sqrt();
        let trend = ticker.trend(session);
        let trend = [session.open, session.close].map(|second| trend.at(second));
        (
            high + beyond + trend[0].max(trend[1]),
            low - beyond + trend[0].min(trend[1]),
        )
    }

    /// Forgets the cursors of another ticker.
    fn begin(&mut self, ticker: &Simulated, index: usize) {
        if self.owner != Some(index) {
            let lost = WalkCursor {
                day: i64::MIN / 2,
                level: 0.0,
            };
            self.cursors.clear();
            self.cursors.resize(ticker.terms.len(), lost);
            self.owner = Some(index);
        }
    }

    /// How much more than usual is traded on this day: when much happens, and by chance.
    fn day_volume_factor(&self, engine: &Engine, stream: u64, session: &Session) -> f64 {
        const CHANCE: u64 = 1 << 32;
        let first = self.levels.first().copied().unwrap_or_default();
        let last = self.levels.last().copied().unwrap_or_default();
        let usual = self.variances.iter().sum::<f64>().sqrt().max(1e-12);
        let moved = ((last - first).abs() / usual).min(4.0);
        let chance = (0.22 * noise::noise(noise::draw(stream, CHANCE))).exp();
        let volatility_regime = engine.calendar_cache.turbulence(day_number(session));
        chance * volatility_regime.sqrt() * (0.72 + 0.28 * moved)
    }
}
