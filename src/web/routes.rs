//! Every route on one page.

use hyper::{Method, StatusCode};

use crate::web::{
    AppState,
    api::{alerts, earnings, history, icos, market, news, status, system, tickers, watchlists},
    http::{
        error::{ApiError, Result},
        reply::Reply,
        request::ApiRequest,
        security,
    },
    openapi,
};

/// Every route of the API: methods and path. The `OpenAPI` document describes exactly these.
pub const ROUTES: [(&str, &[&str]); 35] = [
    ("/api/alert-channels", &["get"]),
    ("/api/alerts", &["get", "post"]),
    ("/api/alerts/history", &["get"]),
    ("/api/alerts/history/read", &["post"]),
    ("/api/alerts/{id}", &["patch", "delete"]),
    ("/api/config", &["get"]),
    ("/api/earnings", &["get"]),
    ("/api/fear-greed", &["get"]),
    ("/api/health", &["get"]),
    ("/api/icos", &["get"]),
    ("/api/market-overview", &["get"]),
    ("/api/market-session", &["get"]),
    ("/api/news", &["get"]),
    ("/api/openapi.json", &["get"]),
    ("/api/providers", &["get"]),
    ("/api/status", &["get"]),
    ("/api/tickers", &["get"]),
    ("/api/tickers/commodities", &["get"]),
    ("/api/tickers/id/{id}", &["get"]),
    ("/api/tickers/search", &["get"]),
    ("/api/tickers/trending", &["get"]),
    ("/api/tickers/{symbol}", &["get"]),
    ("/api/tickers/{symbol}/related", &["get"]),
    ("/api/tickers/{id}/bars", &["get"]),
    ("/api/tickers/{id}/dividends", &["get"]),
    ("/api/tickers/{id}/price-history", &["get"]),
    ("/api/tickers/{id}/session-line", &["get"]),
    ("/api/watchlist-items/{id}", &["patch", "delete"]),
    ("/api/watchlists", &["get", "post"]),
    ("/api/watchlists/{id}", &["patch", "delete"]),
    ("/api/watchlists/{id}/export", &["get"]),
    ("/api/watchlists/{id}/import", &["post"]),
    ("/api/watchlists/{id}/order", &["put"]),
    ("/api/watchlists/{id}/tickers", &["get", "post"]),
    ("/ws", &["get"]),
];

/// Answers a call to the API. `path` is what follows `/api`, split at its slashes and decoded.
pub(super) async fn route(state: &AppState, path: &[&str], request: &ApiRequest) -> Result<Reply> {
    if is_write(&request.method) {
        security::check_origin(&request.headers)?;
        if state.settings.read_only {
            return Err(ApiError::forbidden("This Marketdeck is for reading only."));
        }
    }
    match path {
        ["alert-channels"] | ["alerts", ..] => alert_route(state, path, request).await,
        ["config"] => get(request, || system::config(state, request)),
        ["earnings"] => get(request, || earnings::list(state, request)),
        ["fear-greed"] => get_or(request, || market::fear_greed(state, request)),
        ["health"] => get_or(request, || status::health(state)),
        ["icos"] => get(request, || icos::list(state, request)),
        ["market-overview"] => get(request, || market::overview(state, request)),
        ["market-session"] => get(request, || market::session(state)),
        ["news"] => get_or(request, || news::list(state, request)),
        ["openapi.json"] => get(request, || openapi::serve(request)),
        ["providers"] => get(request, || system::providers(state)),

        ["status"] => get(request, || status::status(state)),
        ["tickers"] => get_or(request, || tickers::list(state, request)),
        ["tickers", "commodities"] => get(request, || tickers::commodities(state, request)),
        ["tickers", "search"] => get_or(request, || tickers::search(state, request)),
        ["tickers", "trending"] => get(request, || tickers::trending(state, request)),
        ["tickers", "id", id] => {
            only_get(request)?;
            tickers::detail_by_id(state, id).await
        }
        ["tickers", symbol] => {
            only_get(request)?;
            tickers::detail(state, symbol).await
        }
        ["tickers", symbol, "related"] => {
            get_or(request, || tickers::related(state, request, symbol))
        }
        ["tickers", id, "bars"] => {
            only_get(request)?;
            history::bars(state, request, id).await
        }
        ["tickers", id, "dividends"] => get_or(request, || tickers::dividends(state, request, id)),
        ["tickers", id, "price-history"] => {
            only_get(request)?;
            history::prices(state, request, id).await
        }
        ["tickers", id, "session-line"] => {
            only_get(request)?;
            history::session_line(state, request, id).await
        }

        ["watchlists"] => match request.method {
            Method::GET | Method::HEAD => watchlists::list(state, request).await,
            Method::POST => watchlists::create(state, request).await,
            _ => Err(ApiError::method_not_allowed("GET, POST")),
        },
        ["watchlists", id] => match request.method {
            Method::PATCH => watchlists::rename(state, request, id).await,
            Method::DELETE => watchlists::delete(state, id).await,
            _ => Err(ApiError::method_not_allowed("PATCH, DELETE")),
        },
        ["watchlists", id, "tickers"] => match request.method {
            Method::GET | Method::HEAD => watchlists::tickers(state, id).await,
            Method::POST => watchlists::add(state, request, id).await,
            _ => Err(ApiError::method_not_allowed("GET, POST")),
        },
        ["watchlists", id, "order"] => match request.method {
            Method::PUT => watchlists::order(state, request, id).await,
            _ => Err(ApiError::method_not_allowed("PUT")),
        },
        ["watchlists", id, "export"] => {
            only_get(request)?;
            watchlists::export(state, request, id).await
        }
        ["watchlists", id, "import"] => match request.method {
            Method::POST => watchlists::import(state, request, id).await,
            _ => Err(ApiError::method_not_allowed("POST")),
        },
        ["watchlist-items", id] => match request.method {
            Method::PATCH => watchlists::note(state, request, id).await,
            Method::DELETE => watchlists::remove(state, id).await,
            _ => Err(ApiError::method_not_allowed("PATCH, DELETE")),
        },
        _ => Err(nowhere()),
    }
}

async fn alert_route(state: &AppState, path: &[&str], request: &ApiRequest) -> Result<Reply> {
    match path {
        ["alert-channels"] => get(request, alerts::channels),
        ["alerts"] => match request.method {
            Method::GET | Method::HEAD => alerts::list(state).await,
            Method::POST => alerts::create(state, request).await,
            _ => Err(ApiError::method_not_allowed("GET, POST")),
        },
        ["alerts", "history"] => {
            only_get(request)?;
            alerts::history(state).await
        }
        ["alerts", "history", "read"] => match request.method {
            Method::POST => alerts::mark_read(state).await,
            _ => Err(ApiError::method_not_allowed("POST")),
        },
        ["alerts", id] => match request.method {
            Method::PATCH => alerts::switch(state, request, id).await,
            Method::DELETE => alerts::delete(state, id).await,
            _ => Err(ApiError::method_not_allowed("PATCH, DELETE")),
        },
        _ => Err(nowhere()),
    }
}

fn nowhere() -> ApiError {
    ApiError::not_found("There is nothing at this address of the API.")
}

/// The pages of the interface; any other path is its not-found page, with status 404.
pub(super) fn page_status(path: &[&str]) -> StatusCode {
    match path {
        []
        | [
            "news" | "etfs" | "crypto" | "icos" | "stock-analysis" | "etf-screener"
            | "crypto-tracker" | "ico-calendar" | "earnings-calendar" | "premium-alerts"
            | "commodities" | "privacy-policy" | "terms-of-use" | "sitemap" | "watchlist",
        ]
        | ["ticker" | "ticker-by-id", _] => StatusCode::OK,
        _ => StatusCode::NOT_FOUND,
    }
}

/// Whether a call may change something.
pub(super) fn is_write(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}

fn only_get(request: &ApiRequest) -> Result<()> {
    if matches!(request.method, Method::GET | Method::HEAD) {
        Ok(())
    } else {
        Err(ApiError::method_not_allowed("GET"))
    }
}

fn get(request: &ApiRequest, answer: impl FnOnce() -> Reply) -> Result<Reply> {
    only_get(request).map(|()| answer())
}

fn get_or(request: &ApiRequest, answer: impl FnOnce() -> Result<Reply>) -> Result<Reply> {
    only_get(request)?;
    answer()
}
