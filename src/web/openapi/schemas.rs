//! Completes the derived schemas: shared patterns, ranges of numbers, and required fields.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Returns the shared patterns with their placeholders: the derived schemas contain only the placeholders.
pub(super) fn patterns() -> [(&'static str, String); 5] {
    // The rules of `domain::validation` as JavaScript regular expressions: `controls` are control characters, `invisible` are
    // characters without a glyph.
    let controls = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069";
    let invisible = r"\s\u00ad\u115f\u1160\u200b-\u200d\u2060-\u2064\u3164\ufeff";
    let plain = format!("[^{controls}]*");
    [
        (
            "<name>",
            format!("^{plain}[^{controls}{invisible}]{plain}$"),
        ),
        ("<plain text>", format!("^{plain}$")),
        (
            "<symbol>",
            "^[.=^_&-]*[A-Za-z0-9][A-Za-z0-9.=^_&-]*$".to_owned(),
        ),
        (
            "<range>",
            r"^(-?[0-9]+(\.[0-9]+)?\.\.(-?[0-9]+(\.[0-9]+)?)?|\.\.-?[0-9]+(\.[0-9]+)?)$".to_owned(),
        ),
        ("<symbols>", r"^[!-+\--~]+(,[!-+\--~]+){0,49}$".to_owned()),
    ]
}

/// Replaces placeholders with their patterns.
pub(super) fn expand_patterns(value: &mut Value, patterns: &[(&str, String)]) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(pattern)) = fields.get_mut("pattern")
                && let Some((_, expansion)) = patterns.iter().find(|(name, _)| name == pattern)
            {
                pattern.clone_from(expansion);
            }
            for field in fields.values_mut() {
                expand_patterns(field, patterns);
            }
        }
        Value::Array(values) => {
            for value in values {
                expand_patterns(value, patterns);
            }
        }
        _ => {}
    }
}

/// Sets the minimum of ids in paths and queries to 1.
pub(super) fn start_ids_at_one(operation: &mut Map<String, Value>) {
    let parameters = operation
        .get_mut("parameters")
        .and_then(Value::as_array_mut);
    for parameter in parameters.into_iter().flatten() {
        let is_id = parameter["name"].as_str().is_some_and(|name| {
            name.to_ascii_lowercase().ends_with("id") || matches!(name, "alert" | "list")
        });
        let schema = &mut parameter["schema"];
        if is_id && schema.get("minimum").is_some() {
            schema["minimum"] = 1.into();
        }
    }
}

/// Replaces signed formats with unsigned ranges, as `OpenAPI` has no formats for unsigned numbers.
pub(super) fn use_unsigned_ranges(value: &mut Value) {
    match value {
        Value::Object(object) => {
            let maximum = match object.get("format").and_then(Value::as_str) {
                Some("int32") => Some(u64::from(u32::MAX)),
                Some("int64") => Some(u64::MAX),
                _ => None,
            };
            if let Some(maximum) = maximum.filter(|_| object.contains_key("minimum")) {
                object.remove("format");
                // The field may already have a smaller maximum.
                object.entry("maximum").or_insert(maximum.into());
            }
            object.values_mut().for_each(use_unsigned_ranges);
        }
        Value::Array(values) => values.iter_mut().for_each(use_unsigned_ranges),
        _ => {}
    }
}

/// An RFC 3339 time with a valid day of the month.
const RFC3339_TIME: &str = "^[0-9]{4}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)\
                      T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$";

/// Adds constraints that the derived schemas lack.
pub(super) fn add_constraints(schemas: &mut Value) {
    // Many tools ignore `format`, so times in requests also get a pattern. Times in responses are always valid.
    for name in ["NewAlert", "AlertChange", "ExportedAlert", "Export"] {
        constrain_times(&mut schemas[name]);
    }
    // The server refuses unknown fields of a tile's content.
    let contents = schemas["TileContent"]["oneOf"].as_array_mut();
    for content in contents.into_iter().flatten() {
        content["additionalProperties"] = false.into();
        let symbols = content["properties"].get_mut("symbols");
        if let Some(symbols) = symbols {
            symbols["items"]["pattern"] = "<symbol>".into();
            symbols["items"]["maxLength"] = 20.into();
        }
    }
    // Bars by interval. A bar has six numbers; the first is its start in Unix seconds.
    let file = &mut schemas["ExportedFile"]["properties"];
    file["bars"]["propertyNames"]["pattern"] = "^(5m|1h|1d)$".into();
    let bar = &mut file["bars"]["additionalProperties"]["items"];
    bar["minItems"] = 6.into();
    bar["maxItems"] = 6.into();
    let (price, volume) = (
        json!({ "type": "number" }),
        json!({ "type": ["number", "null"] }),
    );
    let start = json!({ "type": "integer", "minimum": i64::MIN, "maximum": i64::MAX });
    bar["prefixItems"] = json!([start, price, price, price, price, volume]);
    file["intervals"]["items"]["pattern"] = "^(5m|1h|1d)$".into();
}

fn constrain_times(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields
                .get("format")
                .is_some_and(|format| format == "date-time")
            {
                fields.insert("pattern".to_owned(), RFC3339_TIME.into());
            }
            fields.values_mut().for_each(constrain_times);
        }
        Value::Array(values) => values.iter_mut().for_each(constrain_times),
        _ => {}
    }
}

/// Schemas with optional response fields, and their fields that are always present.
const PARTIAL_SCHEMAS: [(&str, &[&str]); 3] = [
    // The other fields are only present with the parameters `bars` and `base`.
    ("HistoryPoint", &["timestamp", "price"]),
    // The source is only present if it is not that of the ticker.
    (
        "BarPoint",
        &["close", "high", "low", "open", "timestamp", "volume"],
    ),
    // The only field for callers who are not authenticated, on a server with a password.
    ("Health", &["status"]),
];

/// Marks all fields of response schemas as required: they are always present, with null for an unknown value. Does not change schemas that
/// requests use, as their fields may be missing.
pub(super) fn require_response_fields(document: &mut Value) {
    let mut request_schemas = BTreeSet::new();
    let mut unvisited = BTreeSet::new();
    for item in document["paths"]
        .as_object()
        .into_iter()
        .flat_map(Map::values)
    {
        for operation in item.as_object().into_iter().flat_map(Map::values) {
            collect_references(&operation["requestBody"], &mut unvisited);
        }
    }
    while let Some(name) = unvisited.pop_first() {
        collect_references(&document["components"]["schemas"][&name], &mut unvisited);
        request_schemas.insert(name);
        unvisited.retain(|name| !request_schemas.contains(name));
    }
    let schemas = document["components"]["schemas"].as_object_mut();
    for (name, schema) in schemas.into_iter().flatten() {
        if let Some((_, fields)) = PARTIAL_SCHEMAS.iter().find(|(partial, _)| partial == name) {
            schema["required"] = json!(fields);
        } else if !request_schemas.contains(name) {
            require_all_fields(schema);
        }
    }
}

/// Collects the names of the schemas that `value` refers to.
fn collect_references(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str);
            let name = name.and_then(|path| path.rsplit('/').next());
            names.extend(name.map(str::to_owned));
            fields
                .values()
                .for_each(|field| collect_references(field, names));
        }
        Value::Array(values) => values
            .iter()
            .for_each(|value| collect_references(value, names)),
        _ => {}
    }
}

/// Marks all fields of a schema and of its nested schemas as required.
fn require_all_fields(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let names = fields.get("properties").and_then(Value::as_object);
            let names = names.map(|properties| properties.keys().cloned().collect::<Vec<_>>());
            if let Some(names) = names.filter(|names| !names.is_empty()) {
                fields.insert("required".to_owned(), names.into());
            }
            fields.values_mut().for_each(require_all_fields);
        }
        Value::Array(values) => values.iter_mut().for_each(require_all_fields),
        _ => {}
    }
}
