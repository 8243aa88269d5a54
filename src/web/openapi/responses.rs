//! Adds the responses and security requirements that follow from a route's flags.

use serde_json::{Map, Value, json};

use crate::web::routes::Flag;

/// Error responses that many operations share: status, component name and description.
const SHARED: [(&str, &str, &str); 11] = [
    (
        "400",
        "NotUnderstood",
        "The request is malformed: its body, a parameter or a header.",
    ),
    (
        "401",
        "Unauthorized",
        "A password is set, and the request has no valid token, password or session.",
    ),
    (
        "403",
        "Forbidden",
        "The caller is not authorized: the token is read-only, the page belongs to another website, or the server is read-only.",
    ),
    ("408", "TooSlow", "Timed out while reading the body."),
    (
        "409",
        "Conflict",
        "The request conflicts with existing data, or the response to a repeated request is lost.",
    ),
    ("413", "TooLarge", "The body is too large."),
    ("415", "NotJson", "The body is not JSON."),
    (
        "421",
        "Misdirected",
        "The request names a host that this server doesn't accept.",
    ),
    (
        "422",
        "Unprocessable",
        "The request is well-formed but invalid, or its Idempotency-Key belongs to another request.",
    ),
    (
        "429",
        "TooManyPasswords",
        "Too many wrong passwords from this address, or too many sign-ins at the moment.",
    ),
    (
        "503",
        "Unavailable",
        "The market is still loading, too many changes are waiting, or nothing can be saved at the moment; try again.",
    ),
];

/// Adds to an operation the shared responses and the security requirements that follow from the route's flags.
pub(super) fn complete(flags: &[Flag], is_write: bool, operation: &mut Map<String, Value>) {
    let has = |flag| flags.contains(&flag);
    let applies = |status: &str| match status {
        "401" | "429" => !has(Flag::Public),
        "403" => is_write || has(Flag::Access) || has(Flag::AllData) || has(Flag::ReadOnly),
        "408" | "413" | "415" => has(Flag::JsonBody),
        "409" | "422" => is_write,
        "503" => is_write || !has(Flag::BeforeLoad),
        _ => true,
    };
    if has(Flag::Public) {
        operation.insert("security".to_owned(), json!([]));
    }
    if has(Flag::Access) {
        operation.insert(
            "security".to_owned(),
            authenticate_with_any(&[PASSWORD, SESSION]),
        );
    }
    let Some(responses) = operation
        .get_mut("responses")
        .and_then(Value::as_object_mut)
    else {
        return;
    };
    for (status, name, _) in SHARED {
        if applies(status) {
            responses
                .entry(status)
                .or_insert_with(|| json!({ "$ref": format!("#/components/responses/{name}") }));
        }
    }
    for (status, response) in responses {
        complete_response(status, response);
    }
}

/// Returns the shared responses by name.
fn shared_responses() -> Value {
    let response = |(status, name, description): &(&str, &str, &str)| {
        let sentence = json!({ "text/plain": { "schema": { "type": "string" } } });
        let mut response = json!({ "description": description, "content": sentence });
        complete_response(status, &mut response);
        ((*name).to_owned(), response)
    };
    Value::Object(SHARED.iter().map(response).collect())
}

/// Adds the headers of a status to a response, and marks images and files as binary. References are not changed.
fn complete_response(status: &str, response: &mut Value) {
    if response.get("$ref").is_some() {
        return;
    }
    match status {
        "401" => {
            response["headers"] = header("WWW-Authenticate", "How to authenticate.", "string");
        }
        "429" | "503" => {
            response["headers"] = header(
                "Retry-After",
                "Seconds to wait before the next attempt, if known.",
                "integer",
            );
        }
        _ => {}
    }
    let content = response.get_mut("content").and_then(Value::as_object_mut);
    for (media_type, content) in content.into_iter().flatten() {
        if is_binary(media_type) {
            content["schema"] = json!({ "type": "string", "format": "binary" });
        }
    }
}

fn header(name: &str, description: &str, kind: &str) -> Value {
    json!({ name: { "description": description, "schema": { "type": kind } } })
}

fn is_binary(media_type: &str) -> bool {
    media_type == "application/octet-stream" || media_type.starts_with("image/")
}

/// Names of the security schemes.
const TOKEN: &str = "token";
const PASSWORD: &str = "password";
const SESSION: &str = "session";

/// Returns the security schemes. The name of the session cookie contains `market`.
fn security_schemes(market: &str) -> Value {
    json!({
        TOKEN: {
            "type": "http",
            "scheme": "bearer",
            "description": "A token created on the settings page, `mdk_…`; a read-only one cannot change anything.",
        },
        PASSWORD: {
            "type": "http",
            "scheme": "basic",
            "description": "The server's password with any user name, or a token instead of the password.",
        },
        SESSION: {
            "type": "apiKey",
            "in": "cookie",
            "name": format!("marketdeck_session_{market}"),
            "description": "The session of a signed-in browser; over TLS the name starts with `__Secure-`.",
        },
    })
}

/// Adds the components of the document: security schemes and shared responses. Requests without authentication are allowed, as the
/// server may have no password.
pub(super) fn add_shared_parts(document: &mut Value) {
    document["components"]["responses"] = shared_responses();
    document["components"]["securitySchemes"] = security_schemes("live");
    document["security"] = authenticate_with_any(&[TOKEN, PASSWORD, SESSION]);
}

/// Returns a security requirement: any of these schemes, or no authentication.
fn authenticate_with_any(names: &[&str]) -> Value {
    let names = names.iter().map(|name| json!({ *name: [] }));
    std::iter::once(json!({})).chain(names).collect()
}

/// Adapts a document to the market of this server, and to whether the server requires a password.
pub(super) fn adapt_to_server(document: &mut Value, market: &str, requires_password: bool) {
    document["components"]["securitySchemes"] = security_schemes(market);
    if requires_password {
        require_authentication(document);
    }
}

/// Removes the alternative without authentication from all security requirements.
fn require_authentication(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::Array(alternatives) if name == "security" => {
                        alternatives.retain(|key| *key != json!({}));
                    }
                    field => require_authentication(field),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(require_authentication),
        _ => {}
    }
}
