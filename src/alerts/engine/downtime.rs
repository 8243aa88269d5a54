//! The time during which the program was away.

use crate::domain::{
    bar::{Bar, Interval},
    quote::price_ratio,
};

/// How long quotes wait for the bars of what happened before them, in seconds.
const BARS_WAIT: i64 = 120;
/// After this time the bars that came have to do, in seconds: a source with a long list has come
/// round by then.
const LONGEST_WAIT: i64 = 3_600;
/// A shorter absence holds no whole bar.
const SHORTEST_DOWNTIME: i64 = 300;
/// How far back a source can be asked for five minutes and for hours, in seconds.
const BACKFILL: [(Interval, i64); 2] = [
    (Interval::FiveMinutes, 4 * 86_400),
    (Interval::Hour, 90 * 86_400),
];

/// Bars are gathered here until the shortest ones came that can be had for the downtime: only then can what
/// happened in it be judged in its order.
#[derive(Debug)]
pub(super) struct Downtime {
    since: i64,
    resumed: i64,
    /// By interval as in [`Interval::ALL`].
    bars: [Vec<Bar>; 3],
    /// Whether bars came that are as short as they can be over the whole of it.
    complete: bool,
    /// When bars came last.
    received_at: i64,
}

impl Downtime {
    /// A downtime that began with the last quote before the stop, and ended at `resumed` (Unix seconds).
    pub(super) fn between(since: i64, resumed: i64) -> Self {
        Self {
            since,
            resumed,
            bars: Default::default(),
            complete: false,
            received_at: resumed,
        }
    }

    /// Takes bars that came at `now`; what began before the downtime was seen as it happened.
    pub(super) fn take(&mut self, interval: Interval, bars: &[Bar], now: i64) {
        let length = self.resumed - self.since;
        let shortest = BACKFILL.into_iter().find(|(_, longest)| length <= *longest);
        self.complete |= interval == shortest.map_or(Interval::Day, |(interval, _)| interval);
        self.received_at = now;
        let within = bars.iter().filter(|bar| bar.start >= self.since);
        self.bars[interval as usize].extend(within);
    }

    /// Restates the bars of before a split that takes effect at `begins` (Unix seconds) and that are in old units, in which
    /// the price was `known`.
    pub(super) fn restate(&mut self, ratio: f64, begins: i64, known: f64) {
        for bar in self.bars.iter_mut().flatten() {
            let is_old = price_ratio(bar.close, known) < price_ratio(bar.close, known / ratio);
            if bar.start < begins && is_old {
                *bar = bar.restated(ratio);
            }
        }
    }

    /// Whether a quote of `at` must wait for bars.
    pub(super) fn defers(&self, at: i64) -> bool {
        at - self.resumed < BARS_WAIT && !self.is_over(at)
    }

    /// Whether with a quote of `at` there is nothing left to wait for.
    pub(super) fn is_over(&self, at: i64) -> bool {
        self.complete || at - self.resumed >= LONGEST_WAIT || !self.lasts_until(at)
    }

    /// Whether it was long enough by `at` to hold anything.
    pub(super) fn lasts_until(&self, at: i64) -> bool {
        at - self.since >= SHORTEST_DOWNTIME
    }

    /// Whether it is over without a quote: time enough for one has passed at `now`.
    pub(super) fn is_filled(&self, now: i64) -> bool {
        now - self.resumed >= BARS_WAIT && self.is_over(now)
    }

    /// When its bars came last (Unix seconds): nothing in them happened later.
    pub(super) fn last_received_at(&self) -> i64 {
        self.received_at
    }

    /// Whether any bar of it came.
    pub(super) fn has_bars(&self) -> bool {
        self.bars.iter().any(|bars| !bars.is_empty())
    }

    /// The bars of the downtime in order of time: the shortest there are for every stretch of it.
    pub(super) fn into_bars(self) -> Vec<(Interval, Bar)> {
        let mut chosen: Vec<(Interval, Bar)> = vec![];
        let mut known_from = i64::MAX;
        for (interval, mut bars) in Interval::ALL.into_iter().zip(self.bars) {
            // Of a bar that came again the newest counts.
            bars.reverse();
            bars.sort_by_key(|bar| bar.start);
            bars.dedup_by_key(|bar| bar.start);
            let older = bars
                .into_iter()
                .filter(|bar| bar.start + interval.seconds() <= known_from);
            chosen.extend(older.map(|bar| (interval, bar)));
            known_from = chosen
                .iter()
                .map(|(_, bar)| bar.start)
                .fold(known_from, i64::min);
        }
        chosen.sort_by_key(|(_, bar)| bar.start);
        chosen
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
        let mut downtime = Downtime::between(0, 3 * day);
        downtime.take(Interval::Day, &bars(&[0, day, 2 * day]), 3 * day);
        downtime.take(
            Interval::Hour,
            &bars(&[day, day + 3_600, day + 7_200]),
            3 * day,
        );
        downtime.take(
            Interval::FiveMinutes,
            &bars(&[day + 7_200, day + 7_500]),
            3 * day,
        );
        let bars: Vec<_> = downtime
            .into_bars()
            .iter()
            .map(|(interval, bar)| (interval.as_str(), bar.start))
            .collect();
        assert_eq!(
            bars,
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
        let downtime = Downtime::between(0, 10_000);
        assert!(downtime.defers(10_000) && downtime.defers(10_060));
        assert!(!downtime.defers(10_120) && !downtime.is_over(10_120));
        assert!(downtime.is_over(13_600));
        let short = Downtime::between(0, 200);
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
                let mut downtime = Downtime::between(0, length);
                downtime.take(interval, &bars(&[3_600]), length);
                assert_eq!(
                    downtime.is_over(length),
                    interval == filling,
                    "{interval:?}"
                );
            }
        }
    }
}
