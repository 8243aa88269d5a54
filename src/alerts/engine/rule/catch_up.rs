//! Evaluates alerts for the time when the program wasn't running, once the bars of that time are received.

use jiff::Timestamp;

use super::{
    Moment, Rule,
    part::{FinishedPart, Part, Snapshot},
};
use crate::{
    alerts::engine::{Outcome, technical::FinishedBar, threshold::Measurement},
    domain::bar::{Bar, Interval},
};

/// A measurement of one condition during the downtime.
struct Missed {
    /// The sort key: the time (Unix seconds), and the position among measurements of the same time. The end of a bar comes
    /// before the start of the next one.
    order: (i64, usize),
    /// The index of the condition.
    part: usize,
    /// The price at that moment.
    price: f64,
    value: MissedValue,
    /// Whether bars cover all conditions of the alert.
    is_covered: bool,
}

enum MissedValue {
    Measured(Measurement),
    Finished(FinishedBar),
}

impl Rule {
    /// Evaluates the downtime, if it is complete, before a quote of the time `at` (Unix seconds). Returns `None` while the quote
    /// must wait for the bars of the downtime, otherwise the outcomes of those bars and whether reports on the quote are late.
    pub(super) fn pass_downtime(&mut self, at: i64) -> Option<(Vec<Outcome>, bool)> {
        let Some(downtime) = &self.downtime else {
            return Some((vec![], false));
        };
        if downtime.defers(at) {
            return None;
        }
        let is_first = self.snapshot.is_none();
        if downtime.is_over(at) {
            let late = is_first && !downtime.has_bars() && downtime.fits_bar_until(at);
            return Some((self.catch_up(), late));
        }
        if is_first {
            self.snapshot = Some(Snapshot {
                parts: self.parts.clone(),
                all_met: self.all_met,
                at,
            });
        }
        Some((vec![], is_first))
    }

    /// Evaluates the bars of the downtime up to the first quote after the restart that was already evaluated.
    pub(super) fn catch_up(&mut self) -> Vec<Outcome> {
        let Some(downtime) = self.downtime.take() else {
            return vec![];
        };
        let data_end = downtime.last_received_at();
        let mut snapshot = self.snapshot.take();
        let until = snapshot.as_ref().map_or(i64::MAX, |snapshot| snapshot.at);
        let finished = std::mem::take(&mut self.queued);
        let (before, after): (Vec<_>, Vec<_>) = finished
            .into_iter()
            .partition(|(_, finished)| finished.end < until);
        self.swap(snapshot.as_mut());
        let bars = downtime.into_bars();
        let missed = bars.iter().filter(|(_, bar)| bar.start < until);
        let missed = self.missed(missed, before, data_end);
        let mut outcomes = self.evaluate_missed(&missed);
        if let Some(snapshot) = &mut snapshot {
            self.swap(Some(snapshot));
            for (interval, bar) in &bars {
                for part in &mut self.parts {
                    part.measure.record_closes(&[*bar], *interval, data_end);
                }
            }
            if self.is_joined() {
                self.continue_from(snapshot);
            }
        }
        outcomes.extend(self.evaluate_finished(after));
        outcomes
    }

    /// Returns the measurements of the downtime, in chronological order. A bar does not tell whether its high or its low came first,
    /// so the shorter path from open to close is assumed.
    fn missed<'b>(
        &mut self,
        bars: impl Iterator<Item = &'b (Interval, Bar)>,
        finished: Vec<FinishedPart>,
        data_end: i64,
    ) -> Vec<Missed> {
        let levels: Vec<f64> = self.parts.iter().filter_map(Part::level).collect();
        // Bars of no interval cover some conditions, such as a 24-hour volume.
        let is_covered_ever = self.all_covered_by(Interval::FiveMinutes);
        let indicators = finished.into_iter().map(|(part, bar)| Missed {
            order: (bar.end, 0),
            part,
            price: bar.close,
            value: MissedValue::Finished(bar),
            is_covered: is_covered_ever,
        });
        let mut missed: Vec<Missed> = indicators.collect();
        for (interval, bar) in bars {
            let is_covered = self.all_covered_by(*interval);
            let path = if levels.is_empty() {
                vec![]
            } else {
                price_path(bar, &levels)
            };
            for (index, part) in self.parts.iter_mut().enumerate() {
                if let Some((end, measurement)) =
                    part.measure.measure_missed_close(bar, *interval, data_end)
                {
                    missed.push(Missed {
                        order: (end, 0),
                        part: index,
                        price: bar.close,
                        value: MissedValue::Measured(measurement),
                        is_covered,
                    });
                }
                let Some(level) = part.level() else {
                    continue;
                };
                missed.extend(path.iter().enumerate().map(|(step, price)| Missed {
                    order: (bar.start, 1 + step),
                    part: index,
                    // Within a bar the price passed through the level. Only the opening price can jump over it.
                    price: if step == 0 { *price } else { level },
                    value: MissedValue::Measured(Measurement::at(*price, level)),
                    is_covered,
                }));
            }
        }
        missed.sort_by_key(|missed| missed.order);
        missed
    }

    /// Evaluates the measurements of the downtime. Those with the same `order` are evaluated together.
    fn evaluate_missed(&mut self, missed: &[Missed]) -> Vec<Outcome> {
        let mut outcomes = vec![];
        for together in missed.chunk_by(|one, other| one.order == other.order) {
            let mut crossing = None;
            let mut price = together[0].price;
            for each in together {
                let crossed = match &each.value {
                    MissedValue::Measured(measurement) => {
                        self.apply_measurement(each.part, *measurement)
                    }
                    MissedValue::Finished(bar) => self.apply_finished_bar(each.part, bar),
                };
                if crossed.is_some() {
                    (crossing, price) = (crossed, each.price);
                }
            }
            if self.is_joined() && !together[0].is_covered {
                // Some of the other conditions are unknown at that moment.
                continue;
            }
            let at = together[0].order.0;
            let is_after_restart = matches!(together[0].value, MissedValue::Finished(_))
                && self.resumed.is_some_and(|resumed| at >= resumed);
            let moment = Moment {
                at: Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH),
                price,
                late: !is_after_restart,
            };
            outcomes.extend(self.evaluate(crossing, moment));
        }
        outcomes
    }

    /// Returns true if bars of this interval cover all conditions.
    fn all_covered_by(&self, interval: Interval) -> bool {
        let mut parts = self.parts.iter();
        parts.all(|part| part.measure.is_covered_by(interval))
    }

    /// Copies the state of the indicators from `snapshot`, in which the downtime was evaluated.
    fn continue_from(&mut self, snapshot: &Snapshot) {
        for (part, source) in self.parts.iter_mut().zip(&snapshot.parts) {
            if part.technical().is_some() {
                part.trigger = source.trigger;
                part.before = source.before;
            }
        }
        if snapshot.all_met == Some(true) && self.all_conditions_met() == Some(true) {
            // The evaluation of the downtime has reported that all conditions are met.
            self.all_met = Some(true);
        }
    }

    /// Exchanges the state with the snapshot.
    fn swap(&mut self, snapshot: Option<&mut Snapshot>) {
        if let Some(snapshot) = snapshot {
            std::mem::swap(&mut self.parts, &mut snapshot.parts);
            std::mem::swap(&mut self.all_met, &mut snapshot.all_met);
        }
    }
}

/// Returns the assumed path of the price in a bar, from open to close. It has an additional point between each two levels that
/// the price passes, so that conditions that are met only there are evaluated.
fn price_path(bar: &Bar, levels: &[f64]) -> Vec<f64> {
    let extremes = if bar.close >= bar.open {
        [bar.low, bar.high]
    } else {
        [bar.high, bar.low]
    };
    let mut path = vec![bar.open];
    let mut from = bar.open;
    for to in [extremes[0], extremes[1], bar.close] {
        let (low, high) = (from.min(to), from.max(to));
        let mut passed = levels.to_vec();
        passed.retain(|level| low < *level && *level < high);
        passed.sort_by(f64::total_cmp);
        if to < from {
            passed.reverse();
        }
        path.extend(passed.windows(2).map(|pair| pair[0].midpoint(pair[1])));
        path.push(to);
        from = to;
    }
    path
}
