//! Unreadable responses, and stored closes that contradict a quote's previous close.

use jiff::SignedDuration;

use super::{UNREADABLE_DELAY, Yahoo, history::ChartRequest, target::Target};
use crate::{
    domain::{
        bar::{Bar, Close, Interval},
        quote::QuoteUpdate,
        session::Calendar,
        split::{Split, merge_splits},
        ticker::TickerKind,
    },
    source::{Context, SourceError},
};

/// Relative difference from which two closes contradict each other; rounding explains less.
const CONTRADICTION: f64 = 5e-4;

impl Yahoo {
    /// Returns the known splits of a symbol: stored ones and those of responses since.
    pub(super) fn known_splits(&self, context: &Context, symbol: &str) -> Vec<Split> {
        let new_splits = self.splits.get(symbol).map_or(&[][..], Vec::as_slice);
        merge_splits(&context.market.splits(symbol), new_splits)
    }

    /// Notes that a response could not be read: its symbol has a problem until one of the same
    /// interval can be read.
    pub(super) fn mark_unreadable(
        &mut self,
        context: &Context,
        request: &ChartRequest,
        error: &SourceError,
    ) {
        let symbol = &request.target.symbol;
        let key = (symbol.clone(), request.interval);
        self.unreadable.insert(key);
        let now = context.clock.now();
        let again = now
            .checked_add(SignedDuration::from_secs(UNREADABLE_DELAY))
            .ok();
        context.health.symbol_failed(symbol, now, error, again);
    }

    /// Notes that a response was read: the symbol's problem is over, unless another interval is unreadable.
    pub(super) fn mark_readable(&mut self, context: &Context, symbol: &str, interval: Interval) {
        self.unreadable.remove(&(symbol.to_owned(), interval));
        self.answered(context, symbol);
    }

    /// Reports that there is data for a symbol again, unless a response is still unreadable.
    pub(super) fn answered(&self, context: &Context, symbol: &str) {
        if !self.unreadable.iter().any(|(of, _)| of == symbol) {
            context.health.symbol_answered(symbol);
        }
    }

    /// Notes the stated previous close of a quote, and requests daily bars again soon if the stored close differs or is
    /// missing.
    pub(super) fn compare_stored(&mut self, context: &Context, at: usize, quote: &QuoteUpdate) {
        let target = self.poller.target(at);
        let (Some(close), Some(day)) = (quote.previous_close, day_before(target, quote)) else {
            return;
        };
        let (symbol, kind) = (target.symbol.clone(), target.kind);
        self.stated.insert(symbol.clone(), (day, close));
        let stored = context.market.day_close(&symbol, day);
        self.judge_close(context, at, kind, (day, close), stored);
    }

    /// Returns the last stated close, and the close that daily bars of a response have for it; `None` if they do not
    /// reach back that far.
    pub(super) fn answered_close(
        &self,
        request: &ChartRequest,
        bars: &[Bar],
    ) -> Option<(Close, Option<f64>)> {
        let stated = self.stated.get(&request.target.symbol).copied()?;
        let is_covered = bars.first().is_some_and(|bar| bar.start <= stated.0);
        let at = bars.binary_search_by_key(&stated.0, |bar| bar.start).ok();
        let answered = at.map(|at| bars[at].close);
        (request.interval == Interval::Day && is_covered).then_some((stated, answered))
    }

    /// Requests daily bars again soon if the `stored` close differs from the `stated` one.
    pub(super) fn judge_close(
        &mut self,
        context: &Context,
        at: usize,
        kind: TickerKind,
        (day, stated): Close,
        stored: Option<f64>,
    ) {
        let is_wrong = match stored {
            // The settlement price of a future is not its last price.
            Some(_) if kind == TickerKind::Commodity => false,
            Some(stored) => (stored - stated).abs() > CONTRADICTION * stated.abs(),
            None => true,
        };
        if is_wrong {
            self.history.mark_contradicted(at, day, context.clock.now());
        } else {
            self.history.confirm(at);
        }
    }
}

/// Returns the start of the daily bar of the session before a quote; `None` for markets without sessions.
fn day_before(target: &Target, quote: &QuoteUpdate) -> Option<i64> {
    let calendar = target.calendar();
    if matches!(calendar, Calendar::Always | Calendar::Currencies) {
        return None;
    }
    let session = calendar.session_at_or_before(quote.as_of);
    let before = jiff::Timestamp::from_second(session.open - 1).ok()?;
    Some(calendar.session_at_or_before(before).day_start())
}
