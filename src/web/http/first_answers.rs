//! Embeds into a page the API responses that its scripts would request first, which saves a round trip.

use std::{borrow::Cow, fmt::Write as _, time::Duration};

use http_body_util::BodyExt as _;
use hyper::{Method, StatusCode, body::Body as _};
use tokio::time::timeout;

use super::{
    access::Caller,
    request::{ApiRequest, decode},
};
use crate::web::{
    AppState,
    routes::{Flag, lookup},
    settings::ServerUrl,
};

/// Maximum total size of the embedded responses in bytes. The page requests responses that do not fit.
const MAX_TOTAL_BYTES: usize = 128 * 1_024;
/// Timeout for collecting the responses. It matters only for user data, which is read from disk; everything else is in memory.
const TIMEOUT: Duration = Duration::from_millis(100);

/// The client that requested the page.
pub(super) struct PageClient {
    pub(super) caller: Caller,
    pub(super) server_url: ServerUrl,
}

/// Returns the responses to `calls` (percent-encoded, such as `tickers/%5EGSPC`) as a script element with a JSON object, keyed by call. Returns an
/// empty string if no response is available.
pub(super) async fn script_element(
    state: &AppState,
    calls: &[String],
    client: &PageClient,
) -> String {
    let mut embedded = String::new();
    let collect = async {
        for call in calls {
            let max_bytes = MAX_TOTAL_BYTES.saturating_sub(embedded.len());
            if let Some(json) = answer(state, call, client, max_bytes).await {
                let comma = if embedded.is_empty() { "" } else { "," };
                let _ = write!(embedded, "{comma}{}:{json}", serde_json::json!(call));
            }
        }
    };
    // On a timeout, the responses collected so far are used.
    let _ = timeout(TIMEOUT, collect).await;
    if embedded.is_empty() {
        return embedded;
    }
    // In JSON, `<` occurs only within strings. Escaped, it cannot end the script element.
    let embedded = embedded.replace('<', "\\u003c");
    // The server's time, as the responses contain times relative to it.
    let now = state.now();
    format!(
        "<script type=\"application/json\" id=\"first-answers\" data-now=\"{now}\">{{{embedded}}}</script>"
    )
}

/// Returns the JSON of an API response with status 200 and at most `max_bytes` bytes.
async fn answer(
    state: &AppState,
    call: &str,
    client: &PageClient,
    max_bytes: usize,
) -> Option<String> {
    let (path, query) = call.split_once('?').unwrap_or((call, ""));
    let segments: Vec<Cow<'_, str>> = path.split('/').map(|part| decode(part, false)).collect();
    let path: Vec<&str> = std::iter::once("api")
        .chain(segments.iter().map(Cow::as_ref))
        .collect();
    let route = lookup::find(&path, &Method::GET).ok()?;
    let runs_on_source = state.upstream.is_some() && route.runs_at_source();
    if route.has(Flag::AllData) || route.has(Flag::Access) || runs_on_source {
        return None;
    }
    route.check_role(client.caller).ok()?;
    route.check_loaded(state, &path).ok()?;
    let request = ApiRequest::internal(query, client.caller, client.server_url.clone());
    let reply = route.answer(state, &request, &path).await.ok()?;
    let (head, body) = reply.into_parts();
    let size = body.size_hint().upper()?;
    if head.status != StatusCode::OK || size > max_bytes as u64 {
        return None;
    }
    let bytes = body.collect().await.ok()?.to_bytes();
    String::from_utf8(bytes.into()).ok()
}
