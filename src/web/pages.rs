//! Paths of the interface's pages.

use hyper::StatusCode;

use super::http::page;

/// Paths of the interface's pages, with parameters as in the interface. Any other path shows the not-found page, with status
/// 404.
const PAGES: &[&str] = &[
    "",
    "board/:name",
    "boards",
    "commodities",
    "crypto",
    "crypto-tracker",
    "dividend-calendar",
    "earnings-calendar",
    "economic-calendar",
    "etf-screener",
    "etfs",
    "heatmap",
    "ico-calendar",
    "icos",
    "news",
    "premium-alerts",
    "privacy-policy",
    "settings",
    "sitemap",
    "status",
    "stock-analysis",
    "terms-of-use",
    "ticker-by-id/:id",
    "ticker/:symbol",
    "watchlist",
];

/// Returns the status of a page of the interface.
pub(super) fn status(path: &[&str]) -> StatusCode {
    let is_page = PAGES.iter().any(|route| page::fits(route, path));
    if is_page {
        StatusCode::OK
    } else {
        StatusCode::NOT_FOUND
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_match_those_of_the_interface() {
        let list = include_str!("../../ui/src/paths.ts");
        let mut paths: Vec<String> = list
            .split(": '/")
            .skip(1)
            .filter_map(|rest| rest.split_once('\''))
            .map(|(path, _)| path.to_owned())
            // Query parameters select a part of a page.
            .filter(|path| path != "not-found" && !path.contains('?'))
            .collect();
        // Paths with parameters are created by functions.
        let places = ["board/:name", "ticker/:symbol", "ticker-by-id/:id"];
        paths.extend(places.map(str::to_owned));
        paths.sort();
        assert_eq!(paths, PAGES);
    }
}
