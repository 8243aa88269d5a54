//! Requests as handlers see them.

use std::{borrow::Cow, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::{
    HeaderMap, StatusCode,
    body::Incoming,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
    http::request::Parts,
};
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::{
    access::Caller,
    error::{ApiError, Result},
};
use crate::{
    domain::ticker::TickerId,
    web::{AppState, settings::ServerUrl},
};

/// The header with which clients mark repeated requests as the same
/// (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/>).
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// Maximum length of such a key.
const MAX_KEY: usize = 100;

/// A parsed request.
pub(crate) struct ApiRequest {
    pub(crate) headers: HeaderMap,
    /// The authenticated caller.
    pub(crate) caller: Caller,
    /// The URL under which the client sees this server.
    pub(crate) server_url: ServerUrl,
    query: String,
    body: Body,
    key: Option<String>,
    /// The caller as identified by the process that forwarded the request; `None` if it was not forwarded.
    sender: Option<String>,
}

/// A body, and its share of the limit on all bodies.
#[derive(Default)]
struct Body {
    bytes: Vec<u8>,
    share: Option<OwnedSemaphorePermit>,
}

impl ApiRequest {
    /// Creates a request from its head. The body is not read yet.
    pub(crate) fn new(head: Parts, caller: Caller, server_url: ServerUrl) -> Self {
        Self {
            query: head.uri.query().unwrap_or_default().to_owned(),
            server_url,
            headers: head.headers,
            caller,
            body: Body::default(),
            key: None,
            sender: None,
        }
    }

    /// Reads the body, with a maximum size and a timeout.
    pub(crate) async fn with_body(
        mut self,
        body: Incoming,
        most: usize,
        state: &AppState,
    ) -> Result<Self> {
        let limits = &state.settings.limits;
        let reading = Body::read(body, most, &state.body_bytes, limits.stalled_after);
        let read = timeout(limits.request_time, reading).await;
        self.body = read.map_err(|_| {
            ApiError::new(
                StatusCode::REQUEST_TIMEOUT,
                "Timed out while reading the request body.",
            )
        })??;
        Ok(self)
    }

    /// Creates a request by the server itself on behalf of a page's client.
    pub(crate) fn internal(query: &str, caller: Caller, server_url: ServerUrl) -> Self {
        Self {
            query: query.to_owned(),
            server_url,
            headers: HeaderMap::new(),
            caller,
            body: Body::default(),
            key: None,
            sender: None,
        }
    }

    /// Creates a request that was forwarded by another process, with its key.
    pub(crate) fn forwarded(
        headers: HeaderMap,
        caller: Caller,
        server_url: ServerUrl,
        query: String,
        bytes: Vec<u8>,
        (key, sender): (String, String),
    ) -> Self {
        Self {
            headers,
            caller,
            server_url,
            query,
            body: Body { bytes, share: None },
            key: Some(key),
            sender: Some(sender),
        }
    }

    /// Reads the `Idempotency-Key` header, if present.
    pub(crate) fn with_key(mut self) -> Result<Self> {
        let Some(key) = self.headers.get(IDEMPOTENCY_KEY) else {
            return Ok(self);
        };
        let key = key
            .to_str()
            .ok()
            .filter(|key| (1..=MAX_KEY).contains(&key.len()))
            .filter(|key| key.bytes().all(|byte| byte.is_ascii_graphic()));
        let key = key.ok_or_else(|| {
            ApiError::bad_request(format!(
                "Invalid Idempotency-Key; expected 1 to {MAX_KEY} visible ASCII characters."
            ))
        })?;
        self.key = Some(key.to_owned());
        Ok(self)
    }

    /// The idempotency key, the same for all attempts of one change.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Identifies the caller, to tell the keys of different callers apart.
    pub(crate) fn sender(&self) -> String {
        self.sender
            .clone()
            .unwrap_or_else(|| format!("{:?}", self.caller))
    }

    /// The query string, not decoded.
    pub(crate) fn raw_query(&self) -> &str {
        &self.query
    }

    /// The raw body.
    pub(crate) fn body(&self) -> &[u8] {
        &self.body.bytes
    }

    /// Returns the first value of a query parameter, decoded.
    pub(crate) fn query(&self, name: &str) -> Option<String> {
        value(&self.query, name)
    }

    /// Returns the first value of a form field in the body, decoded.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        value(&String::from_utf8_lossy(&self.body.bytes), name)
    }

    /// Parses the body as a JSON object.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T> {
        // serde would accept an array as the fields of a struct in order.
        if self.body.bytes.trim_ascii_start().starts_with(b"[") {
            let text = "Invalid body: expected an object, found a list.";
            return Err(ApiError::bad_request(text));
        }
        self.parsed()
    }

    /// Parses the body as a JSON array.
    pub(crate) fn items<T: DeserializeOwned>(&self) -> Result<Vec<T>> {
        self.parsed()
    }

    fn parsed<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.body.bytes).or_else(|error| {
            with_integers(&self.body.bytes)
                .ok_or_else(|| ApiError::bad_request(format!("Invalid body: {error}.")))
        })
    }
}

/// Parses a body after converting floats with integral values to integers: `230.0` and `2.3e2` are integers in JSON Schema, and for
/// clients with only one number type.
fn with_integers<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    let mut value = serde_json::from_slice(body).ok()?;
    make_integers(&mut value);
    serde_json::from_value(value).ok()
}

fn make_integers(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let whole = number.as_f64().filter(|_| number.is_f64());
            match whole.filter(|whole| whole.fract() == 0.0) {
                Some(whole) if (0.0..u64::MAX as f64).contains(&whole) => {
                    *value = (whole as u64).into();
                }
                Some(whole) if (i64::MIN as f64..0.0).contains(&whole) => {
                    *value = (whole as i64).into();
                }
                _ => {}
            }
        }
        Value::Array(values) => values.iter_mut().for_each(make_integers),
        Value::Object(values) => values.values_mut().for_each(make_integers),
        _ => {}
    }
}

/// Returns the first value of `name` in `a=1&b=2`, decoded.
fn value(pairs: &str, name: &str) -> Option<String> {
    pairs.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(key, true) == name).then(|| decode(value, true).into_owned())
    })
}

impl Body {
    /// Reads a body of at most `most` bytes. Received bytes count towards the limit on all bodies, and some must arrive every
    /// `stalled_after`.
    async fn read(
        mut body: Incoming,
        most: usize,
        room: &Arc<Semaphore>,
        stalled_after: Duration,
    ) -> Result<Self> {
        let mut read = Self::default();
        loop {
            let frame = timeout(stalled_after, body.frame()).await.map_err(|_| {
                ApiError::new(
                    StatusCode::REQUEST_TIMEOUT,
                    "Timed out while reading the request body.",
                )
            })?;
            let Some(frame) = frame else {
                return Ok(read);
            };
            let frame =
                frame.map_err(|_| ApiError::bad_request("Couldn't read the request body."))?;
            let Some(data) = frame.data_ref() else {
                continue;
            };
            if read.bytes.len() + data.len() > most {
                return Err(too_large(most));
            }
            read.take_share(room, data.len())?;
            read.bytes.extend_from_slice(data);
        }
    }

    fn take_share(&mut self, room: &Arc<Semaphore>, bytes: usize) -> Result<()> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let more = Arc::clone(room).try_acquire_many_owned(bytes);
        let more = more.map_err(|_| {
            ApiError::too_busy("Too many request bodies at the moment; try again shortly.")
        })?;
        match &mut self.share {
            Some(share) => share.merge(more),
            None => self.share = Some(more),
        }
        Ok(())
    }
}

/// Checks content type and declared length before the body is read.
pub(crate) fn check_body(headers: &HeaderMap, most: usize) -> Result<()> {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Invalid content type; expected application/json.",
        ));
    }
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<u64>().ok());
    if length.is_some_and(|length| length > most as u64) {
        return Err(too_large(most));
    }
    Ok(())
}

/// Reads the rest of an unwanted body for a moment, as a client that is still sending when the connection is closed would not see
/// the response.
pub(crate) async fn discard(mut body: Incoming) {
    const MAX_BYTES: usize = 1 << 20;
    const TIMEOUT: Duration = Duration::from_secs(1);
    let read = async {
        let mut seen = 0;
        while let Some(Ok(frame)) = body.frame().await {
            seen += frame.data_ref().map_or(0, Bytes::len);
            if seen > MAX_BYTES {
                break;
            }
        }
    };
    let _ = timeout(TIMEOUT, read).await;
}

fn too_large(most: usize) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("The body is too large; the maximum is {most} bytes."),
    )
}

/// Strips the fraction of an integral number, as in `230.0`.
pub(crate) fn whole(text: &str) -> &str {
    text.strip_suffix(".0").unwrap_or(text)
}

/// Parses a positive number from a path or query.
pub(crate) fn number(text: &str, what: &str) -> Result<u32> {
    whole(text)
        .parse()
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| ApiError::bad_request(format!("Invalid {what} number '{text}'.")))
}

/// Parses a boolean query parameter; false if missing.
pub(crate) fn flag(request: &ApiRequest, name: &str) -> Result<bool> {
    match request.query(name).as_deref() {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(word) => Err(ApiError::bad_request(format!(
            "Invalid {name} '{word}'; expected true or false."
        ))),
    }
}

/// Parses a ticker's number from a path.
pub(crate) fn ticker_id(text: &str) -> Result<TickerId> {
    number(text, "ticker").map(TickerId)
}

/// Percent-decodes (RFC 3986, section 2.1); `+` is a space in a query. Invalid escapes stay unchanged.
pub(crate) fn decode(text: &str, plus: bool) -> Cow<'_, str> {
    if plus && text.contains('+') {
        let text = text.replace('+', " ");
        let decoded = percent_decode_str(&text).decode_utf8_lossy();
        return Cow::Owned(decoded.into_owned());
    }
    percent_decode_str(text).decode_utf8_lossy()
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn only_application_json_is_accepted_as_json() {
        let check = |kind| {
            let headers = HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(kind))]);
            check_body(&headers, 10).is_ok()
        };
        assert!(check("application/json"));
        assert!(check("Application/JSON; charset=utf-8"));
        for other in [
            "application/jsonp",
            "application/json-patch+json",
            "text/plain",
            "",
        ] {
            assert!(!check(other), "{other}");
        }
    }

    #[test]
    fn escapes_are_decoded_and_invalid_ones_stay() {
        assert_eq!(decode("%5EGSPC", false), "^GSPC");
        assert_eq!(decode("GC=F", false), "GC=F");
        assert_eq!(decode("a+b%20c", true), "a b c");
        assert_eq!(decode("a+b", false), "a+b");
        assert_eq!(decode("100%", false), "100%");
        assert_eq!(decode("%zz%4", false), "%zz%4");
    }

    #[test]
    fn numbers_start_with_1() {
        assert!(number("1", "ticker").is_ok());
        for bad in ["0", "-1", "x", "", "1.5", "99999999999"] {
            assert!(number(bad, "ticker").is_err(), "{bad}");
        }
    }
}
