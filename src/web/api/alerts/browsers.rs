//! Endpoints that subscribe browsers to alerts as push messages. Each browser is a channel, which `GET /api/alert-channels` lists.

use hyper::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    alerts::SubscribeResult,
    domain::{
        subscription::Subscription,
        validation::{is_blank, is_control},
    },
    store::StoreError,
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// Maximum length of a browser's name, in characters.
const MAX_NAME_CHARS: usize = 40;

/// The public key with which browsers subscribe to push messages.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PushKey {
    /// The `applicationServerKey` of the Push API: an uncompressed P-256 point in base64url.
    public_key: String,
}

/// Request body for subscribing a browser to alerts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewBrowser {
    /// A name such as 'Firefox on Android': 1 to 40 characters.
    #[schema(min_length = 1, max_length = 40, pattern = "<name>")]
    name: String,
    /// Endpoint of the browser's push subscription: a URL of its push service.
    endpoint: String,
    /// The browser's `p256dh` key, in base64url.
    p256dh: String,
    /// The browser's `auth` secret, in base64url.
    auth: String,
    /// The previous endpoint, if the push service has changed it. The browser then keeps its name.
    #[serde(default)]
    replaces: Option<String>,
}

/// A subscribed browser.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertBrowser {
    /// Name of the browser's channel.
    channel: String,
}

/// Returns the public key with which browsers subscribe to push messages. The first request creates the key.
#[utoipa::path(post, path = "/api/alert-browsers/key", responses((status = 200, description = "The public key for subscriptions to push messages.", body = PushKey)))]
pub(crate) async fn push_key(state: &AppState) -> Result<Reply> {
    let public_key = state.alerts.push_key().await?;
    Ok(reply::json(StatusCode::OK, &PushKey { public_key }))
}

/// Subscribes a browser to alerts with the delivery method 'push'. A browser that is already subscribed keeps its name.
#[utoipa::path(post, path = "/api/alert-browsers", request_body = NewBrowser,
    responses((status = 200, description = "The channel of the browser.", body = AlertBrowser)))]
pub(crate) async fn subscribe(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let NewBrowser {
        name,
        endpoint,
        p256dh,
        auth,
        replaces,
    } = request.json()?;
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if is_blank(&name) || name.chars().count() > MAX_NAME_CHARS || name.chars().any(is_control) {
        return Err(ApiError::unprocessable(format!(
            "Invalid browser name; expected 1 to {MAX_NAME_CHARS} characters."
        )));
    }
    // The name of a browser always contains a space, so that it differs from the name of every other channel.
    let name = if name.contains(' ') {
        name
    } else {
        format!("{name} browser")
    };
    let subscription = Subscription {
        name,
        endpoint,
        key: p256dh,
        secret: auth,
        since: state.now(),
    };
    match state
        .alerts
        .subscribe(request.person(), subscription, replaces)
        .await?
    {
        SubscribeResult::Subscribed(channel) => {
            Ok(reply::json(StatusCode::OK, &AlertBrowser { channel }))
        }
        SubscribeResult::Rejected(sentence) => Err(ApiError::unprocessable(sentence)),
    }
}

/// Unsubscribes a browser from alerts.
#[utoipa::path(delete, path = "/api/alert-browsers/{name}", params(("name" = String, Path)),
    responses((status = 204, description = "The browser no longer receives alerts."),
        (status = 404, description = "There is no such browser.", body = String)))]
pub(crate) async fn unsubscribe(
    state: &AppState,
    request: &ApiRequest,
    name: &str,
) -> Result<Reply> {
    match state.alerts.unsubscribe(request.person(), name).await {
        Err(StoreError::NotFound(_)) => Err(ApiError::not_found(format!(
            "There is no browser called {name}."
        ))),
        result => {
            result?;
            Ok(reply::empty(StatusCode::NO_CONTENT))
        }
    }
}
