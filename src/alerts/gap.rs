//! The time during which the program was away.

use crate::domain::bar::{Bar, Interval};

/// How long a first quote waits for the bars that tell what happened before it, in seconds.
const PATIENCE: i64 = 120;
/// A shorter absence holds no whole bar.
const SHORTEST: i64 = 300;

/// Bars are gathered here until a quote follows them: only then is the gap filled, and what
/// happened in it can be judged in its order.
#[derive(Debug)]
pub(super) struct Gap {
    since: i64,
    held: Option<i64>,
    /// By interval as in [`Interval::ALL`].
    bars: [Vec<Bar>; 3],
    heard: bool,
}

impl Gap {
    /// A gap that began with the last quote before the stop (Unix seconds).
    pub(super) fn since(since: i64) -> Self {
        Self {
            since,
            held: None,
            bars: Default::default(),
            heard: false,
        }
    }

    /// Takes backfilled bars; what began before the gap was seen as it happened.
    pub(super) fn take(&mut self, interval: Interval, bars: &[Bar]) {
        self.heard = true;
        let within = bars.iter().filter(|bar| bar.start >= self.since);
        self.bars[interval as usize].extend(within);
    }

    /// Whether a quote of `at`, or the mere passing of time until then, must wait for bars.
    pub(super) fn holds(&mut self, at: i64) -> bool {
        let since = *self.held.get_or_insert(at);
        self.lasts_until(at) && !self.heard && at - since < PATIENCE
    }

    /// Whether it was long enough by `at` to hold anything.
    pub(super) fn lasts_until(&self, at: i64) -> bool {
        at - self.since >= SHORTEST
    }

    /// Whether bars came and time enough for more has passed, at `now`.
    pub(super) fn is_filled(&mut self, now: i64) -> bool {
        let since = *self.held.get_or_insert(now);
        self.heard && now - since >= PATIENCE
    }

    /// Whether any bar tells of it.
    pub(super) fn is_told(&self) -> bool {
        self.bars.iter().any(|bars| !bars.is_empty())
    }

    /// The bars of the gap in order of time: the shortest there are for every stretch of it.
    pub(super) fn into_bars(self) -> Vec<(Interval, Bar)> {
        let mut told: Vec<(Interval, Bar)> = vec![];
        let mut known_from = i64::MAX;
        for (interval, mut bars) in Interval::ALL.into_iter().zip(self.bars) {
            bars.sort_by_key(|bar| bar.start);
            bars.dedup_by_key(|bar| bar.start);
            let older = bars
                .into_iter()
                .filter(|bar| bar.start + interval.seconds() <= known_from);
            told.extend(older.map(|bar| (interval, bar)));
            known_from = told
                .iter()
                .map(|(_, bar)| bar.start)
                .fold(known_from, i64::min);
        }
        told.sort_by_key(|(_, bar)| bar.start);
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(starts: &[i64]) -> Vec<Bar> {
        let bar = |start: &i64| Bar {
            start: *start,
            ..Bar::default()
        };
        starts.iter().map(bar).collect()
    }

    #[test]
    fn short_bars_tell_what_they_can_and_long_ones_what_was_before() {
        let day = 86_400;
        let mut gap = Gap::since(0);
        gap.take(Interval::Day, &bars(&[0, day, 2 * day]));
        gap.take(Interval::Hour, &bars(&[day, day + 3_600, day + 7_200]));
        gap.take(Interval::FiveMinutes, &bars(&[day + 7_200, day + 7_500]));
        let told: Vec<_> = gap
            .into_bars()
            .iter()
            .map(|(interval, bar)| (interval.as_str(), bar.start))
            .collect();
        assert_eq!(
            told,
            [
                ("1d", 0),
                ("1h", day),
                ("1h", day + 3_600),
                ("5m", day + 7_200),
                ("5m", day + 7_500)
            ]
        );
    }

    #[test]
    fn a_quote_waits_for_bars_but_not_for_ever() {
        let mut gap = Gap::since(0);
        assert!(gap.holds(10_000) && gap.holds(10_060));
        assert!(!gap.holds(10_120));
        let mut gap = Gap::since(0);
        assert!(gap.holds(10_000));
        gap.take(Interval::Hour, &bars(&[3_600]));
        assert!(!gap.holds(10_002));
        assert!(!Gap::since(0).holds(200), "no bar fits into three minutes");
    }
}
