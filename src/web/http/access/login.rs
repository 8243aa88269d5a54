//! Signing in and out: answers `login` and `logout`, and starts and ends the sessions of browsers.

use hyper::{
    HeaderMap, Method, Request, StatusCode,
    body::Incoming,
    header::{HeaderValue, ORIGIN, SET_COOKIE},
};
use jiff::Timestamp;

use super::{
    Access, Caller, Identity,
    auth::{AuthContext, percent_encode},
    cookies::CookieScope,
    lockout::Client,
    sign_in_page::{self, SignInForm},
    user_agent,
};
use crate::web::{
    AppState,
    http::{
        connections::rate_limit_prefix,
        error::{ApiError, Result},
        reply::{self, Reply},
        request::ApiRequest,
        security,
    },
    settings::ServerUrl,
};

/// Maximum size of the sign-in form in bytes.
const MAX_FORM_BYTES: usize = 4_096;

/// Answers requests to `login` and `logout`.
pub(in crate::web::http) async fn answer(
    state: &AppState,
    access: &Access,
    context: &AuthContext<'_>,
    is_login: bool,
    request: Request<Incoming>,
) -> Result<Reply> {
    let (head, body) = request.into_parts();
    let is_post = head.method == Method::POST;
    if is_post {
        security::check_origin(
            &head.headers,
            context.authority,
            &state.allowed_hosts.load(),
        )?;
    } else if !(is_login && matches!(head.method, Method::GET | Method::HEAD)) {
        return Err(ApiError::method_not_allowed(if is_login {
            "GET, POST"
        } else {
            "POST"
        }));
    }
    if !is_login {
        return sign_out(state, access, context, &head.headers).await;
    }
    let server_url = ServerUrl {
        origin: None,
        base: context.base.to_owned(),
    };
    let request = ApiRequest::new(head, Caller::default(), server_url);
    let mut request = request.with_client(context.address, context.is_secure);
    if is_post {
        request = request.with_body(body, MAX_FORM_BYTES, state).await?;
    }
    if !is_post
        && access
            .authenticate_session(&request.headers, state.now())
            .is_some()
    {
        return Ok(sign_in_page::for_signed_in_user(context.base));
    }
    let next = request.query("next").filter(|next| is_local_path(next));
    let action = match &next {
        Some(next) => format!("{}login?next={}", context.base, percent_encode(next)),
        None => format!("{}login", context.base),
    };
    let form = SignInForm {
        action: &action,
        asks_name: access.accounts().has_others(),
        passkey_target: access
            .has_passkeys()
            .await
            .then(|| next.as_deref().unwrap_or(context.base)),
        base: context.base,
    };
    let Some(password) = request.field("password").filter(|_| is_post) else {
        return Ok(form.page(StatusCode::OK, None));
    };
    let name = request.field("name").unwrap_or_default();
    match sign_in(access, &request, (&name, password), state.now()).await {
        Ok(Some(cookies)) => {
            let mut reply = reply::redirect(next.as_deref().unwrap_or(context.base))?;
            for cookie in cookies {
                reply.headers_mut().append(SET_COOKIE, cookie);
            }
            Ok(reply)
        }
        Ok(None) => {
            let message = if form.asks_name {
                "Wrong name or password."
            } else {
                "Wrong password."
            };
            Ok(form.page(StatusCode::FORBIDDEN, Some(message)))
        }
        Err(error) => {
            let mut reply = form.page(error.status, Some(&error.message));
            reply.headers_mut().extend(error.headers);
            Ok(reply)
        }
    }
}

/// Checks the name and the password and returns the cookies of a new session; `None` if they are wrong.
async fn sign_in(
    access: &Access,
    request: &ApiRequest,
    (name, password): (&str, String),
    now: Timestamp,
) -> Result<Option<[HeaderValue; 2]>> {
    let client = client_of(access, request);
    let verified = access.verify_password(name, password, &client, now);
    let Some(identity) = verified.await? else {
        return Ok(None);
    };
    let cookies = start_session(access, request, identity, None, now).await?;
    Ok(Some(cookies))
}

/// Returns the client whose failed sign-ins are counted: a browser that signed in before, or else the address.
pub(super) fn client_of(access: &Access, request: &ApiRequest) -> Client {
    match access.cookies.device_id(&request.headers) {
        Some(device) => Client::Device(device),
        None => Client::Address(rate_limit_prefix(request.address)),
    }
}

/// Starts a session of a person who has just signed in and returns its cookies. `passkey` is the id of the passkey that was used.
pub(super) async fn start_session(
    access: &Access,
    request: &ApiRequest,
    identity: Identity,
    passkey: Option<String>,
    now: Timestamp,
) -> Result<[HeaderValue; 2]> {
    let headers = &request.headers;
    // A sign-in always starts a new session: another person may have used the existing one.
    end_sessions(access, headers, now).await;
    let browser = user_agent::browser_name(headers);
    let secret = access
        .begin_session(identity.person, passkey, browser, now)
        .await?;
    // The page's origin shows whether the browser uses TLS, even if a proxy does not forward the protocol.
    let origin = headers.get(ORIGIN).map(HeaderValue::as_bytes);
    let is_tls = origin.is_some_and(|origin| origin.starts_with(b"https://"));
    let scope = CookieScope {
        base: &request.server_url.base,
        is_secure: request.is_secure || is_tls,
    };
    Ok([
        access.cookies.session_cookie(&secret, scope)?,
        access.cookies.new_device_cookie(scope)?,
    ])
}

async fn sign_out(
    state: &AppState,
    access: &Access,
    context: &AuthContext<'_>,
    headers: &HeaderMap,
) -> Result<Reply> {
    end_sessions(access, headers, state.now()).await;
    let mut reply = reply::redirect(&format!("{}login", context.base))?;
    // Removes the cookie for TLS and the cookie without TLS, as either may be set.
    for is_secure in [false, true] {
        let scope = CookieScope {
            base: context.base,
            is_secure,
        };
        let cookie = access.cookies.expired_session_cookie(scope)?;
        reply.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(reply)
}

/// Ends all sessions whose cookies the request contains.
async fn end_sessions(access: &Access, headers: &HeaderMap, now: Timestamp) {
    let sessions = access.find_sessions(headers, now);
    let callers: Vec<Caller> = sessions.map(|session| session.caller).collect();
    for caller in callers {
        let Caller::Browser(id, identity) = caller else {
            continue;
        };
        if let Err(error) = access.remove(identity.person, id).await {
            // Not an error for the user: the session has ended in memory, and the browser removes its cookie.
            tracing::warn!(%error, "access: could not save the end of a session");
        }
    }
}

/// Returns true for a path on this server. Any other target would be an open redirect.
fn is_local_path(next: &str) -> bool {
    next.starts_with('/')
        && !next.starts_with("//")
        && next
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_are_limited_to_paths_on_this_server() {
        for path in ["/", "/deck/news?x=1", "/a//b"] {
            assert!(is_local_path(path), "{path}");
        }
        for path in [
            "",
            "news",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a b",
            "/a\r\nb",
        ] {
            assert!(!is_local_path(path), "{path}");
        }
    }
}
