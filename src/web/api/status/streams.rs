//! Streaming connections to sources in the status of the server.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::{domain::provider::StreamConnection, web::AppState};

/// A streaming connection to a source.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StreamStatus {
    /// Name of the source as in the configuration.
    source: String,
    /// 1-based number of the connection among those to the same source.
    number: usize,
    /// Number of subscribed symbols.
    symbols: usize,
    /// Maximum number of symbols per connection; null if the provider has no limit.
    most_symbols: Option<usize>,
    /// When the connection was opened; null while it is connecting or waiting to reconnect.
    #[schema(value_type = Option<String>, format = DateTime)]
    opened_at: Option<Timestamp>,
    /// Time of the last message; null before the first message.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_message_at: Option<Timestamp>,
    /// Mean number of messages per second in the last 60 seconds, or since the connection was opened if that is less; null in the first
    /// second.
    messages_per_second: Option<f64>,
}

/// Lists all connections, sorted by source and number.
pub(super) fn list(state: &AppState) -> Vec<StreamStatus> {
    let now = state.now();
    let time_of = |age: Duration| now.checked_sub(SignedDuration::try_from(age).ok()?).ok();
    let status = |connection| {
        let StreamConnection {
            provider,
            number,
            symbols,
            max_symbols,
            open_duration,
            last_message_age,
            messages_per_second,
        } = connection;
        StreamStatus {
            source: provider,
            number,
            symbols,
            most_symbols: max_symbols,
            opened_at: open_duration.and_then(time_of),
            last_message_at: last_message_age.and_then(time_of),
            messages_per_second,
        }
    };
    let connections = state.health_board.connections(Instant::now());
    connections.into_iter().map(status).collect()
}
