//! The connections over which prices are pushed.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use tokio::time::Instant;
use utoipa::ToSchema;

use crate::{domain::provider::StreamConnection, web::AppState};

/// A connection of a stream.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StreamStatus {
    /// Whose it is, as in the configuration.
    source: String,
    /// Which of its connections, from 1.
    number: usize,
    /// Symbols that it is subscribed to.
    symbols: usize,
    /// Most symbols that its provider lets a connection have; null where it names no limit.
    most_symbols: Option<usize>,
    /// Since when it is open; null while it is being opened, or waits to be opened again.
    #[schema(value_type = Option<String>, format = DateTime)]
    opened_at: Option<Timestamp>,
    /// When its last message came; null before the first.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_message_at: Option<Timestamp>,
    /// Messages that came, over the last 60 whole seconds, or since it was opened where that is less; null in its
    /// first second.
    messages_per_second: Option<f64>,
}

/// Every connection: by source, then by number.
pub(super) fn list(state: &AppState) -> Vec<StreamStatus> {
    let now = state.now();
    let ago = |age: Duration| now.checked_sub(SignedDuration::try_from(age).ok()?).ok();
    let status = |connection| {
        let StreamConnection {
            provider,
            number,
            symbols,
            max_symbols,
            open_for,
            heard_ago,
            messages_per_second,
        } = connection;
        StreamStatus {
            source: provider,
            number,
            symbols,
            most_symbols: max_symbols,
            opened_at: open_for.and_then(ago),
            last_message_at: heard_ago.and_then(ago),
            messages_per_second,
        }
    };
    let connections = state.board.connections(Instant::now());
    connections.into_iter().map(status).collect()
}
