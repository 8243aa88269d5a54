//! Prices that wait to be judged: a session that opens far from the close before it may be the first after a split, of
//! which the source tells a little later.

use super::{Outcome, rule::Rule};
use crate::domain::{
    Timestamp,
    bar::{Bar, Interval},
    quote::{Quote, SPLIT_JUMP, price_ratio},
    session::Calendar,
    split::Split,
};

/// Prices wait this many seconds for word of a split …
const LONGEST: i64 = 600;
/// … and, once bars came, with which sources tell of splits, this many for the split.
const AFTER_BARS: i64 = 20;
/// A bar that is not over, or not of the very moment, is in other units where it is so many times off.
const CLEAR_JUMP: f64 = 1.18;
/// Prices and batches of bars that wait at most; beyond that only the newest price is kept.
const MOST: usize = 10_000;

/// What the alerts of a ticker have seen of its prices.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// When the newest judged price was true (Unix seconds), and the price.
    last: Option<(i64, f64)>,
    waiting: Option<Waiting>,
}

/// What came since a price jumped.
#[derive(Debug, Default)]
struct Waiting {
    came: Vec<Came>,
    /// Since when it is known to wait (Unix seconds).
    since: Option<i64>,
    /// When bars came.
    bars_at: Option<i64>,
    /// The source told another price of the last judged moment than was judged.
    is_restated: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Came {
    Quote(Box<Quote>),
    Bars(Interval, Vec<Bar>, Timestamp),
}

/// What becomes of the prices that waited.
#[derive(Debug)]
pub(super) enum Released {
    /// They are judged in their order.
    Judge(Vec<Came>),
    /// They are in other units than what was judged before, and nobody tells why: alerts begin anew with what is stored.
    BeginAnew,
}

impl Seen {
    /// Takes note of the price that is stored when an alert begins to be watched.
    pub(super) fn begin(&mut self, quote: Option<&Quote>) {
        if self.last.is_none() {
            self.last = quote.map(|quote| (quote.as_of.as_second(), quote.price));
        }
    }

    /// Takes a quote: `None` where it waits.
    pub(super) fn quote<'q>(&mut self, quote: &'q Quote, calendar: Calendar) -> Option<&'q Quote> {
        let at = quote.as_of.as_second();
        if self.waiting.is_none() && self.jumps(at, quote.price, calendar) {
            self.waiting = Some(Waiting::default());
        }
        if let Some(waiting) = &mut self.waiting {
            waiting.add(Came::Quote(Box::new(quote.clone())));
            return None;
        }
        self.last = Some((at, quote.price));
        Some(quote)
    }

    /// Takes bars (ascending): returns true where they wait.
    pub(super) fn bars(
        &mut self,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
        calendar: Calendar,
    ) -> bool {
        let is_restated = self.contradicts(interval, bars, calendar);
        let newest = bars.last();
        let jumps = newest.is_some_and(|bar| self.jumps(bar.start, bar.close, calendar));
        if self.waiting.is_none() && (is_restated || jumps) {
            self.waiting = Some(Waiting::default());
        }
        let Some(waiting) = &mut self.waiting else {
            return false;
        };
        waiting.is_restated |= is_restated;
        waiting.bars_at.get_or_insert(now.as_second());
        waiting.add(Came::Bars(interval, bars.to_vec(), now));
        true
    }

    /// Takes a split: what is known is restated. Gives the last price in old units, where that is what was judged.
    pub(super) fn split(&mut self, split: &Split, calendar: Calendar) -> Option<f64> {
        let begins = split.begins(calendar);
        let (_, price) = self.last.filter(|(at, _)| *at < begins)?;
        self.last = self.last.map(|(at, price)| (at, price / split.ratio()));
        if let Some(waiting) = &mut self.waiting {
            // What the source told of the last judged moment is in new units.
            waiting.is_restated = false;
            for came in &mut waiting.came {
                came.restate(split, begins, price);
            }
        }
        Some(price)
    }

    /// What waited until `now`, when it is time; after a split was told, `at_once` if nothing is left to wait for.
    pub(super) fn release(
        &mut self,
        now: Timestamp,
        is_told: bool,
        calendar: Calendar,
    ) -> Option<Released> {
        let now = now.as_second();
        let waiting = self.waiting.as_mut()?;
        let since = *waiting.since.get_or_insert(now);
        let is_explained = is_told && !self.still_jumps(calendar);
        let waiting = self.waiting.as_ref()?;
        let has_word = waiting
            .bars_at
            .is_some_and(|at| now - at >= AFTER_BARS || at > now);
        let is_over = now - since >= LONGEST || since > now;
        if !(is_explained || has_word || is_over) {
            return None;
        }
        let waiting = self.waiting.take()?;
        let newest = waiting.newest_quote();
        let moved = newest.map(|quote| self.jumps(quote.as_of.as_second(), quote.price, calendar));
        let begins_anew = waiting.is_restated && moved != Some(false);
        if let Some(quote) = newest {
            self.last = Some((quote.as_of.as_second(), quote.price));
        } else if begins_anew {
            self.last = None;
        }
        if begins_anew {
            return Some(Released::BeginAnew);
        }
        let is_wrong = |came: &Came| waiting.is_restated && matches!(came, Came::Bars(..));
        let came = waiting.came.into_iter();
        Some(Released::Judge(
            came.filter(|came| !is_wrong(came)).collect(),
        ))
    }

    fn still_jumps(&self, calendar: Calendar) -> bool {
        let newest = self.waiting.as_ref().and_then(Waiting::newest_quote);
        newest.is_some_and(|quote| self.jumps(quote.as_of.as_second(), quote.price, calendar))
    }

    /// Whether a price of another session than the last is so far from it that there may have been a split.
    fn jumps(&self, at: i64, price: f64, calendar: Calendar) -> bool {
        let Some((last, known)) = self.last.filter(|_| calendar.has_splits()) else {
            return false;
        };
        price_ratio(price, known) >= SPLIT_JUMP && session(calendar, at) > session(calendar, last)
    }

    /// Whether bars tell another price of the last judged moment: clearly, or by little where the bar of that moment is over.
    fn contradicts(&self, interval: Interval, bars: &[Bar], calendar: Calendar) -> bool {
        let Some((last, known)) = self.last.filter(|_| calendar.has_splits()) else {
            return false;
        };
        let after = bars.partition_point(|bar| bar.start <= last);
        let Some(bar) = after.checked_sub(1).map(|at| bars[at]) else {
            return false;
        };
        let age = last - bar.start;
        let is_over = after < bars.len() && age < interval.seconds();
        let jump = if is_over { SPLIT_JUMP } else { CLEAR_JUMP };
        let is_beyond = |price: f64| price_ratio(price, known) >= jump;
        age < 2 * interval.seconds()
            && is_beyond(bar.close)
            && is_beyond(bar.high)
            && is_beyond(bar.low)
    }
}

impl Waiting {
    fn add(&mut self, came: Came) {
        if self.came.len() >= MOST {
            self.came.pop();
        }
        self.came.push(came);
    }

    fn newest_quote(&self) -> Option<&Quote> {
        self.came.iter().rev().find_map(|came| match came {
            Came::Quote(quote) => Some(&**quote),
            Came::Bars(..) => None,
        })
    }
}

impl Came {
    /// In new units, where it is in those of before a split: `known` was the price in old units.
    fn restate(&mut self, split: &Split, begins: i64, known: f64) {
        let ratio = split.ratio();
        let is_old = |price: f64| price_ratio(price, known) < price_ratio(price, known / ratio);
        match self {
            Self::Quote(quote) => {
                if quote.as_of.as_second() < begins && is_old(quote.price) {
                    **quote = quote.restated(ratio);
                } else {
                    **quote = quote.with_close_in_new_units(ratio);
                }
            }
            Self::Bars(_, bars, _) => {
                for bar in bars.iter_mut() {
                    if bar.start < begins && is_old(bar.close) {
                        *bar = bar.restated(ratio);
                    }
                }
            }
        }
    }

    /// Judges a rule on it.
    pub(super) fn judge(&self, rule: &mut Rule) -> Vec<Outcome> {
        match self {
            Self::Quote(quote) => rule.quote(quote),
            Self::Bars(interval, bars, now) => rule.bars(*interval, bars, *now),
        }
    }
}

/// When the session of a moment opened.
fn session(calendar: Calendar, at: i64) -> i64 {
    let at = Timestamp::from_second(at).unwrap_or_default();
    calendar.session_at_or_before(at).open
}
