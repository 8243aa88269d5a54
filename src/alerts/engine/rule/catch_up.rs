//! Judging what happened while the program was away, once the bars of that time are there.

use jiff::Timestamp;

use super::{Moment, Rule, snapshot::Snapshot};
use crate::alerts::engine::Outcome;

impl Rule {
    /// Whether a quote of `at` (Unix seconds) is judged now: `None` while it must wait for the bars
    /// of the downtime; else what those bars reported, and whether the quote is noticed late.
    pub(super) fn pass_downtime(&mut self, at: i64) -> Option<(Vec<Outcome>, bool)> {
        let Some(downtime) = &self.downtime else {
            return Some((vec![], false));
        };
        if downtime.defers(at) {
            return None;
        }
        let first = self.snapshot.is_none();
        if downtime.is_over(at) {
            let late = first && !downtime.has_bars() && downtime.lasts_until(at);
            return Some((self.catch_up(), late));
        }
        if first {
            self.snapshot = Some(Snapshot {
                measure: self.measure.clone(),
                trigger: self.trigger,
                at,
            });
        }
        Some((vec![], first))
    }

    /// Judges the bars of the downtime up to the first quote that was judged already.
    pub(super) fn catch_up(&mut self) -> Vec<Outcome> {
        let Some(downtime) = self.downtime.take() else {
            return vec![];
        };
        let known_until = downtime.last_received_at();
        let mut snapshot = self.snapshot.take();
        let until = snapshot.as_ref().map_or(i64::MAX, |snapshot| snapshot.at);
        self.swap(snapshot.as_mut());
        let mut outcomes = vec![];
        let bars = downtime.into_bars();
        for (interval, bar) in bars.iter().filter(|(_, bar)| bar.start < until) {
            for (at, price, measurement) in self.measure.of_missed_bar(bar, *interval, known_until)
            {
                let moment = Moment {
                    at: Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH),
                    price,
                    late: true,
                };
                outcomes.extend(self.evaluate(&measurement, moment));
            }
        }
        if snapshot.is_some() {
            self.swap(snapshot.as_mut());
            for (interval, bar) in &bars {
                self.measure.remember(&[*bar], *interval, known_until);
            }
        }
        outcomes
    }

    /// Goes back to the state of the snapshot, and forth again.
    fn swap(&mut self, snapshot: Option<&mut Snapshot>) {
        if let Some(snapshot) = snapshot {
            std::mem::swap(&mut self.measure, &mut snapshot.measure);
            std::mem::swap(&mut self.trigger, &mut snapshot.trigger);
        }
    }
}
