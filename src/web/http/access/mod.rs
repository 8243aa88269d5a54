//! Access control, if a password is set. A browser signs in and has a session; a program has a token, or sends the
//! password.

pub(super) mod auth;
pub(crate) mod session_watch;

mod caller;
mod cookies;
mod credentials;
mod lockout;
mod page;
mod queue;
mod secret;
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
    credentials::{Credentials, Found},
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
    /// `None` if the configured hash is invalid: the password cannot be used.
    hash: Option<Arc<PasswordHash>>,
    /// Identifies the password in sessions.
    password: String,
    cookies: Cookies,
    credentials: Credentials,
    /// Next id of a session that could not be saved, counted downwards.
    unsaved: AtomicU32,
    store: Store,
    /// The right password, signed, once it was verified: programs that send it with every request would otherwise cost a computation each
    /// time.
    known: Mutex<Option<hmac::Tag>>,
    lockout: Mutex<Lockout>,
    queue: Queue,
    memory: Arc<Mutex<HashMemory>>,
}

impl Access {
    /// Creates the access control of a market; `None` if no password is set.
    pub(crate) fn new(hash: &str, market: &str, store: &Store) -> Option<Self> {
        if hash.is_empty() {
            return None;
        }
        let cookies = Cookies::new(market, hash);
        let password = secret::hash(&format!("marketdeck sessions {hash}"));
        let mut kept = store.credentials().unwrap_or_else(|error| {
            tracing::error!(%error, "tokens and sessions unreadable; only the password works");
            Vec::new()
        });
        let is_over = |one: &Credential| matches!(&one.holder, Holder::Browser { password: of } if *of != password);
        kept.retain(|one| !is_over(one));
        // Also deleted from the disk, as the same password may be set again.
        if let Err(error) = store.remove_credentials(is_over) {
            tracing::warn!(%error, "sessions of a former password not deleted");
        }
        Some(Self {
            hash: PasswordHash::parse(hash).map(Arc::new),
            password,
            cookies,
            credentials: Credentials::new(kept),
            unsaved: AtomicU32::new(u32::MAX),
            store: store.clone(),
            known: Mutex::default(),
            lockout: Mutex::default(),
            queue: Queue::default(),
            memory: Arc::default(),
        })
    }

    /// Returns the caller of a request with a session.
    fn session(&self, headers: &HeaderMap, now: Timestamp) -> Option<Caller> {
        let found = self.sessions(headers, now).next();
        found.map(|found| self.note(&found, now))
    }

    /// Returns all sessions in a request: a browser that signed in with and without TLS has two.
    fn sessions<'a>(
        &'a self,
        headers: &'a HeaderMap,
        now: Timestamp,
    ) -> impl Iterator<Item = Found> + 'a {
        let secrets = self.cookies.sessions(headers);
        secrets.filter_map(move |secret| self.credentials.find(secret, true, now))
    }

    /// Returns the caller with this token.
    fn token(&self, token: &str, now: Timestamp) -> Option<Caller> {
        let found = self.credentials.find(token, false, now)?;
        Some(self.note(&found, now))
    }

    /// Returns true if the caller's credential is still valid. An open connection counts as a use.
    fn is_still_valid(&self, caller: Caller, now: Timestamp) -> bool {
        let Some(id) = caller.credential() else {
            return true;
        };
        let is_due = self.credentials.mark_used_by_id(id, now);
        is_due.is_some_and(|is_due| {
            self.note(&Found { caller, is_due }, now);
            true
        })
    }

    /// Saves the time of use in the background, if it is due.
    fn note(&self, found: &Found, now: Timestamp) -> Caller {
        if let (true, Some(id)) = (found.is_due, found.caller.credential()) {
            let store = self.store.clone();
            tokio::spawn(async move {
                let noted = store.run(move |store| store.use_credential(id, now)).await;
                if let Err(error) = noted {
                    tracing::debug!(%error, "time of use not saved");
                }
            });
        }
        found.caller
    }

    /// Verifies a password. The error is for clients that must wait, whether the password is right or not: otherwise guessing could
    /// continue.
    async fn verify_password(
        &self,
        password: String,
        client: &Client,
        now: Timestamp,
    ) -> Result<bool> {
        if let Some(is_correct) = self.known(&password, client, now)? {
            return Ok(is_correct);
        }
        let Some(turn) = self.queue.wait(client, now).await else {
            return Err(too_many_wait());
        };
        // Others may have been verified while this one waited.
        if let Some(is_correct) = self.known(&password, client, now)? {
            return Ok(is_correct);
        }
        lock(&self.lockout).begin(client, now).map_err(must_wait)?;
        let Some(hash) = &self.hash else {
            return Ok(false);
        };
        let (hash, given, memory) = (Arc::clone(hash), password.clone(), Arc::clone(&self.memory));
        let judging = tokio::task::spawn_blocking(move || {
            // Runs to the end even if the client disconnects.
            let _turn = turn;
            hash.verify(&given, &mut lock(&memory))
        });
        let is_correct = judging.await.unwrap_or(false);
        let signed = self.cookies.sign("password", &password);
        if is_correct {
            lock(&self.lockout).forget(client);
            *lock(&self.known) = Some(signed);
        } else {
            lock(&self.lockout).note_wrong(client, signed);
            // Logged each time: programs that block addresses count these lines.
            tracing::warn!(target: UNFILTERED, %client, "wrong password");
        }
        Ok(is_correct)
    }

    /// Verifies a password without computation if it was verified before. The error is for clients that must wait.
    fn known(&self, password: &str, client: &Client, now: Timestamp) -> Result<Option<bool>> {
        let is_this = |tag: &hmac::Tag| self.cookies.verify("password", password, tag.as_ref());
        let lockout = lock(&self.lockout);
        lockout.check(client, now).map_err(must_wait)?;
        if lockout.wrong(client).iter().any(is_this) {
            return Ok(Some(false));
        }
        drop(lockout);
        let is_correct = lock(&self.known).as_ref().is_some_and(is_this);
        Ok(is_correct.then_some(true))
    }

    /// Starts a session for a browser with this name and returns its secret.
    async fn begin_session(&self, browser: String, now: Timestamp) -> Result<String> {
        let secret = secret::random()?;
        let new = Credential {
            id: 0,
            name: browser,
            holder: Holder::Browser {
                password: self.password.clone(),
            },
            hash: secret::hash(&secret),
            made_at: now,
            used_at: Some(now),
        };
        let kept = new.clone();
        let saved = self
            .store
            .run(move |store| store.add_credential(&kept))
            .await;
        let made = match saved {
            Ok((made, ended)) => {
                if let Some(id) = ended {
                    self.credentials.remove(id);
                }
                made
            }
            // A sign-in must work while the disk is broken, as the user may want to see why.
            Err(error) => {
                tracing::warn!(%error, "session not saved; it ends with this process");
                let id = self.unsaved.fetch_sub(1, Ordering::Relaxed);
                Credential { id, ..new }
            }
        };
        self.credentials.add(made);
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
        let (made, _) = self
            .store
            .run(move |store| store.add_credential(&new))
            .await?;
        self.credentials.add(made.clone());
        Ok((made, token))
    }

    /// Ends a session or revokes a token: at once in memory, and on disk before it is acknowledged. If deleting fails, the credential is
    /// invalid but stays in the list, to be deleted again: after a restart it would be valid.
    pub(crate) async fn remove(&self, id: u32) -> Result<()> {
        let ended = self.credentials.remove(id);
        let removed = self.store.run(move |store| store.remove_credential(id));
        match (removed.await, ended) {
            // An unsaved session is not on disk.
            (Ok(()), _) | (Err(StoreError::NotFound(_)), Some(_)) => Ok(()),
            (Err(error), ended) => {
                self.credentials.keep_listed(ended);
                Err(error.into())
            }
        }
    }

    /// Lists all tokens and sessions, oldest first.
    pub(crate) fn credentials(&self, now: Timestamp) -> Vec<Credential> {
        self.credentials.listed(now)
    }
}

fn too_many_wait() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many sign-ins at the moment. Try again in a few seconds.",
    )
    .with(RETRY_AFTER, HeaderValue::from_static("2"))
}

fn must_wait(wait: SignedDuration) -> ApiError {
    let seconds = wait.as_secs().max(1);
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        format!("Too many wrong passwords from your address. Try again in {seconds} seconds."),
    )
    .with(RETRY_AFTER, HeaderValue::from(seconds))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
