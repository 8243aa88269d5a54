//! What Home Assistant is told so that it makes entities of tickers and alerts: a retained message for each
//! (<https://www.home-assistant.io/integrations/mqtt/#single-component-discovery-payload>).

use std::{collections::BTreeMap, fmt::Write as _};

use serde_json::{Value, json};

use crate::{
    broker::{BrokerSettings, EVENT_TYPES},
    domain::ticker::{Profile, TickerKind},
};

/// The attributes of a price: what changes a few times a day at most. Home Assistant's recorder keeps a row for each different
/// set of attributes, so the price itself, its change and its time are not among them.
const ATTRIBUTES: &str = "{{ {'symbol': value_json.symbol, 'name': value_json.name, 'currency': value_json.currency, \
     'session': value_json.session, 'stale': value_json.stale} | tojson }}";

/// What it is told of this server.
pub(super) struct Discovery {
    prefix: String,
    /// Tells our entities from those of others; letters, digits, _ and - only.
    node: String,
    settings: BrokerSettings,
    /// Where people reach this server; empty when that is not known.
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

    /// Where Home Assistant says that it has started, or stops (<https://www.home-assistant.io/integrations/mqtt/#birth-and-last-will-messages>).
    pub(super) fn birth_topic(&self) -> String {
        format!("{}/status", self.prefix)
    }

    /// The topics of all that it was ever told of this server.
    pub(super) fn own_topics(&self) -> String {
        format!("{}/+/{}/+/config", self.prefix, self.node)
    }

    /// Whether `topic` is one of these.
    pub(super) fn is_own(&self, topic: &str) -> bool {
        let below = topic
            .strip_prefix(&self.prefix)
            .and_then(|rest| rest.strip_prefix('/'));
        let levels: Vec<_> = below.unwrap_or_default().split('/').collect();
        matches!(levels[..], [_, node, _, "config"] if node == self.node)
    }

    /// The messages by their topics; none where it is to be told nothing.
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

    /// <https://www.home-assistant.io/integrations/sensor.mqtt/>. The device class `monetary` is left out: it is for sums, of which no
    /// mean, lowest and highest value are kept.
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
        // An index is in points.
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

    /// What every entity has: a name, the device that it belongs to, who tells of it, and when it is there.
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

/// A symbol in the letters that Home Assistant allows in a topic; each symbol has its own.
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
    fn symbols_have_letters_of_their_own() {
        let ids = ["AAPL", "BRK.B", "BRK-B", "^GSPC", "GC=F", "M_M", "M&M"].map(object_id);
        let expected = [
            "aapl", "brk_2eb", "brk_2db", "_5egspc", "gc_3df", "m_5fm", "m_26m",
        ];
        assert_eq!(ids, expected);
    }

    #[test]
    fn an_index_has_no_currency_and_no_discovery_says_nothing() {
        let profiles = [
            Profile::new("^GSPC", "S&P 500", TickerKind::Index),
            Profile::new("AAPL", "Apple", TickerKind::Stock),
        ];
        let told = discovery(&BrokerSettings::default()).messages(&profiles);
        let unit = |object: &str| {
            let message = &told[&format!("homeassistant/sensor/marketdeck/{object}/config")];
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
    fn own_topics_are_told_from_those_of_others() {
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
