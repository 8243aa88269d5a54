//! Tokens and sessions in memory, keyed by the hash of their secret.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;

use super::{caller::Caller, secret};
use crate::domain::credential::{Credential, Holder};

/// Minimum interval between two saves of a credential's last use, as each save writes to the disk.
const USE_SAVE_INTERVAL: SignedDuration = SignedDuration::from_hours(1);

/// Highest id of a saved credential. Sessions that could not be saved have ids above it, assigned downwards from `u32::MAX`, and end with
/// the process.
const MAX_SAVED_ID: u32 = u32::MAX / 2;
/// Maximum number of unsaved sessions; above it, the oldest is removed.
const MAX_UNSAVED: usize = 200;

/// The valid tokens and sessions.
#[derive(Debug)]
pub(super) struct Credentials {
    by_hash: Mutex<HashMap<String, Credential>>,
    /// Revoked credentials that could not be deleted from the disk.
    revoked: Mutex<Vec<Credential>>,
    /// Notifies live connections of revocations.
    pub(super) revocations: watch::Sender<()>,
}

/// The caller of a request with a valid credential.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CredentialMatch {
    pub(super) caller: Caller,
    /// Whether to save the time of this use, see [`USE_SAVE_INTERVAL`].
    pub(super) should_save_use: bool,
}

impl Credentials {
    pub(super) fn new(credentials: Vec<Credential>) -> Self {
        let by_hash = credentials
            .into_iter()
            .map(|credential| (credential.hash.clone(), credential))
            .collect();
        Self {
            by_hash: Mutex::new(by_hash),
            revoked: Mutex::default(),
            revocations: watch::Sender::new(()),
        }
    }

    /// Finds the token or session with this secret. `caller` returns its caller, or `None` if it is outdated.
    pub(super) fn find(
        &self,
        secret: &str,
        is_session: bool,
        now: Timestamp,
        caller: impl FnOnce(&Credential) -> Option<Caller>,
    ) -> Option<CredentialMatch> {
        let mut credentials = self.lock();
        let credential = credentials.get_mut(&secret::hash(secret))?;
        if credential.is_session() != is_session || !credential.is_valid(now) {
            return None;
        }
        let caller = caller(credential)?;
        let should_save_use = mark_used(credential, now);
        Some(CredentialMatch {
            caller,
            should_save_use,
        })
    }

    /// Marks a valid credential as used; returns whether to save the use, or `None` if the credential is not valid.
    pub(super) fn mark_used_by_id(&self, id: u32, now: Timestamp) -> Option<bool> {
        let mut credentials = self.lock();
        let credential = credentials
            .values_mut()
            .find(|credential| credential.id == id)?;
        credential.is_valid(now).then(|| mark_used(credential, now))
    }

    /// Adds a new credential.
    pub(super) fn add(&self, credential: Credential) {
        let is_unsaved = |credential: &&Credential| credential.id > MAX_SAVED_ID;
        let mut credentials = self.lock();
        credentials.insert(credential.hash.clone(), credential);
        if credentials.values().filter(is_unsaved).count() > MAX_UNSAVED {
            let oldest = credentials
                .values()
                .filter(is_unsaved)
                .max_by_key(|credential| credential.id);
            let oldest = oldest.map(|credential| credential.hash.clone());
            oldest.and_then(|hash| credentials.remove(&hash));
            drop(credentials);
            self.revocations.send_replace(());
        }
    }

    /// Revokes a credential and returns it.
    pub(super) fn remove(&self, id: u32) -> Option<Credential> {
        let valid = self
            .lock()
            .extract_if(|_, credential| credential.id == id)
            .next();
        let revoked = self
            .revoked()
            .extract_if(.., |credential| credential.id == id)
            .next();
        self.revocations.send_replace(());
        valid.map(|(_, credential)| credential).or(revoked)
    }

    /// Changes the password of a session, and returns the session.
    pub(super) fn change_password(&self, id: u32, password_id: &str) -> Option<Credential> {
        let mut credentials = self.lock();
        let session = credentials
            .values_mut()
            .find(|credential| credential.id == id && credential.is_session())?;
        if let Holder::Browser { password, .. } = &mut session.holder {
            password_id.clone_into(password);
        }
        Some(session.clone())
    }

    /// Revokes the credentials for which `should_remove` returns true.
    pub(super) fn remove_where(&self, should_remove: impl Fn(&Credential) -> bool) {
        self.lock()
            .retain(|_, credential| !should_remove(credential));
        self.revocations.send_replace(());
    }

    /// Keeps a revoked credential in the list, because it could not be deleted from the disk.
    pub(super) fn keep_revoked(&self, revoked: Option<Credential>) {
        self.revoked().extend(revoked);
    }

    /// Lists the valid credentials and the revoked ones that are still on disk, oldest first.
    pub(super) fn list(&self, now: Timestamp) -> Vec<Credential> {
        let mut list: Vec<_> = self.lock().values().cloned().collect();
        list.extend_from_slice(&self.revoked());
        list.retain(|credential| credential.is_valid(now));
        list.sort_by_key(|credential| (credential.made_at, credential.id));
        list
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Credential>> {
        self.by_hash.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn revoked(&self) -> MutexGuard<'_, Vec<Credential>> {
        self.revoked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Marks a credential as used; returns true if the use should be saved.
fn mark_used(credential: &mut Credential, now: Timestamp) -> bool {
    let used = credential.used_at;
    let should_save_use = used.is_none_or(|used| now.duration_since(used) >= USE_SAVE_INTERVAL);
    if should_save_use {
        credential.used_at = Some(now);
    }
    should_save_use
}

#[cfg(test)]
mod tests {
    use super::{super::caller::Identity, *};
    use crate::domain::{credential::Scope, person::PersonId};

    fn token(id: u32, secret: &str) -> Credential {
        Credential {
            id,
            person: PersonId::OWNER,
            name: "Grafana".to_owned(),
            holder: Holder::Program { scope: Scope::Read },
            hash: secret::hash(secret),
            made_at: Timestamp::UNIX_EPOCH,
            used_at: None,
        }
    }

    fn find(
        credentials: &Credentials,
        secret: &str,
        is_session: bool,
        minutes: i64,
    ) -> Option<CredentialMatch> {
        credentials.find(secret, is_session, after(minutes), |credential| {
            Some(Caller::Program(credential.id, Scope::Read, Identity::OWNER))
        })
    }

    fn after(minutes: i64) -> Timestamp {
        Timestamp::from_second(minutes * 60).unwrap()
    }

    #[test]
    fn the_number_of_unsaved_sessions_is_limited() {
        let credentials = Credentials::new(vec![token(1, "saved")]);
        for number in 0..1_000 {
            credentials.add(token(u32::MAX - number, &format!("unsaved {number}")));
        }
        let list = credentials.list(after(1));
        assert_eq!(list.len(), MAX_UNSAVED + 1);
        let is_found = |secret: &str| find(&credentials, secret, false, 1).is_some();
        assert!(is_found("saved") && is_found("unsaved 999") && is_found("unsaved 800"));
        assert!(!is_found("unsaved 799"));
    }

    #[test]
    fn a_secret_is_valid_until_revoked_and_its_use_is_saved_once_per_hour() {
        let credentials = Credentials::new(vec![token(1, "one"), token(2, "two")]);
        let find_two = |minutes| find(&credentials, "two", false, minutes);
        let expected = |should_save_use| {
            Some(CredentialMatch {
                caller: Caller::Program(2, Scope::Read, Identity::OWNER),
                should_save_use,
            })
        };
        assert_eq!(find_two(0), expected(true));
        assert_eq!(find_two(59), expected(false));
        assert_eq!(find_two(60), expected(true));
        // A token is not accepted as a session, nor a hash as a secret.
        assert_eq!(find(&credentials, "two", true, 0), None);
        assert_eq!(find(&credentials, &secret::hash("two"), false, 0), None);
        assert_eq!(
            credentials.remove(2).map(|credential| credential.id),
            Some(2)
        );
        assert_eq!(credentials.remove(2), None);
        assert_eq!(find_two(60), None);
        assert_eq!(
            (
                credentials.mark_used_by_id(1, after(0)),
                credentials.mark_used_by_id(2, after(0))
            ),
            (Some(true), None)
        );
    }
}
