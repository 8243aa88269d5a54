//! Resolves the links of articles as browsers do.

/// Resolves `link` on a page at `base`. Returns `link` itself if it is absolute or `base` is not a URL.
pub(super) fn resolve(base: &str, link: &str) -> String {
    let link = link.trim();
    let base = base.trim();
    if link.is_empty() || has_scheme(link) {
        return link.to_owned();
    }
    let Some((scheme, rest)) = base.split_once("://").filter(|_| has_scheme(base)) else {
        return link.to_owned();
    };
    if let Some(rest) = link.strip_prefix("//") {
        return format!("{scheme}://{rest}");
    }
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match link.chars().next() {
        Some('/') => link.to_owned(),
        Some('?' | '#') => format!("/{path}{link}"),
        _ if folder.is_empty() => format!("/{link}"),
        _ => format!("/{folder}/{link}"),
    };
    format!("{scheme}://{host}{}", without_dots(&path))
}

/// Returns true if a URL starts with a scheme, such as `https:` or `mailto:`.
fn has_scheme(address: &str) -> bool {
    address.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// Removes `.` and `..` from a path.
fn without_dots(path: &str) -> String {
    let end = path.find(['?', '#']).unwrap_or(path.len());
    let (path, rest) = path.split_at(end);
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').skip(1) {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!("/{}{rest}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_resolved_as_a_browser_does() {
        let base = "https://a.example/news/feed.xml?x=1";
        for (link, expected) in [
            ("/story", "https://a.example/story"),
            ("story", "https://a.example/news/story"),
            ("../story?a=/../b", "https://a.example/story?a=/../b"),
            ("./story", "https://a.example/news/story"),
            ("//b.example/story", "https://b.example/story"),
            ("?id=3", "https://a.example/news/feed.xml?id=3"),
            ("https://c.example/", "https://c.example/"),
            ("javascript:alert(1)", "javascript:alert(1)"),
            ("", ""),
        ] {
            assert_eq!(resolve(base, link), expected, "{link}");
        }
        assert_eq!(resolve("https://a.example", "s"), "https://a.example/s");
        assert_eq!(resolve("", "/relative"), "/relative");
    }
}
