//! How the sources of market data are.

use std::collections::BTreeMap;

use jiff::Timestamp;
use tokio::time::Instant;

use super::exposition::{Exposition, yes};
use crate::{
    domain::provider::{ProviderHealth, ProviderState},
    web::AppState,
};

/// What a state is called in `/api/providers`, too.
const STATES: [(&str, ProviderState); 6] = [
    ("waiting", ProviderState::Waiting),
    ("ok", ProviderState::Ok),
    ("degraded", ProviderState::Degraded),
    ("failing", ProviderState::Failing),
    ("outdated", ProviderState::Outdated),
    ("refused", ProviderState::Refused),
];

/// The name of a metric, what it tells, and its value for a source.
type Figure<T> = (&'static str, &'static str, fn(&ProviderHealth) -> T);

/// Writes the figures of every source.
pub(super) fn write(text: &mut Exposition, state: &AppState, providers: &[ProviderHealth]) {
    let counters: [Figure<u64>; 3] = [
        (
            "marketdeck_provider_requests_total",
            "Requests sent to a source.",
            |provider| provider.requests,
        ),
        (
            "marketdeck_provider_failures_total",
            "Of what a source was asked for, what failed.",
            |provider| provider.failures,
        ),
        (
            "marketdeck_provider_rate_limited_total",
            "How often a source asked to slow down.",
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
        "1 for the state that a source is in, else 0.",
    );
    for provider in providers {
        for (word, state) in STATES {
            let labels = [("provider", provider.name.as_str()), ("state", word)];
            states.sample(&labels, yes(provider.state == state));
        }
    }
    let times: [Figure<Option<Timestamp>>; 2] = [
        (
            "marketdeck_provider_last_success_timestamp_seconds",
            "When data of a source last arrived, in seconds since 1970.",
            |provider| provider.last_success,
        ),
        (
            "marketdeck_provider_last_failure_timestamp_seconds",
            "When a source last failed, in seconds since 1970.",
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
    let mut left = text.gauge(
        "marketdeck_provider_requests_left",
        "Requests that the plan of a source still allows in a day or a month of UTC.",
    );
    for provider in providers {
        for quota in &provider.quota {
            let labels = [
                ("provider", provider.name.as_str()),
                ("period", quota.period.as_str()),
            ];
            left.sample(&labels, quota.left as f64);
        }
    }
    let mut open: BTreeMap<String, u32> = BTreeMap::new();
    for connection in state.board.connections(Instant::now()) {
        let count = open.entry(connection.provider).or_default();
        *count += u32::from(connection.open_for.is_some());
    }
    let mut streams = text.gauge(
        "marketdeck_stream_connections_open",
        "Open connections over which a source pushes prices.",
    );
    for (provider, count) in &open {
        streams.sample(&[("provider", provider)], f64::from(*count));
    }
}
