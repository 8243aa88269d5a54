//! Judging what happened while the program was away, once the bars of that time are there.

use jiff::Timestamp;

use super::{
    Moment, Rule,
    part::{FinishedPart, Part},
};
use crate::{
    alerts::engine::{Outcome, technical::Finished, threshold::Measurement},
    domain::bar::{Bar, Interval},
};

/// The state before the first quote that did not wait for the bars of the downtime: when they come,
/// they are judged from here on.
#[derive(Debug)]
pub(super) struct Snapshot {
    pub(super) parts: Vec<Part>,
    pub(super) held: Option<bool>,
    /// That quote, Unix seconds.
    pub(super) at: i64,
}

/// Something that one condition measured while nobody watched.
struct Missed {
    /// When (Unix seconds), and the place in the order of what happened then: what is so at the end of one bar comes before
    /// the beginning of the next.
    place: (i64, usize),
    part: usize,
    /// The price at which it was so.
    price: f64,
    seen: Seen,
    /// Bars tell what became of every other condition, too.
    is_told: bool,
}

enum Seen {
    Measured(Measurement),
    Finished(Finished),
}

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
                parts: self.parts.clone(),
                held: self.held,
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
        let finished = std::mem::take(&mut self.waiting);
        let (before, after): (Vec<_>, Vec<_>) = finished
            .into_iter()
            .partition(|(_, finished)| finished.end < until);
        self.swap(snapshot.as_mut());
        let bars = downtime.into_bars();
        let missed = bars.iter().filter(|(_, bar)| bar.start < until);
        let missed = self.missed(missed, before, known_until);
        let mut outcomes = self.judge_missed(&missed);
        if let Some(snapshot) = &mut snapshot {
            self.swap(Some(snapshot));
            for (interval, bar) in &bars {
                for part in &mut self.parts {
                    part.measure.remember(&[*bar], *interval, known_until);
                }
            }
            if self.is_joined() {
                self.go_on_from(snapshot);
            }
        }
        outcomes.extend(self.judge_finished(after));
        outcomes
    }

    /// What the conditions measure of bars that nobody watched, in its order. A bar tells no order of its extremes: it is read as
    /// the way from its open to its close that is shortest.
    fn missed<'b>(
        &mut self,
        bars: impl Iterator<Item = &'b (Interval, Bar)>,
        finished: Vec<FinishedPart>,
        known_until: i64,
    ) -> Vec<Missed> {
        let levels: Vec<f64> = self.parts.iter().filter_map(Part::level).collect();
        // Whatever the bars are: nothing tells a volume of 24 hours, say.
        let is_told_ever = self.all_told_by(Interval::FiveMinutes);
        let of_indicators = finished.into_iter().map(|(part, bar)| Missed {
            place: (bar.end, 0),
            part,
            price: bar.close,
            seen: Seen::Finished(bar),
            is_told: is_told_ever,
        });
        let mut missed: Vec<Missed> = of_indicators.collect();
        for (interval, bar) in bars {
            let is_told = self.all_told_by(*interval);
            let way = if levels.is_empty() {
                vec![]
            } else {
                way(bar, &levels)
            };
            for (at, part) in self.parts.iter_mut().enumerate() {
                if let Some((end, measurement)) =
                    part.measure.of_missed_close(bar, *interval, known_until)
                {
                    missed.push(Missed {
                        place: (end, 0),
                        part: at,
                        price: bar.close,
                        seen: Seen::Measured(measurement),
                        is_told,
                    });
                }
                let Some(level) = part.level() else {
                    continue;
                };
                missed.extend(way.iter().enumerate().map(|(step, price)| Missed {
                    place: (bar.start, 1 + step),
                    part: at,
                    // Between two trades the price passed through the level; only an opening jumps it.
                    price: if step == 0 { *price } else { level },
                    seen: Seen::Measured(Measurement::at(*price, level)),
                    is_told,
                }));
            }
        }
        missed.sort_by_key(|missed| missed.place);
        missed
    }

    /// Judges what was missed: what happened at one place in its order together.
    fn judge_missed(&mut self, missed: &[Missed]) -> Vec<Outcome> {
        let mut outcomes = vec![];
        for together in missed.chunk_by(|one, other| one.place == other.place) {
            let mut crossing = None;
            let mut price = together[0].price;
            for each in together {
                let crossed = match &each.seen {
                    Seen::Measured(measurement) => self.measured(each.part, *measurement),
                    Seen::Finished(bar) => self.finished(each.part, bar),
                };
                if crossed.is_some() {
                    (crossing, price) = (crossed, each.price);
                }
            }
            if self.is_joined() && !together[0].is_told {
                // What the others were at that moment is not known.
                continue;
            }
            let at = together[0].place.0;
            let is_bar_of_now = matches!(together[0].seen, Seen::Finished(_))
                && self.resumed.is_some_and(|resumed| at >= resumed);
            let moment = Moment {
                at: Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH),
                price,
                late: !is_bar_of_now,
            };
            outcomes.extend(self.judge(crossing, moment));
        }
        outcomes
    }

    fn all_told_by(&self, interval: Interval) -> bool {
        let mut parts = self.parts.iter();
        parts.all(|part| part.measure.is_told_by(interval))
    }

    /// Goes on after the bars of `missed` were judged, with what indicators said in it: their bars are judged there alone.
    fn go_on_from(&mut self, missed: &Snapshot) {
        for (part, was) in self.parts.iter_mut().zip(&missed.parts) {
            if part.technical().is_some() {
                part.trigger = was.trigger;
                part.before = was.before;
            }
        }
        if missed.held == Some(true) && self.all_hold() == Some(true) {
            // It was told as something that was missed.
            self.held = Some(true);
        }
    }

    /// Goes back to the state of the snapshot, and forth again.
    fn swap(&mut self, snapshot: Option<&mut Snapshot>) {
        if let Some(snapshot) = snapshot {
            std::mem::swap(&mut self.parts, &mut snapshot.parts);
            std::mem::swap(&mut self.held, &mut snapshot.held);
        }
    }
}

/// The prices of a bar from its open to its close. Between two levels that it passed it stops once, so that what holds only there
/// is seen.
fn way(bar: &Bar, levels: &[f64]) -> Vec<f64> {
    let extremes = if bar.close >= bar.open {
        [bar.low, bar.high]
    } else {
        [bar.high, bar.low]
    };
    let mut way = vec![bar.open];
    let mut from = bar.open;
    for to in [extremes[0], extremes[1], bar.close] {
        let (low, high) = (from.min(to), from.max(to));
        let mut passed = levels.to_vec();
        passed.retain(|level| low < *level && *level < high);
        passed.sort_by(f64::total_cmp);
        if to < from {
            passed.reverse();
        }
        way.extend(passed.windows(2).map(|pair| pair[0].midpoint(pair[1])));
        way.push(to);
        from = to;
    }
    way
}
