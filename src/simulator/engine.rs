//! The simulated market: the price of every ticker at any second.

use super::{
    calendar_cache::{ANCHOR, CELL_SECONDS, CalendarCache, DAY, day_of},
    cell::Cell,
    factors::{Factor, model_of},
    noise::{draw, named, noise},
    walk::{PathPoint, Walk, day_number},
};
use crate::{
    catalogue::{Catalogue, Instrument},
    domain::{
        Timestamp,
        session::{Calendar, Session},
        ticker::{Profile, TickerKind},
    },
};

/// Added to every seed, so that the default seed's first year is ordinary: some greed, some fear,
/// and most prices near those of the catalogue.
const DEFAULT_SEED_SALT: u64 = 2_030;
const YEAR: f64 = 365.25 * 86_400.0;
/// Position in a day's stream from which the random numbers between two seconds come: far beyond the positions of the
/// day's cells.
const MILLISECOND_STREAM: u64 = 1 << 33;

/// A walk's contribution to a ticker's price.
#[derive(Debug, Clone, Copy)]
pub(super) struct Term {
    /// Index of the walk.
    pub(super) walk: usize,
    /// Factor of its movement.
    pub(super) loading: f64,
}

/// One simulated ticker.
#[derive(Debug)]
pub(super) struct SimulatedTicker {
    /// Stream of its own random numbers (extremes, volume).
    pub(super) stream: u64,
    /// Trading hours of the ticker.
    pub(super) calendar: Calendar,
    /// The walks that move the ticker's price.
    pub(super) terms: Vec<Term>,
    /// Logarithm of the price at the anchor.
    base: f64,
    /// Growth of the logarithm per second.
    drift: f64,
    /// The anchor, in Unix seconds.
    anchor: i64,
    /// Levels of the ticker's walks at the anchor, with their reversion rates per second.
    anchor_levels: Vec<(f64, f64)>,
    /// 10 to the power of the price's decimals.
    scale: f64,
    /// Units (US dollars for crypto) on an average day.
    pub(super) daily_volume: f64,
}

impl SimulatedTicker {
    /// Returns the trend during a session.
    pub(super) fn trend(&self, session: &Session) -> Trend {
        let open = self.trend_at(session.open);
        let rise = self.trend_at(session.close) - open;
        Trend {
            since: session.open,
            open,
            slope: rise / (session.close - session.open) as f64,
        }
    }

    /// Returns growth minus a correction, so that the price at the anchor equals the catalogue's price. A mean-reverting
    /// walk is expected to keep exp(−reversion · time) of its level at the anchor. Subtracting this part gives the walk
    /// conditioned on zero at the anchor.
    fn trend_at(&self, second: i64) -> f64 {
        let since = (second - self.anchor) as f64;
        let anchor_levels: f64 = self
            .anchor_levels
            .iter()
            .map(|(level, rate)| level * (-rate * since.abs()).exp())
            .sum();
        self.base + self.drift * since - anchor_levels
    }

    /// Converts a level to a price, rounded to its decimals.
    pub(super) fn price(&self, level: f64) -> f64 {
        ((level.exp() * self.scale).round()).max(1.0) / self.scale
    }
}

/// The trend: linear within a session.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trend {
    since: i64,
    open: f64,
    slope: f64,
}

impl Trend {
    pub(super) fn at(self, second: i64) -> f64 {
        self.open + self.slope * (second - self.since) as f64
    }

    /// Returns the trend at the open and close of its session.
    pub(super) fn ends(self, session: &Session) -> (f64, f64) {
        (self.open, self.at(session.close))
    }
}

/// The whole simulation. Every method is a function of the seed, the catalogue and its arguments.
#[derive(Debug)]
pub(super) struct Engine {
    seed: u64,
    is_always_open: bool,
    pub(super) catalogue: Catalogue,
    pub(super) calendar_cache: CalendarCache,
    walks: Vec<Walk>,
    /// Number of tickers that each walk moves.
    followers: Vec<usize>,
    tickers: Vec<SimulatedTicker>,
}

impl Engine {
    /// Creates the market of `seed`. If it `is_always_open`, every ticker trades around the clock,
    /// with other prices than with exchange hours.
    pub(super) fn new(seed: u64, is_always_open: bool, catalogue: Catalogue) -> Self {
        let seed = seed.wrapping_add(DEFAULT_SEED_SALT);
        let calendar_cache = CalendarCache::new(seed);
        let mut engine = Self {
            seed,
            is_always_open,
            calendar_cache,
            walks: vec![],
            followers: vec![],
            tickers: vec![],
            catalogue: Catalogue::default(),
        };
        let mut names = std::collections::HashMap::new();
        for instrument in &catalogue.instruments {
            let mut model = model_of(instrument, &catalogue);
            if is_always_open {
                model = model.always_open();
            }
            let terms = model
                .factors
                .iter()
                .map(
                    |Factor {
                         name,
                         parameters,
                         loading,
                         ..
                     }| {
                        let walk = *names.entry(name.clone()).or_insert_with(|| {
                            let stream = named(seed, name);
                            engine.walks.push(Walk::new(stream, *parameters));
                            engine.followers.push(0);
                            engine.walks.len() - 1
                        });
                        engine.followers[walk] += 1;
                        Term {
                            walk,
                            loading: *loading,
                        }
                    },
                )
                .collect();
            let ticker = engine.create_ticker(seed, instrument, terms, model.drift);
            engine.tickers.push(ticker);
        }
        engine.catalogue = catalogue;
        engine
    }

    fn create_ticker(
        &self,
        seed: u64,
        instrument: &Instrument,
        terms: Vec<Term>,
        drift: f64,
    ) -> SimulatedTicker {
        let anchor = day_of(ANCHOR);
        let anchor_levels = terms
            .iter()
            .map(|term| {
                let walk = &self.walks[term.walk];
                let level = term.loading * walk.level_before(&self.calendar_cache, anchor);
                (
                    level,
                    walk.parameters.reversion * sessions_a_year(walk.parameters.calendar) / YEAR,
                )
            })
            .collect();
        SimulatedTicker {
            stream: named(seed, &format!("bars of {}", instrument.profile.symbol)),
            calendar: if self.is_always_open {
                Calendar::Always
            } else {
                instrument.profile.kind.default_calendar()
            },
            terms,
            base: instrument.price.ln(),
            anchor: anchor * DAY,
            anchor_levels,
            drift: drift / YEAR,
            scale: 10f64.powi(i32::from(instrument.profile.decimals)),
            daily_volume: instrument.daily_volume,
        }
    }

    /// Returns every ticker's index, in the catalogue's order.
    pub(super) fn indices(&self) -> std::ops::Range<usize> {
        0..self.tickers.len()
    }

    pub(super) fn ticker(&self, index: usize) -> &SimulatedTicker {
        &self.tickers[index]
    }

    pub(super) fn walk(&self, term: Term) -> &Walk {
        self.walk_at(term.walk)
    }

    /// Returns a walk by its index.
    pub(super) fn walk_at(&self, walk: usize) -> &Walk {
        &self.walks[walk]
    }

    /// Returns true if a walk moves several tickers.
    pub(super) fn is_shared(&self, walk: usize) -> bool {
        self.followers[walk] > 1
    }

    pub(super) fn instrument(&self, index: usize) -> &Instrument {
        &self.catalogue.instruments[index]
    }

    pub(super) fn kind(&self, index: usize) -> TickerKind {
        self.instrument(index).profile.kind
    }

    /// Returns the index of a symbol.
    pub(super) fn index_of(&self, symbol: &str) -> Option<usize> {
        self.catalogue
            .instruments
            .iter()
            .position(|instrument| instrument.profile.symbol == symbol)
    }

    /// Returns the profile of every ticker.
    pub(super) fn profiles(&self) -> Vec<Profile> {
        let mut profiles = self.catalogue.profiles();
        for profile in &mut profiles {
            profile.always_open = self.is_always_open;
        }
        profiles
    }

    /// Returns the seed.
    pub(super) fn seed(&self) -> u64 {
        self.seed
    }

    /// Like [`Engine::price`], at a Unix time.
    pub(super) fn price_at(&self, index: usize, second: i64) -> f64 {
        self.price(
            index,
            Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH),
        )
    }

    /// Returns the price at `at`: of that second in an open session, otherwise the last close.
    pub(super) fn price(&self, index: usize, at: Timestamp) -> f64 {
        let session = self.tickers[index].calendar.session_at_or_before(at);
        self.price_within(index, &session, at.as_second())
    }

    /// Returns the price at a Unix time within a session; after its close, the closing price.
    pub(super) fn price_within(&self, index: usize, session: &Session, second: i64) -> f64 {
        let ticker = &self.tickers[index];
        let second = second.clamp(session.open, session.close);
        let seconds_into_cell = (second - session.open) % CELL_SECONDS;
        let point = self.path_point(ticker, session, second, seconds_into_cell);
        if seconds_into_cell == 0 {
            return ticker.price(point.at);
        }
        // Within a cell the path is reflected at the high and low of the cell's bar.
        let at = (second - session.open) / CELL_SECONDS;
        let stream = draw(ticker.stream, day_number(session) as u64);
        let draw = draw(stream, at as u64);
        let cell = Cell::between(point.left, point.right, point.variance, draw);
        ticker.price(cell.mirror(point.at))
    }

    /// Like [`Engine::price_within`], in milliseconds: between two seconds the path is random, within the bar of its
    /// cell.
    pub(super) fn price_within_at(&self, index: usize, session: &Session, millisecond: i64) -> f64 {
        let (second, part) = (millisecond.div_euclid(1_000), millisecond.rem_euclid(1_000));
        if part == 0 || !(session.open..session.close).contains(&second) {
            return self.price_within(index, session, second);
        }
        let ticker = &self.tickers[index];
        let since = second - session.open;
        let at = |second: i64| {
            let seconds_into_cell = (second - session.open) % CELL_SECONDS;
            self.path_point(ticker, session, second, seconds_into_cell)
        };
        let (before, after) = (at(second), at(second + 1));
        // On the grid there is no cell, so the other second's cell is used.
        let point = if since % CELL_SECONDS == 0 {
            after
        } else {
            before
        };
        let stream = draw(ticker.stream, day_number(session) as u64);
        let cell_draw = draw(stream, (since / CELL_SECONDS) as u64);
        let cell = Cell::between(point.left, point.right, point.variance, cell_draw);
        let fraction = part as f64 / 1_000.0;
        let deviation = (point.variance / CELL_SECONDS as f64 * fraction * (1.0 - fraction)).sqrt();
        let shock = noise(draw(draw(stream, MILLISECOND_STREAM), millisecond as u64));
        let level = before.at + (after.at - before.at) * fraction + deviation * shock;
        ticker.price(cell.mirror(level))
    }

    /// Returns the closing price of a session.
    pub(super) fn close(&self, index: usize, session: &Session) -> f64 {
        self.price_within(index, session, session.close)
    }

    /// Returns the sum of a ticker's walks at a second of its session.
    fn path_point(
        &self,
        ticker: &SimulatedTicker,
        session: &Session,
        second: i64,
        seconds_into_cell: i64,
    ) -> PathPoint {
        let start = second - seconds_into_cell;
        let trend = ticker.trend(session);
        let mut sum = PathPoint {
            left: trend.at(start),
            at: trend.at(second),
            right: trend.at(start + CELL_SECONDS),
            variance: 0.0,
        };
        for term in &ticker.terms {
            let walk = self.walk(*term);
            let own_session = walk.own_session(ticker.calendar, session);
            let day = day_number(&own_session);
            let bridge = walk.cached_bridge(&self.calendar_cache, day);
            let part = walk.path_point(&self.calendar_cache, &own_session, &bridge, second);
            sum.left += term.loading * part.left;
            sum.at += term.loading * part.at;
            sum.right += term.loading * part.right;
            sum.variance += term.loading * term.loading * part.variance;
        }
        sum
    }
}

fn sessions_a_year(calendar: Calendar) -> f64 {
    match calendar {
        Calendar::Always => 365.25,
        _ => 252.0,
    }
}
