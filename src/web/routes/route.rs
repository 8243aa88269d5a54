//! The properties of a route.

use std::pin::Pin;

use hyper::Method;

use crate::{
    domain::{person::Role, ticker::TickerId},
    web::{
        AppState, ChangeKind,
        http::{
            access::Caller,
            error::{ApiError, Result},
            limits::Limits,
            reply::Reply,
            request::{ApiRequest, strip_zero_fraction},
        },
    },
};

pub(super) type Answer<'a> = Pin<Box<dyn Future<Output = Result<Reply>> + Send + 'a>>;
/// The handler of a route. The strings are the path's parameters, in order.
pub(super) type Handler = for<'a> fn(&'a AppState, &'a ApiRequest, &'a [&'a str]) -> Answer<'a>;

/// A property of a route: its authorization, body, response format, required data, or the process that handles it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum Flag {
    /// Takes a JSON body.
    JsonBody,
    /// Changes no data, although the method is POST: allowed on a read-only server, and for viewers.
    ReadOnly,
    /// Takes an exported watchlist as its body; the size limit is [`Limits::import_bytes`].
    ListBody,
    /// Takes an export of all user data as its body; the size limit is [`Limits::transfer_bytes`].
    ExportBody,
    /// Returns JSON or CSV.
    Csv,
    /// Returns a list, or a page of it with the parameters `offset` and `limit`.
    Paged,
    /// Needs no authentication, even on a server with a password.
    Public,
    /// Returns all data or all user data. Refused on a read-only server, for read-only tokens and for pages of other sites.
    AllData,
    /// Manages tokens and sessions. Refused for tokens. Never forwarded, as each process of a cluster has its own tokens and sessions.
    Access,
    /// Reads data that only the source of a cluster has.
    SourceOnly,
    /// Does not take the write lock, as the request waits for another server.
    NoWriteLock,
    /// Available before the market is loaded.
    BeforeLoad,
    /// Needs only user data, which is in the database, and not the market.
    UserDataOnly,
    /// Needs the history of the ticker in the path.
    History,
    /// Needs the histories of many tickers.
    Histories,
}

/// To whom the data of a route belongs, which decides who may use the route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::web) enum Data {
    /// The market, which all people share. Only the owner of the server changes it.
    Market,
    /// The data of the person who sends the request, which viewers cannot change.
    Own,
    /// The server itself. Only its owner may see and change it.
    Server,
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
    pub(in crate::web) data: Data,
    pub(super) flags: &'static [Flag],
    /// Kinds of data that a successful request may change; all open pages are notified.
    pub(in crate::web) changes: &'static [ChangeKind],
    pub(super) handler: Handler,
}

impl Route {
    /// Returns true if the route may change data.
    pub(in crate::web) fn is_write(&self) -> bool {
        self.method != Method::GET && !self.has(Flag::ReadOnly)
    }

    /// Checks that the role of the caller allows to use the route.
    ///
    /// # Errors
    /// 403 with the reason.
    pub(in crate::web) fn check_role(&self, caller: Caller) -> Result<()> {
        let Some(role) = caller.role() else {
            return Ok(());
        };
        let (may_read, may_write) = match (self.data, role) {
            (_, Role::Owner) | (Data::Own, Role::Member) => (true, true),
            (Data::Own, Role::Viewer) | (Data::Market, _) => (true, false),
            (Data::Server, _) => (false, false),
        };
        if may_write || (may_read && !self.is_write()) {
            return Ok(());
        }
        Err(ApiError::forbidden(match (self.data, role) {
            (Data::Own, _) => "You may only look: your role on this server is viewer.",
            _ => "Only the owner of this server may do this.",
        }))
    }

    /// Returns true if the route has this flag.
    pub(in crate::web) fn has(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// Returns true if requests have a body.
    pub(in crate::web) fn has_body(&self) -> bool {
        self.has(Flag::JsonBody)
    }

    /// Returns true if an edge forwards the request to the source: writes, and reads of data that only the source has, except for
    /// tokens and sessions.
    pub(in crate::web) fn runs_at_source(&self) -> bool {
        (self.is_write() || self.has(Flag::SourceOnly)) && !self.has(Flag::Access)
    }

    /// Returns true if the request takes the write lock. A request that waits for another server would block all other writes.
    pub(in crate::web) fn takes_write_lock(&self) -> bool {
        !self.has(Flag::NoWriteLock)
    }

    /// Returns the maximum size of a request body in bytes.
    pub(in crate::web) fn max_body_bytes(&self, limits: &Limits) -> usize {
        if self.has(Flag::ListBody) {
            limits.import_bytes
        } else if self.has(Flag::ExportBody) {
            limits.transfer_bytes
        } else {
            limits.body_bytes
        }
    }

    /// Checks that the data of this route is loaded.
    ///
    /// # Errors
    /// 503 while the market is still loading: an empty list or 404 would be wrong.
    pub(in crate::web) fn check_loaded(&self, state: &AppState, path: &[&str]) -> Result<()> {
        if !state.market.is_loading() {
            return self.check_history(state, path);
        }
        let is_edge = state.upstream.is_some();
        // An edge receives user data together with the market.
        let is_ready = self.has(Flag::BeforeLoad) || (self.has(Flag::UserDataOnly) && !is_edge);
        if is_ready || (is_edge && self.runs_at_source()) {
            return Ok(());
        }
        Err(ApiError::still_loading())
    }

    /// Checks that the histories of this route are loaded.
    fn check_history(&self, state: &AppState, path: &[&str]) -> Result<()> {
        if !state.market.is_loading_histories() {
            return Ok(());
        }
        let is_loaded = if self.has(Flag::History) {
            let id_or_symbol = self.path_params(path).next().unwrap_or_default();
            let market = state.market.read();
            let id = id_or_symbol.parse().ok().map(TickerId);
            let id = id.or_else(|| market.id_of(id_or_symbol));
            // Unknown tickers, and tickers imported from a file, have no history to load.
            let has_history_to_load = |id: &TickerId| {
                let listing = market.get(*id);
                listing.is_some_and(|listing| listing.ticker.imported.is_none())
            };
            id.filter(has_history_to_load)
                .is_none_or(|id| market.has_histories(id))
        } else {
            !self.has(Flag::Histories)
        };
        if is_loaded {
            Ok(())
        } else {
            Err(ApiError::still_loading())
        }
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
    pub(super) fn matches(&self, path: &[&str]) -> bool {
        self.parts.len() == path.len()
            && self
                .parts
                .iter()
                .zip(path)
                .all(|(part, segment)| part == segment || part.starts_with('{'))
    }

    /// Returns true if the parameters have the right type: the parameter after `id` must be a number. So `tickers/id/bars` means
    /// the bars of the ticker `ID`.
    pub(super) fn has_valid_params(&self, path: &[&str]) -> bool {
        let takes_id = self.parts.contains(&"id");
        !takes_id
            || self
                .path_params(path)
                .all(|param| strip_zero_fraction(param).parse::<u32>().is_ok())
    }

    /// Returns the values of the parameters in a path that [`matches`](Route::matches) the template.
    fn path_params<'a>(&self, path: &[&'a str]) -> impl Iterator<Item = &'a str> {
        let parts = self.parts.iter().zip(path);
        parts
            .filter(|(part, _)| part.starts_with('{'))
            .map(|(_, segment)| *segment)
    }
}
