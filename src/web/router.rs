//! Every route on one page.

use hyper::{Method, StatusCode};

use super::{
    State, alerts, earnings,
    error::{Refusal, Result},
    history, icos, news, openapi, pulse,
    reply::Reply,
    request::Call,
    security, system, tickers, watchlists,
};

/// Every route of the API: methods and path. The `OpenAPI` document describes exactly these.
pub const ROUTES: [(&str, &[&str]); 34] = [
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
pub(super) async fn route(state: &State, path: &[&str], call: &Call) -> Result<Reply> {
    if is_write(&call.method) {
        security::check_origin(&call.headers)?;
        if state.settings.read_only {
            return Err(Refusal::forbidden("This Marketdeck is for reading only."));
        }
    }
    match path {
        ["alert-channels"] | ["alerts", ..] => alert_route(state, path, call).await,
        ["config"] => get(call, || system::config(state, call)),
        ["earnings"] => get(call, || earnings::list(state, call)),
        ["fear-greed"] => get_or(call, || pulse::fear_greed(state, call)),
        ["health"] => get(call, || system::health(state)),
        ["icos"] => get(call, || icos::list(state, call)),
        ["market-overview"] => get(call, || pulse::overview(state, call)),
        ["market-session"] => get(call, || pulse::session(state)),
        ["news"] => get_or(call, || news::list(state, call)),
        ["openapi.json"] => get(call, || openapi::serve(call)),
        ["providers"] => get(call, || system::providers(state)),

        ["tickers"] => get_or(call, || tickers::list(state, call)),
        ["tickers", "commodities"] => get(call, || tickers::commodities(state, call)),
        ["tickers", "search"] => get_or(call, || tickers::search(state, call)),
        ["tickers", "trending"] => get(call, || tickers::trending(state, call)),
        ["tickers", "id", id] => {
            only_get(call)?;
            tickers::detail_by_id(state, id).await
        }
        ["tickers", symbol] => {
            only_get(call)?;
            tickers::detail(state, symbol).await
        }
        ["tickers", symbol, "related"] => get_or(call, || tickers::related(state, call, symbol)),
        ["tickers", id, "bars"] => {
            only_get(call)?;
            history::bars(state, call, id).await
        }
        ["tickers", id, "dividends"] => get_or(call, || tickers::dividends(state, call, id)),
        ["tickers", id, "price-history"] => {
            only_get(call)?;
            history::prices(state, call, id).await
        }
        ["tickers", id, "session-line"] => {
            only_get(call)?;
            history::session_line(state, call, id).await
        }

        ["watchlists"] => match call.method {
            Method::GET | Method::HEAD => watchlists::list(state, call).await,
            Method::POST => watchlists::create(state, call).await,
            _ => Err(Refusal::method("GET, POST")),
        },
        ["watchlists", id] => match call.method {
            Method::PATCH => watchlists::rename(state, call, id).await,
            Method::DELETE => watchlists::delete(state, id).await,
            _ => Err(Refusal::method("PATCH, DELETE")),
        },
        ["watchlists", id, "tickers"] => match call.method {
            Method::GET | Method::HEAD => watchlists::tickers(state, id).await,
            Method::POST => watchlists::add(state, call, id).await,
            _ => Err(Refusal::method("GET, POST")),
        },
        ["watchlists", id, "order"] => match call.method {
            Method::PUT => watchlists::order(state, call, id).await,
            _ => Err(Refusal::method("PUT")),
        },
        ["watchlists", id, "export"] => {
            only_get(call)?;
            watchlists::export(state, call, id).await
        }
        ["watchlists", id, "import"] => match call.method {
            Method::POST => watchlists::import(state, call, id).await,
            _ => Err(Refusal::method("POST")),
        },
        ["watchlist-items", id] => match call.method {
            Method::PATCH => watchlists::note(state, call, id).await,
            Method::DELETE => watchlists::remove(state, id).await,
            _ => Err(Refusal::method("PATCH, DELETE")),
        },
        _ => Err(nowhere()),
    }
}

async fn alert_route(state: &State, path: &[&str], call: &Call) -> Result<Reply> {
    match path {
        ["alert-channels"] => get(call, alerts::channels),
        ["alerts"] => match call.method {
            Method::GET | Method::HEAD => alerts::list(state).await,
            Method::POST => alerts::create(state, call).await,
            _ => Err(Refusal::method("GET, POST")),
        },
        ["alerts", "history"] => {
            only_get(call)?;
            alerts::history(state).await
        }
        ["alerts", "history", "read"] => match call.method {
            Method::POST => alerts::mark_read(state).await,
            _ => Err(Refusal::method("POST")),
        },
        ["alerts", id] => match call.method {
            Method::PATCH => alerts::switch(state, call, id).await,
            Method::DELETE => alerts::delete(state, id).await,
            _ => Err(Refusal::method("PATCH, DELETE")),
        },
        _ => Err(nowhere()),
    }
}

fn nowhere() -> Refusal {
    Refusal::missing("There is nothing at this address of the API.")
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

fn only_get(call: &Call) -> Result<()> {
    if matches!(call.method, Method::GET | Method::HEAD) {
        Ok(())
    } else {
        Err(Refusal::method("GET"))
    }
}

fn get(call: &Call, answer: impl FnOnce() -> Reply) -> Result<Reply> {
    only_get(call).map(|()| answer())
}

fn get_or(call: &Call, answer: impl FnOnce() -> Result<Reply>) -> Result<Reply> {
    only_get(call)?;
    answer()
}
