//! Calls that are answered by another process: an edge passes on what writes, and what only the source knows.

use std::{future::Future, pin::Pin};

use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::{
    HeaderMap, Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, RETRY_AFTER},
};
use serde::{Deserialize, Serialize};

use super::http::{
    body::Body,
    reply::{self, Reply},
};

/// What headers of an answer concern the browser.
const ANSWERED: [HeaderName; 4] = [CONTENT_TYPE, CACHE_CONTROL, ETAG, RETRY_AFTER];

/// What a caller may do, as the process judged it that was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Rights {
    /// Nobody was asked for a password.
    Unasked,
    /// To read.
    Read,
    /// To change things.
    Write,
}

/// A call that another process answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// The same for each attempt of one call.
    pub key: String,
    pub(super) method: String,
    /// Between its slashes, decoded.
    pub(super) path: Vec<String>,
    pub(super) query: String,
    pub(super) headers: Vec<(String, String)>,
    pub(super) rights: Rights,
    /// Who called, as far as the process knows that was called: two callers must not share a key.
    #[serde(default)]
    pub(super) caller: String,
    /// Where the browser sees the server.
    pub(super) origin: Option<String>,
    pub(super) base: String,
    /// Not among the rest: it is sent as it is.
    #[serde(skip)]
    pub body: Vec<u8>,
}

impl Call {
    /// Returns true for a call that changes nothing.
    pub fn is_read(&self) -> bool {
        self.method == "GET"
    }
}

/// What another process answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    status: u16,
    headers: Vec<(String, String)>,
    /// Not among the rest: it is sent as it is.
    #[serde(skip)]
    pub body: Vec<u8>,
}

/// The way to the process that answers what this one cannot.
pub trait Upstream: Send + Sync + 'static {
    /// Has a call answered; a sentence where nobody could be asked. What a successful answer says is known here too
    /// by then, unless that takes long.
    fn ask(&self, call: Call) -> Pin<Box<dyn Future<Output = Asked> + Send + '_>>;
}

/// An answer, or why there is none: one sentence.
pub type Asked = std::result::Result<Answered, String>;

/// The headers of these names, as text.
pub(super) fn picked(headers: &HeaderMap, names: &[HeaderName]) -> Vec<(String, String)> {
    let picked = names.iter().filter_map(|name| {
        let value = headers.get(name)?.to_str().ok()?;
        Some((name.as_str().to_owned(), value.to_owned()))
    });
    picked.collect()
}

/// Headers of text.
pub(super) fn header_map(pairs: &[(String, String)]) -> HeaderMap {
    let pairs = pairs.iter().filter_map(|(name, value)| {
        Some((
            HeaderName::try_from(name.as_str()).ok()?,
            HeaderValue::from_str(value).ok()?,
        ))
    });
    pairs.collect()
}

impl Answered {
    /// An answer of one sentence.
    pub fn sentence(status: StatusCode, sentence: &str) -> Self {
        Self {
            status: status.as_u16(),
            headers: picked(
                reply::text(status, String::new()).headers(),
                &[CONTENT_TYPE, CACHE_CONTROL],
            ),
            body: format!("{sentence}\n").into_bytes(),
        }
    }

    /// Whether the call was done.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    pub(super) async fn of(reply: Reply) -> Self {
        let (head, body) = reply.into_parts();
        let body = match body.collect().await {
            Ok(body) => body.to_bytes().to_vec(),
            Err(_) => return Self::sentence(StatusCode::BAD_GATEWAY, "The answer broke off."),
        };
        Self {
            status: head.status.as_u16(),
            headers: picked(&head.headers, &ANSWERED),
            body,
        }
    }

    pub(super) fn into_reply(self) -> Reply {
        let mut reply = Response::new(Body::from(Bytes::from(self.body)));
        *reply.status_mut() = StatusCode::from_u16(self.status).unwrap_or(StatusCode::BAD_GATEWAY);
        *reply.headers_mut() = header_map(&self.headers);
        reply
    }
}
