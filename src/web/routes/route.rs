//! A route: its properties, and when it can be answered.

use std::pin::Pin;

use hyper::Method;

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
    pub(super) fn fits(&self, path: &[&str]) -> bool {
        self.parts.len() == path.len()
            && self
                .parts
                .iter()
                .zip(path)
                .all(|(own, asked)| own == asked || own.starts_with('{'))
    }

    /// Returns true if the parameters have the right type: after `id` comes a number, so that `tickers/id/bars` means the bars of the ticker
    /// `ID`.
    pub(super) fn is_meant(&self, path: &[&str]) -> bool {
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
