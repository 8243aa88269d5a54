//! Access control for a server with a password. A browser signs in and gets a session; a program sends an API token or the password.

pub(super) mod auth;
pub(crate) mod session_watch;

mod caller;
mod cookies;
mod credentials;
mod lockout;
mod queue;
mod secret;
mod sign_in_page;
mod user_agent;

use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicU32, Ordering},
};

use hyper::{
    HeaderMap, StatusCode,
    header::{HeaderValue, RETRY_AFTER},
};
use jiff::{SignedDuration, Timestamp};
use ring::hmac;

pub(crate) use self::caller::Caller;
use self::{
    cookies::Cookies,
    credentials::{CredentialMatch, Credentials},
    lockout::{Client, Lockout},
    queue::Queue,
};
use super::error::{ApiError, Result};
use crate::{
    domain::credential::{Credential, Holder, Scope},
    runtime::{
        password::{HashMemory, PasswordHash},
        repeat_filter::UNFILTERED,
    },
    store::{Store, StoreError},
};

/// Prefix of every token, which makes leaked tokens recognizable.
const TOKEN: &str = "mdk_";

/// Access control of a server with a password.
pub(crate) struct Access {
    /// Hash of the password; `None` if the configured hash is invalid, and then no password is correct.
    password_hash: Option<Arc<PasswordHash>>,
    /// Id of the password. A session stores the id, and ends when the password changes.
    password_id: String,
    cookies: Cookies,
    credentials: Credentials,
    /// Next id for a session that could not be saved; assigned downwards.
    next_unsaved_id: AtomicU32,
    store: Store,
    /// Signature of the correct password, once a client has sent it. Avoids the expensive hash for programs that send the password with
    /// every request.
    verified_password: Mutex<Option<hmac::Tag>>,
    lockout: Mutex<Lockout>,
    queue: Queue,
    /// Working memory of the password hash, which verifications reuse.
    memory: Arc<Mutex<HashMemory>>,
}

impl Access {
    /// Creates the access control of a market from the configured password hash; `None` if no password is set.
    pub(crate) fn new(password_hash: &str, market: &str, store: &Store) -> Option<Self> {
        if password_hash.is_empty() {
            return None;
        }
        let cookies = Cookies::new(market, password_hash);
        let password_id = secret::hash(&format!("marketdeck sessions {password_hash}"));
        let mut credentials = store.credentials().unwrap_or_else(|error| {
            tracing::error!(%error, "access: tokens and sessions unreadable; only the password works");
            Vec::new()
        });
        let is_of_former_password = |credential: &Credential| match &credential.holder {
            Holder::Browser { password } => *password != password_id,
            Holder::Program { .. } => false,
        };
        credentials.retain(|credential| !is_of_former_password(credential));
        // Also deleted from the disk: the operator may set the former password again, and its sessions must stay ended.
        if let Err(error) = store.remove_credentials(is_of_former_password) {
            tracing::warn!(%error, "access: could not delete the sessions of the previous password");
        }
        Some(Self {
            password_hash: PasswordHash::parse(password_hash).map(Arc::new),
            password_id,
            cookies,
            credentials: Credentials::new(credentials),
            next_unsaved_id: AtomicU32::new(u32::MAX),
            store: store.clone(),
            verified_password: Mutex::default(),
            lockout: Mutex::default(),
            queue: Queue::default(),
            memory: Arc::default(),
        })
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
        secrets.filter_map(move |secret| self.credentials.find(secret, true, now))
    }

    /// Returns the caller with this token, if it is valid.
    fn authenticate_token(&self, token: &str, now: Timestamp) -> Option<Caller> {
        let credential_match = self.credentials.find(token, false, now)?;
        Some(self.save_use(&credential_match, now))
    }

    /// Returns true if the caller's credential is still valid. An open connection counts as a use.
    fn is_still_valid(&self, caller: Caller, now: Timestamp) -> bool {
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
        if let (true, Some(id)) = (
            credential_match.should_save_use,
            credential_match.caller.credential_id(),
        ) {
            let store = self.store.clone();
            tokio::spawn(async move {
                let result = store.run(move |store| store.use_credential(id, now)).await;
                if let Err(error) = result {
                    tracing::debug!(%error, "access: could not save the time of use of a token");
                }
            });
        }
        credential_match.caller
    }

    /// Verifies a password.
    ///
    /// # Errors
    /// 429 for a client that must wait, even if the password is correct: otherwise an attacker could continue to guess.
    async fn verify_password(
        &self,
        password: String,
        client: &Client,
        now: Timestamp,
    ) -> Result<bool> {
        if let Some(is_correct) = self.check_known_password(&password, client, now)? {
            return Ok(is_correct);
        }
        let Some(turn) = self.queue.wait(client, now).await else {
            return Err(queue_full_error());
        };
        // The same password may have been verified while this request waited.
        if let Some(is_correct) = self.check_known_password(&password, client, now)? {
            return Ok(is_correct);
        }
        lock(&self.lockout)
            .begin_attempt(client, now)
            .map_err(wait_error)?;
        let Some(password_hash) = &self.password_hash else {
            return Ok(false);
        };
        let (password_hash, candidate, memory) = (
            Arc::clone(password_hash),
            password.clone(),
            Arc::clone(&self.memory),
        );
        let verification = tokio::task::spawn_blocking(move || {
            // Runs to the end even if the client disconnects.
            let _turn = turn;
            password_hash.verify(&candidate, &mut lock(&memory))
        });
        let is_correct = verification.await.unwrap_or(false);
        let signed = self.cookies.sign("password", &password);
        if is_correct {
            lock(&self.lockout).reset(client);
            *lock(&self.verified_password) = Some(signed);
        } else {
            lock(&self.lockout).record_wrong_password(client, signed);
            // Logged every time, as tools that block addresses, such as fail2ban, count these lines.
            tracing::warn!(target: UNFILTERED, %client, "access: wrong password");
        }
        Ok(is_correct)
    }

    /// Compares a password to the ones that were verified before, which avoids the expensive hash. Returns `None` for a new password.
    ///
    /// # Errors
    /// 429 for a client that must wait.
    fn check_known_password(
        &self,
        password: &str,
        client: &Client,
        now: Timestamp,
    ) -> Result<Option<bool>> {
        let matches_password =
            |tag: &hmac::Tag| self.cookies.verify("password", password, tag.as_ref());
        let lockout = lock(&self.lockout);
        lockout.check(client, now).map_err(wait_error)?;
        if lockout.wrong_passwords(client).iter().any(matches_password) {
            return Ok(Some(false));
        }
        drop(lockout);
        let is_correct = lock(&self.verified_password)
            .as_ref()
            .is_some_and(matches_password);
        Ok(is_correct.then_some(true))
    }

    /// Starts a session for a browser with this name and returns its secret.
    async fn begin_session(&self, browser: String, now: Timestamp) -> Result<String> {
        let secret = secret::random()?;
        let new = Credential {
            id: 0,
            name: browser,
            holder: Holder::Browser {
                password: self.password_id.clone(),
            },
            hash: secret::hash(&secret),
            made_at: now,
            used_at: Some(now),
        };
        let unsaved = new.clone();
        let saved = self
            .store
            .run(move |store| store.add_credential(&unsaved))
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

    /// Creates a token and returns it with its secret, which is not stored.
    pub(crate) async fn make_token(
        &self,
        name: String,
        scope: Scope,
        now: Timestamp,
    ) -> Result<(Credential, String)> {
        let token = format!("{TOKEN}{}", secret::random()?);
        let new = Credential {
            id: 0,
            name,
            holder: Holder::Program { scope },
            hash: secret::hash(&token),
            made_at: now,
            used_at: None,
        };
        let (credential, _) = self
            .store
            .run(move |store| store.add_credential(&new))
            .await?;
        self.credentials.add(credential.clone());
        Ok((credential, token))
    }

    /// Ends a session or revokes a token: immediately in memory, and on disk before the response. If it cannot be deleted from the
    /// disk, the credential is invalid but stays in the list, so that the user can delete it again: after a restart it would be
    /// valid.
    pub(crate) async fn remove(&self, id: u32) -> Result<()> {
        let revoked = self.credentials.remove(id);
        let deletion = self.store.run(move |store| store.remove_credential(id));
        match (deletion.await, revoked) {
            // An unsaved session is not on disk.
            (Ok(()), _) | (Err(StoreError::NotFound(_)), Some(_)) => Ok(()),
            (Err(error), revoked) => {
                self.credentials.keep_revoked(revoked);
                Err(error.into())
            }
        }
    }

    /// Lists all tokens and sessions, oldest first.
    pub(crate) fn credentials(&self, now: Timestamp) -> Vec<Credential> {
        self.credentials.list(now)
    }
}

fn queue_full_error() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many sign-ins at the moment. Try again in a few seconds.",
    )
    .with_header(RETRY_AFTER, HeaderValue::from_static("2"))
}

fn wait_error(wait: SignedDuration) -> ApiError {
    let seconds = wait.as_secs().max(1);
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        format!("Too many wrong passwords from your address. Try again in {seconds} seconds."),
    )
    .with_header(RETRY_AFTER, HeaderValue::from(seconds))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
