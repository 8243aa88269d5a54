//! Sends the contents of responses to `ingest`: quotes, bars, dividends and splits.

use jiff::{SignedDuration, Timestamp};

use super::{
    NO_RESPONSE_DELAY, Yahoo,
    chart::{NoData, ParsedChart},
    history::ChartRequest,
    polling::QuoteRequest,
    spark::SparkQuote,
    target::{PriceSource, Target},
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
    providers::core::{
        capability::{DataKind, Provider as _},
        plausible::omitted_bars,
    },
    source::{Context, SourceError, Update},
};

/// The number of consecutive symbols with a price from the future after which the server's clock is considered wrong.
const MAX_FUTURE_IN_A_ROW: usize = 3;

impl Yahoo {
    /// Sends the quotes of a response, which are in the order of the request.
    pub(super) async fn send_quotes(
        &mut self,
        context: &Context,
        request: &QuoteRequest,
        quotes: Vec<Option<SparkQuote>>,
    ) -> Result<(), SourceError> {
        let now = context.clock.now();
        self.poller.record_response();
        let is_ahead = |quote: &QuoteUpdate| is_from_the_future(quote.as_of, now);
        if quotes.iter().flatten().any(|it| !is_ahead(&it.quote)) {
            self.future_dated.clear();
        }
        let mut newest = Vec::new();
        let mut clock_result = Ok(());
        for (index, quote) in request.0.iter().zip(quotes) {
            let Some(SparkQuote { quote, venue }) = quote else {
                self.poller.record_missing(*index, now);
                continue;
            };
            if is_ahead(&quote) {
                self.poller.record_missing(*index, now);
                let reported = self.report_future_price(context, &quote.symbol, quote.as_of);
                clock_result = clock_result.and(reported);
                continue;
            }
            if self.poller.record_found(*index, now) {
                let data = DataKind::Prices;
                self.registry
                    .record_presence(Self::NAME, data, &quote.symbol);
                self.report_success(context, &quote.symbol);
            }
            if venue.period.is_some() {
                self.send_venue(context, &quote.symbol, venue).await?;
            }
            self.check_previous_close(context, *index, &quote);
            newest.extend(self.newest(quote, now));
        }
        if clock_result.is_err() {
            self.poller.pause(now, NO_RESPONSE_DELAY);
        }
        if !newest.is_empty() {
            self.delivered_at = now.as_second();
            context.sink.send(Update::Quotes(newest)).await?;
        }
        clock_result
    }

    /// Sends the exchange of a symbol if it has changed or was not sent in this hour. It is sent again every hour because the meaning of
    /// its trading period depends on the time.
    async fn send_venue(
        &mut self,
        context: &Context,
        symbol: &str,
        venue: Venue,
    ) -> Result<(), SourceError> {
        let hour = context.clock.now().as_second() / HOUR;
        let venue_and_hour = (venue, hour);
        if self.venues.get(symbol) == Some(&venue_and_hour) {
            return Ok(());
        }
        let venue = venue_and_hour.0.clone();
        self.venues.insert(symbol.to_owned(), venue_and_hour);
        let symbol = symbol.to_owned();
        context.sink.send(Update::Venue { symbol, venue }).await
    }

    /// Sends the contents of a chart.
    pub(super) async fn send_chart(
        &mut self,
        context: &Context,
        request: &ChartRequest,
        parsed: ParsedChart,
    ) -> Result<(), SourceError> {
        let symbol = &request.target.symbol;
        let interval = parsed.interval.unwrap_or(request.interval);
        // The exchange is sent first, because bars are checked against its trading hours.
        self.send_venue(context, symbol, parsed.venue.clone())
            .await?;
        let known_splits = self.known_splits(context, symbol);
        let is_new_split = parsed
            .splits
            .iter()
            .any(|split| split.is_valid() && !known_splits.contains(split));
        let omitted_bars = omitted_bars(symbol, interval, &parsed.bars, &parsed.outliers);
        let close_of_bars = self.close_of_bars(request, &parsed.bars);
        let update = Update::Fetched {
            symbol: symbol.clone(),
            interval,
            bars: parsed.bars,
            over_years: request.is_long(),
        };
        context.sink.send(update).await?;
        context.sink.send(omitted_bars).await?;
        if !parsed.splits.is_empty() {
            // Splits are sent before the price, whose previous close may not be adjusted for them.
            let (symbol, splits) = (symbol.clone(), parsed.splits);
            let existing = self.splits.entry(symbol.clone()).or_default();
            *existing = merge_splits(existing, &splits);
            context.sink.send(Update::Splits { symbol, splits }).await?;
        }
        let now = context.clock.now();
        let is_plausible = match &parsed.quote {
            Some(quote) => self.check_time(context, request, quote.as_of)?,
            None => true,
        };
        let is_dated = parsed.is_dated;
        let quote = parsed
            .quote
            .filter(|_| request.price_source != PriceSource::Others && is_plausible)
            .filter(|quote| is_dated || !self.has_sent_quote_of_session(&request.target, quote))
            .and_then(|quote| self.newest_of_chart(&request.target, quote, now));
        if let Some(quote) = quote {
            self.delivered_at = now.as_second();
            context.sink.send(Update::Quotes(vec![quote])).await?;
        }
        // A response without payments does not mean that there are none.
        if !parsed.payments.is_empty() {
            let (symbol, payments) = (symbol.clone(), parsed.payments);
            // Only a long range contains all payments.
            let update = if request.is_long() {
                Update::Dividends {
                    symbol,
                    dividends: dividend::classify_payments(payments),
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
        self.history
            .record_response(request, now, self.poll_interval);
        if let Some((stated, close)) = close_of_bars {
            self.compare_close(
                context,
                request.target_index,
                request.target.kind,
                stated,
                close,
            );
        }
        self.report_progress(context, request.target_index);
        if let Some(split) = parsed.split {
            self.history
                .reload_after_split(request, split, is_new_split, now);
        }
        Ok(())
    }

    /// Reports the progress of a target's history and the approximate time when it will be complete. Requests for history and for
    /// quotes alternate, so each history request counts twice.
    pub(super) fn report_progress(&self, context: &Context, index: usize) {
        let (done, total) = self.history.progress(index);
        let wait = self
            .history
            .requests_until_complete(index)
            .map(|ahead| i64::try_from(ahead).unwrap_or(i64::MAX))
            .map(|ahead| SignedDuration::from_millis(ahead.saturating_mul(2 * self.gap)));
        context.health.record_history(HistoryProgress {
            symbol: self.poller.target(index).symbol.clone(),
            done,
            total,
            ready_at: wait.and_then(|wait| context.clock.now().checked_add(wait).ok()),
        });
    }

    /// Returns the quote unless a newer one of its symbol was already sent. Responses may be of different ages.
    fn newest(&mut self, quote: QuoteUpdate, now: Timestamp) -> Option<QuoteUpdate> {
        let sent = self.delivered.get(&quote.symbol);
        // A quote from the future was sent before the clock was set back.
        let is_newest = sent.is_none_or(|sent| *sent <= quote.as_of || *sent > now);
        if is_newest {
            self.delivered.insert(quote.symbol.clone(), quote.as_of);
        }
        is_newest.then_some(quote)
    }

    /// Returns the quote of a chart unless a newer one was already sent. A quote with a previous close from the bars is also returned if
    /// the newer quote is of the same session.
    fn newest_of_chart(
        &mut self,
        target: &Target,
        quote: QuoteUpdate,
        now: Timestamp,
    ) -> Option<QuoteUpdate> {
        if quote.bar_close.is_some() && self.has_sent_quote_of_session(target, &quote) {
            return Some(quote);
        }
        self.newest(quote, now)
    }

    /// Returns true if a quote of the same or a later session was already sent.
    fn has_sent_quote_of_session(&self, target: &Target, quote: &QuoteUpdate) -> bool {
        let session = |at| target.calendar().session_at_or_before(at).date;
        let sent = self.delivered.get(&quote.symbol);
        sent.is_some_and(|sent| session(*sent) >= session(quote.as_of))
    }

    /// Returns true if the time of a chart's price is plausible, and false if it is in the future.
    fn check_time(
        &mut self,
        context: &Context,
        request: &ChartRequest,
        as_of: Timestamp,
    ) -> Result<bool, SourceError> {
        let now = context.clock.now();
        if !is_from_the_future(as_of, now) {
            self.future_dated.clear();
            return Ok(true);
        }
        let reported = self.report_future_price(context, &request.target.symbol, as_of);
        if reported.is_err() {
            self.history.postpone(request, now, NO_RESPONSE_DELAY);
        }
        reported.map(|()| false)
    }

    /// Reports a price from the future as a problem of its symbol. Returns an error about the server's clock if several consecutive
    /// symbols have such a price.
    fn report_future_price(
        &mut self,
        context: &Context,
        symbol: &str,
        as_of: Timestamp,
    ) -> Result<(), SourceError> {
        self.future_dated.insert(symbol.to_owned());
        if self.future_dated.len() >= MAX_FUTURE_IN_A_ROW {
            return Err(SourceError::ClockBehind(as_of));
        }
        let error = SourceError::InvalidResponse(format!("{symbol}: the price is dated {as_of}"));
        let now = context.clock.now();
        context.health.symbol_failed(symbol, now, &error, None);
        Ok(())
    }

    /// Reports omitted bars: each time on the status page, and once per symbol in the log.
    fn report_outliers(&mut self, context: &Context, symbol: &str, outliers: &[Bar]) {
        let Some(last) = outliers.last() else {
            return;
        };
        let latest = Timestamp::from_second(last.start).unwrap_or_default();
        let error = SourceError::InvalidResponse(format!(
            "{symbol}: omitted {} bars whose prices are far from those of neighboring bars, the latest at {latest}",
            outliers.len()
        ));
        context.health.failed_in_part(context.clock.now(), &error);
        if self.logged_outliers.insert(symbol.to_owned()) {
            let error = context.health.sanitize(&error);
            tracing::warn!(
                provider = "yahoo",
                error,
                "providers: implausible bars omitted"
            );
        }
    }

    /// Delays a request for which there is no data, and reports the problem of its symbol without marking the provider as failing.
    pub(super) fn back_off(&mut self, context: &Context, request: &ChartRequest, no_data: &NoData) {
        let symbol = &request.target.symbol;
        let now = context.clock.now();
        let next = Timestamp::from_second(self.history.back_off(request, now)).ok();
        self.report_progress(context, request.target_index);
        let error = SourceError::Refused(format!("{symbol}: {no_data}"));
        context.health.symbol_failed(symbol, now, &error, next);
    }
}
