//! The address of a push service. A browser supplies it, so the server checks it before any request (SSRF).

use std::net::IpAddr;

use hyper::Uri;

use crate::net;

/// The maximum length of an address, in bytes.
const MAX_ADDRESS_BYTES: usize = 2_048;

/// The validated address of a push service.
pub(super) struct Endpoint {
    url: Uri,
    /// The scheme and host, such as `https://push.example`.
    origin: String,
    allow_private_network: bool,
}

impl Endpoint {
    /// Validates an address. Private IP addresses are rejected unless `allow_private_network`; a host name is checked only when it
    /// is resolved.
    ///
    /// # Errors
    /// Returns a message for the user if the address is not allowed.
    pub(super) fn new(address: &str, allow_private_network: bool) -> Result<Self, String> {
        let rejected = |reason: &str| Err(format!("The address of the push service {reason}."));
        let Ok(url) = address.parse::<Uri>() else {
            return rejected("is invalid");
        };
        let (Some(scheme), Some(host)) = (url.scheme_str(), url.host()) else {
            return rejected("is invalid");
        };
        if address.len() > MAX_ADDRESS_BYTES {
            return rejected("is too long");
        }
        if url
            .authority()
            .is_some_and(|authority| authority.as_str().contains('@'))
        {
            return rejected("must not contain a user name");
        }
        let ip = host.trim_matches(['[', ']']).parse::<IpAddr>().ok();
        if scheme != "https" && !(allow_private_network && ip.is_some_and(|ip| ip.is_loopback())) {
            return rejected("must begin with https://");
        }
        if !allow_private_network && ip.is_some_and(|ip| !net::is_public(ip)) {
            return rejected("is in a private network");
        }
        let origin = format!(
            "{scheme}://{}",
            url.authority().map_or("", |authority| authority.as_str())
        );
        Ok(Self {
            url,
            origin,
            allow_private_network,
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

    /// The path and query, which are secret because they identify the subscription.
    pub(super) fn path(&self) -> &str {
        self.url.path_and_query().map_or("", |path| path.as_str())
    }

    pub(super) fn allow_private_network(&self) -> bool {
        self.allow_private_network
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(address: &str, allow_private_network: bool) -> Option<String> {
        Endpoint::new(address, allow_private_network).err()
    }

    #[test]
    fn only_public_https_addresses_are_accepted() {
        for (address, reason) in [
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
            let reason = reason.map(|reason| format!("The address of the push service {reason}."));
            assert_eq!(error_of(address, false), reason, "{address}");
        }
        assert!(
            error_of(
                &format!("https://push.example/{}", "x".repeat(MAX_ADDRESS_BYTES)),
                false
            )
            .is_some()
        );
    }

    #[test]
    fn private_addresses_are_accepted_when_configured() {
        assert_eq!(error_of("http://127.0.0.1:8080/x", true), None);
        assert_eq!(error_of("https://10.0.0.1/x", true), None);
        assert!(
            error_of("http://10.0.0.1/x", true).is_some(),
            "not encrypted"
        );
        let endpoint = Endpoint::new("https://push.example:8443/x?y", true).unwrap();
        assert_eq!(endpoint.origin(), "https://push.example:8443");
        assert_eq!(endpoint.path(), "/x?y");
    }
}
