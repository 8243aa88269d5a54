//! Embeds the API responses that a page requests first into the page, which saves a round trip.

use std::{fmt::Write as _, time::Duration};

use http_body_util::BodyExt as _;
use hyper::{Method, StatusCode, body::Body as _};
use tokio::time::timeout;

use super::{access::Caller, request::ApiRequest};
use crate::web::{
    AppState,
    routes::{Flag, lookup},
    settings::ServerUrl,
};

/// Maximum total size of the embedded responses in bytes; the page requests the others itself.
const MAX_TOTAL_BYTES: usize = 64 * 1_024;
/// Timeout for collecting them. All but user data is in memory.
const TIMEOUT: Duration = Duration::from_millis(100);

/// The client that requested the page.
pub(super) struct Reader {
    pub(super) caller: Caller,
    pub(super) server_url: ServerUrl,
}

/// Returns the responses to `calls` (`tickers/AAPL/related`) as a script element with a JSON object by call. Empty if there are
/// none.
pub(super) async fn of(state: &AppState, calls: &[String], reader: &Reader) -> String {
    let mut answers = String::new();
    let gather = async {
        for call in calls {
            let room = MAX_TOTAL_BYTES.saturating_sub(answers.len());
            if let Some(answer) = answer(state, call, reader, room).await {
                let comma = if answers.is_empty() { "" } else { "," };
                let _ = write!(answers, "{comma}{}:{answer}", serde_json::json!(call));
            }
        }
    };
    // On a timeout, the responses collected so far are used.
    let _ = timeout(TIMEOUT, gather).await;
    if answers.is_empty() {
        return answers;
    }
    // `<` occurs only within strings in JSON, where the escape means the same; so nothing can end the element.
    let answers = answers.replace('<', "\\u003c");
    // The time of the server's clock, which the responses refer to.
    let now = state.now();
    format!(
        "<script type=\"application/json\" id=\"first-answers\" data-now=\"{now}\">{{{answers}}}</script>"
    )
}

/// Returns the API's response as JSON if its status is 200 and its size at most `room` bytes.
async fn answer(state: &AppState, call: &str, reader: &Reader, room: usize) -> Option<String> {
    let (path, query) = call.split_once('?').unwrap_or((call, ""));
    let path: Vec<&str> = std::iter::once("api").chain(path.split('/')).collect();
    let route = lookup::find(&path, &Method::GET).ok()?;
    let is_elsewhere = state.upstream.is_some() && route.runs_at_source();
    if route.is(Flag::AllData) || route.is(Flag::Access) || is_elsewhere {
        return None;
    }
    route.check_loaded(state, &path).ok()?;
    let request = ApiRequest::internal(query, reader.caller, reader.server_url.clone());
    let reply = route.answer(state, &request, &path).await.ok()?;
    let body = reply.into_parts();
    let size = body.1.size_hint().upper()?;
    if body.0.status != StatusCode::OK || size > room as u64 {
        return None;
    }
    let bytes = body.1.collect().await.ok()?.to_bytes();
    String::from_utf8(bytes.into()).ok()
}
