//! The URLs of logos, which price providers supply.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use hyper::Uri;

/// The URLs of logos by Marketdeck's symbols. The provider that receives them shares them with the source that requests them.
#[derive(Debug, Clone, Default)]
pub struct LogoUrls(Arc<Mutex<HashMap<String, String>>>);

impl LogoUrls {
    /// Sets the URL of a symbol's logo.
    pub(crate) fn insert(&self, symbol: &str, url: &str) {
        self.lock().insert(symbol.to_owned(), url.to_owned());
    }

    /// Returns the URL of a symbol's logo, if known.
    pub(super) fn get(&self, symbol: &str) -> Option<String> {
        self.lock().get(symbol).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns true if `url`, which a provider at `base` supplied, may be requested. It must be an https URL of a public host;
/// a provider on this machine may also supply http URLs of this machine.
pub(super) fn is_allowed(url: &str, base: &str) -> bool {
    // Some providers send such a URL if they have no logo.
    let is_placeholder = url.contains("undefined") || url.contains("/missing_");
    let Some(target) = url.parse::<Uri>().ok().filter(|_| !is_placeholder) else {
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
    let is_ip_address = host.starts_with('[') || host.parse::<IpAddr>().is_ok();
    let last = host.rsplit_once('.').map(|(_, last)| last);
    !is_ip_address && last.is_some_and(|last| !last.eq_ignore_ascii_case("local"))
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
        let is_allowed_url = |url| is_allowed(url, "https://api.coingecko.com");
        assert!(is_allowed_url(
            "https://coin-images.coingecko.com/coins/images/1/large/bitcoin.png?1696501400"
        ));
        for url in [
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
            assert!(!is_allowed_url(url), "{url}");
        }
        assert!(is_allowed("http://127.0.0.1:9/a.png", "http://127.0.0.1:9"));
    }
}
