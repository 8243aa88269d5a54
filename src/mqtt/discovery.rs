//! Builds the messages of Home Assistant's MQTT discovery: a retained message per entity
//! (<https://www.home-assistant.io/integrations/mqtt/#single-component-discovery-payload>).

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::{Value, json};

use crate::{
    broker::{BrokerSettings, EVENT_TYPES},
    domain::{
        currency::Currency,
        quotation::Quotation,
        ticker::{Profile, TickerKind},
    },
};

/// Template of the attributes of a price entity. Home Assistant's recorder stores a row for each distinct set of attributes, so the
/// template omits price, change and time, which change often.
const ATTRIBUTES_TEMPLATE: &str = "{{ {'symbol': value_json.symbol, 'name': value_json.name, 'currency': value_json.currency, \
     'session': value_json.session, 'stale': value_json.stale} | tojson }}";

/// The sensors of the holdings: field of the payload, and name.
const HOLDINGS_FIELDS: [(&str, &str); 3] = [
    ("value", "Holdings"),
    ("day_gain", "Holdings today's gain"),
    ("gain", "Holdings gain"),
];

/// Builds the discovery messages of this server.
pub(super) struct Discovery {
    prefix: String,
    /// Node id, which distinguishes the entities of this server from others; only letters, digits, `_` and `-`.
    node_id: String,
    settings: BrokerSettings,
    /// Public address of this server; empty if unknown.
    public_url: String,
}

impl Discovery {
    pub(super) fn new(settings: &BrokerSettings, public_url: &str) -> Self {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let client_id = settings.client_id();
        let node_id = client_id.chars().map(|c| if is_plain(c) { c } else { '_' });
        Self {
            prefix: settings.discovery_prefix.clone(),
            node_id: node_id.collect(),
            settings: settings.clone(),
            public_url: public_url.to_owned(),
        }
    }

    /// Returns the topic on which Home Assistant reports that it has started or is stopping
    /// (<https://www.home-assistant.io/integrations/mqtt/#birth-and-last-will-messages>).
    pub(super) fn birth_topic(&self) -> String {
        format!("{}/status", self.prefix)
    }

    /// Returns the topic filter for all discovery messages of this server, including outdated ones.
    pub(super) fn discovery_filter(&self) -> String {
        format!("{}/+/{}/+/config", self.prefix, self.node_id)
    }

    /// Returns true if `topic` belongs to a discovery message of this server.
    pub(super) fn is_discovery_topic(&self, topic: &str) -> bool {
        let path = topic
            .strip_prefix(&self.prefix)
            .and_then(|rest| rest.strip_prefix('/'));
        let levels: Vec<_> = path.unwrap_or_default().split('/').collect();
        matches!(levels[..], [_, node_id, _, "config"] if node_id == self.node_id)
    }

    /// Returns the discovery messages by topic. Empty if discovery is disabled. `holdings` is the currency of the holdings, if they are
    /// published.
    pub(super) fn messages(
        &self,
        tickers: &[Profile],
        holdings: Option<Currency>,
    ) -> BTreeMap<String, String> {
        let mut messages = BTreeMap::new();
        if !self.settings.discovery {
            return messages;
        }
        let mut add = |component: &str, object_id: &str, payload: Value| {
            let topic = format!(
                "{}/{component}/{}/{object_id}/config",
                self.prefix, self.node_id
            );
            messages.insert(topic, payload.to_string());
        };
        add("event", "alert", self.alert_entity());
        if let Some(currency) = holdings {
            for (field, name) in HOLDINGS_FIELDS {
                let object_id = format!("holdings_{field}");
                add(
                    "sensor",
                    &object_id,
                    self.holdings_entity(&object_id, field, name, currency),
                );
            }
        }
        for profile in tickers {
            let symbol_id = encode_symbol(&profile.symbol);
            add(
                "sensor",
                &format!("{symbol_id}_price"),
                self.price_entity(profile, &symbol_id),
            );
            add(
                "sensor",
                &format!("{symbol_id}_change"),
                self.change_entity(profile, &symbol_id),
            );
        }
        messages
    }

    /// Builds the sensor of an amount of the holdings.
    fn holdings_entity(
        &self,
        object_id: &str,
        field: &str,
        name: &str,
        currency: Currency,
    ) -> Value {
        self.entity(
            object_id,
            name,
            json!({
                "state_topic": self.settings.holdings_topic(),
                "value_template": format!("{{{{ value_json.{field} }}}}"),
                "unit_of_measurement": currency,
                "state_class": "measurement",
                "suggested_display_precision": 2,
                "icon": "mdi:wallet",
            }),
        )
    }

    /// Builds the event entity of alerts (<https://www.home-assistant.io/integrations/event.mqtt/>).
    fn alert_entity(&self) -> Value {
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

    /// Builds the sensor of a ticker's price (<https://www.home-assistant.io/integrations/sensor.mqtt/>). The device class is not
    /// `monetary`, because Home Assistant computes no mean, minimum and maximum for that class.
    fn price_entity(&self, profile: &Profile, symbol_id: &str) -> Value {
        let topic = self.settings.ticker_topic(&profile.symbol);
        let mut fields = json!({
            "state_topic": topic,
            "json_attributes_topic": topic,
            "json_attributes_template": ATTRIBUTES_TEMPLATE,
            "value_template": "{{ value_json.price }}",
            "state_class": "measurement",
            "suggested_display_precision": profile.decimals,
            "icon": "mdi:finance",
        });
        // Indexes are in points, not in a currency.
        if profile.kind != TickerKind::Index {
            fields["unit_of_measurement"] = match profile.quotation {
                Quotation::Currency => json!(profile.currency),
                Quotation::Percent => json!("%"),
            };
        }
        self.entity(&format!("{symbol_id}_price"), &profile.symbol, fields)
    }

    /// Builds the sensor of a ticker's change in percent.
    fn change_entity(&self, profile: &Profile, symbol_id: &str) -> Value {
        self.entity(
            &format!("{symbol_id}_change"),
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
    fn entity(&self, object_id: &str, name: &str, mut fields: Value) -> Value {
        fields["name"] = json!(name);
        fields["unique_id"] = json!(format!("{}_{object_id}", self.node_id));
        fields["availability_topic"] = json!(self.settings.status_topic());
        fields["device"] = json!({
            "identifiers": [self.node_id],
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

/// Encodes a symbol with the characters that Home Assistant allows in a topic. Different symbols have different ids.
fn encode_symbol(symbol: &str) -> String {
    let mut id = String::new();
    for c in symbol.chars() {
        if c.is_ascii_alphanumeric() {
            id.push(c.to_ascii_lowercase());
        } else {
            let _ = write!(id, "_{:02x}", u32::from(c));
        }
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn discovery(settings: &BrokerSettings) -> Discovery {
        Discovery::new(settings, "https://deck.example")
    }

    #[test]
    fn different_symbols_are_encoded_differently() {
        let ids = ["AAPL", "BRK.B", "BRK-B", "^GSPC", "GC=F", "M_M", "M&M"].map(encode_symbol);
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
        let messages = discovery(&BrokerSettings::default()).messages(&profiles, None);
        let unit = |object_id: &str| {
            let message = &messages[&format!("homeassistant/sensor/marketdeck/{object_id}/config")];
            serde_json::from_str::<Value>(message).unwrap()["unit_of_measurement"].clone()
        };
        assert_eq!(
            (unit("_5egspc_price"), unit("aapl_price")),
            (Value::Null, json!("USD"))
        );
        let without_discovery = BrokerSettings {
            discovery: false,
            ..BrokerSettings::default()
        };
        assert!(
            discovery(&without_discovery)
                .messages(&profiles, Some(Currency::USD))
                .is_empty()
        );
    }

    #[test]
    fn only_topics_of_this_server_are_discovery_topics() {
        let settings = BrokerSettings {
            topic: "home/deck".into(),
            ..BrokerSettings::default()
        };
        let discovery = discovery(&settings);
        assert_eq!(
            discovery.discovery_filter(),
            "homeassistant/+/home-deck/+/config"
        );
        assert!(discovery.is_discovery_topic("homeassistant/sensor/home-deck/aapl_price/config"));
        for other in [
            "homeassistant/sensor/lamp/aapl_price/config",
            "homeassistant/sensor/home-deck/config",
            "homeassistant/status",
            "other/sensor/home-deck/aapl_price/config",
        ] {
            assert!(!discovery.is_discovery_topic(other), "{other}");
        }
    }
}
