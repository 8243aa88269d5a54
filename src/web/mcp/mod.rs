//! The endpoint for AI assistants: a server of the Model Context Protocol (<https://modelcontextprotocol.io>) over streamable HTTP.
//!
//! Every request is answered on its own with one JSON object. There are no sessions and no event streams, as no tool takes long and
//! nothing is pushed to the assistant.

mod message;
mod methods;
mod revision;
mod tools;

use hyper::{
    StatusCode,
    header::{ACCEPT, HeaderMap},
};
use serde_json::{Value, json};

use self::{
    message::{Message, Request, RpcError},
    revision::Revision,
};
use super::{
    AppState,
    http::{
        error::{ApiError, Result},
        reply::{self, Reply},
        request::ApiRequest,
    },
};

/// Answers an AI assistant with the Model Context Protocol (revisions 2026-07-28, 2025-11-25 and 2025-06-18). The body is one JSON-RPC
/// request or notification. The tools only read, so a read-only token suffices. Off unless `mcp` is true in the configuration.
#[utoipa::path(post, path = "/api/mcp", request_body = Object,
    params(("MCP-Protocol-Version" = Option<String>, Header, description = "Revision of the protocol")),
    responses((status = 200, description = "The JSON-RPC response.", body = Object),
        (status = 202, description = "The notification was received."),
        (status = 400, description = "Invalid JSON-RPC message, protocol revision or header. The body is a JSON-RPC error (`application/json`).", body = String),
        (status = 404, description = "The interface is off, or the method is unknown. The body is then a JSON-RPC error (`application/json`).", body = String),
        (status = 406, description = "The client does not accept JSON.", body = String)))]
pub(super) async fn answer(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    if !state.settings.mcp {
        return Err(ApiError::not_found(
            "The interface for assistants is disabled: 'mcp' is false in the configuration.",
        ));
    }
    if !accepts_json(&request.headers) {
        return Err(ApiError::new(
            StatusCode::NOT_ACCEPTABLE,
            "Invalid Accept header; expected application/json.",
        ));
    }
    Ok(match message::parse(request.body()) {
        Err(error) => error_reply(error, &Value::Null),
        Ok(Message::Notification) => match revision::check_header(&request.headers) {
            Err(error) => error_reply(error, &Value::Null),
            Ok(_) => reply::empty(StatusCode::ACCEPTED),
        },
        Ok(Message::Request(message)) => respond(state, request, &message).await,
    })
}

async fn respond(state: &AppState, request: &ApiRequest, message: &Request) -> Reply {
    let revision = match Revision::of(message, &request.headers) {
        Ok(revision) => revision,
        Err(error) => return error_reply(error, &message.id),
    };
    match methods::call(state, request, revision, message).await {
        Ok(result) => {
            let response = json!({ "jsonrpc": "2.0", "id": message.id, "result": result });
            reply::json(StatusCode::OK, &response)
        }
        // Before the current revision, errors of methods had status 200.
        Err(error) if revision != Revision::Current => {
            let error = RpcError {
                status: StatusCode::OK,
                ..error
            };
            error_reply(error, &message.id)
        }
        Err(error) => error_reply(error, &message.id),
    }
}

/// Creates the response to a request that failed; `id` is null if the request has no readable id (JSON-RPC 2.0, section 5).
fn error_reply(error: RpcError, id: &Value) -> Reply {
    let mut body = json!({ "code": error.code, "message": error.message });
    if let Some(data) = error.data {
        body["data"] = data;
    }
    let response = json!({ "jsonrpc": "2.0", "id": id, "error": body });
    reply::json(error.status, &response)
}

/// Returns true unless the `Accept` header excludes JSON. Clients must list `application/json` and `text/event-stream`; a missing header
/// is accepted, so that the endpoint can be tried with curl.
fn accepts_json(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(ACCEPT).iter().peekable();
    if values.peek().is_none() {
        return true;
    }
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|range| range.split(';').next())
        .any(|range| {
            let range = range.trim();
            ["application/json", "application/*", "*/*"]
                .iter()
                .any(|accepted| range.eq_ignore_ascii_case(accepted))
        })
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn json_is_accepted_unless_the_header_excludes_it() {
        let accepts = |value: &'static str| {
            accepts_json(&HeaderMap::from_iter([(
                ACCEPT,
                HeaderValue::from_static(value),
            )]))
        };
        assert!(accepts_json(&HeaderMap::new()));
        assert!(accepts("application/json, text/event-stream"));
        assert!(accepts("text/event-stream;q=0.5,Application/JSON; q=1"));
        assert!(accepts("*/*"));
        assert!(!accepts("text/event-stream"));
        assert!(!accepts("text/html,application/jsonp"));
    }
}
