//! What one refresh hands over.

mod quotes;
mod reference_data;

use std::{collections::HashSet, sync::Arc};

use super::{
    Simulator,
    calendar_cache::{CELL, DAY},
    cells::Scratch,
    extended::extended_line,
    history::{Since, bars},
    run_blocking,
};
use crate::{
    domain::{Timestamp, bar::Interval},
    source::{Context, SourceError, Update},
};

/// Days of daily bars that a new market starts with.
const DAILY: i64 = 366;
/// Seconds of an absence that are made up for in days: after a longer one the clock is at fault
/// more likely than its owner.
const LONGEST_ABSENCE: i64 = 3 * 366 * DAY;
/// Days for which lines outside of regular hours are handed over: over a holiday weekend to the last session.
const LINES: i64 = 5;
/// Tickers that are worked out in one go: enough to be quick, few enough to be small.
const AT_ONCE: usize = 2;

impl Simulator {
    /// What makes every page usable: tickers with prices, and the small lists.
    pub(super) async fn warm_up(
        &mut self,
        context: &Context,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let sink = &context.sink;
        sink.send(Update::Profiles(self.engine.profiles())).await?;
        self.refresh_imported(context);
        self.refresh_session_figures(now.as_second()).await?;
        self.all_quotes(context, now.as_millisecond()).await?;
        self.send_reference_data(context, now).await?;
        sink.send(Update::MarketComplete).await?;
        self.sent.warmed_up = true;
        Ok(())
    }

    /// Every bar that is missing in the store, up to `now`. On a small machine that takes a minute:
    /// prices move on beside it.
    pub(super) async fn backfill(
        &mut self,
        context: &Context,
        now: i64,
    ) -> Result<(), SourceError> {
        let until = now - now.rem_euclid(CELL);
        self.refresh_imported(context);
        if self.sent.bars_until.is_some() {
            self.refresh_session_figures(now).await?;
        }
        let wanted: Vec<(usize, Since)> = self
            .ours()
            .map(|index| {
                let symbol = &self.engine.instrument(index).profile.symbol;
                (index, missing(context, symbol, now))
            })
            .collect();
        for chunk in wanted.chunks(AT_ONCE) {
            self.send_bars(context, chunk.to_vec(), until).await?;
            let millisecond = context.clock.now().as_millisecond();
            if millisecond >= self.sent.quoted + self.interval() {
                self.quotes(context, millisecond).await?;
            }
        }
        self.send_extended_hours(context, now - LINES * DAY, now)
            .await?;
        self.sent.bars_until = Some(until);
        self.refresh_session_figures(now).await?;
        self.measure_price_ranges(now).await?;
        context.sink.send(Update::HistoriesComplete).await?;
        self.all_quotes(context, now * 1_000).await
    }

    /// The bars that were finished since the last refresh, at most an hour's worth.
    pub(super) async fn finished_bars(
        &mut self,
        context: &Context,
        now: i64,
    ) -> Result<(), SourceError> {
        let until = now - now.rem_euclid(CELL);
        let Some(since) = self.sent.bars_until.filter(|since| *since < until) else {
            return Ok(());
        };
        self.refresh_imported(context);
        self.send_extended_hours(context, since, until).await?;
        let since = Since {
            five_minutes: since,
            hours: since,
            days: since,
        };
        let wanted = self.ours().map(|index| (index, since)).collect();
        self.send_bars(context, wanted, until).await?;
        self.sent.bars_until = Some(until);
        self.refresh_session_figures(now).await?;
        self.measure_price_ranges(now).await
    }

    /// Looks again which tickers belong to a file.
    fn refresh_imported(&mut self, context: &Context) {
        let imported: HashSet<String> = context
            .known
            .tickers()
            .into_iter()
            .filter(|ticker| ticker.imported)
            .map(|ticker| ticker.symbol)
            .collect();
        let imported = self
            .engine
            .indices()
            .map(|index| imported.contains(&self.engine.instrument(index).profile.symbol))
            .collect();
        self.sent.imported = Arc::new(imported);
    }

    /// The tickers that are simulated.
    fn ours(&self) -> impl Iterator<Item = usize> + use<> {
        let imported = Arc::clone(&self.sent.imported);
        self.engine
            .indices()
            .filter(move |index| !imported.get(*index).copied().unwrap_or_default())
    }

    /// The lines of days outside of regular hours between two seconds of Unix time.
    async fn send_extended_hours(
        &self,
        context: &Context,
        since: i64,
        until: i64,
    ) -> Result<(), SourceError> {
        let ours = self.ours();
        let lines: Vec<Update> = run_blocking(&self.engine, move |engine| {
            let line = |index| Update::ExtendedHours {
                symbol: engine.instrument(index).profile.symbol.clone(),
                points: extended_line(engine, index, since, until),
            };
            let is_line = |update: &Update| matches!(update, Update::ExtendedHours { points, .. } if !points.is_empty());
            ours.map(line).filter(is_line).collect()
        })
        .await?;
        for line in lines {
            context.sink.send(line).await?;
        }
        Ok(())
    }

    async fn send_bars(
        &self,
        context: &Context,
        wanted: Vec<(usize, Since)>,
        until: i64,
    ) -> Result<(), SourceError> {
        let updates = run_blocking(&self.engine, move |engine| {
            let mut scratch = Scratch::default();
            let mut updates = vec![];
            for (index, since) in wanted {
                let bars = bars(engine, &mut scratch, index, since, until);
                for (interval, bars) in bars.into_intervals() {
                    if !bars.is_empty() {
                        let symbol = engine.instrument(index).profile.symbol.clone();
                        updates.push(Update::Bars {
                            symbol,
                            interval,
                            bars,
                        });
                    }
                }
            }
            updates
        })
        .await?;
        for update in updates {
            context.sink.send(update).await?;
        }
        Ok(())
    }
}

/// From when on a ticker's bars are missing: after the newest stored ones, which may have been
/// unfinished and come again; else from the beginning of what is kept. So too where the newest are
/// from the future: a clock was ahead, and what lies before it may have been left out.
fn missing(context: &Context, symbol: &str, now: i64) -> Since {
    let kept = |interval: Interval| now - interval.retention_seconds().unwrap_or(DAILY * DAY);
    let after = |interval: Interval| {
        let last = context.known.last_bar(symbol, interval);
        last.filter(|start| *start <= now)
            .map_or(kept(interval), |start| start.max(kept(interval)))
    };
    let last_day = context.known.last_bar(symbol, Interval::Day);
    Since {
        five_minutes: after(Interval::FiveMinutes),
        hours: after(Interval::Hour),
        // Days are kept for ever: an absence of weeks leaves no hole. A day of the futures begins on
        // the evening before.
        days: last_day
            .filter(|start| *start <= now + DAY)
            .map_or(kept(Interval::Day), |start| {
                start.min(now).max(now - LONGEST_ABSENCE)
            }),
    }
}
