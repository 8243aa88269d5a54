//! Publishes quotes.

use std::sync::Arc;

use crate::{
    simulator::{
        Simulator,
        calendar_cache::session_at,
        cells::Scratch,
        engine::Engine,
        extended::{self, extended_quote},
        quotes::{has_tick, quote, session_figures},
        ranges::{current_dates, price_ranges},
        run_blocking,
    },
    source::{Context, SourceError, Update},
};

impl Simulator {
    /// Computes the figures that stay the same within five minutes.
    pub(super) async fn refresh_session_figures(&mut self, now: i64) -> Result<(), SourceError> {
        let session_figures = run_blocking(&self.engine, move |engine| {
            let mut scratch = Scratch::default();
            engine
                .indices()
                .map(|index| session_figures(engine, &mut scratch, index, now))
                .collect()
        })
        .await?;
        self.sent.session_figures = Arc::new(session_figures);
        Ok(())
    }

    /// Computes the extremes of a year and of all time, whenever a session starts.
    pub(super) async fn measure_price_ranges(&mut self, now: i64) -> Result<(), SourceError> {
        let dates = current_dates(now);
        if self.sent.price_ranges_of == Some(dates) {
            return Ok(());
        }
        let price_ranges =
            run_blocking(&self.engine, move |engine| price_ranges(engine, now)).await?;
        self.sent.price_ranges = Arc::new(price_ranges);
        self.sent.price_ranges_of = Some(dates);
        Ok(())
    }

    /// Sends quotes of some tickers whose market is open at `now` (Unix milliseconds), and of all whose market just
    /// closed.
    pub(in super::super) async fn send_due_quotes(
        &mut self,
        context: &Context,
        now: i64,
    ) -> Result<(), SourceError> {
        let (since, slot) = (self.sent.quoted_at, now.div_euclid(self.interval()));
        self.send_extended_quotes(context, now, move |engine, index| {
            extended::has_tick(engine, index, slot, now.div_euclid(1_000))
        })
        .await?;
        self.send_quotes(context, now, move |engine, index| {
            let session = session_at(engine.ticker(index).calendar, now.div_euclid(1_000));
            let close = session.close * 1_000;
            if now < close {
                has_tick(engine, index, slot)
            } else {
                since < close
            }
        })
        .await
    }

    /// Sends quotes and extended-hours prices of all tickers.
    pub(super) async fn send_all_quotes(
        &mut self,
        context: &Context,
        now: i64,
    ) -> Result<(), SourceError> {
        self.send_quotes(context, now, |_, _| true).await?;
        self.send_extended_quotes(context, now, |_, _| true).await
    }

    /// Sends the extended-hours prices of the tickers for which `is_included` is true.
    async fn send_extended_quotes(
        &self,
        context: &Context,
        now: i64,
        is_included: impl Fn(&Engine, usize) -> bool + Send + 'static,
    ) -> Result<(), SourceError> {
        let simulated_tickers = self.simulated_tickers();
        let prices: Vec<_> = run_blocking(&self.engine, move |engine| {
            simulated_tickers
                .filter(|index| is_included(engine, *index))
                .filter_map(|index| extended_quote(engine, index, now))
                .collect()
        })
        .await?;
        if prices.is_empty() {
            return Ok(());
        }
        context.sink.send(Update::Extended(prices)).await
    }

    async fn send_quotes(
        &mut self,
        context: &Context,
        now: i64,
        is_included: impl Fn(&Engine, usize) -> bool + Send + 'static,
    ) -> Result<(), SourceError> {
        let session_figures = Arc::clone(&self.sent.session_figures);
        let price_ranges = Arc::clone(&self.sent.price_ranges);
        let simulated_tickers = self.simulated_tickers();
        // Times are whole seconds, unless there are several quotes per second.
        let at = now - now.rem_euclid(self.interval().min(1_000));
        let quotes: Vec<_> = run_blocking(&self.engine, move |engine| {
            simulated_tickers
                .filter(|index| is_included(engine, *index))
                .filter_map(|index| {
                    let price_range = price_ranges.get(index).and_then(Option::as_ref);
                    Some(quote(
                        engine,
                        index,
                        session_figures.get(index)?,
                        price_range,
                        at,
                    ))
                })
                .collect()
        })
        .await?;
        if !quotes.is_empty() {
            context.sink.send(Update::Quotes(quotes)).await?;
        }
        self.sent.quoted_at = now;
        Ok(())
    }
}
