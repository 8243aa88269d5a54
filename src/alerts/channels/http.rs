//! One request, and what its answer means for a delivery.

use std::time::Duration;

use http_body_util::{BodyExt as _, Collected, Limited};
use hyper::{Request, Response, StatusCode, body::Incoming, header};

use crate::{
    alerts::delivery::DeliveryError,
    net::{self, Body, Pool},
};

/// Bytes of an answer that are read at most.
const MOST_READ: usize = 64 * 1024;
/// Letters of an answer that are repeated at most.
const MOST_TOLD: usize = 200;
/// What is sent with every request.
pub(super) const USER_AGENT: &str = concat!("Marketdeck/", env!("CARGO_PKG_VERSION"));

/// Why a receiver did not take a request.
pub(super) enum Refused {
    /// It answered with a status.
    Answered(StatusCode, DeliveryError),
    /// It gave no answer.
    NotReached(DeliveryError),
}

impl From<Refused> for DeliveryError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Answered(_, error) | Refused::NotReached(error) => error,
        }
    }
}

/// Sends a request. What the receiver answered when it took it, as in '200 OK'.
pub(super) async fn send(request: Request<Body>) -> Result<String, DeliveryError> {
    Ok(send_by(&net::shared().await.pool, request).await?)
}

/// Sends a request over connections of this pool.
pub(super) async fn send_by(pool: &Pool, request: Request<Body>) -> Result<String, Refused> {
    let response = pool.request(request).await.map_err(|error| {
        let why = format!("not reached: {}", net::cause(&error));
        Refused::NotReached(DeliveryError::Failed(why))
    })?;
    let status = response.status();
    if status.is_success() {
        return Ok(status.to_string());
    }
    let later = retry_after(&response);
    let said = said(response).await;
    let error = if said.is_empty() {
        format!("it answered {status}")
    } else {
        format!("it answered {status}: {said}")
    };
    let error = match later {
        Some(later) => DeliveryError::Later(error, later),
        None if is_permanent(status) => DeliveryError::Refused(error),
        None => DeliveryError::Failed(error),
    };
    Err(Refused::Answered(status, error))
}

/// Returns true for answers that the same request will get again. Refused credentials (401, 403) are none: an operator may set
/// them right within the day.
fn is_permanent(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::BAD_REQUEST
            | StatusCode::NOT_FOUND
            | StatusCode::METHOD_NOT_ALLOWED
            | StatusCode::GONE
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::URI_TOO_LONG
            | StatusCode::UNSUPPORTED_MEDIA_TYPE
            | StatusCode::UNPROCESSABLE_ENTITY
    )
}

fn retry_after(response: &Response<Incoming>) -> Option<Duration> {
    let is_busy = matches!(
        response.status(),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
    );
    let text = |name| response.headers().get(name)?.to_str().ok();
    net::retry_after(text(header::RETRY_AFTER)?, text(header::DATE)).filter(|_| is_busy)
}

/// The beginning of what an answer says, in one line.
async fn said(response: Response<Incoming>) -> String {
    let body = Limited::new(response.into_body(), MOST_READ)
        .collect()
        .await;
    let body = body.map(Collected::to_bytes).unwrap_or_default();
    let text = String::from_utf8_lossy(&body);
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(MOST_TOLD) {
        words.truncate(end);
        words.push('…');
    }
    words
}
