//! Reverse proxies: reads `X-Forwarded-*` headers and the path of Home Assistant's ingress. Only headers from `trusted_proxies` are read, as any client can send them.

use std::net::{IpAddr, SocketAddr};

use hyper::{HeaderMap, header::HeaderName};

use super::{
    error::{ApiError, Result},
    security::single_value,
};
use crate::{runtime::network::Network, web::settings::ServerUrl};

/// The trusted proxies.
#[derive(Debug, Default)]
pub(crate) struct TrustedProxies(Vec<Network>);

/// Information in the `X-Forwarded-*` headers of a trusted proxy; empty for other clients.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Forwarded {
    /// Host and port in the browser's URL.
    pub(crate) host: Option<String>,
    /// Path prefix that the proxy removed: empty, or `/deck`.
    pub(crate) prefix: String,
    /// Address of the proxy's client.
    pub(crate) client: Option<IpAddr>,
    /// Whether the client uses TLS.
    pub(crate) is_secure: bool,
    /// Whether the request comes from a trusted proxy.
    pub(crate) is_trusted_proxy: bool,
}

impl Forwarded {
    /// Returns the URL of this server as the client sees it. The origin is known only if the proxy forwards the host.
    pub(super) fn server_url(&self, authority: &str, base: &str) -> ServerUrl {
        let scheme = if self.is_secure { "https" } else { "http" };
        let origin = self.host.as_ref();
        ServerUrl {
            origin: origin.map(|_| format!("{scheme}://{authority}")),
            base: base.to_owned(),
        }
    }
}

const HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const PREFIX: HeaderName = HeaderName::from_static("x-forwarded-prefix");
const PROTOCOL: HeaderName = HeaderName::from_static("x-forwarded-proto");
const CLIENTS: HeaderName = HeaderName::from_static("x-forwarded-for");
/// Prefix that the ingress of Home Assistant removed; it sends no `X-Forwarded-Prefix`.
const INGRESS_PATH: HeaderName = HeaderName::from_static("x-ingress-path");
/// Start of every ingress path.
const INGRESS: &str = "/api/hassio_ingress/";

impl TrustedProxies {
    /// Creates the list from addresses (`192.168.1.2`) and networks (`172.16.0.0/12`). Ignores invalid entries, which the configuration
    /// refuses earlier.
    pub(crate) fn new(entries: &[String]) -> Self {
        Self(
            entries
                .iter()
                .filter_map(|entry| Network::parse(entry))
                .collect(),
        )
    }

    /// Reads the forwarded information of a request from `peer`.
    pub(crate) fn forwarded(&self, peer: IpAddr, headers: &HeaderMap) -> Result<Forwarded> {
        if !self.is_trusted(peer) {
            return Ok(Forwarded::default());
        }
        let host = single_value(headers, &HOST)?
            .and_then(|hosts| hosts.split(',').next())
            .map(|host| host.trim().to_owned())
            .filter(|host| !host.is_empty());
        let ingress_path = single_value(headers, &INGRESS_PATH)?;
        let ingress_path = ingress_path.filter(|path| path.starts_with(INGRESS));
        let prefix = single_value(headers, &PREFIX)?.or(ingress_path);
        Ok(Forwarded {
            host,
            prefix: parse_prefix(prefix.unwrap_or_default())?,
            client: self.client(headers),
            is_trusted_proxy: true,
            is_secure: single_value(headers, &PROTOCOL)?.is_some_and(is_tls),
        })
    }

    /// Returns the client's address: from the headers of a trusted proxy, else `peer`.
    pub(crate) fn client_address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = self
            .is_trusted(peer)
            .then(|| self.client(headers))
            .flatten();
        forwarded.unwrap_or(peer)
    }

    fn is_trusted(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// Returns the client's address from `X-Forwarded-For`. Each proxy appends the address of its own client, so the last address that is
    /// not a trusted proxy is the client; entries before it may be forged.
    fn client(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let lists = headers.get_all(&CLIENTS).iter();
        let lists: Vec<&str> = lists.filter_map(|list| list.to_str().ok()).collect();
        let addresses = lists.iter().rev().flat_map(|list| list.rsplit(','));
        let mut last = None;
        for address in addresses {
            let Some(address) = parse_address(address.trim()) else {
                break;
            };
            last = Some(address);
            if !self.is_trusted(address) {
                break;
            }
        }
        last
    }
}

/// Parses an entry of `X-Forwarded-For`: an address, which Azure and IIS write with a port
/// (`203.0.113.7:5678`, `[2001:db8::1]:5678`, `[2001:db8::1]`).
fn parse_address(entry: &str) -> Option<IpAddr> {
    let bracketed = || entry.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || entry.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    entry.parse().ok().or_else(with_port).or_else(bracketed)
}

/// Returns true if the client uses TLS. With several proxies, the first entry is the client's protocol.
fn is_tls(protocols: &str) -> bool {
    let first = protocols.split(',').next().unwrap_or_default();
    first.trim().eq_ignore_ascii_case("https")
}

/// Parses a path prefix; returns it with a leading and without a trailing slash. The prefix is inserted into pages, so only characters
/// without a special meaning in HTML are allowed.
fn parse_prefix(header: &str) -> Result<String> {
    let trimmed = header.trim().trim_matches('/');
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~/".contains(letter);
    if !trimmed.chars().all(is_plain) || trimmed.contains("//") {
        return Err(ApiError::bad_request(format!(
            "Invalid X-Forwarded-Prefix '{header}'; expected a path of letters, digits and -._~/."
        )));
    }
    if trimmed.is_empty() {
        return Ok(String::new());
    }
    Ok(format!("/{trimmed}"))
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn headers(pairs: &[(HeaderName, &'static str)]) -> HeaderMap {
        let pair = |(name, value): &(HeaderName, &'static str)| {
            (name.clone(), HeaderValue::from_static(value))
        };
        pairs.iter().map(pair).collect()
    }

    #[test]
    fn headers_are_read_only_from_trusted_proxies() {
        let trusted = ["192.168.1.2", "172.16.0.0/12", "fd00::/8"].map(str::to_owned);
        let trusted = TrustedProxies::new(&trusted);
        let sent = headers(&[
            (HOST, "deck.example, inner"),
            (PREFIX, "/deck/"),
            (PROTOCOL, "https"),
            // The last entry is another trusted proxy; the first may be forged.
            (CLIENTS, "10.9.9.9, 198.51.100.7, 172.16.0.9"),
        ]);
        let expected = Forwarded {
            is_trusted_proxy: true,
            host: Some("deck.example".to_owned()),
            prefix: "/deck".to_owned(),
            client: Some(IpAddr::from([198, 51, 100, 7])),
            is_secure: true,
        };
        let forwarded = |peer: &str| trusted.forwarded(peer.parse().unwrap(), &sent).unwrap();
        for peer in [
            "192.168.1.2",
            "::ffff:192.168.1.2",
            "172.31.255.1",
            "fd12::1",
        ] {
            assert_eq!(forwarded(peer), expected, "{peer}");
        }
        for peer in ["192.168.1.3", "172.32.0.1", "127.0.0.1", "::1", "fe80::1"] {
            assert_eq!(forwarded(peer), Forwarded::default(), "{peer}");
        }
    }

    #[test]
    fn the_ingress_path_of_home_assistant_is_the_prefix() {
        let trusted = TrustedProxies::new(&["172.30.32.0/23".to_owned()]);
        let prefix = |peer: [u8; 4], pairs: &[(HeaderName, &'static str)]| {
            let forwarded = trusted.forwarded(peer.into(), &headers(pairs));
            forwarded.unwrap().prefix
        };
        let supervisor = [172, 30, 32, 2];
        let ingress = (INGRESS_PATH, "/api/hassio_ingress/x1-_Y");
        let base = "/api/hassio_ingress/x1-_Y";
        assert_eq!(prefix(supervisor, std::slice::from_ref(&ingress)), base);
        assert_eq!(prefix([172, 31, 0, 2], std::slice::from_ref(&ingress)), "");
        // Another proxy may pass on a forged header, or set its own prefix.
        assert_eq!(prefix(supervisor, &[(INGRESS_PATH, "/evil")]), "");
        assert_eq!(prefix(supervisor, &[ingress, (PREFIX, "/deck")]), "/deck");
    }

    #[test]
    fn the_client_is_the_last_untrusted_address() {
        let trusted = TrustedProxies::new(&["172.16.0.0/12".to_owned()]);
        // The last entry is another trusted proxy; the first may be forged.
        let sent = headers(&[(CLIENTS, "10.9.9.9, 198.51.100.7, 172.16.0.9")]);
        let client = |peer: &str, sent| trusted.client_address(peer.parse().unwrap(), sent);
        assert_eq!(client("172.16.0.2", &sent), IpAddr::from([198, 51, 100, 7]));
        assert_eq!(client("192.0.2.1", &sent), IpAddr::from([192, 0, 2, 1]));
        let without_address = headers(&[(CLIENTS, "unknown")]);
        assert_eq!(
            client("172.16.0.2", &without_address),
            IpAddr::from([172, 16, 0, 2])
        );
    }

    #[test]
    fn a_forwarded_address_may_have_a_port() {
        let trusted = TrustedProxies::new(&["172.16.0.0/12".to_owned()]);
        let proxy = "172.16.0.2".parse().unwrap();
        for (entry, client) in [
            ("198.51.100.7:5678", "198.51.100.7"),
            ("[2001:db8::7]:5678", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("2001:db8::7", "2001:db8::7"),
            (
                "10.9.9.9:1, 198.51.100.7:5678, 172.16.0.9:80",
                "198.51.100.7",
            ),
        ] {
            let sent = headers(&[(CLIENTS, entry)]);
            let client: IpAddr = client.parse().unwrap();
            assert_eq!(trusted.client_address(proxy, &sent), client, "{entry}");
        }
    }

    #[test]
    fn a_prefix_with_special_characters_is_refused() {
        for (header, prefix) in [
            ("", ""),
            ("/", ""),
            ("deck", "/deck"),
            ("/a/b/", "/a/b"),
            // With two slashes, pages would link to another server.
            ("//evil.example", "/evil.example"),
        ] {
            assert_eq!(parse_prefix(header).unwrap(), prefix);
        }
        for bad in ["/a\"b", "/a<b", "/a b", "/a//b", "/a?b", "/ä"] {
            assert!(parse_prefix(bad).is_err(), "{bad}");
        }
    }
}
