//! Channels that are made on the page: `GET /api/alert-channels` lists them beside the others.

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

/// A channel to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewChannel {
    /// What a table of `[[channels]]` holds, by the same keys (docs/channels.md): `name`, `kind` and what the kind needs. No
    /// keys that name files of the server, and no programs of it.
    settings: Map<String, Value>,
    /// Whether alerts go there; true unless given.
    #[serde(default = "on")]
    enabled: bool,
}

/// Settings to try.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ChannelTrial {
    /// As a channel is made of. Where they name one that was made on the page, its secrets count for those that are missing or
    /// null.
    settings: Map<String, Value>,
}

/// What changes of a channel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangedChannel {
    /// All of its settings. A secret (`token`, `password`, `secret`, `url`, `topic`, a value of `headers`) that is missing or
    /// null stays as it is; an empty one is taken away. Null or missing for the settings as they are.
    #[serde(default)]
    settings: Option<Map<String, Value>>,
    /// Whether alerts go there; null or missing for as it is.
    #[serde(default)]
    enabled: Option<bool>,
}

/// What a channel would send.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChannelPreview {
    /// GET, POST, PUT or PATCH; null for a mail.
    method: Option<String>,
    /// Where a request goes, where its address was written with variables: they are filled in; null otherwise.
    address: Option<String>,
    /// Of a mail; null for a request.
    subject: Option<String>,
    /// The text of a mail, or what a request holds; null for GET.
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

/// A channel that was made on the page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MadeChannel {
    /// Its name.
    channel: String,
    /// Whether alerts go there.
    enabled: bool,
    /// Its settings as they were written, without what is secret; of `headers` the names, with null.
    settings: Map<String, Value>,
    /// When each secret was last written, by its key: `token`, `headers.Authorization`.
    #[schema(value_type = BTreeMap<String, String>)]
    secrets: BTreeMap<String, Timestamp>,
    /// When it was made.
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

/// Makes a channel. Alerts go there at once.
#[utoipa::path(post, path = "/api/alert-channels", request_body = NewChannel,
    responses((status = 201, description = "The channel, without its secrets.", body = MadeChannel)))]
pub(crate) async fn make_channel(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    check_allowed(state)?;
    let NewChannel { settings, enabled } = request.json()?;
    let kept = state.alerts.create_channel(settings, enabled, state.now());
    made(state, kept.await?, StatusCode::CREATED).await
}

/// The settings of a channel that was made on the page, without its secrets.
#[utoipa::path(get, path = "/api/alert-channels/{name}", params(("name" = String, Path)),
    responses((status = 200, description = "The settings of the channel, without its secrets.", body = MadeChannel),
        (status = 404, description = "There is no such channel.", body = String),
        (status = 409, description = "The channel was not made on the page.", body = String)))]
pub(crate) async fn channel(state: &AppState, name: &str) -> Result<Reply> {
    shown(state, name, StatusCode::OK).await
}

/// Gives a channel that was made on the page other settings, or switches it on or off. What waits for it is tried at once by
/// the new settings; what waits for one that is switched off is not delivered.
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

/// Removes a channel that was made on the page. What waits for it is not delivered; alerts that name no other are shown in the
/// app. Where the configuration file has a channel of the same name, that one goes on as it is.
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

/// Sends a test by settings that are not kept, and answers with what the receiver said.
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
            "Another test is under way; try again in a moment.",
        )),
    }
}

/// What a channel of these settings would send of an alert that is made up, written by what writes real ones. Nothing is sent or
/// kept; secrets are neither needed nor given out.
#[utoipa::path(post, path = "/api/alert-channel-previews", request_body = ChannelTrial,
    responses((status = 200, description = "The message that would be sent.", body = ChannelPreview)))]
pub(crate) async fn preview_channel(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    check_allowed(state)?;
    let ChannelTrial { settings } = request.json()?;
    let preview = state.alerts.channels().preview(settings, state.now());
    let preview = preview.map_err(ApiError::unprocessable)?;
    Ok(reply::json(StatusCode::OK, &ChannelPreview::from(preview)))
}

/// Whether this server lets channels be made over HTTP.
fn check_allowed(state: &AppState) -> Result<()> {
    if state.settings.channels_on_page {
        return Ok(());
    }
    Err(ApiError::forbidden(
        "This Marketdeck takes its alert channels from its configuration file alone.",
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
