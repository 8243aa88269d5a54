//! What lets somebody in besides the password: the token of a program, the session of a browser that signed in.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// After so long without use a browser signs in again.
const UNUSED: SignedDuration = SignedDuration::from_hours(90 * 24);
/// So long after signing in it does so in any case: browsers keep no cookie longer.
pub const LONGEST_SESSION: SignedDuration = SignedDuration::from_hours(400 * 24);

/// What a token is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Reading, and the live feed.
    Read,
    /// Changing things too, and a copy of the database.
    Write,
}

/// Whose credential it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Holder {
    /// A program with a token.
    Program {
        /// What it may.
        scope: Scope,
    },
    /// A browser that signed in.
    Browser {
        /// Tells one password from another, so that a session ends with its password.
        password: String,
    },
}

/// A credential. The secret itself is nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credential {
    /// Its number in this store.
    pub id: u32,
    /// A token's name, chosen by a person; of a session which browser it is.
    pub name: String,
    /// Whose it is.
    #[serde(flatten)]
    pub holder: Holder,
    /// SHA-256 of the secret, in Base64.
    pub hash: String,
    /// When it was made.
    pub made_at: Timestamp,
    /// When it was last used, to the hour; `None` where it never was.
    #[serde(default)]
    pub used_at: Option<Timestamp>,
}

impl Credential {
    /// Whether it is a session.
    pub fn is_session(&self) -> bool {
        matches!(self.holder, Holder::Browser { .. })
    }

    /// Whether it still lets somebody in: a token until it is revoked, a session until its end.
    pub fn is_open(&self, now: Timestamp) -> bool {
        let used = self.used_at.unwrap_or(self.made_at);
        !self.is_session()
            || (now.duration_since(used) < UNUSED
                && now.duration_since(self.made_at) < LONGEST_SESSION)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(holder: Holder) -> Credential {
        Credential {
            id: 1,
            name: "Firefox on Linux".to_owned(),
            holder,
            hash: String::new(),
            made_at: Timestamp::UNIX_EPOCH,
            used_at: None,
        }
    }

    #[test]
    fn a_session_ends_when_it_is_not_used_and_after_four_hundred_days_and_a_token_does_not() {
        let after = |days: i64| Timestamp::from_second(days * 86_400).unwrap();
        let token = made(Holder::Program { scope: Scope::Read });
        assert!(token.is_open(after(4_000)));
        let mut session = made(Holder::Browser {
            password: "a".to_owned(),
        });
        assert!(session.is_open(after(89)) && !session.is_open(after(90)));
        session.used_at = Some(after(80));
        assert!(session.is_open(after(169)) && !session.is_open(after(170)));
        session.used_at = Some(after(399));
        assert!(session.is_open(after(399)) && !session.is_open(after(400)));
    }

    #[test]
    fn it_is_stored_in_one_flat_record() {
        let token = made(Holder::Program {
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
