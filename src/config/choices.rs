//! Options with a fixed set of values.

use serde::{Deserialize, Serialize};

/// The market to serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum MarketKind {
    /// The offline, simulated market.
    Sample,
    /// The live market, from public sources.
    Live,
}

impl MarketKind {
    /// All markets.
    pub(crate) const ALL: [Self; 2] = [Self::Sample, Self::Live];

    /// Returns `sample` or `live`, which is also the name of the database file.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Sample => "sample",
            Self::Live => "live",
        }
    }
}

/// The trading hours of the sample market.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum SampleHours {
    /// Each ticker during the hours of its exchange.
    Exchange,
    /// Every ticker around the clock.
    Always,
}

impl SampleHours {
    /// Returns `exchange` or `always`.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Exchange => "exchange",
            Self::Always => "always",
        }
    }
}

/// Format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// One line of text per event, in color on a terminal.
    Text,
    /// One JSON object per line.
    Json,
}

/// Role of a process in a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Runs alone and does everything.
    All,
    /// Imports, evaluates alerts and writes, and other processes replicate its data. Is a standby
    /// while another source is active.
    Source,
    /// Serves the data that the source publishes.
    Edge,
}
