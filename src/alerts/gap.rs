//! The time during which the program was away.

use crate::domain::bar::{Bar, Interval};

/// How long quotes wait for the bars that tell what happened before them, in seconds.
const PATIENCE: i64 = 120;
/// After this time the bars that came have to do, in seconds: a source with a long list has come
/// round by then.
const LONGEST: i64 = 3_600;
/// A shorter absence holds no whole bar.
const SHORTEST: i64 = 300;
/// How far back a source can be asked for five minutes and for hours, in seconds.
const REACH: [(Interval, i64); 2] = [
    (Interval::FiveMinutes, 4 * 86_400),
    (Interval::Hour, 90 * 86_400),
];

/// Bars are gathered here until those came that tell the most of the gap: only then can what
/// happened in it be judged in its order.
#[derive(Debug)]
pub(super) struct Gap {
    since: i64,
    resumed: i64,
    /// By interval as in [`Interval::ALL`].
    bars: [Vec<Bar>; 3],
    /// Whether bars came that are as short as they can be over the whole of it.
    heard: bool,
    /// When bars came last.
    heard_at: i64,
}

impl Gap {
    /// A gap that began with the last quote before the stop, and ended at `resumed` (Unix seconds).
    pub(super) fn between(since: i64, resumed: i64) -> Self {
        Self {
            since,
            resumed,
            bars: Default::default(),
            heard: false,
            heard_at: resumed,
        }
    }

    /// Takes bars that came at `now`; what began before the gap was seen as it happened.
    pub(super) fn take(&mut self, interval: Interval, bars: &[Bar], now: i64) {
        let length = self.resumed - self.since;
        let shortest = REACH.into_iter().find(|(_, reach)| length <= *reach);
        self.heard |= interval == shortest.map_or(Interval::Day, |(interval, _)| interval);
        self.heard_at = now;
        let within = bars.iter().filter(|bar| bar.start >= self.since);
        self.bars[interval as usize].extend(within);
    }

    /// Whether a quote of `at` must wait for bars.
    pub(super) fn holds(&self, at: i64) -> bool {
        at - self.resumed < PATIENCE && !self.is_over(at)
    }

    /// Whether with a quote of `at` there is nothing left to wait for.
    pub(super) fn is_over(&self, at: i64) -> bool {
        self.heard || at - self.resumed >= LONGEST || !self.lasts_until(at)
    }

    /// Whether it was long enough by `at` to hold anything.
    pub(super) fn lasts_until(&self, at: i64) -> bool {
        at - self.since >= SHORTEST
    }

    /// Whether it is over without a quote: time enough for one has passed at `now`.
    pub(super) fn is_filled(&self, now: i64) -> bool {
        now - self.resumed >= PATIENCE && self.is_over(now)
    }

    /// When its bars came last (Unix seconds): nothing in them happened later.
    pub(super) fn heard_at(&self) -> i64 {
        self.heard_at
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
        let mut gap = Gap::between(0, 3 * day);
        gap.take(Interval::Day, &bars(&[0, day, 2 * day]), 3 * day);
        gap.take(
            Interval::Hour,
            &bars(&[day, day + 3_600, day + 7_200]),
            3 * day,
        );
        gap.take(
            Interval::FiveMinutes,
            &bars(&[day + 7_200, day + 7_500]),
            3 * day,
        );
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
        let gap = Gap::between(0, 10_000);
        assert!(gap.holds(10_000) && gap.holds(10_060));
        assert!(!gap.holds(10_120) && !gap.is_over(10_120));
        assert!(gap.is_over(13_600));
        let short = Gap::between(0, 200);
        assert!(short.is_over(200), "no bar fits into three minutes");
    }

    #[test]
    fn the_shortest_bars_that_reach_back_over_the_gap_fill_it() {
        let day = 86_400;
        for (length, filling) in [
            (day / 8, Interval::FiveMinutes),
            (30 * day, Interval::Hour),
            (300 * day, Interval::Day),
        ] {
            for interval in Interval::ALL {
                let mut gap = Gap::between(0, length);
                gap.take(interval, &bars(&[3_600]), length);
                assert_eq!(gap.is_over(length), interval == filling, "{interval:?}");
            }
        }
    }
}
