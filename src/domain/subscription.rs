//! Web push subscriptions of browsers (W3C Push API).

use serde::{Deserialize, Serialize};

use super::Timestamp;

/// A browser's push subscription.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// Unique name of the browser, such as 'Firefox on Android'.
    pub name: String,
    /// URL at which the push service accepts messages for this browser. The URL is secret: anyone who knows it can
    /// try to send messages.
    pub endpoint: String,
    /// Public key of the browser: an uncompressed P-256 point in base64url.
    pub key: String,
    /// Authentication secret: 16 bytes in base64url.
    pub secret: String,
    /// Time of the subscription.
    pub since: Timestamp,
}

/// Omits the endpoint and the keys.
impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subscription")
            .field("name", &self.name)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}
