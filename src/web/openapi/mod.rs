//! The `OpenAPI` document, from which the interface's types are generated.
//!
//! It is embedded in every build as `assets/openapi.json`, compressed.
//!
//! The descriptions of the handlers are completed here with what applies to all of them: numbers start with 1, writes may be refused,
//! bodies may be too large.

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
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// Returns the `OpenAPI` document.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, description = "This document.", body = Object)))]
pub(super) fn describe(state: &AppState, request: &ApiRequest) -> Reply {
    let body = state.openapi.get_or_init(|| {
        let mut document = unpacked();
        responses::adapt_to_server(&mut document, state.settings.market, state.access.is_some());
        CachedBody::new(at(document, &state.settings.base_path).into())
    });
    body.to(&request.headers)
}

/// Returns the embedded document for a server below `base` (which starts and ends with a slash), as indented
/// JSON.
pub(super) fn document(base: &str) -> String {
    at(unpacked(), base)
}

fn unpacked() -> Value {
    // A test checks that it can be read; it is constant per build.
    serde_json::from_reader(GzDecoder::new(PACKED)).unwrap_or_default()
}

/// Sets the base path of a document.
pub(super) fn at(mut document: Value, base: &str) -> String {
    let server = match base.trim_end_matches('/') {
        "" => "/",
        base => base,
    };
    document["servers"] = json!([{ "url": server }]);
    format!("{document:#}")
}

/// Lists the operations of a document: path, method, id, and whether it takes a body.
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

/// The introduction of the document.
const ABOUT: &str = "Market information for retail investors. Times are ISO 8601 in UTC, percentages are in percent, prices in the \
    ticker's currency; null means unknown. An error is a status and one plain sentence: 400 for a malformed request, 422 for a \
    well-formed but invalid one, 409 for one that conflicts with existing data.\n\n\
    Writes accept the header `Idempotency-Key` (1 to 100 visible ASCII characters, a new one for each change): a request repeated with \
    the same key gets the same response and changes nothing again.\n\n\
    Live prices come over a WebSocket at `/ws`, which this document cannot describe: send \
    `{\"type\":\"subscribe\",\"tickerId\":1}` or `unsubscribe`, receive `{\"type\":\"ticker_update\",\"data\":Ticker}`, \
    `{\"type\":\"alert_fired\",\"data\":AlertReport}`, and `{\"type\":\"subscription_limit\",\"tickerId\":1,\"limit\":512}` \
    above the limit. After `{\"type\":\"batch\"}`, updates of several tickers arrive as one message, \
    `{\"type\":\"ticker_updates\",\"data\":[Ticker]}`. `{\"type\":\"changed\",\"what\":\"watchlists\"}` says that data of this kind has changed \
    and should be reloaded: `watchlists`, `alerts`, `boards`, `settings`, `tickers`, `news` or `calendars`. `{\"type\":\"ping\"}` is \
    answered with `{\"type\":\"pong\"}`.";

/// The tags of operations.
const TAGS: [(&str, &str); 26] = [
    ("access", "API tokens and signed-in browsers."),
    (
        "alerts",
        "Alerts, their history, and the channels that deliver them.",
    ),
    ("backup", "A backup of the database."),
    ("boards", "Boards for wall displays."),
    ("breadth", "Rising and falling stocks."),
    ("dividends", "Dividends of all tickers."),
    ("earnings", "Earnings dates."),
    ("economy", "Economic events."),
    ("feeds", "Calendars and news for other programs."),
    ("history", "Prices and bars over time."),
    ("holidays", "Holidays of exchanges."),
    ("icos", "Initial coin offerings."),
    ("logos", "Logos of tickers."),
    ("market", "The market as a whole."),
    ("metrics", "Metrics for Prometheus."),
    ("news", "News."),
    ("openapi", "This document."),
    ("periods", "Closes that changes are relative to."),
    ("settings", "Settings shared by all devices."),
    ("status", "Health of the server."),
    ("summary", "A summary for dashboards."),
    ("symbols", "Searching, following and unfollowing symbols."),
    ("system", "The server itself and its data sources."),
    ("tickers", "Tickers with their prices and facts."),
    ("transfer", "Export and import of all user data."),
    ("watchlists", "Watchlists and their entries."),
];

/// Completes the descriptions of the handlers with what applies to all of them.
pub(super) fn complete(described: &OpenApi, flags: impl Fn(&str) -> &'static [Flag]) -> Value {
    // A tree of maps and strings always serializes.
    let mut document = serde_json::to_value(described).unwrap_or_default();
    document["info"]["title"] = "Marketdeck".into();
    document["info"]["description"] = ABOUT.into();
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
                responses::complete(flags(id), method != "get", operation);
            }
        }
    }
    responses::add_shared_parts(&mut document);
    require_response_fields(&mut document);
    expand_patterns(&mut document, &patterns());
    document
}

/// Sets the first sentence as summary, and the whole text as description.
fn summarize(operation: &mut Map<String, Value>) {
    let part = |name| operation.get(name).and_then(Value::as_str);
    let texts = [part("summary"), part("description")];
    let text = texts.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    let first = text.split(". ").next().unwrap_or_default();
    let summary = first.replace('\n', " ");
    operation.insert("summary".to_owned(), summary.trim_end_matches('.').into());
    operation.insert("description".to_owned(), text.into());
}

/// Prefixes the operation id with its noun, as many nouns have a `list` and ids must be unique.
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

    /// `OpenAPI` requires a description of each; without, the document is invalid for all tools.
    #[test]
    fn every_response_has_a_description_and_every_tag_is_known() {
        let document = description();
        for (path, method, id, _) in operations(&document) {
            let name = method.as_str().to_ascii_lowercase();
            let operation = &document["paths"][&path][&name];
            let tag = operation["tags"][0].as_str().unwrap();
            assert!(TAGS.iter().any(|(known, _)| *known == tag), "{id}: {tag}");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let shared = response["$ref"]
                    .as_str()
                    .map(|path| path.trim_start_matches('#'));
                let response = shared.map_or(response, |path| document.pointer(path).unwrap());
                let words = response["description"].as_str().unwrap_or_default();
                assert!(words.ends_with('.'), "{id} {status}: {words}");
                let is_error = status.starts_with(['4', '5']);
                let kinds = response["content"].as_object();
                let kinds = kinds.map(|kinds| kinds.keys().map(String::as_str).collect::<Vec<_>>());
                if is_error {
                    assert_eq!(kinds.as_deref(), Some(&["text/plain"][..]), "{id} {status}");
                }
            }
        }
    }

    #[test]
    fn with_a_password_every_operation_but_health_requires_authentication() {
        let mut document = description();
        assert_eq!(document["security"][0], json!({}), "no password may be set");
        responses::adapt_to_server(&mut document, "sample", true);
        let cookie = &document["components"]["securitySchemes"]["session"]["name"];
        assert_eq!(cookie, "marketdeck_session_sample");
        let keys = json!([{ "token": [] }, { "password": [] }, { "session": [] }]);
        assert_eq!(document["security"], keys);
        let paths = &document["paths"];
        assert_eq!(paths["/api/health"]["get"]["security"], json!([]));
        assert!(
            paths["/api/health"]["get"]["responses"]
                .get("401")
                .is_none()
        );
        let of_person = json!([{ "password": [] }, { "session": [] }]);
        assert_eq!(paths["/api/access"]["get"]["security"], of_person);
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
            "null if there is none"
        );
        assert!(!required("HistoryPoint", "open"), "left out without bars");
        assert!(!required("NewAlert", "whenMet"));
        let backup = &document["paths"]["/api/backup"]["get"]["responses"]["200"]["content"];
        let binary = json!({ "type": "string", "format": "binary" });
        assert_eq!(backup["application/octet-stream"]["schema"], binary);
    }

    #[test]
    fn the_embedded_document_matches_the_routes() {
        let mut held = unpacked();
        held.as_object_mut().unwrap().remove("servers");
        assert!(
            held == description(),
            "assets/openapi.json is stale: run 'make types' and commit it"
        );
    }

    /// Client generators use the ids as function names.
    #[test]
    fn operation_ids_are_unique() {
        let operations = operations(&description());
        let ids: Vec<&str> = operations.iter().map(|(_, _, id, _)| id.as_str()).collect();
        let apart: std::collections::BTreeSet<_> = ids.iter().collect();
        assert_eq!(apart.len(), ids.len(), "{ids:?}");
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
