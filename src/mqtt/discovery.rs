//! Home Assistant's MQTT discovery: a retained message for each entity
//! (<https://www.home-assistant.io/integrations/mqtt/#single-component-discovery-payload>).

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::{Value, json};

use crate::{
    broker::{BrokerSettings, EVENT_TYPES},
    domain::ticker::{Profile, TickerKind},
};

/// Template of a price's attributes. They change a few times a day at most. Home Assistant's recorder stores a row for each
/// distinct set of attributes, so price, change and time are left out.
const ATTRIBUTES: &str = "{{ {'symbol': value_json.symbol, 'name': value_json.name, 'currency': value_json.currency, \
     'session': value_json.session, 'stale': value_json.stale} | tojson }}";

/// Builds the discovery messages of this server.
pub(super) struct Discovery {
    prefix: String,
    /// Distinguishes our entities from those of others; letters, digits, _ and - only.
    node: String,
    settings: BrokerSettings,
    /// Public address of this server; empty if unknown.
    public_url: String,
}

impl Discovery {
    pub(super) fn new(settings: &BrokerSettings, public_url: &str) -> Self {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let client_id = settings.client_id();
        let node = client_id.chars().map(|c| if is_plain(c) { c } else { '_' });
        Self {
            prefix: settings.discovery_prefix.clone(),
            node: node.collect(),
            settings: settings.clone(),
            public_url: public_url.to_owned(),
        }
    }

    /// Returns the topic on which Home Assistant reports that it has started or is stopping
    /// (<https://www.home-assistant.io/integrations/mqtt/#birth-and-last-will-messages>).
    pub(super) fn birth_topic(&self) -> String {
        format!("{}/status", self.prefix)
    }

    /// Returns the filter for all discovery messages of this server, including outdated ones.
    pub(super) fn own_topics(&self) -> String {
        format!("{}/+/{}/+/config", self.prefix, self.node)
    }

    /// Returns true if `topic` belongs to a discovery message of this server.
    pub(super) fn is_own(&self, topic: &str) -> bool {
        let below = topic
            .strip_prefix(&self.prefix)
            .and_then(|rest| rest.strip_prefix('/'));
        let levels: Vec<_> = below.unwrap_or_default().split('/').collect();
        matches!(levels[..], [_, node, _, "config"] if node == self.node)
    }

    /// Returns the discovery messages by topic; none if discovery is off.
    pub(super) fn messages(&self, tickers: &[Profile]) -> BTreeMap<String, String> {
        let mut messages = BTreeMap::new();
        if !self.settings.discovery {
            return messages;
        }
        let mut add = |component: &str, object: &str, payload: Value| {
            let topic = format!("{}/{component}/{}/{object}/config", self.prefix, self.node);
            messages.insert(topic, payload.to_string());
        };
        add("event", "alert", self.alert());
        for profile in tickers {
            let object = object_id(&profile.symbol);
            add(
                "sensor",
                &format!("{object}_price"),
                self.price(profile, &object),
            );
            add(
                "sensor",
                &format!("{object}_change"),
                self.change(profile, &object),
            );
        }
        messages
    }

    /// <https://www.home-assistant.io/integrations/event.mqtt/>
    fn alert(&self) -> Value {
        self.entity(
            "alert",
            "Alert",
            json!({
                "state_topic": self.settings.alert_topic(),
                "event_types": EVENT_TYPES,
                "icon": "mdi:bell-ring",
                "qos": 1,
            }),
        )
    }

    /// <https://www.home-assistant.io/integrations/sensor.mqtt/>. Without the device class `monetary`: that is for totals, for
    /// which Home Assistant keeps no mean, minimum and maximum.
    fn price(&self, profile: &Profile, object: &str) -> Value {
        let topic = self.settings.ticker_topic(&profile.symbol);
        let mut fields = json!({
            "state_topic": topic,
            "json_attributes_topic": topic,
            "json_attributes_template": ATTRIBUTES,
            "value_template": "{{ value_json.price }}",
            "state_class": "measurement",
            "suggested_display_precision": profile.decimals,
            "icon": "mdi:finance",
        });
        // Indexes are in points, not in a currency.
        if profile.kind != TickerKind::Index {
            fields["unit_of_measurement"] = json!(profile.currency);
        }
        self.entity(&format!("{object}_price"), &profile.symbol, fields)
    }

    fn change(&self, profile: &Profile, object: &str) -> Value {
        self.entity(
            &format!("{object}_change"),
            &format!("{} change", profile.symbol),
            json!({
                "state_topic": self.settings.ticker_topic(&profile.symbol),
                "value_template": "{{ value_json.change_percent }}",
                "unit_of_measurement": "%",
                "state_class": "measurement",
                "suggested_display_precision": 2,
                "icon": "mdi:percent",
            }),
        )
    }

    /// Adds the fields that every entity has: name, device, origin and availability.
    fn entity(&self, object: &str, name: &str, mut fields: Value) -> Value {
        fields["name"] = json!(name);
        fields["unique_id"] = json!(format!("{}_{object}", self.node));
        fields["availability_topic"] = json!(self.settings.status_topic());
        fields["device"] = json!({
            "identifiers": [self.node],
            "name": "Marketdeck",
            "manufacturer": "Marketdeck",
            "sw_version": env!("CARGO_PKG_VERSION"),
        });
        if !self.public_url.is_empty() {
            fields["device"]["configuration_url"] = json!(self.public_url);
        }
        fields["origin"] = json!({
            "name": "Marketdeck",
            "sw_version": env!("CARGO_PKG_VERSION"),
        });
        fields
    }
}

/// Encodes a symbol in the characters that Home Assistant allows in a topic, without collisions.
fn object_id(symbol: &str) -> String {
    let mut object = String::new();
    for c in symbol.chars() {
        if c.is_ascii_alphanumeric() {
            object.push(c.to_ascii_lowercase());
        } else {
            let _ = write!(object, "_{:02x}", u32::from(c));
        }
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discovery(settings: &BrokerSettings) -> Discovery {
        Discovery::new(settings, "https://deck.example")
    }

    #[test]
    fn different_symbols_have_different_object_ids() {
        let ids = ["AAPL", "BRK.B", "BRK-B", "^GSPC", "GC=F", "M_M", "M&M"].map(object_id);
        let expected = [
            "aapl", "brk_2eb", "brk_2db", "_5egspc", "gc_3df", "m_5fm", "m_26m",
        ];
        assert_eq!(ids, expected);
    }

    #[test]
    fn an_index_has_no_currency_and_disabled_discovery_sends_nothing() {
        let profiles = [
            Profile::new("^GSPC", "S&P 500", TickerKind::Index),
            Profile::new("AAPL", "Apple", TickerKind::Stock),
        ];
        let messages = discovery(&BrokerSettings::default()).messages(&profiles);
        let unit = |object: &str| {
            let message = &messages[&format!("homeassistant/sensor/marketdeck/{object}/config")];
            serde_json::from_str::<Value>(message).unwrap()["unit_of_measurement"].clone()
        };
        assert_eq!(
            (unit("_5egspc_price"), unit("aapl_price")),
            (Value::Null, json!("USD"))
        );
        let off = BrokerSettings {
            discovery: false,
            ..BrokerSettings::default()
        };
        assert!(discovery(&off).messages(&profiles).is_empty());
    }

    #[test]
    fn own_topics_are_distinguished_from_others() {
        let settings = BrokerSettings {
            topic: "home/deck".into(),
            ..BrokerSettings::default()
        };
        let discovery = discovery(&settings);
        assert_eq!(discovery.own_topics(), "homeassistant/+/home-deck/+/config");
        assert!(discovery.is_own("homeassistant/sensor/home-deck/aapl_price/config"));
        for other in [
            "homeassistant/sensor/lamp/aapl_price/config",
            "homeassistant/sensor/home-deck/config",
            "homeassistant/status",
            "other/sensor/home-deck/aapl_price/config",
        ] {
            assert!(!discovery.is_own(other), "{other}");
        }
    }
}
