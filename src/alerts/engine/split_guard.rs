//! Holds back prices that may be in other units: a session that opens far from the previous close may be the first after a
//! split, which the source reports a little later.

use super::{Outcome, rule::Rule};
use crate::domain::{
    Timestamp,
    bar::{Bar, Interval},
    quote::{Quote, SPLIT_JUMP, price_ratio},
    session::Calendar,
    split::Split,
};

/// Seconds that prices are held for the report of a split …
const MAX_WAIT: i64 = 600;
/// … and seconds after bars arrived, since sources report splits together with bars.
const WAIT_AFTER_BARS: i64 = 20;
/// Ratio from which an open bar, or a bar of another moment, counts as being in other units.
const CLEAR_JUMP: f64 = 1.18;
/// Most held inputs; beyond that the newest replaces the one before it.
const MAX_HELD: usize = 10_000;

/// Guards the alerts of one ticker against prices in other units.
#[derive(Debug, Default)]
pub(super) struct SplitGuard {
    /// The time (Unix seconds) and price of the newest evaluated quote.
    last: Option<(i64, f64)>,
    held: Option<HeldInputs>,
}

/// The inputs since a price jumped.
#[derive(Debug, Default)]
struct HeldInputs {
    inputs: Vec<MarketInput>,
    /// When holding began (Unix seconds).
    since: Option<i64>,
    /// When the first bars arrived (Unix seconds).
    bars_at: Option<i64>,
    /// Whether the source changed its price for the last evaluated moment.
    is_restated: bool,
}

/// An input to the rules of a ticker.
#[derive(Debug, Clone)]
pub(super) enum MarketInput {
    Quote(Box<Quote>),
    /// Ascending bars, and when they were received.
    Bars(Interval, Vec<Bar>, Timestamp),
}

/// The decision about held inputs.
#[derive(Debug)]
pub(super) enum Release {
    /// Evaluate them in order.
    Evaluate(Vec<MarketInput>),
    /// They are in other units for an unknown reason: restart the rules from stored data.
    Reset,
}

impl SplitGuard {
    /// Sets the reference price from the stored quote, if there is none yet.
    pub(super) fn start(&mut self, quote: Option<&Quote>) {
        if self.last.is_none() {
            self.last = quote.map(|quote| (quote.as_of.as_second(), quote.price));
        }
    }

    /// Returns the quote, or `None` if it is held.
    pub(super) fn quote<'q>(&mut self, quote: &'q Quote, calendar: Calendar) -> Option<&'q Quote> {
        let at = quote.as_of.as_second();
        if self.held.is_none() && self.jumps(at, quote.price, calendar) {
            self.held = Some(HeldInputs::default());
        }
        if let Some(held) = &mut self.held {
            held.add(MarketInput::Quote(Box::new(quote.clone())));
            return None;
        }
        self.last = Some((at, quote.price));
        Some(quote)
    }

    /// Returns true if the bars (ascending) are held.
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
        if self.held.is_none() && (is_restated || jumps) {
            self.held = Some(HeldInputs::default());
        }
        let Some(held) = &mut self.held else {
            return false;
        };
        held.is_restated |= is_restated;
        held.bars_at.get_or_insert(now.as_second());
        held.add(MarketInput::Bars(interval, bars.to_vec(), now));
        true
    }

    /// Applies a split to the reference price and the held inputs. Returns the last evaluated price if it was in old units.
    pub(super) fn split(&mut self, split: &Split, calendar: Calendar) -> Option<f64> {
        let begins = split.begins(calendar);
        let (_, price) = self.last.filter(|(at, _)| *at < begins)?;
        self.last = self.last.map(|(at, price)| (at, price / split.ratio()));
        if let Some(held) = &mut self.held {
            // The source's price for the last evaluated moment is in new units.
            held.is_restated = false;
            for input in &mut held.inputs {
                input.restate(split, begins, price);
            }
        }
        Some(price)
    }

    /// Decides about held inputs at `now`; `None` to keep holding. `has_new_split` is true right after a split was applied.
    pub(super) fn release(
        &mut self,
        now: Timestamp,
        has_new_split: bool,
        calendar: Calendar,
    ) -> Option<Release> {
        let now = now.as_second();
        let held = self.held.as_mut()?;
        let since = *held.since.get_or_insert(now);
        let is_explained = has_new_split && !self.still_jumps(calendar);
        let held = self.held.as_ref()?;
        let has_waited_for_bars = held
            .bars_at
            .is_some_and(|at| now - at >= WAIT_AFTER_BARS || at > now);
        let is_over = now - since >= MAX_WAIT || since > now;
        if !(is_explained || has_waited_for_bars || is_over) {
            return None;
        }
        let held = self.held.take()?;
        let newest = held.newest_quote();
        let moved = newest.map(|quote| self.jumps(quote.as_of.as_second(), quote.price, calendar));
        let must_reset = held.is_restated && moved != Some(false);
        if let Some(quote) = newest {
            self.last = Some((quote.as_of.as_second(), quote.price));
        } else if must_reset {
            self.last = None;
        }
        if must_reset {
            return Some(Release::Reset);
        }
        let is_wrong =
            |input: &MarketInput| held.is_restated && matches!(input, MarketInput::Bars(..));
        let inputs = held.inputs.into_iter();
        Some(Release::Evaluate(
            inputs.filter(|input| !is_wrong(input)).collect(),
        ))
    }

    fn still_jumps(&self, calendar: Calendar) -> bool {
        let newest = self.held.as_ref().and_then(HeldInputs::newest_quote);
        newest.is_some_and(|quote| self.jumps(quote.as_of.as_second(), quote.price, calendar))
    }

    /// Returns true if a price is from a later session than the last one, and far enough from it for a split.
    fn jumps(&self, at: i64, price: f64, calendar: Calendar) -> bool {
        let Some((last, known)) = self.last.filter(|_| calendar.has_splits()) else {
            return false;
        };
        price_ratio(price, known) >= SPLIT_JUMP && session(calendar, at) > session(calendar, last)
    }

    /// Returns true if bars contradict the price of the last evaluated moment: clearly, or slightly if that bar is finished.
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

impl HeldInputs {
    fn add(&mut self, input: MarketInput) {
        if self.inputs.len() >= MAX_HELD {
            self.inputs.pop();
        }
        self.inputs.push(input);
    }

    fn newest_quote(&self) -> Option<&Quote> {
        self.inputs.iter().rev().find_map(|input| match input {
            MarketInput::Quote(quote) => Some(&**quote),
            MarketInput::Bars(..) => None,
        })
    }
}

impl MarketInput {
    /// Converts the input to new units if it is in old ones. `known` is the last price in old units.
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

    /// Evaluates a rule on this input.
    pub(super) fn evaluate(&self, rule: &mut Rule) -> Vec<Outcome> {
        match self {
            Self::Quote(quote) => rule.quote(quote),
            Self::Bars(interval, bars, now) => rule.bars(*interval, bars, *now),
        }
    }
}

/// The opening (Unix seconds) of the session at or before `at` (Unix seconds).
fn session(calendar: Calendar, at: i64) -> i64 {
    let at = Timestamp::from_second(at).unwrap_or_default();
    calendar.session_at_or_before(at).open
}
