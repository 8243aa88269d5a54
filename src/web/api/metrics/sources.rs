//! Metrics for the providers of data.

use std::collections::BTreeMap;

use jiff::Timestamp;
use tokio::time::Instant;

use super::exposition::{Exposition, bool_value};
use crate::{
    domain::provider::{ProviderHealth, ProviderState},
    web::AppState,
};

/// The states of a provider with their labels, which are the same as in `/api/providers`.
const STATES: [(&str, ProviderState); 7] = [
    ("waiting", ProviderState::Waiting),
    ("ok", ProviderState::Ok),
    ("degraded", ProviderState::Degraded),
    ("failing", ProviderState::Failing),
    ("outdated", ProviderState::Outdated),
    ("refused", ProviderState::Refused),
    ("disabled", ProviderState::Disabled),
];

/// A metric's name, help text, and function that returns its value for a provider.
type SourceMetric<T> = (&'static str, &'static str, fn(&ProviderHealth) -> T);

/// Writes the metrics of all providers.
pub(super) fn write(text: &mut Exposition, state: &AppState, providers: &[ProviderHealth]) {
    let counters: [SourceMetric<u64>; 3] = [
        (
            "marketdeck_provider_requests_total",
            "Requests sent to a provider.",
            |provider| provider.requests,
        ),
        (
            "marketdeck_provider_failures_total",
            "Failed requests to a provider.",
            |provider| provider.failures,
        ),
        (
            "marketdeck_provider_rate_limited_total",
            "Rate-limit responses from a provider.",
            |provider| provider.throttled,
        ),
    ];
    for (name, help, count) in counters {
        let mut counter = text.counter(name, help);
        for provider in providers {
            counter.sample(&[("provider", &provider.name)], count(provider) as f64);
        }
    }
    let mut states = text.gauge(
        "marketdeck_provider_state",
        "1 for the current state of a provider, else 0.",
    );
    for provider in providers {
        for (label, state) in STATES {
            let labels = [("provider", provider.name.as_str()), ("state", label)];
            states.sample(&labels, bool_value(provider.state == state));
        }
    }
    let times: [SourceMetric<Option<Timestamp>>; 2] = [
        (
            "marketdeck_provider_last_success_timestamp_seconds",
            "Time at which data last arrived from a provider, in seconds since 1970.",
            |provider| provider.last_success,
        ),
        (
            "marketdeck_provider_last_failure_timestamp_seconds",
            "Time of the last failed request to a provider, in seconds since 1970.",
            |provider| provider.last_failure,
        ),
    ];
    for (name, help, time) in times {
        let mut gauge = text.gauge(name, help);
        for provider in providers {
            if let Some(time) = time(provider) {
                let seconds = time.as_millisecond() as f64 / 1e3;
                gauge.sample(&[("provider", &provider.name)], seconds);
            }
        }
    }
    let mut remaining = text.gauge(
        "marketdeck_provider_requests_left",
        "Remaining requests of a provider's daily or monthly quota (UTC).",
    );
    for provider in providers {
        for quota in &provider.quota {
            let labels = [
                ("provider", provider.name.as_str()),
                ("period", quota.period.as_str()),
            ];
            remaining.sample(&labels, quota.left as f64);
        }
    }
    let mut open_connections: BTreeMap<String, u32> = BTreeMap::new();
    for connection in state.health_board.connections(Instant::now()) {
        let count = open_connections.entry(connection.provider).or_default();
        *count += u32::from(connection.open_duration.is_some());
    }
    let mut streams = text.gauge(
        "marketdeck_stream_connections_open",
        "Open streaming connections of a provider.",
    );
    for (provider, count) in &open_connections {
        streams.sample(&[("provider", provider)], f64::from(*count));
    }
}
