//! Tokens and sessions in memory, by the hash of their secret.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use super::{caller::Caller, secret};
use crate::domain::credential::{Credential, Holder};

/// Minimum interval between saved times of use, as each is a write to the disk.
const USE_SAVE_INTERVAL: SignedDuration = SignedDuration::from_hours(1);

/// Sessions that could not be saved have ids above this one, counted downwards, and end with the process.
const MAX_SAVED_ID: u32 = u32::MAX / 2;
/// Maximum number of unsaved sessions; above it, the oldest ends.
const MAX_UNSAVED: usize = 200;

/// The valid tokens and sessions.
#[derive(Debug)]
pub(super) struct Credentials {
    by_hash: Mutex<HashMap<String, Credential>>,
    /// Revoked credentials that could not be deleted from the disk.
    ended: Mutex<Vec<Credential>>,
    /// Notifies live connections of a revocation.
    pub(super) removed: watch::Sender<()>,
}

/// A valid credential in a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) caller: Caller,
    /// Whether the time of this use should be saved.
    pub(super) is_due: bool,
}

impl Credentials {
    pub(super) fn new(all: Vec<Credential>) -> Self {
        let by_hash = all.into_iter().map(|one| (one.hash.clone(), one)).collect();
        Self {
            by_hash: Mutex::new(by_hash),
            ended: Mutex::default(),
            removed: watch::Sender::new(()),
        }
    }

    /// Finds the token or session with this secret.
    pub(super) fn find(&self, secret: &str, is_session: bool, now: Timestamp) -> Option<Found> {
        let mut all = self.lock();
        let found = all.get_mut(&secret::hash(secret))?;
        if found.is_session() != is_session || !found.is_valid(now) {
            return None;
        }
        let is_due = mark_used(found, now);
        let caller = match found.holder {
            Holder::Program { scope } => Caller::Program(found.id, scope),
            Holder::Browser { .. } => Caller::Browser(found.id),
        };
        Some(Found { caller, is_due })
    }

    /// Marks a valid credential as used; returns true if the use should be saved.
    pub(super) fn mark_used_by_id(&self, id: u32, now: Timestamp) -> Option<bool> {
        let mut all = self.lock();
        let found = all.values_mut().find(|one| one.id == id)?;
        found.is_valid(now).then(|| mark_used(found, now))
    }

    /// Adds a new credential.
    pub(super) fn add(&self, made: Credential) {
        let is_unsaved = |one: &&Credential| one.id > MAX_SAVED_ID;
        let mut all = self.lock();
        all.insert(made.hash.clone(), made);
        if all.values().filter(is_unsaved).count() > MAX_UNSAVED {
            let oldest = all.values().filter(is_unsaved).max_by_key(|one| one.id);
            let oldest = oldest.map(|one| one.hash.clone());
            oldest.and_then(|hash| all.remove(&hash));
            drop(all);
            self.removed.send_replace(());
        }
    }

    /// Revokes a credential and returns it.
    pub(super) fn remove(&self, id: u32) -> Option<Credential> {
        let open = self.lock().extract_if(|_, one| one.id == id).next();
        let ended = self.ended().extract_if(.., |one| one.id == id).next();
        self.removed.send_replace(());
        open.map(|(_, one)| one).or(ended)
    }

    /// Keeps a revoked credential in the list.
    pub(super) fn keep_listed(&self, ended: Option<Credential>) {
        self.ended().extend(ended);
    }

    /// Lists the valid credentials and those still to be deleted from the disk, oldest first.
    pub(super) fn listed(&self, now: Timestamp) -> Vec<Credential> {
        let mut listed: Vec<_> = self.lock().values().cloned().collect();
        listed.extend_from_slice(&self.ended());
        listed.retain(|one| one.is_valid(now));
        listed.sort_by_key(|one| (one.made_at, one.id));
        listed
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Credential>> {
        self.by_hash.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ended(&self) -> MutexGuard<'_, Vec<Credential>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Marks a credential as used; returns true if the use should be saved.
fn mark_used(credential: &mut Credential, now: Timestamp) -> bool {
    let used = credential.used_at;
    let is_due = used.is_none_or(|used| now.duration_since(used) >= USE_SAVE_INTERVAL);
    if is_due {
        credential.used_at = Some(now);
    }
    is_due
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::credential::Scope;

    fn token(id: u32, secret: &str) -> Credential {
        Credential {
            id,
            name: "Grafana".to_owned(),
            holder: Holder::Program { scope: Scope::Read },
            hash: secret::hash(secret),
            made_at: Timestamp::UNIX_EPOCH,
            used_at: None,
        }
    }

    fn after(minutes: i64) -> Timestamp {
        Timestamp::from_second(minutes * 60).unwrap()
    }

    #[test]
    fn unsaved_sessions_are_bounded() {
        let credentials = Credentials::new(vec![token(1, "saved")]);
        for nth in 0..1_000 {
            credentials.add(token(u32::MAX - nth, &format!("unsaved {nth}")));
        }
        let listed = credentials.listed(after(1));
        assert_eq!(listed.len(), MAX_UNSAVED + 1);
        let is_found = |secret: &str| credentials.find(secret, false, after(1)).is_some();
        assert!(is_found("saved") && is_found("unsaved 999") && is_found("unsaved 800"));
        assert!(!is_found("unsaved 799"));
    }

    #[test]
    fn a_secret_is_valid_until_revoked_and_its_use_is_saved_once_an_hour() {
        let credentials = Credentials::new(vec![token(1, "one"), token(2, "two")]);
        let find = |minutes| credentials.find("two", false, after(minutes));
        let found = |is_due| {
            Some(Found {
                caller: Caller::Program(2, Scope::Read),
                is_due,
            })
        };
        assert_eq!(find(0), found(true));
        assert_eq!(find(59), found(false));
        assert_eq!(find(60), found(true));
        // A token is not a session, and a hash is not a secret.
        assert_eq!(credentials.find("two", true, after(0)), None);
        assert_eq!(
            credentials.find(&secret::hash("two"), false, after(0)),
            None
        );
        assert_eq!(credentials.remove(2).map(|one| one.id), Some(2));
        assert_eq!(credentials.remove(2), None);
        assert_eq!(find(60), None);
        assert_eq!(
            (
                credentials.mark_used_by_id(1, after(0)),
                credentials.mark_used_by_id(2, after(0))
            ),
            (Some(true), None)
        );
    }
}
