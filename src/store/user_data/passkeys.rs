//! Storage of passkeys. A record contains the public key, so that a copy of the file lets nobody sign in.

use redb::ReadableTable;

use crate::{
    domain::{Timestamp, passkey::Passkey},
    store::{
        PersonStore, Result, Store, StoreError,
        key::PersonKey,
        schema::{CREDENTIALS, PASSKEYS},
        table::{Bytes, Records},
    },
};

/// Maximum number of passkeys of a person.
const MAX_PASSKEYS: u64 = 20;
const NO_PASSKEY: StoreError = StoreError::NotFound("passkey");

impl Store {
    /// Returns the passkey with this id, whoever it belongs to.
    pub fn find_passkey(&self, id: &str) -> Result<Option<Passkey>> {
        self.handle.read(|txn| {
            let table = PASSKEYS.everyone().read(txn)?;
            match find_key(&table, id)? {
                Some(key) => table.get(&key),
                None => Ok(None),
            }
        })
    }

    /// Returns true if anybody has a passkey.
    pub fn has_passkeys(&self) -> Result<bool> {
        let table = PASSKEYS.everyone();
        self.handle.read(|txn| Ok(table.read(txn)?.len()? > 0))
    }

    /// Removes the passkeys of all people for which `should_remove` returns true.
    pub fn remove_passkeys(&self, should_remove: impl Fn(&Passkey) -> bool) -> Result<()> {
        let table = PASSKEYS.everyone();
        let mut to_remove = self.handle.read(|txn| table.read(txn)?.all())?;
        to_remove.retain(should_remove);
        if to_remove.is_empty() {
            return Ok(());
        }
        self.handle.write(|txn| {
            for passkey in &to_remove {
                let mut table = PASSKEYS.write(txn, passkey.person)?;
                table.remove(&passkey.id)?;
            }
            Ok(())
        })
    }
}

impl PersonStore<'_> {
    /// Returns all passkeys, oldest first.
    pub fn passkeys(&self) -> Result<Vec<Passkey>> {
        let handle = &self.store.handle;
        let mut all = handle.read(|txn| PASSKEYS.read(txn, self.person)?.all())?;
        all.sort_by_key(|passkey| passkey.made_at);
        Ok(all)
    }

    /// Adds a passkey.
    ///
    /// # Errors
    /// Returns [`StoreError::Duplicate`] if anybody has a passkey with this id, and [`StoreError::Limit`] if the person has 20 already.
    pub fn add_passkey(&self, new: &Passkey) -> Result<Passkey> {
        let passkey = Passkey {
            person: self.person,
            ..new.clone()
        };
        self.store.handle.write(|txn| {
            if find_key(&PASSKEYS.everyone().write(txn)?, &passkey.id)?.is_some() {
                return Err(StoreError::Duplicate(
                    "This passkey is registered already.".to_owned(),
                ));
            }
            let mut table = PASSKEYS.write(txn, self.person)?;
            if table.len()? >= MAX_PASSKEYS {
                return Err(StoreError::Limit(format!(
                    "There are already {MAX_PASSKEYS} passkeys; remove one first."
                )));
            }
            table.put(&passkey.id, &passkey)?;
            Ok(passkey)
        })
    }

    /// Renames a passkey.
    pub fn rename_passkey(&self, id: &str, name: &str) -> Result<Passkey> {
        self.change_passkey(id, |passkey| name.clone_into(&mut passkey.name))
    }

    /// Stores a sign-in with a passkey: the time, the authenticator's number of signatures, and whether the passkey is synced.
    pub fn use_passkey(
        &self,
        id: &str,
        now: Timestamp,
        sign_count: u32,
        is_backed_up: bool,
    ) -> Result<Passkey> {
        self.change_passkey(id, |passkey| {
            passkey.used_at = Some(now);
            passkey.sign_count = sign_count;
            passkey.is_backed_up = is_backed_up;
        })
    }

    fn change_passkey(&self, id: &str, edit: impl FnOnce(&mut Passkey)) -> Result<Passkey> {
        let id = id.to_owned();
        self.store.handle.write(|txn| {
            let mut table = PASSKEYS.write(txn, self.person)?;
            let mut passkey = table.get(&id)?.ok_or(NO_PASSKEY)?;
            edit(&mut passkey);
            table.put(&id, &passkey)?;
            Ok(passkey)
        })
    }

    /// Removes a passkey and the sessions that were started with it, except for the session with the id `kept`.
    pub fn remove_passkey(&self, id: &str, kept: Option<u32>) -> Result<()> {
        self.store.handle.write(|txn| {
            if !PASSKEYS.write(txn, self.person)?.remove(&id.to_owned())? {
                return Err(NO_PASSKEY);
            }
            let mut credentials = CREDENTIALS.write(txn, self.person)?;
            for session in credentials.all()? {
                if Some(session.id) != kept && session.is_of_passkey(id) {
                    credentials.remove(&session.id)?;
                }
            }
            Ok(())
        })
    }
}

/// Returns the key of the passkey with this id.
fn find_key<T: ReadableTable<Bytes, Bytes>>(
    table: &Records<PersonKey<String>, Passkey, T>,
    id: &str,
) -> Result<Option<PersonKey<String>>> {
    let mut found = None;
    table.for_each_key(|key| {
        if key.key == id {
            found = Some(key);
        }
        Ok(())
    })?;
    Ok(found)
}
