//! The split guard: withholds prices after a possible split. If a session opens far from the previous close, its prices may be
//! from after a split that the source reports only a little later.

use super::{Outcome, rule::Rule};
use crate::domain::{
    Timestamp,
    bar::{Bar, Interval},
    quote::{Quote, SPLIT_JUMP_FACTOR, price_ratio},
    session::Calendar,
    split::Split,
};

/// Maximum time to withhold prices, in seconds.
const MAX_WAIT: i64 = 600;
/// How long prices are withheld after new bars, in seconds. Sources report splits together with bars.
const WAIT_AFTER_BARS: i64 = 20;
/// The price ratio that indicates a split if the compared bar is unfinished or does not cover the time of the last price.
const CLEAR_JUMP: f64 = 1.18;
/// The maximum number of withheld inputs. When it is reached, a new input replaces the newest one.
const MAX_WITHHELD: usize = 10_000;

/// Prevents the alerts of one ticker from comparing prices from before a split with prices from after it.
#[derive(Debug, Default)]
pub(super) struct SplitGuard {
    /// The time (Unix seconds) and price of the newest evaluated quote.
    last: Option<(i64, f64)>,
    withheld: Option<WithheldInputs>,
}

/// The inputs since a price jump.
#[derive(Debug, Default)]
struct WithheldInputs {
    inputs: Vec<MarketInput>,
    /// When the first input was withheld (Unix seconds).
    since: Option<i64>,
    /// When the first bars were received (Unix seconds).
    bars_at: Option<i64>,
    /// Whether received bars contradict the last evaluated price, which means that the source has adjusted past prices.
    is_adjusted: bool,
}

/// An input to the rules of a ticker.
#[derive(Debug, Clone)]
pub(super) enum MarketInput {
    Quote(Box<Quote>),
    /// Bars in ascending order, and when they were received.
    Bars(Interval, Vec<Bar>, Timestamp),
}

/// The decision about withheld inputs.
#[derive(Debug)]
pub(super) enum Release {
    /// Evaluate the inputs in order.
    Evaluate(Vec<MarketInput>),
    /// Discard the inputs and restart the rules from stored data, because the source has adjusted past prices without
    /// reporting a split.
    Reset,
}

impl SplitGuard {
    /// Sets the reference price to the stored quote unless it is already set.
    pub(super) fn start(&mut self, quote: Option<&Quote>) {
        if self.last.is_none() {
            self.last = quote.map(|quote| (quote.as_of.as_second(), quote.price));
        }
    }

    /// Returns the quote to evaluate now, or `None` if it is withheld.
    pub(super) fn admit_quote<'q>(
        &mut self,
        quote: &'q Quote,
        calendar: Calendar,
    ) -> Option<&'q Quote> {
        let at = quote.as_of.as_second();
        if self.withheld.is_none() && self.jumps(at, quote.price, calendar) {
            self.withheld = Some(WithheldInputs::default());
        }
        if let Some(withheld) = &mut self.withheld {
            withheld.add(MarketInput::Quote(Box::new(quote.clone())));
            return None;
        }
        self.last = Some((at, quote.price));
        Some(quote)
    }

    /// Returns true if the bars (ascending) are withheld and must not be evaluated yet.
    pub(super) fn withholds_bars(
        &mut self,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
        calendar: Calendar,
    ) -> bool {
        let is_adjusted = self.contradicts(interval, bars, calendar);
        let newest = bars.last();
        let jumps = newest.is_some_and(|bar| self.jumps(bar.start, bar.close, calendar));
        if self.withheld.is_none() && (is_adjusted || jumps) {
            self.withheld = Some(WithheldInputs::default());
        }
        let Some(withheld) = &mut self.withheld else {
            return false;
        };
        withheld.is_adjusted |= is_adjusted;
        withheld.bars_at.get_or_insert(now.as_second());
        withheld.add(MarketInput::Bars(interval, bars.to_vec(), now));
        true
    }

    /// Applies a split to the reference price and the withheld inputs. Returns the last evaluated price if it was from before the
    /// split.
    pub(super) fn apply_split(&mut self, split: &Split, calendar: Calendar) -> Option<f64> {
        let split_time = split.effective_at(calendar);
        let (_, price) = self.last.filter(|(at, _)| *at < split_time)?;
        self.last = self.last.map(|(at, price)| (at, price / split.ratio()));
        if let Some(withheld) = &mut self.withheld {
            // The split explains the contradiction: the source's past prices are adjusted for it.
            withheld.is_adjusted = false;
            for input in &mut withheld.inputs {
                input.adjust_for_split(split, split_time, price);
            }
        }
        Some(price)
    }

    /// Decides about withheld inputs at `now`; `None` means to keep withholding them. `has_new_split` is true directly after a split
    /// was applied.
    pub(super) fn release(
        &mut self,
        now: Timestamp,
        has_new_split: bool,
        calendar: Calendar,
    ) -> Option<Release> {
        let now = now.as_second();
        let withheld = self.withheld.as_mut()?;
        let since = *withheld.since.get_or_insert(now);
        let is_explained = has_new_split && !self.still_jumps(calendar);
        let withheld = self.withheld.as_ref()?;
        let has_waited_for_bars = withheld
            .bars_at
            .is_some_and(|at| now - at >= WAIT_AFTER_BARS || at > now);
        let is_over = now - since >= MAX_WAIT || since > now;
        if !(is_explained || has_waited_for_bars || is_over) {
            return None;
        }
        let withheld = self.withheld.take()?;
        let newest = withheld.newest_quote();
        let newest_jumps =
            newest.map(|quote| self.jumps(quote.as_of.as_second(), quote.price, calendar));
        let must_reset = withheld.is_adjusted && newest_jumps != Some(false);
        if let Some(quote) = newest {
            self.last = Some((quote.as_of.as_second(), quote.price));
        } else if must_reset {
            self.last = None;
        }
        if must_reset {
            return Some(Release::Reset);
        }
        let is_dropped =
            |input: &MarketInput| withheld.is_adjusted && matches!(input, MarketInput::Bars(..));
        let inputs = withheld.inputs.into_iter();
        Some(Release::Evaluate(
            inputs.filter(|input| !is_dropped(input)).collect(),
        ))
    }

    fn still_jumps(&self, calendar: Calendar) -> bool {
        let newest = self
            .withheld
            .as_ref()
            .and_then(WithheldInputs::newest_quote);
        newest.is_some_and(|quote| self.jumps(quote.as_of.as_second(), quote.price, calendar))
    }

    /// Returns true if a price is from a later session than the reference price and differs from it as much as after a split.
    fn jumps(&self, at: i64, price: f64, calendar: Calendar) -> bool {
        let Some((last_at, last_price)) = self.last.filter(|_| calendar.has_splits()) else {
            return false;
        };
        price_ratio(price, last_price) >= SPLIT_JUMP_FACTOR
            && session_open(calendar, at) > session_open(calendar, last_at)
    }

    /// Returns true if the bar at the time of the reference price differs from that price as much as after a split. A finished bar that
    /// covers this time needs only a factor of [`SPLIT_JUMP_FACTOR`], any other bar one of [`CLEAR_JUMP`].
    fn contradicts(&self, interval: Interval, bars: &[Bar], calendar: Calendar) -> bool {
        let Some((last_at, last_price)) = self.last.filter(|_| calendar.has_splits()) else {
            return false;
        };
        let after = bars.partition_point(|bar| bar.start <= last_at);
        let Some(bar) = after.checked_sub(1).map(|index| bars[index]) else {
            return false;
        };
        let age = last_at - bar.start;
        let is_finished = after < bars.len() && age < interval.seconds();
        let jump = if is_finished {
            SPLIT_JUMP_FACTOR
        } else {
            CLEAR_JUMP
        };
        let is_beyond = |price: f64| price_ratio(price, last_price) >= jump;
        age < 2 * interval.seconds()
            && is_beyond(bar.close)
            && is_beyond(bar.high)
            && is_beyond(bar.low)
    }
}

impl WithheldInputs {
    fn add(&mut self, input: MarketInput) {
        if self.inputs.len() >= MAX_WITHHELD {
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
    /// Adjusts the input for a split if it is not adjusted yet. `unadjusted_price` is the last price before the adjustment.
    fn adjust_for_split(&mut self, split: &Split, split_time: i64, unadjusted_price: f64) {
        let ratio = split.ratio();
        let adjusted_price = unadjusted_price / ratio;
        let is_unadjusted =
            |price: f64| price_ratio(price, unadjusted_price) < price_ratio(price, adjusted_price);
        match self {
            Self::Quote(quote) => {
                if quote.as_of.as_second() < split_time && is_unadjusted(quote.price) {
                    **quote = quote.adjusted_for_split(ratio);
                } else {
                    **quote = quote.with_close_in_new_units(ratio);
                }
            }
            Self::Bars(_, bars, _) => {
                for bar in bars.iter_mut() {
                    if bar.start < split_time && is_unadjusted(bar.close) {
                        *bar = bar.adjusted_for_split(ratio);
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

/// Returns the opening time (Unix seconds) of the session at or before `at` (Unix seconds).
fn session_open(calendar: Calendar, at: i64) -> i64 {
    let at = Timestamp::from_second(at).unwrap_or_default();
    calendar.session_at_or_before(at).open
}
