//! Selects the next request for bars.

use jiff::Timestamp;

use super::{ChartRequest, HistoryQueue, Task, WATCHED_BARS_INTERVAL, range};
use crate::{
    domain::bar::Interval,
    providers::yahoo::{target::PriceSource, timing::is_open},
};

impl HistoryQueue {
    /// Returns the most urgent request that is due. `skip` excludes tickers, `watched` returns true for tickers on an open page, and
    /// `last_bar` returns the start of the newest stored bar.
    pub(in crate::providers::yahoo) fn next(
        &mut self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
        last_bar: impl Fn(&str, Interval) -> Option<i64>,
    ) -> Option<ChartRequest> {
        let second = now.as_second();
        let is_watched = |task: &Task| watched(&self.targets[task.target].symbol);
        let (index, task) = self
            .tasks
            .iter()
            .enumerate()
            .filter(|(_, task)| {
                self.due(task, now, is_watched(task)) <= second
                    && !skip(&self.targets[task.target].symbol)
            })
            .min_by_key(|(index, task)| {
                let urgency = self.urgency(task, now, is_watched(task));
                (urgency, task.due.at(second), *index)
            })?;
        let is_first_price = self.first_price(task, now).is_some();
        let is_awaited = self.is_awaited(task, now, is_watched(task));
        let target = self.targets[task.target].clone();
        let price_source = self.price_source[task.target];
        let last = last_bar(&target.symbol, task.interval);
        let range = match task.interval {
            interval if task.needs_reload => range::whole_range(interval),
            Interval::Day => {
                let missing = task.missing.map(|session| session.start);
                let oldest = last.map(|last| missing.map_or(last, |day| last.min(day)));
                range::daily(task.long_range_received_at, oldest, second)
            }
            Interval::Hour => range::hourly(last, second),
            Interval::FiveMinutes => range::five_minutes(&target, price_source, last, now),
        };
        let request = ChartRequest {
            task: index,
            target_index: task.target,
            target,
            price_source,
            interval: task.interval,
            range,
            is_reload: task.needs_reload,
            last,
        };
        if !is_first_price {
            self.was_last_awaited = is_awaited;
        }
        Some(request)
    }

    /// Returns the time when the next request is due (Unix seconds).
    pub(in crate::providers::yahoo) fn next_due(
        &self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
    ) -> Option<i64> {
        let due = |task: &Task| {
            let symbol = &self.targets[task.target].symbol;
            (!skip(symbol)).then(|| self.due(task, now, watched(symbol)))
        };
        self.tasks.iter().filter_map(due).min()
    }

    /// Returns the time when a request is due (Unix seconds). Five-minute bars of a watched ticker are due sooner while its market is
    /// open.
    fn due(&self, task: &Task, now: Timestamp, watched: bool) -> i64 {
        let due = task.due.at(now.as_second());
        let is_early = watched
            && task.interval == Interval::FiveMinutes
            && task.empty_responses == 0
            && is_open(self.targets[task.target].calendar(), now);
        if is_early {
            due.min(task.due.set_at() + WATCHED_BARS_INTERVAL)
        } else {
            due
        }
    }

    /// Returns the priority of a request; lower values come first. Newly followed tickers come first, followed by the first prices of
    /// tickers that charts price. Then awaited requests alternate with all others, because either could use all requests. Among each
    /// of the two, tickers without daily bars come before updates, and tickers that charts or spark price come before others.
    fn urgency(&self, task: &Task, now: Timestamp, watched: bool) -> (u8, u8) {
        if task.is_new && task.empty_responses == 0 {
            return (0, 0);
        }
        if let Some(rank) = self.first_price(task, now) {
            return (rank, 1);
        }
        let is_awaited = self.is_awaited(task, now, watched);
        let turn = 2 + u8::from(is_awaited == self.was_last_awaited);
        let rank = match (task.is_first(), self.price_source[task.target]) {
            (true, PriceSource::Others) => 1,
            (true, _) => 0,
            (false, _) => 2,
        };
        (turn, rank)
    }

    /// Returns the rank of a request whose response contains the first price of a ticker: 0 for an open market, 1 for a closed one.
    /// Returns `None` for other requests.
    fn first_price(&self, task: &Task, now: Timestamp) -> Option<u8> {
        let is_price = task.is_first() && self.price_source[task.target] == PriceSource::Chart;
        is_price.then(|| u8::from(!is_open(self.targets[task.target].calendar(), now)))
    }

    /// Returns true if a request is awaited, because its ticker is watched or its response contains the price of an open market.
    fn is_awaited(&self, task: &Task, now: Timestamp, watched: bool) -> bool {
        let is_price = task.interval == Interval::FiveMinutes
            && self.price_source[task.target] == PriceSource::Chart
            && is_open(self.targets[task.target].calendar(), now);
        is_price || watched
    }
}
