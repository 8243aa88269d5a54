//! Access control for a server with a password. A browser signs in with the password or a passkey and gets a session; a program sends an
//! API token or the password.

pub(super) mod auth;
pub(super) mod login;
pub(crate) mod session_watch;

mod accounts;
mod caller;
mod cookies;
mod credentials;
mod lockout;
pub(crate) mod passkeys;
mod passwords;
mod queue;
mod secret;
mod sign_in_page;
mod user_agent;

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use arc_swap::ArcSwap;
use hyper::{HeaderMap, header::HeaderName};
use jiff::Timestamp;
use ring::hmac;

pub(crate) use self::{
    accounts::{Account, Accounts},
    caller::{Caller, Identity},
};
use self::{
    cookies::Cookies,
    credentials::{CredentialMatch, Credentials},
    lockout::Lockout,
    passkeys::Challenges,
    queue::Queue,
};
use super::error::{ApiError, Result};
use crate::{
    domain::{
        credential::{Credential, Holder, Scope},
        person::{Person, PersonId},
    },
    runtime::password::HashMemory,
    store::{self, Store, StoreError},
    web::{http::security::single_value, settings::Settings},
};

/// Prefix of every token, which makes leaked tokens recognizable.
const TOKEN: &str = "mdk_";

/// Access control of a server with a password.
pub(crate) struct Access {
    /// The people who may use this server.
    accounts: ArcSwap<Accounts>,
    /// Name and password hash of the owner.
    owner: (String, String),
    /// Name of the header in which a trusted proxy names the person; `None` if no proxy does.
    user_header: Option<HeaderName>,
    cookies: Cookies,
    credentials: Credentials,
    /// Next id for a session that could not be saved; assigned downwards.
    next_unsaved_id: AtomicU32,
    store: Store,
    /// Signature of the correct password of each person, once a client has sent it, with the id of the password. Avoids the expensive hash
    /// for programs that send the password with every request.
    verified_passwords: Mutex<HashMap<PersonId, (String, hmac::Tag)>>,
    lockout: Mutex<Lockout>,
    challenges: Challenges,
    queue: Queue,
    /// Working memory of the password hash, which verifications reuse.
    memory: Arc<Mutex<HashMemory>>,
}

impl Access {
    /// Creates the access control of a market. `None` if everybody is the owner, as there is neither a password nor a proxy that names
    /// people.
    pub(crate) fn new(settings: &Settings, store: &Store) -> Option<Self> {
        let user_header = HeaderName::try_from(&settings.trusted_user_header).ok();
        if settings.password_hash.is_empty() && user_header.is_none() {
            return None;
        }
        let people = store.people().unwrap_or_else(|error| {
            tracing::error!(%error, "access: people unreadable; only the owner can sign in");
            Vec::new()
        });
        let owner = (settings.owner_name.clone(), settings.password_hash.clone());
        let accounts = Accounts::new(&owner.0, &owner.1, people);
        let mut credentials = store.credentials_of_everyone().unwrap_or_else(|error| {
            tracing::error!(%error, "access: tokens and sessions unreadable; only the password works");
            Vec::new()
        });
        credentials.retain(|credential| !is_outdated(credential, &accounts));
        let access = Self {
            accounts: ArcSwap::from_pointee(accounts),
            cookies: Cookies::new(settings.market, &owner.1),
            owner,
            user_header,
            credentials: Credentials::new(credentials),
            next_unsaved_id: AtomicU32::new(u32::MAX),
            store: store.clone(),
            verified_passwords: Mutex::default(),
            lockout: Mutex::default(),
            challenges: Challenges::default(),
            queue: Queue::default(),
            memory: Arc::default(),
        };
        access.delete_outdated_sessions();
        Some(access)
    }

    /// Deletes sessions of changed passwords and of removed people from the disk at the start: the operator may set the former password again, and its
    /// sessions must stay ended.
    fn delete_outdated_sessions(&self) {
        let accounts = self.accounts.load();
        let deleted = self
            .store
            .remove_credentials(|credential| is_outdated(credential, &accounts));
        if let Err(error) = deleted {
            tracing::warn!(%error, "access: could not delete the sessions of previous passwords");
        }
    }

    /// Reads the people again after a change. Sessions, tokens and passkeys of removed people, and sessions of changed passwords, end at
    /// once.
    pub(crate) async fn reload_people(&self) -> store::Result<()> {
        let people = self.store.run(Store::people).await?;
        // People that the configuration no longer names keep their passkeys, as all their data.
        let existing: HashSet<PersonId> = people.iter().map(|person| person.id).collect();
        let accounts = Arc::new(Accounts::new(&self.owner.0, &self.owner.1, people));
        self.credentials
            .remove_where(|credential| is_outdated(credential, &accounts));
        self.accounts.store(Arc::clone(&accounts));
        let deletion = self.store.run(move |store| {
            store.remove_credentials(|credential| is_outdated(credential, &accounts))?;
            store.remove_passkeys(|passkey| {
                !passkey.person.is_owner() && !existing.contains(&passkey.person)
            })
        });
        deletion.await
    }

    /// Lets the session of a caller continue after a change of their password; `person` has the new one.
    pub(crate) async fn keep_session(&self, caller: Caller, person: Person) -> Result<()> {
        let Caller::Browser(id, _) = caller else {
            return Ok(());
        };
        let owner = person.id;
        let password_id = Account::new(person).password_id;
        let Some(session) = self.credentials.change_password(id, &password_id) else {
            return Ok(());
        };
        let saving = self
            .store
            .run(move |store| store.of(owner).change_credential(&session));
        Ok(saving.await?)
    }

    /// Returns the people who may use this server.
    pub(crate) fn accounts(&self) -> Arc<Accounts> {
        self.accounts.load_full()
    }

    /// Returns the caller whom a trusted proxy names in the configured header; `None` without the header.
    ///
    /// # Errors
    /// 403 for a name that nobody has.
    fn authenticate_proxy_user(&self, headers: &HeaderMap) -> Result<Option<Caller>> {
        let Some(header) = &self.user_header else {
            return Ok(None);
        };
        let Some(name) = single_value(headers, header)? else {
            return Ok(None);
        };
        let accounts = self.accounts.load();
        match accounts.by_name(name) {
            Some(account) => Ok(Some(Caller::Proxy(account.identity()))),
            None => Err(ApiError::forbidden(
                "The proxy signed you in under a name that this server does not know; its owner can add you.",
            )),
        }
    }

    /// Returns the caller of a request with a valid session.
    fn authenticate_session(&self, headers: &HeaderMap, now: Timestamp) -> Option<Caller> {
        let credential_match = self.find_sessions(headers, now).next();
        credential_match.map(|credential_match| self.save_use(&credential_match, now))
    }

    /// Returns the valid sessions in a request. A browser that signed in with and without TLS has two.
    fn find_sessions<'a>(
        &'a self,
        headers: &'a HeaderMap,
        now: Timestamp,
    ) -> impl Iterator<Item = CredentialMatch> + 'a {
        let secrets = self.cookies.session_secrets(headers);
        secrets.filter_map(move |secret| self.find_credential(secret, true, now))
    }

    /// Returns the caller with this token, if it is valid.
    fn authenticate_token(&self, token: &str, now: Timestamp) -> Option<Caller> {
        let credential_match = self.find_credential(token, false, now)?;
        Some(self.save_use(&credential_match, now))
    }

    /// Returns the caller with the token or session of this secret, if it is valid and its person still exists.
    fn find_credential(
        &self,
        secret: &str,
        is_session: bool,
        now: Timestamp,
    ) -> Option<CredentialMatch> {
        let accounts = self.accounts.load();
        self.credentials
            .find(secret, is_session, now, |credential| {
                caller_of(credential, &accounts)
            })
    }

    /// Returns true if the caller's person still exists and the credential is still valid. An open connection counts as a use.
    fn is_still_valid(&self, caller: Caller, now: Timestamp) -> bool {
        let accounts = self.accounts.load();
        let person = caller.identity().map(|identity| identity.person);
        if person.is_some_and(|person| accounts.get(person).is_none()) {
            return false;
        }
        let Some(id) = caller.credential_id() else {
            return true;
        };
        let should_save_use = self.credentials.mark_used_by_id(id, now);
        should_save_use.is_some_and(|should_save_use| {
            self.save_use(
                &CredentialMatch {
                    caller,
                    should_save_use,
                },
                now,
            );
            true
        })
    }

    /// Saves the time of use in the background, if it should be saved, and returns the caller.
    fn save_use(&self, credential_match: &CredentialMatch, now: Timestamp) -> Caller {
        if let (true, Some(id), Some(Identity { person, .. })) = (
            credential_match.should_save_use,
            credential_match.caller.credential_id(),
            credential_match.caller.identity(),
        ) {
            let store = self.store.clone();
            tokio::spawn(async move {
                let result = store
                    .run(move |store| store.of(person).use_credential(id, now))
                    .await;
                if let Err(error) = result {
                    tracing::debug!(%error, "access: could not save the time of use of a token");
                }
            });
        }
        credential_match.caller
    }

    /// Starts a session of a person for a browser with this name and returns its secret. `passkey` is the id of the passkey with which the
    /// person signed in.
    async fn begin_session(
        &self,
        person: PersonId,
        passkey: Option<String>,
        browser: String,
        now: Timestamp,
    ) -> Result<String> {
        let secret = secret::random()?;
        let accounts = self.accounts.load_full();
        let account = accounts.get(person).ok_or_else(ApiError::internal)?;
        let new = Credential {
            id: 0,
            person,
            name: browser,
            holder: Holder::Browser {
                password: account.password_id.clone(),
                passkey,
            },
            hash: secret::hash(&secret),
            made_at: now,
            used_at: Some(now),
        };
        let unsaved = new.clone();
        let saved = self
            .store
            .run(move |store| store.of(person).add_credential(&unsaved))
            .await;
        let credential = match saved {
            Ok((credential, ended)) => {
                if let Some(id) = ended {
                    self.credentials.remove(id);
                }
                credential
            }
            // A sign-in must work even if the disk fails, as the user may need the status page.
            Err(error) => {
                tracing::warn!(%error, "access: could not save the session; it will end when the server restarts");
                let id = self.next_unsaved_id.fetch_sub(1, Ordering::Relaxed);
                Credential { id, ..new }
            }
        };
        self.credentials.add(credential);
        Ok(secret)
    }

    /// Creates a token of a person and returns it with its secret, which is not stored.
    pub(crate) async fn make_token(
        &self,
        person: PersonId,
        name: String,
        scope: Scope,
        now: Timestamp,
    ) -> Result<(Credential, String)> {
        let token = format!("{TOKEN}{}", secret::random()?);
        let new = Credential {
            id: 0,
            person,
            name,
            holder: Holder::Program { scope },
            hash: secret::hash(&token),
            made_at: now,
            used_at: None,
        };
        let (credential, _) = self
            .store
            .run(move |store| store.of(person).add_credential(&new))
            .await?;
        self.credentials.add(credential.clone());
        Ok((credential, token))
    }

    /// Ends a session or revokes a token: immediately in memory, and on disk before the response. If it cannot be deleted from the
    /// disk, the credential is invalid but stays in the list, so that the user can delete it again: after a restart it would be
    /// valid.
    pub(crate) async fn remove(&self, person: PersonId, id: u32) -> Result<()> {
        let revoked = self.credentials.remove(id);
        let deletion = self
            .store
            .run(move |store| store.of(person).remove_credential(id));
        match (deletion.await, revoked) {
            // An unsaved session is not on disk.
            (Ok(()), _) | (Err(StoreError::NotFound(_)), Some(_)) => Ok(()),
            (Err(error), revoked) => {
                self.credentials.keep_revoked(revoked);
                Err(error.into())
            }
        }
    }

    /// Lists all tokens and sessions of a person, oldest first.
    pub(crate) fn credentials(&self, person: PersonId, now: Timestamp) -> Vec<Credential> {
        let mut list = self.credentials.list(now);
        list.retain(|credential| credential.person == person);
        list
    }
}

/// Returns true for a credential of a removed person, and for a session that was started with a previous password.
fn is_outdated(credential: &Credential, accounts: &Accounts) -> bool {
    caller_of(credential, accounts).is_none()
}

/// Returns the caller with a credential; `None` for an outdated credential.
fn caller_of(credential: &Credential, accounts: &Accounts) -> Option<Caller> {
    let account = accounts.get(credential.person)?;
    match &credential.holder {
        Holder::Program { scope } => {
            Some(Caller::Program(credential.id, *scope, account.identity()))
        }
        Holder::Browser { password, .. } => (*password == account.password_id)
            .then(|| Caller::Browser(credential.id, account.identity())),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
