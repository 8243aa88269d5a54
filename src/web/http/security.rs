//! Who may ask, and what answers tell browsers to allow.
//!
//! A server at home is within reach of every web page its owner opens, so a request must name a
//! host that is ours (against DNS rebinding), and a write or a live connection must come from our
//! own pages (against forged requests).

use std::net::{IpAddr, Ipv6Addr};

use hyper::{
    HeaderMap, StatusCode, Uri,
    header::{
        CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
        X_CONTENT_TYPE_OPTIONS,
    },
};

use super::error::{ApiError, Result};

const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; \
                      base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// Headers of every answer.
pub(crate) fn harden(headers: &mut HeaderMap) {
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
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
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Refuses a request for a host that is not ours.
pub(crate) fn check_host(uri: &Uri, headers: &HeaderMap, allowed: &[String]) -> Result<()> {
    let named = uri
        .host()
        .map(str::to_owned)
        .or_else(|| host_of(headers.get(HOST)?.to_str().ok()?));
    let Some(host) = named else {
        return Err(ApiError::bad_request("The request names no host."));
    };
    if is_ours(&host, allowed) {
        return Ok(());
    }
    Err(ApiError::new(
        StatusCode::MISDIRECTED_REQUEST,
        format!(
            "This server does not answer to the name '{host}'; its operator can add it to allowed_hosts."
        ),
    ))
}

/// Refuses what a foreign page makes a browser send. Programs send neither header and may pass.
pub(crate) fn check_origin(headers: &HeaderMap) -> Result<()> {
    let text = |name: &HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let fetched = HeaderName::from_static("sec-fetch-site");
    let foreign_fetch = text(&fetched).is_some_and(|site| !matches!(site, "same-origin" | "none"));
    let foreign_origin = headers.get(ORIGIN).is_some_and(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        let authority = origin.split_once("://").map(|(_, authority)| authority);
        authority.is_none() || authority != text(&HOST)
    });
    if foreign_fetch || foreign_origin {
        return Err(ApiError::forbidden(
            "Requests from other web sites are refused.",
        ));
    }
    Ok(())
}

/// The host of `host[:port]`, without brackets, in lower case.
fn host_of(authority: &str) -> Option<String> {
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?.0,
        None => authority.split(':').next()?,
    };
    (!host.is_empty()).then(|| host.trim_end_matches('.').to_ascii_lowercase())
}

/// Loopback, LAN addresses, names that only a local network resolves, and the operator's list.
fn is_ours(host: &str, allowed: &[String]) -> bool {
    if let Ok(address) = host.trim_matches(['[', ']']).parse::<IpAddr>() {
        return is_local(address) || allowed.iter().any(|name| name == host);
    }
    let single_label = !host.contains('.');
    single_label
        || [".localhost", ".local", ".lan", ".home.arpa", ".internal"]
            .iter()
            .any(|end| host.ends_with(end))
        || allowed.iter().any(|name| name.eq_ignore_ascii_case(host))
}

fn is_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => match ip.to_ipv4_mapped() {
            Some(mapped) => is_local(mapped.into()),
            None => ip == Ipv6Addr::LOCALHOST || ip.is_unique_local() || ip.is_unicast_link_local(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_lan_and_listed_names_are_ours_and_others_are_not() {
        let allowed = ["deck.example.org".to_owned()];
        for ours in [
            "127.0.0.1",
            "localhost",
            "::1",
            "192.168.1.20",
            "10.0.0.7",
            "fd00::1",
            "169.254.1.1",
            "raspberrypi",
            "raspberrypi.local",
            "Deck.Example.org",
            "::ffff:192.168.0.1",
        ] {
            assert!(is_ours(ours, &allowed), "{ours}");
        }
        for foreign in [
            "evil.example",
            "8.8.8.8",
            "localhost.evil.example",
            "2001:db8::1",
            "local.evil",
        ] {
            assert!(!is_ours(foreign, &allowed), "{foreign}");
        }
    }

    #[test]
    fn the_host_is_read_with_and_without_port_and_brackets() {
        assert_eq!(host_of("LOCALHOST:8080").as_deref(), Some("localhost"));
        assert_eq!(host_of("[::1]:8080").as_deref(), Some("::1"));
        assert_eq!(host_of("deck.local."), Some("deck.local".into()));
        assert_eq!(host_of(""), None);
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(k, v)| (HeaderName::from_static(k), HeaderValue::from_static(v)))
            .collect()
    }

    #[test]
    fn a_foreign_origin_or_cross_site_fetch_is_refused_and_a_program_passes() {
        assert!(check_origin(&headers(&[("host", "localhost:1")])).is_ok());
        assert!(
            check_origin(&headers(&[
                ("host", "localhost:1"),
                ("origin", "http://localhost:1")
            ]))
            .is_ok()
        );
        assert!(
            check_origin(&headers(&[
                ("host", "localhost:1"),
                ("origin", "http://evil.example")
            ]))
            .is_err()
        );
        assert!(
            check_origin(&headers(&[
                ("host", "localhost:1"),
                ("origin", "http://localhost:2")
            ]))
            .is_err()
        );
        assert!(check_origin(&headers(&[("host", "localhost:1"), ("origin", "null")])).is_err());
        assert!(
            check_origin(&headers(&[
                ("host", "localhost:1"),
                ("sec-fetch-site", "cross-site")
            ]))
            .is_err()
        );
        assert!(
            check_origin(&headers(&[
                ("host", "localhost:1"),
                ("sec-fetch-site", "same-site")
            ]))
            .is_err()
        );
        assert!(
            check_origin(&headers(&[
                ("host", "localhost:1"),
                ("sec-fetch-site", "same-origin")
            ]))
            .is_ok()
        );
    }
}
