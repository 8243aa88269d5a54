//! The downtime of the program: collects the bars of the time during which it was not running.

use crate::domain::{
    bar::{Bar, Interval},
    quote::price_ratio,
};

/// How long quotes wait for the bars of the downtime, in seconds.
const BARS_WAIT: i64 = 120;
/// Seconds after which the downtime is evaluated on the bars received so far. By then a source has requested the bars of all
/// its tickers.
const MAX_WAIT: i64 = 3_600;
/// The minimum downtime that can contain a whole bar, in seconds.
const MIN_DOWNTIME: i64 = 300;
/// How far back sources provide the bars of an interval, in seconds.
const BACKFILL: [(Interval, i64); 2] = [
    (Interval::FiveMinutes, 4 * 86_400),
    (Interval::Hour, 90 * 86_400),
];

/// The downtime of the program with the bars received for it. It can be evaluated in chronological order once the bars of the
/// shortest available interval cover it.
#[derive(Debug)]
pub(super) struct Downtime {
    /// When the downtime began (Unix seconds).
    since: i64,
    /// When the program was running again (Unix seconds).
    resumed: i64,
    /// The received bars by interval, in the order of [`Interval::ALL`].
    bars: [Vec<Bar>; 3],
    /// Whether bars of the shortest available interval were received.
    is_complete: bool,
    /// When the last bars were received (Unix seconds).
    received_at: i64,
}

impl Downtime {
    /// Creates a downtime from the last quote before the program stopped (`since`) to the restart (`resumed`), in Unix seconds.
    pub(super) fn between(since: i64, resumed: i64) -> Self {
        Self {
            since,
            resumed,
            bars: Default::default(),
            is_complete: false,
            received_at: resumed,
        }
    }

    /// Adds bars received at `now` (Unix seconds). Ignores bars that began before the downtime, which were evaluated live.
    pub(super) fn add_bars(&mut self, interval: Interval, bars: &[Bar], now: i64) {
        let length = self.resumed - self.since;
        let shortest = BACKFILL.into_iter().find(|(_, longest)| length <= *longest);
        self.is_complete |= interval == shortest.map_or(Interval::Day, |(interval, _)| interval);
        self.received_at = now;
        let within = bars.iter().filter(|bar| bar.start >= self.since);
        self.bars[interval as usize].extend(within);
    }

    /// Adjusts the bars before a split that takes effect at `split_time` (Unix seconds) if they are not adjusted for it yet.
    /// `unadjusted_price` is the last price before the adjustment.
    pub(super) fn adjust_for_split(&mut self, ratio: f64, split_time: i64, unadjusted_price: f64) {
        let adjusted_price = unadjusted_price / ratio;
        for bar in self.bars.iter_mut().flatten() {
            let is_unadjusted =
                price_ratio(bar.close, unadjusted_price) < price_ratio(bar.close, adjusted_price);
            if bar.start < split_time && is_unadjusted {
                *bar = bar.adjusted_for_split(ratio);
            }
        }
    }

    /// Returns true if a quote of the time `at` (Unix seconds) must wait for bars.
    pub(super) fn defers(&self, at: i64) -> bool {
        at - self.resumed < BARS_WAIT && !self.is_over(at)
    }

    /// Returns true if no more bars are expected at the time `at` (Unix seconds) of a quote.
    pub(super) fn is_over(&self, at: i64) -> bool {
        self.is_complete || at - self.resumed >= MAX_WAIT || !self.fits_bar_until(at)
    }

    /// Returns true if the time from the start of the downtime to `at` (Unix seconds) can contain a whole bar.
    pub(super) fn fits_bar_until(&self, at: i64) -> bool {
        at - self.since >= MIN_DOWNTIME
    }

    /// Returns true if the downtime can be evaluated at `now` (Unix seconds) even without a new quote.
    pub(super) fn is_ready(&self, now: i64) -> bool {
        now - self.resumed >= BARS_WAIT && self.is_over(now)
    }

    /// When the last bars were received (Unix seconds). No bar contains later prices.
    pub(super) fn last_received_at(&self) -> i64 {
        self.received_at
    }

    /// Returns true if any bar was received.
    pub(super) fn has_bars(&self) -> bool {
        self.bars.iter().any(|bars| !bars.is_empty())
    }

    /// Returns the bars in chronological order. Each part of the downtime is covered by the shortest available interval.
    pub(super) fn into_bars(self) -> Vec<(Interval, Bar)> {
        let mut chosen: Vec<(Interval, Bar)> = vec![];
        let mut covered_from = i64::MAX;
        for (interval, mut bars) in Interval::ALL.into_iter().zip(self.bars) {
            // Of several versions of a bar, the newest one is used.
            bars.reverse();
            bars.sort_by_key(|bar| bar.start);
            bars.dedup_by_key(|bar| bar.start);
            let older = bars
                .into_iter()
                .filter(|bar| bar.start + interval.seconds() <= covered_from);
            chosen.extend(older.map(|bar| (interval, bar)));
            covered_from = chosen
                .iter()
                .map(|(_, bar)| bar.start)
                .fold(covered_from, i64::min);
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
    fn short_bars_are_preferred_and_long_bars_cover_the_rest() {
        let day = 86_400;
        let mut downtime = Downtime::between(0, 3 * day);
        downtime.add_bars(Interval::Day, &bars(&[0, day, 2 * day]), 3 * day);
        downtime.add_bars(
            Interval::Hour,
            &bars(&[day, day + 3_600, day + 7_200]),
            3 * day,
        );
        downtime.add_bars(
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
    fn quote_waits_for_bars_until_the_timeout() {
        let downtime = Downtime::between(0, 10_000);
        assert!(downtime.defers(10_000) && downtime.defers(10_060));
        assert!(!downtime.defers(10_120) && !downtime.is_over(10_120));
        assert!(downtime.is_over(13_600));
        let short = Downtime::between(0, 200);
        assert!(short.is_over(200), "no bar fits into three minutes");
    }

    #[test]
    fn downtime_is_complete_with_the_shortest_available_interval() {
        let day = 86_400;
        for (length, shortest) in [
            (day / 8, Interval::FiveMinutes),
            (30 * day, Interval::Hour),
            (300 * day, Interval::Day),
        ] {
            for interval in Interval::ALL {
                let mut downtime = Downtime::between(0, length);
                downtime.add_bars(interval, &bars(&[3_600]), length);
                assert_eq!(
                    downtime.is_over(length),
                    interval == shortest,
                    "{interval:?}"
                );
            }
        }
    }
}
