//! How the connection with the MQTT broker is.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::broker::{BrokerHandle, BrokerState};

/// The connection with the MQTT broker.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MqttStatus {
    /// Where it is.
    address: String,
    /// Whether the connection stands.
    connected: bool,
    /// Since when.
    #[schema(value_type = Option<String>, format = DateTime)]
    connected_at: Option<Timestamp>,
    /// Why it does not stand, in a sentence; null where it does, and before the first attempt.
    problem: Option<String>,
    /// Tickers whose prices are published.
    tickers: usize,
    /// Messages that were sent since the start.
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
