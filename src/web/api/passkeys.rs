//! Endpoints for passkeys: adding, renaming and removing one's own, and signing in with them. The checks are in
//! `web::http::access::passkeys`.

use hyper::{StatusCode, header::SET_COOKIE};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::passkey::{Algorithm, Passkey, check_name},
    web::{
        AppState,
        http::{
            access::{
                Access,
                passkeys::{self, Assertion},
            },
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// A passkey, without its key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyRow {
    /// The credential's id, in base64url.
    id: String,
    /// The name chosen by the user.
    name: String,
    /// Host name of the pages on which the passkey works.
    host: String,
    /// Whether the passkey is synced to other devices.
    is_synced: bool,
    /// When the passkey was added.
    #[schema(value_type = String, format = DateTime)]
    made_at: Timestamp,
    /// When somebody last signed in with the passkey; null if never.
    #[schema(value_type = Option<String>, format = DateTime)]
    used_at: Option<Timestamp>,
}

impl From<Passkey> for PasskeyRow {
    fn from(passkey: Passkey) -> Self {
        Self {
            id: passkey.id,
            name: passkey.name,
            host: passkey.host,
            is_synced: passkey.is_backed_up,
            made_at: passkey.made_at,
            used_at: passkey.used_at,
        }
    }
}

/// What `navigator.credentials.create()` needs. It must ask for a discoverable credential and for user verification.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyCreation {
    /// Random bytes to sign, in base64url.
    challenge: String,
    /// Id of the relying party: the host name of the page.
    host: String,
    /// Id of the person's account in their authenticators, in base64url.
    user_handle: String,
    /// Name of the person.
    user_name: String,
    /// COSE numbers of the accepted signature algorithms, most preferred first.
    algorithms: Vec<i32>,
    /// Ids of the person's passkeys, in base64url: an authenticator that has one of them creates no second one.
    existing_ids: Vec<String>,
    /// Milliseconds until the challenge expires.
    timeout: u32,
}

/// A passkey that a browser created. Binary values are in base64url without padding.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewPasskey {
    /// Name of the passkey, such as the device.
    #[schema(min_length = 1, max_length = 60, pattern = "<name>")]
    name: String,
    /// The credential's id.
    id: String,
    /// The client data, as JSON.
    client_data: String,
    /// The authenticator data.
    authenticator_data: String,
    /// The public key, as `SubjectPublicKeyInfo` in DER.
    public_key: String,
    /// COSE number of the signature algorithm.
    algorithm: i32,
}

/// A new name of a passkey.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PasskeyChange {
    /// The new name.
    #[schema(min_length = 1, max_length = 60, pattern = "<name>")]
    name: String,
}

/// What `navigator.credentials.get()` needs. It must ask for user verification.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyRequest {
    /// Random bytes to sign, in base64url.
    challenge: String,
    /// Id of the relying party: the host name of the page.
    host: String,
    /// Milliseconds until the challenge expires.
    timeout: u32,
}

/// A signature with a passkey. Binary values are in base64url without padding.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PasskeySignIn {
    /// The credential's id.
    id: String,
    /// The client data, as JSON.
    client_data: String,
    /// The authenticator data.
    authenticator_data: String,
    /// The signature.
    signature: String,
    /// Id of the person's account, as stored in the authenticator.
    user_handle: String,
}

/// Lists the passkeys of the person who sent the request, oldest first.
pub(super) async fn list(state: &AppState, request: &ApiRequest) -> Result<Vec<PasskeyRow>> {
    let passkeys = request.store(state, |store| store.passkeys()).await?;
    Ok(passkeys.into_iter().map(PasskeyRow::from).collect())
}

/// Starts adding a passkey. The challenge is valid for five minutes. Only for signed-in users.
#[utoipa::path(post, path = "/api/access/passkeys/options",
    responses((status = 200, description = "What the browser needs to create the passkey.", body = PasskeyCreation),
        (status = 409, description = "No password is set, a proxy signs the person in, or passkeys don't work on this page.", body = String)))]
pub(crate) async fn creation_options(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let options = access(state)?
        .begin_adding_passkey(request, state.now())
        .await?;
    let creation = PasskeyCreation {
        challenge: options.challenge,
        host: options.host,
        user_handle: options.user_handle,
        user_name: options.user_name,
        algorithms: Algorithm::ALL.map(Algorithm::cose_number).to_vec(),
        existing_ids: options.existing_ids,
        timeout: timeout(),
    };
    Ok(reply::json(StatusCode::OK, &creation))
}

/// Adds the passkey that the browser created. Only for signed-in users.
#[utoipa::path(post, path = "/api/access/passkeys", request_body = NewPasskey,
    responses((status = 201, description = "The passkey.", body = PasskeyRow),
        (status = 409, description = "The passkey is registered already, there are 20 passkeys, or passkeys don't work on this page.", body = String),
        (status = 422, description = "The name is invalid, the challenge expired, or a check of the passkey failed.", body = String)))]
pub(crate) async fn add(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewPasskey = request.json()?;
    let name = check_name(&new.name)?;
    let new = passkeys::NewPasskey {
        name,
        id: new.id,
        client_data: new.client_data,
        authenticator_data: new.authenticator_data,
        public_key: new.public_key,
        algorithm: new.algorithm,
    };
    let added = access(state)?.add_passkey(request, new, state.now());
    let row = PasskeyRow::from(added.await?);
    Ok(reply::json(StatusCode::CREATED, &row))
}

/// Renames a passkey. Only for signed-in users.
#[utoipa::path(patch, path = "/api/access/passkeys/{id}", params(("id" = String, Path)), request_body = PasskeyChange,
    responses((status = 200, description = "The renamed passkey.", body = PasskeyRow),
        (status = 404, description = "There is no such passkey.", body = String)))]
pub(crate) async fn rename(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let change: PasskeyChange = request.json()?;
    let name = check_name(&change.name)?;
    let id = id.to_owned();
    let renamed = request.store(state, move |store| store.rename_passkey(&id, &name));
    let row = PasskeyRow::from(renamed.await?);
    Ok(reply::json(StatusCode::OK, &row))
}

/// Removes a passkey. Browsers that signed in with it are signed out, except for the one that sends the request. Only for signed-in users.
#[utoipa::path(delete, path = "/api/access/passkeys/{id}", params(("id" = String, Path)),
    responses((status = 204, description = "The passkey is removed."),
        (status = 404, description = "There is no such passkey.", body = String),
        (status = 409, description = "No password is set.", body = String)))]
pub(crate) async fn remove(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    access(state)?.remove_passkey(request.caller, id).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Starts a sign-in with a passkey. The challenge is valid for five minutes.
#[utoipa::path(post, path = "/api/session/passkey/options",
    responses((status = 200, description = "What the browser needs to sign the challenge.", body = PasskeyRequest),
        (status = 409, description = "No password is set, or passkeys don't work on this page.", body = String)))]
pub(crate) fn sign_in_options(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let options = access(state)?.begin_passkey_sign_in(request, state.now())?;
    let options = PasskeyRequest {
        challenge: options.challenge,
        host: options.host,
        timeout: timeout(),
    };
    Ok(reply::json(StatusCode::OK, &options))
}

/// Signs a browser in with a passkey. A refused passkey counts as a wrong password.
#[utoipa::path(post, path = "/api/session/passkey", request_body = PasskeySignIn,
    responses((status = 204, description = "Signed in: the response sets the session cookie."),
        (status = 403, description = "The passkey is refused, or the challenge expired.", body = String),
        (status = 409, description = "No password is set, or passkeys don't work on this page.", body = String),
        (status = 429, description = "Too many wrong passwords or refused passkeys from this address.", body = String)))]
pub(crate) async fn sign_in(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let access = access(state)?;
    let sign_in: PasskeySignIn = request.json()?;
    let assertion = Assertion {
        id: sign_in.id,
        client_data: sign_in.client_data,
        authenticator_data: sign_in.authenticator_data,
        signature: sign_in.signature,
        user_handle: sign_in.user_handle,
    };
    let cookies = access
        .sign_in_with_passkey(request, assertion, state.now())
        .await?;
    let mut reply = reply::empty(StatusCode::NO_CONTENT);
    for cookie in cookies {
        reply.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(reply)
}

/// Returns the access control, or 409 on a server without a password.
fn access(state: &AppState) -> Result<&Access> {
    state
        .access
        .as_ref()
        .ok_or_else(|| ApiError::conflict("No password is set, so there is nothing to sign in to."))
}

/// Returns how long a browser may wait for the authenticator, in milliseconds.
fn timeout() -> u32 {
    u32::try_from(passkeys::LIFETIME.as_millis()).unwrap_or(u32::MAX)
}
