//! Endpoints for alert channels: their settings, state, tests and delivery attempts.

use std::{collections::BTreeMap, time::Instant};

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::check;
use crate::{
    alerts::{Channel as _, Channels, DeliveryError, Origin, OutboundChannel},
    domain::{alert::Delivery, person::PersonId},
    store::{AttemptOutcome, DeliveryAttempt, StoreError},
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, positive_number},
        },
    },
};

/// Maximum number of delivery attempts in a response.
const MAX_ATTEMPTS: usize = 200;

/// A delivery method or a channel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertChannel {
    /// `in_app`, email, sms or push for a delivery method; the name of a channel.
    channel: String,
    /// Whether alerts can be delivered.
    available: bool,
    /// Why alerts cannot be delivered; null if available.
    reason: Option<String>,
    /// ntfy, webhook, smtp or command; `web_push` for a subscribed browser; mqtt for the MQTT broker; null for a delivery method.
    kind: Option<&'static str>,
    /// Where the channel was created: file (the configuration file), page (the web app) or browser; null for a delivery method.
    origin: Option<&'static str>,
    /// Whether a channel with the same name exists that was created in the web app. That channel is unused and can be removed. False for a
    /// delivery method.
    shadows: bool,
    /// The delivery method that the channel serves: email, sms or push; null for a delivery method, and for the MQTT broker, which
    /// receives every alert.
    carries: Option<String>,
    /// Names of the channels that serve a delivery method; empty for a channel.
    channels: Vec<String>,
    /// Receiver without secrets: a host, email addresses, or a program; null for a delivery method.
    target: Option<String>,
    /// The first 16 hexadecimal digits of the SHA-256 hash of a browser's push endpoint, by which the web app recognizes its own browser;
    /// null for other channels.
    fingerprint: Option<String>,
    /// Maximum number of messages per hour; null for a delivery method, and for the MQTT broker, which receives each alert at once.
    most_per_hour: Option<u32>,
    /// Number of waiting alerts from which the channel sends a digest instead of single messages; null for a delivery method, and for the
    /// MQTT broker.
    digest_from: Option<u32>,
    /// Quiet hours of the channel, as in 22:00-07:00; null without quiet hours, and for a delivery method.
    quiet_hours: Option<String>,
    /// IANA time zone of the quiet hours; null for the server's time zone.
    quiet_zone: Option<String>,
    /// Whether the last delivery attempt failed. A delivery method is failing if every channel that serves it is failing.
    failing: bool,
    /// Time of the last successful delivery.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_delivered_at: Option<Timestamp>,
    /// Time of the last failed delivery attempt.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failed_at: Option<Timestamp>,
    /// Error of the last failed delivery attempt, in one sentence.
    last_failure: Option<String>,
    /// Time of the next delivery attempt.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt_at: Option<Timestamp>,
    /// Number of reports that wait for delivery.
    waiting: usize,
}

/// The result of a channel test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChannelTest {
    /// Whether the receiver accepted the message.
    delivered: bool,
    /// The receiver's response, or why the receiver could not be reached.
    answer: String,
    /// Duration of the attempt in milliseconds.
    took_ms: u64,
}

impl ChannelTest {
    /// Creates the response for a test that started at `started_at`.
    pub(super) fn reply(
        result: std::result::Result<String, DeliveryError>,
        started_at: Instant,
    ) -> Reply {
        let test = Self {
            delivered: result.is_ok(),
            answer: result.unwrap_or_else(|error| error.to_string()),
            took_ms: u64::try_from(started_at.elapsed().as_millis()).unwrap_or(u64::MAX),
        };
        reply::json(StatusCode::OK, &test)
    }
}

/// One attempt to deliver a report through a channel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertDelivery {
    /// Id of the report.
    report: u64,
    /// Id of the alert, which may have been deleted.
    alert_id: u32,
    /// `in_app`, or the name of a channel.
    channel: String,
    /// When the attempt ended.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// 1-based number of the attempt.
    attempt: u32,
    /// delivered, failed (the server retries), `given_up` (the server no longer retries), or cancelled (the channel was removed or switched
    /// off).
    #[schema(value_type = String)]
    outcome: AttemptOutcome,
    /// The receiver's response, or why the receiver could not be reached.
    answer: String,
    /// Duration of the attempt in milliseconds.
    took_ms: u64,
    /// Number of reports in the same message, including this report.
    together: u32,
}

impl From<DeliveryAttempt> for AlertDelivery {
    fn from(attempt: DeliveryAttempt) -> Self {
        let DeliveryAttempt {
            report,
            alert_id,
            channel,
            at,
            attempt,
            outcome,
            answer,
            took_ms,
            together,
        } = attempt;
        Self {
            report,
            alert_id,
            channel,
            at,
            attempt,
            outcome,
            answer,
            took_ms,
            together,
        }
    }
}

/// Lists the delivery methods with their availability, then the channels with their state.
#[utoipa::path(get, path = "/api/alert-channels", responses((status = 200, description = "Delivery methods first, then channels.", body = Vec<AlertChannel>)))]
pub(crate) async fn channels(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let waiting = request.store(state, |store| store.waiting()).await?;
    let channels = state.alerts.channels();
    let person = request.person();
    let methods = Delivery::METHODS
        .iter()
        .map(|method| method_row(method, (channels, person), &waiting));
    let configured = channels.of(person);
    let configured = configured
        .iter()
        .map(|channel| channel_row(channel, channels, &waiting));
    let rows: Vec<_> = methods.chain(configured).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Creates the row of a delivery method. `waiting` is the number of waiting reports by channel.
fn method_row(
    method: &Delivery,
    (channels, person): (&Channels, PersonId),
    waiting: &BTreeMap<String, usize>,
) -> AlertChannel {
    let names = channels.names_for(person, method);
    let serving_channels = || names.iter().filter_map(|name| channels.get(person, name));
    let reason = check::unavailable_reason((channels, person), method);
    AlertChannel {
        channel: method.as_str().to_owned(),
        available: reason.is_none(),
        reason,
        kind: None,
        origin: None,
        shadows: false,
        carries: None,
        target: None,
        fingerprint: None,
        most_per_hour: None,
        digest_from: None,
        quiet_hours: None,
        quiet_zone: None,
        failing: serving_channels().next().is_some()
            && serving_channels().all(|channel| channel.status().is_failing),
        last_delivered_at: serving_channels()
            .filter_map(|channel| channel.status().delivered_at)
            .max(),
        last_failed_at: None,
        last_failure: None,
        next_attempt_at: None,
        waiting: names.iter().filter_map(|name| waiting.get(name)).sum(),
        channels: names
            .into_iter()
            .filter(|name| name != method.as_str())
            .collect(),
    }
}

/// Creates the row of a channel. `waiting` is the number of waiting reports by channel.
fn channel_row(
    channel: &OutboundChannel,
    channels: &Channels,
    waiting: &BTreeMap<String, usize>,
) -> AlertChannel {
    let state = channel.status();
    let name = channel.name();
    let settings = channel.settings();
    // The MQTT broker serves no delivery method. It receives every alert at once, in a separate message.
    let is_limited = channel.delivery_method().is_some();
    let non_empty = |text: &String| (!text.is_empty()).then(|| text.clone());
    AlertChannel {
        channel: name.to_owned(),
        available: channel.is_enabled(),
        reason: (!channel.is_enabled()).then(|| check::switched_off_reason(name)),
        kind: Some(channel.kind()),
        origin: Some(match channel.origin() {
            Origin::File => "file",
            Origin::Page { .. } => "page",
            Origin::Browser => "browser",
        }),
        shadows: channels.shadows(channel.person(), name),
        carries: channel
            .delivery_method()
            .map(|method| method.as_str().to_owned()),
        channels: vec![],
        target: Some(channel.target()),
        fingerprint: channel.fingerprint().map(str::to_owned),
        most_per_hour: is_limited.then_some(settings.most_per_hour),
        digest_from: is_limited.then_some(settings.digest_from),
        quiet_hours: non_empty(&settings.quiet_hours),
        quiet_zone: non_empty(&settings.time_zone),
        failing: state.is_failing,
        last_delivered_at: state.delivered_at,
        last_failed_at: state.failed_at,
        last_failure: state.failure,
        next_attempt_at: state.next_attempt_at,
        waiting: waiting.get(name).copied().unwrap_or_default(),
    }
}

/// Sends a test message through a channel and returns the receiver's response.
#[utoipa::path(post, path = "/api/alert-channels/{name}/test", params(("name" = String, Path)),
    responses((status = 200, description = "Whether the receiver accepted the message, and its response.", body = ChannelTest),
        (status = 404, description = "There is no such channel.", body = String),
        (status = 409, description = "Another test of this channel is in progress.", body = String)))]
pub(crate) async fn test_channel(
    state: &AppState,
    request: &ApiRequest,
    name: &str,
) -> Result<Reply> {
    let channel = state.alerts.channels().get(request.person(), name);
    let channel = channel
        .ok_or_else(|| ApiError::not_found(format!("There is no channel called {name}.")))?;
    let started_at = Instant::now();
    let result = channel
        .test(state.now())
        .await
        .ok_or_else(|| ApiError::conflict("A test of this channel is already in progress."))?;
    if let Err(DeliveryError::Unsubscribed(_)) = &result {
        // The channel may have been removed in the meantime.
        match state.alerts.unsubscribe(request.person(), name).await {
            Err(StoreError::NotFound(_)) => {}
            result => result?,
        }
    }
    Ok(ChannelTest::reply(result, started_at))
}

/// Lists the newest 200 attempts to deliver alert reports.
#[utoipa::path(get, path = "/api/alert-deliveries",
    params(("alert" = Option<u32>, Query, description = "id of an alert: only deliveries of its reports")),
    responses((status = 200, description = "Delivery attempts, newest first.", body = Vec<AlertDelivery>)))]
pub(crate) async fn deliveries(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let alert = match request.query("alert") {
        None => None,
        Some(id) => Some(positive_number(&id, "alert")?),
    };
    let attempts = request.store(state, move |store| {
        store.delivery_attempts(alert, MAX_ATTEMPTS)
    });
    let rows: Vec<_> = attempts
        .await?
        .into_iter()
        .map(AlertDelivery::from)
        .collect();
    Ok(reply::json(StatusCode::OK, &rows))
}
