//! API tokens and browser sessions: one record each, with the hash of the secret, never the secret.

use crate::{
    domain::{Timestamp, credential::Credential},
    store::{Result, Store, StoreError, counters, schema::CREDENTIALS},
};

/// Maximum number of tokens.
const MAX_TOKENS: usize = 100;
/// Maximum number of sessions; a new one beyond it ends the least recently used one.
const MAX_SESSIONS: usize = 200;
const NO_CREDENTIAL: StoreError = StoreError::NotFound("token or session");

impl Store {
    /// All tokens and sessions, oldest first.
    pub fn credentials(&self) -> Result<Vec<Credential>> {
        self.handle.read(|txn| CREDENTIALS.read(txn)?.all())
    }

    /// Creates a token or session with a new id. Also returns the id of the session that ended to make room. Durable when it
    /// returns.
    ///
    /// # Errors
    /// [`StoreError::Limit`] if there are 100 tokens already.
    pub fn add_credential(&self, new: &Credential) -> Result<(Credential, Option<u32>)> {
        self.handle.write(|txn| {
            let mut table = CREDENTIALS.write(txn)?;
            let mut alike = table.all()?;
            alike.retain(|other| other.is_session() == new.is_session());
            let mut ended = None;
            if new.is_session() {
                if alike.len() >= MAX_SESSIONS {
                    let used = |one: &&Credential| one.used_at.unwrap_or(one.made_at);
                    ended = alike.iter().min_by_key(used).map(|oldest| oldest.id);
                }
            } else if alike.len() >= MAX_TOKENS {
                return Err(StoreError::Limit(format!(
                    "There are {MAX_TOKENS} tokens already; revoke some first."
                )));
            }
            if let Some(id) = ended {
                table.remove(&id)?;
            }
            let made = Credential {
                id: counters::next_id(txn, "last_credential")?,
                ..new.clone()
            };
            table.put(&made.id, &made)?;
            Ok((made, ended))
        })
    }

    /// Stores when a token or session was last used; does nothing if it was removed.
    pub fn use_credential(&self, id: u32, at: Timestamp) -> Result<()> {
        self.handle.write(|txn| {
            let mut table = CREDENTIALS.write(txn)?;
            let Some(mut used) = table.get(&id)? else {
                return Ok(());
            };
            used.used_at = Some(at);
            table.put(&id, &used)
        })
    }

    /// Removes the tokens and sessions for which `is_over` is true.
    pub fn remove_credentials(&self, is_over: impl Fn(&Credential) -> bool) -> Result<()> {
        let mut over = self.credentials()?;
        over.retain(is_over);
        if over.is_empty() {
            return Ok(());
        }
        self.handle.write(|txn| {
            let mut table = CREDENTIALS.write(txn)?;
            for one in &over {
                table.remove(&one.id)?;
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
