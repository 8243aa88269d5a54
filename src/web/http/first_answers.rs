//! The answers that a page asks for first, in the page itself: none of them is a round trip away from its code.

use std::{fmt::Write as _, time::Duration};

use http_body_util::BodyExt as _;
use hyper::{Method, StatusCode, body::Body as _};
use tokio::time::timeout;

use super::{access::caller::Caller, request::ApiRequest};
use crate::web::{AppState, mark::Mark, routes::Route, settings::Seen};

/// Bytes that the answers of a page may have together: one beyond it is asked for by the page, after it is shown.
const MOST_BYTES: usize = 64 * 1_024;
/// So long a page waits for them at most. They are in memory but for what people keep.
const PATIENCE: Duration = Duration::from_millis(100);

/// Whose page it is.
pub(super) struct Reader {
    pub(super) caller: Caller,
    pub(super) seen: Seen,
}

/// The answers to `calls` (`tickers/AAPL/related`), as an element of the page that the app reads: an object by the words of the
/// call. Empty where there are none.
pub(super) async fn of(state: &AppState, calls: &[String], reader: &Reader) -> String {
    let mut answers = String::new();
    let gather = async {
        for call in calls {
            let room = MOST_BYTES.saturating_sub(answers.len());
            if let Some(answer) = answer(state, call, reader, room).await {
                let comma = if answers.is_empty() { "" } else { "," };
                let _ = write!(answers, "{comma}{}:{answer}", serde_json::json!(call));
            }
        }
    };
    // What is there by then is of use already.
    let _ = timeout(PATIENCE, gather).await;
    if answers.is_empty() {
        return answers;
    }
    // Within a string, where alone it may stand in JSON, it is read the same; and nothing there ends the element.
    let answers = answers.replace('<', "\\u003c");
    // By whose clock they are of now.
    let now = state.now();
    format!(
        "<script type=\"application/json\" id=\"first-answers\" data-now=\"{now}\">{{{answers}}}</script>"
    )
}

/// What the API answers with 200, as JSON of `room` bytes at most.
async fn answer(state: &AppState, call: &str, reader: &Reader, room: usize) -> Option<String> {
    let (path, query) = call.split_once('?').unwrap_or((call, ""));
    let path: Vec<&str> = std::iter::once("api").chain(path.split('/')).collect();
    let route = Route::find(&path, &Method::GET).ok()?;
    let is_elsewhere = state.upstream.is_some() && route.is_for_source();
    if route.is(Mark::Backup) || route.is(Mark::Access) || is_elsewhere {
        return None;
    }
    route.check_loaded(state, &path).ok()?;
    let request = ApiRequest::within(query, reader.caller, reader.seen.clone());
    let reply = route.answer(state, &request, &path).await.ok()?;
    let body = reply.into_parts();
    let size = body.1.size_hint().upper()?;
    if body.0.status != StatusCode::OK || size > room as u64 {
        return None;
    }
    let bytes = body.1.collect().await.ok()?.to_bytes();
    String::from_utf8(bytes.into()).ok()
}
