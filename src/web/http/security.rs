//! Protection against attacks through browsers: allowed hosts and origins, and security headers.
//!
//! Any web page that a user opens can send requests to a server in the user's home network. So a request must name an allowed host
//! (against DNS rebinding), and a write or a live connection must come from this server's own pages (against request forgery).

use std::{mem, net::IpAddr};

use hyper::{
    HeaderMap, StatusCode, Uri,
    header::{
        CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY, SERVER,
        TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS,
    },
};

use super::error::{ApiError, Result};

/// The constant part of the content security policy, between `script-src` and the origins of `frame-ancestors`.
const POLICY: &str = "style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; \
                      base-uri 'self'; form-action 'self'; frame-ancestors";

/// Creates the content security policy. `ancestors` are origins that may show pages in a frame, such as `https://home.example`; `scripts`
/// are hashes of inline scripts, such as `'sha256-…'`.
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
    // Never fails, as the configuration refuses values that are invalid in a header.
    HeaderValue::from_str(&format!(
        "default-src 'self'; script-src {scripts}; {POLICY} {ancestors}"
    ))
    .unwrap_or(HeaderValue::from_static("frame-ancestors 'none'"))
}

/// Creates the headers that every response has.
pub(crate) fn common_headers(content_policy: &HeaderValue) -> HeaderMap {
    // Capacity for the common headers and a response's own.
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

/// Adds the common headers to a response, unless it has them already. A header of the response itself, such as a page's content security
/// policy, takes precedence.
pub(crate) fn add_common_headers(headers: &mut HeaderMap, common_headers: &HeaderMap) {
    if headers.contains_key(X_CONTENT_TYPE_OPTIONS) {
        return;
    }
    let response_headers = mem::replace(headers, common_headers.clone());
    headers.extend(response_headers);
}

/// The configured host names: `deck.example.org`, `*.example.org`, `.example.org` (the name and its subdomains), or `*` for any. A scheme
/// and a port, as in copied URLs, are ignored.
///
/// A pattern allows host names, but not origins: an origin is allowed only if it equals the request's host, or if its full name is
/// listed.
#[derive(Debug, Default)]
pub(crate) struct AllowedHosts(Vec<String>);

impl AllowedHosts {
    pub(crate) fn new(entries: &[String]) -> Self {
        let host = |entry: &String| {
            let entry = entry.trim();
            let entry = entry.split_once("://").map_or(entry, |(_, rest)| rest);
            parse_host(entry.split('/').next()?)
        };
        Self(entries.iter().filter_map(host).collect())
    }

    fn matches_entry(&self, host: &str) -> bool {
        self.0.iter().any(|entry| match entry.strip_prefix('*') {
            Some(end) => host.ends_with(end),
            None if entry.starts_with('.') => host.ends_with(entry) || host == &entry[1..],
            None => entry == host,
        })
    }

    /// Returns true if `host` is listed by its full name, not only covered by a pattern.
    fn lists_exactly(&self, host: &str) -> bool {
        self.0.iter().any(|entry| entry == host)
    }
}

/// Returns the request's host with its port, or an error if the host is not allowed.
pub(crate) fn check_host<'a>(
    uri: &'a Uri,
    headers: &'a HeaderMap,
    allowed: &AllowedHosts,
) -> Result<&'a str> {
    check_host_name(authority(uri, headers)?, allowed)
}

/// Returns a host name, with or without a port, or an error if the host is not allowed.
pub(crate) fn check_host_name<'a>(authority: &'a str, allowed: &AllowedHosts) -> Result<&'a str> {
    let Some(host) = parse_host(authority) else {
        return Err(ApiError::bad_request(
            "Invalid host; expected a name or an address, with or without a port.",
        ));
    };
    if is_allowed_host(&host, allowed) {
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

/// Returns the host of a request: from an absolute URL if there is one (RFC 9112, section 3.2.2), else from the `Host` header.
fn authority<'a>(uri: &'a Uri, headers: &'a HeaderMap) -> Result<&'a str> {
    let host_header = single_value(headers, &HOST)?;
    uri.authority()
        .map(hyper::http::uri::Authority::as_str)
        .or(host_header)
        .ok_or_else(|| ApiError::bad_request("Missing host."))
}

/// Returns the value of a header, or an error if the header is repeated.
pub(crate) fn single_value<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'a str>> {
    let mut values = headers.get_all(name).iter();
    let value = values.next();
    if values.next().is_some() {
        return Err(ApiError::bad_request(format!("Duplicate header '{name}'.")));
    }
    Ok(value.map(|value| value.to_str().unwrap_or_default()))
}

/// Returns an error for transfer codings other than `chunked` (RFC 9112, section 6.1).
pub(crate) fn check_framing(headers: &HeaderMap) -> Result<()> {
    let codings = headers.get_all(TRANSFER_ENCODING);
    let is_chunked = |value: &HeaderValue| value.as_bytes().eq_ignore_ascii_case(b"chunked");
    if codings.iter().count() > 1 || !codings.iter().all(is_chunked) {
        return Err(ApiError::new(
            StatusCode::NOT_IMPLEMENTED,
            "Invalid transfer coding; expected chunked or none.",
        ));
    }
    Ok(())
}

/// Returns an error if a page of another site makes the browser send the request. Programs other than browsers send neither
/// `Sec-Fetch-Site` nor `Origin`, and are allowed.
pub(crate) fn check_origin(
    headers: &HeaderMap,
    authority: &str,
    allowed: &AllowedHosts,
) -> Result<()> {
    let site = single_value(headers, &HeaderName::from_static("sec-fetch-site"))?;
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return Err(ApiError::forbidden(
            "Requests from other websites are not allowed.",
        ));
    }
    let Some(origin) = single_value(headers, &ORIGIN)? else {
        return Ok(());
    };
    let origin_authority = origin.split_once("://").map(|(_, authority)| authority);
    let is_allowed = origin_authority.is_some_and(|origin_authority| {
        origin_authority.eq_ignore_ascii_case(authority)
            || parse_host(origin_authority).is_some_and(|host| allowed.lists_exactly(&host))
    });
    if is_allowed {
        return Ok(());
    }
    Err(ApiError::forbidden(format!(
        "Requests from other websites are not allowed: the page is from '{origin}', but the request names the host \
         '{authority}'. Behind a reverse proxy, let it pass the header Host on (nginx: proxy_set_header Host \
         $http_host), or add the page's host to allowed_hosts."
    )))
}

/// Returns the host in `host[:port]`, without brackets, in lower case. Returns `None` for an empty host or an invalid port: the server
/// builds links from the whole authority, so only a port may follow the colon.
pub(super) fn parse_host(authority: &str) -> Option<String> {
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

/// Suffixes of host names that only resolve in a local or private network.
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
fn is_allowed_host(host: &str, allowed: &AllowedHosts) -> bool {
    if let Ok(address) = host.parse::<IpAddr>() {
        return is_local(address) || allowed.matches_entry(host);
    }
    let single_label = !host.contains('.');
    single_label || LOCAL_NAMES.iter().any(|end| host.ends_with(end)) || allowed.matches_entry(host)
}

/// Returns true for a loopback or LAN address. Every IPv6 address counts: a literal address cannot be used for DNS rebinding, and devices
/// at home often have global IPv6 addresses.
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
    fn only_local_and_configured_hosts_are_allowed() {
        let allowed = AllowedHosts::new(&[
            "Deck.Example.org".to_owned(),
            "*.wild.example".to_owned(),
            "https://copied.example:8443/deck".to_owned(),
            ".dotted.example".to_owned(),
        ]);
        for host in [
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
            assert!(is_allowed_host(host, &allowed), "{host}");
        }
        for host in [
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
            assert!(!is_allowed_host(host, &allowed), "{host}");
        }
        assert!(is_allowed_host(
            "anything.example",
            &AllowedHosts::new(&["*".to_owned()])
        ));
    }

    #[test]
    fn hosts_are_parsed_with_and_without_port_and_brackets() {
        assert_eq!(parse_host("LOCALHOST:8080").as_deref(), Some("localhost"));
        assert_eq!(parse_host("[::1]:8080").as_deref(), Some("::1"));
        assert_eq!(parse_host("deck.local.").as_deref(), Some("deck.local"));
        assert_eq!(parse_host("deck.local:").as_deref(), Some("deck.local"));
        assert_eq!(parse_host(""), None);
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
            assert_eq!(parse_host(authority), None, "{authority}");
        }
    }

    fn origin(value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(ORIGIN, HeaderValue::from_static(value))])
    }

    #[test]
    fn requests_from_other_sites_are_refused_and_programs_are_allowed() {
        let allowed = AllowedHosts::new(&["deck.example.org".to_owned()]);
        let check = |headers: &HeaderMap| check_origin(headers, "localhost:1", &allowed);
        for allowed_origin in ["http://localhost:1", "https://deck.example.org"] {
            assert!(check(&origin(allowed_origin)).is_ok(), "{allowed_origin}");
        }
        assert!(check(&HeaderMap::new()).is_ok());
        for foreign in ["http://evil.example", "http://localhost:2", "null"] {
            assert!(check(&origin(foreign)).is_err(), "{foreign}");
        }
        let fetch_site = HeaderName::from_static("sec-fetch-site");
        for (site, passes) in [
            ("cross-site", false),
            ("same-site", false),
            ("same-origin", true),
            ("none", true),
        ] {
            let headers =
                HeaderMap::from_iter([(fetch_site.clone(), HeaderValue::from_static(site))]);
            assert_eq!(check(&headers).is_ok(), passes, "{site}");
        }
    }

    #[test]
    fn a_host_pattern_does_not_allow_other_origins() {
        let is_allowed = |entries: &[&str], page: &'static str| {
            let entries: Vec<_> = entries.iter().map(|&entry| entry.to_owned()).collect();
            check_origin(
                &origin(page),
                "deck.example.org",
                &AllowedHosts::new(&entries),
            )
            .is_ok()
        };
        for pattern in ["*", "*.example.org", ".example.org"] {
            assert!(
                is_allowed(&[pattern], "https://deck.example.org"),
                "{pattern}"
            );
            for page in ["http://evil.example", "https://other.example.org"] {
                assert!(!is_allowed(&[pattern], page), "{pattern} {page}");
            }
        }
        assert!(is_allowed(
            &["*", "other.example.org"],
            "https://other.example.org"
        ));
    }

    #[test]
    fn the_origin_error_names_the_proxy_setting() {
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
