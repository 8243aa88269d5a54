//! Derives a browser's name from its user agent, for the list of signed-in browsers.

use hyper::{HeaderMap, header::USER_AGENT};

/// Parts of user agents, with the browser's name. The first match counts, as most user agents also contain the names of other browsers.
const BROWSERS: [(&str, &str); 6] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];
/// Parts of user agents, with the name of the operating system.
const SYSTEMS: [(&str, &str); 7] = [
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// Returns a name such as `Firefox on Linux`.
pub(super) fn browser_name(headers: &HeaderMap) -> String {
    let agent = headers.get(USER_AGENT);
    let agent = agent.and_then(|agent| agent.to_str().ok()).unwrap_or("");
    let find = |names: &[(&str, &'static str)]| {
        let entry = names.iter().find(|(part, _)| agent.contains(part));
        entry.map(|(_, name)| *name)
    };
    let browser = find(&BROWSERS).unwrap_or("A browser");
    match find(&SYSTEMS) {
        Some(system) => format!("{browser} on {system}"),
        None => browser.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn browsers_are_identified_by_their_user_agent() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            ("curl/8.5.0", "A browser"),
        ] {
            let headers = HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_static(agent))]);
            assert_eq!(browser_name(&headers), expected);
        }
        assert_eq!(browser_name(&HeaderMap::new()), "A browser");
    }
}
