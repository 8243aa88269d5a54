//! The page that asks for a passkey, and the host name that its passkeys belong to (the relying party's id).

use std::net::IpAddr;

use hyper::{HeaderMap, header::ORIGIN};

use crate::web::http::{
    error::{ApiError, Result},
    security::{parse_host, single_value},
};

/// The page that asks for a passkey.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RelyingParty {
    /// Origin of the page, such as `https://deck.example`.
    pub(super) origin: String,
    /// Host name of the page. A passkey works only on pages of the host where it was added.
    pub(super) host: String,
}

impl RelyingParty {
    /// Reads the page from the `Origin` header, which browsers send with every POST request, and which the server has compared with its
    /// own host already (`security::check_origin`).
    ///
    /// # Errors
    /// 400 without an origin; 409 for a page on which browsers offer no passkeys.
    pub(super) fn of(headers: &HeaderMap) -> Result<Self> {
        let origin = single_value(headers, &ORIGIN)?.unwrap_or_default();
        let (scheme, authority) = origin.split_once("://").unwrap_or_default();
        let host = parse_host(authority).ok_or_else(|| {
            ApiError::bad_request("Missing header 'Origin'; passkeys need a page in a browser.")
        })?;
        if host.parse::<IpAddr>().is_ok() {
            return Err(ApiError::conflict(
                "Passkeys need a host name: open Marketdeck by a name instead of an IP address.",
            ));
        }
        let is_localhost = host == "localhost" || host.ends_with(".localhost");
        if scheme != "https" && !is_localhost {
            return Err(ApiError::conflict(
                "Passkeys need HTTPS: open Marketdeck over https://, or on the computer that it runs on as http://localhost.",
            ));
        }
        Ok(Self {
            origin: origin.to_owned(),
            host,
        })
    }
}

#[cfg(test)]
mod tests {
    use hyper::{StatusCode, header::HeaderValue};

    use super::*;

    fn of(origin: &'static str) -> Result<RelyingParty> {
        let headers = HeaderMap::from_iter([(ORIGIN, HeaderValue::from_static(origin))]);
        RelyingParty::of(&headers)
    }

    #[test]
    fn passkeys_work_over_https_and_on_localhost() {
        for (origin, host) in [
            ("https://deck.example", "deck.example"),
            ("https://deck.example:8443", "deck.example"),
            ("http://localhost:8080", "localhost"),
            ("http://deck.localhost", "deck.localhost"),
        ] {
            let page = of(origin).unwrap();
            assert_eq!((page.origin.as_str(), page.host.as_str()), (origin, host));
        }
    }

    #[test]
    fn other_pages_are_told_why_passkeys_do_not_work() {
        for (origin, status, word) in [
            ("http://deck.example", StatusCode::CONFLICT, "HTTPS"),
            ("http://localhost.example", StatusCode::CONFLICT, "HTTPS"),
            (
                "https://192.168.1.5:8443",
                StatusCode::CONFLICT,
                "host name",
            ),
            ("http://127.0.0.1:8080", StatusCode::CONFLICT, "host name"),
            ("https://[::1]", StatusCode::CONFLICT, "host name"),
            ("null", StatusCode::BAD_REQUEST, "Origin"),
        ] {
            let error = of(origin).unwrap_err();
            assert_eq!(error.status, status, "{origin}");
            assert!(error.message.contains(word), "{origin}: {}", error.message);
        }
        let error = RelyingParty::of(&HeaderMap::new()).unwrap_err();
        assert_eq!(error.status, StatusCode::BAD_REQUEST);
    }
}
