//! Credentials other than the password: API tokens of programs and sessions of browsers.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::person::PersonId;

/// A session expires after this time without use.
const MAX_IDLE: SignedDuration = SignedDuration::from_hours(90 * 24);
/// Maximum age of a session; browsers keep cookies no longer than that.
pub const MAX_SESSION_AGE: SignedDuration = SignedDuration::from_hours(400 * 24);

/// Permissions of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Read data and the live feed.
    Read,
    /// Also change data, and download backups.
    Write,
}

/// Owner of a credential.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Holder {
    /// A program with an API token.
    Program {
        /// Permissions.
        scope: Scope,
    },
    /// A signed-in browser.
    Browser {
        /// Fingerprint of the password, so that a session ends when the password changes.
        password: String,
        /// Id of the passkey with which the browser signed in; `None` if it was the password.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passkey: Option<String>,
    },
}

/// A credential. The secret itself is not stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credential {
    /// Id in this store.
    pub id: u32,
    /// The credential's owner.
    #[serde(default, skip_serializing_if = "PersonId::is_owner")]
    pub person: PersonId,
    /// Name of the token, or description of the browser.
    pub name: String,
    /// Owner.
    #[serde(flatten)]
    pub holder: Holder,
    /// SHA-256 hash of the secret, in Base64.
    pub hash: String,
    /// Creation time.
    pub made_at: Timestamp,
    /// Time of the last use, accurate to the hour; `None` if never used.
    #[serde(default)]
    pub used_at: Option<Timestamp>,
}

impl Credential {
    /// Returns true for a browser session.
    pub fn is_session(&self) -> bool {
        matches!(self.holder, Holder::Browser { .. })
    }

    /// Returns true for a session that was started with the passkey of this id.
    pub fn is_of_passkey(&self, id: &str) -> bool {
        matches!(&self.holder, Holder::Browser { passkey: Some(passkey), .. } if passkey == id)
    }

    /// Returns true if the credential has not expired. Tokens never expire; revoked ones are deleted.
    pub fn is_valid(&self, now: Timestamp) -> bool {
        let last_use = self.used_at.unwrap_or(self.made_at);
        !self.is_session()
            || (now.duration_since(last_use) < MAX_IDLE
                && now.duration_since(self.made_at) < MAX_SESSION_AGE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn credential(holder: Holder) -> Credential {
        Credential {
            id: 1,
            person: PersonId::OWNER,
            name: "Firefox on Linux".to_owned(),
            holder,
            hash: String::new(),
            made_at: Timestamp::UNIX_EPOCH,
            used_at: None,
        }
    }

    #[test]
    fn session_expires_without_use_and_after_400_days_but_token_does_not() {
        let day = |days: i64| Timestamp::from_second(days * 86_400).unwrap();
        let token = credential(Holder::Program { scope: Scope::Read });
        assert!(token.is_valid(day(4_000)));
        let mut session = credential(Holder::Browser {
            password: "a".to_owned(),
            passkey: None,
        });
        assert!(session.is_valid(day(89)) && !session.is_valid(day(90)));
        session.used_at = Some(day(80));
        assert!(session.is_valid(day(169)) && !session.is_valid(day(170)));
        session.used_at = Some(day(399));
        assert!(session.is_valid(day(399)) && !session.is_valid(day(400)));
    }

    #[test]
    fn credential_is_stored_as_one_flat_record() {
        let token = credential(Holder::Program {
            scope: Scope::Write,
        });
        let json = serde_json::to_value(&token).unwrap();
        assert_eq!(
            (&json["kind"], &json["scope"]),
            (&"program".into(), &"write".into())
        );
        assert_eq!(serde_json::from_value::<Credential>(json).unwrap(), token);
    }
}
