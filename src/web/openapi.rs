//! The description of the HTTP interface, from which the web interface's types are made.
//!
//! It is the same for all of a build, so a build holds it ready: `assets/openapi.json`, packed.
//!
//! What handlers say of themselves is completed here with what is so for all of them: numbers start
//! with 1, a write may be refused, a body may be too large.

use flate2::read::GzDecoder;
#[cfg(test)]
use hyper::Method;
use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use super::{
    AppState,
    http::{
        reply::{CachedBody, Reply},
        request::ApiRequest,
    },
};

/// `assets/openapi.json`, as build.rs packed it.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// This description.
#[utoipa::path(get, path = "/api/openapi.json", responses((status = 200, body = Object)))]
pub(super) fn describe(state: &AppState, request: &ApiRequest) -> Reply {
    let body = state
        .openapi
        .get_or_init(|| CachedBody::new(document(&state.settings.base_path).into()));
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
    ticker's currency; null means unknown. An error is a status and one plain sentence.\n\n\
    Live prices come over a WebSocket at `/ws`, which a description of requests cannot hold: send \
    `{\"type\":\"subscribe\",\"tickerId\":1}` or `unsubscribe`, receive `{\"type\":\"ticker_update\",\"data\":Ticker}`, \
    `{\"type\":\"alert_fired\",\"data\":AlertReport}`, and `{\"type\":\"subscription_limit\",\"tickerId\":1,\"limit\":512}` \
    where there are too many. After `{\"type\":\"batch\"}` tickers that are new at once come as one message, \
    `{\"type\":\"ticker_updates\",\"data\":[Ticker]}`. `{\"type\":\"changed\",\"what\":\"watchlists\"}` says that something of a kind has changed and is to \
    be asked for again: `watchlists`, `alerts`, `boards`, `settings`, `tickers`, `news` or `calendars`. `{\"type\":\"ping\"}` is \
    answered with `{\"type\":\"pong\"}`.";

/// What handlers say of themselves, completed with what is so for all of them.
pub(super) fn complete(described: &OpenApi) -> Value {
    // A tree of maps and strings always serialises.
    let mut document = serde_json::to_value(described).unwrap_or_default();
    document["info"]["title"] = "Marketdeck".into();
    document["info"]["description"] = ABOUT.into();
    widen(&mut document);
    tighten(&mut document["components"]["schemas"]);
    for (_, item) in document["paths"].as_object_mut().into_iter().flatten() {
        for (method, operation) in item.as_object_mut().into_iter().flatten() {
            if let Some(operation) = operation.as_object_mut() {
                name_apart(operation);
                number_from_one(operation);
                add_refusals(method != "get", operation);
            }
        }
    }
    spell_out(&mut document, &patterns());
    document
}

/// The patterns that several fields share, by what fields say in their place.
fn patterns() -> [(&'static str, String); 4] {
    // `domain::letters` in the words of JavaScript, whose expressions these are: what is a control, and what is not seen.
    let controls = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069";
    let unseen = r"\s\u00ad\u115f\u1160\u200b-\u200d\u2060-\u2064\u3164\ufeff";
    let plain = format!("[^{controls}]*");
    [
        ("<name>", format!("^{plain}[^{controls}{unseen}]{plain}$")),
        ("<plain text>", format!("^{plain}$")),
        (
            "<symbol>",
            "^[.=^_&-]*[A-Za-z0-9][A-Za-z0-9.=^_&-]*$".to_owned(),
        ),
        ("<symbols>", r"^[!-+\--~]+(,[!-+\--~]+){0,49}$".to_owned()),
    ]
}

/// Puts patterns in the place of their names.
fn spell_out(value: &mut Value, patterns: &[(&str, String)]) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(pattern)) = fields.get_mut("pattern")
                && let Some((_, spelled)) = patterns.iter().find(|(name, _)| name == pattern)
            {
                pattern.clone_from(spelled);
            }
            for field in fields.values_mut() {
                spell_out(field, patterns);
            }
        }
        Value::Array(values) => {
            for value in values {
                spell_out(value, patterns);
            }
        }
        _ => {}
    }
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

/// Numbers in paths and queries are those of records, which start with 1.
fn number_from_one(operation: &mut Map<String, Value>) {
    let parameters = operation
        .get_mut("parameters")
        .and_then(Value::as_array_mut);
    for parameter in parameters.into_iter().flatten() {
        let is_record = parameter["name"].as_str().is_some_and(|name| {
            name.to_ascii_lowercase().ends_with("id") || matches!(name, "alert" | "list")
        });
        let schema = &mut parameter["schema"];
        if is_record && schema.get("minimum").is_some() {
            schema["minimum"] = 1.into();
        }
    }
}

/// Our numbers are unsigned; the description knows only formats for signed ones of as many bits.
fn widen(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let most = match object.get("format").and_then(Value::as_str) {
                Some("int32") => Some(u64::from(u32::MAX)),
                Some("int64") => Some(u64::MAX),
                _ => None,
            };
            if let Some(most) = most.filter(|_| object.contains_key("minimum")) {
                object.remove("format");
                // Some say themselves how large they may be.
                object.entry("maximum").or_insert(most.into());
            }
            object.values_mut().for_each(widen);
        }
        Value::Array(values) => values.iter_mut().for_each(widen),
        _ => {}
    }
}

/// A moment as RFC 3339 writes it, with the days that its month has.
const MOMENT: &str = "^[0-9]{4}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)\
                      T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$";

/// What shapes of ours cannot say of themselves.
fn tighten(schemas: &mut Value) {
    // Programs take a format for a hint. What we write keeps to it anyway.
    for name in ["NewAlert", "AlertChange", "CarriedAlert", "Export"] {
        say_moments(&mut schemas[name]);
    }
    // Fields that a variant does not have are refused.
    let contents = schemas["TileContent"]["oneOf"].as_array_mut();
    for content in contents.into_iter().flatten() {
        content["additionalProperties"] = false.into();
        let symbols = content["properties"].get_mut("symbols");
        if let Some(symbols) = symbols {
            symbols["items"]["pattern"] = "<symbol>".into();
            symbols["items"]["maxLength"] = 20.into();
        }
    }
    // Bars by their length, of six numbers each; the first is a second.
    let file = &mut schemas["CarriedFile"]["properties"];
    file["bars"]["propertyNames"]["pattern"] = "^(5m|1h|1d)$".into();
    let bar = &mut file["bars"]["additionalProperties"]["items"];
    bar["minItems"] = 6.into();
    bar["maxItems"] = 6.into();
    bar["prefixItems"] = json!([{ "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX }]);
    file["intervals"]["items"]["pattern"] = "^(5m|1h|1d)$".into();
}

fn say_moments(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("format").is_some_and(|it| it == "date-time") {
                fields.insert("pattern".to_owned(), MOMENT.into());
            }
            fields.values_mut().for_each(say_moments);
        }
        Value::Array(values) => values.iter_mut().for_each(say_moments),
        _ => {}
    }
}

/// What any request of its kind may be refused with.
fn add_refusals(is_write: bool, operation: &mut Map<String, Value>) {
    let has_body = operation.contains_key("requestBody");
    let has_parameters = operation
        .get("parameters")
        .and_then(Value::as_array)
        .is_some_and(|all| all.iter().any(|one| one["name"] != "symbol"));
    let refusals = [
        (
            "400",
            has_body || has_parameters,
            "The request is wrong in itself.",
        ),
        (
            "403",
            is_write,
            "It came from another web site, or this server is for reading only.",
        ),
        ("408", has_body, "The body took too long to arrive."),
        (
            "409",
            has_body,
            "The request is well formed, but parts of it contradict each other, or what is here.",
        ),
        ("413", has_body, "The body is too large."),
        ("415", has_body, "The body is no JSON."),
        (
            "421",
            true,
            "The request names a host that is not this server's.",
        ),
        (
            "503",
            is_write,
            "Too many writes wait, or nothing can be saved now; try again.",
        ),
    ];
    let Some(responses) = operation
        .get_mut("responses")
        .and_then(Value::as_object_mut)
    else {
        return;
    };
    for (status, applies, description) in refusals {
        if applies {
            let content = json!({ "text/plain": { "schema": { "type": "string" } } });
            let response = responses
                .entry(status)
                .or_insert_with(|| json!({ "content": content }));
            response["description"] = description.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::routes::description;

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
                (true, _) => &[],
                (_, false) => &["403", "503"],
                (_, true) => &["400", "403", "408", "413", "415", "503"],
            };
            for status in expected {
                assert!(responses.get(status).is_some(), "{id} {status}");
            }
        }
    }
}
