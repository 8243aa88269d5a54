//! The table of all API routes.
//!
//! Each row of the table holds the method, path, handler, flags and changed data of a route. Dispatch, authorization, forwarding in a
//! cluster, the `Allow` header of 405, and the statuses and security in the `OpenAPI` document are derived from the row. Parameters and
//! bodies are described at the handler (`#[utoipa::path]`).

pub(super) mod lookup;
mod route;

use std::{future::ready, sync::LazyLock};

use hyper::Method;
use serde_json::Value;
use utoipa::OpenApi;

use self::route::Answer;
pub(super) use self::route::{Data, Flag, Route};
use crate::web::{
    AppState, ChangeKind,
    api::{
        access, alerts, backup, boards, breadth, chart_layouts, dividends, drawings, earnings,
        economy, exchange_rates, feeds, fundamentals, history, holdings, holidays, icos, logos,
        market, metrics, news, notes, passkeys, people, periods, price_ranges, replay, screener,
        screens, settings, setup, shapes::Ticker, sources, status, summary, symbols, system,
        tickers, transfer, watchlists, yield_curve,
    },
    http::request::ApiRequest,
    mcp, openapi,
};

/// Declares the routes. A row consists of the method, whose data it is ([`Data`]), flags ([`Flag`]), changed kinds of data ([`ChangeKind`]), path, `noun::name` of the
/// handler with the `OpenAPI` description, and the call of the handler.
macro_rules! routes {
    (@market) => { Data::Market };
    (@own) => { Data::Own };
    (@server) => { Data::Server };
    ($($method:ident $data:ident $([$($flag:ident)+])? $(changes($($change:ident),+))? $path:literal $noun:ident :: $name:ident
        => |$state:tt, $request:tt, $params:tt| $answer:expr;)+) => {
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
                data: routes!(@$data),
                id: concat!(stringify!($noun), "_", stringify!($name)),
                flags: &[$($(Flag::$flag),+)?],
                changes: &[$($(ChangeKind::$change),+)?],
                handler: {
                    fn answer<'a>($state: &'a AppState, $request: &'a ApiRequest, $params: &'a [&'a str]) -> Answer<'a> {
                        Box::pin($answer)
                    }
                    answer
                },
            }),+];
            // Sorts fixed segments before parameters, as `{` comes after all letters.
            routes.sort_by_key(|route| route.path);
            routes
        });
    };
}

routes! {
    GET own [Access BeforeLoad] "/api/access" access::list => |state, request, _| access::list(state, request);
    POST own [JsonBody Access BeforeLoad] "/api/access/passkeys" passkeys::add => |state, request, _| passkeys::add(state, request);
    POST own [Access BeforeLoad] "/api/access/passkeys/options" passkeys::creation_options => |state, request, _| passkeys::creation_options(state, request);
    PATCH own [JsonBody Access BeforeLoad] "/api/access/passkeys/{id}" passkeys::rename => |state, request, params| passkeys::rename(state, request, params[0]);
    DELETE own [Access BeforeLoad] "/api/access/passkeys/{id}" passkeys::remove => |state, request, params| passkeys::remove(state, request, params[0]);
    DELETE own [Access BeforeLoad] "/api/access/sessions/{id}" access::end_session => |state, request, params| access::end_session(state, request, params[0]);
    POST own [JsonBody Access BeforeLoad] "/api/access/tokens" access::create_token => |state, request, _| access::create_token(state, request);
    DELETE own [Access BeforeLoad] "/api/access/tokens/{id}" access::revoke_token => |state, request, params| access::revoke_token(state, request, params[0]);
    GET own [Histories] "/api/alert-backtest" alerts::backtest => |state, request, _| alerts::backtest(state, request);
    POST own [JsonBody UserDataOnly] changes(Alerts) "/api/alert-browsers" alerts::subscribe => |state, request, _| alerts::subscribe(state, request);
    POST own [UserDataOnly] changes(Alerts) "/api/alert-browsers/key" alerts::push_key => |state, _, _| alerts::push_key(state);
    DELETE own [UserDataOnly] changes(Alerts) "/api/alert-browsers/{name}" alerts::unsubscribe => |state, request, params| alerts::unsubscribe(state, request, params[0]);
    GET own [SourceOnly UserDataOnly] "/api/alert-channels" alerts::channels => |state, request, _| alerts::channels(state, request);
    POST own [JsonBody UserDataOnly] changes(Alerts) "/api/alert-channels" alerts::create_channel => |state, request, _| alerts::create_channel(state, request);
    GET own [SourceOnly UserDataOnly] "/api/alert-channels/{name}" alerts::channel => |state, request, params| alerts::channel(state, request, params[0]);
    PUT own [JsonBody UserDataOnly] changes(Alerts) "/api/alert-channels/{name}" alerts::change_channel => |state, request, params| alerts::change_channel(state, request, params[0]);
    DELETE own [UserDataOnly] changes(Alerts) "/api/alert-channels/{name}" alerts::remove_channel => |state, request, params| alerts::remove_channel(state, request, params[0]);
    POST own [NoWriteLock UserDataOnly] "/api/alert-channels/{name}/test" alerts::test_channel => |state, request, params| alerts::test_channel(state, request, params[0]);
    POST own [JsonBody UserDataOnly] "/api/alert-channel-previews" alerts::preview_channel => |state, request, _| alerts::preview_channel(state, request);
    POST own [JsonBody NoWriteLock UserDataOnly] "/api/alert-channel-tests" alerts::test_channel_draft => |state, request, _| alerts::test_channel_draft(state, request);
    GET own [SourceOnly UserDataOnly] "/api/alert-deliveries" alerts::deliveries => |state, request, _| alerts::deliveries(state, request);
    GET own "/api/alerts" alerts::list => |state, request, _| alerts::list(state, request);
    POST own [JsonBody] changes(Alerts) "/api/alerts" alerts::create => |state, request, _| alerts::create(state, request);
    GET own "/api/alerts/history" alerts::history => |state, request, _| alerts::history(state, request);
    DELETE own changes(Alerts) "/api/alerts/history" alerts::clear_history => |state, request, _| alerts::clear_history(state, request);
    POST own [JsonBody] changes(Alerts) "/api/alerts/history/read" alerts::mark_read => |state, request, _| alerts::mark_read(state, request);
    PATCH own [JsonBody] changes(Alerts) "/api/alerts/{id}" alerts::change => |state, request, params| alerts::change(state, request, params[0]);
    DELETE own changes(Alerts) "/api/alerts/{id}" alerts::delete => |state, request, params| alerts::delete(state, request, params[0]);
    POST own changes(Alerts) "/api/alerts/{id}/restore" alerts::restore => |state, request, params| alerts::restore(state, request, params[0]);
    GET server [AllData UserDataOnly] "/api/backup" backup::download => |state, _, _| backup::download(state);
    GET own "/api/boards" boards::list => |state, request, _| boards::list(state, request);
    GET own "/api/boards/{name}" boards::detail => |state, request, params| boards::detail(state, request, params[0]);
    PUT own [JsonBody] changes(Boards) "/api/boards/{name}" boards::save => |state, request, params| boards::save(state, request, params[0]);
    DELETE own changes(Boards) "/api/boards/{name}" boards::delete => |state, request, params| boards::delete(state, request, params[0]);
    PUT own [JsonBody UserDataOnly] changes(Boards) "/api/boards/{name}/shares" boards::share => |state, request, params| boards::share(state, request, params[0]);
    GET own "/api/boards/{name}/export" boards::export => |state, request, params| boards::export(state, request, params[0]);
    GET own "/api/chart-layouts" chart_layouts::list => |state, request, _| chart_layouts::list(state, request);
    GET own "/api/chart-layouts/{name}" chart_layouts::detail => |state, request, params| chart_layouts::detail(state, request, params[0]);
    PUT own [JsonBody] changes(ChartLayouts) "/api/chart-layouts/{name}" chart_layouts::save => |state, request, params| chart_layouts::save(state, request, params[0]);
    DELETE own changes(ChartLayouts) "/api/chart-layouts/{name}" chart_layouts::delete => |state, request, params| chart_layouts::delete(state, request, params[0]);
    GET market [BeforeLoad] "/api/config" system::config => |state, request, _| ready(system::config(state, request));
    GET market [Paged] "/api/dividends" dividends::calendar => |state, request, _| dividends::calendar(state, request);
    GET own "/api/drawings" drawings::list => |state, request, _| drawings::list(state, request);
    POST own [JsonBody] changes(Drawings) "/api/drawings" drawings::create => |state, request, _| drawings::create(state, request);
    DELETE own changes(Drawings) "/api/drawings" drawings::delete_all => |state, request, _| drawings::delete_all(state, request);
    PATCH own [JsonBody] changes(Drawings) "/api/drawings/{id}" drawings::change => |state, request, params| drawings::change(state, request, params[0]);
    DELETE own changes(Drawings) "/api/drawings/{id}" drawings::delete => |state, request, params| drawings::delete(state, request, params[0]);
    GET market [Paged] "/api/earnings" earnings::list => |state, request, _| earnings::list(state, request);
    GET market "/api/economic-events" economy::events => |state, request, _| economy::events(state, request);
    GET market [BeforeLoad] "/api/exchange-holidays" holidays::list => |state, request, _| ready(holidays::list(state, request));
    GET market "/api/exchange-rates" exchange_rates::rates => |state, request, _| exchange_rates::rates(state, request);
    GET market [BeforeLoad] "/api/exchange-sessions" market::exchange_sessions => |state, request, _| ready(market::exchange_sessions(state, request));
    GET own [AllData UserDataOnly] "/api/export" transfer::export => |state, request, _| transfer::export(state, request);
    GET market "/api/fear-greed" market::fear_greed => |state, request, _| ready(market::fear_greed(state, request));
    GET market "/api/fear-greed/readings" market::fear_greed_readings => |state, request, _| ready(market::fear_greed_readings(state, request));
    GET market [Public BeforeLoad] "/api/health" status::health => |state, request, _| ready(status::health(state, request));
    GET own [Csv] "/api/holdings" holdings::all => |state, request, _| holdings::all(state, request);
    GET own [Histories] "/api/holdings/history" holdings::history => |state, request, _| holdings::history(state, request);
    GET own "/api/holdings/income" holdings::income => |state, request, _| holdings::income(state, request);
    GET market "/api/icos" icos::list => |state, request, _| icos::list(state, request);
    POST own [JsonBody ExportBody] changes(Tickers, Watchlists, Alerts, Boards, Screens, Notes, Drawings, ChartLayouts, Settings) "/api/import" transfer::import => |state, request, _| transfer::import(state, request);
    POST own [JsonBody ExportBody] "/api/import/preview" transfer::preview => |state, request, _| transfer::preview(state, request);
    GET market [Histories] "/api/market-breadth" breadth::read => |state, request, _| breadth::read(state, request);
    GET market "/api/market-overview" market::overview => |state, request, _| market::overview(state, request);
    GET market "/api/market-session" market::session => |state, _, _| ready(Ok(market::session(state)));
    POST own [JsonBody ReadOnly] "/api/mcp" mcp::answer => |state, request, _| mcp::answer(state, request);
    GET market "/api/news" news::list => |state, request, _| news::list(state, request);
    GET own [BeforeLoad] "/api/me" people::me => |state, request, _| ready(people::me(state, request));
    PUT own [JsonBody NoWriteLock UserDataOnly] changes(People) "/api/me/password" people::change_password => |state, request, _| people::change_password(state, request);
    GET own "/api/notes" notes::list => |state, request, _| notes::list(state, request);
    POST own [JsonBody] changes(Notes) "/api/notes" notes::create => |state, request, _| notes::create(state, request);
    PATCH own [JsonBody] changes(Notes) "/api/notes/{id}" notes::change => |state, request, params| notes::change(state, request, params[0]);
    DELETE own changes(Notes) "/api/notes/{id}" notes::delete => |state, request, params| notes::delete(state, request, params[0]);
    GET market [BeforeLoad] "/api/openapi.json" openapi::describe => |state, request, _| ready(Ok(openapi::describe(state, request)));
    GET market [UserDataOnly] "/api/people" people::list => |state, request, _| people::list(state, request);
    POST server [JsonBody UserDataOnly] changes(People) "/api/people" people::add => |state, request, _| people::add(state, request);
    PATCH server [JsonBody UserDataOnly] changes(People) "/api/people/{id}" people::change => |state, request, params| people::change(state, request, params[0]);
    DELETE server [UserDataOnly] changes(People, Watchlists) "/api/people/{id}" people::remove => |state, request, params| people::remove(state, request, params[0]);
    GET market [Histories Paged] "/api/period-closes" periods::closes => |state, request, _| periods::closes(state, request);
    GET market [Histories Paged] "/api/price-ranges" price_ranges::list => |state, request, _| price_ranges::list(state, request);
    GET market [BeforeLoad] "/api/providers" system::providers => |state, _, _| ready(Ok(system::providers(state)));
    GET market [Histories] "/api/replay" replay::day => |state, request, _| replay::day(state, request);
    GET own [Histories Csv] "/api/screener" screener::search => |state, request, _| screener::search(state, request);
    GET own [UserDataOnly] "/api/screens" screens::list => |state, request, _| screens::list(state, request);
    POST own [JsonBody UserDataOnly] changes(Screens) "/api/screens" screens::create => |state, request, _| screens::create(state, request);
    PATCH own [JsonBody UserDataOnly] changes(Screens, Alerts) "/api/screens/{id}" screens::change => |state, request, params| screens::change(state, request, params[0]);
    DELETE own [UserDataOnly] changes(Screens) "/api/screens/{id}" screens::delete => |state, request, params| screens::delete(state, request, params[0]);
    POST market [Public JsonBody ReadOnly BeforeLoad] "/api/session/passkey" passkeys::sign_in => |state, request, _| passkeys::sign_in(state, request);
    POST market [Public ReadOnly BeforeLoad] "/api/session/passkey/options" passkeys::sign_in_options => |state, request, _| ready(passkeys::sign_in_options(state, request));
    GET own [UserDataOnly] "/api/settings" settings::read => |state, request, _| settings::read(state, request);
    PUT own [JsonBody] changes(Settings) "/api/settings" settings::save => |state, request, _| settings::save(state, request);
    GET server [BeforeLoad] "/api/setup" setup::read => |state, _, _| ready(setup::read(state));
    PUT server [JsonBody BeforeLoad] "/api/setup" setup::save => |state, request, _| setup::save(state, request);
    POST server [JsonBody NoWriteLock BeforeLoad] "/api/setup/symbols" setup::find => |state, request, _| setup::find(state, request);
    GET market [SourceOnly BeforeLoad] "/api/sources" sources::list => |state, _, _| ready(Ok(sources::list(state)));
    GET market [BeforeLoad] "/api/status" status::status => |state, request, _| ready(Ok(status::status(state, request)));
    GET own "/api/summary" summary::read => |state, request, _| summary::read(state, request);
    GET market [SourceOnly] "/api/symbols" symbols::search => |state, request, _| symbols::search(state, request);
    GET market [SourceOnly] "/api/symbols/prices" symbols::prices => |state, request, _| symbols::prices(state, request);
    GET market [Paged] "/api/tickers" tickers::list => |state, request, _| tickers::list(state, request);
    POST market [JsonBody NoWriteLock] changes(Tickers) "/api/tickers" symbols::follow => |state, request, _| symbols::follow(state, request);
    GET market [Paged] "/api/tickers/commodities" tickers::commodities => |state, request, _| tickers::commodities(state, request);
    GET market "/api/tickers/id/{id}" tickers::detail_by_id => |state, request, params| tickers::detail_by_id(state, request, params[0]);
    GET market "/api/tickers/search" tickers::search => |state, request, _| ready(tickers::search(state, request));
    GET market "/api/tickers/trending" tickers::trending => |state, request, _| tickers::trending(state, request);
    GET market [History Csv] "/api/tickers/{id}/bars" history::bars => |state, request, params| history::bars(state, request, params[0]);
    GET market "/api/tickers/{id}/dividends" tickers::dividends => |state, request, params| tickers::dividends(state, request, params[0]);
    GET market "/api/tickers/{id}/filings" fundamentals::filings => |state, request, params| fundamentals::filings(state, request, params[0]);
    GET market "/api/tickers/{id}/fundamentals" fundamentals::fundamentals => |state, request, params| fundamentals::fundamentals(state, request, params[0]);
    GET market [SourceOnly] "/api/tickers/{id}/listings" tickers::listings => |state, _, params| tickers::listings(state, params[0]);
    GET market "/api/tickers/{id}/splits" tickers::splits => |state, request, params| tickers::splits(state, request, params[0]);
    GET market "/api/tickers/{id}/logo" logos::image => |state, request, params| logos::image(state, request, params[0]);
    GET market [History] "/api/tickers/{id}/price-history" history::prices => |state, request, params| history::prices(state, request, params[0]);
    GET market [History] "/api/tickers/{id}/session-line" history::session_line => |state, request, params| history::session_line(state, request, params[0]);
    GET market "/api/tickers/{symbol}" tickers::detail => |state, request, params| tickers::detail(state, request, params[0]);
    DELETE market changes(Tickers) "/api/tickers/{symbol}" symbols::unfollow => |state, _, params| symbols::unfollow(state, params[0]);
    GET market "/api/tickers/{symbol}/related" tickers::related => |state, request, params| tickers::related(state, request, params[0]);
    PATCH own [JsonBody] changes(Watchlists) "/api/watchlist-items/{id}" watchlists::change_entry => |state, request, params| watchlists::change_entry(state, request, params[0]);
    DELETE own changes(Watchlists) "/api/watchlist-items/{id}" watchlists::remove => |state, request, params| watchlists::remove(state, request, params[0]);
    GET own "/api/watchlists" watchlists::list => |state, request, _| watchlists::list(state, request);
    POST own [JsonBody] changes(Watchlists) "/api/watchlists" watchlists::create => |state, request, _| watchlists::create(state, request);
    PATCH own [JsonBody] changes(Watchlists) "/api/watchlists/{id}" watchlists::rename => |state, request, params| watchlists::rename(state, request, params[0]);
    DELETE own changes(Watchlists) "/api/watchlists/{id}" watchlists::delete => |state, request, params| watchlists::delete(state, request, params[0]);
    GET own [Csv] "/api/watchlists/{id}/export" watchlists::export => |state, request, params| watchlists::export(state, request, params[0]);
    GET own [Csv] "/api/watchlists/{id}/holdings" holdings::of_list => |state, request, params| holdings::of_list(state, request, params[0]);
    POST own [JsonBody] changes(Watchlists) "/api/watchlists/{id}/holdings/import" watchlists::import_portfolio => |state, request, params| watchlists::import_portfolio(state, request, params[0]);
    POST own [JsonBody ListBody] changes(Watchlists) "/api/watchlists/{id}/import" watchlists::import => |state, request, params| watchlists::import(state, request, params[0]);
    PUT own [JsonBody] changes(Watchlists) "/api/watchlists/{id}/order" watchlists::reorder => |state, request, params| watchlists::reorder(state, request, params[0]);
    PUT own [JsonBody UserDataOnly] changes(Watchlists) "/api/watchlists/{id}/shares" watchlists::share => |state, request, params| watchlists::share(state, request, params[0]);
    GET own [Paged] "/api/watchlists/{id}/tickers" watchlists::tickers => |state, request, params| watchlists::tickers(state, request, params[0]);
    POST own [JsonBody] changes(Watchlists) "/api/watchlists/{id}/tickers" watchlists::add => |state, request, params| watchlists::add(state, request, params[0]);
    GET market "/api/yield-curve" yield_curve::newest => |state, request, _| yield_curve::newest(state, request);
    GET own "/calendar.ics" feeds::calendar => |state, request, _| feeds::calendar(state, request);
    GET own [BeforeLoad] "/metrics" metrics::scrape => |state, request, _| metrics::scrape(state, request);
    GET own "/news.atom" feeds::news => |state, request, _| feeds::news(state, request);
}

/// Builds the `OpenAPI` document from the routes. Release builds do not call this function, as its code is large: they embed the finished
/// document, see [`openapi::document`].
pub(super) fn description() -> Value {
    openapi::complete(&Description::openapi(), |id| {
        let route = ROUTES.iter().find(|route| route.id == id);
        route.map_or(&[][..], |route| route.flags)
    })
}

/// Returns the `OpenAPI` document as indented JSON. A debug build returns the current document, from which `scripts/generate-types` writes
/// the file that every build embeds.
pub(crate) fn document() -> String {
    if cfg!(debug_assertions) {
        openapi::with_base_path(description(), "/")
    } else {
        openapi::document("/")
    }
}

/// Lists path and method of every route.
pub fn all() -> impl Iterator<Item = (&'static str, &'static Method)> {
    ROUTES.iter().map(|route| (route.path, &route.method))
}

/// Lists path, method and data of every route: `market`, `own` or `server` (see [`Data`]).
pub fn with_data() -> impl Iterator<Item = (&'static str, &'static Method, &'static str)> {
    ROUTES.iter().map(|route| {
        let data = match route.data {
            Data::Market => "market",
            Data::Own => "own",
            Data::Server => "server",
        };
        (route.path, &route.method, data)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// API-05: every route has a description, and every description has a route.
    #[test]
    fn routes_and_descriptions_match() {
        let sort_key = |(path, method, ..): &(String, Method, String, bool)| {
            (path.clone(), method.as_str().to_owned())
        };
        let mut described_operations = openapi::operations(&description());
        described_operations.sort_by_key(sort_key);
        let operation = |route: &Route| {
            let (path, id) = (route.path.to_owned(), route.id.to_owned());
            (path, route.method.clone(), id, route.has_body())
        };
        let mut served_operations: Vec<_> = ROUTES.iter().map(operation).collect();
        served_operations.sort_by_key(sort_key);
        assert_eq!(described_operations, served_operations);
    }

    #[test]
    fn every_write_declares_what_it_changes() {
        let without_changes = ROUTES
            .iter()
            .filter(|route| route.is_write() && route.changes.is_empty());
        let without_changes: Vec<_> = without_changes.map(|route| route.path).collect();
        // Test messages, previews and lookups save nothing. Tokens, sessions and passkeys are visible on the settings page only, which reloads them
        // itself. After a change of the setup, the server restarts.
        assert_eq!(
            without_changes,
            [
                "/api/access/passkeys",
                "/api/access/passkeys/options",
                "/api/access/passkeys/{id}",
                "/api/access/passkeys/{id}",
                "/api/access/sessions/{id}",
                "/api/access/tokens",
                "/api/access/tokens/{id}",
                "/api/alert-channel-previews",
                "/api/alert-channel-tests",
                "/api/alert-channels/{name}/test",
                "/api/import/preview",
                "/api/setup",
                "/api/setup/symbols"
            ]
        );
        let mut reads = ROUTES.iter().filter(|route| !route.is_write());
        assert!(reads.all(|route| route.changes.is_empty()));
    }
}
