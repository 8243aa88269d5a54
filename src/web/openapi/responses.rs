//! The responses that every operation of a kind may have, and who may call it.

use serde_json::{Map, Value, json};

use crate::web::mark::Mark;

/// Responses that operations share: their status, name and description.
const SHARED: [(&str, &str, &str); 11] = [
    (
        "400",
        "NotUnderstood",
        "The request was not understood: its body, a parameter or a header.",
    ),
    (
        "401",
        "Unauthorized",
        "A password is set, and the request carries no valid token, password or session.",
    ),
    (
        "403",
        "Forbidden",
        "The caller may not do this: the token is for reading, the page belongs to another site, or the server is read-only.",
    ),
    ("408", "TooSlow", "The body took too long to arrive."),
    (
        "409",
        "Conflict",
        "The request conflicts with what exists, or the answer to a repeated request is lost.",
    ),
    ("413", "TooLarge", "The body is too large."),
    ("415", "NotJson", "The body is not JSON."),
    (
        "421",
        "Misdirected",
        "The request names a host that is not this server's.",
    ),
    (
        "422",
        "Unprocessable",
        "The request was understood and asks for something that cannot be, or its Idempotency-Key belongs to another request.",
    ),
    (
        "429",
        "TooManyPasswords",
        "Too many passwords came from this address, or too many are being checked.",
    ),
    (
        "503",
        "Unavailable",
        "The market is still loading, too many changes wait, or nothing can be saved now; try again.",
    ),
];

/// Adds the responses that any operation of this kind may have, and describes those that have no words of their own.
pub(super) fn complete(marks: &[Mark], is_write: bool, operation: &mut Map<String, Value>) {
    let has_body = operation.contains_key("requestBody");
    let is = |mark| marks.contains(&mark);
    let applies = |status: &str| match status {
        "401" | "429" => !is(Mark::Open),
        "403" => is_write || is(Mark::Access) || is(Mark::Backup),
        "408" | "413" | "415" => has_body,
        "409" | "422" => is_write,
        "503" => is_write || !is(Mark::Early),
        _ => true,
    };
    if is(Mark::Open) {
        operation.insert("security".to_owned(), json!([]));
    }
    if is(Mark::Access) {
        operation.insert("security".to_owned(), keys(&[PASSWORD, SESSION]));
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
        refine(status, response);
    }
}

/// The responses that operations share, by name.
fn shared() -> Value {
    let response = |(status, name, description): &(&str, &str, &str)| {
        let sentence = json!({ "text/plain": { "schema": { "type": "string" } } });
        let mut response = json!({ "description": description, "content": sentence });
        refine(status, &mut response);
        ((*name).to_owned(), response)
    };
    Value::Object(SHARED.iter().map(response).collect())
}

/// Adds the headers of its status to a response that is no reference, and says that images and files are no text.
fn refine(status: &str, response: &mut Value) {
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
                "Seconds after which another try makes sense, where that is known.",
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

/// Names of the ways to authenticate.
const TOKEN: &str = "token";
const PASSWORD: &str = "password";
const SESSION: &str = "session";

/// The ways to authenticate. The session's cookie is that of `market`.
fn schemes(market: &str) -> Value {
    json!({
        TOKEN: {
            "type": "http",
            "scheme": "bearer",
            "description": "A token that was made on the settings page, `mdk_…`; one for reading cannot change anything.",
        },
        PASSWORD: {
            "type": "http",
            "scheme": "basic",
            "description": "The password of the server behind any name; or a token in its place.",
        },
        SESSION: {
            "type": "apiKey",
            "in": "cookie",
            "name": format!("marketdeck_session_{market}"),
            "description": "The session of a browser that signed in; over TLS the name begins with `__Secure-`.",
        },
    })
}

/// Describes how to authenticate and the shared responses, for a server that may ask for a password or not.
pub(super) fn add_shared_parts(document: &mut Value) {
    document["components"]["responses"] = shared();
    document["components"]["securitySchemes"] = schemes("live");
    document["security"] = keys(&[TOKEN, PASSWORD, SESSION]);
}

/// Any one of these, or nothing where no password is set.
fn keys(names: &[&str]) -> Value {
    let names = names.iter().map(|name| json!({ *name: [] }));
    std::iter::once(json!({})).chain(names).collect()
}

/// Says of a description what is so for a server of this market, and whether it asks for a password.
pub(super) fn serve(document: &mut Value, market: &str, asks_password: bool) {
    document["components"]["securitySchemes"] = schemes(market);
    if asks_password {
        require_key(document);
    }
}

/// Takes the choice of no key out.
fn require_key(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::Array(keys) if name == "security" => {
                        keys.retain(|key| *key != json!({}));
                    }
                    field => require_key(field),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(require_key),
        _ => {}
    }
}
