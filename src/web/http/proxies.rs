//! What a reverse proxy says of a request that it passes on. Only those of `trusted_proxies` are believed: anybody can
//! send these headers.

use std::net::{IpAddr, SocketAddr};

use hyper::{HeaderMap, header::HeaderName};

use super::{
    error::{ApiError, Result},
    security::only,
};
use crate::{runtime::network::Network, web::settings::Seen};

/// The proxies that are believed.
#[derive(Debug, Default)]
pub(crate) struct TrustedProxies(Vec<Network>);

/// What a trusted proxy says; nothing of any other client.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Forwarded {
    /// Host and port in the address that a person sees.
    pub(crate) host: Option<String>,
    /// What the proxy took off the start of the path: empty, or `/deck`.
    pub(crate) prefix: String,
    /// Who speaks to the proxy.
    pub(crate) client: Option<IpAddr>,
    /// Whether the proxy is spoken to over TLS.
    pub(crate) is_secure: bool,
}

impl Forwarded {
    /// Where whoever sent the request sees this server: `authority`, and pages below `base`.
    pub(super) fn seen(&self, authority: &str, base: &str) -> Seen {
        let scheme = if self.is_secure { "https" } else { "http" };
        let origin = self.host.as_ref();
        Seen {
            origin: origin.map(|_| format!("{scheme}://{authority}")),
            base: base.to_owned(),
        }
    }
}

const HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const PREFIX: HeaderName = HeaderName::from_static("x-forwarded-prefix");
const PROTOCOL: HeaderName = HeaderName::from_static("x-forwarded-proto");
const CLIENTS: HeaderName = HeaderName::from_static("x-forwarded-for");

impl TrustedProxies {
    /// The proxies at these addresses (`192.168.1.2`) and in these networks (`172.16.0.0/12`). Others are left
    /// out: the configuration refuses them.
    pub(crate) fn new(entries: &[String]) -> Self {
        Self(
            entries
                .iter()
                .filter_map(|one| Network::parse(one))
                .collect(),
        )
    }

    /// What a request from `peer` says that came by a trusted proxy.
    pub(crate) fn forwarded(&self, peer: IpAddr, headers: &HeaderMap) -> Result<Forwarded> {
        if !self.has(peer) {
            return Ok(Forwarded::default());
        }
        let host = only(headers, &HOST)?
            .and_then(|hosts| hosts.split(',').next())
            .map(|host| host.trim().to_owned())
            .filter(|host| !host.is_empty());
        let prefix = only(headers, &PREFIX)?.unwrap_or_default();
        Ok(Forwarded {
            host,
            prefix: prefix_of(prefix)?,
            client: self.client(headers),
            is_secure: only(headers, &PROTOCOL)?.is_some_and(is_tls),
        })
    }

    /// Who asks: `peer`, or the one for whom a trusted proxy asks.
    pub(crate) fn client_of(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let said = self.has(peer).then(|| self.client(headers)).flatten();
        said.unwrap_or(peer)
    }

    fn has(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }

    /// Who speaks to the first of our proxies: each wrote the address that it saw at the end. What stands before that anybody
    /// may have written.
    fn client(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let lists = headers.get_all(&CLIENTS).iter();
        let lists: Vec<&str> = lists.filter_map(|list| list.to_str().ok()).collect();
        let addresses = lists.iter().rev().flat_map(|list| list.rsplit(','));
        let mut last = None;
        for address in addresses {
            let Some(address) = address_of(address.trim()) else {
                break;
            };
            last = Some(address);
            if !self.has(address) {
                break;
            }
        }
        last
    }
}

/// The address in an entry of `X-Forwarded-For`: alone, or with a port as Azure and IIS write it
/// (`203.0.113.7:5678`, `[2001:db8::1]:5678`, `[2001:db8::1]`).
fn address_of(entry: &str) -> Option<IpAddr> {
    let bracketed = || entry.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || entry.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    entry.parse().ok().or_else(with_port).or_else(bracketed)
}

/// Whether the first of several proxies, which the browser speaks to, is spoken to over TLS.
fn is_tls(protocols: &str) -> bool {
    let first = protocols.split(',').next().unwrap_or_default();
    first.trim().eq_ignore_ascii_case("https")
}

/// The prefix with a slash at its start and none at its end. It comes to stand in pages, so it may hold only what
/// needs no escape there.
fn prefix_of(header: &str) -> Result<String> {
    let trimmed = header.trim().trim_matches('/');
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._~/".contains(letter);
    if !trimmed.chars().all(is_plain) || trimmed.contains("//") {
        return Err(ApiError::bad_request(format!(
            "'{header}' in X-Forwarded-Prefix is no path of plain letters, digits and -._~/."
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
    fn only_a_trusted_proxy_is_believed() {
        let trusted = ["192.168.1.2", "172.16.0.0/12", "fd00::/8"].map(str::to_owned);
        let trusted = TrustedProxies::new(&trusted);
        let said = headers(&[
            (HOST, "deck.example, inner"),
            (PREFIX, "/deck/"),
            (PROTOCOL, "https"),
            // The last is another proxy of ours; the first may be anything.
            (CLIENTS, "10.9.9.9, 198.51.100.7, 172.16.0.9"),
        ]);
        let believed = Forwarded {
            host: Some("deck.example".to_owned()),
            prefix: "/deck".to_owned(),
            client: Some(IpAddr::from([198, 51, 100, 7])),
            is_secure: true,
        };
        let ask = |peer: &str| trusted.forwarded(peer.parse().unwrap(), &said).unwrap();
        for peer in [
            "192.168.1.2",
            "::ffff:192.168.1.2",
            "172.31.255.1",
            "fd12::1",
        ] {
            assert_eq!(ask(peer), believed, "{peer}");
        }
        for peer in ["192.168.1.3", "172.32.0.1", "127.0.0.1", "::1", "fe80::1"] {
            assert_eq!(ask(peer), Forwarded::default(), "{peer}");
        }
    }

    #[test]
    fn the_client_is_the_one_that_a_trusted_proxy_saw() {
        let trusted = TrustedProxies::new(&["172.16.0.0/12".to_owned()]);
        // The last is another proxy of ours; the first may be anything.
        let said = headers(&[(CLIENTS, "10.9.9.9, 198.51.100.7, 172.16.0.9")]);
        let client = |peer: &str, said| trusted.client_of(peer.parse().unwrap(), said);
        assert_eq!(client("172.16.0.2", &said), IpAddr::from([198, 51, 100, 7]));
        assert_eq!(client("192.0.2.1", &said), IpAddr::from([192, 0, 2, 1]));
        let nothing = headers(&[(CLIENTS, "unknown")]);
        assert_eq!(
            client("172.16.0.2", &nothing),
            IpAddr::from([172, 16, 0, 2])
        );
    }

    #[test]
    fn a_forwarded_address_may_carry_a_port() {
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
            let said = headers(&[(CLIENTS, entry)]);
            let client: IpAddr = client.parse().unwrap();
            assert_eq!(trusted.client_of(proxy, &said), client, "{entry}");
        }
    }

    #[test]
    fn a_prefix_that_could_break_a_page_is_refused() {
        for (header, prefix) in [
            ("", ""),
            ("/", ""),
            ("deck", "/deck"),
            ("/a/b/", "/a/b"),
            // Left as it is, pages would name another server.
            ("//evil.example", "/evil.example"),
        ] {
            assert_eq!(prefix_of(header).unwrap(), prefix);
        }
        for bad in ["/a\"b", "/a<b", "/a b", "/a//b", "/a?b", "/ä"] {
            assert!(prefix_of(bad).is_err(), "{bad}");
        }
    }
}
