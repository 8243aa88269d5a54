//! Storage of API tokens and browser sessions. Each record contains the hash of the secret, never
//! the secret.

use crate::{
    domain::{Timestamp, credential::Credential},
    store::{Result, Store, StoreError, counters, schema::CREDENTIALS},
};

/// Maximum number of tokens.
const MAX_TOKENS: usize = 100;
/// Maximum number of sessions. A new session beyond it ends the least recently used session.
const MAX_SESSIONS: usize = 200;
const NO_CREDENTIAL: StoreError = StoreError::NotFound("token or session");

impl Store {
    /// Returns all tokens and sessions, oldest first.
    pub fn credentials(&self) -> Result<Vec<Credential>> {
        self.handle.read(|txn| CREDENTIALS.read(txn)?.all())
    }

    /// Creates a token or session with a new id. Also returns the id of the session that was ended
    /// because of the limit, if any. The change is durable when this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if 100 tokens exist already.
    pub fn add_credential(&self, new: &Credential) -> Result<(Credential, Option<u32>)> {
        self.handle.write(|txn| {
            let mut table = CREDENTIALS.write(txn)?;
            let mut same_kind = table.all()?;
            same_kind.retain(|other| other.is_session() == new.is_session());
            let mut ended_session = None;
            if new.is_session() {
                if same_kind.len() >= MAX_SESSIONS {
                    let last_used =
                        |session: &&Credential| session.used_at.unwrap_or(session.made_at);
                    ended_session = same_kind
                        .iter()
                        .min_by_key(last_used)
                        .map(|oldest| oldest.id);
                }
            } else if same_kind.len() >= MAX_TOKENS {
                return Err(StoreError::Limit(format!(
                    "There are already {MAX_TOKENS} tokens; revoke some first."
                )));
            }
            if let Some(id) = ended_session {
                table.remove(&id)?;
            }
            let created = Credential {
                id: counters::next_id(txn, "last_credential")?,
                ..new.clone()
            };
            table.put(&created.id, &created)?;
            Ok((created, ended_session))
        })
    }

    /// Stores the time at which a token or session was last used. Does nothing if it was removed.
    pub fn use_credential(&self, id: u32, time: Timestamp) -> Result<()> {
        self.handle.write(|txn| {
            let mut table = CREDENTIALS.write(txn)?;
            let Some(mut credential) = table.get(&id)? else {
                return Ok(());
            };
            credential.used_at = Some(time);
            table.put(&id, &credential)
        })
    }

    /// Removes the tokens and sessions for which `should_remove` returns true.
    pub fn remove_credentials(&self, should_remove: impl Fn(&Credential) -> bool) -> Result<()> {
        let mut to_remove = self.credentials()?;
        to_remove.retain(should_remove);
        if to_remove.is_empty() {
            return Ok(());
        }
        self.handle.write(|txn| {
            let mut table = CREDENTIALS.write(txn)?;
            for credential in &to_remove {
                table.remove(&credential.id)?;
            }
            Ok(())
        })
    }

    /// Revokes a token or session.
    pub fn remove_credential(&self, id: u32) -> Result<()> {
        self.handle.write(|txn| {
            let removed = CREDENTIALS.write(txn)?.remove(&id)?;
            if removed { Ok(()) } else { Err(NO_CREDENTIAL) }
        })
    }
}
