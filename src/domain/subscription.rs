//! Browsers that want to be told of alerts while no page is open (W3C Push API).

use serde::{Deserialize, Serialize};

use super::Timestamp;

/// A browser's subscription to our messages.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// What people call the browser, as in 'Firefox on Android'; no two are called alike.
    pub name: String,
    /// Where its push service takes messages for it. Whoever knows it may try to send some: it is not given out.
    pub endpoint: String,
    /// Its public key: an uncompressed point of P-256, in base64url.
    pub key: String,
    /// The secret that it shares with us: 16 bytes, in base64url.
    pub secret: String,
    /// When it subscribed.
    pub since: Timestamp,
}

/// Without what is secret.
impl std::fmt::Debug for Subscription {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subscription")
            .field("name", &self.name)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}
