//! The updates of one refresh.

mod quotes;
mod reference_data;

use std::{collections::HashSet, sync::Arc};

use super::{
    Simulator,
    calendar_cache::{CELL_SECONDS, DAY},
    cells::Scratch,
    extended::{Moment, extended_line},
    history::{Since, bars},
    run_blocking,
};
use crate::{
    domain::{Timestamp, bar::Interval},
    source::{Context, SourceError, Update},
};

/// Number of days for which a new market gets daily bars.
const DAILY_BAR_DAYS: i64 = 366;
/// Longest time offline, in seconds, for which daily bars are backfilled: after a longer one, the clock is probably
/// wrong.
const MAX_OFFLINE_TIME: i64 = 3 * 366 * DAY;
/// Days for which extended-hours lines are sent: enough for the last session before a holiday weekend.
const EXTENDED_DAYS: i64 = 5;
/// Number of tickers computed at once: a compromise between speed and memory.
const TICKERS_PER_BATCH: usize = 2;

impl Simulator {
    /// Sends what every page needs: tickers with prices, and the small lists.
    pub(super) async fn warm_up(
        &mut self,
        context: &Context,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let sink = &context.sink;
        sink.send(Update::Profiles(self.engine.profiles())).await?;
        self.refresh_imported(context);
        self.refresh_session_figures(now.as_second()).await?;
        self.send_all_quotes(context, now.as_millisecond()).await?;
        self.send_reference_data(context, now).await?;
        sink.send(Update::MarketComplete).await?;
        self.sent.warmed_up = true;
        Ok(())
    }

    /// Sends every bar that is missing in the store, up to `now`. This takes a minute on a small
    /// machine; prices continue during that time.
    pub(super) async fn backfill(
        &mut self,
        context: &Context,
        now: i64,
    ) -> Result<(), SourceError> {
        let until = now - now.rem_euclid(CELL_SECONDS);
        self.refresh_imported(context);
        if self.sent.bars_until.is_some() {
            self.refresh_session_figures(now).await?;
        }
        let tickers: Vec<(usize, Since)> = self
            .simulated_tickers()
            .map(|index| {
                let symbol = &self.engine.instrument(index).profile.symbol;
                (index, missing_since(context, symbol, now))
            })
            .collect();
        for chunk in tickers.chunks(TICKERS_PER_BATCH) {
            self.send_bars(context, chunk.to_vec(), until).await?;
            let millisecond = context.clock.now().as_millisecond();
            if millisecond >= self.sent.quoted_at + self.interval() {
                self.send_due_quotes(context, millisecond).await?;
            }
        }
        self.send_extended_hours(context, now - EXTENDED_DAYS * DAY, now)
            .await?;
        self.sent.bars_until = Some(until);
        self.refresh_session_figures(now).await?;
        self.measure_price_ranges(now).await?;
        context.sink.send(Update::HistoriesComplete).await?;
        self.send_all_quotes(context, now * 1_000).await
    }

    /// Sends the bars completed since the last refresh, at most an hour's worth.
    pub(super) async fn send_finished_bars(
        &mut self,
        context: &Context,
        now: i64,
    ) -> Result<(), SourceError> {
        let until = now - now.rem_euclid(CELL_SECONDS);
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
        let tickers = self
            .simulated_tickers()
            .map(|index| (index, since))
            .collect();
        self.send_bars(context, tickers, until).await?;
        self.sent.bars_until = Some(until);
        self.refresh_session_figures(now).await?;
        self.measure_price_ranges(now).await
    }

    /// Updates which tickers were imported from a file.
    fn refresh_imported(&mut self, context: &Context) {
        let imported: HashSet<String> = context
            .market
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

    /// Returns the indices of the simulated tickers.
    fn simulated_tickers(&self) -> impl Iterator<Item = usize> + use<> {
        let imported = Arc::clone(&self.sent.imported);
        self.engine
            .indices()
            .filter(move |index| !imported.get(*index).copied().unwrap_or_default())
    }

    /// Sends the extended-hours lines between two Unix times.
    async fn send_extended_hours(
        &self,
        context: &Context,
        since: i64,
        until: i64,
    ) -> Result<(), SourceError> {
        let simulated_tickers = self.simulated_tickers();
        let lines: Vec<Update> = run_blocking(&self.engine, move |engine| {
            let moments = Moment::between(since, until);
            let line = |index| Update::ExtendedHours {
                symbol: engine.instrument(index).profile.symbol.clone(),
                points: extended_line(engine, index, &moments),
            };
            let is_line = |update: &Update| matches!(update, Update::ExtendedHours { points, .. } if !points.is_empty());
            simulated_tickers.map(line).filter(is_line).collect()
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
        tickers: Vec<(usize, Since)>,
        until: i64,
    ) -> Result<(), SourceError> {
        let updates = run_blocking(&self.engine, move |engine| {
            let mut scratch = Scratch::default();
            let mut updates = vec![];
            for (index, since) in tickers {
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

/// Returns the times since which a ticker's bars are missing, by interval. This is the start of the newest stored bar,
/// which may have been incomplete. Without stored bars it is the start of retention, and also if the newest bar is in the
/// future: the clock was ahead then, so earlier bars may be missing.
fn missing_since(context: &Context, symbol: &str, now: i64) -> Since {
    let retention_start =
        |interval: Interval| now - interval.retention_seconds().unwrap_or(DAILY_BAR_DAYS * DAY);
    let after = |interval: Interval| {
        let last = context.market.last_bar(symbol, interval);
        last.filter(|start| *start <= now)
            .map_or(retention_start(interval), |start| {
                start.max(retention_start(interval))
            })
    };
    let last_day = context.market.last_bar(symbol, Interval::Day);
    Since {
        five_minutes: after(Interval::FiveMinutes),
        hours: after(Interval::Hour),
        // Daily bars are kept forever, so they are filled even after months offline. A futures day starts the evening
        // before, so its bar may be dated tomorrow.
        days: last_day
            .filter(|start| *start <= now + DAY)
            .map_or(retention_start(Interval::Day), |start| {
                start.min(now).max(now - MAX_OFFLINE_TIME)
            }),
    }
}
