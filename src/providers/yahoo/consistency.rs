//! Tracks unreadable responses, and stored closes that contradict the previous close of a quote.

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

/// The relative difference from which two closes contradict each other. Rounding causes smaller differences.
const MAX_ROUNDING_ERROR: f64 = 5e-4;

impl Yahoo {
    /// Returns the known splits of a symbol: the stored ones and the ones in later responses.
    pub(super) fn known_splits(&self, context: &Context, symbol: &str) -> Vec<Split> {
        let new_splits = self.splits.get(symbol).map_or(&[][..], Vec::as_slice);
        merge_splits(&context.market.splits(symbol), new_splits)
    }

    /// Records that a response could not be read. The symbol has a problem until a response of the same interval can be read.
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
        let next = now
            .checked_add(SignedDuration::from_secs(UNREADABLE_DELAY))
            .ok();
        context.health.symbol_failed(symbol, now, error, next);
    }

    /// Records that a response was read. The symbol's problem ends unless a response of another interval is unreadable.
    pub(super) fn mark_readable(&mut self, context: &Context, symbol: &str, interval: Interval) {
        self.unreadable.remove(&(symbol.to_owned(), interval));
        self.report_success(context, symbol);
    }

    /// Reports data for a symbol to the health record, unless a response is still unreadable.
    pub(super) fn report_success(&self, context: &Context, symbol: &str) {
        if !self
            .unreadable
            .iter()
            .any(|(unreadable, _)| unreadable == symbol)
        {
            context.health.symbol_succeeded(symbol);
        }
    }

    /// Records the previous close of a quote, and requests daily bars again soon if the stored close differs or is missing.
    pub(super) fn check_previous_close(
        &mut self,
        context: &Context,
        index: usize,
        quote: &QuoteUpdate,
    ) {
        let target = self.poller.target(index);
        let (Some(close), Some(day)) = (quote.previous_close, day_before(target, quote)) else {
            return;
        };
        let (symbol, kind) = (target.symbol.clone(), target.kind);
        self.reported_previous_closes
            .insert(symbol.clone(), (day, close));
        let stored = context.market.day_close(&symbol, day);
        self.compare_close(context, index, kind, (day, close), stored);
    }

    /// Returns the last stated previous close, and the close of the same day in the daily bars of a response. Returns `None` if the
    /// bars do not cover that day.
    pub(super) fn close_of_bars(
        &self,
        request: &ChartRequest,
        bars: &[Bar],
    ) -> Option<(Close, Option<f64>)> {
        let stated = self
            .reported_previous_closes
            .get(&request.target.symbol)
            .copied()?;
        let is_covered = bars.first().is_some_and(|bar| bar.start <= stated.0);
        let position = bars.binary_search_by_key(&stated.0, |bar| bar.start).ok();
        let stored = position.map(|position| bars[position].close);
        (request.interval == Interval::Day && is_covered).then_some((stated, stored))
    }

    /// Requests daily bars again soon if the `stored` close differs from the `stated` one or is missing.
    pub(super) fn compare_close(
        &mut self,
        context: &Context,
        index: usize,
        kind: TickerKind,
        (day, stated): Close,
        stored: Option<f64>,
    ) {
        let is_contradicted = match stored {
            // The settlement price of a future differs from its last price.
            Some(_) if kind == TickerKind::Commodity => false,
            Some(stored) => (stored - stated).abs() > MAX_ROUNDING_ERROR * stated.abs(),
            None => true,
        };
        if is_contradicted {
            self.history
                .mark_contradicted(index, day, context.clock.now());
        } else {
            self.history.confirm(index);
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
    Some(calendar.session_at_or_before(before).daily_bar_start())
}
