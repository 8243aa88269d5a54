//! What a handler gets to see of a request.

use bytes::Bytes;
use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::{HeaderMap, Method, Request, StatusCode, body::Incoming, header::CONTENT_TYPE};
use serde::de::DeserializeOwned;

use super::error::{ApiError, Result};
use crate::domain::ticker::TickerId;

/// A request, taken apart.
pub(crate) struct ApiRequest {
    pub(crate) method: Method,
    pub(crate) headers: HeaderMap,
    query: String,
    body: Bytes,
}

impl ApiRequest {
    /// Takes a request apart; the body is read only where one is expected.
    pub(crate) async fn read(request: Request<Incoming>, most: usize) -> Result<Self> {
        let (head, body) = request.into_parts();
        let body = if matches!(head.method, Method::GET | Method::HEAD | Method::DELETE) {
            Bytes::new()
        } else {
            Limited::new(body, most)
                .collect()
                .await
                .map_err(|error| too_large_or_broken(&*error, most))?
                .to_bytes()
        };
        let query = head.uri.query().unwrap_or_default().to_owned();
        Ok(Self {
            method: head.method,
            headers: head.headers,
            query,
            body,
        })
    }

    /// The first value of a query parameter, decoded.
    pub(crate) fn query(&self, name: &str) -> Option<String> {
        self.query.split('&').find_map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(key, true) == name).then(|| decode(value, true))
        })
    }

    /// The JSON body.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T> {
        let kind = self
            .headers
            .get(CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        if !kind.to_ascii_lowercase().starts_with("application/json") {
            return Err(ApiError::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "Send the body as JSON, with the content type application/json.",
            ));
        }
        serde_json::from_slice(&self.body).map_err(|error| {
            ApiError::bad_request(format!("The body was not understood: {error}."))
        })
    }
}

fn too_large_or_broken(error: &(dyn std::error::Error + 'static), most: usize) -> ApiError {
    if error.is::<LengthLimitError>() {
        ApiError::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!("A body may have at most {most} bytes."),
        )
    } else {
        ApiError::bad_request("The body could not be read.")
    }
}

/// A positive number out of a path.
pub(crate) fn number(text: &str, what: &str) -> Result<u32> {
    text.parse()
        .ok()
        .filter(|n| *n > 0)
        .ok_or_else(|| ApiError::bad_request(format!("'{text}' is no {what} number.")))
}

/// A ticker's number out of a path.
pub(crate) fn ticker_id(text: &str) -> Result<TickerId> {
    number(text, "ticker").map(TickerId)
}

/// Percent-decoding (RFC 3986, section 2.1); `+` is a space in a query. What is no escape stays.
pub(crate) fn decode(text: &str, plus: bool) -> String {
    let bytes = text.as_bytes();
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
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

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
