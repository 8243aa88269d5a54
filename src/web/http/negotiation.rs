//! Content negotiation: accepted encodings (`Accept-Encoding`), preferred media types (`Accept`), and cached versions (`If-None-Match`).

use hyper::{
    HeaderMap,
    header::{ACCEPT, ACCEPT_ENCODING, HeaderName, HeaderValue, IF_NONE_MATCH},
};

/// Returns true if the client accepts the content coding `coding` (RFC 9110, section 12.5.3). An entry with the coding's name takes
/// precedence over `*`.
pub(crate) fn accepts(request: &HeaderMap, coding: &str) -> bool {
    let mut accepts_any = false;
    for (name, weight) in list_items(request, &ACCEPT_ENCODING).filter_map(parse_weighted) {
        if name.eq_ignore_ascii_case(coding) {
            return weight > 0.0;
        }
        accepts_any |= name == "*" && weight > 0.0;
    }
    accepts_any
}

/// Returns true if the client names the media type `alternative` and not `default`, which is the default. Ranges such as `*/*` name
/// neither.
pub(crate) fn prefers(request: &HeaderMap, alternative: &str, default: &str) -> bool {
    let weight = |media_type: &str| {
        let mut named = list_items(request, &ACCEPT).filter_map(parse_weighted);
        let named = named.find(|(name, _)| name.eq_ignore_ascii_case(media_type));
        named.map_or(0.0, |(_, weight)| weight)
    };
    weight(alternative) > weight(default)
}

/// Returns true if the client has cached the version with this entity tag (RFC 9110, section 13.1.2). A weak tag
/// counts too, as a proxy may have weakened it.
pub(crate) fn has_version(request: &HeaderMap, tag: &HeaderValue) -> bool {
    list_items(request, &IF_NONE_MATCH).any(|sent_tag| {
        sent_tag == "*"
            || sent_tag.strip_prefix("W/").unwrap_or(sent_tag).as_bytes() == tag.as_bytes()
    })
}

/// Returns the items of a comma-separated header, which may occur several times.
fn list_items<'a>(request: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    request
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

/// Parses `gzip;q=0.5` into name and weight. The weight defaults to 1; an invalid weight returns `None`.
fn parse_weighted(part: &str) -> Option<(&str, f32)> {
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

    fn headers_with(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn a_coding_with_a_weight_is_accepted() {
        for (header, is_accepted) in [
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
                accepts(&headers_with(ACCEPT_ENCODING, header), "gzip"),
                is_accepted,
                "{header}"
            );
        }
        assert!(!accepts(&HeaderMap::new(), "gzip"));
    }

    #[test]
    fn the_alternative_media_type_is_preferred_only_by_name() {
        for (header, is_preferred) in [
            ("application/octet-stream", true),
            ("image/png;q=0.5, Application/Octet-Stream", true),
            ("application/octet-stream;q=0.5, image/png", false),
            ("application/octet-stream;q=0", false),
            ("image/avif,image/*,*/*;q=0.8", false),
            ("", false),
        ] {
            let headers = headers_with(ACCEPT, header);
            let prefers = prefers(&headers, "application/octet-stream", "image/png");
            assert_eq!(prefers, is_preferred, "{header}");
        }
    }

    #[test]
    fn an_entity_tag_matches_in_a_list_and_as_a_weak_tag() {
        let tag = HeaderValue::from_static("\"abc\"");
        for (sent_tag, is_match) in [
            ("\"abc\"", true),
            ("W/\"abc\"", true),
            ("\"x\", W/\"abc\"", true),
            ("*", true),
            ("\"abcd\"", false),
            ("abc", false),
        ] {
            assert_eq!(
                has_version(&headers_with(IF_NONE_MATCH, sent_tag), &tag),
                is_match,
                "{sent_tag}"
            );
        }
    }
}
