//! A message to a channel, with one or more reports.

use std::fmt::Write as _;

use jiff::Timestamp;

use crate::domain::alert::FiredAlert;

/// The maximum number of reports in the text, which only counts the others.
const MAX_LISTED: usize = 20;

/// A message with one or more reports, or a test message.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The idempotency key: unique per message, and the same on every attempt.
    pub(crate) key: String,
    /// The time when the first alert fired, or when the test was requested.
    pub(crate) at: Timestamp,
    /// Pairs of a report's number in the history and the report, oldest first; empty for a test.
    pub(crate) reports: Vec<(u64, FiredAlert)>,
}

impl Message {
    /// Creates a message with one or more reports to `channel`.
    pub(crate) fn new(channel: &str, reports: Vec<(u64, FiredAlert)>) -> Self {
        let first = reports.first().map(|(number, fired)| (*number, fired.at));
        let (number, at) = first.unwrap_or_default();
        Self {
            key: format!("marketdeck-{channel}-{}-{number}", at.as_second()),
            at,
            reports,
        }
    }

    /// Creates a test message to `channel`.
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

    /// Returns the report of a message with exactly one.
    pub(crate) fn single(&self) -> Option<&FiredAlert> {
        match &self.reports[..] {
            [(_, fired)] => Some(fired),
            _ => None,
        }
    }

    /// Returns the title: the symbol, or the number of alerts.
    pub(crate) fn title(&self) -> String {
        match &self.reports[..] {
            [] => "Test".to_owned(),
            // A report about an alert over a list has no symbol.
            [(_, fired)] if fired.symbol.is_empty() => "Alert".to_owned(),
            [(_, fired)] => fired.symbol.clone(),
            reports => format!("{} alerts", reports.len()),
        }
    }

    /// Returns the text: the sentences of the reports, one per line.
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

    /// Returns the symbols in order, each once.
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

/// Returns the sentence of a report, with the time if the report is late, and the note of its alert; then, on a line of its own, the
/// address of the document that the report is about.
fn line(fired: &FiredAlert) -> String {
    let mut line = fired.sentence.clone();
    if fired.late {
        let _ = write!(line, " (at {:.0}, reported late)", fired.at);
    }
    if let Some(note) = &fired.note {
        let words: Vec<_> = note.split_whitespace().collect();
        let _ = write!(line, " – {}", words.join(" "));
    }
    if let Some(url) = &fired.url {
        let _ = write!(line, "\n{url}");
    }
    line
}
