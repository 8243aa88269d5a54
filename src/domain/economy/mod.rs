//! Economic calendar: publications of statistics and decisions of central banks.

pub mod results;

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

/// A publication or a decision, identified by name and period: an event that moves to another day stays the same event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EconomicEvent {
    /// Name, such as 'Consumer Price Index'.
    pub name: String,
    /// Reporting period, such as 'November 2026'; empty if unknown.
    pub period: String,
    /// Agency that publishes or decides; empty if unknown.
    pub agency: String,
    /// Date in New York time; the date in the agency's calendar if no time is known.
    pub date: Date,
    /// Time of the event; `None` if only the day is known.
    pub at: Option<Timestamp>,
    /// URL of the calendar that announces it.
    pub source: Option<String>,
    /// Name of the provider; empty until `ingest` sets it.
    #[serde(default)]
    pub provider: String,
}

impl EconomicEvent {
    /// Returns the sort key of calendars: day, time, name.
    pub(crate) fn sort_key(&self) -> (Date, Option<Timestamp>, String) {
        (self.date, self.at, self.name.clone())
    }
}
