//! Endpoints for managing access: API tokens, the sessions of signed-in browsers, and the list of passkeys. Requests are authenticated in
//! `web::http::access::auth`.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::passkeys::{self, PasskeyRow};
use crate::{
    domain::{
        credential::{Credential, Holder, Scope},
        validation::{is_blank, is_control},
    },
    web::{
        AppState,
        http::{
            access::{Access, Caller},
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, positive_number},
        },
    },
};

/// Maximum length of a token's name, in characters.
const MAX_NAME_CHARS: usize = 80;

/// The API tokens, browser sessions and passkeys of a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessOverview {
    /// Whether a password is set. Without a password, everyone has full access and there are no tokens.
    asks_password: bool,
    /// Tokens, oldest first.
    tokens: Vec<AccessToken>,
    /// Sessions of signed-in browsers, oldest first.
    sessions: Vec<BrowserSession>,
    /// Passkeys, oldest first.
    passkeys: Vec<PasskeyRow>,
}

/// An API token, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessToken {
    /// The token's id.
    id: u32,
    /// The name chosen by the user.
    name: String,
    /// Requests that the token allows.
    scope: Scope,
    /// When the token was created.
    #[schema(value_type = String, format = DateTime)]
    made_at: Timestamp,
    /// When the token was last used, to the hour; null if it was never used.
    #[schema(value_type = Option<String>, format = DateTime)]
    used_at: Option<Timestamp>,
}

/// A newly created token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreatedToken {
    /// The token as it appears in the list.
    #[serde(flatten)]
    token: AccessToken,
    /// The secret with which a program authenticates. No other response contains it.
    secret: String,
}

/// Request body for creating a token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewToken {
    /// Name of the token, such as its purpose.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    name: String,
    /// Requests that the token allows.
    scope: Scope,
}

/// The session of a signed-in browser.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrowserSession {
    /// The session's id.
    id: u32,
    /// Name of the browser, as in 'Firefox on Linux'.
    browser: String,
    /// Whether this session belongs to the browser that sent the request.
    is_own: bool,
    /// When the browser signed in.
    #[schema(value_type = String, format = DateTime)]
    made_at: Timestamp,
    /// When the session was last used, to the hour.
    #[schema(value_type = String, format = DateTime)]
    used_at: Timestamp,
}

/// Converts a credential to a token; `None` for the credential of a session.
fn to_token(credential: &Credential) -> Option<AccessToken> {
    let Holder::Program { scope } = credential.holder else {
        return None;
    };
    Some(AccessToken {
        id: credential.id,
        name: credential.name.clone(),
        scope,
        made_at: credential.made_at,
        used_at: credential.used_at,
    })
}

/// Converts a credential to a session; `None` for the credential of a token.
fn to_session(credential: &Credential, caller: Caller) -> Option<BrowserSession> {
    credential.is_session().then(|| BrowserSession {
        id: credential.id,
        browser: credential.name.clone(),
        is_own: matches!(caller, Caller::Browser(id, _) if id == credential.id),
        made_at: credential.made_at,
        used_at: credential.used_at.unwrap_or(credential.made_at),
    })
}

/// Lists tokens, signed-in browsers and passkeys. Only for signed-in users: a request with a token gets 403.
#[utoipa::path(get, path = "/api/access",
    responses((status = 200, description = "Whether a password is set, tokens without their secrets, signed-in browsers, and passkeys.", body = AccessOverview),
        (status = 403, description = "The request has a token; only signed-in users may list tokens, browsers and passkeys.", body = String)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let access = state.access.as_ref();
    let credentials = access.map(|access| access.credentials(request.person(), state.now()));
    let credentials = credentials.unwrap_or_default();
    let overview = AccessOverview {
        asks_password: access.is_some(),
        tokens: credentials.iter().filter_map(to_token).collect(),
        sessions: credentials
            .iter()
            .filter_map(|credential| to_session(credential, request.caller))
            .collect(),
        passkeys: passkeys::list(state, request).await?,
    };
    Ok(reply::json(StatusCode::OK, &overview))
}

/// Creates a token for a program. Only this response contains the secret. Only for signed-in users.
#[utoipa::path(post, path = "/api/access/tokens", request_body = NewToken,
    responses((status = 201, description = "The token, with its secret.", body = CreatedToken)))]
pub(crate) async fn create_token(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewToken = request.json()?;
    let name = check_name(&new.name)?;
    let access = access_management(state)?;
    let (credential, secret) = access
        .make_token(request.person(), name, new.scope, state.now())
        .await?;
    let token = to_token(&credential).ok_or_else(ApiError::internal)?;
    Ok(reply::json(
        StatusCode::CREATED,
        &CreatedToken { token, secret },
    ))
}

/// Revokes a token. Requests with it are refused from now on, and live connections that use it are closed. Only for signed-in users.
#[utoipa::path(delete, path = "/api/access/tokens/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The token is revoked."),
        (status = 404, description = "There is no such token.", body = String),
        (status = 409, description = "No password is set.", body = String)))]
pub(crate) async fn revoke_token(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
) -> Result<Reply> {
    remove_credential(state, request, positive_number(id, "token")?, false).await
}

/// Signs a browser out. Only for signed-in users.
#[utoipa::path(delete, path = "/api/access/sessions/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The browser is signed out."),
        (status = 404, description = "There is no such session.", body = String),
        (status = 409, description = "No password is set.", body = String)))]
pub(crate) async fn end_session(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    remove_credential(state, request, positive_number(id, "session")?, true).await
}

/// Removes the credential of a session or a token. Returns 404 if there is none with this id.
async fn remove_credential(
    state: &AppState,
    request: &ApiRequest,
    id: u32,
    is_session: bool,
) -> Result<Reply> {
    let access = access_management(state)?;
    let mut credentials = access
        .credentials(request.person(), state.now())
        .into_iter();
    if !credentials.any(|known| known.id == id && known.is_session() == is_session) {
        let kind = if is_session { "session" } else { "token" };
        return Err(ApiError::not_found(format!("Unknown {kind} '{id}'.")));
    }
    access.remove(request.person(), id).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Returns the access management, or 409 if no password is set.
fn access_management(state: &AppState) -> Result<&Access> {
    state.access.as_ref().ok_or_else(|| {
        ApiError::conflict(
            "No password is configured, so tokens are not needed; set password_hash first.",
        )
    })
}

/// Trims and validates the name of a token.
fn check_name(name: &str) -> Result<String> {
    let name = name.trim();
    let error = if is_blank(name) {
        "Please enter a name for the token."
    } else if name.chars().any(is_control) {
        "A name can't contain control characters."
    } else if name.chars().count() > MAX_NAME_CHARS {
        "A name can have at most 80 characters."
    } else {
        return Ok(name.to_owned());
    };
    Err(ApiError::unprocessable(error))
}
