//! A message to a channel: one report, or several that are due together.

use std::fmt::Write as _;

use jiff::Timestamp;

use crate::domain::alert::FiredAlert;

/// Reports listed in the text; the rest is only counted.
const MAX_LISTED: usize = 20;

/// A message of one or more reports, or a test.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// Idempotency key: unique per message and the same on every attempt.
    pub(crate) key: String,
    /// When the first alert fired, or the test was requested.
    pub(crate) at: Timestamp,
    /// Reports with their numbers in the history, oldest first; empty for a test.
    pub(crate) reports: Vec<(u64, FiredAlert)>,
}

impl Message {
    /// A message of at least one report to `channel`.
    pub(crate) fn new(channel: &str, reports: Vec<(u64, FiredAlert)>) -> Self {
        let first = reports.first().map(|(number, fired)| (*number, fired.at));
        let (number, at) = first.unwrap_or_default();
        Self {
            key: format!("marketdeck-{channel}-{}-{number}", at.as_second()),
            at,
            reports,
        }
    }

    /// A test message to `channel`.
    pub(crate) fn test(channel: &str, now: Timestamp) -> Self {
        Self {
            key: format!("marketdeck-{channel}-test-{}", now.as_millisecond()),
            at: now,
            reports: vec![],
        }
    }

    /// Returns true for a test message.
    pub(crate) fn is_test(&self) -> bool {
        self.reports.is_empty()
    }

    /// The report, if there is exactly one.
    pub(crate) fn single(&self) -> Option<&FiredAlert> {
        match &self.reports[..] {
            [(_, fired)] => Some(fired),
            _ => None,
        }
    }

    /// The title: the symbol, or the number of alerts.
    pub(crate) fn title(&self) -> String {
        match &self.reports[..] {
            [] => "Test".to_owned(),
            // A report about an alert over a list has no symbol.
            [(_, fired)] if fired.symbol.is_empty() => "Alert".to_owned(),
            [(_, fired)] => fired.symbol.clone(),
            reports => format!("{} alerts", reports.len()),
        }
    }

    /// The sentences of the reports, one per line.
    pub(crate) fn text(&self) -> String {
        if self.is_test() {
            return "This is a test message from Marketdeck.".to_owned();
        }
        let mut lines: Vec<String> = self
            .reports
            .iter()
            .take(MAX_LISTED)
            .map(|(_, fired)| line(fired))
            .collect();
        if self.reports.len() > MAX_LISTED {
            lines.push(format!("And {} more.", self.reports.len() - MAX_LISTED));
        }
        lines.join("\n")
    }

    /// The symbols, each once, in order.
    pub(crate) fn symbols(&self) -> Vec<&str> {
        let mut symbols = vec![];
        for (_, fired) in &self.reports {
            if !fired.symbol.is_empty() && !symbols.contains(&fired.symbol.as_str()) {
                symbols.push(fired.symbol.as_str());
            }
        }
        symbols
    }
}

/// The sentence of a report, with its time if it is late, and its note.
fn line(fired: &FiredAlert) -> String {
    let mut line = fired.sentence.clone();
    if fired.late {
        let _ = write!(line, " (at {:.0}, reported late)", fired.at);
    }
    if let Some(note) = &fired.note {
        let words: Vec<_> = note.split_whitespace().collect();
        let _ = write!(line, " – {}", words.join(" "));
    }
    line
}
