//! Endpoints for channels that users create in the web app. `GET /api/alert-channels` lists them with the other channels.

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
    /// The keys of a `[[channels]]` table in the configuration file (docs/channels.md): `name`, `kind` and the keys that the kind requires.
    /// Keys that name files or programs on the server are not accepted.
    settings: Map<String, Value>,
    /// Whether the channel is switched on; true by default.
    #[serde(default = "default_enabled")]
    enabled: bool,
}

/// Request body for testing or previewing channel settings.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChannelDraft {
    /// Settings as for creating a channel. If `name` is the name of a channel that was created in the web app, its secrets replace secrets
    /// that are missing or null.
    settings: Map<String, Value>,
}

/// Request body for changing a channel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedChannel {
    /// All settings; if null or missing, the settings do not change. A secret (`token`, `password`, `secret`, `url`, `topic`, a value of
    /// `headers`) that is null or missing keeps its value; an empty secret is removed.
    #[serde(default)]
    settings: Option<Map<String, Value>>,
    /// Whether the channel is switched on; if null or missing, this does not change.
    #[serde(default)]
    enabled: Option<bool>,
}

/// The message that a channel would send.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChannelPreview {
    /// HTTP method of a request: GET, POST, PUT or PATCH; null for an email.
    method: Option<String>,
    /// URL of a request with its variables replaced; null for an email, and if no URL is set.
    address: Option<String>,
    /// Subject of an email; null for an HTTP request.
    subject: Option<String>,
    /// Text of an email, or body of an HTTP request; null for GET.
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

/// A channel that was created in the web app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageChannel {
    /// The channel's name.
    channel: String,
    /// Whether the channel is switched on.
    enabled: bool,
    /// The settings without secrets. `headers` has the names of the headers with null values.
    settings: Map<String, Value>,
    /// When each secret was last changed, by key, as in `token` or `headers.Authorization`.
    #[schema(value_type = BTreeMap<String, String>)]
    secrets: BTreeMap<String, Timestamp>,
    /// When the channel was created.
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
}

impl From<UserChannel> for PageChannel {
    fn from(channel: UserChannel) -> Self {
        let UserChannel {
            name,
            settings,
            enabled,
            since,
            secrets_since,
        } = channel;
        Self {
            channel: name,
            enabled,
            settings,
            secrets: secrets_since,
            since,
        }
    }
}

fn default_enabled() -> bool {
    true
}

/// Creates a channel. Alerts use the channel at once.
#[utoipa::path(post, path = "/api/alert-channels", request_body = NewChannel,
    responses((status = 201, description = "The channel, without its secrets.", body = PageChannel)))]
pub(crate) async fn create_channel(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    check_allowed(state)?;
    let NewChannel { settings, enabled } = request.json()?;
    let change = state
        .alerts
        .create_channel(request.person(), settings, enabled, state.now())
        .await?;
    change_reply(state, request, change, StatusCode::CREATED).await
}

/// Returns the settings of a channel that was created in the web app, without its secrets.
#[utoipa::path(get, path = "/api/alert-channels/{name}", params(("name" = String, Path)),
    responses((status = 200, description = "The settings of the channel, without its secrets.", body = PageChannel),
        (status = 404, description = "There is no such channel.", body = String),
        (status = 409, description = "The channel was not created in the web app.", body = String)))]
pub(crate) async fn channel(state: &AppState, request: &ApiRequest, name: &str) -> Result<Reply> {
    channel_reply(state, request, name, StatusCode::OK).await
}

/// Changes the settings of a channel that was created in the web app, or switches the channel on or off. The server retries waiting messages
/// at once with the new settings. Waiting messages of a channel that is switched off are not delivered.
#[utoipa::path(put, path = "/api/alert-channels/{name}", params(("name" = String, Path)), request_body = ChangedChannel,
    responses((status = 200, description = "The changed channel, without its secrets.", body = PageChannel),
        (status = 404, description = "There is no such channel.", body = String)))]
pub(crate) async fn change_channel(
    state: &AppState,
    request: &ApiRequest,
    name: &str,
) -> Result<Reply> {
    check_allowed(state)?;
    let ChangedChannel { settings, enabled } = request.json()?;
    let change = state
        .alerts
        .change_channel(request.person(), name, settings, enabled, state.now())
        .await;
    let change = change.map_err(|error| channel_error(error, name))?;
    change_reply(state, request, change, StatusCode::OK).await
}

/// Removes a channel that was created in the web app. Its waiting messages are not delivered. Alerts without another channel are delivered
/// in the app. A channel with the same name in the configuration file stays.
#[utoipa::path(delete, path = "/api/alert-channels/{name}", params(("name" = String, Path)),
    responses((status = 204, description = "The channel is removed."),
        (status = 404, description = "There is no such channel.", body = String),
        (status = 409, description = "The channel was not created in the web app.", body = String)))]
pub(crate) async fn remove_channel(
    state: &AppState,
    request: &ApiRequest,
    name: &str,
) -> Result<Reply> {
    check_allowed(state)?;
    let removed = state
        .alerts
        .remove_channel(request.person(), name, state.now())
        .await;
    removed
        .map_err(|error| channel_error(error, name))?
        .map_err(ApiError::conflict)?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Sends a test message with settings that are not saved, and returns the receiver's response.
#[utoipa::path(post, path = "/api/alert-channel-tests", request_body = ChannelDraft,
    responses((status = 200, description = "Whether the receiver accepted the message, and its response.", body = ChannelTest)))]
pub(crate) async fn test_channel_draft(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    check_allowed(state)?;
    let ChannelDraft { settings } = request.json()?;
    let started_at = Instant::now();
    match state
        .alerts
        .test_draft(request.person(), settings, state.now())
        .await?
    {
        DraftTest::Sent(result) => Ok(ChannelTest::reply(result, started_at)),
        DraftTest::Invalid(sentence) => Err(ApiError::unprocessable(sentence)),
        DraftTest::Busy => Err(ApiError::conflict(
            "Another test is in progress; try again in a moment.",
        )),
    }
}

/// Returns the message that a channel with these settings would send for a sample alert. Nothing is sent or saved. Secrets are neither
/// needed nor returned.
#[utoipa::path(post, path = "/api/alert-channel-previews", request_body = ChannelDraft,
    responses((status = 200, description = "The message that would be sent.", body = ChannelPreview)))]
pub(crate) async fn preview_channel(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    check_allowed(state)?;
    let ChannelDraft { settings } = request.json()?;
    let preview = state.alerts.channels().preview(settings, state.now());
    let preview = preview.map_err(ApiError::unprocessable)?;
    Ok(reply::json(StatusCode::OK, &ChannelPreview::from(preview)))
}

/// Checks that the configuration allows users to change channels.
fn check_allowed(state: &AppState) -> Result<()> {
    if state.settings.channels_on_page {
        return Ok(());
    }
    Err(ApiError::forbidden(
        "On this server, alert channels can only be set in the configuration file.",
    ))
}

/// Creates the response to a change: the channel, or an error.
async fn change_reply(
    state: &AppState,
    request: &ApiRequest,
    change: ChannelChange,
    status: StatusCode,
) -> Result<Reply> {
    match change {
        ChannelChange::Saved(name) => channel_reply(state, request, &name, status).await,
        ChannelChange::Invalid(sentence) => Err(ApiError::unprocessable(sentence)),
        ChannelChange::Conflict(sentence) => Err(ApiError::conflict(sentence)),
    }
}

/// Creates a response with the settings of a channel.
async fn channel_reply(
    state: &AppState,
    request: &ApiRequest,
    name: &str,
    status: StatusCode,
) -> Result<Reply> {
    let channel = state.alerts.user_channel(request.person(), name).await;
    let channel = channel
        .map_err(|error| channel_error(error, name))?
        .map_err(ApiError::conflict)?;
    Ok(reply::json(status, &PageChannel::from(channel)))
}

/// Converts a store error; the error for a missing channel contains the channel's name.
fn channel_error(error: StoreError, name: &str) -> ApiError {
    match error {
        StoreError::NotFound(_) => {
            ApiError::not_found(format!("There is no channel called {name}."))
        }
        error => error.into(),
    }
}
