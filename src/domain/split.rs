//! Stock splits and reverse splits.

use jiff::{civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};

use super::session::Calendar;

/// A stock split. Sources adjust earlier bars for it, and bars are stored adjusted.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Split {
    /// First trading day in new units.
    pub date: Date,
    /// New units …
    pub numerator: f64,
    /// … per this many old units.
    pub denominator: f64,
}

/// Maximum ratio of a split, in either direction.
const MAX_RATIO: f64 = 100_000.0;
/// From this ratio on, a split changes the price more than a day's trading does.
const LARGE: f64 = 1.9;
/// Below this ratio, a day's trading may change the price as much as the split.
const SMALL: f64 = 1.2;
/// A split is visible among bars if it is this many times as large as the usual move between sessions.
const ABOVE_USUAL: f64 = 4.0;

impl Split {
    /// Returns true for a valid split: both sides positive and different, ratio within the limit.
    pub(crate) fn is_valid(&self) -> bool {
        let ratio = self.numerator / self.denominator;
        let is_side = |side: f64| side.is_finite() && side > 0.0;
        is_side(self.numerator)
            && is_side(self.denominator)
            && (ratio - 1.0).abs() > 1e-9
            && (1.0 / MAX_RATIO..=MAX_RATIO).contains(&ratio)
    }

    /// Returns when trading in new units begins (Unix seconds): the opening of that session.
    pub(crate) fn begins(&self, calendar: Calendar) -> i64 {
        let session = calendar.session_on(self.date);
        session.map_or_else(
            || {
                let midnight = self.date.to_zoned(TimeZone::UTC);
                midnight.map_or(i64::MAX, |at| at.timestamp().as_second())
            },
            |session| session.open,
        )
    }

    /// Returns new units per old unit; old prices are divided by it.
    pub(crate) fn ratio(&self) -> f64 {
        self.numerator / self.denominator
    }

    /// Returns true if `factor` (a price before the split over one after it) shows that the two prices are in old and
    /// new units: if it is closer to the ratio than to 1. For a split so small that a day's move may be as large, the
    /// factor must equal the ratio.
    pub(crate) fn is_jump(&self, factor: f64) -> bool {
        self.is_near(factor, 0.25, 0.1)
    }

    /// Like [`Self::is_jump`], for neighboring bars of a ticker whose price usually moves by `usual` (natural
    /// logarithm) between sessions: a small split far above that is visible, too.
    pub(crate) fn is_jump_among(&self, factor: f64, usual: f64) -> bool {
        let is_clear = self.ratio().ln().abs() >= ABOVE_USUAL * usual;
        let nearness: f64 = if is_clear { 0.4 } else { 0.0 };
        self.is_near(factor, nearness.max(0.25), nearness)
    }

    /// Returns true if the split changes the price more than a day's trading does.
    pub(crate) fn is_large(&self) -> bool {
        self.ratio().ln().abs() >= LARGE.ln()
    }

    /// Returns true if a factor equals the ratio within a share of its logarithm: `medium` for splits below
    /// [`LARGE`], `small` for those below [`SMALL`].
    fn is_near(&self, factor: f64, medium: f64, small: f64) -> bool {
        let (ratio, factor) = (self.ratio().ln(), factor.ln());
        let nearness = match ratio.abs() {
            _ if self.is_large() => 0.5,
            size if size >= SMALL.ln() => medium,
            _ => small,
        };
        (factor - ratio).abs() < nearness * ratio.abs()
    }
}

/// Merges reported splits into the known ones, newest first. A newly reported split replaces that of the same day;
/// invalid ones are ignored.
pub(crate) fn merge_splits(known: &[Split], reported: &[Split]) -> Vec<Split> {
    let mut all = known.to_vec();
    for split in reported.iter().filter(|split| split.is_valid()) {
        all.retain(|other| other.date != split.date);
        all.push(*split);
    }
    all.sort_by_key(|split| std::cmp::Reverse(split.date));
    all
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
        for (split, old, restated) in [
            (split("2026-09-14", 11.0, 10.0), 1.08, 1.03),
            (split("2026-09-14", 1.0, 1.1), 0.93, 0.97),
            (split("2026-09-14", 5.0, 4.0), 1.33, 1.08),
        ] {
            assert!(split.is_jump_among(old, 0.005), "{split:?}");
            assert!(!split.is_jump_among(restated, 0.005), "{split:?}");
            assert!(
                !split.is_jump_among(old, 0.09),
                "{split:?}, among wild moves"
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
        let all = merge_splits(&known, &reported);
        assert_eq!(all, [reported[1], known[0]]);
        assert_eq!(merge_splits(&all, &reported[1..]), all);
    }

    #[test]
    fn invalid_ratios_are_not_splits() {
        let odd = [
            (1.0, 1.0),
            (0.0, 1.0),
            (2.0, 0.0),
            (-2.0, 1.0),
            (f64::NAN, 1.0),
            (f64::INFINITY, 1.0),
            (1e9, 1.0),
        ];
        for (numerator, denominator) in odd {
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
        let five = split("2026-09-14", 5.0, 1.0);
        assert!(
            [4.3, 5.0, 5.9]
                .into_iter()
                .all(|factor| five.is_jump(factor))
        );
        assert!(
            [0.2, 0.9, 1.0, 1.8, 25.0]
                .into_iter()
                .all(|factor| !five.is_jump(factor))
        );
        let reverse = split("2026-09-14", 1.0, 20.0);
        assert!(reverse.is_jump(0.06) && !reverse.is_jump(1.1));
        let three_for_two = split("2026-09-14", 3.0, 2.0);
        assert!(three_for_two.is_jump(1.5) && !three_for_two.is_jump(1.15));
        let tiny = split("2026-09-14", 21.0, 20.0);
        assert!(!tiny.is_jump(1.04), "a day may do as much");
        assert!(tiny.is_jump(1.05), "it is the ratio itself");
        assert!(!five.is_jump(f64::NAN) && !five.is_jump(-1.0) && !five.is_jump(0.0));
    }
}
