//! The protocol of forwarded requests: the request, the response, and the trait that sends them.

use std::{future::Future, pin::Pin};

use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, RETRY_AFTER},
};
use serde::{Deserialize, Serialize};

use crate::domain::person::{PersonId, Role};
use crate::web::http::{
    reply::{self, Reply},
    response_body::Body,
};

/// Response headers that are passed back to the browser.
const RESPONSE_HEADERS: [HeaderName; 4] = [CONTENT_TYPE, CACHE_CONTROL, ETAG, RETRY_AFTER];

/// Permissions of the caller, as authenticated by the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Rights {
    /// The edge has no password.
    #[serde(rename = "unasked")]
    NoAuth,
    /// Read only.
    Read,
    /// Read and write.
    Write,
}

/// A request forwarded to another process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForwardedRequest {
    /// Idempotency key, the same for all attempts of one request.
    pub key: String,
    pub(super) method: String,
    /// Path segments, decoded.
    pub(super) path: Vec<String>,
    pub(super) query: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) rights: Rights,
    /// The person who sent the request, and their role; the owner if the edge has no password.
    #[serde(default = "owner")]
    pub(super) person: (PersonId, Role),
    /// Id of the caller at the edge. Different callers may use the same idempotency key.
    #[serde(default)]
    pub(super) caller: String,
    /// Origin of the server as the browser sees it.
    pub(super) origin: Option<String>,
    pub(super) base: String,
    /// Sent separately, as raw bytes.
    #[serde(skip)]
    pub body: Vec<u8>,
}

fn owner() -> (PersonId, Role) {
    (PersonId::OWNER, Role::Owner)
}

impl ForwardedRequest {
    /// Returns true for a request that only reads.
    pub fn is_read(&self) -> bool {
        self.method == "GET"
    }
}

/// The response of another process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemoteResponse {
    status: u16,
    headers: Vec<(String, String)>,
    /// Sent separately, as raw bytes.
    #[serde(skip)]
    pub body: Vec<u8>,
}

/// Sends requests to the source of the cluster.
pub trait Upstream: Send + Sync + 'static {
    /// Sends a request and returns the response. After a successful write, waits for a limited time until the change has been replicated to
    /// this process.
    ///
    /// # Errors
    /// A sentence for the client if the source cannot be reached.
    fn send(
        &self,
        call: ForwardedRequest,
    ) -> Pin<Box<dyn Future<Output = UpstreamResult> + Send + '_>>;
}

/// A response, or an error sentence for the client.
pub type UpstreamResult = std::result::Result<RemoteResponse, String>;

/// Returns the headers with these names as pairs of name and value.
pub(super) fn select_headers(headers: &HeaderMap, names: &[HeaderName]) -> Vec<(String, String)> {
    let pairs = names.iter().filter_map(|name| {
        let value = headers.get(name)?.to_str().ok()?;
        Some((name.as_str().to_owned(), value.to_owned()))
    });
    pairs.collect()
}

/// Converts pairs of name and value to headers. Invalid pairs are ignored.
pub(super) fn to_header_map(pairs: &[(String, String)]) -> HeaderMap {
    let pairs = pairs.iter().filter_map(|(name, value)| {
        Some((
            HeaderName::try_from(name.as_str()).ok()?,
            HeaderValue::from_str(value).ok()?,
        ))
    });
    pairs.collect()
}

impl RemoteResponse {
    /// Creates a response with one sentence as its body.
    pub fn from_message(status: StatusCode, message: &str) -> Self {
        Self {
            status: status.as_u16(),
            headers: select_headers(
                reply::text(status, String::new()).headers(),
                &[CONTENT_TYPE, CACHE_CONTROL],
            ),
            body: format!("{message}\n").into_bytes(),
        }
    }

    /// Returns true for a 2xx status.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub(crate) async fn from_reply(reply: Reply) -> Self {
        let (head, body) = reply.into_parts();
        let body = match body.collect().await {
            Ok(body) => body.to_bytes().to_vec(),
            Err(_) => {
                return Self::from_message(StatusCode::BAD_GATEWAY, "The response was cut off.");
            }
        };
        Self {
            status: head.status.as_u16(),
            headers: select_headers(&head.headers, &RESPONSE_HEADERS),
            body,
        }
    }

    pub(crate) fn into_reply(self) -> Reply {
        let mut reply = Response::new(Body::from(Bytes::from(self.body)));
        *reply.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_GATEWAY);
        *reply.headers_mut() = to_header_map(&self.headers);
        reply
    }
}
