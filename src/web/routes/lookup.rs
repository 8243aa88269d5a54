//! Finds the route of a request.

use std::{collections::HashMap, sync::LazyLock};

use hyper::{
    Method, StatusCode,
    header::{ALLOW, HeaderValue},
};

use super::{ROUTES, route::Route};
use crate::web::http::error::{ApiError, Result};

/// Routes by the noun in their path, so that the path of a request is compared with few templates.
static BY_NOUN: LazyLock<HashMap<&str, Vec<&Route>>> = LazyLock::new(|| {
    let mut routes: HashMap<&str, Vec<&Route>> = HashMap::new();
    for route in ROUTES.iter() {
        routes.entry(noun(&route.parts)).or_default().push(route);
    }
    routes
});

/// The noun of a path: `tickers` in `/api/tickers/search`.
fn noun<'a>(parts: &[&'a str]) -> &'a str {
    parts.get(1).copied().unwrap_or_default()
}

/// Returns true if a path outside of `/api` belongs to a route and not to a page or file.
pub(in crate::web) fn is_outside_api(path: &[&str]) -> bool {
    ROUTES
        .iter()
        .any(|route| !route.path.starts_with("/api/") && route.matches(path))
}

/// Finds the route of a method and a path, which consists of the decoded segments below the base path.
///
/// # Errors
/// 404 for an unknown path, 405 for a path with other methods only.
pub(in crate::web) fn find(path: &[&str], method: &Method) -> Result<&'static Route> {
    let candidates = BY_NOUN.get(noun(path)).map_or(&[][..], Vec::as_slice);
    // Several templates may match, as `{symbol}` also matches `search`. Routes are sorted, and the first match counts.
    let matching = candidates
        .iter()
        .find(|route| route.matches(path) && route.has_valid_params(path))
        .or_else(|| candidates.iter().find(|route| route.matches(path)))
        .ok_or_else(|| ApiError::not_found("Unknown API path."))?;
    let method = if *method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    let same_path = || {
        candidates
            .iter()
            .filter(|route| route.path == matching.path)
    };
    same_path()
        .copied()
        .find(|route| route.method == *method)
        .ok_or_else(|| method_not_allowed(same_path().map(|route| &route.method)))
}

fn method_not_allowed<'a>(methods: impl Iterator<Item = &'a Method>) -> ApiError {
    let mut allowed: Vec<_> = methods.map(Method::as_str).collect();
    allowed.sort_unstable();
    let allowed = allowed.join(", ");
    let error = ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("Method not allowed; expected {allowed}."),
    );
    match HeaderValue::from_str(&allowed) {
        Ok(allowed) => error.with_header(ALLOW, allowed),
        Err(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_segments_match_before_parameters() {
        for (path, operation) in [
            (&["api", "tickers", "search"][..], "tickers_search"),
            (&["api", "tickers", "AAPL"], "tickers_detail"),
            // The symbols `SEARCH`, `TRENDING` and `COMMODITIES` are valid in upper case.
            (&["api", "tickers", "SEARCH"], "tickers_detail"),
            (&["api", "tickers", "TRENDING"], "tickers_detail"),
            (&["api", "tickers", "COMMODITIES"], "tickers_detail"),
            (&["api", "tickers", "id", "7"], "tickers_detail_by_id"),
            // `ID` may be the symbol of a ticker.
            (&["api", "tickers", "id", "related"], "tickers_related"),
            (&["api", "tickers", "id", "bars"], "history_bars"),
            (&["api", "tickers", "id"], "tickers_detail"),
            (&["api", "tickers", "id", "x"], "tickers_detail_by_id"),
            (&["api", "tickers", "BTC", "related"], "tickers_related"),
            (&["api", "tickers", "7", "bars"], "history_bars"),
        ] {
            let route = find(path, &Method::GET).unwrap();
            assert_eq!(route.id, operation, "{path:?}");
        }
    }

    #[test]
    fn another_method_returns_405_with_the_allowed_methods() {
        let error = find(&["api", "alerts", "7"], &Method::GET).err().unwrap();
        assert_eq!(error.status, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(error.headers[0].1, "DELETE, PATCH");
        let error = find(&["api", "no", "such"], &Method::GET).err().unwrap();
        assert_eq!(error.status, StatusCode::NOT_FOUND);
    }
}
