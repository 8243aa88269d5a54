//! The settings of custom sources: the tables `[[sources]]` of the configuration file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    domain::ticker::TickerKind,
    providers::core::client::{DEFAULT_USER_AGENT, HttpOptions},
};

/// A custom source, which reads one ticker's price from a URL. `Debug` omits the headers, which may contain a key.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Custom {
    /// The symbol of the ticker. If there is no such ticker, it is created.
    pub symbol: String,
    /// The ticker's name if it is created.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The ticker's kind if it is created.
    #[serde(default = "stock")]
    pub kind: TickerKind,
    /// The currency code of the price, or a subunit such as `GBp`.
    #[serde(default = "dollars")]
    pub currency: String,
    /// The http or https URL of the document that contains the price.
    pub url: String,
    /// The JSON pointer or CSV column of the price.
    pub price: String,
    /// The JSON pointer or CSV column of the time of the price; `None` for the time of the response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// The interval between two requests, in seconds.
    #[serde(default = "five_minutes")]
    pub every_seconds: u64,
    /// Request headers.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The paths of files with the values of request headers, by header name.
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
    /// Returns the options of the HTTP client, which requests the sources one after another.
    pub fn http_options() -> HttpOptions {
        HttpOptions {
            enabled: true,
            base_url: String::new(),
            user_agent: DEFAULT_USER_AGENT.to_owned(),
            timeout_seconds: 15,
            max_bytes: 8 * 1_024 * 1_024,
            min_gap_ms: 1_000,
            every_seconds: five_minutes(),
        }
    }
}
