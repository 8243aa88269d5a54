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
    pub(crate) const ALL: [Self; 2] = [Self::Sample, Self::Live];

    /// `sample` or `live`; also the name of its database file.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Sample => "sample",
            Self::Live => "live",
        }
    }
}

/// When the sample market trades.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum SampleHours {
    /// Each ticker by the hours of its exchange.
    Exchange,
    /// Every ticker round the clock.
    Always,
}

impl SampleHours {
    /// `exchange` or `always`.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Exchange => "exchange",
            Self::Always => "always",
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

/// What a process does among others that show the same market.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Everything, alone.
    All,
    /// It imports, judges alerts and writes, and others take what it publishes; where another one does so, it stands by.
    Source,
    /// It serves what the source publishes.
    Edge,
}
