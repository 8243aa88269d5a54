//! Where alerts go besides the app: the channels, whether they work, and what they delivered.

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

/// Attempts answered at most.
const LOG: usize = 200;

/// A way of delivery, or a channel that is configured.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertChannel {
    /// `in_app`, email, sms or push; of a channel its name.
    channel: String,
    /// Alerts can be delivered there.
    available: bool,
    /// Why not; null when it is available.
    reason: Option<String>,
    /// ntfy, webhook, smtp or command; `web_push` for a browser that is told of alerts; mqtt for the broker; null for a way of
    /// delivery.
    kind: Option<&'static str>,
    /// Where a channel was made: file, page or browser; null for a way of delivery.
    origin: Option<&'static str>,
    /// Whether a channel of the same name was made on the page: it is not used, and can be removed; false for a way of delivery.
    shadows: bool,
    /// The way of delivery that a channel serves: email, sms or push; null for a way itself, and for the broker,
    /// which gets every alert.
    carries: Option<String>,
    /// The channels that serve a way; empty for a channel.
    channels: Vec<String>,
    /// Where a channel's messages go, without what is secret: a machine, addresses of mail, or a program; null for a way.
    target: Option<String>,
    /// By what a page knows its own browser: the first 16 digits of the SHA-256 of its subscription's endpoint; null for
    /// what is no browser.
    fingerprint: Option<String>,
    /// Messages of a channel in an hour at most; null for a way, and for the broker, which gets each alert at once.
    most_per_hour: Option<u32>,
    /// As many alerts that fire at once are one message of a channel; null for a way and for the broker.
    digest_from: Option<u32>,
    /// When a channel sends nothing, as in 22:00-07:00; null for a way, and where there are no such hours.
    quiet_hours: Option<String>,
    /// The IANA zone of those hours; null for the server's.
    quiet_zone: Option<String>,
    /// Whether its last attempt failed; a way fails when every channel that serves it does.
    failing: bool,
    /// When something was last delivered.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_delivered_at: Option<Timestamp>,
    /// When an attempt last failed.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_failed_at: Option<Timestamp>,
    /// Why it failed, in a sentence.
    last_failure: Option<String>,
    /// When what failed is tried again.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt_at: Option<Timestamp>,
    /// Reports that wait to be delivered.
    waiting: usize,
}

/// What a test came to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChannelTest {
    /// The receiver took it.
    delivered: bool,
    /// What it said, or why it was not reached.
    answer: String,
    /// How long it took, in milliseconds.
    took_ms: u64,
}

impl ChannelTest {
    /// What a test came to that began then.
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

/// An attempt to deliver a report through a channel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AlertDelivery {
    /// The report, by its number in the history.
    report: u64,
    /// The alert that made it, which may be deleted since.
    alert_id: u32,
    /// `in_app`, or the name of a channel.
    channel: String,
    /// When it ended.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// 1 for the first attempt.
    attempt: u32,
    /// delivered, failed (it is tried again), `given_up`, or cancelled: the channel was removed or switched off.
    #[schema(value_type = String)]
    outcome: AttemptOutcome,
    /// What the receiver said, or why it was not reached.
    answer: String,
    /// How long it took, in milliseconds.
    took_ms: u64,
    /// Reports in the same message, this one among them.
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

/// The ways of delivery and which of them this server has, and behind them the channels that are configured, with
/// how they do.
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
    // The broker gets every alert at once, and each on its own.
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

/// Sends a test through a channel at once, and answers with what the receiver said.
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
        .ok_or_else(|| ApiError::conflict("A test of it is under way already."))?;
    if let Err(DeliveryError::Gone(_)) = &tested {
        // Whoever took it out meanwhile did the same.
        match state.alerts.unsubscribe(name).await {
            Err(StoreError::NotFound(_)) => {}
            done => done?,
        }
    }
    Ok(ChannelTest::answer(tested, began))
}

/// The newest attempts to deliver what alerts reported.
#[utoipa::path(get, path = "/api/alert-deliveries",
    params(("alert" = Option<u32>, Query, description = "number of an alert: those of its reports only")),
    responses((status = 200, description = "The newest attempts first.", body = Vec<AlertDelivery>)))]
pub(crate) async fn deliveries(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let alert = match request.query("alert") {
        None => None,
        Some(id) => Some(number(&id, "alert")?),
    };
    let attempts = state
        .store
        .run(move |store| store.delivery_attempts(alert, LOG));
    let rows: Vec<_> = attempts
        .await?
        .into_iter()
        .map(AlertDelivery::from)
        .collect();
    Ok(reply::json(StatusCode::OK, &rows))
}
