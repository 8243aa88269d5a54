//! The address of a push service. It comes from a browser, so it is checked before any request (SSRF).

use std::net::IpAddr;

use hyper::Uri;

use crate::net;

/// Longest address, in bytes.
const MAX_ADDRESS_BYTES: usize = 2_048;

/// The checked address of a push service.
pub(super) struct Endpoint {
    url: Uri,
    /// Scheme and host, as in `https://push.example`.
    origin: String,
    may_be_private: bool,
}

impl Endpoint {
    /// Checks an address. Host names are checked when they are resolved: private addresses are refused unless
    /// `may_be_private`.
    ///
    /// # Errors
    /// One sentence for the user.
    pub(super) fn new(address: &str, may_be_private: bool) -> Result<Self, String> {
        let refused = |why: &str| Err(format!("The address of the push service {why}."));
        let Ok(url) = address.parse::<Uri>() else {
            return refused("is invalid");
        };
        let (Some(scheme), Some(host)) = (url.scheme_str(), url.host()) else {
            return refused("is invalid");
        };
        if address.len() > MAX_ADDRESS_BYTES {
            return refused("is too long");
        }
        if url.authority().is_some_and(|it| it.as_str().contains('@')) {
            return refused("must not contain a user name");
        }
        let ip = host.trim_matches(['[', ']']).parse::<IpAddr>().ok();
        if scheme != "https" && !(may_be_private && ip.is_some_and(|ip| ip.is_loopback())) {
            return refused("must begin with https://");
        }
        if !may_be_private && ip.is_some_and(|ip| !net::is_public(ip)) {
            return refused("is in a private network");
        }
        let origin = format!(
            "{scheme}://{}",
            url.authority().map_or("", |it| it.as_str())
        );
        Ok(Self {
            url,
            origin,
            may_be_private,
        })
    }

    pub(super) fn url(&self) -> &Uri {
        &self.url
    }

    pub(super) fn origin(&self) -> &str {
        &self.origin
    }

    pub(super) fn host(&self) -> &str {
        self.url.host().unwrap_or_default()
    }

    /// The path identifies the subscription, so it is secret.
    pub(super) fn path(&self) -> &str {
        self.url.path_and_query().map_or("", |path| path.as_str())
    }

    pub(super) fn may_be_private(&self) -> bool {
        self.may_be_private
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(address: &str, may_be_private: bool) -> Option<String> {
        Endpoint::new(address, may_be_private).err()
    }

    #[test]
    fn only_public_https_addresses_are_accepted() {
        for (address, why) in [
            ("https://fcm.googleapis.com/fcm/send/abc:1", None),
            ("https://8.8.8.8/x", None),
            ("http://push.example/x", Some("must begin with https://")),
            ("file:///etc/passwd", Some("is invalid")),
            ("x", Some("is invalid")),
            (
                "https://me:secret@push.example/x",
                Some("must not contain a user name"),
            ),
            ("https://127.0.0.1:8080/x", Some("is in a private network")),
            (
                "https://169.254.169.254/latest",
                Some("is in a private network"),
            ),
            ("https://[::1]/x", Some("is in a private network")),
            (
                "https://[::ffff:10.0.0.1]/x",
                Some("is in a private network"),
            ),
        ] {
            let why = why.map(|why| format!("The address of the push service {why}."));
            assert_eq!(refusal(address, false), why, "{address}");
        }
        assert!(
            refusal(
                &format!("https://push.example/{}", "x".repeat(MAX_ADDRESS_BYTES)),
                false
            )
            .is_some()
        );
    }

    #[test]
    fn private_addresses_are_accepted_when_configured() {
        assert_eq!(refusal("http://127.0.0.1:8080/x", true), None);
        assert_eq!(refusal("https://10.0.0.1/x", true), None);
        assert!(
            refusal("http://10.0.0.1/x", true).is_some(),
            "not encrypted"
        );
        let endpoint = Endpoint::new("https://push.example:8443/x?y", true).unwrap();
        assert_eq!(endpoint.origin(), "https://push.example:8443");
        assert_eq!(endpoint.path(), "/x?y");
    }
}
