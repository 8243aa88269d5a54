//! Selects the next request.

use jiff::Timestamp;

use super::{QuotePoller, QuoteRequest, REQUESTS_PER_HISTORY_TURN, Task, WATCHED_INTERVAL};
use crate::providers::yahoo::{spark::MAX_SYMBOLS, timing::is_open};

impl QuotePoller {
    /// Returns the next request, if one is due. `skip` excludes tickers, `watched` are those on an
    /// open page. History gets its turns only if `is_history_due`.
    pub(in crate::providers::yahoo) fn next(
        &mut self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
        is_history_due: bool,
    ) -> Option<QuoteRequest> {
        let second = now.as_second();
        if self.paused.at(second) > second {
            return None;
        }
        let mut members = self.due_watched(now, &skip, &watched);
        let is_turn_of_history = self.cycle.is_empty() && self.history_turns > 0 && is_history_due;
        if !members.is_empty() {
            self.watched.wait(second, second + WATCHED_INTERVAL);
        } else if is_turn_of_history {
            self.history_turns -= 1;
            return None;
        }
        if self.cycle.is_empty() && !is_turn_of_history {
            self.start(now, &skip, &watched);
        }
        let is_running = !self.cycle.is_empty();
        self.cycle.retain(|at| !members.contains(at));
        self.fill(&mut members);
        if members.is_empty() {
            return None;
        }
        self.sent += u32::from(is_running);
        if is_running && self.cycle.is_empty() {
            self.history_turns = self.sent.div_ceil(REQUESTS_PER_HISTORY_TURN);
        }
        for at in &members {
            self.tasks[*at]
                .asked
                .wait(second, second + WATCHED_INTERVAL);
        }
        Some(QuoteRequest(members))
    }

    /// Returns when the next request is due, in Unix seconds.
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
            if skip(symbol) || !(task.here || is_unconfirmed) {
                return None;
            }
            let ahead = task.asked.at(second).max(self.watched.at(second));
            let hurries = is_unconfirmed || watched(symbol) && may_advance(task, now);
            Some(match (task.here, hurries) {
                (true, true) => due.min(ahead),
                (true, false) => due,
                (false, _) => ahead,
            })
        };
        let soonest = self.tasks.iter().filter_map(due).min()?;
        Some(soonest.max(self.paused.at(second)))
    }

    /// Returns true if the newest price of a task's ticker waits for confirmation that a quote
    /// could bring.
    fn is_unconfirmed(&self, task: &Task) -> bool {
        !task.is_left_to_charts() && self.unconfirmed.contains(&task.target.symbol)
    }

    /// Returns watched or unconfirmed targets that were not requested for a while, the longest first; limited, because
    /// everything may be watched.
    fn due_watched(
        &self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
    ) -> Vec<usize> {
        let second = now.as_second();
        if self.watched.at(second) > second {
            return Vec::new();
        }
        let mut members: Vec<usize> = (0..self.tasks.len())
            .filter(|at| {
                let task = &self.tasks[*at];
                let symbol = &task.target.symbol;
                let is_watched = || task.here && watched(symbol) && may_advance(task, now);
                task.asked.at(second) <= second
                    && !skip(symbol)
                    && (self.is_unconfirmed(task) || is_watched())
            })
            .collect();
        members.sort_by_key(|at| (self.tasks[*at].asked.at(second), *at));
        let first = members.first().map(|at| self.tasks[*at].is_coin());
        members.retain(|at| Some(self.tasks[*at].is_coin()) == first);
        members.truncate(MAX_SYMBOLS);
        members
    }

    /// Starts a cycle of all targets that are due, and of those in open markets that will be before
    /// it ends.
    fn start(
        &mut self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
    ) {
        let second = now.as_second();
        let due = |at: &usize| self.tasks[*at].due.at(second);
        let mut members: Vec<usize> = (0..self.tasks.len())
            .filter(|at| {
                let task = &self.tasks[*at];
                let is_soon = || due(at) <= second + self.every / 2 && may_advance(task, now);
                task.here && !skip(&task.target.symbol) && (due(at) <= second || is_soon())
            })
            .collect();
        if members.iter().map(due).min().is_none_or(|due| due > second) {
            return;
        }
        members.sort_by_key(|at| {
            let task = &self.tasks[*at];
            let is_watched = watched(&task.target.symbol);
            (!is_watched, task.is_left_to_charts(), due(at), *at)
        });
        self.cycle = members.into();
        (self.started, self.sent, self.history_turns) = (second, 0, 0);
    }

    /// Fills a request from the cycle, with either coins or other tickers. A symbol that responses
    /// omit is requested alone, so that it cannot spoil others.
    fn fill(&mut self, members: &mut Vec<usize>) {
        let Some(first) = members.first().or(self.cycle.front()).copied() else {
            return;
        };
        let (is_coin, is_alone) = (
            self.tasks[first].is_coin(),
            self.tasks[first].is_left_to_charts(),
        );
        let most = if is_alone { 1 } else { MAX_SYMBOLS };
        let tasks = &self.tasks;
        self.cycle.retain(|at| {
            let task = &tasks[*at];
            let fits = task.is_coin() == is_coin && task.is_left_to_charts() == is_alone;
            let is_taken = fits && members.len() < most;
            if is_taken {
                members.push(*at);
            }
            !is_taken
        });
    }
}

/// Returns true if a ticker may be requested ahead of its cycle: its market is open, responses
/// include it, and no stream prices it.
fn may_advance(task: &Task, now: Timestamp) -> bool {
    !task.streamed && !task.is_left_to_charts() && is_open(task.target.calendar(), now)
}
