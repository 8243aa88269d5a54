//! Authentication: checks the session, API token or password of every request.

use std::net::IpAddr;

use data_encoding::BASE64;
use hyper::{
    Method, Request, StatusCode,
    body::Incoming,
    header::{ACCEPT, AUTHORIZATION, HeaderValue, REFERER, WWW_AUTHENTICATE},
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

use super::{Access, Caller, TOKEN, lockout::Client};
use crate::web::{
    AppState,
    http::{
        connections::rate_limit_prefix,
        error::{ApiError, Result},
        files,
        reply::{self, Reply},
    },
};

/// Maximum length in bytes of the path to redirect to after signing in. The path is part of a URL, and many proxies accept at most 4 kB
/// of headers.
const MAX_NEXT_BYTES: usize = 1_000;

/// Characters to percent-encode in the path to redirect to.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/');

/// The client's address, and the URL by which it reaches this server.
pub(in crate::web::http) struct AuthContext<'a> {
    /// Address of the client, from the headers of a trusted proxy if there is one.
    pub(in crate::web::http) address: IpAddr,
    /// The requested host.
    pub(in crate::web::http) authority: &'a str,
    /// Base path as the browser sees it, with a trailing slash.
    pub(in crate::web::http) base: &'a str,
    /// Path prefix that a proxy removed.
    pub(in crate::web::http) prefix: &'a str,
    /// Whether the request comes from a trusted proxy.
    pub(in crate::web::http) is_trusted_proxy: bool,
    /// Whether the client connects to the trusted proxy over TLS.
    pub(in crate::web::http) is_secure: bool,
}

/// The result of authentication.
pub(in crate::web::http) enum AuthDecision {
    /// The request may continue.
    Allow(Caller),
    /// The request ends with this response.
    Respond(Reply),
}

/// Authenticates a request. Public files and redirects to the sign-in page are answered here. `path` is relative to the base path.
///
/// # Errors
/// 401 for a program without valid credentials, 429 for a client that must wait before it tries another password.
pub(in crate::web::http) async fn authenticate(
    state: &AppState,
    access: &Access,
    context: &AuthContext<'_>,
    path: &str,
    request: &Request<Incoming>,
) -> Result<AuthDecision> {
    let (headers, now) = (request.headers(), state.now());
    if context.is_trusted_proxy
        && let Some(caller) = access.authenticate_proxy_user(headers)?
    {
        return Ok(AuthDecision::Allow(caller));
    }
    if let Some(caller) = access.authenticate_session(headers, now) {
        return Ok(AuthDecision::Allow(caller));
    }
    let authorization = headers.get(AUTHORIZATION).and_then(parse_authorization);
    if let Some(Authorization::Token(token)) = &authorization
        && let Some(caller) = access.authenticate_token(token, now)
    {
        return Ok(AuthDecision::Allow(caller));
    }
    if is_public(request.method(), path) {
        return Ok(AuthDecision::Allow(Caller::Unauthenticated));
    }
    // The files of the interface are public.
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let file = || {
        files::file(path, headers).or_else(|| files::well_known(path, headers, state.settings.demo))
    };
    if let Some(file) = is_read.then(file).flatten() {
        return Ok(AuthDecision::Respond(file));
    }
    let is_navigation = headers
        .get(ACCEPT)
        .and_then(|accepted| accepted.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"));
    // A 401 would open the browser's own password dialog, so requests by a page's script are redirected instead. `Sec-Fetch-Mode` does not
    // identify a browser, as programs based on Node send it too.
    let is_script_request = headers.contains_key(REFERER) || headers.contains_key("sec-fetch-site");
    if !is_navigation && !is_script_request {
        // Only passwords from programs are checked. A browser sends a password that belongs to a proxy, which must not count as a guess.
        if let Some(Authorization::Password { user, password }) = authorization {
            let client = Client::Address(rate_limit_prefix(context.address));
            let verified = access.verify_password(&user, password, &client, now);
            if let Some(identity) = verified.await? {
                return Ok(AuthDecision::Allow(Caller::Password(identity)));
            }
        }
        return Err(unauthorized_error());
    }
    let next = request.uri().path_and_query().filter(|_| is_navigation);
    let next = next.map(|next| format!("{}{next}", context.prefix));
    let next = next.filter(|next| next.len() <= MAX_NEXT_BYTES);
    let next = next.map(|next| format!("?next={}", percent_encode(&next)));
    let login_url = format!("{}login{}", context.base, next.unwrap_or_default());
    reply::redirect(&login_url).map(AuthDecision::Respond)
}

/// Returns true for a request that needs no authentication. Monitoring systems need no password for the health endpoint, which then returns
/// only the status; a sign-in with a passkey comes from a browser that is not signed in yet.
fn is_public(method: &Method, path: &str) -> bool {
    let is_sign_in = matches!(path, "api/session/passkey" | "api/session/passkey/options");
    path == "api/health" || (is_sign_in && method == Method::POST)
}

fn unauthorized_error() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "This server requires a password: sign in, or send a token (curl -H 'Authorization: Bearer TOKEN').",
    )
    .with_header(
        WWW_AUTHENTICATE,
        HeaderValue::from_static("Basic realm=\"Marketdeck\", charset=\"UTF-8\""),
    )
    .with_header(
        WWW_AUTHENTICATE,
        HeaderValue::from_static("Bearer realm=\"Marketdeck\""),
    )
}

/// Credentials from the `Authorization` header.
#[derive(Debug, PartialEq, Eq)]
enum Authorization {
    Token(String),
    Password { user: String, password: String },
}

/// Parses the `Authorization` header: a token (RFC 6750), or a user name and a password (RFC 7617). A token may also be sent as the
/// password, as many programs support only passwords.
fn parse_authorization(header: &HeaderValue) -> Option<Authorization> {
    let (scheme, rest) = header.to_str().ok()?.split_once(' ')?;
    let rest = rest.trim();
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(Authorization::Token(rest.to_owned()));
    }
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = String::from_utf8(BASE64.decode(rest.as_bytes()).ok()?).ok()?;
    let (user, password) = decoded.split_once(':')?;
    let (user, password) = (user.to_owned(), password.to_owned());
    Some(if password.starts_with(TOKEN) {
        Authorization::Token(password)
    } else {
        Authorization::Password { user, password }
    })
}

/// Percent-encodes the value of a query parameter, except slashes.
pub(super) fn percent_encode(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, RESERVED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::http::request::decode;

    #[test]
    fn a_token_is_accepted_as_bearer_or_as_password() {
        let read = |text: &str| parse_authorization(&HeaderValue::from_str(text).unwrap());
        let basic = |text: &str| read(&format!("Basic {}", BASE64.encode(text.as_bytes())));
        assert_eq!(
            read("bearer mdk_a"),
            Some(Authorization::Token("mdk_a".to_owned()))
        );
        assert_eq!(
            basic("any:mdk_a"),
            Some(Authorization::Token("mdk_a".to_owned()))
        );
        assert_eq!(
            basic(":a:b"),
            Some(Authorization::Password {
                user: String::new(),
                password: "a:b".to_owned()
            })
        );
        for unreadable in ["Basic !", "Digest a", "Basic", "mdk_a"] {
            assert_eq!(read(unreadable), None, "{unreadable}");
        }
    }

    #[test]
    fn a_path_is_unchanged_after_encoding_and_decoding() {
        let path = "/news?sentiment=bullish&q=a%20b";
        assert_eq!(decode(&percent_encode(path).to_string(), true), path);
    }
}
