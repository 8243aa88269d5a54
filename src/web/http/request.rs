//! API requests: query, body and caller, and the parsing of parameters and JSON bodies.

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
    domain::{currency::Currency, person::PersonId, ticker::TickerId},
    store::{self, PersonStore},
    web::{AppState, settings::ServerUrl},
};

/// The header by which the server recognizes a repeated request
/// (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/>).
const IDEMPOTENCY_KEY: &str = "idempotency-key";
/// Maximum length of an idempotency key.
const MAX_KEY_LENGTH: usize = 100;

/// A parsed request.
pub(crate) struct ApiRequest {
    pub(crate) headers: HeaderMap,
    /// The authenticated caller.
    pub(crate) caller: Caller,
    /// URL of this server as the client sees it.
    pub(crate) server_url: ServerUrl,
    query: String,
    body: RequestBody,
    idempotency_key: Option<String>,
    /// Id of the caller at the process that forwarded the request; `None` if the request was not forwarded.
    caller_id: Option<String>,
}

/// A request body, and its permit from the limit on all request bodies.
#[derive(Default)]
struct RequestBody {
    bytes: Vec<u8>,
    permit: Option<OwnedSemaphorePermit>,
}

impl ApiRequest {
    /// Creates a request from its head. The body is not read yet.
    pub(crate) fn new(head: Parts, caller: Caller, server_url: ServerUrl) -> Self {
        Self {
            query: head.uri.query().unwrap_or_default().to_owned(),
            server_url,
            headers: head.headers,
            caller,
            body: RequestBody::default(),
            idempotency_key: None,
            caller_id: None,
        }
    }

    /// Reads the body, with a maximum size and a timeout.
    pub(crate) async fn with_body(
        mut self,
        body: Incoming,
        max_bytes: usize,
        state: &AppState,
    ) -> Result<Self> {
        let limits = &state.settings.limits;
        let reading = RequestBody::read(body, max_bytes, &state.body_bytes, limits.stall_timeout);
        let read = timeout(limits.request_timeout, reading).await;
        self.body = read.map_err(|_| {
            ApiError::new(
                StatusCode::REQUEST_TIMEOUT,
                "Timed out while reading the request body.",
            )
        })??;
        Ok(self)
    }

    /// Creates a request that the server makes itself, for a response that it embeds into a page.
    pub(crate) fn internal(query: &str, caller: Caller, server_url: ServerUrl) -> Self {
        Self {
            query: query.to_owned(),
            server_url,
            headers: HeaderMap::new(),
            caller,
            body: RequestBody::default(),
            idempotency_key: None,
            caller_id: None,
        }
    }

    /// Creates a request of the owner with a body that the server makes itself.
    pub(crate) fn internal_with_body(bytes: Vec<u8>) -> Self {
        Self {
            body: RequestBody {
                bytes,
                permit: None,
            },
            ..Self::internal("", Caller::AuthDisabled, ServerUrl::default())
        }
    }

    /// Creates a request that another process forwarded, with its idempotency key and the caller's id.
    pub(crate) fn forwarded(
        headers: HeaderMap,
        caller: Caller,
        server_url: ServerUrl,
        query: String,
        bytes: Vec<u8>,
        (idempotency_key, caller_id): (String, String),
    ) -> Self {
        Self {
            headers,
            caller,
            server_url,
            query,
            body: RequestBody {
                bytes,
                permit: None,
            },
            idempotency_key: Some(idempotency_key),
            caller_id: Some(caller_id),
        }
    }

    /// Reads the `Idempotency-Key` header, if present.
    pub(crate) fn with_idempotency_key(mut self) -> Result<Self> {
        let Some(key) = self.headers.get(IDEMPOTENCY_KEY) else {
            return Ok(self);
        };
        let key = key
            .to_str()
            .ok()
            .filter(|key| (1..=MAX_KEY_LENGTH).contains(&key.len()))
            .filter(|key| key.bytes().all(|byte| byte.is_ascii_graphic()));
        let key = key.ok_or_else(|| {
            ApiError::bad_request(format!(
                "Invalid Idempotency-Key; expected 1 to {MAX_KEY_LENGTH} visible ASCII characters."
            ))
        })?;
        // Two people may use the same key.
        self.idempotency_key = Some(match self.person() {
            PersonId::OWNER => key.to_owned(),
            person => format!("{person}:{key}"),
        });
        Ok(self)
    }

    /// Returns the idempotency key, which is the same for all attempts of one write.
    pub(crate) fn idempotency_key(&self) -> Option<&str> {
        self.idempotency_key.as_deref()
    }

    /// Returns the person who sent the request.
    pub(crate) fn person(&self) -> PersonId {
        let identity = self.caller.identity();
        identity.map_or(PersonId::NOBODY, |identity| identity.person)
    }

    /// Runs `work`, which may block, with the data of the person who sent the request.
    pub(crate) async fn store<T: Send + 'static>(
        &self,
        state: &AppState,
        work: impl FnOnce(PersonStore<'_>) -> store::Result<T> + Send + 'static,
    ) -> store::Result<T> {
        let person = self.person();
        state.store.run(move |store| work(store.of(person))).await
    }

    /// Returns an id of the caller. Different callers may use the same idempotency key.
    pub(crate) fn caller_id(&self) -> String {
        self.caller_id
            .clone()
            .unwrap_or_else(|| format!("{:?}", self.caller))
    }

    /// Returns the query string, not decoded.
    pub(crate) fn raw_query(&self) -> &str {
        &self.query
    }

    /// Returns the body's bytes.
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
        // Refused here, as serde reads an array as the fields of a struct in order.
        if self.body.bytes.trim_ascii_start().starts_with(b"[") {
            let text = "Invalid body: expected an object, found a list.";
            return Err(ApiError::bad_request(text));
        }
        self.parse_body()
    }

    /// Parses the body as a JSON array.
    pub(crate) fn items<T: DeserializeOwned>(&self) -> Result<Vec<T>> {
        self.parse_body()
    }

    fn parse_body<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_slice(&self.body.bytes).or_else(|error| {
            parse_with_integers(&self.body.bytes)
                .ok_or_else(|| ApiError::bad_request(format!("Invalid body: {error}.")))
        })
    }
}

/// Parses a body after converting floats with integral values to integers: in JSON Schema, and for clients with only one number type,
/// `230.0` and `2.3e2` are integers.
fn parse_with_integers<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    let mut value = serde_json::from_slice(body).ok()?;
    convert_integral_floats(&mut value);
    serde_json::from_value(value).ok()
}

/// Converts floats with integral values to integers; see [`parse_with_integers`].
pub(crate) fn convert_integral_floats(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let float = number.as_f64().filter(|_| number.is_f64());
            match float.filter(|float| float.fract() == 0.0) {
                Some(float) if (0.0..u64::MAX as f64).contains(&float) => {
                    *value = (float as u64).into();
                }
                Some(float) if (i64::MIN as f64..0.0).contains(&float) => {
                    *value = (float as i64).into();
                }
                _ => {}
            }
        }
        Value::Array(values) => values.iter_mut().for_each(convert_integral_floats),
        Value::Object(values) => values.values_mut().for_each(convert_integral_floats),
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

impl RequestBody {
    /// Reads a body of at most `max_bytes` bytes. Received bytes count towards the limit on all bodies. Fails if nothing arrives for
    /// `stall_timeout`.
    async fn read(
        mut body: Incoming,
        max_bytes: usize,
        budget: &Arc<Semaphore>,
        stall_timeout: Duration,
    ) -> Result<Self> {
        let mut read = Self::default();
        loop {
            let frame = timeout(stall_timeout, body.frame()).await.map_err(|_| {
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
            if read.bytes.len() + data.len() > max_bytes {
                return Err(too_large(max_bytes));
            }
            read.reserve(budget, data.len())?;
            read.bytes.extend_from_slice(data);
        }
    }

    fn reserve(&mut self, budget: &Arc<Semaphore>, bytes: usize) -> Result<()> {
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        let reservation = Arc::clone(budget).try_acquire_many_owned(bytes);
        let reservation = reservation.map_err(|_| {
            ApiError::too_busy("Too many request bodies at the moment; try again shortly.")
        })?;
        match &mut self.permit {
            Some(permit) => permit.merge(reservation),
            None => self.permit = Some(reservation),
        }
        Ok(())
    }
}

/// Checks `Content-Type` and `Content-Length` before the body is read.
pub(crate) fn check_body(headers: &HeaderMap, max_bytes: usize) -> Result<()> {
    let content_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    if !content_type.trim().eq_ignore_ascii_case("application/json") {
        return Err(ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "Invalid content type; expected application/json.",
        ));
    }
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.parse::<u64>().ok());
    if length.is_some_and(|length| length > max_bytes as u64) {
        return Err(too_large(max_bytes));
    }
    Ok(())
}

/// Reads and discards a body, up to a maximum size and for a limited time. A client that is still sending when the connection is closed
/// would not see the response.
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

fn too_large(max_bytes: usize) -> ApiError {
    ApiError::new(
        StatusCode::PAYLOAD_TOO_LARGE,
        format!("The body is too large; the maximum is {max_bytes} bytes."),
    )
}

/// Strips the fraction `.0` of an integral number such as `230.0`.
pub(crate) fn strip_zero_fraction(text: &str) -> &str {
    text.strip_suffix(".0").unwrap_or(text)
}

/// Parses a positive integer from a path or query; `what` is its noun in the error.
pub(crate) fn positive_number(text: &str, what: &str) -> Result<u32> {
    strip_zero_fraction(text)
        .parse()
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| ApiError::bad_request(format!("Invalid {what} number '{text}'.")))
}

/// Parses a boolean query parameter; a missing one is false.
pub(crate) fn bool_param(request: &ApiRequest, name: &str) -> Result<bool> {
    match request.query(name).as_deref() {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(word) => Err(ApiError::bad_request(format!(
            "Invalid {name} '{word}'; expected true or false."
        ))),
    }
}

/// Parses a currency code in a query, such as `EUR`; `None` if the query has none.
pub(crate) fn currency_param(request: &ApiRequest, name: &str) -> Result<Option<Currency>> {
    let Some(code) = request.query(name) else {
        return Ok(None);
    };
    let currency = Currency::in_use(&code);
    currency.map(Some).ok_or_else(|| {
        ApiError::bad_request(format!(
            "Invalid {name} '{code}'; expected a currency code such as EUR."
        ))
    })
}

/// Parses a count in a query; `None` if the query has none.
pub(crate) fn count_param(
    request: &ApiRequest,
    name: &str,
    min: usize,
    max: usize,
) -> Result<Option<usize>> {
    let Some(word) = request.query(name) else {
        return Ok(None);
    };
    let count = strip_zero_fraction(&word).parse().ok();
    match count.filter(|count| (min..=max).contains(count)) {
        Some(count) => Ok(Some(count)),
        None => Err(ApiError::bad_request(format!(
            "Invalid {name} '{word}'; expected {min} to {max}."
        ))),
    }
}

/// Parses a ticker's id from a path.
pub(crate) fn ticker_id(text: &str) -> Result<TickerId> {
    positive_number(text, "ticker").map(TickerId)
}

/// Percent-decodes (RFC 3986, section 2.1); with `plus_is_space`, as in a query, `+` is a space. Invalid escapes stay unchanged.
pub(crate) fn decode(text: &str, plus_is_space: bool) -> Cow<'_, str> {
    if plus_is_space && text.contains('+') {
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
    fn only_application_json_is_accepted() {
        let check = |content_type| {
            let headers =
                HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static(content_type))]);
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
    fn escapes_are_decoded_and_invalid_escapes_are_unchanged() {
        assert_eq!(decode("%5EGSPC", false), "^GSPC");
        assert_eq!(decode("GC=F", false), "GC=F");
        assert_eq!(decode("a+b%20c", true), "a b c");
        assert_eq!(decode("a+b", false), "a+b");
        assert_eq!(decode("100%", false), "100%");
        assert_eq!(decode("%zz%4", false), "%zz%4");
    }

    #[test]
    fn zero_and_negative_numbers_are_invalid() {
        assert!(positive_number("1", "ticker").is_ok());
        for bad in ["0", "-1", "x", "", "1.5", "99999999999"] {
            assert!(positive_number(bad, "ticker").is_err(), "{bad}");
        }
    }
}
