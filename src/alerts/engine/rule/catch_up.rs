//! Evaluates the downtime of the program once the bars of that time have arrived.

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
    /// The time (Unix seconds) and the position among measurements of the same time: the end of a bar sorts before the start of
    /// the next one.
    order: (i64, usize),
    part: usize,
    /// The price at that moment.
    price: f64,
    value: MissedValue,
    /// Whether bars cover every other condition as well.
    is_covered: bool,
}

enum MissedValue {
    Measured(Measurement),
    Finished(FinishedBar),
}

impl Rule {
    /// Decides about a quote of `at` (Unix seconds): `None` while it must wait for the bars of the downtime, otherwise the
    /// outcomes of those bars and whether the quote is late.
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
                parts: self.parts.clone(),
                held: self.held,
                at,
            });
        }
        Some((vec![], first))
    }

    /// Evaluates the bars of the downtime up to the first quote that was already evaluated.
    pub(super) fn catch_up(&mut self) -> Vec<Outcome> {
        let Some(downtime) = self.downtime.take() else {
            return vec![];
        };
        let known_until = downtime.last_received_at();
        let mut snapshot = self.snapshot.take();
        let until = snapshot.as_ref().map_or(i64::MAX, |snapshot| snapshot.at);
        let finished = std::mem::take(&mut self.waiting);
        let (before, after): (Vec<_>, Vec<_>) = finished
            .into_iter()
            .partition(|(_, finished)| finished.end < until);
        self.swap(snapshot.as_mut());
        let bars = downtime.into_bars();
        let missed = bars.iter().filter(|(_, bar)| bar.start < until);
        let missed = self.missed(missed, before, known_until);
        let mut outcomes = self.evaluate_missed(&missed);
        if let Some(snapshot) = &mut snapshot {
            self.swap(Some(snapshot));
            for (interval, bar) in &bars {
                for part in &mut self.parts {
                    part.measure.remember(&[*bar], *interval, known_until);
                }
            }
            if self.is_joined() {
                self.continue_from(snapshot);
            }
        }
        outcomes.extend(self.evaluate_finished(after));
        outcomes
    }

    /// The measurements of the downtime, in order of time. A bar does not contain the order of its high and low, so it is read as
    /// the shortest path from open to close.
    fn missed<'b>(
        &mut self,
        bars: impl Iterator<Item = &'b (Interval, Bar)>,
        finished: Vec<FinishedPart>,
        known_until: i64,
    ) -> Vec<Missed> {
        let levels: Vec<f64> = self.parts.iter().filter_map(Part::level).collect();
        // Some conditions, like a 24-hour volume, are never covered by bars.
        let is_covered_ever = self.all_covered_by(Interval::FiveMinutes);
        let of_indicators = finished.into_iter().map(|(part, bar)| Missed {
            order: (bar.end, 0),
            part,
            price: bar.close,
            value: MissedValue::Finished(bar),
            is_covered: is_covered_ever,
        });
        let mut missed: Vec<Missed> = of_indicators.collect();
        for (interval, bar) in bars {
            let is_covered = self.all_covered_by(*interval);
            let path = if levels.is_empty() {
                vec![]
            } else {
                price_path(bar, &levels)
            };
            for (at, part) in self.parts.iter_mut().enumerate() {
                if let Some((end, measurement)) =
                    part.measure.of_missed_close(bar, *interval, known_until)
                {
                    missed.push(Missed {
                        order: (end, 0),
                        part: at,
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
                    part: at,
                    // Within a bar the price passed through the level; only an opening can jump over it.
                    price: if step == 0 { *price } else { level },
                    value: MissedValue::Measured(Measurement::at(*price, level)),
                    is_covered,
                }));
            }
        }
        missed.sort_by_key(|missed| missed.order);
        missed
    }

    /// Evaluates missed measurements; those with the same order are evaluated together.
    fn evaluate_missed(&mut self, missed: &[Missed]) -> Vec<Outcome> {
        let mut outcomes = vec![];
        for together in missed.chunk_by(|one, other| one.order == other.order) {
            let mut crossing = None;
            let mut price = together[0].price;
            for each in together {
                let crossed = match &each.value {
                    MissedValue::Measured(measurement) => self.measured(each.part, *measurement),
                    MissedValue::Finished(bar) => self.finished(each.part, bar),
                };
                if crossed.is_some() {
                    (crossing, price) = (crossed, each.price);
                }
            }
            if self.is_joined() && !together[0].is_covered {
                // The other conditions are unknown at that moment.
                continue;
            }
            let at = together[0].order.0;
            let is_bar_of_now = matches!(together[0].value, MissedValue::Finished(_))
                && self.resumed.is_some_and(|resumed| at >= resumed);
            let moment = Moment {
                at: Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH),
                price,
                late: !is_bar_of_now,
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

    /// Takes over the indicators from the state `missed` after the downtime was evaluated in it.
    fn continue_from(&mut self, missed: &Snapshot) {
        for (part, was) in self.parts.iter_mut().zip(&missed.parts) {
            if part.technical().is_some() {
                part.trigger = was.trigger;
                part.before = was.before;
            }
        }
        if missed.held == Some(true) && self.all_hold() == Some(true) {
            // It was reported as part of the downtime.
            self.held = Some(true);
        }
    }

    /// Exchanges the state with the snapshot.
    fn swap(&mut self, snapshot: Option<&mut Snapshot>) {
        if let Some(snapshot) = snapshot {
            std::mem::swap(&mut self.parts, &mut snapshot.parts);
            std::mem::swap(&mut self.held, &mut snapshot.held);
        }
    }
}

/// The price path of a bar from open to close. Between two levels that it passes it has an additional point, so that conditions
/// that hold only there are evaluated.
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
