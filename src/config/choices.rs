//! What is chosen by a word.

use serde::{Deserialize, Serialize};

/// Which market is served.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum MarketKind {
    /// The offline, simulated market.
    Sample,
    /// Public sources.
    Live,
}

impl MarketKind {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Sample, Self::Live];

    /// `sample` or `live`; also the name of its database file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sample => "sample",
            Self::Live => "live",
        }
    }
}

/// How the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// A line for a person; in colour where it goes to a terminal.
    Text,
    /// A JSON object per line, for log collectors.
    Json,
}
