//! Status of streaming connections.

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
    /// Number of the connection, from 1.
    number: usize,
    /// Number of subscribed symbols.
    symbols: usize,
    /// Maximum number of symbols per connection at the provider; null if it has no limit.
    most_symbols: Option<usize>,
    /// When it was opened; null while it is connecting or waiting to reconnect.
    #[schema(value_type = Option<String>, format = DateTime)]
    opened_at: Option<Timestamp>,
    /// Time of the last message; null before the first.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_message_at: Option<Timestamp>,
    /// Messages received in the last 60 whole seconds, or since it was opened if that is less; null in its first
    /// second.
    messages_per_second: Option<f64>,
}

/// Lists every connection by source, then by number.
pub(super) fn list(state: &AppState) -> Vec<StreamStatus> {
    let now = state.now();
    let ago = |age: Duration| now.checked_sub(SignedDuration::try_from(age).ok()?).ok();
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
            opened_at: open_duration.and_then(ago),
            last_message_at: last_message_age.and_then(ago),
            messages_per_second,
        }
    };
    let connections = state.board.connections(Instant::now());
    connections.into_iter().map(status).collect()
}
