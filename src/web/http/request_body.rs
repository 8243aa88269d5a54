//! Request bodies: reading them within limits, and parsing them as JSON.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http_body_util::BodyExt as _;
use hyper::{
    HeaderMap, StatusCode,
    body::Incoming,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::error::{ApiError, Result};

/// A request body, and its permit from the limit on all request bodies.
#[derive(Default)]
pub(super) struct RequestBody {
    pub(super) bytes: Vec<u8>,
    permit: Option<OwnedSemaphorePermit>,
}

impl From<Vec<u8>> for RequestBody {
    /// A body that takes nothing from the limit on all request bodies.
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            permit: None,
        }
    }
}

impl RequestBody {
    /// Reads a body of at most `max_bytes` bytes. Received bytes count towards the limit on all bodies. Fails if nothing arrives for
    /// `stall_timeout`.
    pub(super) async fn read(
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
pub(super) fn check_body(headers: &HeaderMap, max_bytes: usize) -> Result<()> {
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
pub(super) async fn discard(mut body: Incoming) {
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

/// Parses a body as JSON.
pub(super) fn parse_body<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    serde_json::from_slice(body).or_else(|error| {
        parse_with_integers(body)
            .ok_or_else(|| ApiError::bad_request(format!("Invalid body: {error}.")))
    })
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
}
