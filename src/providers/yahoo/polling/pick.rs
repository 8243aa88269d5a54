//! Selects the next request for quotes.

use jiff::Timestamp;

use super::{QuotePoller, QuoteRequest, REQUESTS_PER_HISTORY_TURN, Task, WATCHED_INTERVAL};
use crate::providers::yahoo::{spark::MAX_SYMBOLS, timing::is_open};

impl QuotePoller {
    /// Returns the next request if one is due. `skip` excludes tickers, and `watched` returns true for tickers on an open page. If
    /// `is_history_due`, requests for history take turns with quotes.
    pub(in crate::providers::yahoo) fn next(
        &mut self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
        is_history_due: bool,
    ) -> Option<QuoteRequest> {
        let second = now.as_second();
        if self.paused_until.at(second) > second {
            return None;
        }
        let mut members = self.due_watched(now, &skip, &watched);
        let is_history_turn = self.cycle.is_empty() && self.history_turns > 0 && is_history_due;
        if !members.is_empty() {
            self.next_ahead_at.set(second, second + WATCHED_INTERVAL);
        } else if is_history_turn {
            self.history_turns -= 1;
            return None;
        }
        if self.cycle.is_empty() && !is_history_turn {
            self.start_cycle(now, &skip, &watched);
        }
        let is_running = !self.cycle.is_empty();
        self.cycle.retain(|index| !members.contains(index));
        self.fill(&mut members);
        if members.is_empty() {
            return None;
        }
        self.sent += u32::from(is_running);
        if is_running && self.cycle.is_empty() {
            self.history_turns = self.sent.div_ceil(REQUESTS_PER_HISTORY_TURN);
        }
        for index in &members {
            self.tasks[*index]
                .ahead_due
                .set(second, second + WATCHED_INTERVAL);
        }
        Some(QuoteRequest(members))
    }

    /// Returns the time when the next request is due (Unix seconds).
    pub(in crate::providers::yahoo) fn next_due(
        &self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
    ) -> Option<i64> {
        let second = now.as_second();
        if !self.cycle.is_empty() {
            return Some(second);
        }
        let due = |task: &Task| {
            let symbol = &task.target.symbol;
            let due = task.due.at(second);
            let is_unconfirmed = self.is_unconfirmed(task);
            if skip(symbol) || !(task.is_priced_by_yahoo || is_unconfirmed) {
                return None;
            }
            let ahead = task.ahead_due.at(second).max(self.next_ahead_at.at(second));
            let is_early = is_unconfirmed || watched(symbol) && may_advance(task, now);
            Some(match (task.is_priced_by_yahoo, is_early) {
                (true, true) => due.min(ahead),
                (true, false) => due,
                (false, _) => ahead,
            })
        };
        let soonest = self.tasks.iter().filter_map(due).min()?;
        Some(soonest.max(self.paused_until.at(second)))
    }

    /// Returns true if the newest price of a task's ticker needs confirmation by a quote.
    fn is_unconfirmed(&self, task: &Task) -> bool {
        !task.needs_chart() && self.unconfirmed.contains(&task.target.symbol)
    }

    /// Returns the watched and unconfirmed targets to request ahead of their cycle, longest due first. They fit into one request.
    fn due_watched(
        &self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
    ) -> Vec<usize> {
        let second = now.as_second();
        if self.next_ahead_at.at(second) > second {
            return Vec::new();
        }
        let mut members: Vec<usize> = (0..self.tasks.len())
            .filter(|index| {
                let task = &self.tasks[*index];
                let symbol = &task.target.symbol;
                let is_watched =
                    || task.is_priced_by_yahoo && watched(symbol) && may_advance(task, now);
                task.ahead_due.at(second) <= second
                    && !skip(symbol)
                    && (self.is_unconfirmed(task) || is_watched())
            })
            .collect();
        members.sort_by_key(|index| (self.tasks[*index].ahead_due.at(second), *index));
        let first = members.first().map(|index| self.tasks[*index].is_coin());
        members.retain(|index| Some(self.tasks[*index].is_coin()) == first);
        members.truncate(MAX_SYMBOLS);
        members
    }

    /// Starts a cycle if a target is due. The cycle contains the targets that are due, and those in open markets that will soon be.
    fn start_cycle(
        &mut self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
    ) {
        let second = now.as_second();
        let due = |index: &usize| self.tasks[*index].due.at(second);
        let mut members: Vec<usize> = (0..self.tasks.len())
            .filter(|index| {
                let task = &self.tasks[*index];
                let is_soon =
                    || due(index) <= second + self.poll_interval / 2 && may_advance(task, now);
                task.is_priced_by_yahoo
                    && !skip(&task.target.symbol)
                    && (due(index) <= second || is_soon())
            })
            .collect();
        if members.iter().map(due).min().is_none_or(|due| due > second) {
            return;
        }
        members.sort_by_key(|index| {
            let task = &self.tasks[*index];
            let is_watched = watched(&task.target.symbol);
            (!is_watched, task.needs_chart(), due(index), *index)
        });
        self.cycle = members.into();
        (self.cycle_start, self.sent, self.history_turns) = (second, 0, 0);
    }

    /// Fills a request with targets of the cycle, which are either all coins or all other tickers. A symbol that responses omit is
    /// requested alone, because it may make a request fail.
    fn fill(&mut self, members: &mut Vec<usize>) {
        let Some(first) = members.first().or(self.cycle.front()).copied() else {
            return;
        };
        let (is_coin, is_alone) = (self.tasks[first].is_coin(), self.tasks[first].needs_chart());
        let max_members = if is_alone { 1 } else { MAX_SYMBOLS };
        let tasks = &self.tasks;
        self.cycle.retain(|index| {
            let task = &tasks[*index];
            let fits = task.is_coin() == is_coin && task.needs_chart() == is_alone;
            let is_taken = fits && members.len() < max_members;
            if is_taken {
                members.push(*index);
            }
            !is_taken
        });
    }
}

/// Returns true if a ticker may be requested ahead of its cycle, because its market is open, responses contain it, and no stream
/// prices it.
fn may_advance(task: &Task, now: Timestamp) -> bool {
    !task.is_streamed && !task.needs_chart() && is_open(task.target.calendar(), now)
}
