//! The paths of the interface's pages: any other path gets the status 404.

use hyper::StatusCode;

use super::http::page;

/// Path templates of the interface's pages, as in `ui/src/paths.ts`, sorted. Any other path shows the not-found page with status
/// 404.
const PAGES: &[&str] = &[
    "",
    "board/:name",
    "boards",
    "charts",
    "charts/:name",
    "commodities",
    "crypto",
    "crypto-tracker",
    "dividend-calendar",
    "earnings-calendar",
    "economic-calendar",
    "etf-screener",
    "etfs",
    "heatmap",
    "holdings",
    "ico-calendar",
    "icos",
    "news",
    "premium-alerts",
    "privacy-policy",
    "screener",
    "settings",
    "setup",
    "sitemap",
    "sources",
    "status",
    "stock-analysis",
    "terms-of-use",
    "ticker-by-id/:id",
    "ticker/:symbol",
    "watchlist",
];

/// Returns 200 for the path of a page of the interface, else 404.
pub(super) fn status(path: &[&str]) -> StatusCode {
    let is_page = PAGES.iter().any(|route| page::matches_route(route, path));
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
    fn page_paths_equal_those_in_the_interface() {
        let list = include_str!("../../ui/src/paths.ts");
        let mut paths: Vec<String> = list
            .split(": '/")
            .skip(1)
            .filter_map(|rest| rest.split_once('\''))
            .map(|(path, _)| path.to_owned())
            // A path with a query is a section of a page, not another page.
            .filter(|path| path != "not-found" && !path.contains('?'))
            .collect();
        // In TypeScript, paths with parameters are functions, which the split above misses.
        let parameterized_paths = [
            "board/:name",
            "charts/:name",
            "ticker/:symbol",
            "ticker-by-id/:id",
        ];
        paths.extend(parameterized_paths.map(str::to_owned));
        paths.sort();
        assert_eq!(paths, PAGES);
    }
}
