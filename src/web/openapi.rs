//! The description of the HTTP interface, from which the web interface's types are made.

use std::sync::LazyLock;

use utoipa::{OpenApi, openapi::PathItem};

use crate::web::{
    api::{
        alerts, earnings, history, icos, market, news, shapes::Ticker, status, system, tickers,
        watchlists,
    },
    http::{
        reply::{CachedBody, Reply},
        request::ApiRequest,
    },
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Marketdeck",
        description = "Market information for retail investors. Times are ISO 8601 in UTC, \
        percentages are in percent, prices in US dollars; null means unknown. An error is a status and one plain sentence."
    ),
    paths(
        alerts::channels,
        alerts::create,
        alerts::delete,
        alerts::history,
        alerts::list,
        alerts::mark_read,
        alerts::switch,
        earnings::list,
        history::bars,
        history::prices,
        history::session_line,
        icos::list,
        news::list,
        market::fear_greed,
        market::overview,
        market::session,
        status::health,
        status::status,
        system::config,
        system::providers,
        tickers::commodities,
        tickers::detail,
        tickers::detail_by_id,
        tickers::dividends,
        tickers::list,
        tickers::related,
        tickers::search,
        tickers::trending,
        watchlists::add,
        watchlists::create,
        watchlists::delete,
        watchlists::export,
        watchlists::import,
        watchlists::list,
        watchlists::note,
        watchlists::order,
        watchlists::remove,
        watchlists::rename,
        watchlists::tickers,
        openapi,
        live,
    ),
    components(schemas(Ticker))
)]
struct Description;

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, body = Object)))]
#[expect(
    dead_code,
    reason = "carries the path's description; `serve` answers it"
)]
fn openapi() {}

/// Live prices over a WebSocket: send `{"type":"subscribe","tickerId":1}` or `unsubscribe`, receive
/// `{"type":"ticker_update","data":Ticker}`.
#[utoipa::path(get, path = "/ws", responses((status = 101, body = Ticker)))]
#[expect(
    dead_code,
    reason = "carries the path's description; `socket` answers it"
)]
fn live() {}

/// The document, as indented JSON.
pub fn document() -> String {
    let mut description = Description::openapi();
    description.paths.paths.values_mut().for_each(name_apart);
    // A tree of maps and strings always serialises.
    description.to_pretty_json().unwrap_or_default()
}

/// Puts the noun before the verb: every noun has a `list`, and an operation's id must be its own.
fn name_apart(path: &mut PathItem) {
    let operations = [
        &mut path.get,
        &mut path.post,
        &mut path.put,
        &mut path.patch,
        &mut path.delete,
    ];
    for operation in operations.into_iter().flatten() {
        let noun = operation.tags.iter().flatten().next();
        if let (Some(noun), Some(verb)) = (noun, &operation.operation_id) {
            operation.operation_id = Some(format!("{noun}_{verb}"));
        }
    }
}

/// Answers with the document.
pub(super) fn serve(request: &ApiRequest) -> Reply {
    static READY: LazyLock<CachedBody> = LazyLock::new(|| CachedBody::new(document().into()));
    READY.to(&request.headers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::routes::ROUTES;

    /// API-05: the document describes exactly the routes that are served.
    #[test]
    fn every_route_is_described_and_nothing_else() {
        let document: serde_json::Value = serde_json::from_str(&document()).unwrap();
        let mut described: Vec<(String, Vec<String>)> = document["paths"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(path, methods)| {
                let mut methods: Vec<_> = methods.as_object().unwrap().keys().cloned().collect();
                methods.sort();
                (path.clone(), methods)
            })
            .collect();
        described.sort();
        let mut served: Vec<(String, Vec<String>)> = ROUTES
            .iter()
            .map(|(path, methods)| {
                let mut methods: Vec<_> = methods.iter().map(ToString::to_string).collect();
                methods.sort();
                ((*path).to_owned(), methods)
            })
            .collect();
        served.sort();
        assert_eq!(described, served);
    }

    /// Programs that make a client of the document take the ids for names of functions.
    #[test]
    fn no_two_operations_share_an_id() {
        let document: serde_json::Value = serde_json::from_str(&document()).unwrap();
        let operations = document["paths"].as_object().unwrap().values();
        let ids: Vec<_> = operations
            .flat_map(|path| path.as_object().unwrap().values())
            .map(|operation| operation["operationId"].as_str().unwrap())
            .collect();
        let apart: std::collections::BTreeSet<_> = ids.iter().collect();
        assert_eq!(apart.len(), ids.len(), "{ids:?}");
        assert!(ids.contains(&"watchlists_list"), "{ids:?}");
    }
}
