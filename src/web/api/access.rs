//! Who may come in: tokens of programs, and browsers that signed in.

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
            access::{Access, caller::Caller},
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, number},
        },
    },
};

/// Letters of a token's name at most.
const NAME: usize = 80;

/// Who may come in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WhoMayEnter {
    /// Whether a password is asked for. Without one everybody may come in, and there are no tokens.
    asks_password: bool,
    /// Tokens, the oldest first.
    tokens: Vec<AccessToken>,
    /// Browsers that are signed in, the oldest first.
    sessions: Vec<BrowserSession>,
}

/// A token, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccessToken {
    /// Its number.
    id: u32,
    /// Chosen by a person.
    name: String,
    /// What it is good for.
    scope: Scope,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    made_at: Timestamp,
    /// When it was last used, to the hour; null where it never was.
    #[schema(value_type = Option<String>, format = DateTime)]
    used_at: Option<Timestamp>,
}

/// A token that was just made.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MadeToken {
    /// As it stands in the list.
    #[serde(flatten)]
    token: AccessToken,
    /// The secret, which is told this once.
    secret: String,
}

/// A token to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewToken {
    /// What it is for.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    name: String,
    /// What it is good for.
    scope: Scope,
}

/// A browser that is signed in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BrowserSession {
    /// Its number.
    id: u32,
    /// As in 'Firefox on Linux'.
    browser: String,
    /// Whether it is the one that asks.
    is_own: bool,
    /// When it signed in.
    #[schema(value_type = String, format = DateTime)]
    made_at: Timestamp,
    /// When it was last here, to the hour.
    #[schema(value_type = String, format = DateTime)]
    used_at: Timestamp,
}

/// The token that a credential is; `None` for a session.
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

/// Who may come in. Only for a person: a token gets 403.
#[utoipa::path(get, path = "/api/access",
    responses((status = 200, description = "Whether a password is set, tokens without their secrets, and signed-in browsers.", body = WhoMayEnter),
        (status = 403, description = "The caller sent a token; only a signed-in person may see this.", body = String)))]
pub(crate) fn list(state: &AppState, request: &ApiRequest) -> Reply {
    let access = state.access.as_ref();
    let all = access.map(|access| access.credentials(state.now()));
    let all = all.unwrap_or_default();
    let who = WhoMayEnter {
        asks_password: access.is_some(),
        tokens: all.iter().filter_map(token).collect(),
        sessions: all
            .iter()
            .filter_map(|one| session(one, request.caller))
            .collect(),
    };
    reply::json(StatusCode::OK, &who)
}

/// Makes a token for a program. Its secret is in this answer and nowhere else. Only for a person.
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

/// Revokes a token: it lets nobody in any more, and live connections of its program end. Only for a person.
#[utoipa::path(delete, path = "/api/access/tokens/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The token is revoked."),
        (status = 404, description = "There is no such token.", body = String),
        (status = 409, description = "No password is set.", body = String)))]
pub(crate) async fn revoke_token(state: &AppState, id: &str) -> Result<Reply> {
    remove(state, number(id, "token")?, false).await
}

/// Signs a browser out. Only for a person.
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
        return Err(ApiError::not_found(format!("There is no {what} '{id}'.")));
    }
    access.remove(id).await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// The access of a server that asks for a password.
fn asked(state: &AppState) -> Result<&Access> {
    state.access.as_ref().ok_or_else(|| {
        ApiError::conflict(
            "No password is set: everybody comes in without a token. Set password_hash first.",
        )
    })
}

fn clean(name: &str) -> Result<String> {
    let name = name.trim();
    let refusal = if is_blank(name) {
        "Please enter a name for the token."
    } else if name.chars().any(is_control) {
        "A name may hold no control characters."
    } else if name.chars().count() > NAME {
        "A name may have at most 80 letters."
    } else {
        return Ok(name.to_owned());
    };
    Err(ApiError::unprocessable(refusal))
}
