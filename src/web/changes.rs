//! What changes when somebody writes, as pages elsewhere hear of it.

use hyper::Method;
use serde::Serialize;

/// What pages show and ask for again when it has changed. A frame names the kind and nothing of the thing itself: who may read
/// it asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Watchlists and what stands in them.
    Watchlists,
    /// Alerts and what they reported.
    Alerts,
    /// Boards.
    Boards,
    /// What was chosen for every device.
    Settings,
    /// Which tickers there are.
    Tickers,
    /// Articles.
    News,
    /// Earnings, dividends, dates of the economy and offerings.
    Calendars,
}

impl Kind {
    /// What a call of this route changes of all that pages show.
    pub(super) fn changed_by(method: &Method, path: &str) -> &'static [Self] {
        if *method == Method::GET {
            return &[];
        }
        match path.split('/').nth(2) {
            Some("watchlists" | "watchlist-items") => &[Self::Watchlists],
            // A test changes nothing.
            Some("alert-channels") if path.ends_with("/test") => &[],
            Some("alerts" | "alert-browsers" | "alert-channels") => &[Self::Alerts],
            Some("boards") => &[Self::Boards],
            Some("settings") => &[Self::Settings],
            Some("tickers") => &[Self::Tickers],
            _ if path == "/api/import" => &[
                Self::Tickers,
                Self::Watchlists,
                Self::Alerts,
                Self::Boards,
                Self::Settings,
            ],
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::routes;

    #[test]
    fn every_route_that_writes_says_what_it_changes() {
        let silent = routes::all().filter(|(path, method)| {
            **method != Method::GET && Kind::changed_by(method, path).is_empty()
        });
        let silent: Vec<_> = silent.map(|(path, _)| path).collect();
        // A test message and a preview keep nothing, and who may come in concerns no page but that of the settings.
        assert_eq!(
            silent,
            [
                "/api/access/sessions/{id}",
                "/api/access/tokens",
                "/api/access/tokens/{id}",
                "/api/alert-channel-previews",
                "/api/alert-channel-tests",
                "/api/alert-channels/{name}/test",
                "/api/import/preview"
            ]
        );
        assert_eq!(Kind::changed_by(&Method::GET, "/api/alerts"), []);
    }
}
