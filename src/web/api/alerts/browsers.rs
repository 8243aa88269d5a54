//! Browsers that are told of alerts while no page is open. They are channels: `GET /api/alert-channels` lists them.

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

/// Letters of a browser's name at most.
const LONGEST_NAME: usize = 40;

/// The key for which browsers make their subscriptions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PushKey {
    /// An uncompressed point of P-256 in base64url: the `applicationServerKey` of the Push API.
    public_key: String,
}

/// A browser that wants to be told of alerts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewBrowser {
    /// What people call it, as in 'Firefox on Android': 1 to 40 letters.
    #[schema(min_length = 1, max_length = 40, pattern = "<name>")]
    name: String,
    /// Where its push service takes messages for it.
    endpoint: String,
    /// Its key `p256dh`, in base64url.
    p256dh: String,
    /// Its secret `auth`, in base64url.
    auth: String,
    /// Where messages for it went so far, when its push service gave it another place: it keeps its name.
    #[serde(default)]
    replaces: Option<String>,
}

/// A browser that is told of alerts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertBrowser {
    /// The name of its channel.
    channel: String,
}

/// The key for which browsers make their subscriptions. It is made when the first asks.
#[utoipa::path(post, path = "/api/alert-browsers/key", responses((status = 200, description = "The public key for subscriptions to push messages.", body = PushKey)))]
pub(crate) async fn push_key(state: &AppState) -> Result<Reply> {
    let public_key = state.alerts.push_key().await?;
    Ok(reply::json(StatusCode::OK, &PushKey { public_key }))
}

/// Has alerts of the delivery 'push' go to a browser, too. One that is told already keeps its name.
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
    if is_blank(&name) || name.chars().count() > LONGEST_NAME || name.chars().any(is_control) {
        return Err(ApiError::unprocessable(format!(
            "A browser's name has 1 to {LONGEST_NAME} letters."
        )));
    }
    // A space tells it from the names of configured channels, which have none.
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
    match state.alerts.subscribe(subscription, replaces).await? {
        SubscribeResult::Subscribed(channel) => {
            Ok(reply::json(StatusCode::OK, &AlertBrowser { channel }))
        }
        SubscribeResult::Refused(sentence) => Err(ApiError::unprocessable(sentence)),
    }
}

/// Has no alert go to a browser.
#[utoipa::path(delete, path = "/api/alert-browsers/{name}", params(("name" = String, Path)),
    responses((status = 204, description = "The browser gets no more alerts."),
        (status = 404, description = "There is no such browser.", body = String)))]
pub(crate) async fn unsubscribe(state: &AppState, name: &str) -> Result<Reply> {
    match state.alerts.unsubscribe(name).await {
        Err(StoreError::NotFound(_)) => Err(ApiError::not_found(format!(
            "There is no browser called {name}."
        ))),
        done => {
            done?;
            Ok(reply::empty(StatusCode::NO_CONTENT))
        }
    }
}
