//! Endpoint for Prometheus metrics. Values are in base units. docs/prometheus.md documents each metric.

mod backups;
mod cluster;
mod exposition;
mod holdings;
mod sources;

use std::{collections::BTreeMap, time::Instant};

use hyper::{
    StatusCode,
    header::{CONTENT_TYPE, HeaderValue},
};

use self::exposition::{Exposition, MEDIA_TYPE, bool_value};
use crate::{
    alerts::{Channel as _, Channels},
    market::Listing,
    runtime::{
        health::{Facts, Level},
        process,
        supervisor::{TaskKind, TaskState},
    },
    store::AttemptOutcome,
    web::{
        AppState,
        api::{shapes::Ticker, status, system::VERSION},
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// Returns all metrics of the server in the Prometheus text format.
#[utoipa::path(get, path = "/metrics", responses(
    (status = 200, description = "Metrics in the Prometheus text format.", body = String, content_type = "text/plain"),
    (status = 404, description = "Metrics are switched off.", body = String, content_type = "text/plain")))]
pub(crate) async fn scrape(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    if !state.settings.metrics {
        return Err(ApiError::not_found(
            "Metrics are disabled: 'metrics' is false in the configuration.",
        ));
    }
    let mut text = Exposition::default();
    let providers = state.health_board.list();
    let facts = status::facts(state, request.person(), Instant::now(), &providers);
    write_build_and_health(&mut text, state, &facts);
    write_requests(&mut text, state);
    write_live_connections(&mut text, state);
    write_market(&mut text, state, &facts);
    sources::write(&mut text, state, &providers);
    write_store(&mut text, state, &facts);
    backups::write(&mut text, facts.backups.as_ref());
    write_deliveries(&mut text, state, request).await?;
    holdings::write(&mut text, state, request).await?;
    cluster::write(&mut text, facts.cluster.as_ref());
    write_tasks(&mut text, &facts);
    write_process(&mut text);
    let mut reply = reply::text(StatusCode::OK, text.into_text());
    reply
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    Ok(reply)
}

fn write_build_and_health(text: &mut Exposition, state: &AppState, facts: &Facts) {
    let build = [("version", VERSION), ("market", state.settings.market)];
    text.gauge(
        "marketdeck_build_info",
        "Version and market of this server; always 1.",
    )
    .sample(&build, 1.0);
    let level = facts.verdict().level;
    let mut health = text.gauge(
        "marketdeck_health",
        "1 for the server's health as in /api/status, else 0.",
    );
    for (label, known) in [
        ("ok", Level::Ok),
        ("degraded", Level::Degraded),
        ("failing", Level::Failing),
    ] {
        health.sample(&[("status", label)], bool_value(known == level));
    }
}

fn write_requests(text: &mut Exposition, state: &AppState) {
    let rows = state.requests.rows();
    let mut counts = text.counter(
        "marketdeck_http_requests_total",
        "HTTP requests by method, route and class of status.",
    );
    for row in &rows {
        for (class, count) in &row.by_class {
            let labels = [
                ("method", row.method),
                ("route", row.route),
                ("status", class),
            ];
            counts.sample(&labels, *count as f64);
        }
    }
    let mut durations = text.histogram(
        "marketdeck_http_request_duration_seconds",
        "Time from the head of a request to its response, by method and route.",
    );
    for row in &rows {
        let labels = [("method", row.method), ("route", row.route)];
        durations.durations(&labels, &row.duration);
    }
}

fn write_live_connections(text: &mut Exposition, state: &AppState) {
    text.gauge(
        "marketdeck_live_connections",
        "Current number of live connections.",
    )
    .sample(&[], state.hub.connections() as f64);
    let counters = &state.counters;
    for (name, help, counter) in [
        (
            "marketdeck_live_connections_opened_total",
            "Live connections opened.",
            &counters.sockets,
        ),
        (
            "marketdeck_live_frames_total",
            "Frames written to live connections.",
            &counters.frames,
        ),
        (
            "marketdeck_live_writes_total",
            "Write calls for the frames of live connections.",
            &counters.writes,
        ),
        (
            "marketdeck_live_sent_bytes_total",
            "Bytes of frames written to live connections.",
            &counters.frame_bytes,
        ),
        (
            "marketdeck_live_unparseable_messages_total",
            "Invalid messages from live connections.",
            &counters.unparseable,
        ),
    ] {
        text.counter(name, help).sample(&[], counter.get() as f64);
    }
}

fn write_market(text: &mut Exposition, state: &AppState, facts: &Facts) {
    let counters = &state.counters;
    for (name, help, counter) in [
        (
            "marketdeck_ticks_total",
            "Prices merged into the market.",
            &counters.ticks,
        ),
        (
            "marketdeck_bars_total",
            "Bars merged into the market.",
            &counters.bars,
        ),
        (
            "marketdeck_refused_values_total",
            "Values from sources that were rejected as implausible.",
            &counters.dropped,
        ),
    ] {
        text.counter(name, help).sample(&[], counter.get() as f64);
    }
    let now = state.now();
    let is_stale = |listing: &&Listing| Ticker::of(listing, now).stale;
    let (ticker_count, stale_count) = {
        let market = state.market.read();
        let listings = market.listings();
        (listings.len(), listings.iter().filter(is_stale).count())
    };
    text.gauge("marketdeck_tickers", "Number of tickers.")
        .sample(&[], ticker_count as f64);
    text.gauge(
        "marketdeck_stale_tickers",
        "Tickers whose price is older than is usual for their source.",
    )
    .sample(&[], stale_count as f64);
    text.gauge(
        "marketdeck_queued_updates",
        "Updates from sources that wait to be merged.",
    )
    .sample(&[], facts.queued as f64);
}

fn write_store(text: &mut Exposition, state: &AppState, facts: &Facts) {
    let database = state.store.stats();
    text.gauge("marketdeck_store_size_bytes", "Size of the database file.")
        .sample(&[], database.file_bytes as f64);
    if let Some(free) = database.free_bytes {
        text.gauge(
            "marketdeck_store_free_bytes",
            "Free space on the disk of the database, in bytes.",
        )
        .sample(&[], free as f64);
    }
    text.gauge(
        "marketdeck_store_writable",
        "Whether the database can be written.",
    )
    .sample(&[], bool_value(!facts.store_fails));
    text.gauge(
        "marketdeck_store_unsaved_seconds",
        "Age of the oldest market data that is not saved yet; 0 if everything is saved.",
    )
    .sample(&[], facts.unsaved_for.map_or(0.0, |age| age.as_secs_f64()));
    text.gauge(
        "marketdeck_store_waiting_rows",
        "Rows of market data that are not saved yet.",
    )
    .sample(&[], facts.backlog.rows as f64);
    text.counter(
        "marketdeck_store_refused_rows_total",
        "Bars dropped because too many were waiting to be saved; they are requested again.",
    )
    .sample(&[], facts.backlog.refused as f64);
    text.counter(
        "marketdeck_store_failed_writes_total",
        "Writes that failed because of the disk or the database file.",
    )
    .sample(&[], database.failures as f64);
    text.histogram(
        "marketdeck_store_commit_duration_seconds",
        "Duration of commits to the database.",
    )
    .durations(&[], &database.commits);
}

async fn write_deliveries(
    text: &mut Exposition,
    state: &AppState,
    request: &ApiRequest,
) -> Result<()> {
    let mut counts = text.counter(
        "marketdeck_alert_deliveries_total",
        "Attempts to deliver alert reports, by channel and outcome.",
    );
    for ((channel, outcome), count) in state.store.attempts(request.person()) {
        let outcome = match outcome {
            AttemptOutcome::Delivered => "delivered",
            AttemptOutcome::Failed => "failed",
            AttemptOutcome::GivenUp => "given_up",
            AttemptOutcome::Cancelled => "cancelled",
        };
        let labels = [("channel", channel.as_str()), ("outcome", outcome)];
        counts.sample(&labels, count as f64);
    }
    let waiting = request.store(state, |store| store.waiting()).await?;
    let mut gauge = text.gauge(
        "marketdeck_alert_deliveries_waiting",
        "Alert reports that wait for delivery, by channel.",
    );
    for (channel, count) in &waiting {
        gauge.sample(&[("channel", channel)], *count as f64);
    }
    let channels = state.alerts.channels();
    let failing = channels.failing(request.person());
    let mut gauge = text.gauge(
        "marketdeck_alert_channel_failing",
        "Whether the last delivery through a configured channel failed.",
    );
    for channel in channels.of(request.person()) {
        let name = channel.name();
        let is_failing = failing.iter().any(|(failing, _)| failing == name);
        gauge.sample(&[("channel", name)], bool_value(is_failing));
    }
    if request.person().is_owner() {
        write_broker(text, channels);
    }
    Ok(())
}

fn write_broker(text: &mut Exposition, channels: &Channels) {
    let handle = channels.broker();
    let mut connected = text.gauge(
        "marketdeck_mqtt_connected",
        "Whether the MQTT broker is connected, if one is configured.",
    );
    if let Some(handle) = handle {
        connected.sample(&[], bool_value(handle.is_connected()));
    }
    let mut messages = text.counter(
        "marketdeck_mqtt_messages_total",
        "Messages sent to the MQTT broker.",
    );
    if let Some(handle) = handle {
        messages.sample(&[], handle.state().messages as f64);
    }
}

fn write_tasks(text: &mut Exposition, facts: &Facts) {
    // Several tasks may share a name: kind, whether one of them is running, and the sum of their restarts.
    let mut by_name: BTreeMap<&str, (TaskKind, bool, u32)> = BTreeMap::new();
    for task in &facts.tasks {
        let (_, is_running, restarts) = by_name.entry(&task.name).or_insert((task.kind, false, 0));
        *is_running |= task.state == TaskState::Running;
        *restarts += task.restarts;
    }
    let mut running = text.gauge(
        "marketdeck_task_running",
        "Whether a task of the server is running; 0 for a task that has ended.",
    );
    for (name, (kind, is_running, _)) in &by_name {
        let kind = match kind {
            TaskKind::Essential => "essential",
            TaskKind::Restartable => "restartable",
        };
        running.sample(&[("task", name), ("kind", kind)], bool_value(*is_running));
    }
    let mut restart_counter = text.counter(
        "marketdeck_task_restarts_total",
        "Restarts of a task after a failure.",
    );
    for (name, (.., restarts)) in &by_name {
        restart_counter.sample(&[("task", name)], f64::from(*restarts));
    }
}

fn write_process(text: &mut Exposition) {
    let usage = process::usage();
    let to_f64 = |value: Option<u64>| value.map(|value| value as f64);
    for (name, help, value) in [
        (
            "process_resident_memory_bytes",
            "Resident memory of the process.",
            to_f64(usage.resident_bytes),
        ),
        (
            "process_virtual_memory_bytes",
            "Virtual memory of the process.",
            to_f64(usage.virtual_bytes),
        ),
        (
            "process_open_fds",
            "Open file descriptors.",
            to_f64(usage.open_files),
        ),
        (
            "process_threads",
            "Threads of the process.",
            to_f64(usage.threads),
        ),
        (
            "process_start_time_seconds",
            "Start of the process, in seconds since 1970.",
            usage.started_at,
        ),
    ] {
        text.gauge(name, help).value(value);
    }
    text.counter(
        "process_cpu_seconds_total",
        "CPU time of the process on all cores.",
    )
    .value(usage.cpu_seconds);
}
