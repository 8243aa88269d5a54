//! Where a password is set: who may come in. A browser signs in and has a session, a program has a token, or sends the password
//! itself.

pub(crate) mod caller;
pub(super) mod door;
pub(crate) mod entry;

mod browser;
mod cookies;
mod credentials;
mod lockout;
mod page;
mod queue;
mod secret;

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

use self::{
    caller::Caller,
    cookies::Cookies,
    credentials::{Credentials, Found},
    lockout::{Lockout, Who},
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

/// Begins every token: one that lies around somewhere is known for what it is.
const TOKEN: &str = "mdk_";

/// What stands between the world and this server.
pub(crate) struct Access {
    /// `None` where the configuration holds something else: nobody comes in by a password.
    hash: Option<Arc<PasswordHash>>,
    /// Tells this password from others in sessions.
    password: String,
    cookies: Cookies,
    credentials: Credentials,
    /// Numbers of sessions that could not be saved, downwards.
    unsaved: AtomicU32,
    store: Store,
    /// The password, signed, once somebody gave the right one: a program that sends it with each request is not
    /// worth a computation each time.
    known: Mutex<Option<hmac::Tag>>,
    lockout: Mutex<Lockout>,
    queue: Queue,
    memory: Arc<Mutex<HashMemory>>,
}

impl Access {
    /// The access that the password with this hash gives to a market; `None` where no password is asked for.
    pub(crate) fn new(hash: &str, market: &str, store: &Store) -> Option<Self> {
        if hash.is_empty() {
            return None;
        }
        let cookies = Cookies::new(market, hash);
        let password = secret::hash(&format!("marketdeck sessions {hash}"));
        let mut kept = store.credentials().unwrap_or_else(|error| {
            tracing::error!(%error, "tokens and sessions cannot be read: the password alone lets somebody in");
            Vec::new()
        });
        let is_over = |one: &Credential| matches!(&one.holder, Holder::Browser { password: of } if *of != password);
        kept.retain(|one| !is_over(one));
        // Not only in this run: the same password may be set again.
        if let Err(error) = store.remove_credentials(is_over) {
            tracing::warn!(%error, "sessions of the password of before could not be removed");
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

    /// The session that a request comes from.
    fn session(&self, headers: &HeaderMap, now: Timestamp) -> Option<Caller> {
        let found = self.sessions(headers, now).next();
        found.map(|found| self.note(&found, now))
    }

    /// All sessions that it names: a browser that signed in with TLS and without has two.
    fn sessions<'a>(
        &'a self,
        headers: &'a HeaderMap,
        now: Timestamp,
    ) -> impl Iterator<Item = Found> + 'a {
        let secrets = self.cookies.sessions(headers);
        secrets.filter_map(move |secret| self.credentials.find(secret, true, now))
    }

    /// Whose token this is.
    fn token(&self, token: &str, now: Timestamp) -> Option<Caller> {
        let found = self.credentials.find(token, false, now)?;
        Some(self.note(&found, now))
    }

    /// Whether a credential still lets its caller in; a connection that stays open is a use of it.
    fn is_still(&self, caller: Caller, now: Timestamp) -> bool {
        let Some(id) = caller.credential() else {
            return true;
        };
        let is_due = self.credentials.renew(id, now);
        is_due.is_some_and(|is_due| {
            self.note(&Found { caller, is_due }, now);
            true
        })
    }

    /// Writes down that somebody was here, where that is due. Nobody waits for it.
    fn note(&self, found: &Found, now: Timestamp) -> Caller {
        if let (true, Some(id)) = (found.is_due, found.caller.credential()) {
            let store = self.store.clone();
            tokio::spawn(async move {
                let noted = store.run(move |store| store.use_credential(id, now)).await;
                if let Err(error) = noted {
                    tracing::debug!(%error, "the use of a token or session was not noted");
                }
            });
        }
        found.caller
    }

    /// Whether `password` is the right one. The error is for those who must wait: they do so whether it is or not, or who
    /// guesses could go on guessing.
    async fn is_right(&self, password: String, who: &Who, now: Timestamp) -> Result<bool> {
        if let Some(is_right) = self.known(&password, who, now)? {
            return Ok(is_right);
        }
        let Some(turn) = self.queue.wait(who, now).await else {
            return Err(too_many_wait());
        };
        // While this one waited, others were judged.
        if let Some(is_right) = self.known(&password, who, now)? {
            return Ok(is_right);
        }
        lock(&self.lockout).begin(who, now).map_err(must_wait)?;
        let Some(hash) = &self.hash else {
            return Ok(false);
        };
        let (hash, given, memory) = (Arc::clone(hash), password.clone(), Arc::clone(&self.memory));
        let judging = tokio::task::spawn_blocking(move || {
            // Kept to the end, also where the client is gone by then.
            let _turn = turn;
            hash.verify(&given, &mut lock(&memory))
        });
        let is_right = judging.await.unwrap_or(false);
        let signed = self.cookies.sign("password", &password);
        if is_right {
            lock(&self.lockout).forget(who);
            *lock(&self.known) = Some(signed);
        } else {
            lock(&self.lockout).note_wrong(who, signed);
            // Each one: programs that block addresses count these lines.
            tracing::warn!(target: UNFILTERED, %who, "somebody gave a wrong password");
        }
        Ok(is_right)
    }

    /// Whether the password is right, where it was judged before; the error is for those who must wait.
    fn known(&self, password: &str, who: &Who, now: Timestamp) -> Result<Option<bool>> {
        let is_this = |tag: &hmac::Tag| self.cookies.is_of("password", password, tag.as_ref());
        let lockout = lock(&self.lockout);
        lockout.check(who, now).map_err(must_wait)?;
        if lockout.wrong(who).iter().any(is_this) {
            return Ok(Some(false));
        }
        drop(lockout);
        let is_right = lock(&self.known).as_ref().is_some_and(is_this);
        Ok(is_right.then_some(true))
    }

    /// Begins a session of the browser with this name; gives its secret.
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
            // Who comes to see what is wrong with the disk must come in.
            Err(error) => {
                tracing::warn!(%error, "a session was not saved and ends with this run");
                let id = self.unsaved.fetch_sub(1, Ordering::Relaxed);
                Credential { id, ..new }
            }
        };
        self.credentials.add(made);
        Ok(secret)
    }

    /// Makes a token; gives it and its secret, which nobody can see again.
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

    /// Ends a session or revokes a token: at once, and on the disk before it is acknowledged. Where that fails it lets nobody in
    /// any more either, but stays in the list, to be removed again: it would be back after a restart.
    pub(crate) async fn remove(&self, id: u32) -> Result<()> {
        let ended = self.credentials.remove(id);
        let removed = self.store.run(move |store| store.remove_credential(id));
        match (removed.await, ended) {
            // A session that could not be saved was never there.
            (Ok(()), _) | (Err(StoreError::NotFound(_)), Some(_)) => Ok(()),
            (Err(error), ended) => {
                self.credentials.keep_listed(ended);
                Err(error.into())
            }
        }
    }

    /// All tokens and sessions, the oldest first.
    pub(crate) fn credentials(&self, now: Timestamp) -> Vec<Credential> {
        self.credentials.listed(now)
    }
}

fn too_many_wait() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many passwords are being checked at the moment. Try again in a few seconds.",
    )
    .with(RETRY_AFTER, HeaderValue::from_static("2"))
}

fn must_wait(wait: SignedDuration) -> ApiError {
    let seconds = wait.as_secs().max(1);
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        format!("Too many wrong passwords came from your address: try again in {seconds} seconds."),
    )
    .with(RETRY_AFTER, HeaderValue::from(seconds))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
