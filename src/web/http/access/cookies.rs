//! The two cookies of a browser: its session, and the mark of a browser that signed in before.

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

/// Name prefix of cookies over TLS: browsers accept such a cookie only over TLS.
const TLS_PREFIX: &str = "__Secure-";

/// Reads and creates the cookies of one server.
#[derive(Debug)]
pub(super) struct Cookies {
    session: String,
    device: String,
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
    /// Creates the cookies of a market (servers on the same host share cookies) with this password hash.
    pub(super) fn new(market: &str, password_hash: &str) -> Self {
        let text = format!("marketdeck cookies {password_hash}");
        let key = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
        Self {
            session: format!("marketdeck_session_{market}"),
            device: format!("marketdeck_device_{market}"),
            key: hmac::Key::new(hmac::HMAC_SHA256, key.as_ref()),
        }
    }

    /// Returns the session secrets in a request; several if another site of the same domain set some.
    pub(super) fn sessions<'a>(
        &'a self,
        headers: &'a HeaderMap,
    ) -> impl Iterator<Item = &'a str> + 'a {
        values(headers, &self.session)
    }

    /// Returns the device id if someone signed in with this browser before.
    pub(super) fn device(&self, headers: &HeaderMap) -> Option<String> {
        values(headers, &self.device).find_map(|value| {
            let (name, tag) = value.split_once('.')?;
            let tag = BASE64URL_NOPAD.decode(tag.as_bytes()).ok()?;
            self.verify("device", name, &tag).then(|| name.to_owned())
        })
    }

    /// Creates a session cookie.
    pub(super) fn with_session(&self, secret: &str, scope: CookieScope<'_>) -> Result<HeaderValue> {
        cookie(&self.session, secret, MAX_SESSION_AGE.as_secs(), scope)
    }

    /// Creates a cookie that removes the session.
    pub(super) fn without_session(&self, scope: CookieScope<'_>) -> Result<HeaderValue> {
        cookie(&self.session, "", 0, scope)
    }

    /// Creates a device cookie, which marks a browser that signed in.
    pub(super) fn with_device(&self, scope: CookieScope<'_>) -> Result<HeaderValue> {
        let name = secret::random()?;
        let tag = BASE64URL_NOPAD.encode(self.sign("device", &name).as_ref());
        let value = format!("{name}.{tag}");
        cookie(&self.device, &value, MAX_SESSION_AGE.as_secs(), scope)
    }

    /// Signs a text, for later comparison.
    pub(super) fn sign(&self, purpose: &str, text: &str) -> hmac::Tag {
        hmac::sign(&self.key, format!("{purpose} {text}").as_bytes())
    }

    /// Verifies a text against its signature in constant time.
    pub(super) fn verify(&self, purpose: &str, text: &str, tag: &[u8]) -> bool {
        hmac::verify(&self.key, format!("{purpose} {text}").as_bytes(), tag).is_ok()
    }
}

/// Returns the values of the cookies with this name, with or without the TLS prefix.
fn values<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
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

/// Creates a cookie that scripts cannot read and other sites cannot send along with a form. Over TLS it has another name, as browsers
/// refuse a plain cookie with the name of a secure one, and a server may be reached both ways.
fn cookie(name: &str, value: &str, seconds: i64, scope: CookieScope<'_>) -> Result<HeaderValue> {
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

    /// The request headers of a browser with this cookie, and one from elsewhere.
    fn sent(cookie: &HeaderValue) -> HeaderMap {
        let value = cookie.to_str().unwrap().split(';').next().unwrap();
        let all = format!("theme=dark; {value}");
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(&all).unwrap())])
    }

    #[test]
    fn a_session_is_read_back_with_and_without_tls() {
        let cookies = Cookies::new("live", "hash");
        let secure = CookieScope {
            base: "/deck/",
            is_secure: true,
        };
        for scope in [PLAIN, secure] {
            let cookie = cookies.with_session("abc", scope).unwrap();
            let back = sent(&cookie);
            assert_eq!(cookies.sessions(&back).collect::<Vec<_>>(), ["abc"]);
            let other = Cookies::new("sample", "hash");
            assert_eq!(other.sessions(&back).count(), 0);
        }
        let cookie = cookies.with_session("abc", secure).unwrap();
        assert_eq!(
            cookie,
            "__Secure-marketdeck_session_live=abc; Path=/deck/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure"
        );
    }

    #[test]
    fn a_device_is_recognized_until_the_password_changes() {
        let cookies = Cookies::new("live", "hash");
        let back = sent(&cookies.with_device(PLAIN).unwrap());
        let name = cookies.device(&back).unwrap();
        assert_eq!(name.len(), 43);
        assert_eq!(Cookies::new("live", "another").device(&back), None);
        let forged = HeaderValue::from_static("marketdeck_device_live=me.AAAA");
        assert_eq!(cookies.device(&sent(&forged)), None);
    }
}
