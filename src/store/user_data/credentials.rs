//! Tokens of programs and sessions of browsers: one record each, with the hash of a secret and never the secret.

use crate::{
    domain::{Timestamp, credential::Credential},
    store::{Result, Store, StoreError, counters, schema::CREDENTIALS},
};

/// How many tokens there may be.
const MAX_TOKENS: usize = 100;
/// How many sessions; the one that was not used for longest ends where there would be more.
const MAX_SESSIONS: usize = 200;
const NO_CREDENTIAL: StoreError = StoreError::NotFound("token or session");

impl Store {
    /// All of them, oldest first.
    pub fn credentials(&self) -> Result<Vec<Credential>> {
        self.handle.read(|txn| CREDENTIALS.read(txn)?.all())
    }

    /// Keeps a new one, whose number is given here; [`StoreError::Limit`] when there are 100 tokens. Also gives the number of a
    /// session that ended for it. Durable when it returns, like every write of a person.
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

    /// Notes when one was last used; nothing where it is gone.
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

    /// Removes all of which this is true; writes nothing where there are none.
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

    /// Lets nobody in by it any more.
    pub fn remove_credential(&self, id: u32) -> Result<()> {
        self.handle.write(|txn| {
            let removed = CREDENTIALS.write(txn)?.remove(&id)?;
            if removed { Ok(()) } else { Err(NO_CREDENTIAL) }
        })
    }
}
