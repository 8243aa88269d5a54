//! Every page of the interface.

use hyper::StatusCode;

use super::http::page;

/// The pages of the interface; any other path is its not-found page, with status 404. Places are spelled as
/// the interface spells them.
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

/// The status of a page of the interface.
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
    fn the_pages_are_those_of_the_interface() {
        let list = include_str!("../../ui/src/paths.ts");
        let mut paths: Vec<String> = list
            .split(": '/")
            .skip(1)
            .filter_map(|rest| rest.split_once('\''))
            .map(|(path, _)| path.to_owned())
            // A part of a page stands in its query.
            .filter(|path| path != "not-found" && !path.contains('?'))
            .collect();
        // Those with a place are made by functions.
        let places = ["board/:name", "ticker/:symbol", "ticker-by-id/:id"];
        paths.extend(places.map(str::to_owned));
        paths.sort();
        assert_eq!(paths, PAGES);
    }
}
