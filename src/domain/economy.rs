//! Dates of the economy: when statistics are published and central banks decide.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

/// One publication or decision. Its name and period tell it from others: moved to another day it is the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EconomicEvent {
    /// 'Consumer Price Index'.
    pub name: String,
    /// What it is of, 'November 2026'; empty where nobody says.
    pub period: String,
    /// Who publishes or decides; empty where nobody says.
    pub agency: String,
    /// Its day in New York, or the day that is told where no time is.
    pub date: Date,
    /// When; `None` where only the day is told.
    pub at: Option<Timestamp>,
    /// Address of the calendar that announces it.
    pub source: Option<String>,
    /// Name of the provider that gave it; empty until `ingest` signs it.
    #[serde(default)]
    pub provider: String,
}

impl EconomicEvent {
    /// What a calendar sorts by: the day, then the time, then the name.
    pub(crate) fn order(&self) -> (Date, Option<Timestamp>, String) {
        (self.date, self.at, self.name.clone())
    }
}
