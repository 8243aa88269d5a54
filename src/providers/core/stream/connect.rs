//! Opening a WebSocket: over the HTTP client's own names, addresses and certificates.

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

/// How one provider's stream is connected to. It has no `Debug`: its address may hold a key.
#[derive(Clone)]
pub struct StreamAccess {
    /// Scheme (`ws` or `wss`), host and path, with a key where one belongs there.
    pub url: String,
    /// Sent with the request for an upgrade.
    pub user_agent: String,
    /// How long a connection may take to be there, and a command to be written.
    pub timeout: Duration,
    /// How large a message may be.
    pub max_bytes: usize,
    /// How long it may be silent while it should speak.
    pub silence: Duration,
    /// Most connections at once.
    pub connections: usize,
}

/// Bytes of a connection's read buffer: messages are small.
const READ_BUFFER: usize = 16 * 1_024;

/// Opens the stream. No error names its address: it may hold a key.
pub(super) async fn open(
    access: &StreamAccess,
) -> Result<WebSocketStream<impl AsyncRead + AsyncWrite + Send + Unpin + 'static>, SourceError> {
    timeout(access.timeout, handshake(access))
        .await
        .map_err(|_| SourceError::Timeout(access.timeout))?
}

async fn handshake(
    access: &StreamAccess,
) -> Result<WebSocketStream<impl AsyncRead + AsyncWrite + Send + Unpin + 'static>, SourceError> {
    let no_address = || SourceError::Unreachable("its ws_url is no address".to_owned());
    let target: Uri = access.url.parse().map_err(|_| no_address())?;
    let mut request = target
        .clone()
        .into_client_request()
        .map_err(|_| no_address())?;
    let agent = header::HeaderValue::from_str(&access.user_agent)
        .map_err(|_| SourceError::Unreachable("its user_agent cannot be sent".to_owned()))?;
    request.headers_mut().insert(header::USER_AGENT, agent);
    let over = over_http(target).ok_or_else(no_address)?;
    let stream = client::connect(over).await?;
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(Some(access.max_bytes))
        .max_frame_size(Some(access.max_bytes));
    let (socket, _) = client_async_with_config(request, stream, Some(config))
        .await
        .map_err(|error| explain(error, access.max_bytes))?;
    Ok(socket)
}

/// The address as one of HTTP: a WebSocket begins as such a request.
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

/// What went wrong on a connection whose messages may have `most` bytes.
pub(super) fn explain(error: Error, most: usize) -> SourceError {
    match error {
        Error::Http(response) => refused(response.status()),
        Error::ConnectionClosed
        | Error::AlreadyClosed
        | Error::Protocol(
            ProtocolError::ResetWithoutClosingHandshake | ProtocolError::HandshakeIncomplete,
        ) => SourceError::Closed,
        Error::Io(error) => SourceError::Unreachable(error.to_string()),
        Error::Capacity(CapacityError::MessageTooLong { .. }) => SourceError::TooLarge(most),
        Error::Utf8(_) => SourceError::Shape("it is no text".to_owned()),
        Error::Url(_) => SourceError::Unreachable("its ws_url is no address".to_owned()),
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
    fn only_the_addresses_of_websockets_are_connected_to() {
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
