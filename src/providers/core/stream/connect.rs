//! Opens WebSocket connections with the name resolution and certificates of the HTTP client.

use std::time::Duration;

use hyper::{StatusCode, Uri, header, http::uri::Scheme};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{
        Error,
        client::IntoClientRequest as _,
        error::{CapacityError, ProtocolError},
        protocol::WebSocketConfig,
    },
};

use crate::{providers::core::client, source::SourceError};

/// Options for the connections of a provider's stream. Does not implement `Debug`, because the URL may contain a key.
#[derive(Clone)]
pub struct StreamOptions {
    /// The URL, with the scheme `ws` or `wss`. It contains the key if the provider expects it there.
    pub url: String,
    /// The `User-Agent` header of the upgrade request.
    pub user_agent: String,
    /// The timeout for opening a connection or sending a message.
    pub timeout: Duration,
    /// The maximum size of a message in bytes.
    pub max_bytes: usize,
    /// The time without messages after which a connection counts as failed while messages are expected.
    pub silence: Duration,
    /// The maximum number of connections.
    pub connections: usize,
}

/// The size of the read buffer in bytes. Messages are small.
const READ_BUFFER_SIZE: usize = 16 * 1_024;

/// Opens a connection. Errors do not contain the URL, because it may contain a key.
pub(crate) async fn open(
    options: &StreamOptions,
) -> Result<WebSocketStream<impl AsyncRead + AsyncWrite + Send + Unpin + 'static>, SourceError> {
    timeout(options.timeout, handshake(options))
        .await
        .map_err(|_| SourceError::Timeout(options.timeout))?
}

async fn handshake(
    options: &StreamOptions,
) -> Result<WebSocketStream<impl AsyncRead + AsyncWrite + Send + Unpin + 'static>, SourceError> {
    let invalid_url = || SourceError::Unreachable("invalid ws_url".to_owned());
    let target: Uri = options.url.parse().map_err(|_| invalid_url())?;
    let mut request = target
        .clone()
        .into_client_request()
        .map_err(|_| invalid_url())?;
    let agent = header::HeaderValue::from_str(&options.user_agent)
        .map_err(|_| SourceError::Unreachable("invalid user_agent".to_owned()))?;
    request.headers_mut().insert(header::USER_AGENT, agent);
    let http_target = to_http(target).ok_or_else(invalid_url)?;
    let stream = client::connect(http_target).await?;
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_SIZE)
        .write_buffer_size(0)
        .max_message_size(Some(options.max_bytes))
        .max_frame_size(Some(options.max_bytes));
    let (socket, _) = client_async_with_config(request, stream, Some(config))
        .await
        .map_err(|error| to_source_error(error, options.max_bytes))?;
    Ok(socket)
}

/// Converts a `ws` URL to `http` and `wss` to `https`, because a WebSocket connection starts as an HTTP request.
fn to_http(target: Uri) -> Option<Uri> {
    let mut parts = target.into_parts();
    let scheme = match parts.scheme?.as_str() {
        "ws" => Scheme::HTTP,
        "wss" => Scheme::HTTPS,
        _ => return None,
    };
    parts.scheme = Some(scheme);
    Uri::from_parts(parts).ok()
}

/// Converts an error of a connection whose messages are limited to `max_bytes`.
pub(super) fn to_source_error(error: Error, max_bytes: usize) -> SourceError {
    match error {
        Error::Http(response) => handshake_error(response.status()),
        Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(
            ProtocolError::ResetWithoutClosingHandshake | ProtocolError::HandshakeIncomplete,
        ) => SourceError::Closed,
        Error::Io(error) => SourceError::Unreachable(error.to_string()),
        Error::Capacity(CapacityError::MessageTooLong { .. }) => SourceError::TooLarge(max_bytes),
        Error::Utf8(_) => SourceError::InvalidResponse("the message is not text".to_owned()),
        Error::Url(_) => SourceError::Unreachable("invalid ws_url".to_owned()),
        other => SourceError::InvalidResponse(other.to_string()),
    }
}

fn handshake_error(status: StatusCode) -> SourceError {
    match status.as_u16() {
        status @ (418 | 429 | 503) => SourceError::Throttled {
            status,
            retry_after: None::<Duration>,
        },
        status => SourceError::Status(status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_websocket_urls_are_accepted() {
        let convert = |url: &str| to_http(url.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(
            convert("wss://streamer.example/?version=2").as_deref(),
            Some("https://streamer.example/?version=2")
        );
        assert_eq!(
            convert("ws://127.0.0.1:9/feed").as_deref(),
            Some("http://127.0.0.1:9/feed")
        );
        assert_eq!(convert("https://streamer.example/"), None);
        assert_eq!(convert("/feed"), None);
    }
}
