//! Access management: API tokens and signed-in browser sessions.

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
            request::{ApiRequest, number},
        },
    },
};

/// Maximum length of a token's name, in characters.
const MAX_NAME_CHARS: usize = 80;

/// Access to this server: tokens and sessions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessOverview {
    /// Whether a password is set. Without one, everybody has full access and there are no tokens.
    asks_password: bool,
    /// Tokens, the oldest first.
    tokens: Vec<AccessToken>,
    /// Browsers that are signed in, the oldest first.
    sessions: Vec<BrowserSession>,
}

/// An API token, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessToken {
    /// The token's number.
    id: u32,
    /// The name chosen by the user.
    name: String,
    /// What the token allows.
    scope: Scope,
    /// When the token was created.
    #[schema(value_type = String, format = DateTime)]
    made_at: Timestamp,
    /// When the token was last used, to the hour; null if never.
    #[schema(value_type = Option<String>, format = DateTime)]
    used_at: Option<Timestamp>,
}

/// A newly created token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MadeToken {
    /// The token as it appears in the list.
    #[serde(flatten)]
    token: AccessToken,
    /// The secret. It is returned only once.
    secret: String,
}

/// Request body for creating a token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewToken {
    /// What the token is for.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    name: String,
    /// What the token allows.
    scope: Scope,
}

/// A signed-in browser.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrowserSession {
    /// The session's number.
    id: u32,
    /// For example 'Firefox on Linux'.
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

/// Converts a credential to a token; `None` for a session.
fn token(credential: &Credential) -> Option<AccessToken> {
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

fn session(credential: &Credential, caller: Caller) -> Option<BrowserSession> {
    credential.is_session().then(|| BrowserSession {
        id: credential.id,
        browser: credential.name.clone(),
        is_own: caller == Caller::Browser(credential.id),
        made_at: credential.made_at,
        used_at: credential.used_at.unwrap_or(credential.made_at),
    })
}

/// Lists tokens and signed-in browsers. Only for a signed-in person: a token gets 403.
#[utoipa::path(get, path = "/api/access",
    responses((status = 200, description = "Whether a password is set, tokens without their secrets, and signed-in browsers.", body = AccessOverview),
        (status = 403, description = "The caller sent a token; only a signed-in person may see this.", body = String)))]
pub(crate) fn list(state: &AppState, request: &ApiRequest) -> Reply {
    let access = state.access.as_ref();
    let all = access.map(|access| access.credentials(state.now()));
    let all = all.unwrap_or_default();
    let overview = AccessOverview {
        asks_password: access.is_some(),
        tokens: all.iter().filter_map(token).collect(),
        sessions: all
            .iter()
            .filter_map(|one| session(one, request.caller))
            .collect(),
    };
    reply::json(StatusCode::OK, &overview)
}

/// Creates a token for a program. The secret appears only in this response. Only for a signed-in person.
#[utoipa::path(post, path = "/api/access/tokens", request_body = NewToken,
    responses((status = 201, description = "The token, with its secret.", body = MadeToken)))]
pub(crate) async fn make_token(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewToken = request.json()?;
    let name = clean(&new.name)?;
    let access = asked(state)?;
    let (made, secret) = access.make_token(name, new.scope, state.now()).await?;
    let token = token(&made).ok_or_else(ApiError::internal)?;
    Ok(reply::json(
        StatusCode::CREATED,
        &MadeToken { token, secret },
    ))
}

/// Revokes a token: it stops working and live connections that use it are closed. Only for a signed-in person.
#[utoipa::path(delete, path = "/api/access/tokens/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The token is revoked."),
        (status = 404, description = "There is no such token.", body = String),
        (status = 409, description = "No password is set.", body = String)))]
pub(crate) async fn revoke_token(state: &AppState, id: &str) -> Result<Reply> {
    remove(state, number(id, "token")?, false).await
}

/// Signs a browser out. Only for a signed-in person.
#[utoipa::path(delete, path = "/api/access/sessions/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The browser is signed out."),
        (status = 404, description = "There is no such session.", body = String),
        (status = 409, description = "No password is set.", body = String)))]
pub(crate) async fn end_session(state: &AppState, id: &str) -> Result<Reply> {
    remove(state, number(id, "session")?, true).await
}

async fn remove(state: &AppState, id: u32, is_session: bool) -> Result<Reply> {
    let access = asked(state)?;
    let mut all = access.credentials(state.now()).into_iter();
    if !all.any(|one| one.id == id && one.is_session() == is_session) {
        let what = if is_session { "session" } else { "token" };
        return Err(ApiError::not_found(format!("Unknown {what} '{id}'.")));
    }
    access.remove(id).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Returns access management, or 409 if no password is set.
fn asked(state: &AppState) -> Result<&Access> {
    state.access.as_ref().ok_or_else(|| {
        ApiError::conflict(
            "No password is configured, so tokens are not needed; set password_hash first.",
        )
    })
}

fn clean(name: &str) -> Result<String> {
    let name = name.trim();
    let refusal = if is_blank(name) {
        "Please enter a name for the token."
    } else if name.chars().any(is_control) {
        "A name can't contain control characters."
    } else if name.chars().count() > MAX_NAME_CHARS {
        "A name can have at most 80 characters."
    } else {
        return Ok(name.to_owned());
    };
    Err(ApiError::unprocessable(refusal))
}
