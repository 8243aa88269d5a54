//! A filter for repeated log lines. The first line is written, and its repeats within the next
//! minute are only counted.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Time for which repeats of a line are counted instead of written.
const WINDOW: Duration = Duration::from_secs(60);
/// Maximum number of lines for which repeats are counted. Further lines are always written.
const MAX_LINES: usize = 256;
/// Interval at which the repeats of lines whose window has ended are logged.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);
/// Log target of lines that are never filtered: summaries of repeats, results of an operator's action, and wrong passwords.
pub(crate) const UNFILTERED: &str = "marketdeck::log";

/// The recently written lines with the number of repeats of each line.
#[derive(Debug, Default)]
pub(crate) struct RepeatFilter(Mutex<HashMap<String, RepeatWindow>>);

#[derive(Debug)]
struct RepeatWindow {
    started: Instant,
    repeats: u64,
}

impl RepeatFilter {
    /// Returns true if `line`, which is logged at `now`, should be written.
    pub(crate) fn admit(&self, line: String, now: Instant) -> bool {
        let mut lines = self.lock();
        if let Some(window) = lines.get_mut(&line) {
            window.repeats += 1;
            return false;
        }
        if lines.len() < MAX_LINES {
            let window = RepeatWindow {
                started: now,
                repeats: 0,
            };
            lines.insert(line, window);
        }
        true
    }

    /// Removes the lines whose window has ended at `now`. Returns those that were repeated, with
    /// the number of repeats.
    fn take_expired(&self, now: Instant) -> Vec<(String, u64)> {
        let mut lines = self.lock();
        let expired = lines.extract_if(|_, window| now.duration_since(window.started) >= WINDOW);
        let expired = expired.map(|(line, window)| (line, window.repeats));
        expired.filter(|(_, repeats)| *repeats > 0).collect()
    }

    /// Logs the repeats of each line a minute after the line was written. Never returns.
    pub(crate) async fn run(&self) {
        loop {
            tokio::time::sleep(REPORT_INTERVAL).await;
            log_repeats(&self.take_expired(Instant::now()));
        }
    }

    /// Logs the repeats that are not logged yet. Called before the program ends.
    pub(crate) fn finish(&self) {
        log_repeats(&self.take_expired(Instant::now() + WINDOW));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, RepeatWindow>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn log_repeats(lines: &[(String, u64)]) {
    for (line, repeats) in lines {
        tracing::warn!(target: UNFILTERED, repeats, "log: the same line was logged again within a minute: {line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_written_once_a_minute_and_its_repeats_are_counted() {
        let (repeats, start) = (RepeatFilter::default(), Instant::now());
        let time = |seconds| start + Duration::from_secs(seconds);
        let admit = |line: &str, seconds| repeats.admit(line.to_owned(), time(seconds));
        assert!(admit("refused", 0));
        assert!(!admit("refused", 1));
        assert!(admit("silent", 30));
        assert!(!admit("refused", 59));
        assert!(repeats.take_expired(time(59)).is_empty());
        assert_eq!(repeats.take_expired(time(60)), [("refused".to_owned(), 2)]);
        assert!(admit("refused", 61), "a new window starts");
        assert!(!admit("silent", 62));
        assert_eq!(repeats.take_expired(time(90)), [("silent".to_owned(), 1)]);
        assert!(
            repeats.take_expired(time(500)).is_empty(),
            "the line was not repeated"
        );
    }

    #[test]
    fn lines_beyond_the_limit_are_always_written() {
        let (repeats, now) = (RepeatFilter::default(), Instant::now());
        for n in 0..2 * MAX_LINES {
            assert!(repeats.admit(format!("line {n}"), now));
        }
        assert_eq!(repeats.lock().len(), MAX_LINES);
        assert!(repeats.admit(format!("line {MAX_LINES}"), now));
        assert!(!repeats.admit("line 0".to_owned(), now));
    }
}
