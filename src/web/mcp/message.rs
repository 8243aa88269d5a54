//! JSON-RPC 2.0 messages (<https://www.jsonrpc.org/specification>).

use hyper::StatusCode;
use serde_json::{Map, Value};

/// A message of a client.
#[derive(Debug, PartialEq)]
pub(super) enum Message {
    /// A message that needs a response.
    Request(Request),
    /// A message without a response. No notification changes anything here, so its content is not kept.
    Notification,
}

/// A request.
#[derive(Debug, PartialEq)]
pub(super) struct Request {
    /// A string or an integer, which the response repeats.
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Map<String, Value>,
}

/// Codes of JSON-RPC errors.
pub(super) mod code {
    pub(in super::super) const PARSE_ERROR: i32 = -32_700;
    pub(in super::super) const INVALID_REQUEST: i32 = -32_600;
    pub(in super::super) const METHOD_NOT_FOUND: i32 = -32_601;
    pub(in super::super) const INVALID_PARAMS: i32 = -32_602;
    /// A header is missing, or differs from the body.
    pub(in super::super) const HEADER_MISMATCH: i32 = -32_020;
    pub(in super::super) const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32_022;
}

/// An error response, without the id of its request.
#[derive(Debug, PartialEq)]
pub(super) struct RpcError {
    pub(super) status: StatusCode,
    pub(super) code: i32,
    /// One sentence.
    pub(super) message: String,
    pub(super) data: Option<Value>,
}

impl RpcError {
    /// Creates an error with status 400.
    pub(super) fn new(code: i32, message: impl Into<String>) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The method does not exist.
    pub(super) fn unknown_method(method: &str) -> Self {
        Self {
            status: StatusCode::NOT_FOUND,
            ..Self::new(
                code::METHOD_NOT_FOUND,
                format!("Unknown method '{method}'."),
            )
        }
    }
}

/// Parses the body of a request, which must be one request or one notification.
pub(super) fn parse(body: &[u8]) -> Result<Message, RpcError> {
    let value = serde_json::from_slice(body)
        .map_err(|error| RpcError::new(code::PARSE_ERROR, format!("Invalid JSON: {error}.")))?;
    let invalid = |message: &str| RpcError::new(code::INVALID_REQUEST, message);
    let Value::Object(mut fields) = value else {
        return Err(invalid(
            "Invalid message; expected one JSON-RPC object. Batches are not supported.",
        ));
    };
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(invalid("Invalid message; expected \"jsonrpc\": \"2.0\"."));
    }
    let Some(Value::String(method)) = fields.remove("method") else {
        return Err(invalid("Invalid message; expected a method."));
    };
    let params = match fields.remove("params") {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => {
            return Err(RpcError::new(
                code::INVALID_PARAMS,
                "Invalid params; expected an object.",
            ));
        }
    };
    match fields.remove("id") {
        None => Ok(Message::Notification),
        Some(id) if id.is_string() || id.is_i64() || id.is_u64() => {
            Ok(Message::Request(Request { id, method, params }))
        }
        Some(_) => Err(invalid("Invalid id; expected a string or an integer.")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_with_an_id_is_a_request_and_one_without_is_a_notification() {
        let request = parse(br#"{"jsonrpc":"2.0","id":"a","method":"ping"}"#).unwrap();
        let expected = Request {
            id: json!("a"),
            method: "ping".to_owned(),
            params: Map::new(),
        };
        assert_eq!(request, Message::Request(expected));
        let notification = br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert_eq!(parse(notification), Ok(Message::Notification));
    }

    #[test]
    fn invalid_messages_have_the_codes_of_json_rpc() {
        for (body, expected) in [
            ("{", code::PARSE_ERROR),
            ("", code::PARSE_ERROR),
            ("[]", code::INVALID_REQUEST),
            (
                r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#,
                code::INVALID_REQUEST,
            ),
            (r#"{"id":1,"method":"ping"}"#, code::INVALID_REQUEST),
            (
                r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
                code::INVALID_REQUEST,
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
                code::INVALID_REQUEST,
            ),
            (
                r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
                code::INVALID_REQUEST,
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
                code::INVALID_REQUEST,
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#,
                code::INVALID_PARAMS,
            ),
        ] {
            let error = parse(body.as_bytes()).unwrap_err();
            assert_eq!(
                (error.code, error.status),
                (expected, StatusCode::BAD_REQUEST),
                "{body}"
            );
        }
    }
}
