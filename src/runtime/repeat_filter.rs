//! Lines of the log that repeat: the first is written, and those that come again in the minute after it are counted.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// For so long a line is counted after it was written.
const SPELL: Duration = Duration::from_secs(60);
/// Lines that are remembered at most; others are written each time.
const MOST: usize = 256;
/// How often the counted ones are looked through.
const EVERY: Duration = Duration::from_secs(10);
/// By what lines that tell of others, and answers to an operator, are known. They are always written.
pub(crate) const UNFILTERED: &str = "marketdeck::log";

/// What was written lately, and how often it came again.
#[derive(Debug, Default)]
pub(crate) struct RepeatFilter(Mutex<HashMap<String, Spell>>);

#[derive(Debug)]
struct Spell {
    began: Instant,
    again: u64,
}

impl RepeatFilter {
    /// Whether `line`, which comes at `now`, is to be written.
    pub(crate) fn admit(&self, line: String, now: Instant) -> bool {
        let mut lines = self.lock();
        if let Some(spell) = lines.get_mut(&line) {
            spell.again += 1;
            return false;
        }
        if lines.len() < MOST {
            let spell = Spell {
                began: now,
                again: 0,
            };
            lines.insert(line, spell);
        }
        true
    }

    /// Forgets the lines whose minute is over at `now`; those of them that came again, and how often.
    fn over(&self, now: Instant) -> Vec<(String, u64)> {
        let mut lines = self.lock();
        let over = lines.extract_if(|_, spell| now.duration_since(spell.began) >= SPELL);
        let over = over.map(|(line, spell)| (line, spell.again));
        over.filter(|(_, again)| *again > 0).collect()
    }

    /// Tells what came again, each a minute after it was written; never ends.
    pub(crate) async fn run(&self) {
        loop {
            tokio::time::sleep(EVERY).await;
            tell(&self.over(Instant::now()));
        }
    }

    /// Tells what came again and was not told yet: the program ends.
    pub(crate) fn finish(&self) {
        tell(&self.over(Instant::now() + SPELL));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Spell>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn tell(lines: &[(String, u64)]) {
    for (line, again) in lines {
        tracing::warn!(target: UNFILTERED, again, "came again within a minute: {line}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_written_once_a_minute_and_counted_in_between() {
        let (repeats, start) = (RepeatFilter::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        let admit = |line: &str, seconds| repeats.admit(line.to_owned(), at(seconds));
        assert!(admit("refused", 0));
        assert!(!admit("refused", 1));
        assert!(admit("silent", 30));
        assert!(!admit("refused", 59));
        assert!(repeats.over(at(59)).is_empty());
        assert_eq!(repeats.over(at(60)), [("refused".to_owned(), 2)]);
        assert!(admit("refused", 61), "it goes on, and is written again");
        assert!(!admit("silent", 62));
        assert_eq!(repeats.over(at(90)), [("silent".to_owned(), 1)]);
        assert!(repeats.over(at(500)).is_empty(), "it did not come again");
    }

    #[test]
    fn more_lines_than_are_remembered_are_written() {
        let (repeats, now) = (RepeatFilter::default(), Instant::now());
        for n in 0..2 * MOST {
            assert!(repeats.admit(format!("line {n}"), now));
        }
        assert_eq!(repeats.lock().len(), MOST);
        assert!(repeats.admit(format!("line {MOST}"), now));
        assert!(!repeats.admit("line 0".to_owned(), now));
    }
}
