//! Stock splits and reverse splits.

use jiff::{ToSpan as _, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::session::Calendar;

/// A stock split.
///
/// Providers deliver bars that are adjusted for the splits they know. After a new split the whole history is requested again, so that the
/// adjusted bars replace the stored ones: Yahoo reports the split itself (`reload_after_split` in `providers/yahoo/history`); Nasdaq and
/// Deutsche Börse are requested again if their closes differ from the stored ones by one factor (`first_adjusted_day` in
/// `providers/core/bars.rs`). `ingest` adjusts the newest quote (`apply_splits` in `ingest/quotes.rs`) and the stored dividends
/// (`apply_splits` in `ingest/payouts.rs`).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Split {
    /// First trading day in new units.
    pub date: Date,
    /// Number of new shares that replace `denominator` old shares.
    pub numerator: f64,
    /// Number of old shares that `numerator` new shares replace.
    pub denominator: f64,
}

/// Maximum ratio of a split or reverse split.
const MAX_RATIO: f64 = 100_000.0;
/// Minimum ratio of a large split, which changes the price more than a day's trading does.
const LARGE_RATIO: f64 = 1.9;
/// Maximum ratio of a small split, which changes the price no more than a day's trading may.
const SMALL_RATIO: f64 = 1.2;
/// A split is visible among bars if the logarithm of its ratio is at least this many times the usual move between
/// sessions.
const VISIBLE_MOVE_FACTOR: f64 = 4.0;

/// Number of days after a split in which a 52-week range may still be in old units.
const YEAR_RANGE_DAYS: i32 = 371;

/// Returns true if a split in the year before `day` explains the difference between a source's 52-week high (or low) and the one of
/// the adjusted bars. Then the source's price is in old units.
pub(crate) fn is_unadjusted(splits: &[Split], (source, bars): (f64, f64), day: Date) -> bool {
    let since = day.saturating_sub(YEAR_RANGE_DAYS.days());
    splits
        .iter()
        .filter(|split| (since..=day).contains(&split.date))
        .any(|split| split.explains_factor(source / bars))
}

impl Split {
    /// Returns true for a valid split: numerator and denominator are positive and different, and the ratio is within
    /// [`MAX_RATIO`].
    pub(crate) fn is_valid(&self) -> bool {
        let ratio = self.numerator / self.denominator;
        let is_positive = |units: f64| units.is_finite() && units > 0.0;
        is_positive(self.numerator)
            && is_positive(self.denominator)
            && (ratio - 1.0).abs() > 1e-9
            && (1.0 / MAX_RATIO..=MAX_RATIO).contains(&ratio)
    }

    /// Returns the time when trading in new units begins, in Unix seconds: the opening of the session on `date`.
    pub(crate) fn effective_at(&self, calendar: Calendar) -> i64 {
        let session = calendar.session_on(self.date);
        session.map_or_else(
            || {
                let midnight = self.date.to_zoned(TimeZone::UTC);
                midnight.map_or(i64::MAX, |at| at.timestamp().as_second())
            },
            |session| session.open,
        )
    }

    /// Returns the number of new units per old unit.
    pub(crate) fn ratio(&self) -> f64 {
        self.numerator / self.denominator
    }

    /// Returns true if the split explains `factor`, a price before the split divided by a price after it. Then the two
    /// prices are in different units. The factor of a large split must be closer to the ratio than to 1; the factor of
    /// a small split must almost equal the ratio, because a day's trading may move the price as much.
    pub(crate) fn explains_factor(&self, factor: f64) -> bool {
        self.is_close_to_ratio(factor, 0.25, 0.1)
    }

    /// Returns true if the split explains `factor`, the ratio of the prices of two adjacent bars. `usual_move` is the
    /// usual move between sessions, as a natural logarithm. For a split far above the usual move, the tolerance is
    /// larger than in [`Self::explains_factor`]. Otherwise, a small split explains no factor.
    pub(crate) fn explains_factor_among_bars(&self, factor: f64, usual_move: f64) -> bool {
        let is_visible = self.ratio().ln().abs() >= VISIBLE_MOVE_FACTOR * usual_move;
        let tolerance: f64 = if is_visible { 0.4 } else { 0.0 };
        self.is_close_to_ratio(factor, tolerance.max(0.25), tolerance)
    }

    /// Returns true if the split changes the price more than a day's trading does.
    pub(crate) fn is_large(&self) -> bool {
        self.ratio().ln().abs() >= LARGE_RATIO.ln()
    }

    /// Returns true if `factor` equals the ratio within a tolerance, a fraction of the ratio's logarithm: 0.5 for large
    /// splits, `medium_tolerance` for splits between [`SMALL_RATIO`] and [`LARGE_RATIO`], `small_tolerance` for small
    /// splits.
    fn is_close_to_ratio(&self, factor: f64, medium_tolerance: f64, small_tolerance: f64) -> bool {
        let (log_ratio, log_factor) = (self.ratio().ln(), factor.ln());
        let tolerance = if self.is_large() {
            0.5
        } else if log_ratio.abs() >= SMALL_RATIO.ln() {
            medium_tolerance
        } else {
            small_tolerance
        };
        (log_factor - log_ratio).abs() < tolerance * log_ratio.abs()
    }
}

/// Merges reported splits into the known splits and returns them newest first. A reported split replaces a known split
/// of the same day. Invalid splits are ignored.
pub(crate) fn merge_splits(known: &[Split], reported: &[Split]) -> Vec<Split> {
    let mut splits = known.to_vec();
    for split in reported.iter().filter(|split| split.is_valid()) {
        splits.retain(|other| other.date != split.date);
        splits.push(*split);
    }
    splits.sort_by_key(|split| std::cmp::Reverse(split.date));
    splits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(date: &str, numerator: f64, denominator: f64) -> Split {
        Split {
            date: date.parse().unwrap(),
            numerator,
            denominator,
        }
    }

    #[test]
    fn small_split_is_visible_among_calm_bars() {
        for (split, split_factor, usual_factor) in [
            (split("2026-09-14", 11.0, 10.0), 1.08, 1.03),
            (split("2026-09-14", 1.0, 1.1), 0.93, 0.97),
            (split("2026-09-14", 5.0, 4.0), 1.33, 1.08),
        ] {
            assert!(
                split.explains_factor_among_bars(split_factor, 0.005),
                "{split:?}"
            );
            assert!(
                !split.explains_factor_among_bars(usual_factor, 0.005),
                "{split:?}"
            );
            assert!(
                !split.explains_factor_among_bars(split_factor, 0.09),
                "{split:?} among large moves"
            );
        }
    }

    #[test]
    fn splits_are_newest_first_and_one_per_day() {
        let known = [split("2021-07-20", 4.0, 1.0)];
        let reported = [
            split("2024-06-10", 9.0, 1.0),
            split("2024-06-10", 10.0, 1.0),
        ];
        let merged = merge_splits(&known, &reported);
        assert_eq!(merged, [reported[1], known[0]]);
        assert_eq!(merge_splits(&merged, &reported[1..]), merged);
    }

    #[test]
    fn invalid_ratios_are_not_splits() {
        let invalid = [
            (1.0, 1.0),
            (0.0, 1.0),
            (2.0, 0.0),
            (-2.0, 1.0),
            (f64::NAN, 1.0),
            (f64::INFINITY, 1.0),
            (1e9, 1.0),
        ];
        for (numerator, denominator) in invalid {
            let reported = [split("2024-06-10", numerator, denominator)];
            assert_eq!(
                merge_splits(&[], &reported),
                [],
                "{numerator}:{denominator}"
            );
        }
    }

    #[test]
    fn ratio_distinguishes_a_split_from_a_days_move() {
        let five_for_one = split("2026-09-14", 5.0, 1.0);
        assert!(
            [4.3, 5.0, 5.9]
                .into_iter()
                .all(|factor| five_for_one.explains_factor(factor))
        );
        assert!(
            [0.2, 0.9, 1.0, 1.8, 25.0]
                .into_iter()
                .all(|factor| !five_for_one.explains_factor(factor))
        );
        let one_for_twenty = split("2026-09-14", 1.0, 20.0);
        assert!(one_for_twenty.explains_factor(0.06) && !one_for_twenty.explains_factor(1.1));
        let three_for_two = split("2026-09-14", 3.0, 2.0);
        assert!(three_for_two.explains_factor(1.5) && !three_for_two.explains_factor(1.15));
        let small = split("2026-09-14", 21.0, 20.0);
        assert!(
            !small.explains_factor(1.04),
            "a day's trading may move the price as much as a small split"
        );
        assert!(small.explains_factor(1.05), "the factor equals the ratio");
        assert!(
            !five_for_one.explains_factor(f64::NAN)
                && !five_for_one.explains_factor(-1.0)
                && !five_for_one.explains_factor(0.0)
        );
    }
}
