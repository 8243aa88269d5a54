//! A message of an MQTT broker: whoever listens to the topic of alerts gets each of them, Home Assistant as an event
//! (<https://www.home-assistant.io/integrations/event.mqtt/>).

use serde_json::json;

use super::outgoing::Outgoing;
use crate::{
    alerts::delivery::DeliveryError,
    broker::{BrokerHandle, EVENT_TYPES},
};

/// Through the connection that the program holds.
pub(super) struct Mqtt(pub(super) BrokerHandle);

impl Mqtt {
    /// The broker, and where alerts go there.
    pub(super) fn target(&self) -> String {
        let Self(handle) = self;
        let (_, machine) = handle.address().split_once("://").unwrap_or_default();
        format!("{} by {machine}", handle.topic())
    }

    pub(super) fn is_connected(&self) -> bool {
        self.0.is_connected()
    }

    /// Why there is no connection; `None` where there is one, and before the first attempt.
    pub(super) fn problem(&self) -> Option<String> {
        self.0.state().problem
    }

    pub(super) async fn send(&self, outgoing: &Outgoing<'_>) -> Result<String, DeliveryError> {
        let sent = self.0.publish(payload(outgoing)).await;
        sent.map(|()| "Acknowledged by the broker".to_owned())
            .map_err(DeliveryError::Failed)
    }
}

/// What fired, as JSON; whoever gets two of one `key` got one twice.
fn payload(outgoing: &Outgoing<'_>) -> String {
    let message = outgoing.message;
    let [alert, test] = EVENT_TYPES;
    let mut payload = json!({
        "event_type": if message.is_test() { test } else { alert },
        "key": message.key,
        "message": message.text(),
        "at": message.at,
    });
    if let Some(fired) = message.only() {
        payload["message"] = json!(fired.sentence);
        payload["symbol"] = json!(fired.symbol);
        payload["price"] = json!(fired.price);
        payload["currency"] = json!(fired.currency);
        payload["late"] = json!(fired.late);
        payload["note"] = json!(fired.note);
        payload["alert_id"] = json!(fired.alert_id);
    }
    if let Some(link) = &outgoing.link {
        payload["link"] = json!(link);
    }
    payload.to_string()
}
