//! URLs of web pages that the interface links to.

/// Returns true for a URL that is safe to link: http or https, with a host and without user name and password.
pub(crate) fn is_linkable(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else {
        return false;
    };
    let is_http = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    let host = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let is_allowed = |c: char| !c.is_whitespace() && !c.is_control();
    is_http && !host.is_empty() && !host.contains('@') && url.chars().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_http_urls_without_credentials_are_linkable() {
        for linkable in [
            "https://www.bls.gov/schedule",
            "HTTP://example.org",
            "http://[::1]:8080/a?b#c",
            "https://example.org\\@path",
        ] {
            assert!(is_linkable(linkable), "{linkable}");
        }
        for rejected in [
            "",
            "BLS",
            "www.bls.gov",
            "javascript:alert(1)",
            "javascript://example.org/%0aalert(1)",
            "data:text/html,x",
            "https://",
            "https:///path",
            "https://user:secret@example.org",
            "https://example.org/a b",
        ] {
            assert!(!is_linkable(rejected), "{rejected}");
        }
    }
}
