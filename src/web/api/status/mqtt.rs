//! The connection to the MQTT broker in the status of the server.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::broker::{BrokerHandle, BrokerState};

/// The connection to the MQTT broker.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MqttStatus {
    /// Address of the broker.
    address: String,
    /// Whether the broker is connected.
    connected: bool,
    /// Start of the connection; null while the broker is not connected.
    #[schema(value_type = Option<String>, format = DateTime)]
    connected_at: Option<Timestamp>,
    /// Why the broker is not connected, in one sentence; null while it is connected, and before the first attempt.
    problem: Option<String>,
    /// Number of tickers whose prices are published.
    tickers: usize,
    /// Number of messages sent since the server started.
    messages: u64,
    /// Names in the configuration key `mqtt.lists` without a list.
    unknown_lists: Vec<String>,
}

impl MqttStatus {
    pub(super) fn of(handle: &BrokerHandle) -> Self {
        let BrokerState {
            connected_at,
            problem,
            messages,
            tickers,
            unknown_lists,
        } = handle.state();
        Self {
            address: handle.address().to_owned(),
            connected: connected_at.is_some(),
            connected_at,
            problem,
            tickers,
            messages,
            unknown_lists,
        }
    }
}
