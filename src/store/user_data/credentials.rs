//! Storage of API tokens and browser sessions. Each record contains the hash of the secret, never
//! the secret.

use crate::{
    domain::{Timestamp, credential::Credential},
    store::{PersonStore, Result, Store, StoreError, counters, schema::CREDENTIALS},
};

/// Maximum number of tokens.
const MAX_TOKENS: usize = 100;
/// Maximum number of sessions. A new session beyond it ends the least recently used session.
const MAX_SESSIONS: usize = 200;
const NO_CREDENTIAL: StoreError = StoreError::NotFound("token or session");

impl Store {
    /// Returns the tokens and sessions of all people, oldest first.
    pub fn credentials_of_everyone(&self) -> Result<Vec<Credential>> {
        let table = CREDENTIALS.everyone();
        let mut all = self.handle.read(|txn| table.read(txn)?.all())?;
        all.sort_by_key(|credential| credential.id);
        Ok(all)
    }

    /// Removes the tokens and sessions of all people for which `should_remove` returns true.
    pub fn remove_credentials(&self, should_remove: impl Fn(&Credential) -> bool) -> Result<()> {
        let mut to_remove = self.credentials_of_everyone()?;
        to_remove.retain(should_remove);
        if to_remove.is_empty() {
            return Ok(());
        }
        self.handle.write(|txn| {
            for credential in &to_remove {
                CREDENTIALS
                    .write(txn, credential.person)?
                    .remove(&credential.id)?;
            }
            Ok(())
        })
    }
}

impl PersonStore<'_> {
    /// Returns all tokens and sessions, oldest first.
    pub fn credentials(&self) -> Result<Vec<Credential>> {
        self.store
            .handle
            .read(|txn| CREDENTIALS.read(txn, self.person)?.all())
    }

    /// Creates a token or session with a new id. Also returns the id of the session that was ended
    /// because of the limit, if any. The change is durable when this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if 100 tokens exist already.
    pub fn add_credential(&self, new: &Credential) -> Result<(Credential, Option<u32>)> {
        self.store.handle.write(|txn| {
            let mut table = CREDENTIALS.write(txn, self.person)?;
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
                person: self.person,
                ..new.clone()
            };
            table.put(&created.id, &created)?;
            Ok((created, ended_session))
        })
    }

    /// Stores the time at which a token or session was last used. Does nothing if it was removed.
    pub fn use_credential(&self, id: u32, time: Timestamp) -> Result<()> {
        self.store.handle.write(|txn| {
            let mut table = CREDENTIALS.write(txn, self.person)?;
            let Some(mut credential) = table.get(&id)? else {
                return Ok(());
            };
            credential.used_at = Some(time);
            table.put(&id, &credential)
        })
    }

    /// Replaces a stored token or session. Does nothing if it was removed.
    pub fn change_credential(&self, changed: &Credential) -> Result<()> {
        self.store.handle.write(|txn| {
            let mut table = CREDENTIALS.write(txn, self.person)?;
            if table.contains(&changed.id)? {
                table.put(&changed.id, changed)?;
            }
            Ok(())
        })
    }

    /// Revokes a token or session.
    pub fn remove_credential(&self, id: u32) -> Result<()> {
        self.store.handle.write(|txn| {
            let removed = CREDENTIALS.write(txn, self.person)?.remove(&id)?;
            if removed { Ok(()) } else { Err(NO_CREDENTIAL) }
        })
    }
}
