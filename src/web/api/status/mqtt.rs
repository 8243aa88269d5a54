//! Status of the connection to the MQTT broker.

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
    /// Start of the connection.
    #[schema(value_type = Option<String>, format = DateTime)]
    connected_at: Option<Timestamp>,
    /// Why it is not connected, in one sentence; null if it is, and before the first attempt.
    problem: Option<String>,
    /// Number of tickers whose prices are published.
    tickers: usize,
    /// Number of messages sent since the start.
    messages: u64,
    /// Names in `mqtt.lists` of the configuration that no list has.
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
