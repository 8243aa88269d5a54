//! Adding a passkey for a signed-in person (section 7.1).

use jiff::Timestamp;

use super::{
    Rejection,
    authenticator_data::AuthenticatorData,
    client_data::{Ceremony, ClientData},
    decode, public_key,
    relying_party::RelyingParty,
};
use crate::{
    domain::passkey::{Algorithm, Passkey},
    web::http::{
        access::{Access, Caller, lockout::Client, secret},
        error::{ApiError, Result},
        request::ApiRequest,
    },
};

/// Maximum length of a credential's id in bytes.
const MAX_ID_BYTES: usize = 1_023;

/// What a browser needs to create a passkey.
pub(crate) struct CreationOptions {
    pub(crate) challenge: String,
    /// Host name of the page.
    pub(crate) host: String,
    pub(crate) user_handle: String,
    pub(crate) user_name: String,
    /// Ids of the person's passkeys: an authenticator that has one of them creates no second one.
    pub(crate) existing_ids: Vec<String>,
}

/// A browser's response to [`CreationOptions`]; binary values are in base64url.
pub(crate) struct NewPasskey {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) client_data: String,
    pub(crate) authenticator_data: String,
    pub(crate) public_key: String,
    pub(crate) algorithm: i32,
}

impl Access {
    /// Starts adding a passkey for the caller.
    ///
    /// # Errors
    /// 409 for a caller whom a proxy signs in, and for a page on which passkeys don't work.
    pub(crate) async fn begin_adding_passkey(
        &self,
        request: &ApiRequest,
        now: Timestamp,
    ) -> Result<CreationOptions> {
        if matches!(request.caller, Caller::Proxy(_)) {
            return Err(ApiError::conflict(
                "A proxy signs you in, so you don't need a passkey here.",
            ));
        }
        let page = RelyingParty::of(&request.headers)?;
        let person = request.person();
        let accounts = self.accounts();
        let account = accounts.get(person).ok_or_else(ApiError::internal)?;
        let passkeys = self.store.run(move |store| store.of(person).passkeys());
        let passkeys = passkeys.await?;
        let user_handle = match passkeys.first() {
            Some(passkey) => passkey.user_handle.clone(),
            None => secret::random()?,
        };
        let client = Client::Person(person);
        let challenge = self
            .challenges
            .issue(client, Some(user_handle.clone()), now)?;
        Ok(CreationOptions {
            challenge,
            host: page.host,
            user_handle,
            user_name: account.person.name.clone(),
            existing_ids: passkeys.into_iter().map(|passkey| passkey.id).collect(),
        })
    }

    /// Adds the passkey that a browser created for the caller.
    ///
    /// # Errors
    /// 422 if a check fails; 409 if the passkey is known or the person has too many.
    pub(crate) async fn add_passkey(
        &self,
        request: &ApiRequest,
        new: NewPasskey,
        now: Timestamp,
    ) -> Result<Passkey> {
        let page = RelyingParty::of(&request.headers)?;
        let client_data = ClientData::parse(&decode(&new.client_data)?)?;
        let authenticator_data = decode(&new.authenticator_data)?;
        let (id, public_key) = (decode(&new.id)?, decode(&new.public_key)?);
        let person = request.person();
        let challenge = self.challenges.take(&client_data.challenge, now);
        let user_handle = challenge
            .filter(|challenge| challenge.client == Client::Person(person))
            .and_then(|challenge| challenge.user_handle)
            .ok_or_else(|| {
                ApiError::unprocessable("Adding the passkey took too long. Try again.")
            })?;
        let check = || -> std::result::Result<(Algorithm, AuthenticatorData), Rejection> {
            client_data.check(Ceremony::Create, &page)?;
            let authenticator = AuthenticatorData::parse(&authenticator_data)?;
            authenticator.check(&page.host)?;
            if id.len() > MAX_ID_BYTES || authenticator.credential_id.as_ref() != Some(&id) {
                return Err("its id is not the one of the authenticator");
            }
            let algorithm = Algorithm::from_cose_number(new.algorithm)
                .ok_or("its signature algorithm is not supported")?;
            public_key::check(algorithm, &public_key)?;
            Ok((algorithm, authenticator))
        };
        let (algorithm, authenticator) = check().map_err(|reason| {
            tracing::info!(reason, "access: refused a new passkey");
            ApiError::unprocessable(format!("The passkey can't be added: {reason}."))
        })?;
        let passkey = Passkey {
            id: new.id,
            person,
            name: new.name,
            host: page.host,
            user_handle,
            algorithm,
            public_key: new.public_key,
            sign_count: authenticator.sign_count,
            can_be_backed_up: authenticator.can_be_backed_up(),
            is_backed_up: authenticator.is_backed_up(),
            made_at: now,
            used_at: None,
        };
        let saving = self
            .store
            .run(move |store| store.of(person).add_passkey(&passkey));
        Ok(saving.await?)
    }
}
