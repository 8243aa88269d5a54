//! What goes to a channel at once: one report, or several that are due together.

use std::fmt::Write as _;

use jiff::Timestamp;

use crate::domain::alert::FiredAlert;

/// Reports that the text of a message lists; of more it says how many there are.
const LISTED: usize = 20;

/// A message.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The same on every attempt, and no other message's: whoever gets two of one key got one twice.
    pub(crate) key: String,
    /// When its first alert fired; of a test, when it was asked for.
    pub(crate) at: Timestamp,
    /// Numbers and reports, oldest first; none in a test.
    pub(crate) reports: Vec<(u64, FiredAlert)>,
}

impl Message {
    /// A message of reports (at least one) to `channel`.
    pub(crate) fn new(channel: &str, reports: Vec<(u64, FiredAlert)>) -> Self {
        let first = reports.first().map(|(number, fired)| (*number, fired.at));
        let (number, at) = first.unwrap_or_default();
        Self {
            key: format!("marketdeck-{channel}-{}-{number}", at.as_second()),
            at,
            reports,
        }
    }

    /// A message that only shows whether it arrives.
    pub(crate) fn test(channel: &str, now: Timestamp) -> Self {
        Self {
            key: format!("marketdeck-{channel}-test-{}", now.as_millisecond()),
            at: now,
            reports: vec![],
        }
    }

    /// Whether it only shows whether it arrives.
    pub(crate) fn is_test(&self) -> bool {
        self.reports.is_empty()
    }

    /// The one report, where it is one.
    pub(crate) fn only(&self) -> Option<&FiredAlert> {
        match &self.reports[..] {
            [(_, fired)] => Some(fired),
            _ => None,
        }
    }

    /// A few words: the ticker, or how many alerts there are.
    pub(crate) fn title(&self) -> String {
        match &self.reports[..] {
            [] => "Test".to_owned(),
            // What an alert over a list says of itself.
            [(_, fired)] if fired.symbol.is_empty() => "Alert".to_owned(),
            [(_, fired)] => fired.symbol.clone(),
            reports => format!("{} alerts", reports.len()),
        }
    }

    /// What the alerts say, one per line.
    pub(crate) fn text(&self) -> String {
        if self.is_test() {
            return "This is a test of an alert channel of Marketdeck.".to_owned();
        }
        let mut lines: Vec<String> = self
            .reports
            .iter()
            .take(LISTED)
            .map(|(_, fired)| line(fired))
            .collect();
        if self.reports.len() > LISTED {
            lines.push(format!("And {} more.", self.reports.len() - LISTED));
        }
        lines.join("\n")
    }

    /// The tickers, each once, in order.
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

fn line(fired: &FiredAlert) -> String {
    let mut line = fired.sentence.clone();
    if fired.late {
        let _ = write!(line, " (at {:.0}, noticed later)", fired.at);
    }
    if let Some(note) = &fired.note {
        let words: Vec<_> = note.split_whitespace().collect();
        let _ = write!(line, " – {}", words.join(" "));
    }
    line
}
