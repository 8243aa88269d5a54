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
use tokio::sync::Semaphore;

use self::{
    caller::Caller,
    cookies::Cookies,
    credentials::{Credentials, Found},
    lockout::{Lockout, Who},
};
use super::error::{ApiError, Result};
use crate::{
    domain::credential::{Credential, Holder, Scope},
    runtime::password::PasswordHash,
    store::{Store, StoreError},
};

/// Passwords that are judged at the same time: each takes 19 MB and a processor, and prices go on meanwhile.
const AT_ONCE: usize = 1;
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
    room: Arc<Semaphore>,
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
        // Those of another password are over.
        kept.retain(
            |one| !matches!(&one.holder, Holder::Browser { password: of } if *of != password),
        );
        Some(Self {
            hash: PasswordHash::parse(hash).map(Arc::new),
            password,
            cookies,
            credentials: Credentials::new(kept),
            unsaved: AtomicU32::new(u32::MAX),
            store: store.clone(),
            known: Mutex::default(),
            lockout: Mutex::default(),
            room: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    /// The session that a request comes from.
    fn session(&self, headers: &HeaderMap, now: Timestamp) -> Option<Caller> {
        let mut secrets = self.cookies.sessions(headers);
        let found = secrets.find_map(|secret| self.credentials.find(secret, true, now));
        found.map(|found| self.note(&found, now))
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
        if self.is_known(&password, who, now)? {
            return Ok(true);
        }
        let Ok(place) = Arc::clone(&self.room).acquire_owned().await else {
            return Ok(false);
        };
        // While this one waited, others were judged.
        if self.is_known(&password, who, now)? {
            return Ok(true);
        }
        lock(&self.lockout).begin(who, now).map_err(must_wait)?;
        let Some(hash) = &self.hash else {
            return Ok(false);
        };
        let (hash, given) = (Arc::clone(hash), password.clone());
        let judging = tokio::task::spawn_blocking(move || {
            // Held to the end, also where the client is gone by then.
            let _place = place;
            hash.is_of(&given)
        });
        let is_right = judging.await.unwrap_or(false);
        if is_right {
            lock(&self.lockout).forget(who);
            *lock(&self.known) = Some(self.cookies.sign("password", &password));
        } else {
            tracing::warn!(%who, "somebody gave a wrong password");
        }
        Ok(is_right)
    }

    /// Whether the password is one that was right before; the error is for those who must wait.
    fn is_known(&self, password: &str, who: &Who, now: Timestamp) -> Result<bool> {
        lock(&self.lockout).check(who, now).map_err(must_wait)?;
        let known = lock(&self.known);
        let tag = known.as_ref();
        Ok(tag.is_some_and(|tag| self.cookies.is_of("password", password, tag.as_ref())))
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

    /// Ends a session or revokes a token: at once, and on the disk before it is acknowledged.
    pub(crate) async fn remove(&self, id: u32) -> Result<()> {
        let was_there = self.credentials.remove(id);
        let removed = self.store.run(move |store| store.remove_credential(id));
        match removed.await {
            // A session that could not be saved.
            Err(StoreError::NotFound(_)) if was_there => Ok(()),
            removed => Ok(removed?),
        }
    }

    /// All tokens and sessions, the oldest first.
    pub(crate) fn credentials(&self, now: Timestamp) -> Vec<Credential> {
        self.credentials.open(now)
    }
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
