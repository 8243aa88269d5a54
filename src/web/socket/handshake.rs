//! The WebSocket handshake of `/ws` (RFC 6455, section 4.2).

use std::sync::Arc;

use hyper::{
    HeaderMap, Request, StatusCode, Version,
    body::Incoming,
    header::{
        CONNECTION, HeaderName, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY,
        SEC_WEBSOCKET_VERSION, UPGRADE,
    },
};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::connection;
use crate::web::http::{
    access::{Caller, session_watch::SessionWatch},
    context::Context,
    error::{ApiError, Result},
    reply::{self, Reply},
};

const WEBSOCKET: HeaderValue = HeaderValue::from_static("websocket");
/// The only supported protocol version.
const VERSION: &str = "13";
/// Length of a key in characters: 16 bytes in Base64, without padding.
const KEY_LENGTH: usize = 22;

/// Answers the handshake and starts the task of the live connection.
pub(crate) fn upgrade(
    context: &Context,
    caller: Caller,
    mut request: Request<Incoming>,
) -> Result<Reply> {
    if request.method() != hyper::Method::GET {
        return Err(ApiError::method_not_allowed("GET"));
    }
    let accept = accept_key(request.version(), request.headers())?;
    let state = &context.state;
    let Some(socket_permit) = context.permit.try_upgrade(state.settings.limits.sockets) else {
        return Err(ApiError::too_busy(
            "Too many live connections; try again later.",
        ));
    };
    let upgraded = hyper::upgrade::on(&mut request);
    tokio::spawn(connection::serve(
        Arc::clone(state),
        SessionWatch::new(state, caller),
        upgraded,
        socket_permit,
        context.stopped.clone(),
    ));
    let mut reply = reply::empty(StatusCode::SWITCHING_PROTOCOLS);
    let headers = reply.headers_mut();
    headers.insert(UPGRADE, WEBSOCKET);
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
    Ok(reply)
}

/// Checks the handshake's headers and computes `Sec-WebSocket-Accept`.
fn accept_key(version: Version, headers: &HeaderMap) -> Result<HeaderValue> {
    if !(header_contains(headers, &UPGRADE, "websocket")
        && header_contains(headers, &CONNECTION, "upgrade"))
    {
        return Err(ApiError::new(
            StatusCode::UPGRADE_REQUIRED,
            "Connect to this address with a WebSocket. Behind a reverse proxy, let it pass the headers Upgrade and \
             Connection on (nginx: proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header \
             Connection \"upgrade\").",
        )
        .with_header(UPGRADE, WEBSOCKET));
    }
    if version < Version::HTTP_11 {
        return Err(ApiError::bad_request("A WebSocket needs HTTP/1.1."));
    }
    if !header_contains(headers, &SEC_WEBSOCKET_VERSION, VERSION) {
        return Err(ApiError::new(
            StatusCode::UPGRADE_REQUIRED,
            "Unsupported WebSocket version; expected 13.",
        )
        .with_header(UPGRADE, WEBSOCKET)
        .with_header(SEC_WEBSOCKET_VERSION, HeaderValue::from_static(VERSION)));
    }
    let mut keys = headers.get_all(SEC_WEBSOCKET_KEY).iter();
    let key = keys.next().map(HeaderValue::as_bytes).unwrap_or_default();
    if keys.next().is_some() || !is_valid_key(key) {
        return Err(ApiError::bad_request(
            "Invalid Sec-WebSocket-Key; expected 16 bytes in Base64.",
        ));
    }
    HeaderValue::from_str(&derive_accept_key(key))
        .map_err(|_| ApiError::bad_request("Invalid Sec-WebSocket-Key."))
}

/// Returns true if a comma-separated header contains `value`.
fn header_contains(headers: &HeaderMap, name: &HeaderName, value: &str) -> bool {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|part| part.trim().eq_ignore_ascii_case(value))
}

fn is_valid_key(key: &[u8]) -> bool {
    key.strip_suffix(b"==").is_some_and(|characters| {
        characters.len() == KEY_LENGTH
            && characters.iter().all(|character| {
                character.is_ascii_alphanumeric() || matches!(character, b'+' | b'/')
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_16_bytes_in_base64() {
        assert!(is_valid_key(b"dGhlIHNhbXBsZSBub25jZQ=="));
        for bad in [
            "",
            "==",
            "x",
            "dGhlIHNhbXBsZSBub25jZQ",
            "dGhlIHNhbXBsZSBub25j!Q==",
            "dGhlIHNhbXBsZSBub25jZQAA==",
        ] {
            assert!(!is_valid_key(bad.as_bytes()), "{bad}");
        }
    }
}
