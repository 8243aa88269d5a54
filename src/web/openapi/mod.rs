//! The description of the HTTP interface, from which the web interface's types are made.
//!
//! It is the same for all of a build, so a build holds it ready: `assets/openapi.json`, packed.
//!
//! What handlers say of themselves is completed here with what is so for all of them: numbers start
//! with 1, a write may be refused, a body may be too large.

mod responses;
mod schemas;

use flate2::read::GzDecoder;
#[cfg(test)]
use hyper::Method;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use self::schemas::{number_from_one, patterns, require_written, spell_out, tighten, widen};
use super::{
    AppState,
    http::{
        reply::{CachedBody, Reply},
        request::ApiRequest,
    },
    mark::Mark,
};

/// `assets/openapi.json`, as build.rs packed it.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, description = "This document.", body = Object)))]
pub(super) fn describe(state: &AppState, request: &ApiRequest) -> Reply {
    let body = state.openapi.get_or_init(|| {
        let mut document = unpacked();
        responses::serve(&mut document, state.settings.market, state.access.is_some());
        CachedBody::new(at(document, &state.settings.base_path).into())
    });
    body.to(&request.headers)
}

/// The description that this build holds, for a server below `base` (which starts and ends with a slash), as indented
/// JSON.
pub(super) fn document(base: &str) -> String {
    at(unpacked(), base)
}

fn unpacked() -> Value {
    // That it can be read is seen by a test: it is the same in every run of a build.
    serde_json::from_reader(GzDecoder::new(PACKED)).unwrap_or_default()
}

/// A description for a server below `base`.
pub(super) fn at(mut document: Value, base: &str) -> String {
    let server = match base.trim_end_matches('/') {
        "" => "/",
        base => base,
    };
    document["servers"] = json!([{ "url": server }]);
    format!("{document:#}")
}

/// Every operation of the description: its path, method and id, and whether it takes a body.
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

/// What programmers are told first.
const ABOUT: &str = "Market information for retail investors. Times are ISO 8601 in UTC, percentages are in percent, prices in the \
    ticker's currency; null means unknown. An error is a status and one plain sentence: 400 for a request that was not understood, \
    422 for one that asks for something that cannot be, 409 for one that conflicts with what exists.\n\n\
    A write takes the header `Idempotency-Key` (1 to 100 visible ASCII characters, a new one for each change): repeated under the \
    key of its first try, it is answered as that was and changes nothing again.\n\n\
    Live prices come over a WebSocket at `/ws`, which a description of requests cannot hold: send \
    `{\"type\":\"subscribe\",\"tickerId\":1}` or `unsubscribe`, receive `{\"type\":\"ticker_update\",\"data\":Ticker}`, \
    `{\"type\":\"alert_fired\",\"data\":AlertReport}`, and `{\"type\":\"subscription_limit\",\"tickerId\":1,\"limit\":512}` \
    where there are too many. After `{\"type\":\"batch\"}` tickers that are new at once come as one message, \
    `{\"type\":\"ticker_updates\",\"data\":[Ticker]}`. `{\"type\":\"changed\",\"what\":\"watchlists\"}` says that something of a kind has changed and is to \
    be asked for again: `watchlists`, `alerts`, `boards`, `settings`, `tickers`, `news` or `calendars`. `{\"type\":\"ping\"}` is \
    answered with `{\"type\":\"pong\"}`.";

/// What the operations are about.
const TAGS: [(&str, &str); 26] = [
    (
        "access",
        "Tokens of programs, and browsers that are signed in.",
    ),
    (
        "alerts",
        "Alerts, their history, and the channels that deliver them.",
    ),
    ("backup", "A backup of the database."),
    ("boards", "Boards for wall displays."),
    ("breadth", "How many tickers are above their averages."),
    ("dividends", "Dividends of all tickers."),
    ("earnings", "Earnings dates."),
    ("economy", "Dates of the economy."),
    ("feeds", "Calendars and news for other programs."),
    ("history", "Prices and bars over time."),
    ("holidays", "Holidays of exchanges."),
    ("icos", "Initial coin offerings."),
    ("logos", "Logos of tickers."),
    ("market", "The market as a whole."),
    ("metrics", "Metrics for Prometheus."),
    ("news", "News."),
    ("openapi", "This document."),
    ("periods", "Closes from which changes are counted."),
    ("settings", "Settings for every device."),
    ("status", "Health of the server."),
    ("summary", "A few figures for dashboards."),
    (
        "symbols",
        "Finding symbols, following and unfollowing them.",
    ),
    ("system", "The server itself and its data sources."),
    ("tickers", "Tickers with their prices and facts."),
    (
        "transfer",
        "Export and import of everything that a person made.",
    ),
    ("watchlists", "Watchlists and their entries."),
];

/// What handlers say of themselves, completed with what is so for all of them.
pub(super) fn complete(described: &OpenApi, marks: impl Fn(&str) -> &'static [Mark]) -> Value {
    // A tree of maps and strings always serialises.
    let mut document = serde_json::to_value(described).unwrap_or_default();
    document["info"]["title"] = "Marketdeck".into();
    document["info"]["description"] = ABOUT.into();
    document["info"]["contact"] = json!({ "name": "Marketdeck" });
    widen(&mut document);
    tighten(&mut document["components"]["schemas"]);
    document["tags"] = TAGS
        .iter()
        .map(|(name, description)| json!({ "name": name, "description": description }))
        .collect();
    for (_, item) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            if let Some(operation) = operation.as_object_mut() {
                name_apart(operation);
                summarize(operation);
                number_from_one(operation);
                let id = operation["operationId"].as_str().unwrap_or_default();
                responses::complete(marks(id), method != "get", operation);
            }
        }
    }
    responses::add_shared_parts(&mut document);
    require_written(&mut document);
    spell_out(&mut document, &patterns());
    document
}

/// Has the first sentence of the description as summary, and all of it as description.
fn summarize(operation: &mut Map<String, Value>) {
    let part = |name| operation.get(name).and_then(Value::as_str);
    let texts = [part("summary"), part("description")];
    let text = texts.into_iter().flatten().collect::<Vec<_>>().join("\n\n");
    let first = text.split(". ").next().unwrap_or_default();
    let summary = first.replace('\n', " ");
    operation.insert("summary".to_owned(), summary.trim_end_matches('.').into());
    operation.insert("description".to_owned(), text.into());
}

/// Puts the noun before the verb: every noun has a `list`, and an operation's id must be its own.
fn name_apart(operation: &mut Map<String, Value>) {
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

    /// `OpenAPI` requires it of each: a document without them is invalid for every program that reads one.
    #[test]
    fn every_response_tag_and_parameter_has_a_place_in_words() {
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
    fn a_guarded_server_asks_every_caller_for_a_key_but_for_its_health() {
        let mut document = description();
        assert_eq!(document["security"][0], json!({}), "no password may be set");
        responses::serve(&mut document, "sample", true);
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
    fn what_is_accepted_is_described_and_what_is_always_written_is_required() {
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
            "null where there is none"
        );
        assert!(!required("HistoryPoint", "open"), "left out without bars");
        assert!(!required("NewAlert", "whenMet"));
        let backup = &document["paths"]["/api/backup"]["get"]["responses"]["200"]["content"];
        let binary = json!({ "type": "string", "format": "binary" });
        assert_eq!(backup["application/octet-stream"]["schema"], binary);
    }

    #[test]
    fn the_document_of_a_build_is_what_its_routes_say() {
        let mut held = unpacked();
        held.as_object_mut().unwrap().remove("servers");
        assert!(
            held == description(),
            "assets/openapi.json is stale: run 'make types' and commit it"
        );
    }

    /// Programs that make a client of the document take the ids for names of functions.
    #[test]
    fn no_two_operations_share_an_id() {
        let operations = operations(&description());
        let ids: Vec<&str> = operations.iter().map(|(_, _, id, _)| id.as_str()).collect();
        let apart: std::collections::BTreeSet<_> = ids.iter().collect();
        assert_eq!(apart.len(), ids.len(), "{ids:?}");
        assert!(ids.contains(&"watchlists_list"), "{ids:?}");
    }

    #[test]
    fn every_pattern_is_spelled_out() {
        let description = description().to_string();
        for (name, pattern) in patterns() {
            assert!(!description.contains(&json!(name).to_string()), "{name}");
            assert!(description.contains(&json!(pattern).to_string()), "{name}");
        }
        assert!(!description.contains(r#""pattern":"<"#));
    }

    #[test]
    fn every_write_lists_its_refusals_and_every_number_its_range() {
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
