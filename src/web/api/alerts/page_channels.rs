//! Channels created on the page. `GET /api/alert-channels` lists them with the others.

use std::{collections::BTreeMap, time::Instant};

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::channels::ChannelTest;
use crate::{
    alerts::{ChannelChange, DraftTest, Preview},
    domain::channel::UserChannel,
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

/// Request body for creating a channel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewChannel {
    /// The keys of a `[[channels]]` table (docs/channels.md): `name`, `kind` and what the kind requires. Keys that name files or
    /// programs on the server are not accepted.
    settings: Map<String, Value>,
    /// Whether the channel is switched on; true by default.
    #[serde(default = "on")]
    enabled: bool,
}

/// Request body for testing or previewing channel settings.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChannelTrial {
    /// As for creating a channel. If they name a channel that was created on the page, its secrets replace missing or null
    /// ones.
    settings: Map<String, Value>,
}

/// Request body for changing a channel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedChannel {
    /// All settings. A secret (`token`, `password`, `secret`, `url`, `topic`, a value of `headers`) that is missing or null keeps its
    /// value; an empty one is removed. Null or missing keeps all settings.
    #[serde(default)]
    settings: Option<Map<String, Value>>,
    /// Whether the channel is switched on; null or missing keeps it as it is.
    #[serde(default)]
    enabled: Option<bool>,
}

/// The message that a channel would send.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChannelPreview {
    /// GET, POST, PUT or PATCH; null for an email.
    method: Option<String>,
    /// URL with its variables filled in; null if it has none.
    address: Option<String>,
    /// Subject of an email; null for a request.
    subject: Option<String>,
    /// Text of an email, or body of a request; null for GET.
    body: Option<String>,
}

impl From<Preview> for ChannelPreview {
    fn from(preview: Preview) -> Self {
        let Preview {
            method,
            address,
            subject,
            body,
        } = preview;
        Self {
            method,
            address,
            subject,
            body,
        }
    }
}

/// A channel that was created on the page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MadeChannel {
    /// The channel's name.
    channel: String,
    /// Whether the channel is switched on.
    enabled: bool,
    /// The settings without secrets; of `headers` the names, with null values.
    settings: Map<String, Value>,
    /// When each secret was last changed, by key: `token`, `headers.Authorization`.
    #[schema(value_type = BTreeMap<String, String>)]
    secrets: BTreeMap<String, Timestamp>,
    /// When the channel was created.
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
}

impl From<UserChannel> for MadeChannel {
    fn from(kept: UserChannel) -> Self {
        let UserChannel {
            name,
            settings,
            enabled,
            since,
            secrets_since,
        } = kept;
        Self {
            channel: name,
            enabled,
            settings,
            secrets: secrets_since,
            since,
        }
    }
}

fn on() -> bool {
    true
}

/// Creates a channel. Alerts use it at once.
#[utoipa::path(post, path = "/api/alert-channels", request_body = NewChannel,
    responses((status = 201, description = "The channel, without its secrets.", body = MadeChannel)))]
pub(crate) async fn make_channel(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    check_allowed(state)?;
    let NewChannel { settings, enabled } = request.json()?;
    let kept = state.alerts.create_channel(settings, enabled, state.now());
    made(state, kept.await?, StatusCode::CREATED).await
}

/// Returns the settings of a channel that was created on the page, without its secrets.
#[utoipa::path(get, path = "/api/alert-channels/{name}", params(("name" = String, Path)),
    responses((status = 200, description = "The settings of the channel, without its secrets.", body = MadeChannel),
        (status = 404, description = "There is no such channel.", body = String),
        (status = 409, description = "The channel was not made on the page.", body = String)))]
pub(crate) async fn channel(state: &AppState, name: &str) -> Result<Reply> {
    shown(state, name, StatusCode::OK).await
}

/// Changes the settings of a channel that was created on the page, or switches it on or off. Waiting messages are retried at
/// once with the new settings; those of a channel that is switched off are not delivered.
#[utoipa::path(put, path = "/api/alert-channels/{name}", params(("name" = String, Path)), request_body = ChangedChannel,
    responses((status = 200, description = "The channel as it is now, without its secrets.", body = MadeChannel),
        (status = 404, description = "There is no such channel.", body = String)))]
pub(crate) async fn change_channel(
    state: &AppState,
    request: &ApiRequest,
    name: &str,
) -> Result<Reply> {
    check_allowed(state)?;
    let ChangedChannel { settings, enabled } = request.json()?;
    let kept = state
        .alerts
        .change_channel(name, settings, enabled, state.now());
    let kept = kept.await.map_err(|error| named(error, name))?;
    made(state, kept, StatusCode::OK).await
}

/// Removes a channel that was created on the page. Waiting messages are not delivered; alerts without another channel appear in the
/// app. A channel with the same name in the configuration file stays.
#[utoipa::path(delete, path = "/api/alert-channels/{name}", params(("name" = String, Path)),
    responses((status = 204, description = "The channel is removed."),
        (status = 404, description = "There is no such channel.", body = String),
        (status = 409, description = "The channel was not made on the page.", body = String)))]
pub(crate) async fn remove_channel(state: &AppState, name: &str) -> Result<Reply> {
    check_allowed(state)?;
    let removed = state.alerts.remove_channel(name, state.now()).await;
    removed
        .map_err(|error| named(error, name))?
        .map_err(ApiError::conflict)?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Sends a test message with settings that are not saved, and returns the receiver's answer.
#[utoipa::path(post, path = "/api/alert-channel-tests", request_body = ChannelTrial,
    responses((status = 200, description = "Whether the receiver accepted the message, and what it answered.", body = ChannelTest)))]
pub(crate) async fn try_channel(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    check_allowed(state)?;
    let ChannelTrial { settings } = request.json()?;
    let began = Instant::now();
    match state.alerts.test_draft(settings, state.now()).await? {
        DraftTest::Sent(tested) => Ok(ChannelTest::answer(tested, began)),
        DraftTest::Invalid(sentence) => Err(ApiError::unprocessable(sentence)),
        DraftTest::Busy => Err(ApiError::conflict(
            "Another test is in progress; try again in a moment.",
        )),
    }
}

/// Returns the message that a channel with these settings would send for a sample alert, created by the same code as real messages.
/// Nothing is sent or saved; secrets are neither needed nor returned.
#[utoipa::path(post, path = "/api/alert-channel-previews", request_body = ChannelTrial,
    responses((status = 200, description = "The message that would be sent.", body = ChannelPreview)))]
pub(crate) async fn preview_channel(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    check_allowed(state)?;
    let ChannelTrial { settings } = request.json()?;
    let preview = state.alerts.channels().preview(settings, state.now());
    let preview = preview.map_err(ApiError::unprocessable)?;
    Ok(reply::json(StatusCode::OK, &ChannelPreview::from(preview)))
}

/// Checks that channels may be changed over HTTP.
fn check_allowed(state: &AppState) -> Result<()> {
    if state.settings.channels_on_page {
        return Ok(());
    }
    Err(ApiError::forbidden(
        "On this server, alert channels can only be set in the configuration file.",
    ))
}

async fn made(state: &AppState, change: ChannelChange, status: StatusCode) -> Result<Reply> {
    match change {
        ChannelChange::Saved(name) => shown(state, &name, status).await,
        ChannelChange::Invalid(sentence) => Err(ApiError::unprocessable(sentence)),
        ChannelChange::Conflict(sentence) => Err(ApiError::conflict(sentence)),
    }
}

async fn shown(state: &AppState, name: &str, status: StatusCode) -> Result<Reply> {
    let kept = state.alerts.user_channel(name).await;
    let kept = kept
        .map_err(|error| named(error, name))?
        .map_err(ApiError::conflict)?;
    Ok(reply::json(status, &MadeChannel::from(kept)))
}

fn named(error: StoreError, name: &str) -> ApiError {
    match error {
        StoreError::NotFound(_) => {
            ApiError::not_found(format!("There is no channel called {name}."))
        }
        error => error.into(),
    }
}
