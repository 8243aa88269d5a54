//! Opens WebSocket connections, with the HTTP client's name resolution and certificates.

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

/// How a provider's stream is connected to. No `Debug`: the URL may contain a key.
#[derive(Clone)]
pub struct StreamOptions {
    /// Scheme (`ws` or `wss`), host and path, including the key if the provider wants it there.
    pub url: String,
    /// `User-Agent` header of the upgrade request.
    pub user_agent: String,
    /// Longest time for opening a connection or writing a command.
    pub timeout: Duration,
    /// Maximum size of a message in bytes.
    pub max_bytes: usize,
    /// Silence after which the connection counts as failed while it should send something.
    pub silence: Duration,
    /// Maximum number of connections.
    pub connections: usize,
}

/// Size of the read buffer in bytes: messages are small.
const READ_BUFFER_SIZE: usize = 16 * 1_024;

/// Opens the connection. No error contains the URL: it may contain a key.
pub(super) async fn open(
    options: &StreamOptions,
) -> Result<WebSocketStream<impl AsyncRead + AsyncWrite + Send + Unpin + 'static>, SourceError> {
    timeout(options.timeout, handshake(options))
        .await
        .map_err(|_| SourceError::Timeout(options.timeout))?
}

async fn handshake(
    options: &StreamOptions,
) -> Result<WebSocketStream<impl AsyncRead + AsyncWrite + Send + Unpin + 'static>, SourceError> {
    let no_address = || SourceError::Unreachable("invalid ws_url".to_owned());
    let target: Uri = options.url.parse().map_err(|_| no_address())?;
    let mut request = target
        .clone()
        .into_client_request()
        .map_err(|_| no_address())?;
    let agent = header::HeaderValue::from_str(&options.user_agent)
        .map_err(|_| SourceError::Unreachable("invalid user_agent".to_owned()))?;
    request.headers_mut().insert(header::USER_AGENT, agent);
    let over = over_http(target).ok_or_else(no_address)?;
    let stream = client::connect(over).await?;
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_SIZE)
        .write_buffer_size(0)
        .max_message_size(Some(options.max_bytes))
        .max_frame_size(Some(options.max_bytes));
    let (socket, _) = client_async_with_config(request, stream, Some(config))
        .await
        .map_err(|error| explain(error, options.max_bytes))?;
    Ok(socket)
}

/// Converts a `ws` URL to `http` (`wss` to `https`): a WebSocket starts as an HTTP request.
fn over_http(target: Uri) -> Option<Uri> {
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
pub(super) fn explain(error: Error, max_bytes: usize) -> SourceError {
    match error {
        Error::Http(response) => refused(response.status()),
        Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(
            ProtocolError::ResetWithoutClosingHandshake | ProtocolError::HandshakeIncomplete,
        ) => SourceError::Closed,
        Error::Io(error) => SourceError::Unreachable(error.to_string()),
        Error::Capacity(CapacityError::MessageTooLong { .. }) => SourceError::TooLarge(max_bytes),
        Error::Utf8(_) => SourceError::Shape("the message is not text".to_owned()),
        Error::Url(_) => SourceError::Unreachable("invalid ws_url".to_owned()),
        other => SourceError::Shape(other.to_string()),
    }
}

fn refused(status: StatusCode) -> SourceError {
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
        let over = |url: &str| over_http(url.parse().unwrap()).map(|uri| uri.to_string());
        assert_eq!(
            over("wss://streamer.example/?version=2").as_deref(),
            Some("https://streamer.example/?version=2")
        );
        assert_eq!(
            over("ws://127.0.0.1:9/feed").as_deref(),
            Some("http://127.0.0.1:9/feed")
        );
        assert_eq!(over("https://streamer.example/"), None);
        assert_eq!(over("/feed"), None);
    }
}
