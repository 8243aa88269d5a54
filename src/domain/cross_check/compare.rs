//! Compares the daily closes of two sources.

use jiff::{Timestamp, tz::TimeZone};

use crate::domain::{
    bar::Close,
    outliers::median,
    ticker::{TickerKind, is_yield},
};

/// Minimum number of sessions that show the same ratio or shift. Fewer may be a coincidence.
const MIN_PATTERN_SESSIONS: usize = 3;
/// Maximum numerator and denominator of the ratio of a split, unless one of them is 1.
const MAX_SPLIT_TERM: u32 = 10;
/// Maximum number of new shares for one old share (or the reverse) in a split.
const MAX_WHOLE_SPLIT: u32 = 100;
/// Minimum ratio of a split. A smaller constant ratio is an adjustment, such as one for dividends.
const MIN_SPLIT_RATIO: f64 = 1.2;
/// Factors between a currency and its parts: cents and pence, and the thousandths of dinars.
const UNIT_FACTORS: [f64; 2] = [100.0, 1_000.0];
/// Relative difference by which a value may miss the tolerance because of binary rounding.
const ROUNDING: f64 = 1e-9;

/// Sources of yields close at different hours, so that yields may differ by five basis points.
const YIELD_TOLERANCE: f64 = 0.05;

/// The days of a month on which sources may already show the next contract of a future, while others still show the expiring one.
/// Crude oil expires at about the 20th; other futures at the end of the month before delivery, or in the middle of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RollDays {
    /// Never, because the ticker is not a future.
    None,
    /// About the 20th.
    CrudeOil,
    /// The end of a month and the middle.
    Others,
}

impl RollDays {
    /// Returns the days of the symbol of a front-month future (`GC=F`).
    fn of(symbol: &str) -> Self {
        match symbol.strip_suffix("=F") {
            None => Self::None,
            Some("CL") => Self::CrudeOil,
            Some(_) => Self::Others,
        }
    }

    /// Returns true if sources may show different contracts at a time (Unix seconds).
    fn contain(self, second: i64) -> bool {
        let day = Timestamp::from_second(second).map(|at| at.to_zoned(TimeZone::UTC).day());
        match (self, day) {
            (Self::CrudeOil, Ok(day)) => (14..=25).contains(&day),
            (Self::Others, Ok(day)) => day >= 22 || day <= 2 || (11..=16).contains(&day),
            _ => false,
        }
    }
}

/// The largest difference between two figures that counts as agreement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// Maximum relative difference, as a fraction.
    relative: f64,
    /// Maximum absolute difference: one unit of the last decimal in which the price is quoted, or more for yields.
    tick: f64,
    /// The days on which a difference means nothing.
    roll_days: RollDays,
}

impl Tolerance {
    /// Returns the tolerance with the exceptions for yields and front-month futures, if the symbol is one.
    pub(crate) fn for_symbol(self, symbol: &str) -> Self {
        let tick = if is_yield(symbol) {
            self.tick.max(YIELD_TOLERANCE)
        } else {
            self.tick
        };
        Self {
            tick,
            roll_days: RollDays::of(symbol),
            ..self
        }
    }

    /// Returns true if a difference at a time (Unix seconds) means nothing, because sources may show different contracts of a future.
    pub(crate) fn excuses(&self, second: i64) -> bool {
        self.roll_days.contain(second)
    }

    /// Returns the tolerance for daily closes of a kind of ticker, quoted with this number of decimals.
    ///
    /// Sources of stocks differ by the closing auction (0.5 %). Futures have a last price and a settlement price (1 %). Reference rates
    /// of currencies are fixed hours before the close (1 %). Coins close at midnight UTC on many exchanges, each with its own
    /// price (2 %).
    pub fn of_closes(kind: TickerKind, decimals: u8) -> Self {
        let relative = match kind {
            TickerKind::Stock | TickerKind::Etf | TickerKind::Fund | TickerKind::Bond => 0.005,
            TickerKind::Index => 0.0025,
            TickerKind::Commodity | TickerKind::Currency => 0.01,
            TickerKind::Crypto | TickerKind::Ico => 0.02,
        };
        Self {
            relative,
            tick: 10_f64.powi(-i32::from(decimals)),
            roll_days: RollDays::None,
        }
    }

    /// Returns the tolerance for two live prices of about the same time. It is twice the tolerance for closes, because the price moves between them.
    pub fn of_prices(kind: TickerKind, decimals: u8) -> Self {
        let closes = Self::of_closes(kind, decimals);
        Self {
            relative: closes.relative * 2.0,
            ..closes
        }
    }

    /// Returns true if two figures agree.
    pub fn accepts(&self, a: f64, b: f64) -> bool {
        let allowed = self.tick.max(self.relative * a.abs().max(b.abs()));
        (a - b).abs() <= allowed * (1.0 + ROUNDING)
    }
}

/// A session whose closes differ by more than the tolerance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// Start of the session in Unix seconds.
    pub start: i64,
    /// Close of the first source.
    pub first: f64,
    /// Close of the second source.
    pub second: f64,
}

/// A pattern that explains all differences between two sources.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mismatch {
    /// One source did not apply a split. `ratio` is the first source's closes divided by the second's.
    Split {
        /// First close divided by second close.
        ratio: f64,
        /// Start of the newest session with the ratio, in Unix seconds.
        last: i64,
    },
    /// One source reports a currency, the other its parts (pence, cents).
    Units {
        /// First close divided by second close.
        ratio: f64,
        /// Start of the newest session with the ratio, in Unix seconds.
        last: i64,
    },
    /// The closes differ by a constant ratio that is not a split ratio: one source adjusts for dividends.
    Adjustment {
        /// First close divided by second close.
        ratio: f64,
        /// Start of the newest session with the ratio, in Unix seconds.
        last: i64,
    },
    /// The second source reports each close a session later or earlier than the first one: its day starts at another time.
    ShiftedDay {
        /// True if the second source reports them later.
        is_later: bool,
        /// Start of the newest session that differs, in Unix seconds.
        last: i64,
    },
}

impl Mismatch {
    /// Returns the start of the newest affected session in Unix seconds.
    pub(crate) fn last(&self) -> i64 {
        match *self {
            Self::Split { last, .. }
            | Self::Units { last, .. }
            | Self::Adjustment { last, .. }
            | Self::ShiftedDay { last, .. } => last,
        }
    }
}

/// The result of comparing the closes of two sources.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Comparison {
    /// Number of sessions on which the sources agree.
    pub agreements: usize,
    /// Sessions with different closes, ascending. Empty if `mismatch` explains the differences.
    pub differences: Vec<Difference>,
    /// Starts of the sessions that only the first source has, within the range of both, ascending.
    pub only_first: Vec<i64>,
    /// Starts of the sessions that only the second source has, ascending: within the range of the first source, and newer ones.
    pub only_second: Vec<i64>,
    /// The pattern that explains all differences, if there is one.
    pub mismatch: Option<Mismatch>,
}

/// A session that both sources have.
struct SharedSession {
    start: i64,
    first: f64,
    second: f64,
    agrees: bool,
}

/// Compares the closes of two sources, both ascending by start.
pub fn compare(first: &[Close], second: &[Close], tolerance: Tolerance) -> Comparison {
    let mut result = Comparison::default();
    let (Some((first_start, _)), Some((second_start, _))) = (first.first(), second.first()) else {
        return result;
    };
    let since = *first_start.max(second_start);
    let mut shared = Vec::new();
    for (start, close) in first.iter().filter(|(start, _)| *start >= since) {
        match close_at(second, *start) {
            None => result.only_first.push(*start),
            Some(other) => {
                let agrees = tolerance.accepts(*close, other);
                if agrees || !tolerance.excuses(*start) {
                    shared.push(SharedSession {
                        start: *start,
                        first: *close,
                        second: other,
                        agrees,
                    });
                }
            }
        }
    }
    let starts = second.iter().map(|(start, _)| *start);
    let is_only_second = |start: &i64| *start >= since && close_at(first, *start).is_none();
    result.only_second = starts.filter(is_only_second).collect();
    result.agreements = shared.iter().filter(|session| session.agrees).count();
    result.mismatch =
        find_shift(first, second, &shared, tolerance).or_else(|| find_ratio(&shared, tolerance));
    if result.mismatch.is_none() {
        let differing = shared.iter().filter(|session| !session.agrees);
        result.differences = differing
            .map(|session| Difference {
                start: session.start,
                first: session.first,
                second: session.second,
            })
            .collect();
    }
    result
}

fn close_at(closes: &[Close], start: i64) -> Option<f64> {
    let at = closes
        .binary_search_by_key(&start, |(start, _)| *start)
        .ok()?;
    Some(closes[at].1)
}

/// Finds a constant ratio between the closes: all sessions up to one differ by it, and all later ones agree.
fn find_ratio(shared: &[SharedSession], tolerance: Tolerance) -> Option<Mismatch> {
    let end = shared.iter().position(|session| session.agrees);
    let (differing, later) = shared.split_at(end.unwrap_or(shared.len()));
    if differing.len() < MIN_PATTERN_SESSIONS || later.iter().any(|session| !session.agrees) {
        return None;
    }
    let last = differing.last()?.start;
    let ratios: Vec<f64> = differing.iter().map(|one| one.first / one.second).collect();
    let ratio = median(ratios.clone()).filter(|ratio| ratio.is_finite() && *ratio > 0.0)?;
    let is_constant = |other: &f64| (other / ratio - 1.0).abs() <= tolerance.relative;
    if !ratios.iter().all(is_constant) {
        return None;
    }
    let factor = ratio.max(ratio.recip());
    let is_unit = |unit: &f64| (factor / unit - 1.0).abs() <= tolerance.relative;
    Some(if later.is_empty() && UNIT_FACTORS.iter().any(is_unit) {
        Mismatch::Units { ratio, last }
    } else if is_split_ratio(ratio, tolerance) {
        Mismatch::Split { ratio, last }
    } else {
        Mismatch::Adjustment { ratio, last }
    })
}

/// Returns true for a ratio such as 2, 1/2, 3/2 or 20.
fn is_split_ratio(ratio: f64, tolerance: Tolerance) -> bool {
    let ratio = ratio.max(ratio.recip());
    if ratio < MIN_SPLIT_RATIO {
        return false;
    }
    let is_near = |exact: f64| (ratio / exact - 1.0).abs() <= tolerance.relative;
    let is_whole = ratio <= f64::from(MAX_WHOLE_SPLIT) * 1.01 && is_near(ratio.round());
    is_whole
        || (2..=MAX_SPLIT_TERM).any(|denominator| {
            let denominator = f64::from(denominator);
            let numerator = (ratio * denominator).round();
            numerator <= f64::from(MAX_SPLIT_TERM) && is_near(numerator / denominator)
        })
}

/// Finds closes that the second source reports a session later or earlier than the first one.
fn find_shift(
    first: &[Close],
    second: &[Close],
    shared: &[SharedSession],
    tolerance: Tolerance,
) -> Option<Mismatch> {
    let last = shared.iter().rfind(|session| !session.agrees)?.start;
    // If the price hardly moves, every shift agrees.
    let is_flat = first
        .windows(2)
        .all(|pair| tolerance.accepts(pair[0].1, pair[1].1));
    let explains = |sessions: isize| {
        let shifted = |session: &SharedSession| {
            let at = second
                .binary_search_by_key(&session.start, |(start, _)| *start)
                .ok()?;
            // The close of the next session may not be known yet.
            let (_, other) = second.get(at.checked_add_signed(sessions)?)?;
            Some((session.agrees, tolerance.accepts(session.first, *other)))
        };
        let results: Vec<_> = shared.iter().filter_map(shifted).collect();
        let repaired = results.iter().filter(|(agrees, _)| !agrees).count();
        repaired >= MIN_PATTERN_SESSIONS && results.iter().all(|(_, agrees)| *agrees)
    };
    let shift = [1, -1]
        .into_iter()
        .find(|sessions| !is_flat && explains(*sessions))?;
    Some(Mismatch::ShiftedDay {
        is_later: shift > 0,
        last,
    })
}
