//! Verification of passwords, with the rate limit on wrong ones.

use std::sync::Arc;

use hyper::{
    StatusCode,
    header::{HeaderValue, RETRY_AFTER},
};
use jiff::{SignedDuration, Timestamp};
use ring::hmac;

use super::{
    Access, Account, Identity, lock,
    lockout::{Client, Guess},
};
use crate::{
    domain::person::{Person, PersonId},
    runtime::repeat_filter::UNFILTERED,
    web::http::error::{ApiError, Result},
};

impl Access {
    /// Returns true if a person has this password.
    ///
    /// # Errors
    /// 429 after too many wrong passwords of the person.
    pub(crate) async fn is_password_of(
        &self,
        person: &Person,
        password: String,
        now: Timestamp,
    ) -> Result<bool> {
        let client = Client::Person(person.id);
        let verified = self.verify_password(&person.name, password, &client, now);
        Ok(verified.await?.is_some())
    }

    /// Verifies the password of the person with this name. An empty name, and any name while the owner is the only person, is the owner.
    /// Returns `None` if the password is wrong or nobody has the name; both take the same time.
    ///
    /// # Errors
    /// 429 for a client that must wait, even if the password is correct: otherwise an attacker could continue to guess.
    pub(super) async fn verify_password(
        &self,
        name: &str,
        password: String,
        client: &Client,
        now: Timestamp,
    ) -> Result<Option<Identity>> {
        let accounts = self.accounts.load_full();
        let account = if name.trim().is_empty() || !accounts.has_others() {
            accounts.owner()
        } else {
            accounts.by_name(name)
        };
        let identity = account.map(Account::identity);
        let guess = &Guess {
            client: client.clone(),
            person: identity.map_or(PersonId::NOBODY, |identity| identity.person),
        };
        if let Some(is_correct) = self.check_known_password(account, &password, guess, now)? {
            return Ok(identity.filter(|_| is_correct));
        }
        let Some(turn) = self.queue.wait(client, now).await else {
            return Err(queue_full_error());
        };
        // The same password may have been verified while this request waited.
        if let Some(is_correct) = self.check_known_password(account, &password, guess, now)? {
            return Ok(identity.filter(|_| is_correct));
        }
        lock(&self.lockout)
            .begin_attempt(guess, now)
            .map_err(wait_error)?;
        // Without an account or a password, the password of another account is verified, so that the response takes as long.
        let own_hash = account.and_then(|account| account.password.clone());
        let is_real = own_hash.is_some();
        let Some(password_hash) = own_hash.or_else(|| accounts.any_password()) else {
            return Ok(None);
        };
        let (candidate, memory) = (password.clone(), Arc::clone(&self.memory));
        let verification = tokio::task::spawn_blocking(move || {
            // Runs to the end even if the client disconnects.
            let _turn = turn;
            password_hash.verify(&candidate, &mut lock(&memory))
        });
        let is_correct = verification.await.unwrap_or(false) && is_real;
        if let Some(account) = account.filter(|_| is_correct) {
            lock(&self.lockout).reset(guess);
            let tag = self.sign_password(account, &password);
            let verified = (account.password_id.clone(), tag);
            lock(&self.verified_passwords).insert(account.person.id, verified);
        } else {
            let tag = self.sign_wrong_password(account, &password);
            lock(&self.lockout).record_wrong_password(guess, tag);
            log_wrong_password(client);
        }
        Ok(identity.filter(|_| is_correct))
    }

    /// Compares a password to the ones that were verified before, which avoids the expensive hash. Returns `None` for a new password.
    ///
    /// # Errors
    /// 429 for a client that must wait.
    fn check_known_password(
        &self,
        account: Option<&Account>,
        password: &str,
        guess: &Guess,
        now: Timestamp,
    ) -> Result<Option<bool>> {
        let lockout = lock(&self.lockout);
        lockout.check(guess, now).map_err(wait_error)?;
        let wrong = self.sign_wrong_password(account, password);
        let is_known_wrong = |tag: &hmac::Tag| tag.as_ref() == wrong.as_ref();
        if lockout.wrong_passwords(guess).iter().any(is_known_wrong) {
            return Ok(Some(false));
        }
        drop(lockout);
        let Some(account) = account else {
            return Ok(None);
        };
        let is_correct = lock(&self.verified_passwords)
            .get(&account.person.id)
            .is_some_and(|(password_id, tag)| {
                *password_id == account.password_id
                    && self
                        .cookies
                        .verify(&signature_purpose(account), password, tag.as_ref())
            });
        Ok(is_correct.then_some(true))
    }

    fn sign_password(&self, account: &Account, password: &str) -> hmac::Tag {
        self.cookies.sign(&signature_purpose(account), password)
    }

    /// Signs a wrong password of an account, or of a name that nobody has.
    fn sign_wrong_password(&self, account: Option<&Account>, password: &str) -> hmac::Tag {
        match account {
            Some(account) => self.sign_password(account, password),
            None => self.cookies.sign("password of nobody", password),
        }
    }
}

/// Returns what a signature of an account's password is for, so that the same password of another account has another signature.
fn signature_purpose(account: &Account) -> String {
    match account.person.id {
        PersonId::OWNER => "password".to_owned(),
        id => format!("password of {id}"),
    }
}

/// Logs a wrong password or a refused passkey: every time, as tools that block addresses, such as fail2ban, count these lines.
pub(super) fn log_wrong_password(client: &Client) {
    tracing::warn!(target: UNFILTERED, %client, "access: wrong password");
}

fn queue_full_error() -> ApiError {
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        "Too many sign-ins at the moment. Try again in a few seconds.",
    )
    .with_header(RETRY_AFTER, HeaderValue::from_static("2"))
}

pub(super) fn wait_error(wait: SignedDuration) -> ApiError {
    let seconds = wait.as_secs().max(1);
    ApiError::new(
        StatusCode::TOO_MANY_REQUESTS,
        format!("Too many wrong passwords from your address. Try again in {seconds} seconds."),
    )
    .with_header(RETRY_AFTER, HeaderValue::from(seconds))
}
