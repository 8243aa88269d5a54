//! Answers that cannot be read, and stored closes that a quote's own previous close contradicts.

use jiff::SignedDuration;

use super::{NOT_UNDERSTOOD, Yahoo, history::ChartRequest, target::Target};
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

/// Closes that differ by this part contradict each other: rounding explains less.
const CONTRADICTION: f64 = 5e-4;

impl Yahoo {
    /// The splits of a symbol that are stored, and those that answers told since.
    pub(super) fn known_splits(&self, context: &Context, symbol: &str) -> Vec<Split> {
        let told = self.splits.get(symbol).map_or(&[][..], Vec::as_slice);
        merge_splits(&context.known.splits(symbol), told)
    }

    /// An answer could not be read: its symbol is in trouble until one of the same kind can be.
    pub(super) fn not_understood(
        &mut self,
        context: &Context,
        request: &ChartRequest,
        error: &SourceError,
    ) {
        let symbol = &request.target.symbol;
        let key = (symbol.clone(), request.interval);
        self.troubles.not_understood.insert(key);
        let now = context.clock.now();
        let again = now
            .checked_add(SignedDuration::from_secs(NOT_UNDERSTOOD))
            .ok();
        context.health.symbol_failed(symbol, now, error, again);
    }

    /// An answer of a symbol was read: its trouble is over, unless another of its answers could not be.
    pub(super) fn understood(&mut self, context: &Context, symbol: &str, interval: Interval) {
        self.troubles
            .not_understood
            .remove(&(symbol.to_owned(), interval));
        self.answered(context, symbol);
    }

    /// Reports that there is something for a symbol again, unless something is still wrong with it.
    pub(super) fn answered(&self, context: &Context, symbol: &str) {
        if self.troubles.is_free(symbol) {
            context.health.symbol_answered(symbol);
        }
    }

    /// Notes the close before a quote as it was stated, and asks for daily bars again soon where the stored one says otherwise, or
    /// is missing.
    pub(super) fn compare_stored(&mut self, context: &Context, at: usize, quote: &QuoteUpdate) {
        let target = self.poller.target(at);
        let (Some(close), Some(day)) = (quote.previous_close, day_before(target, quote)) else {
            return;
        };
        let (symbol, kind) = (target.symbol.clone(), target.kind);
        self.stated.insert(symbol.clone(), (day, close));
        let stored = context.known.day_close(&symbol, day);
        self.judge_close(context, at, kind, (day, close), stored);
    }

    /// The close that was stated last, and what the daily bars of an answer have in its place; `None` where they do not reach
    /// back so far.
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

    /// Asks for daily bars again soon where the `stored` close is not the one `stated` for the day.
    pub(super) fn judge_close(
        &mut self,
        context: &Context,
        at: usize,
        kind: TickerKind,
        (day, stated): Close,
        stored: Option<f64>,
    ) {
        let is_wrong = match stored {
            // The settlement price of a future is not its last one.
            Some(_) if kind == TickerKind::Commodity => false,
            Some(stored) => (stored - stated).abs() > CONTRADICTION * stated.abs(),
            None => true,
        };
        if is_wrong {
            self.history.doubt(at, day, context.clock.now());
        } else {
            self.history.confirm(at);
        }
    }
}

/// The start of the daily bar of the session before the one that a quote is of; `None` for what has no sessions of its own.
fn day_before(target: &Target, quote: &QuoteUpdate) -> Option<i64> {
    let calendar = target.calendar();
    if matches!(calendar, Calendar::Always | Calendar::Currencies) {
        return None;
    }
    let session = calendar.session_at_or_before(quote.as_of);
    let before = jiff::Timestamp::from_second(session.open - 1).ok()?;
    Some(calendar.session_at_or_before(before).day_start())
}
