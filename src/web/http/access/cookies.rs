//! The two cookies of a browser: its session, and the sign that somebody signed in with it before.

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

/// Begins the name of a cookie that only goes over TLS: nobody can set such a one without it.
const TLS: &str = "__Secure-";

/// Reads and writes the cookies of one server.
#[derive(Debug)]
pub(super) struct Cookies {
    session: String,
    device: String,
    key: hmac::Key,
}

/// Where a cookie goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    /// The path below which it is sent.
    pub(super) base: &'a str,
    /// Whether the browser speaks TLS.
    pub(super) is_secure: bool,
}

impl Cookies {
    /// Those of a market (two servers of one machine share its cookies) with a password of this hash.
    pub(super) fn new(market: &str, password_hash: &str) -> Self {
        let text = format!("marketdeck cookies {password_hash}");
        let key = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
        Self {
            session: format!("marketdeck_session_{market}"),
            device: format!("marketdeck_device_{market}"),
            key: hmac::Key::new(hmac::HMAC_SHA256, key.as_ref()),
        }
    }

    /// The secrets of sessions that a request names; more than one where another site of the same domain set some.
    pub(super) fn sessions<'a>(
        &'a self,
        headers: &'a HeaderMap,
    ) -> impl Iterator<Item = &'a str> + 'a {
        values(headers, &self.session)
    }

    /// The browser, if somebody gave the right password with it before.
    pub(super) fn device(&self, headers: &HeaderMap) -> Option<String> {
        values(headers, &self.device).find_map(|value| {
            let (name, tag) = value.split_once('.')?;
            let tag = BASE64URL_NOPAD.decode(tag.as_bytes()).ok()?;
            self.is_of("device", name, &tag).then(|| name.to_owned())
        })
    }

    /// Gives a browser a session.
    pub(super) fn with_session(&self, secret: &str, place: Place<'_>) -> Result<HeaderValue> {
        cookie(&self.session, secret, MAX_SESSION_AGE.as_secs(), place)
    }

    /// Takes it.
    pub(super) fn without_session(&self, place: Place<'_>) -> Result<HeaderValue> {
        cookie(&self.session, "", 0, place)
    }

    /// Has a browser known as one with which somebody signed in.
    pub(super) fn with_device(&self, place: Place<'_>) -> Result<HeaderValue> {
        let name = secret::random()?;
        let tag = BASE64URL_NOPAD.encode(self.sign("device", &name).as_ref());
        let value = format!("{name}.{tag}");
        cookie(&self.device, &value, MAX_SESSION_AGE.as_secs(), place)
    }

    /// A text as one that may be kept to compare others with it.
    pub(super) fn sign(&self, purpose: &str, text: &str) -> hmac::Tag {
        hmac::sign(&self.key, format!("{purpose} {text}").as_bytes())
    }

    /// Whether a text is the one that was signed, in the same time whatever it is.
    pub(super) fn is_of(&self, purpose: &str, text: &str, tag: &[u8]) -> bool {
        hmac::verify(&self.key, format!("{purpose} {text}").as_bytes(), tag).is_ok()
    }
}

/// The values of the cookies of this name, set over TLS or without.
fn values<'a>(headers: &'a HeaderMap, name: &'a str) -> impl Iterator<Item = &'a str> + 'a {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|cookies| cookies.to_str().ok())
        .flat_map(|cookies| cookies.split(';'))
        .filter_map(move |cookie| {
            let cookie = cookie.trim();
            let cookie = cookie.strip_prefix(TLS).unwrap_or(cookie);
            cookie.strip_prefix(name)?.strip_prefix('=')
        })
}

/// No script sees it, and no other site's form sends it along. With TLS it has another name: a browser keeps no plain
/// cookie of the name of a secure one, and the same server may be reached both ways.
fn cookie(name: &str, value: &str, seconds: i64, place: Place<'_>) -> Result<HeaderValue> {
    let (prefix, secure) = if place.is_secure {
        (TLS, "; Secure")
    } else {
        ("", "")
    };
    let cookie = format!(
        "{prefix}{name}={value}; Path={}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
        place.base
    );
    HeaderValue::from_str(&cookie).map_err(|_| ApiError::internal())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Place<'_> = Place {
        base: "/",
        is_secure: false,
    };

    /// What a browser sends that was given this cookie, beside one of somebody else's.
    fn sent(cookie: &HeaderValue) -> HeaderMap {
        let value = cookie.to_str().unwrap().split(';').next().unwrap();
        let all = format!("theme=dark; {value}");
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(&all).unwrap())])
    }

    #[test]
    fn a_session_comes_back_over_tls_and_without() {
        let cookies = Cookies::new("live", "hash");
        let secure = Place {
            base: "/deck/",
            is_secure: true,
        };
        for place in [PLAIN, secure] {
            let cookie = cookies.with_session("abc", place).unwrap();
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
    fn a_browser_is_known_again_until_the_password_is_another() {
        let cookies = Cookies::new("live", "hash");
        let back = sent(&cookies.with_device(PLAIN).unwrap());
        let name = cookies.device(&back).unwrap();
        assert_eq!(name.len(), 43);
        assert_eq!(Cookies::new("live", "another").device(&back), None);
        let forged = HeaderValue::from_static("marketdeck_device_live=me.AAAA");
        assert_eq!(cookies.device(&sent(&forged)), None);
    }
}
