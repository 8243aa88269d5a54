//! Protection against attacks through browsers: allowed hosts and origins, and security headers.
//!
//! Any web page that the owner opens can reach a server at home. So a request must name an allowed host (against DNS rebinding), and
//! a write or a live connection must come from our own pages (against request forgery).

use std::{mem, net::IpAddr};

use hyper::{
    HeaderMap, StatusCode, Uri,
    header::{
        CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, SERVER,
        TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS,
    },
};

use super::error::{ApiError, Result};

/// The middle of the content security policy, between the sources of scripts and frame ancestors.
const POLICY: &str = "style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; \
                      base-uri 'self'; form-action 'self'; frame-ancestors";

/// Creates the content security policy. `ancestors` are origins such as `https://home.example` that may show pages in a frame; `scripts`
/// are hashes of inline scripts: `'sha256-…'`.
pub(crate) fn content_policy(ancestors: &[String], scripts: &[String]) -> HeaderValue {
    let scripts: Vec<&str> = std::iter::once("'self'")
        .chain(scripts.iter().map(String::as_str))
        .collect();
    let scripts = scripts.join(" ");
    let ancestors = if ancestors.is_empty() {
        "'none'".to_owned()
    } else {
        ancestors.join(" ")
    };
    // The configuration refuses values that no header can contain.
    HeaderValue::from_str(&format!(
        "default-src 'self'; script-src {scripts}; {POLICY} {ancestors}"
    ))
    .unwrap_or(HeaderValue::from_static("frame-ancestors 'none'"))
}

/// Creates the headers of every response.
pub(crate) fn common_headers(content_policy: &HeaderValue) -> HeaderMap {
    // Room for the headers of a response itself.
    let mut headers = HeaderMap::with_capacity(20);
    headers.insert(CONTENT_SECURITY_POLICY, content_policy.clone());
    for (name, value) in [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "same-origin"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), microphone=(), geolocation=(), payment=()",
        ),
        (SERVER, "marketdeck"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
}

/// Adds the headers of every response. A content security policy that is already present stays, and a response that has the headers
/// is not changed.
pub(crate) fn set_security_headers(headers: &mut HeaderMap, common_headers: &HeaderMap) {
    if headers.contains_key(X_CONTENT_TYPE_OPTIONS) {
        return;
    }
    let own = mem::replace(headers, common_headers.clone());
    headers.extend(own);
}

/// The configured host names: `deck.example.org`, `*.example.org`, `.example.org` (that name and its subdomains), or `*` for any. A scheme
/// and a port, as in copied URLs, are ignored.
///
/// A pattern extends the names that requests may use, never the pages that may send them: an origin is accepted if it equals the
/// request's host, or if its full name is listed.
#[derive(Debug, Default)]
pub(crate) struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    pub(crate) fn new(entries: &[String]) -> Self {
        let host = |entry: &String| {
            let entry = entry.trim();
            let entry = entry.split_once("://").map_or(entry, |(_, rest)| rest);
            host_of(entry.split('/').next()?)
        };
        Self(entries.iter().filter_map(host).collect())
    }

    fn has(&self, host: &str) -> bool {
        self.0.iter().any(|entry| match entry.strip_prefix('*') {
            Some(end) => host.ends_with(end),
            None if entry.starts_with('.') => host.ends_with(entry) || host == &entry[1..],
            None => entry == host,
        })
    }

    /// Returns true if `host` is listed by its full name, not only covered by a pattern.
    fn names(&self, host: &str) -> bool {
        self.0.iter().any(|entry| entry == host)
    }
}

/// Refuses a request for a host that is not allowed. Returns the host with its port.
pub(crate) fn check_host<'a>(
    uri: &'a Uri,
    headers: &'a HeaderMap,
    allowed: &AllowedHosts,
) -> Result<&'a str> {
    check_name(authority(uri, headers)?, allowed)
}

/// Refuses a host name, with or without a port, that is not allowed; otherwise returns it.
pub(crate) fn check_name<'a>(authority: &'a str, allowed: &AllowedHosts) -> Result<&'a str> {
    let Some(host) = host_of(authority) else {
        return Err(ApiError::bad_request(
            "Invalid host; expected a name or an address, with or without a port.",
        ));
    };
    if is_ours(&host, allowed) {
        return Ok(authority);
    }
    Err(ApiError::new(
        StatusCode::MISDIRECTED_REQUEST,
        format!(
            "This server doesn't accept the host name '{host}'. To allow it, its operator can set allowed_hosts = [\"{host}\"] in the \
             configuration file, or MARKETDECK_ALLOWED_HOSTS={host} in the environment."
        ),
    ))
}

/// Returns the host of a request: from an absolute URL, in which case `Host` is ignored (RFC 9112, section 3.2.2), or from
/// `Host`.
fn authority<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Result<&'a str> {
    let named = only(headers, &HOST)?;
    uri.authority()
        .map(hyper::http::uri::Authority::as_str)
        .or(named)
        .ok_or_else(|| ApiError::bad_request("Missing host."))
}

/// Returns the value of a header that must not be repeated.
pub(super) fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    let value = values.next();
    if values.next().is_some() {
        return Err(ApiError::bad_request(format!("Duplicate header '{name}'.")));
    }
    Ok(value.map(|value| value.to_str().unwrap_or_default()))
}

/// Refuses transfer codings other than `chunked` (RFC 9112, section 6.1).
pub(crate) fn check_framing(headers: &HeaderMap) -> Result<()> {
    let codings = headers.get_all(TRANSFER_ENCODING);
    let is_plain = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"chunked");
    if codings.iter().count() > 1 || !codings.iter().all(is_plain) {
        return Err(ApiError::new(
            StatusCode::NOT_IMPLEMENTED,
            "Invalid transfer coding; expected chunked or none.",
        ));
    }
    Ok(())
}

/// Refuses requests that a foreign page makes a browser send. Programs send neither header and are
/// allowed.
pub(crate) fn check_origin(
    headers: &HeaderMap,
    authority: &str,
    allowed: &AllowedHosts,
) -> Result<()> {
    let site = only(headers, &HeaderName::from_static("sec-fetch-site"))?;
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Err(ApiError::forbidden(
            "Requests from other websites are not allowed.",
        ));
    }
    let Some(origin) = only(headers, &ORIGIN)? else {
        return Ok(());
    };
    let page = origin.split_once("://").map(|(_, authority)| authority);
    let is_own = page.is_some_and(|page| {
        page.eq_ignore_ascii_case(authority)
            || host_of(page).is_some_and(|host| allowed.names(&host))
    });
    if is_own {
        return Ok(());
    }
    Err(ApiError::forbidden(format!(
        "Requests from other web sites are refused: the page is from '{origin}', but the request names the host \
         '{authority}'. Behind a reverse proxy, let it pass the header Host on (nginx: proxy_set_header Host \
         $http_host), or add the page's host to allowed_hosts."
    )))
}

/// Returns the host of `host[:port]`, without brackets, in lower case. `None` for an empty host or an invalid port: links are built from
/// the whole authority, so nothing else may follow the colon.
fn host_of(authority: &str) -> Option<String> {
    let (host, rest) = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let is_port = rest.is_empty()
        || rest.strip_prefix(':').is_some_and(|port| {
            port.is_empty() || port.parse::<u16>().is_ok() && !port.starts_with('+')
        });
    (!host.is_empty() && is_port).then(|| host.trim_end_matches('.').to_ascii_lowercase())
}

/// Suffixes of names that only a local network, a router or a private network resolves.
const LOCAL_NAMES: [&str; 9] = [
    ".localhost",
    ".local",
    ".localdomain",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".fritz.box",
    ".ts.net",
];

/// Returns true for loopback and LAN addresses, local names, and configured hosts.
fn is_ours(host: &str, allowed: &AllowedHosts) -> bool {
    if let Ok(address) = host.parse::<IpAddr>() {
        return is_local(address) || allowed.has(host);
    }
    let single_label = !host.contains('.');
    single_label || LOCAL_NAMES.iter().any(|end| host.ends_with(end)) || allowed.has(host)
}

/// Returns true for a local address. IPv6 addresses always count, as nobody can point a name at them by DNS rebinding and global ones are usual at home.
fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => {
            let [first, second, ..] = ip.octets();
            // 100.64.0.0/10 (RFC 6598): Tailscale, and carrier-grade NAT.
            let is_shared = first == 100 && (64..128).contains(&second);
            ip.is_loopback() || ip.is_private() || ip.is_link_local() || is_shared
        }
        IpAddr::V6(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_names_and_addresses_are_allowed_and_others_are_not() {
        let allowed = AllowedHosts::new(&[
            "Deck.Example.org".to_owned(),
            "*.wild.example".to_owned(),
            "https://copied.example:8443/deck".to_owned(),
            ".dotted.example".to_owned(),
        ]);
        for ours in [
            "127.0.0.1",
            "localhost",
            "::1",
            "192.168.1.20",
            "10.0.0.7",
            "fd00::1",
            "2001:db8::1",
            "169.254.1.1",
            "100.101.102.103",
            "raspberrypi",
            "raspberrypi.local",
            "pi.fritz.box",
            "pi.localdomain",
            "pi.home",
            "pi.lan",
            "pi.tail1234.ts.net",
            "deck.example.org",
            "a.wild.example",
            "copied.example",
            "dotted.example",
            "a.dotted.example",
            "::ffff:192.168.0.1",
        ] {
            assert!(is_ours(ours, &allowed), "{ours}");
        }
        for foreign in [
            "evil.example",
            "8.8.8.8",
            "100.128.0.1",
            "::ffff:8.8.8.8",
            "localhost.evil.example",
            "local.evil",
            "wild.example",
            "undotted.example",
            "evilfritz.box",
        ] {
            assert!(!is_ours(foreign, &allowed), "{foreign}");
        }
        assert!(is_ours(
            "anything.example",
            &AllowedHosts::new(&["*".to_owned()])
        ));
    }

    #[test]
    fn the_host_is_parsed_with_and_without_port_and_brackets() {
        assert_eq!(host_of("LOCALHOST:8080").as_deref(), Some("localhost"));
        assert_eq!(host_of("[::1]:8080").as_deref(), Some("::1"));
        assert_eq!(host_of("deck.local.").as_deref(), Some("deck.local"));
        assert_eq!(host_of("deck.local:").as_deref(), Some("deck.local"));
        assert_eq!(host_of(""), None);
    }

    #[test]
    fn a_port_that_is_not_a_number_makes_the_host_invalid() {
        for authority in [
            "deck.example.org:x@evil.example",
            "deck.example.org:\"><script>",
            "deck.example.org:80:80",
            "deck.example.org:+80",
            "deck.example.org:70000",
            "[::1]x",
            "[::1]:x",
            "[::1",
            ":80",
        ] {
            assert_eq!(host_of(authority), None, "{authority}");
        }
    }

    fn origin(value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(ORIGIN, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_foreign_origin_or_cross_site_fetch_is_refused_and_a_program_is_allowed() {
        let allowed = AllowedHosts::new(&["deck.example.org".to_owned()]);
        let check = |headers: &HeaderMap| check_origin(headers, "localhost:1", &allowed);
        for own in ["http://localhost:1", "https://deck.example.org"] {
            assert!(check(&origin(own)).is_ok(), "{own}");
        }
        assert!(check(&HeaderMap::new()).is_ok());
        for foreign in ["http://evil.example", "http://localhost:2", "null"] {
            assert!(check(&origin(foreign)).is_err(), "{foreign}");
        }
        let fetched = HeaderName::from_static("sec-fetch-site");
        for (site, passes) in [
            ("cross-site", false),
            ("same-site", false),
            ("same-origin", true),
            ("none", true),
        ] {
            let headers = HeaderMap::from_iter([(fetched.clone(), HeaderValue::from_static(site))]);
            assert_eq!(check(&headers).is_ok(), passes, "{site}");
        }
    }

    #[test]
    fn a_host_pattern_does_not_allow_other_origins() {
        let own = |entries: &[&str], page: &'static str| {
            let entries: Vec<_> = entries.iter().map(|&entry| entry.to_owned()).collect();
            check_origin(
                &origin(page),
                "deck.example.org",
                &AllowedHosts::new(&entries),
            )
            .is_ok()
        };
        for pattern in ["*", "*.example.org", ".example.org"] {
            assert!(own(&[pattern], "https://deck.example.org"), "{pattern}");
            for page in ["http://evil.example", "https://other.example.org"] {
                assert!(!own(&[pattern], page), "{pattern} {page}");
            }
        }
        assert!(own(
            &["*", "other.example.org"],
            "https://other.example.org"
        ));
    }

    #[test]
    fn the_error_names_the_proxy_header_to_set() {
        let error = check_origin(
            &origin("http://deck.home"),
            "127.0.0.1:8080",
            &AllowedHosts::default(),
        );
        let message = error.unwrap_err().message;
        for part in [
            "http://deck.home",
            "127.0.0.1:8080",
            "proxy_set_header Host $http_host",
        ] {
            assert!(message.contains(part), "{message}");
        }
    }
}
