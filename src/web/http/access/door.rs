//! What those get who may not come in, and how they do.

use std::{fmt::Write as _, net::IpAddr};

use data_encoding::BASE64;
use hyper::{
    HeaderMap, Method, Request, StatusCode,
    body::Incoming,
    header::{ACCEPT, AUTHORIZATION, HeaderValue, ORIGIN, REFERER, SET_COOKIE, WWW_AUTHENTICATE},
};
use jiff::Timestamp;

use super::{Access, TOKEN, browser, caller::Caller, cookies::Place, lockout::Who, page};
use crate::web::{
    AppState,
    http::{
        connections::neighbourhood,
        error::{ApiError, Result},
        files,
        reply::{self, Reply},
        request::ApiRequest,
        security,
    },
    settings::Seen,
};

/// The longest form with a password, in bytes.
const MOST: usize = 4_096;
/// The longest address to which one is led back, in bytes: many a proxy takes 4 kB of headers and no more.
const LONGEST_NEXT: usize = 1_000;

/// Who asks, and by which way.
pub(in crate::web::http) struct Visitor<'a> {
    /// The address, or that which the proxy names.
    pub(in crate::web::http) address: IpAddr,
    /// The host that was asked for.
    pub(in crate::web::http) authority: &'a str,
    /// Where the pages are, as the browser sees it, with a slash at the end.
    pub(in crate::web::http) base: &'a str,
    /// What a proxy took off the path.
    pub(in crate::web::http) prefix: &'a str,
    /// Whether a proxy is spoken to over TLS.
    pub(in crate::web::http) is_secure: bool,
}

impl Visitor<'_> {
    fn place(&self) -> Place<'_> {
        Place {
            base: self.base,
            is_secure: self.is_secure,
        }
    }
}

/// What became of a request at the door.
pub(in crate::web::http) enum Passage {
    /// It may go on.
    In(Caller),
    /// It got its answer.
    Answered(Reply),
}

/// Lets a request pass, or answers it. `path` is what follows the base path.
pub(in crate::web::http) async fn pass(
    state: &AppState,
    access: &Access,
    visitor: &Visitor<'_>,
    path: &str,
    request: &Request<Incoming>,
) -> Result<Passage> {
    let (headers, now) = (request.headers(), state.now());
    if let Some(caller) = access.session(headers, now) {
        return Ok(Passage::In(caller));
    }
    let given = headers.get(AUTHORIZATION).and_then(given);
    if let Some(Given::Token(token)) = &given
        && let Some(caller) = access.token(token, now)
    {
        return Ok(Passage::In(caller));
    }
    // Whoever watches over the server has no password; nothing but that it works is told.
    if path == "api/health" {
        return Ok(Passage::In(Caller::Stranger));
    }
    // The interface itself is no secret.
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let file = || files::file(path, headers).or_else(|| files::well_known(path, headers));
    if let Some(file) = is_read.then(file).flatten() {
        return Ok(Passage::Answered(file));
    }
    let is_visit = headers
        .get(ACCEPT)
        .and_then(|accepted| accepted.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"));
    // A page's own call: it must not make the browser ask for a password by itself. Programs made with Node send
    // `Sec-Fetch-Mode`, and are no browsers.
    let is_of_page = headers.contains_key(REFERER) || headers.contains_key("sec-fetch-site");
    if !is_visit && !is_of_page {
        // A browser sends what a proxy before this server asked it for: that is no guess.
        if let Some(Given::Password(password)) = given {
            let who = Who::Address(neighbourhood(visitor.address));
            if access.is_right(password, &who, now).await? {
                return Ok(Passage::In(Caller::Password));
            }
        }
        return Err(refusal());
    }
    let next = request.uri().path_and_query().filter(|_| is_visit);
    let next = next.map(|next| format!("{}{next}", visitor.prefix));
    let next = next.filter(|next| next.len() <= LONGEST_NEXT);
    let next = next.map(|next| format!("?next={}", encoded(&next)));
    let to = format!("{}login{}", visitor.base, next.unwrap_or_default());
    reply::found(&to).map(Passage::Answered)
}

fn refusal() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        "This Marketdeck asks for a password: sign in, or send a token (curl -H 'Authorization: Bearer TOKEN').",
    )
    .with(
        WWW_AUTHENTICATE,
        HeaderValue::from_static("Basic realm=\"Marketdeck\", charset=\"UTF-8\""),
    )
    .with(
        WWW_AUTHENTICATE,
        HeaderValue::from_static("Bearer realm=\"Marketdeck\""),
    )
}

/// What a program sends along.
#[derive(Debug, PartialEq, Eq)]
enum Given {
    Token(String),
    Password(String),
}

/// Reads the header `Authorization`: a token (RFC 6750), or a password with whatever name (RFC 7617). A token goes as a
/// password too: many programs know nothing else.
fn given(header: &HeaderValue) -> Option<Given> {
    let (scheme, rest) = header.to_str().ok()?.split_once(' ')?;
    let rest = rest.trim();
    if scheme.eq_ignore_ascii_case("bearer") {
        return Some(Given::Token(rest.to_owned()));
    }
    if !scheme.eq_ignore_ascii_case("basic") {
        return None;
    }
    let decoded = String::from_utf8(BASE64.decode(rest.as_bytes()).ok()?).ok()?;
    let (_, password) = decoded.split_once(':')?;
    let password = password.to_owned();
    Some(if password.starts_with(TOKEN) {
        Given::Token(password)
    } else {
        Given::Password(password)
    })
}

/// Answers `login` and `logout`.
pub(in crate::web::http) async fn answer(
    state: &AppState,
    access: &Access,
    visitor: &Visitor<'_>,
    is_login: bool,
    request: Request<Incoming>,
) -> Result<Reply> {
    let (head, body) = request.into_parts();
    let is_post = head.method == Method::POST;
    if is_post {
        security::check_origin(
            &head.headers,
            visitor.authority,
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
        return sign_out(state, access, visitor, &head.headers).await;
    }
    let mut request = ApiRequest::new(head, Caller::default(), Seen::default());
    if is_post {
        request = request.with_body(body, MOST, state).await?;
    }
    if !is_post && access.session(&request.headers, state.now()).is_some() {
        return Ok(page::signed_in(visitor.base));
    }
    let next = request.query("next").filter(|next| is_of_here(next));
    let action = match &next {
        Some(next) => format!("{}login?next={}", visitor.base, encoded(next)),
        None => format!("{}login", visitor.base),
    };
    let Some(password) = request.field("password").filter(|_| is_post) else {
        return Ok(page::asking(StatusCode::OK, &action, None));
    };
    let headers = &request.headers;
    match sign_in(state, access, visitor, headers, password).await {
        Ok(Some(cookies)) => {
            let mut reply = reply::found(&next.unwrap_or_else(|| visitor.base.to_owned()))?;
            for cookie in cookies {
                reply.headers_mut().append(SET_COOKIE, cookie);
            }
            Ok(reply)
        }
        Ok(None) => {
            let wrong = Some("That is not the password.");
            Ok(page::asking(StatusCode::FORBIDDEN, &action, wrong))
        }
        Err(error) => {
            let mut reply = page::asking(error.status, &action, Some(&error.message));
            reply.headers_mut().extend(error.headers);
            Ok(reply)
        }
    }
}

/// The cookies for who gave the right password; `None` for who did not.
async fn sign_in(
    state: &AppState,
    access: &Access,
    visitor: &Visitor<'_>,
    headers: &HeaderMap,
    password: String,
) -> Result<Option<[HeaderValue; 2]>> {
    let now = state.now();
    let who = match access.cookies.device(headers) {
        Some(device) => Who::Device(device),
        None => Who::Address(neighbourhood(visitor.address)),
    };
    if !access.is_right(password, &who, now).await? {
        return Ok(None);
    }
    // Each sign-in has a session of its own: none that was there before goes on under another person.
    end_sessions(access, headers, now).await;
    let secret = access.begin_session(browser::name(headers), now).await?;
    // A browser tells by which scheme it sends a form, also where no proxy does.
    let origin = headers.get(ORIGIN).map(HeaderValue::as_bytes);
    let is_tls = origin.is_some_and(|origin| origin.starts_with(b"https://"));
    let place = Place {
        is_secure: visitor.is_secure || is_tls,
        ..visitor.place()
    };
    Ok(Some([
        access.cookies.with_session(&secret, place)?,
        access.cookies.with_device(place)?,
    ]))
}

async fn sign_out(
    state: &AppState,
    access: &Access,
    visitor: &Visitor<'_>,
    headers: &HeaderMap,
) -> Result<Reply> {
    end_sessions(access, headers, state.now()).await;
    let mut reply = reply::found(&format!("{}login", visitor.base))?;
    // Whichever of the two it was.
    for is_secure in [false, true] {
        let place = Place {
            is_secure,
            ..visitor.place()
        };
        let cookie = access.cookies.without_session(place)?;
        reply.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(reply)
}

/// Ends the sessions of this browser.
async fn end_sessions(access: &Access, headers: &HeaderMap, now: Timestamp) {
    let sessions = access.sessions(headers, now);
    let ids: Vec<u32> = sessions
        .filter_map(|found| found.caller.credential())
        .collect();
    for id in ids {
        if let Err(error) = access.remove(id).await {
            // It is over in this run; its browser loses the cookie.
            tracing::warn!(%error, "the end of a session was not saved");
        }
    }
}

/// Whether an address is a path of this server and leads nowhere else.
fn is_of_here(next: &str) -> bool {
    next.starts_with('/')
        && !next.starts_with("//")
        && next
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

/// A text as a value in a query.
fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing into a `String` cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::http::request::decode;

    #[test]
    fn one_is_led_to_pages_of_this_server_only() {
        for here in ["/", "/deck/news?x=1", "/a//b"] {
            assert!(is_of_here(here), "{here}");
        }
        for elsewhere in [
            "",
            "news",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a b",
            "/a\r\nb",
        ] {
            assert!(!is_of_here(elsewhere), "{elsewhere}");
        }
    }

    #[test]
    fn a_token_comes_by_itself_or_as_a_password() {
        let read = |text: &str| given(&HeaderValue::from_str(text).unwrap());
        let basic = |text: &str| read(&format!("Basic {}", BASE64.encode(text.as_bytes())));
        assert_eq!(read("bearer mdk_a"), Some(Given::Token("mdk_a".to_owned())));
        assert_eq!(basic("any:mdk_a"), Some(Given::Token("mdk_a".to_owned())));
        assert_eq!(basic(":a:b"), Some(Given::Password("a:b".to_owned())));
        for unreadable in ["Basic !", "Digest a", "Basic", "mdk_a"] {
            assert_eq!(read(unreadable), None, "{unreadable}");
        }
    }

    #[test]
    fn an_address_comes_back_as_it_was() {
        let address = "/news?sentiment=bullish&q=a%20b";
        assert_eq!(decode(&encoded(address), true), address);
    }
}
