//! Every route of the API.
//!
//! A handler's own description (`#[utoipa::path]`) says its method and path; its line here makes it
//! served. Dispatch, 405 with `Allow`, and the `OpenAPI` document all come from the two together.

mod loading;

use std::{collections::HashMap, future::ready, pin::Pin, sync::LazyLock};

use hyper::{
    Method, StatusCode,
    header::{ALLOW, HeaderValue},
};
use serde_json::Value;
use utoipa::OpenApi;

use crate::web::{
    AppState,
    api::{
        access, alerts, backup, boards, breadth, dividends, earnings, economy, feeds, history,
        holidays, icos, logos, market, metrics, news, periods, settings, shapes::Ticker, status,
        summary, symbols, system, tickers, transfer, watchlists,
    },
    http::{
        error::{ApiError, Result},
        limits::Limits,
        reply::Reply,
        request::{ApiRequest, whole},
    },
    mark::Mark,
    openapi,
};

type Answer<'a> = Pin<Box<dyn Future<Output = Result<Reply>> + Send + 'a>>;
/// What answers a request; the texts are what stands in the path's places, in order.
type Handler = for<'a> fn(&'a AppState, &'a ApiRequest, &'a [&'a str]) -> Answer<'a>;

/// Lists the routes: method, what is special about it, path, `noun::name` of what describes and answers it, and the
/// call.
macro_rules! routes {
    ($($method:ident $([$($mark:ident)+])? $path:literal $noun:ident :: $name:ident
        => |$state:tt, $request:tt, $places:tt| $answer:expr;)+) => {
        #[derive(OpenApi)]
        #[openapi(
            paths($($noun::$name,)+),
            components(schemas(Ticker))
        )]
        struct Description;

        static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(|| {
            let mut routes = vec![$(Route {
                path: $path,
                parts: $path.split('/').skip(1).collect(),
                method: Method::$method,
                id: concat!(stringify!($noun), "_", stringify!($name)),
                marks: &[$($(Mark::$mark),+)?],
                handler: {
                    fn answer<'a>($state: &'a AppState, $request: &'a ApiRequest, $places: &'a [&'a str]) -> Answer<'a> {
                        Box::pin($answer)
                    }
                    answer
                },
            }),+];
            // What is named comes before what is a place: '{' sorts behind every letter.
            routes.sort_by_key(|route| route.path);
            routes
        });
    };
}

routes! {
    GET [Access Early] "/api/access" access::list => |state, request, _| ready(Ok(access::list(state, request)));
    DELETE [Access Early] "/api/access/sessions/{id}" access::end_session => |state, _, places| access::end_session(state, places[0]);
    POST [Json Access Early] "/api/access/tokens" access::make_token => |state, request, _| access::make_token(state, request);
    DELETE [Access Early] "/api/access/tokens/{id}" access::revoke_token => |state, _, places| access::revoke_token(state, places[0]);
    GET [Histories] "/api/alert-backtest" alerts::backtest => |state, request, _| alerts::backtest(state, request);
    POST [Json Records] "/api/alert-browsers" alerts::subscribe => |state, request, _| alerts::subscribe(state, request);
    POST [Records] "/api/alert-browsers/key" alerts::push_key => |state, _, _| alerts::push_key(state);
    DELETE [Records] "/api/alert-browsers/{name}" alerts::unsubscribe => |state, _, places| alerts::unsubscribe(state, places[0]);
    GET [Source Records] "/api/alert-channels" alerts::channels => |state, _, _| alerts::channels(state);
    POST [Json Records] "/api/alert-channels" alerts::make_channel => |state, request, _| alerts::make_channel(state, request);
    GET [Source Records] "/api/alert-channels/{name}" alerts::channel => |state, _, places| alerts::channel(state, places[0]);
    PUT [Json Records] "/api/alert-channels/{name}" alerts::change_channel => |state, request, places| alerts::change_channel(state, request, places[0]);
    DELETE [Records] "/api/alert-channels/{name}" alerts::remove_channel => |state, _, places| alerts::remove_channel(state, places[0]);
    POST [Waits Records] "/api/alert-channels/{name}/test" alerts::test_channel => |state, _, places| alerts::test_channel(state, places[0]);
    POST [Json Records] "/api/alert-channel-previews" alerts::preview_channel => |state, request, _| alerts::preview_channel(state, request);
    POST [Json Waits Records] "/api/alert-channel-tests" alerts::try_channel => |state, request, _| alerts::try_channel(state, request);
    GET [Source Records] "/api/alert-deliveries" alerts::deliveries => |state, request, _| alerts::deliveries(state, request);
    GET "/api/alerts" alerts::list => |state, _, _| alerts::list(state);
    POST [Json] "/api/alerts" alerts::create => |state, request, _| alerts::create(state, request);
    GET "/api/alerts/history" alerts::history => |state, _, _| alerts::history(state);
    DELETE "/api/alerts/history" alerts::clear_history => |state, request, _| alerts::clear_history(state, request);
    POST [Json] "/api/alerts/history/read" alerts::mark_read => |state, request, _| alerts::mark_read(state, request);
    PATCH [Json] "/api/alerts/{id}" alerts::change => |state, request, places| alerts::change(state, request, places[0]);
    DELETE "/api/alerts/{id}" alerts::delete => |state, _, places| alerts::delete(state, places[0]);
    POST "/api/alerts/{id}/restore" alerts::restore => |state, _, places| alerts::restore(state, places[0]);
    GET [Backup Records] "/api/backup" backup::download => |state, _, _| backup::download(state);
    GET "/api/boards" boards::list => |state, request, _| boards::list(state, request);
    GET "/api/boards/{name}" boards::detail => |state, request, places| boards::detail(state, request, places[0]);
    PUT [Json] "/api/boards/{name}" boards::save => |state, request, places| boards::save(state, request, places[0]);
    DELETE "/api/boards/{name}" boards::delete => |state, _, places| boards::delete(state, places[0]);
    GET "/api/boards/{name}/export" boards::export => |state, _, places| boards::export(state, places[0]);
    GET [Early] "/api/config" system::config => |state, request, _| ready(system::config(state, request));
    GET "/api/dividends" dividends::calendar => |state, request, _| dividends::calendar(state, request);
    GET "/api/earnings" earnings::list => |state, request, _| earnings::list(state, request);
    GET "/api/economic-events" economy::events => |state, request, _| economy::events(state, request);
    GET [Early] "/api/exchange-holidays" holidays::list => |state, request, _| ready(holidays::list(state, request));
    GET [Early] "/api/exchange-sessions" market::exchange_sessions => |state, request, _| ready(market::exchange_sessions(state, request));
    GET [Backup Records] "/api/export" transfer::export => |state, _, _| transfer::export(state);
    GET "/api/fear-greed" market::fear_greed => |state, request, _| ready(market::fear_greed(state, request));
    GET "/api/fear-greed/readings" market::fear_greed_readings => |state, request, _| ready(market::fear_greed_readings(state, request));
    GET [Open Early] "/api/health" status::health => |state, request, _| ready(status::health(state, request));
    GET "/api/icos" icos::list => |state, request, _| icos::list(state, request);
    POST [Json ExportBody] "/api/import" transfer::import => |state, request, _| transfer::import(state, request);
    POST [Json ExportBody] "/api/import/preview" transfer::preview => |state, request, _| transfer::preview(state, request);
    GET [Histories] "/api/market-breadth" breadth::shares => |state, request, _| breadth::shares(state, request);
    GET "/api/market-overview" market::overview => |state, request, _| market::overview(state, request);
    GET "/api/market-session" market::session => |state, _, _| ready(Ok(market::session(state)));
    GET "/api/news" news::list => |state, request, _| news::list(state, request);
    GET [Early] "/api/openapi.json" openapi::describe => |state, request, _| ready(Ok(openapi::describe(state, request)));
    GET [Histories] "/api/period-closes" periods::closes => |state, request, _| periods::closes(state, request);
    GET [Early] "/api/providers" system::providers => |state, _, _| ready(Ok(system::providers(state)));
    GET [Records] "/api/settings" settings::read => |state, request, _| settings::read(state, request);
    PUT [Json] "/api/settings" settings::save => |state, request, _| settings::save(state, request);
    GET [Early] "/api/status" status::status => |state, _, _| ready(Ok(status::status(state)));
    GET "/api/summary" summary::read => |state, request, _| summary::read(state, request);
    GET [Source] "/api/symbols" symbols::search => |state, request, _| symbols::search(state, request);
    GET [Source] "/api/symbols/prices" symbols::prices => |state, request, _| symbols::prices(state, request);
    GET "/api/tickers" tickers::list => |state, request, _| tickers::list(state, request);
    POST [Json Waits] "/api/tickers" symbols::follow => |state, request, _| symbols::follow(state, request);
    GET "/api/tickers/commodities" tickers::commodities => |state, request, _| tickers::commodities(state, request);
    GET "/api/tickers/id/{id}" tickers::detail_by_id => |state, request, places| tickers::detail_by_id(state, request, places[0]);
    GET "/api/tickers/search" tickers::search => |state, request, _| ready(tickers::search(state, request));
    GET "/api/tickers/trending" tickers::trending => |state, request, _| tickers::trending(state, request);
    GET [History Csv] "/api/tickers/{id}/bars" history::bars => |state, request, places| history::bars(state, request, places[0]);
    GET "/api/tickers/{id}/dividends" tickers::dividends => |state, request, places| tickers::dividends(state, request, places[0]);
    GET "/api/tickers/{id}/splits" tickers::splits => |state, request, places| tickers::splits(state, request, places[0]);
    GET "/api/tickers/{id}/logo" logos::image => |state, request, places| logos::image(state, request, places[0]);
    GET [History] "/api/tickers/{id}/price-history" history::prices => |state, request, places| history::prices(state, request, places[0]);
    GET [History] "/api/tickers/{id}/session-line" history::session_line => |state, request, places| history::session_line(state, request, places[0]);
    GET "/api/tickers/{symbol}" tickers::detail => |state, request, places| tickers::detail(state, request, places[0]);
    DELETE "/api/tickers/{symbol}" symbols::unfollow => |state, _, places| symbols::unfollow(state, places[0]);
    GET "/api/tickers/{symbol}/related" tickers::related => |state, request, places| tickers::related(state, request, places[0]);
    PATCH [Json] "/api/watchlist-items/{id}" watchlists::note => |state, request, places| watchlists::note(state, request, places[0]);
    DELETE "/api/watchlist-items/{id}" watchlists::remove => |state, _, places| watchlists::remove(state, places[0]);
    GET "/api/watchlists" watchlists::list => |state, request, _| watchlists::list(state, request);
    POST [Json] "/api/watchlists" watchlists::create => |state, request, _| watchlists::create(state, request);
    PATCH [Json] "/api/watchlists/{id}" watchlists::rename => |state, request, places| watchlists::rename(state, request, places[0]);
    DELETE "/api/watchlists/{id}" watchlists::delete => |state, _, places| watchlists::delete(state, places[0]);
    GET [Csv] "/api/watchlists/{id}/export" watchlists::export => |state, request, places| watchlists::export(state, request, places[0]);
    POST [Json ListBody] "/api/watchlists/{id}/import" watchlists::import => |state, request, places| watchlists::import(state, request, places[0]);
    PUT [Json] "/api/watchlists/{id}/order" watchlists::order => |state, request, places| watchlists::order(state, request, places[0]);
    GET "/api/watchlists/{id}/tickers" watchlists::tickers => |state, _, places| watchlists::tickers(state, places[0]);
    POST [Json] "/api/watchlists/{id}/tickers" watchlists::add => |state, request, places| watchlists::add(state, request, places[0]);
    GET "/calendar.ics" feeds::calendar => |state, request, _| feeds::calendar(state, request);
    GET [Early] "/metrics" metrics::scrape => |state, _, _| metrics::scrape(state);
    GET "/news.atom" feeds::news => |state, request, _| feeds::news(state, request);
}

/// Routes by what they are about, so that a request is not held against all of them.
static BY_NOUN: LazyLock<HashMap<&str, Vec<&Route>>> = LazyLock::new(|| {
    let mut routes: HashMap<&str, Vec<&Route>> = HashMap::new();
    for route in ROUTES.iter() {
        routes.entry(noun(&route.parts)).or_default().push(route);
    }
    routes
});

/// What the parts of a path are about: `tickers` in `/api/tickers/search`.
fn noun<'a>(parts: &[&'a str]) -> &'a str {
    parts.get(1).copied().unwrap_or_default()
}

/// One method at one path.
pub(super) struct Route {
    /// As it is described: `/api/alerts/{id}`.
    pub(super) path: &'static str,
    /// What stands between its slashes.
    parts: Vec<&'static str>,
    pub(super) method: Method,
    /// The id of its operation.
    pub(super) id: &'static str,
    marks: &'static [Mark],
    handler: Handler,
}

/// What every route says of itself. The code behind it is large, and a release has no use for it: see
/// [`openapi::document`].
pub(super) fn description() -> Value {
    openapi::complete(&Description::openapi(), |id| {
        let route = ROUTES.iter().find(|route| route.id == id);
        route.map_or(&[][..], |route| route.marks)
    })
}

/// The description of the whole interface, as indented JSON: in a debug build as the routes say it now, from which
/// `scripts/generate-types` makes the file that every build holds.
pub(crate) fn document() -> String {
    if cfg!(debug_assertions) {
        openapi::at(description(), "/")
    } else {
        openapi::document("/")
    }
}

/// Methods and path of every route.
pub fn all() -> impl Iterator<Item = (&'static str, &'static Method)> {
    ROUTES.iter().map(|route| (route.path, &route.method))
}

impl Route {
    /// Whether a path outside of `/api` is a route's, and no page's or file's.
    pub(super) fn is_beside_api(path: &[&str]) -> bool {
        ROUTES
            .iter()
            .any(|route| !route.path.starts_with("/api/") && route.fits(path))
    }

    /// The route for a path (what follows the base path, split at its slashes and decoded); 404 where there is
    /// none, 405 where there are others.
    pub(super) fn find(path: &[&str], method: &Method) -> Result<&'static Self> {
        let of_noun = BY_NOUN.get(noun(path)).map_or(&[][..], Vec::as_slice);
        // Where several fit, as `{symbol}` fits `search`, the first is meant.
        let best = of_noun
            .iter()
            .find(|route| route.fits(path) && route.is_meant(path))
            .or_else(|| of_noun.iter().find(|route| route.fits(path)))
            .ok_or_else(|| ApiError::not_found("There is nothing at this address of the API."))?;
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

    /// Whether it may change something.
    pub(super) fn is_write(&self) -> bool {
        self.method != Method::GET
    }

    /// Whether it is marked so.
    pub(super) fn is(&self, mark: Mark) -> bool {
        self.marks.contains(&mark)
    }

    /// Whether it takes a body.
    pub(super) fn has_body(&self) -> bool {
        self.is(Mark::Json)
    }

    /// Whether an edge has it answered by the source: what writes, and what only the source knows. Who may come in is each
    /// process's own.
    pub(super) fn is_for_source(&self) -> bool {
        (self.is_write() || self.is(Mark::Source)) && !self.is(Mark::Access)
    }

    /// Whether nobody else writes meanwhile. Who waits for another machine would keep everybody waiting.
    pub(super) fn is_alone(&self) -> bool {
        !self.is(Mark::Waits)
    }

    /// Bytes that its body may have.
    pub(super) fn most_bytes(&self, limits: &Limits) -> usize {
        if self.is(Mark::ListBody) {
            limits.import_bytes
        } else if self.is(Mark::ExportBody) {
            limits.transfer_bytes
        } else {
            limits.body_bytes
        }
    }

    /// Answers a request that was found to be for this route.
    pub(super) async fn answer(
        &self,
        state: &AppState,
        request: &ApiRequest,
        path: &[&str],
    ) -> Result<Reply> {
        let places: Vec<&str> = self.places(path).collect();
        (self.handler)(state, request, &places).await
    }

    /// Whether this path is asked for.
    fn fits(&self, path: &[&str]) -> bool {
        self.parts.len() == path.len()
            && self
                .parts
                .iter()
                .zip(path)
                .all(|(own, asked)| own == asked || own.starts_with('{'))
    }

    /// Whether a path that fits means this route: behind `id` stands a number, so that `tickers/id/bars` are the bars of the
    /// ticker `id`.
    fn is_meant(&self, path: &[&str]) -> bool {
        let pairs = || self.parts.iter().zip(path);
        let is_numbered = pairs().any(|(own, _)| *own == "id");
        !is_numbered
            || self
                .places(path)
                .all(|asked| whole(asked).parse::<u32>().is_ok())
    }

    /// What stands in the places of its path, where [`Route::fits`].
    fn places<'a>(&self, path: &[&'a str]) -> impl Iterator<Item = &'a str> {
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
        format!("Only {allowed} is possible here."),
    );
    match HeaderValue::from_str(&allowed) {
        Ok(allowed) => error.with(ALLOW, allowed),
        Err(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// API-05: what is described is served, and what is served is described.
    #[test]
    fn every_route_is_described_and_every_description_is_of_a_route() {
        let order = |(path, method, ..): &(String, Method, String, bool)| {
            (path.clone(), method.as_str().to_owned())
        };
        let mut described = openapi::operations(&description());
        described.sort_by_key(order);
        let one = |route: &Route| {
            let (path, id) = (route.path.to_owned(), route.id.to_owned());
            (path, route.method.clone(), id, route.has_body())
        };
        let mut served: Vec<_> = ROUTES.iter().map(one).collect();
        served.sort_by_key(order);
        assert_eq!(described, served);
    }

    #[test]
    fn a_name_comes_before_a_place() {
        for (path, operation) in [
            (&["api", "tickers", "search"][..], "tickers_search"),
            (&["api", "tickers", "AAPL"], "tickers_detail"),
            // A ticker may be called so; symbols are written in capitals.
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
    fn another_method_is_told_which_would_do() {
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
