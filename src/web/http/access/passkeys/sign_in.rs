//! Signing in with a passkey (section 7.2).

use hyper::header::HeaderValue;
use jiff::Timestamp;
use ring::digest::{SHA256, digest};

use super::{
    Rejection,
    authenticator_data::AuthenticatorData,
    client_data::{Ceremony, ClientData},
    decode, public_key,
    relying_party::RelyingParty,
};
use crate::{
    domain::{passkey::Passkey, person::PersonId},
    web::http::{
        access::{
            Access, lock,
            lockout::{Client, Guess},
            login,
            passwords::{log_wrong_password, wait_error},
        },
        error::{ApiError, Result},
        request::ApiRequest,
    },
};

/// What a browser needs to sign in with a passkey.
pub(crate) struct SignInOptions {
    pub(crate) challenge: String,
    /// Host name of the page.
    pub(crate) host: String,
}

/// A browser's response to [`SignInOptions`]; binary values are in base64url.
pub(crate) struct Assertion {
    pub(crate) id: String,
    pub(crate) client_data: String,
    pub(crate) authenticator_data: String,
    pub(crate) signature: String,
    pub(crate) user_handle: String,
}

impl Access {
    /// Starts a sign-in with a passkey. It asks for no name: the authenticator knows its passkeys for this host.
    ///
    /// # Errors
    /// 409 for a page on which passkeys don't work.
    pub(crate) fn begin_passkey_sign_in(
        &self,
        request: &ApiRequest,
        now: Timestamp,
    ) -> Result<SignInOptions> {
        let page = RelyingParty::of(&request.headers)?;
        let client = login::client_of(self, request);
        Ok(SignInOptions {
            challenge: self.challenges.issue(client, None, now)?,
            host: page.host,
        })
    }

    /// Signs a browser in and returns the cookies of a new session. The response to a refused passkey is the same whatever the reason is,
    /// and it counts as a wrong password.
    ///
    /// # Errors
    /// 403 for a refused passkey, 429 for a client that must wait.
    pub(crate) async fn sign_in_with_passkey(
        &self,
        request: &ApiRequest,
        assertion: Assertion,
        now: Timestamp,
    ) -> Result<[HeaderValue; 2]> {
        let page = RelyingParty::of(&request.headers)?;
        let response = Response::parse(&assertion)?;
        let challenge = self.challenges.take(&response.client_data.challenge, now);
        // A challenge for adding a passkey is of no use here.
        if challenge.is_none_or(|challenge| matches!(challenge.client, Client::Person(_))) {
            return Err(ApiError::forbidden("Signing in took too long. Try again."));
        }
        let id = assertion.id;
        let passkey = self.store.run(move |store| store.find_passkey(&id)).await?;
        let accounts = self.accounts();
        let found = passkey.as_ref().and_then(|passkey| {
            let account = accounts.get(passkey.person)?;
            // Someone whose password was removed may not sign in by themselves any more.
            account.password.is_some().then_some((passkey, account))
        });
        let guess = Guess {
            client: login::client_of(self, request),
            person: found.map_or(PersonId::NOBODY, |(passkey, _)| passkey.person),
        };
        lock(&self.lockout)
            .begin_attempt(&guess, now)
            .map_err(wait_error)?;
        let verified = found.ok_or("unknown id").and_then(|(passkey, account)| {
            let authenticator = response.verify(&page, passkey)?;
            Ok((passkey, account, authenticator))
        });
        let (passkey, account, authenticator) = verified.map_err(|reason| {
            tracing::info!(reason, "access: refused a passkey");
            log_wrong_password(&guess.client);
            ApiError::forbidden("This passkey doesn't work here. Sign in with your password.")
        })?;
        lock(&self.lockout).reset(&guess);
        self.save_passkey_use(passkey, &authenticator, now).await;
        let (identity, passkey) = (account.identity(), Some(passkey.id.clone()));
        login::start_session(self, request, identity, passkey, now).await
    }

    /// Saves the use of a passkey. A sign-in must work even if the disk fails, as the user may need the status page.
    async fn save_passkey_use(
        &self,
        passkey: &Passkey,
        authenticator: &AuthenticatorData,
        now: Timestamp,
    ) {
        let (person, id) = (passkey.person, passkey.id.clone());
        let (count, is_backed_up) = (authenticator.sign_count, authenticator.is_backed_up());
        let saving = self
            .store
            .run(move |store| store.of(person).use_passkey(&id, now, count, is_backed_up));
        if let Err(error) = saving.await {
            tracing::warn!(%error, "access: could not save the use of a passkey");
        }
    }
}

/// A decoded [`Assertion`].
struct Response {
    client_data: ClientData,
    client_data_hash: Vec<u8>,
    authenticator_data: Vec<u8>,
    signature: Vec<u8>,
    user_handle: String,
}

impl Response {
    fn parse(assertion: &Assertion) -> Result<Self> {
        decode(&assertion.id)?;
        let client_data = decode(&assertion.client_data)?;
        Ok(Self {
            client_data_hash: digest(&SHA256, &client_data).as_ref().to_vec(),
            client_data: ClientData::parse(&client_data)?,
            authenticator_data: decode(&assertion.authenticator_data)?,
            signature: decode(&assertion.signature)?,
            user_handle: assertion.user_handle.clone(),
        })
    }

    /// Verifies that the owner of a passkey signed this response on a page of this server.
    fn verify(
        &self,
        page: &RelyingParty,
        passkey: &Passkey,
    ) -> std::result::Result<AuthenticatorData, Rejection> {
        self.client_data.check(Ceremony::Get, page)?;
        // Even a page of another allowed host gets no session with this passkey.
        if page.host != passkey.host {
            return Err("another host");
        }
        if self.user_handle != passkey.user_handle {
            return Err("another user handle");
        }
        let authenticator = AuthenticatorData::parse(&self.authenticator_data)?;
        authenticator.check(&passkey.host)?;
        if authenticator.can_be_backed_up() != passkey.can_be_backed_up {
            return Err("another backup eligibility");
        }
        let signed = [&self.authenticator_data[..], &self.client_data_hash].concat();
        public_key::verify(passkey, &signed, &self.signature)?;
        let is_counting = authenticator.sign_count > 0 || passkey.sign_count > 0;
        if is_counting && authenticator.sign_count <= passkey.sign_count {
            tracing::warn!(
                person = %passkey.person,
                passkey = passkey.name,
                "access: the counter of a passkey did not rise; it may have been copied"
            );
            return Err("the counter did not rise");
        }
        Ok(authenticator)
    }
}
