//! URLs of logos, from the responses of price providers.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use hyper::Uri;

/// URLs of logos by our symbols, shared between the provider that receives them and the source that
/// fetches them.
#[derive(Debug, Clone, Default)]
pub struct LogoAddresses(Arc<Mutex<HashMap<String, String>>>);

impl LogoAddresses {
    /// Sets the URL of a symbol's logo.
    pub(crate) fn insert(&self, symbol: &str, address: &str) {
        self.lock().insert(symbol.to_owned(), address.to_owned());
    }

    /// Returns the URL of a symbol's logo, if known.
    pub(super) fn of(&self, symbol: &str) -> Option<String> {
        self.lock().get(symbol).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns true if `address`, from a provider at `base`, may be fetched: https on a public host. A provider on this
/// machine may refer to this machine.
pub(super) fn is_usable(address: &str, base: &str) -> bool {
    // Some providers send this if they have no logo.
    let is_none = address.contains("undefined") || address.contains("/missing_");
    let Some(target) = address.parse::<Uri>().ok().filter(|_| !is_none) else {
        return false;
    };
    match target.scheme_str() {
        Some("https") => target.host().is_some_and(is_public_name),
        Some("http") => is_loopback(&target) && base.parse().is_ok_and(|base| is_loopback(&base)),
        _ => false,
    }
}

/// Returns true for a public DNS name: it contains a dot and is neither an IP address nor a
/// `.local` name.
fn is_public_name(host: &str) -> bool {
    let is_number = host.starts_with('[') || host.parse::<IpAddr>().is_ok();
    let last = host.rsplit_once('.').map(|(_, last)| last);
    !is_number && last.is_some_and(|last| !last.eq_ignore_ascii_case("local"))
}

fn is_loopback(uri: &Uri) -> bool {
    let host = uri.host().and_then(|host| host.parse::<IpAddr>().ok());
    host.is_some_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logos_are_fetched_from_public_https_urls_only() {
        let usable = |address| is_usable(address, "https://api.coingecko.com");
        assert!(usable(
            "https://coin-images.coingecko.com/coins/images/1/large/bitcoin.png?1696501400"
        ));
        for address in [
            "",
            "missing_large.png",
            "https://assets.coingecko.com/missing_large.png",
            "https://example.com/undefined.png",
            "http://coin-images.coingecko.com/bitcoin.png",
            "https://192.168.1.1/admin.png",
            "https://[::1]/admin.png",
            "https://router/admin.png",
            "https://nas.local/a.png",
            "http://127.0.0.1:8080/a.png",
            "file:///etc/passwd",
            "/relative.png",
        ] {
            assert!(!usable(address), "{address}");
        }
        assert!(is_usable("http://127.0.0.1:9/a.png", "http://127.0.0.1:9"));
    }
}
