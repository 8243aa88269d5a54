//! The `OpenAPI` document, from which the interface's types are generated.
//!
//! Every build embeds the finished document, `assets/openapi.json`, compressed.
//!
//! utoipa derives the document from the descriptions of the handlers. This module adds the properties that are common to many handlers,
//! such as the range of ids, the responses to refused writes, and the response to bodies that are too large.

mod paged;
mod responses;
mod schemas;

use flate2::read::GzDecoder;
#[cfg(test)]
use hyper::Method;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use self::schemas::{
    add_constraints, expand_patterns, patterns, require_response_fields, start_ids_at_one,
    use_unsigned_ranges,
};
use super::{
    AppState,
    http::{
        reply::{CachedBody, Reply},
        request::ApiRequest,
    },
    routes::Flag,
};

/// `assets/openapi.json`, compressed by build.rs.
static COMPRESSED_DOCUMENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// Returns the `OpenAPI` document.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, description = "This document.", body = Object)))]
pub(super) fn describe(state: &AppState, request: &ApiRequest) -> Reply {
    let body = state.openapi.get_or_init(|| {
        let mut document = embedded_document();
        responses::adapt_to_server(&mut document, state.settings.market, state.access.is_some());
        CachedBody::new(with_base_path(document, &state.settings.base_path).into())
    });
    body.to_reply(&request.headers)
}

/// Returns the embedded document for a server below `base` (which starts and ends with a slash), as indented
/// JSON.
pub(super) fn document(base: &str) -> String {
    with_base_path(embedded_document(), base)
}

fn embedded_document() -> Value {
    // Never fails: a test parses the same document.
    serde_json::from_reader(GzDecoder::new(COMPRESSED_DOCUMENT)).unwrap_or_default()
}

/// Sets the base path of a document, and returns it as indented JSON.
pub(super) fn with_base_path(mut document: Value, base: &str) -> String {
    let server = match base.trim_end_matches('/') {
        "" => "/",
        base => base,
    };
    document["servers"] = json!([{ "url": server }]);
    format!("{document:#}")
}

/// Lists the operations of a document: path, method, id, and whether the request has a body.
#[cfg(test)]
pub(super) fn operations(description: &Value) -> Vec<(String, Method, String, bool)> {
    let paths = description["paths"].as_object().into_iter().flatten();
    let mut operations = Vec::new();
    for (path, item) in paths {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let method = Method::from_bytes(method.to_ascii_uppercase().as_bytes()).unwrap();
            let id = operation["operationId"].as_str().unwrap();
            let has_body = operation.get("requestBody").is_some();
            operations.push((path.clone(), method, id.to_owned(), has_body));
        }
    }
    operations
}

/// The description at the start of the document.
const DESCRIPTION: &str = "Market information for retail investors. Times are ISO 8601 in UTC, percentages are in percent, prices in the \
    ticker's currency; null means unknown. An error is a status and one plain sentence: 400 for a malformed request, 422 for a \
    well-formed but invalid one, 409 for one that conflicts with existing data.\n\n\
    Writes accept the header `Idempotency-Key` (1 to 100 visible ASCII characters, a new one for each change): repeating a \
    request with the same key returns the same response and does not repeat the change.\n\n\
    Live prices come over a WebSocket at `/ws`, which this document cannot describe: send \
    `{\"type\":\"subscribe\",\"tickerId\":1}` or `unsubscribe`, receive `{\"type\":\"ticker_update\",\"data\":Ticker}`, \
    `{\"type\":\"alert_fired\",\"data\":AlertReport}`, and `{\"type\":\"subscription_limit\",\"tickerId\":1,\"limit\":512}` \
    above the limit. After `{\"type\":\"batch\"}`, updates of several tickers arrive as one message, \
    `{\"type\":\"ticker_updates\",\"data\":[Ticker]}`. `{\"type\":\"changed\",\"what\":\"watchlists\"}` means that data of this kind has changed \
    and should be reloaded: `watchlists`, `alerts`, `boards`, `screens`, `notes`, `drawings`, `chart_layouts`, `settings`, `tickers`, `news` or `calendars`. The response to \
    `{\"type\":\"ping\"}` is `{\"type\":\"pong\"}`.";

/// The tags of operations.
const TAGS: &[(&str, &str)] = &[
    ("access", "API tokens and signed-in browsers."),
    (
        "alerts",
        "Alerts, their history, and the channels that deliver them.",
    ),
    ("backup", "A backup of the database."),
    ("boards", "Boards for wall displays."),
    ("breadth", "Rising and falling stocks."),
    ("chart_layouts", "Price charts side by side."),
    ("dividends", "Dividends of all tickers."),
    ("drawings", "Drawings on price charts."),
    ("earnings", "Earnings dates."),
    ("economy", "Economic events."),
    ("exchange_rates", "Exchange rates over time."),
    ("feeds", "Calendars and news for other programs."),
    (
        "fundamentals",
        "Financial reports and filings of companies.",
    ),
    ("history", "Prices and bars over time."),
    ("holdings", "Holdings and their value."),
    ("holidays", "Holidays of exchanges."),
    ("icos", "Initial coin offerings."),
    ("logos", "Logos of tickers."),
    ("market", "The market as a whole."),
    ("mcp", "Read access for AI assistants."),
    ("metrics", "Metrics for Prometheus."),
    ("news", "News."),
    ("notes", "Notes on tickers."),
    ("openapi", "This document."),
    ("passkeys", "Passkeys, and signing in with them."),
    ("people", "The people who use this server."),
    (
        "periods",
        "Base prices, from which changes over a timeframe are computed.",
    ),
    ("price_ranges", "52-week ranges and all-time highs."),
    ("replay", "A trading day, step by step."),
    ("screener", "The stock screener."),
    ("screens", "Saved screens of the stock screener."),
    ("settings", "Settings shared by all devices."),
    (
        "setup",
        "Settings of this server, which restarts to apply them.",
    ),
    ("sources", "Where the figures come from."),
    ("status", "Health of the server."),
    ("summary", "A summary for dashboards."),
    ("symbols", "Searching, following and unfollowing symbols."),
    ("system", "The server itself and its data sources."),
    ("tickers", "Tickers with their prices and facts."),
    ("transfer", "Export and import of all user data."),
    ("watchlists", "Watchlists and their entries."),
    ("yield_curve", "The yield curve of US Treasury securities."),
];

/// Converts the derived document to JSON and adds the common properties. `flags` returns the flags of the route with an operation id.
pub(super) fn complete(derived: &OpenApi, flags: impl Fn(&str) -> &'static [Flag]) -> Value {
    // Serializing a tree of maps and strings never fails.
    let mut document = serde_json::to_value(derived).unwrap_or_default();
    document["info"]["title"] = "Marketdeck".into();
    document["info"]["description"] = DESCRIPTION.into();
    document["info"]["contact"] = json!({ "name": "Marketdeck" });
    use_unsigned_ranges(&mut document);
    add_constraints(&mut document["components"]["schemas"]);
    document["tags"] = TAGS
        .iter()
        .map(|(name, description)| json!({ "name": name, "description": description }))
        .collect();
    for (_, item) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            if let Some(operation) = operation.as_object_mut() {
                prefix_operation_id(operation);
                summarize(operation);
                start_ids_at_one(operation);
                let id = operation["operationId"].as_str().unwrap_or_default();
                let flags = flags(id);
                let is_write = method != "get" && !flags.contains(&Flag::ReadOnly);
                responses::complete(flags, is_write, operation);
                if flags.contains(&Flag::Paged) {
                    paged::complete(operation);
                }
            }
        }
    }
    responses::add_shared_parts(&mut document);
    require_response_fields(&mut document);
    expand_patterns(&mut document, &patterns());
    document
}

/// Sets the summary to the first sentence of the handler's doc comment, and the description to the whole comment.
fn summarize(operation: &mut Map<String, Value>) {
    let part = |name| operation.get(name).and_then(Value::as_str);
    let texts = [part("summary"), part("description")];
    let text = texts.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    let first = text.split(". ").next().unwrap_or_default();
    let summary = first.replace('\n', " ");
    operation.insert("summary".to_owned(), summary.trim_end_matches('.').into());
    operation.insert("description".to_owned(), text.into());
}

/// Prefixes the operation id with its tag: ids must be unique, and many tags have a `list`.
fn prefix_operation_id(operation: &mut Map<String, Value>) {
    if let (Some(noun), Some(verb)) = (
        operation.get("tags").and_then(|tags| tags[0].as_str()),
        operation.get("operationId").and_then(Value::as_str),
    ) {
        let id = format!("{noun}_{verb}");
        operation.insert("operationId".to_owned(), id.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::routes::description;

    /// `OpenAPI` requires a description of every response; tools refuse a document without.
    #[test]
    fn every_response_has_a_description_and_every_tag_is_known() {
        let document = description();
        for (path, method, id, _) in operations(&document) {
            let name = method.as_str().to_ascii_lowercase();
            let operation = &document["paths"][&path][&name];
            let tag = operation["tags"][0].as_str().unwrap();
            assert!(
                TAGS.iter().any(|(listed_tag, _)| *listed_tag == tag),
                "{id}: {tag}"
            );
            for (status, response) in operation["responses"].as_object().unwrap() {
                let shared = response["$ref"]
                    .as_str()
                    .map(|path| path.trim_start_matches('#'));
                let response = shared.map_or(response, |path| document.pointer(path).unwrap());
                let description = response["description"].as_str().unwrap_or_default();
                assert!(description.ends_with('.'), "{id} {status}: {description}");
                let is_error = status.starts_with(['4', '5']);
                let media_types = response["content"].as_object();
                let media_types = media_types
                    .map(|media_types| media_types.keys().map(String::as_str).collect::<Vec<_>>());
                // A change of an outdated version is answered with both versions.
                let has_versions = response["content"]["application/json"]["schema"]["$ref"]
                    .as_str()
                    .is_some_and(|schema| schema.contains("VersionConflict"));
                let expected: &[&str] = if status == "409" && has_versions {
                    &["application/json", "text/plain"]
                } else {
                    &["text/plain"]
                };
                if is_error {
                    assert_eq!(media_types.as_deref(), Some(expected), "{id} {status}");
                }
            }
        }
    }

    #[test]
    fn with_a_password_every_operation_except_health_and_sign_ins_requires_authentication() {
        let mut document = description();
        assert_eq!(document["security"][0], json!({}), "no password may be set");
        responses::adapt_to_server(&mut document, "sample", true);
        let cookie = &document["components"]["securitySchemes"]["session"]["name"];
        assert_eq!(cookie, "marketdeck_session_sample");
        let keys = json!([{ "token": [] }, { "password": [] }, { "session": [] }]);
        assert_eq!(document["security"], keys);
        let paths = &document["paths"];
        for (path, method) in [
            ("/api/health", "get"),
            ("/api/session/passkey", "post"),
            ("/api/session/passkey/options", "post"),
        ] {
            let operation = &paths[path][method];
            assert_eq!(operation["security"], json!([]), "{path}");
            assert!(operation["responses"].get("401").is_none(), "{path}");
        }
        let without_token = json!([{ "password": [] }, { "session": [] }]);
        assert_eq!(paths["/api/access"]["get"]["security"], without_token);
        assert!(
            paths["/api/alerts"]["get"]["responses"]
                .get("401")
                .is_some()
        );
    }

    #[test]
    fn response_fields_are_required_and_optional_request_fields_are_not() {
        let document = description();
        let schemas = &document["components"]["schemas"];
        let when_met = &schemas["NewAlert"]["properties"]["whenMet"];
        assert_eq!(when_met["type"], "string");
        let required = |name: &str, field: &str| {
            let names = schemas[name]["required"].as_array().unwrap();
            names.iter().any(|name| name == field)
        };
        assert!(
            required("AlertChannel", "lastFailure"),
            "always present, null without a failure"
        );
        assert!(
            !required("HistoryPoint", "open"),
            "only present in points with bars"
        );
        assert!(!required("NewAlert", "whenMet"));
        let backup = &document["paths"]["/api/backup"]["get"]["responses"]["200"]["content"];
        let binary = json!({ "type": "string", "format": "binary" });
        assert_eq!(backup["application/octet-stream"]["schema"], binary);
    }

    #[test]
    fn the_embedded_document_matches_the_routes() {
        let mut embedded = embedded_document();
        embedded.as_object_mut().unwrap().remove("servers");
        assert!(
            embedded == description(),
            "assets/openapi.json is stale: run 'make types' and commit it"
        );
    }

    /// Client generators use the operation ids as function names.
    #[test]
    fn operation_ids_are_unique() {
        let operations = operations(&description());
        let ids: Vec<&str> = operations.iter().map(|(_, _, id, _)| id.as_str()).collect();
        let unique: std::collections::BTreeSet<_> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{ids:?}");
        assert!(ids.contains(&"watchlists_list"), "{ids:?}");
    }

    #[test]
    fn every_pattern_is_expanded() {
        let description = description().to_string();
        for (name, pattern) in patterns() {
            assert!(!description.contains(&json!(name).to_string()), "{name}");
            assert!(description.contains(&json!(pattern).to_string()), "{name}");
        }
        assert!(!description.contains(r#""pattern":"<"#));
    }

    #[test]
    fn every_write_lists_its_errors_and_every_number_its_range() {
        let document: Value = serde_json::from_str(&document("/deck/")).unwrap();
        assert_eq!(document["servers"][0]["url"], "/deck");
        let delete = &document["paths"]["/api/watchlists/{id}"]["delete"];
        assert_eq!(
            delete["parameters"][0]["schema"],
            json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX })
        );
        let column = &document["components"]["schemas"]["Tile"]["properties"]["x"];
        assert_eq!(
            (&column["minimum"], &column["maximum"]),
            (&json!(0), &json!(11))
        );
        for (path, method, id, has_body) in operations(&description()) {
            let name = method.as_str().to_ascii_lowercase();
            let responses = &document["paths"][path][&name]["responses"];
            let expected: &[&str] = match (method == Method::GET, has_body) {
                _ if id == "mcp_answer" => &["400", "401", "403", "408", "413", "415", "503"],
                _ if id == "passkeys_sign_in_options" => &["400", "403", "409"],
                _ if id == "passkeys_sign_in" => &["400", "403", "408", "409", "413", "415", "429"],
                (true, _) => &["200", "421"],
                (_, false) => &["401", "403", "409", "422", "503"],
                (_, true) => &[
                    "400", "401", "403", "408", "409", "413", "415", "422", "503",
                ],
            };
            for status in expected {
                assert!(responses.get(status).is_some(), "{id} {status}");
            }
        }
    }
}
