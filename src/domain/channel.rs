//! Channels that users create in the interface.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Timestamp;

/// A channel created in the interface, not in the configuration file.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct UserChannel {
    /// Unique name, used by alerts, the log and the API.
    pub name: String,
    /// Settings, with the keys of a `[[channels]]` table. They include secrets and are never returned by the API.
    pub settings: Map<String, Value>,
    /// Whether alerts are delivered to this channel.
    pub enabled: bool,
    /// Creation time.
    pub since: Timestamp,
    /// Time of the last change of each secret, by settings key.
    pub secrets_since: BTreeMap<String, Timestamp>,
}

/// Omits the settings, which may contain secrets.
impl fmt::Debug for UserChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UserChannel")
            .field("name", &self.name)
            .field("enabled", &self.enabled)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}
