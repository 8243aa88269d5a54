//! Selects the next request.

use jiff::Timestamp;

use super::{ChartRequest, HistoryQueue, Task, WATCHED_BARS_INTERVAL, range};
use crate::{
    domain::bar::Interval,
    providers::yahoo::{target::PricedBy, timing::is_open},
};

impl HistoryQueue {
    /// Returns the most urgent request that is due. `skip` excludes tickers, `watched` are those on
    /// an open page, and `last_bar` returns the newest stored bar.
    pub(in crate::providers::yahoo) fn next(
        &mut self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
        last_bar: impl Fn(&str, Interval) -> Option<i64>,
    ) -> Option<ChartRequest> {
        let second = now.as_second();
        let is_watched = |task: &Task| watched(&self.targets[task.target].symbol);
        let (at, task) = self
            .tasks
            .iter()
            .enumerate()
            .filter(|(_, task)| {
                self.due(task, now, is_watched(task)) <= second
                    && !skip(&self.targets[task.target].symbol)
            })
            .min_by_key(|(at, task)| {
                let urgency = self.urgency(task, now, is_watched(task));
                (urgency, task.due.at(second), *at)
            })?;
        let is_first_price = self.first_price(task, now).is_some();
        let is_awaited = self.is_awaited(task, now, is_watched(task));
        let target = self.targets[task.target].clone();
        let priced_by = self.priced_by[task.target];
        let last = last_bar(&target.symbol, task.interval);
        let range = match task.interval {
            interval if task.restated => range::all_that_is_kept(interval),
            Interval::Day => range::daily(task.long, last, second),
            Interval::Hour => range::hourly(last, second),
            Interval::FiveMinutes => range::five_minutes(&target, priced_by, last, now),
        };
        let request = ChartRequest {
            task: at,
            at: task.target,
            target,
            priced_by,
            interval: task.interval,
            range,
            restated: task.restated,
            last,
        };
        if !is_first_price {
            self.awaited_had_its_turn = is_awaited;
        }
        Some(request)
    }

    /// Returns when the next request is due, in Unix seconds.
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

    /// Returns when a request is due, in Unix seconds: sooner while an open market is watched.
    fn due(&self, task: &Task, now: Timestamp, watched: bool) -> i64 {
        let due = task.due.at(now.as_second());
        let hurries = watched
            && task.interval == Interval::FiveMinutes
            && task.empty == 0
            && is_open(self.targets[task.target].calendar(), now);
        if hurries {
            due.min(task.due.set() + WATCHED_BARS_INTERVAL)
        } else {
            due
        }
    }

    /// Returns the priority of a request, lower first. First come the first prices of tickers that
    /// charts price. Then awaited requests alternate with all others: either could fill every turn.
    /// Among each, tickers without history come before updates, and those priced by others come
    /// last.
    fn urgency(&self, task: &Task, now: Timestamp, watched: bool) -> (u8, u8) {
        if task.new && task.empty == 0 {
            return (0, 0);
        }
        if let Some(rank) = self.first_price(task, now) {
            return (rank, 1);
        }
        let is_awaited = self.is_awaited(task, now, watched);
        let turn = 2 + u8::from(is_awaited == self.awaited_had_its_turn);
        let rank = match (task.is_first(), self.priced_by[task.target]) {
            (true, PricedBy::Others) => 1,
            (true, _) => 0,
            (false, _) => 2,
        };
        (turn, rank)
    }

    /// Returns whether the response brings a ticker's first price: 0 of an open market, 1 of
    /// another.
    fn first_price(&self, task: &Task, now: Timestamp) -> Option<u8> {
        let is_price = task.is_first() && self.priced_by[task.target] == PricedBy::Chart;
        is_price.then(|| u8::from(!is_open(self.targets[task.target].calendar(), now)))
    }

    /// Returns true if a request is awaited: its ticker is watched, or it brings the price of an
    /// open market.
    fn is_awaited(&self, task: &Task, now: Timestamp, watched: bool) -> bool {
        let is_price = task.interval == Interval::FiveMinutes
            && self.priced_by[task.target] == PricedBy::Chart
            && is_open(self.targets[task.target].calendar(), now);
        is_price || watched
    }
}
