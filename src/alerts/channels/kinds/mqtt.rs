//! MQTT channel: publishes each alert to the broker's topic for alerts, where Home Assistant reads it as an event
//! (<https://www.home-assistant.io/integrations/event.mqtt/>).

use jiff::Timestamp;
use serde_json::json;

use crate::{
    alerts::{
        channels::{notification::Notification, transport::Transport},
        delivery::{Attempt, DeliveryError},
    },
    broker::{BrokerHandle, EVENT_TYPES},
};

/// The kind and the name of the channel of the MQTT broker.
pub(crate) const BROKER: &str = "mqtt";

/// Publishes over the connection to the broker, which the `mqtt` module maintains.
pub(in crate::alerts::channels) struct Mqtt(pub(in crate::alerts::channels) BrokerHandle);

impl Transport for Mqtt {
    /// The topic and the broker's address.
    fn target(&self) -> String {
        let Self(handle) = self;
        let (_, host) = handle.address().split_once("://").unwrap_or_default();
        format!("{} via {host}", handle.topic())
    }

    fn send<'a>(&'a self, notification: &'a Notification<'a>, _now: Timestamp) -> Attempt<'a> {
        Box::pin(async move {
            let sent = self.0.publish(payload(notification)).await;
            sent.map(|()| "Acknowledged by the broker".to_owned())
                .map_err(DeliveryError::Failed)
        })
    }

    fn problem(&self) -> Option<String> {
        self.0.state().problem
    }

    fn is_offline(&self) -> bool {
        !self.0.is_connected()
    }
}

/// Returns the JSON payload. Every retry of a message has the same `key`.
fn payload(notification: &Notification<'_>) -> String {
    let message = notification.message;
    let [alert, test] = EVENT_TYPES;
    let mut payload = json!({
        "event_type": if message.is_test() { test } else { alert },
        "key": message.key,
        "message": message.text(),
        "at": message.at,
    });
    if let Some(fired) = message.single() {
        payload["message"] = json!(fired.sentence);
        payload["symbol"] = json!(fired.symbol);
        payload["price"] = json!(fired.price);
        payload["currency"] = json!(fired.currency);
        payload["late"] = json!(fired.late);
        payload["note"] = json!(fired.note);
        payload["url"] = json!(fired.url);
        payload["alert_id"] = json!(fired.alert_id);
    }
    if let Some(link) = &notification.link {
        payload["link"] = json!(link);
    }
    payload.to_string()
}
