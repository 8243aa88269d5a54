//! Channels of alerts that were made on the page.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Timestamp;

/// A channel of alerts that was made on the page, and not in the configuration file.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct KeptChannel {
    /// What alerts, the log and the API call it; no two are called alike.
    pub name: String,
    /// Its settings, by the keys of a table of `[[channels]]`. Secrets are among them: they are not given out.
    pub settings: Map<String, Value>,
    /// Whether alerts go there.
    pub enabled: bool,
    /// When it was made.
    pub since: Timestamp,
    /// When each of its secrets was last written, by its key.
    pub secrets_since: BTreeMap<String, Timestamp>,
}

/// Without what may be secret.
impl fmt::Debug for KeptChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptChannel")
            .field("name", &self.name)
            .field("enabled", &self.enabled)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}
