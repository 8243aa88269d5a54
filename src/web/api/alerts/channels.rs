//! Alert channels: their settings, their state and their deliveries.

use std::{collections::BTreeMap, time::Instant};

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::check;
use crate::{
    alerts::{Channel as _, Channels, DeliveryError, Origin, OutboundChannel},
    domain::alert::Delivery,
    store::{AttemptOutcome, DeliveryAttempt, Store, StoreError},
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, number},
        },
    },
};

/// Maximum number of delivery attempts in a response.
const MAX_ATTEMPTS: usize = 200;

/// A delivery method, or a configured channel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertChannel {
    /// `in_app`, email, sms or push; the name of a channel.
    channel: String,
    /// Whether alerts can be delivered there.
    available: bool,
    /// Why not; null if available.
    reason: Option<String>,
    /// ntfy, webhook, smtp or command; `web_push` for a subscribed browser; mqtt for the broker; null for a delivery method.
    kind: Option<&'static str>,
    /// Where the channel was created: file, page or browser; null for a delivery method.
    origin: Option<&'static str>,
    /// Whether a channel with the same name, created on the page, exists too: it is unused and can be removed. False for a delivery method.
    shadows: bool,
    /// The delivery method that the channel serves: email, sms or push; null for a delivery method, and for the broker, which
    /// gets every alert.
    carries: Option<String>,
    /// The channels that serve a delivery method; empty for a channel.
    channels: Vec<String>,
    /// Where the channel sends, without secrets: a host, email addresses, or a program; null for a delivery method.
    target: Option<String>,
    /// Identifies the browser to its own page: the first 16 hexadecimal digits of the SHA-256 of the subscription's endpoint; null for
    /// other channels.
    fingerprint: Option<String>,
    /// Maximum number of messages per hour; null for a delivery method, and for the broker, which gets each alert at once.
    most_per_hour: Option<u32>,
    /// Number of simultaneous alerts from which a channel sends one digest; null for a delivery method and for the broker.
    digest_from: Option<u32>,
    /// Quiet hours of the channel, as in 22:00-07:00; null for a delivery method, and without quiet hours.
    quiet_hours: Option<String>,
    /// IANA time zone of the quiet hours; null for the server's.
    quiet_zone: Option<String>,
    /// Whether the last attempt failed; a delivery method fails when every channel that serves it fails.
    failing: bool,
    /// Time of the last successful delivery.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_delivered_at: Option<Timestamp>,
    /// Time of the last failed attempt.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failed_at: Option<Timestamp>,
    /// Error of the last failed attempt, in one sentence.
    last_failure: Option<String>,
    /// Time of the next retry.
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
    /// The receiver's answer, or why it could not be reached.
    answer: String,
    /// Duration in milliseconds.
    took_ms: u64,
}

impl ChannelTest {
    /// Creates the response for a test that started at `began`.
    pub(super) fn answer(
        tested: std::result::Result<String, DeliveryError>,
        began: Instant,
    ) -> Reply {
        let test = Self {
            delivered: tested.is_ok(),
            answer: tested.unwrap_or_else(|error| error.to_string()),
            took_ms: u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX),
        };
        reply::json(StatusCode::OK, &test)
    }
}

/// One attempt to deliver a report through a channel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertDelivery {
    /// The report's id in the history.
    report: u64,
    /// Id of the alert, which may have been deleted.
    alert_id: u32,
    /// `in_app`, or the name of a channel.
    channel: String,
    /// When the attempt ended.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// Number of the attempt, from 1.
    attempt: u32,
    /// delivered, failed (will be retried), `given_up`, or cancelled (the channel was removed or switched off).
    #[schema(value_type = String)]
    outcome: AttemptOutcome,
    /// The receiver's answer, or why it could not be reached.
    answer: String,
    /// Duration in milliseconds.
    took_ms: u64,
    /// Number of reports in the same message, including this one.
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

/// Lists the delivery methods and whether this server has them, then the configured channels and their state.
#[utoipa::path(get, path = "/api/alert-channels", responses((status = 200, description = "Delivery methods first, then channels.", body = Vec<AlertChannel>)))]
pub(crate) async fn channels(state: &AppState) -> Result<Reply> {
    let waiting = state.store.run(Store::waiting).await?;
    let channels = state.alerts.channels();
    let ways = Delivery::METHODS
        .iter()
        .map(|way| of_way(way, channels, &waiting));
    let all = channels.all();
    let each = all.iter().map(|each| of_channel(each, channels, &waiting));
    let rows: Vec<_> = ways.chain(each).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

fn of_way(way: &Delivery, channels: &Channels, waiting: &BTreeMap<String, usize>) -> AlertChannel {
    let names = channels.names_for(way);
    let served = || names.iter().filter_map(|name| channels.get(name));
    let reason = check::unavailable(channels, way);
    AlertChannel {
        channel: way.as_str().to_owned(),
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
        failing: served().next().is_some() && served().all(|channel| channel.status().is_failing),
        last_delivered_at: served()
            .filter_map(|channel| channel.status().delivered_at)
            .max(),
        last_failed_at: None,
        last_failure: None,
        next_attempt_at: None,
        waiting: names.iter().filter_map(|name| waiting.get(name)).sum(),
        channels: names
            .into_iter()
            .filter(|name| name != way.as_str())
            .collect(),
    }
}

fn of_channel(
    channel: &OutboundChannel,
    channels: &Channels,
    waiting: &BTreeMap<String, usize>,
) -> AlertChannel {
    let state = channel.status();
    let name = channel.name();
    let settings = channel.settings();
    // The broker gets every alert at once, each in its own message.
    let is_limited = channel.delivery_method().is_some();
    let given = |text: &String| (!text.is_empty()).then(|| text.clone());
    AlertChannel {
        channel: name.to_owned(),
        available: channel.is_enabled(),
        reason: (!channel.is_enabled()).then(|| check::off(name)),
        kind: Some(channel.kind()),
        origin: Some(match channel.origin() {
            Origin::File => "file",
            Origin::Page { .. } => "page",
            Origin::Browser => "browser",
        }),
        shadows: channels.shadows(name),
        carries: channel.delivery_method().map(|way| way.as_str().to_owned()),
        channels: vec![],
        target: Some(channel.target()),
        fingerprint: channel.fingerprint().map(str::to_owned),
        most_per_hour: is_limited.then_some(settings.most_per_hour),
        digest_from: is_limited.then_some(settings.digest_from),
        quiet_hours: given(&settings.quiet_hours),
        quiet_zone: given(&settings.time_zone),
        failing: state.is_failing,
        last_delivered_at: state.delivered_at,
        last_failed_at: state.failed_at,
        last_failure: state.failure,
        next_attempt_at: state.next_attempt_at,
        waiting: waiting.get(name).copied().unwrap_or_default(),
    }
}

/// Sends a test message through a channel and returns the receiver's answer.
#[utoipa::path(post, path = "/api/alert-channels/{name}/test", params(("name" = String, Path)),
    responses((status = 200, description = "Whether the receiver accepted the message, and what it answered.", body = ChannelTest),
        (status = 404, description = "There is no such channel.", body = String),
        (status = 409, description = "Another test of this channel is in progress.", body = String)))]
pub(crate) async fn test_channel(state: &AppState, name: &str) -> Result<Reply> {
    let channel = state.alerts.channels().get(name);
    let channel = channel
        .ok_or_else(|| ApiError::not_found(format!("There is no channel called {name}.")))?;
    let began = Instant::now();
    let tested = channel
        .test(state.now())
        .await
        .ok_or_else(|| ApiError::conflict("A test of this channel is already in progress."))?;
    if let Err(DeliveryError::Unsubscribed(_)) = &tested {
        // The channel may have been removed in the meantime.
        match state.alerts.unsubscribe(name).await {
            Err(StoreError::NotFound(_)) => {}
            done => done?,
        }
    }
    Ok(ChannelTest::answer(tested, began))
}

/// Lists the newest attempts to deliver alert reports.
#[utoipa::path(get, path = "/api/alert-deliveries",
    params(("alert" = Option<u32>, Query, description = "number of an alert: only deliveries of its reports")),
    responses((status = 200, description = "The newest attempts first.", body = Vec<AlertDelivery>)))]
pub(crate) async fn deliveries(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let alert = match request.query("alert") {
        None => None,
        Some(id) => Some(number(&id, "alert")?),
    };
    let attempts = state
        .store
        .run(move |store| store.delivery_attempts(alert, MAX_ATTEMPTS));
    let rows: Vec<_> = attempts
        .await?
        .into_iter()
        .map(AlertDelivery::from)
        .collect();
    Ok(reply::json(StatusCode::OK, &rows))
}
