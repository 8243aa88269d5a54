//! Content negotiation: which encoding a client takes, which version it has, and which format it asks for.

use hyper::{
    HeaderMap,
    header::{ACCEPT, ACCEPT_ENCODING, HeaderName, HeaderValue, IF_NONE_MATCH},
};

/// Returns true if the client accepts `coding` (RFC 9110, section 12.5.3): an entry for the coding takes precedence over
/// `*`.
pub(crate) fn accepts(request: &HeaderMap, coding: &str) -> bool {
    let mut any = false;
    for (name, weight) in list(request, &ACCEPT_ENCODING).filter_map(weighted) {
        if name.eq_ignore_ascii_case(coding) {
            return weight > 0.0;
        }
        any |= name == "*" && weight > 0.0;
    }
    any
}

/// Returns true if the client names the media type `other` and not `usual`, which is the default. Ranges such as `*/*` name
/// neither.
pub(crate) fn prefers(request: &HeaderMap, other: &str, usual: &str) -> bool {
    let weight = |media_type: &str| {
        let mut named = list(request, &ACCEPT).filter_map(weighted);
        let named = named.find(|(name, _)| name.eq_ignore_ascii_case(media_type));
        named.map_or(0.0, |(_, weight)| weight)
    };
    weight(other) > weight(usual)
}

/// Returns true if the client has the version with this tag (RFC 9110, section 13.1.2). A proxy may have weakened
/// the tag.
pub(crate) fn has(request: &HeaderMap, tag: &HeaderValue) -> bool {
    list(request, &IF_NONE_MATCH).any(|known| {
        known == "*" || known.strip_prefix("W/").unwrap_or(known).as_bytes() == tag.as_bytes()
    })
}

/// Splits a comma-separated header, over all of its lines.
fn list<'a>(request: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    request
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

/// Parses `gzip;q=0.5` into name and weight; the weight defaults to 1, and `None` means that it is invalid.
fn weighted(part: &str) -> Option<(&str, f32)> {
    let mut parts = part.split(';').map(str::trim);
    let name = parts.next()?;
    let weight = parts.find_map(|part| {
        let (key, value) = part.split_once('=')?;
        key.trim().eq_ignore_ascii_case("q").then(|| value.trim())
    });
    match weight {
        None => Some((name, 1.0)),
        Some(weight) => Some((name, weight.parse().ok()?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_coding_with_a_weight_is_accepted() {
        for (offered, takes) in [
            ("br, gzip;q=0.8", true),
            ("GZIP", true),
            ("*", true),
            ("gzip ; Q=1", true),
            ("gzip;q=0, br", false),
            ("gzip;Q=0", false),
            ("gzip;q=0, *", false),
            ("*, gzip;q=0.0", false),
            ("*;q=0", false),
            ("br", false),
            ("", false),
        ] {
            assert_eq!(
                accepts(&with(ACCEPT_ENCODING, offered), "gzip"),
                takes,
                "{offered}"
            );
        }
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn another_media_type_is_only_for_clients_that_name_it() {
        for (accepted, is_preferred) in [
            ("application/octet-stream", true),
            ("image/png;q=0.5, Application/Octet-Stream", true),
            ("application/octet-stream;q=0.5, image/png", false),
            ("application/octet-stream;q=0", false),
            ("image/avif,image/*,*/*;q=0.8", false),
            ("", false),
        ] {
            let headers = with(ACCEPT, accepted);
            let prefers = prefers(&headers, "application/octet-stream", "image/png");
            assert_eq!(prefers, is_preferred, "{accepted}");
        }
    }

    #[test]
    fn a_known_version_is_found_in_a_list_and_weakened() {
        let tag = HeaderValue::from_static("\"abc\"");
        for (known, is_known) in [
            ("\"abc\"", true),
            ("W/\"abc\"", true),
            ("\"x\", W/\"abc\"", true),
            ("*", true),
            ("\"abcd\"", false),
            ("abc", false),
        ] {
            assert_eq!(has(&with(IF_NONE_MATCH, known), &tag), is_known, "{known}");
        }
    }
}
