//! URLs of web pages that a reader may open.

/// Returns true for a URL that is safe to link: http or https, with a host and without user name and password.
pub(crate) fn is_page(address: &str) -> bool {
    let Some((scheme, rest)) = address.split_once("://") else {
        return false;
    };
    let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    let host = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let is_clean = |c: char| !c.is_whitespace() && !c.is_control();
    is_web && !host.is_empty() && !host.contains('@') && address.chars().all(is_clean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_web_pages_are_linkable() {
        for page in [
            "https://www.bls.gov/schedule",
            "HTTP://example.org",
            "http://[::1]:8080/a?b#c",
            "https://example.org\\@path",
        ] {
            assert!(is_page(page), "{page}");
        }
        for other in [
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
            assert!(!is_page(other), "{other}");
        }
    }
}
