//! A route: its properties, how a request finds it, and when it can be answered.

use std::{collections::HashMap, pin::Pin, sync::LazyLock};

use hyper::{
    Method, StatusCode,
    header::{ALLOW, HeaderValue},
};

use super::ROUTES;
use crate::{
    domain::ticker::TickerId,
    web::{
        AppState, ChangeKind,
        http::{
            error::{ApiError, Result},
            limits::Limits,
            reply::Reply,
            request::{ApiRequest, whole},
        },
    },
};

pub(super) type Answer<'a> = Pin<Box<dyn Future<Output = Result<Reply>> + Send + 'a>>;
/// Answers a request; the strings are the path's parameters, in order.
pub(super) type Handler = for<'a> fn(&'a AppState, &'a ApiRequest, &'a [&'a str]) -> Answer<'a>;

/// A property of a route: who may call it, what it takes and returns, when it can be answered, and by which process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum Flag {
    /// Takes a JSON body.
    JsonBody,
    /// Takes an exported watchlist as its body, which may be larger than other bodies.
    ListBody,
    /// Takes an export of everything as its body, which may be larger still.
    ExportBody,
    /// Returns JSON or CSV.
    Csv,
    /// Needs no password, even where one is set.
    Public,
    /// Returns all data, or all user data: refused on a read-only server, to read-only tokens and to pages of other sites.
    AllData,
    /// Manages tokens and sessions: for a person, never for a token. Each process of a cluster has its own.
    Access,
    /// Reads what only the source of a cluster knows.
    SourceOnly,
    /// Waits for another server, and therefore doesn't take the write lock.
    NoWriteLock,
    /// Answers before the market is loaded.
    BeforeLoad,
    /// Needs user data, which is in the database, but not the market.
    UserDataOnly,
    /// Needs the history of the ticker in the path.
    History,
    /// Needs the histories of many tickers.
    Histories,
}

/// Routes by the noun in their path, so that a request is compared with few of them.
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

/// One method at one path.
pub(in crate::web) struct Route {
    /// Path template: `/api/alerts/{id}`.
    pub(in crate::web) path: &'static str,
    /// Segments of the path template.
    pub(super) parts: Vec<&'static str>,
    pub(in crate::web) method: Method,
    /// Operation id in the `OpenAPI` document.
    pub(super) id: &'static str,
    pub(super) flags: &'static [Flag],
    /// What a successful request may have changed; pages in other browsers are notified.
    pub(in crate::web) changes: &'static [ChangeKind],
    pub(super) handler: Handler,
}

impl Route {
    /// Returns true if a path outside of `/api` belongs to a route, not to a page or file.
    pub(in crate::web) fn is_outside_api(path: &[&str]) -> bool {
        ROUTES
            .iter()
            .any(|route| !route.path.starts_with("/api/") && route.fits(path))
    }

    /// Finds the route of a path (decoded segments below the base path). Returns 404 if there is none, 405 if the path only has other
    /// methods.
    pub(in crate::web) fn find(path: &[&str], method: &Method) -> Result<&'static Self> {
        let of_noun = BY_NOUN.get(noun(path)).map_or(&[][..], Vec::as_slice);
        // Several may match, as `{symbol}` also matches `search`: the first one counts.
        let best = of_noun
            .iter()
            .find(|route| route.fits(path) && route.is_meant(path))
            .or_else(|| of_noun.iter().find(|route| route.fits(path)))
            .ok_or_else(|| ApiError::not_found("Unknown API path."))?;
        let method = if *method == Method::HEAD {
            &Method::GET
        } else {
            method
        };
        let here = || of_noun.iter().filter(|route| route.path == best.path);
        here()
            .copied()
            .find(|route| route.method == *method)
            .ok_or_else(|| not_allowed(here().map(|route| &route.method)))
    }

    /// Returns true if it may change something.
    pub(in crate::web) fn is_write(&self) -> bool {
        self.method != Method::GET
    }

    /// Returns true if it has this flag.
    pub(in crate::web) fn is(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Returns true if it takes a body.
    pub(in crate::web) fn has_body(&self) -> bool {
        self.is(Flag::JsonBody)
    }

    /// Returns true if an edge forwards it to the source: writes, and what only the source knows. Access is managed by each process
    /// itself.
    pub(in crate::web) fn runs_at_source(&self) -> bool {
        (self.is_write() || self.is(Flag::SourceOnly)) && !self.is(Flag::Access)
    }

    /// Returns true if it takes the write lock. Requests that wait for another server do not, as they would block all other writes.
    pub(in crate::web) fn takes_write_lock(&self) -> bool {
        !self.is(Flag::NoWriteLock)
    }

    /// Maximum size of its body in bytes.
    pub(in crate::web) fn max_body_bytes(&self, limits: &Limits) -> usize {
        if self.is(Flag::ListBody) {
            limits.import_bytes
        } else if self.is(Flag::ExportBody) {
            limits.transfer_bytes
        } else {
            limits.body_bytes
        }
    }

    /// Returns 503 for routes that need the market while it is still loading, as an empty list or 404 would be
    /// wrong.
    pub(in crate::web) fn check_loaded(&self, state: &AppState, path: &[&str]) -> Result<()> {
        if !state.market.is_loading() {
            return self.check_history(state, path);
        }
        let is_edge = state.upstream.is_some();
        // An edge receives user data together with the market.
        let is_ready = self.is(Flag::BeforeLoad) || (self.is(Flag::UserDataOnly) && !is_edge);
        if is_ready || (is_edge && self.runs_at_source()) {
            return Ok(());
        }
        Err(ApiError::still_loading())
    }

    /// Returns 503 for routes that need histories while these are still loading.
    fn check_history(&self, state: &AppState, path: &[&str]) -> Result<()> {
        if !state.market.is_loading_histories() {
            return Ok(());
        }
        let is_there = if self.is(Flag::History) {
            let asked = self.path_params(path).next().unwrap_or_default();
            let market = state.market.read();
            let number = asked.parse().ok().map(TickerId);
            let id = number.or_else(|| market.id_of(asked));
            // Unknown tickers, and those imported from a file, have nothing to load.
            let waits = |id: &TickerId| {
                let listing = market.get(*id);
                listing.is_some_and(|listing| listing.ticker.imported.is_none())
            };
            id.filter(waits).is_none_or(|id| market.has_histories(id))
        } else {
            !self.is(Flag::Histories)
        };
        is_there.then_some(()).ok_or_else(ApiError::still_loading)
    }

    /// Calls the handler.
    pub(in crate::web) async fn answer(
        &self,
        state: &AppState,
        request: &ApiRequest,
        path: &[&str],
    ) -> Result<Reply> {
        let params: Vec<&str> = self.path_params(path).collect();
        (self.handler)(state, request, &params).await
    }

    /// Returns true if the path matches the template.
    fn fits(&self, path: &[&str]) -> bool {
        self.parts.len() == path.len()
            && self
                .parts
                .iter()
                .zip(path)
                .all(|(own, asked)| own == asked || own.starts_with('{'))
    }

    /// Returns true if the parameters have the right type: after `id` comes a number, so that `tickers/id/bars` means the bars of the ticker
    /// `ID`.
    fn is_meant(&self, path: &[&str]) -> bool {
        let pairs = || self.parts.iter().zip(path);
        let is_numbered = pairs().any(|(own, _)| *own == "id");
        !is_numbered
            || self
                .path_params(path)
                .all(|asked| whole(asked).parse::<u32>().is_ok())
    }

    /// Returns the values of the path's parameters, if it [`fits`](Route::fits).
    fn path_params<'a>(&self, path: &[&'a str]) -> impl Iterator<Item = &'a str> {
        let parts = self.parts.iter().zip(path);
        parts
            .filter(|(own, _)| own.starts_with('{'))
            .map(|(_, asked)| *asked)
    }
}

fn not_allowed<'a>(methods: impl Iterator<Item = &'a Method>) -> ApiError {
    let mut allowed: Vec<_> = methods.map(Method::as_str).collect();
    allowed.sort_unstable();
    let allowed = allowed.join(", ");
    let error = ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("Method not allowed; expected {allowed}."),
    );
    match HeaderValue::from_str(&allowed) {
        Ok(allowed) => error.with(ALLOW, allowed),
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
            // Symbols with these names are written in capitals.
            (&["api", "tickers", "SEARCH"], "tickers_detail"),
            (&["api", "tickers", "TRENDING"], "tickers_detail"),
            (&["api", "tickers", "COMMODITIES"], "tickers_detail"),
            (&["api", "tickers", "id", "7"], "tickers_detail_by_id"),
            // A ticker may be called ID.
            (&["api", "tickers", "id", "related"], "tickers_related"),
            (&["api", "tickers", "id", "bars"], "history_bars"),
            (&["api", "tickers", "id"], "tickers_detail"),
            (&["api", "tickers", "id", "x"], "tickers_detail_by_id"),
            (&["api", "tickers", "BTC", "related"], "tickers_related"),
            (&["api", "tickers", "7", "bars"], "history_bars"),
        ] {
            let route = Route::find(path, &Method::GET).unwrap();
            assert_eq!(route.id, operation, "{path:?}");
        }
    }

    #[test]
    fn another_method_returns_405_with_the_allowed_ones() {
        let error = Route::find(&["api", "alerts", "7"], &Method::GET)
            .err()
            .unwrap();
        assert_eq!(error.status, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(error.headers[0].1, "DELETE, PATCH");
        let error = Route::find(&["api", "no", "such"], &Method::GET)
            .err()
            .unwrap();
        assert_eq!(error.status, StatusCode::NOT_FOUND);
    }
}
