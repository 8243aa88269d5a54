//! API requests: query, body and caller, and the parsing of parameters and JSON bodies.

use std::{
    borrow::Cow,
    net::{IpAddr, Ipv4Addr},
};

use hyper::{HeaderMap, StatusCode, body::Incoming, http::request::Parts};
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tokio::time::timeout;

use super::{
    access::Caller,
    error::{ApiError, Result},
    request_body::{RequestBody, parse_body},
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

/// The address of a client that is not known.
const UNSPECIFIED: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// A parsed request.
pub(crate) struct ApiRequest {
    pub(crate) headers: HeaderMap,
    /// The authenticated caller.
    pub(crate) caller: Caller,
    /// URL of this server as the client sees it.
    pub(crate) server_url: ServerUrl,
    /// Address of the client; unspecified if this server made the request itself or another process forwarded it.
    pub(crate) address: IpAddr,
    /// Whether the client connects to a trusted proxy over TLS.
    pub(crate) is_secure: bool,
    query: String,
    body: RequestBody,
    idempotency_key: Option<String>,
    /// Id of the caller at the process that forwarded the request; `None` if the request was not forwarded.
    caller_id: Option<String>,
}

impl ApiRequest {
    /// Creates a request from its head. The body is not read yet.
    pub(crate) fn new(head: Parts, caller: Caller, server_url: ServerUrl) -> Self {
        Self {
            query: head.uri.query().unwrap_or_default().to_owned(),
            server_url,
            headers: head.headers,
            caller,
            address: UNSPECIFIED,
            is_secure: false,
            body: RequestBody::default(),
            idempotency_key: None,
            caller_id: None,
        }
    }

    /// Sets the address of the client, and whether it connects to a trusted proxy over TLS.
    pub(crate) fn with_client(self, address: IpAddr, is_secure: bool) -> Self {
        Self {
            address,
            is_secure,
            ..self
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
            address: UNSPECIFIED,
            is_secure: false,
            body: RequestBody::default(),
            idempotency_key: None,
            caller_id: None,
        }
    }

    /// Creates a request of the owner with a body that the server makes itself.
    pub(crate) fn internal_with_body(bytes: Vec<u8>) -> Self {
        Self {
            body: bytes.into(),
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
            address: UNSPECIFIED,
            is_secure: false,
            query,
            body: bytes.into(),
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
        parse_body(&self.body.bytes)
    }

    /// Parses the body as a JSON object after removing some of its fields.
    pub(crate) fn json_without<T: DeserializeOwned>(&self, removed: &[&str]) -> Result<T> {
        let mut fields: Map<String, Value> = self.json()?;
        fields.retain(|name, _| !removed.contains(&name.as_str()));
        let text = Value::from(fields).to_string();
        parse_body(text.as_bytes())
    }

    /// Parses the body as a JSON array.
    pub(crate) fn items<T: DeserializeOwned>(&self) -> Result<Vec<T>> {
        parse_body(&self.body.bytes)
    }
}

/// Returns the first value of `name` in `a=1&b=2`, decoded.
fn value(pairs: &str, name: &str) -> Option<String> {
    pairs.split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(key, true) == name).then(|| decode(value, true).into_owned())
    })
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
    use super::*;

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
