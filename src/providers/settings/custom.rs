//! Prices by their address: tables `[[sources]]` of the configuration file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    domain::ticker::TickerKind,
    providers::core::client::{Access, OWN_AGENT},
};

/// A price by its address: a table `[[sources]]`. Its `Debug` leaves the headers out: they may hold a key.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Custom {
    /// The ticker that it prices; made where there is none.
    pub symbol: String,
    /// What that is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What that is.
    #[serde(default = "stock")]
    pub kind: TickerKind,
    /// What the price is in: a code, or a part of a currency such as `GBp`.
    #[serde(default = "dollars")]
    pub currency: String,
    /// Where it is: http or https.
    pub url: String,
    /// A JSON pointer, or a column of a CSV.
    pub price: String,
    /// Likewise, for when the price was true; without it that is when it came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Pause between two requests, in seconds.
    #[serde(default = "five_minutes")]
    pub every_seconds: u64,
    /// Sent along.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Files that hold what is sent along.
    #[serde(default)]
    pub header_files: BTreeMap<String, String>,
}

fn stock() -> TickerKind {
    TickerKind::Stock
}

fn dollars() -> String {
    "USD".to_owned()
}

fn five_minutes() -> u64 {
    300
}

impl std::fmt::Debug for Custom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Custom")
            .field("symbol", &self.symbol)
            .finish_non_exhaustive()
    }
}

impl Custom {
    /// What the HTTP client needs to know of whoever is asked: they are asked one after another.
    pub fn access() -> Access {
        Access {
            enabled: true,
            base_url: String::new(),
            user_agent: OWN_AGENT.to_owned(),
            timeout_seconds: 15,
            max_bytes: 8 * 1_024 * 1_024,
            min_gap_ms: 1_000,
            every_seconds: five_minutes(),
        }
    }
}
