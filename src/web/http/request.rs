//! What a handler gets to see of a request.

use std::{borrow::Cow, sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::{
    HeaderMap, StatusCode,
    body::Incoming,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
    http::request::Parts,
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::{
    access::caller::Caller,
    error::{ApiError, Result},
};
use crate::{
    domain::ticker::TickerId,
    web::{AppState, settings::Seen},
};

/// By which a program that repeats a request says that it is the same one
/// (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/>).
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// The longest of these keys.
const MAX_KEY: usize = 100;

/// A request, taken apart.
pub(crate) struct ApiRequest {
    pub(crate) headers: HeaderMap,
    /// Who sent it.
    pub(crate) caller: Caller,
    /// Where they see this server.
    pub(crate) seen: Seen,
    query: String,
    body: Body,
    key: Option<String>,
    /// Who sent it, as the process says to which it came; `None` where that is this one.
    sender: Option<String>,
}

/// A body, and its share of what all bodies together may take.
#[derive(Default)]
struct Body {
    bytes: Vec<u8>,
    share: Option<OwnedSemaphorePermit>,
}

impl ApiRequest {
    /// Takes a request apart that `caller` sent, who sees this server as `seen`. Its body is not read yet.
    pub(crate) fn new(head: Parts, caller: Caller, seen: Seen) -> Self {
        Self {
            query: head.uri.query().unwrap_or_default().to_owned(),
            seen,
            headers: head.headers,
            caller,
            body: Body::default(),
            key: None,
            sender: None,
        }
    }

    /// With its body, which may have `most` bytes and must come in time.
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
                "The request took too long to arrive.",
            )
        })??;
        Ok(self)
    }

    /// A request that the server puts to itself, for who asked for a page.
    pub(crate) fn within(query: &str, caller: Caller, seen: Seen) -> Self {
        Self {
            query: query.to_owned(),
            seen,
            headers: HeaderMap::new(),
            caller,
            body: Body::default(),
            key: None,
            sender: None,
        }
    }

    /// A request that came to another process, under the key that all its attempts have.
    pub(crate) fn elsewhere(
        headers: HeaderMap,
        caller: Caller,
        seen: Seen,
        query: String,
        bytes: Vec<u8>,
        (key, sender): (String, String),
    ) -> Self {
        Self {
            headers,
            caller,
            seen,
            query,
            body: Body { bytes, share: None },
            key: Some(key),
            sender: Some(sender),
        }
    }

    /// The same request under the key of its `Idempotency-Key` header, where it has one.
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

    /// What tells that it is repeated: the same for all attempts of one change.
    pub(crate) fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Who sent it, for telling callers apart.
    pub(crate) fn sender(&self) -> String {
        self.sender
            .clone()
            .unwrap_or_else(|| format!("{:?}", self.caller))
    }

    /// What stands behind the question mark, as it is.
    pub(crate) fn raw_query(&self) -> &str {
        &self.query
    }

    /// The body, as it is.
    pub(crate) fn body(&self) -> &[u8] {
        &self.body.bytes
    }

    /// The first value of a query parameter, decoded.
    pub(crate) fn query(&self, name: &str) -> Option<String> {
        value(&self.query, name)
    }

    /// The first value of a field of the form in the body, decoded.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        value(&String::from_utf8_lossy(&self.body.bytes), name)
    }

    /// The JSON body.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T> {
        // Otherwise the values of a list would count as the fields of an object, in their order.
        if self.body.bytes.trim_ascii_start().starts_with(b"[") {
            let text = "The body was not understood: it is a list, and an object is expected.";
            return Err(ApiError::bad_request(text));
        }
        self.parsed()
    }

    /// The body, as a list in JSON.
    pub(crate) fn items<T: DeserializeOwned>(&self) -> Result<Vec<T>> {
        self.parsed()
    }

    fn parsed<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.body.bytes).or_else(|error| {
            with_integers(&self.body.bytes).ok_or_else(|| {
                ApiError::bad_request(format!("The body was not understood: {error}."))
            })
        })
    }
}

/// A body whose integers are written as others write them, too: `230.0` and `2.3e2` are integers in JSON Schema, and to programs
/// that know one kind of number alone.
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

/// The first value of `name` in `a=1&b=2`, decoded.
fn value(pairs: &str, name: &str) -> Option<String> {
    pairs.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(key, true) == name).then(|| decode(value, true).into_owned())
    })
}

impl Body {
    /// Reads a body of `most` bytes at most. What has arrived of it counts towards what all bodies may
    /// take together, and some of it must arrive every `stalled_after`.
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
                    "The rest of the body did not arrive.",
                )
            })?;
            let Some(frame) = frame else {
                return Ok(read);
            };
            let frame = frame.map_err(|_| ApiError::bad_request("The body could not be read."))?;
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
            ApiError::too_busy("Too much is being sent at once; try again in a moment.")
        })?;
        match &mut self.share {
            Some(share) => share.merge(more),
            None => self.share = Some(more),
        }
        Ok(())
    }
}

/// Refuses what is no JSON or too large by its own words, before anything of it is read.
pub(crate) fn check_body(headers: &HeaderMap, most: usize) -> Result<()> {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Send the body as JSON, with the content type application/json.",
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

/// Reads what is left of a body that nobody wants, for a moment: a client that still sends when its
/// connection is closed would not see the answer.
pub(crate) async fn discard(mut body: Incoming) {
    const MOST: usize = 1 << 20;
    const PATIENCE: Duration = Duration::from_secs(1);
    let read = async {
        let mut seen = 0;
        while let Some(Ok(frame)) = body.frame().await {
            seen += frame.data_ref().map_or(0, Bytes::len);
            if seen > MOST {
                break;
            }
        }
    };
    let _ = timeout(PATIENCE, read).await;
}

fn too_large(most: usize) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("A body may have at most {most} bytes."),
    )
}

/// A number without the point that a whole one may have, as in `230.0`.
pub(crate) fn whole(text: &str) -> &str {
    text.strip_suffix(".0").unwrap_or(text)
}

/// A positive number out of a path or a query.
pub(crate) fn number(text: &str, what: &str) -> Result<u32> {
    whole(text)
        .parse()
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| ApiError::bad_request(format!("'{text}' is no {what} number.")))
}

/// Whether a query parameter is true; false where it is missing.
pub(crate) fn flag(request: &ApiRequest, name: &str) -> Result<bool> {
    match request.query(name).as_deref() {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(word) => Err(ApiError::bad_request(format!(
            "Invalid {name} '{word}'; expected true or false."
        ))),
    }
}

/// A ticker's number out of a path.
pub(crate) fn ticker_id(text: &str) -> Result<TickerId> {
    number(text, "ticker").map(TickerId)
}

/// Percent-decoding (RFC 3986, section 2.1); `+` is a space in a query. What is no escape stays.
pub(crate) fn decode(text: &str, plus: bool) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    // Most have no escapes.
    let has_escapes = bytes.contains(&b'%') || plus && bytes.contains(&b'+');
    if !has_escapes {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = |i: usize| bytes.get(i).and_then(|b| char::from(*b).to_digit(16));
        match (bytes[at], hex(at + 1), hex(at + 2)) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 2;
            }
            (b'+', ..) if plus => out.push(b' '),
            (byte, ..) => out.push(byte),
        }
        at += 1;
    }
    Cow::Owned(String::from_utf8_lossy(&out).into_owned())
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    #[test]
    fn only_json_itself_is_json() {
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
    fn escapes_are_decoded_and_broken_ones_stay() {
        assert_eq!(decode("%5EGSPC", false), "^GSPC");
        assert_eq!(decode("GC=F", false), "GC=F");
        assert_eq!(decode("a+b%20c", true), "a b c");
        assert_eq!(decode("a+b", false), "a+b");
        assert_eq!(decode("100%", false), "100%");
        assert_eq!(decode("%zz%4", false), "%zz%4");
    }

    #[test]
    fn numbers_start_with_one() {
        assert!(number("1", "ticker").is_ok());
        for bad in ["0", "-1", "x", "", "1.5", "99999999999"] {
            assert!(number(bad, "ticker").is_err(), "{bad}");
        }
    }
}
