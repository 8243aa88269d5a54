//! Hands on the contents of responses: quotes, bars, dividends and splits.

use jiff::{SignedDuration, Timestamp};

use super::{
    NO_RESPONSE_DELAY, Yahoo,
    chart::{NoData, ParsedChart},
    history::ChartRequest,
    polling::QuoteRequest,
    spark::SparkQuote,
    target::{PricedBy, Target},
    timing::HOUR,
};
use crate::{
    domain::{
        bar::Bar,
        dividend,
        provider::HistoryProgress,
        quote::{QuoteUpdate, is_from_the_future},
        split::merge_splits,
        ticker::Venue,
    },
    providers::core::plausible::omitted_bars,
    source::{Context, SourceError, Update},
};

/// Number of symbols in a row with a price from our future after which our own clock is considered
/// wrong.
const MAX_FUTURE_IN_A_ROW: usize = 3;

impl Yahoo {
    /// Hands on the quotes of a response, in the order of the request.
    pub(super) async fn send_quotes(
        &mut self,
        context: &Context,
        request: &QuoteRequest,
        found: Vec<Option<SparkQuote>>,
    ) -> Result<(), SourceError> {
        let now = context.clock.now();
        self.poller.answered();
        let ahead = |quote: &QuoteUpdate| is_from_the_future(quote.as_of, now);
        if found.iter().flatten().any(|found| !ahead(&found.quote)) {
            self.ahead.clear();
        }
        let mut quotes = Vec::new();
        let mut clock = Ok(());
        for (at, quote) in request.0.iter().zip(found) {
            let Some(SparkQuote { quote, venue }) = quote else {
                self.poller.missing(*at, now);
                continue;
            };
            if ahead(&quote) {
                self.poller.missing(*at, now);
                let reported = self.report_future_price(context, &quote.symbol, quote.as_of);
                clock = clock.and(reported);
                continue;
            }
            if self.poller.found(*at, now) {
                self.answered(context, &quote.symbol);
            }
            if venue.period.is_some() {
                self.send_venue(context, &quote.symbol, venue).await?;
            }
            self.compare_stored(context, *at, &quote);
            quotes.extend(self.newest(quote, now));
        }
        if clock.is_err() {
            self.poller.pause(now, NO_RESPONSE_DELAY);
        }
        if !quotes.is_empty() {
            self.sent_at = now.as_second();
            context.sink.send(Update::Quotes(quotes)).await?;
        }
        clock
    }

    /// Hands on a symbol's exchange if it changed or was not sent within this hour: the meaning of
    /// a trading period depends on the time.
    async fn send_venue(
        &mut self,
        context: &Context,
        symbol: &str,
        venue: Venue,
    ) -> Result<(), SourceError> {
        let hour = context.clock.now().as_second() / HOUR;
        let venue_and_hours = (venue, hour);
        if self.venues.get(symbol) == Some(&venue_and_hours) {
            return Ok(());
        }
        let venue = venue_and_hours.0.clone();
        self.venues.insert(symbol.to_owned(), venue_and_hours);
        let symbol = symbol.to_owned();
        context.sink.send(Update::Venue { symbol, venue }).await
    }

    /// Hands on the contents of a chart.
    pub(super) async fn send_chart(
        &mut self,
        context: &Context,
        request: &ChartRequest,
        parsed: ParsedChart,
    ) -> Result<(), SourceError> {
        let symbol = &request.target.symbol;
        let interval = parsed.interval.unwrap_or(request.interval);
        // The exchange and its day come first: bars are judged by them.
        self.send_venue(context, symbol, parsed.venue.clone())
            .await?;
        let known = self.known_splits(context, symbol);
        let is_new_split = parsed
            .splits
            .iter()
            .any(|split| split.is_valid() && !known.contains(split));
        let omitted_bars = omitted_bars(symbol, interval, &parsed.bars, &parsed.outliers);
        let answered_close = self.answered_close(request, &parsed.bars);
        let update = Update::Fetched {
            symbol: symbol.clone(),
            interval,
            bars: parsed.bars,
            over_years: request.is_long(),
        };
        context.sink.send(update).await?;
        context.sink.send(omitted_bars).await?;
        if !parsed.splits.is_empty() {
            // Splits come before the price: its previous close may be in old units.
            let (symbol, splits) = (symbol.clone(), parsed.splits);
            let known = self.splits.entry(symbol.clone()).or_default();
            *known = merge_splits(known, &splits);
            context.sink.send(Update::Splits { symbol, splits }).await?;
        }
        let now = context.clock.now();
        let is_plausible = match &parsed.quote {
            Some(quote) => self.judge_time(context, request, quote.as_of)?,
            None => true,
        };
        let is_dated = parsed.is_dated;
        let quote = parsed
            .quote
            .filter(|_| request.priced_by != PricedBy::Others && is_plausible)
            .filter(|quote| is_dated || !self.has_sent_of_session(&request.target, quote))
            .and_then(|quote| self.newest_of_chart(&request.target, quote, now));
        if let Some(quote) = quote {
            self.sent_at = now.as_second();
            context.sink.send(Update::Quotes(vec![quote])).await?;
        }
        // A response without payments says nothing about them.
        if !parsed.payments.is_empty() {
            let (symbol, payments) = (symbol.clone(), parsed.payments);
            // Only a long range has all of them.
            let update = if request.is_long() {
                Update::Dividends {
                    symbol,
                    dividends: dividend::dividends(payments),
                }
            } else {
                Update::Payments { symbol, payments }
            };
            context.sink.send(update).await?;
        }
        if is_plausible {
            self.mark_readable(context, symbol, request.interval);
        }
        self.report_outliers(context, symbol, &parsed.outliers);
        self.history.answered(request, now, self.every);
        if let Some((stated, answered)) = answered_close {
            self.judge_close(context, request.at, request.target.kind, stated, answered);
        }
        self.report_progress(context, request.at);
        if let Some(split) = parsed.split {
            self.history.split(request, split, is_new_split, now);
        }
        Ok(())
    }

    /// Reports the progress of a target's history, and roughly when the rest will arrive: requests
    /// for history and for quotes alternate.
    pub(super) fn report_progress(&self, context: &Context, at: usize) {
        let (done, of) = self.history.progress(at);
        let wait = self
            .history
            .ahead_of(at)
            .map(|ahead| i64::try_from(ahead).unwrap_or(i64::MAX))
            .map(|ahead| SignedDuration::from_millis(ahead.saturating_mul(2 * self.gap)));
        context.health.history(HistoryProgress {
            symbol: self.poller.target(at).symbol.clone(),
            done,
            of,
            ready_at: wait.and_then(|wait| context.clock.now().checked_add(wait).ok()),
        });
    }

    /// Returns the quote, unless a newer one of its symbol was sent: responses differ in age.
    fn newest(&mut self, quote: QuoteUpdate, now: Timestamp) -> Option<QuoteUpdate> {
        let sent = self.sent.get(&quote.symbol);
        // A quote from our future was sent before the clock was set back.
        let is_newest = sent.is_none_or(|sent| *sent <= quote.as_of || *sent > now);
        if is_newest {
            self.sent.insert(quote.symbol.clone(), quote.as_of);
        }
        is_newest.then_some(quote)
    }

    /// Returns the quote of a chart. An older one of the current session is kept too: its bars show the previous close.
    fn newest_of_chart(
        &mut self,
        target: &Target,
        quote: QuoteUpdate,
        now: Timestamp,
    ) -> Option<QuoteUpdate> {
        if quote.bar_close.is_some() && self.has_sent_of_session(target, &quote) {
            return Some(quote);
        }
        self.newest(quote, now)
    }

    /// Returns true if a quote of the same or a later session was sent.
    fn has_sent_of_session(&self, target: &Target, quote: &QuoteUpdate) -> bool {
        let session = |at| target.calendar().session_at_or_before(at).date;
        let sent = self.sent.get(&quote.symbol);
        sent.is_some_and(|sent| session(*sent) >= session(quote.as_of))
    }

    /// Returns true if a chart's price of that time is plausible.
    fn judge_time(
        &mut self,
        context: &Context,
        request: &ChartRequest,
        as_of: Timestamp,
    ) -> Result<bool, SourceError> {
        let now = context.clock.now();
        if !is_from_the_future(as_of, now) {
            self.ahead.clear();
            return Ok(true);
        }
        let reported = self.report_future_price(context, &request.target.symbol, as_of);
        if reported.is_err() {
            self.history.postpone(request, now, NO_RESPONSE_DELAY);
        }
        reported.map(|()| false)
    }

    /// Reports a price from our future as a problem of its symbol, or of our clock if several
    /// symbols in a row have one.
    fn report_future_price(
        &mut self,
        context: &Context,
        symbol: &str,
        as_of: Timestamp,
    ) -> Result<(), SourceError> {
        self.ahead.insert(symbol.to_owned());
        if self.ahead.len() >= MAX_FUTURE_IN_A_ROW {
            return Err(SourceError::ClockBehind(as_of));
        }
        let error = SourceError::Shape(format!("{symbol}: the price is dated {as_of}"));
        let now = context.clock.now();
        context.health.symbol_failed(symbol, now, &error, None);
        Ok(())
    }

    /// Reports omitted bars: on the status page each time, in the log once per symbol.
    fn report_outliers(&mut self, context: &Context, symbol: &str, outliers: &[Bar]) {
        let Some(last) = outliers.last() else {
            return;
        };
        let at = Timestamp::from_second(last.start).unwrap_or_default();
        let error = SourceError::Shape(format!(
            "{symbol}: omitted {} bars far off their neighbors, latest at {at}",
            outliers.len()
        ));
        context.health.failed_in_part(context.clock.now(), &error);
        if self.outliers_of.insert(symbol.to_owned()) {
            let error = context.health.sanitize(&error);
            tracing::warn!(provider = "yahoo", error, "bars omitted");
        }
    }

    /// Reports a problem of one symbol without marking the provider as failing.
    pub(super) fn back_off(&mut self, context: &Context, request: &ChartRequest, no_data: &NoData) {
        let symbol = &request.target.symbol;
        let now = context.clock.now();
        let again = Timestamp::from_second(self.history.back_off(request, now)).ok();
        self.report_progress(context, request.at);
        let error = SourceError::Refused(format!("{symbol}: {no_data}"));
        context.health.symbol_failed(symbol, now, &error, again);
    }
}
