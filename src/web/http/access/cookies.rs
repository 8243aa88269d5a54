//! The session cookie, and the device cookie, which marks a browser that signed in before.

use data_encoding::BASE64URL_NOPAD;
use hyper::{
    HeaderMap,
    header::{COOKIE, HeaderValue},
};
use ring::hmac;

use super::secret;
use crate::{
    domain::credential::MAX_SESSION_AGE,
    web::http::error::{ApiError, Result},
};

/// Prefix of cookie names over TLS. Browsers accept a cookie with this prefix only over TLS.
const TLS_PREFIX: &str = "__Secure-";

/// Reads and creates the cookies of one server.
#[derive(Debug)]
pub(super) struct Cookies {
    session_name: String,
    device_name: String,
    key: hmac::Key,
}

/// Path and security of a cookie.
#[derive(Debug, Clone, Copy)]
pub(super) struct CookieScope<'a> {
    /// Path of the cookie.
    pub(super) base: &'a str,
    /// Whether the browser uses TLS.
    pub(super) is_secure: bool,
}

impl Cookies {
    /// Creates the cookie names and the signing key. The names contain the market, as servers on one host share cookies; the key depends on
    /// the password.
    pub(super) fn new(market: &str, password_hash: &str) -> Self {
        let text = format!("marketdeck cookies {password_hash}");
        let key = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
        Self {
            session_name: format!("marketdeck_session_{market}"),
            device_name: format!("marketdeck_device_{market}"),
            key: hmac::Key::new(hmac::HMAC_SHA256, key.as_ref()),
        }
    }

    /// Returns the session secrets in a request. There may be several, as other servers on the host can set cookies too.
    pub(super) fn session_secrets<'a>(
        &'a self,
        headers: &'a HeaderMap,
    ) -> impl Iterator<Item = &'a str> + 'a {
        cookie_values(headers, &self.session_name)
    }

    /// Returns the browser's device id if a user has signed in with it before.
    pub(super) fn device_id(&self, headers: &HeaderMap) -> Option<String> {
        cookie_values(headers, &self.device_name).find_map(|value| {
            let (id, tag) = value.split_once('.')?;
            let tag = BASE64URL_NOPAD.decode(tag.as_bytes()).ok()?;
            self.verify("device", id, &tag).then(|| id.to_owned())
        })
    }

    /// Creates a session cookie.
    pub(super) fn session_cookie(
        &self,
        secret: &str,
        scope: CookieScope<'_>,
    ) -> Result<HeaderValue> {
        build_cookie(&self.session_name, secret, MAX_SESSION_AGE.as_secs(), scope)
    }

    /// Creates an expired session cookie, which removes the session from the browser.
    pub(super) fn expired_session_cookie(&self, scope: CookieScope<'_>) -> Result<HeaderValue> {
        build_cookie(&self.session_name, "", 0, scope)
    }

    /// Creates a device cookie with a random device id.
    pub(super) fn new_device_cookie(&self, scope: CookieScope<'_>) -> Result<HeaderValue> {
        let id = secret::random()?;
        let tag = BASE64URL_NOPAD.encode(self.sign("device", &id).as_ref());
        let value = format!("{id}.{tag}");
        build_cookie(&self.device_name, &value, MAX_SESSION_AGE.as_secs(), scope)
    }

    /// Signs a text. `purpose` separates signatures with different meanings.
    pub(super) fn sign(&self, purpose: &str, text: &str) -> hmac::Tag {
        hmac::sign(&self.key, format!("{purpose} {text}").as_bytes())
    }

    /// Verifies a text against its signature in constant time.
    pub(super) fn verify(&self, purpose: &str, text: &str, tag: &[u8]) -> bool {
        hmac::verify(&self.key, format!("{purpose} {text}").as_bytes(), tag).is_ok()
    }
}

/// Returns the values of the cookies with this name, with or without the TLS prefix.
fn cookie_values<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(move |cookie| {
            let cookie = cookie.trim();
            let cookie = cookie.strip_prefix(TLS_PREFIX).unwrap_or(cookie);
            cookie.strip_prefix(name)?.strip_prefix('=')
        })
}

/// Creates a cookie that scripts cannot read and that browsers do not send with forms of other sites. A cookie over TLS has another name
/// than one without TLS: a server may be reached both ways, and browsers refuse a cookie without TLS that has the name of a secure one.
fn build_cookie(
    name: &str,
    value: &str,
    seconds: i64,
    scope: CookieScope<'_>,
) -> Result<HeaderValue> {
    let (prefix, secure) = if scope.is_secure {
        (TLS_PREFIX, "; Secure")
    } else {
        ("", "")
    };
    let cookie = format!(
        "{prefix}{name}={value}; Path={}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
        scope.base
    );
    HeaderValue::from_str(&cookie).map_err(|_| ApiError::internal())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: CookieScope<'_> = CookieScope {
        base: "/",
        is_secure: false,
    };

    /// Returns the request headers of a browser that has this cookie and one of another site.
    fn request_with(cookie: &HeaderValue) -> HeaderMap {
        let value = cookie.to_str().unwrap().split(';').next().unwrap();
        let header = format!("theme=dark; {value}");
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(&header).unwrap())])
    }

    #[test]
    fn the_session_cookie_is_read_with_and_without_tls() {
        let cookies = Cookies::new("live", "hash");
        let secure = CookieScope {
            base: "/deck/",
            is_secure: true,
        };
        for scope in [PLAIN, secure] {
            let cookie = cookies.session_cookie("abc", scope).unwrap();
            let headers = request_with(&cookie);
            assert_eq!(
                cookies.session_secrets(&headers).collect::<Vec<_>>(),
                ["abc"]
            );
            let other = Cookies::new("sample", "hash");
            assert_eq!(other.session_secrets(&headers).count(), 0);
        }
        let cookie = cookies.session_cookie("abc", secure).unwrap();
        assert_eq!(
            cookie,
            "__Secure-marketdeck_session_live=abc; Path=/deck/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
        );
    }

    #[test]
    fn a_device_is_recognized_until_the_password_changes() {
        let cookies = Cookies::new("live", "hash");
        let headers = request_with(&cookies.new_device_cookie(PLAIN).unwrap());
        let id = cookies.device_id(&headers).unwrap();
        assert_eq!(id.len(), 43);
        assert_eq!(Cookies::new("live", "another").device_id(&headers), None);
        let forged = HeaderValue::from_static("marketdeck_device_live=me.AAAA");
        assert_eq!(cookies.device_id(&request_with(&forged)), None);
    }
}
