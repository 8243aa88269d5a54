//! Home Assistant discovery messages. The rules are written by hand from its documentation:
//! discovery messages (<https://www.home-assistant.io/integrations/mqtt/#discovery-messages>),
//! sensors (<https://www.home-assistant.io/integrations/sensor.mqtt/>), events
//! (<https://www.home-assistant.io/integrations/event.mqtt/>) and state classes
//! (<https://developers.home-assistant.io/docs/core/entity/sensor/#available-state-classes>).

use marketdeck::domain::person::PersonId;
use serde_json::Value;

use super::*;

/// The expected type of a field.
type Rule = (&'static str, fn(&Value) -> bool);

fn is_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

fn is_url(value: &Value) -> bool {
    value
        .as_str()
        .is_some_and(|url| url.starts_with("http://") || url.starts_with("https://"))
}

/// Fields that every component may have; required ones are marked.
const COMMON: [Rule; 6] = [
    ("name", is_text),
    ("unique_id", is_text),
    ("state_topic", is_topic),
    ("availability_topic", is_topic),
    ("device", |device| {
        // 'At least one of identifiers or connections must be present to identify the device.'
        let allowed_keys = [
            "identifiers",
            "name",
            "manufacturer",
            "sw_version",
            "configuration_url",
        ];
        let fields = device.as_object().unwrap();
        device["identifiers"]
            .as_array()
            .is_some_and(|all| !all.is_empty() && all.iter().all(is_text))
            && fields
                .keys()
                .all(|key| allowed_keys.contains(&key.as_str()))
            && fields.get("configuration_url").is_none_or(is_url)
    }),
    // 'name' is required in the origin.
    ("origin", |origin| is_text(&origin["name"])),
];

const SENSOR: [Rule; 7] = [
    ("value_template", |template| {
        template
            .as_str()
            .is_some_and(|text| text.starts_with("{{ value_json."))
    }),
    ("state_class", |class| {
        ["measurement", "total", "total_increasing"].contains(&class.as_str().unwrap())
    }),
    ("suggested_display_precision", Value::is_u64),
    ("unit_of_measurement", is_text),
    ("json_attributes_topic", is_topic),
    // The recorder stores a row per set of attributes, so attributes must not change with each price.
    ("json_attributes_template", |template| {
        template.as_str().is_some_and(|text| {
            text.starts_with("{{ ")
                && ["price", "change_percent", "time"]
                    .iter()
                    .all(|field| !text.contains(&format!("value_json.{field}")))
        })
    }),
    ("icon", is_icon),
];

const EVENT: [Rule; 3] = [
    ("event_types", |types| {
        types
            .as_array()
            .is_some_and(|all| !all.is_empty() && all.iter().all(is_text))
    }),
    ("qos", |qos| matches!(qos.as_u64(), Some(0..=2))),
    ("icon", is_icon),
];

fn is_icon(icon: &Value) -> bool {
    icon.as_str().is_some_and(|icon| icon.starts_with("mdi:"))
}

/// A topic to subscribe to, without wildcards.
fn is_topic(topic: &Value) -> bool {
    topic
        .as_str()
        .is_some_and(|topic| !topic.is_empty() && !topic.contains(['+', '#', '\0']))
}

/// Panics if Home Assistant would reject the message or ignore one of its fields.
fn check(topic: &str, payload: &str) {
    let levels: Vec<_> = topic.split('/').collect();
    let ["homeassistant", component, node, object, "config"] = levels[..] else {
        panic!("{topic}")
    };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    assert!(node.chars().chain(object.chars()).all(is_plain), "{topic}");
    let (own_topics, required): (&[Rule], &[&str]) = match component {
        "sensor" => (&SENSOR, &["state_topic", "value_template"]),
        "event" => (&EVENT, &["state_topic", "event_types"]),
        other => panic!("{other}"),
    };
    let message: Value = serde_json::from_str(payload).expect("discovery message is a JSON object");
    for key in required.iter().chain(&[
        "name",
        "unique_id",
        "device",
        "origin",
        "availability_topic",
    ]) {
        assert!(message.get(key).is_some(), "{topic} lacks {key}");
    }
    for (key, value) in message.as_object().unwrap() {
        let rule = COMMON
            .iter()
            .chain(own_topics)
            .find(|(name, _)| name == key);
        let (_, is_valid) = rule.unwrap_or_else(|| panic!("{topic}: unknown field {key}"));
        assert!(is_valid(value), "{topic}: {key} is {value}");
    }
}

/// MQTT-03: Home Assistant gets one device, with a price and a change per ticker and an event for alerts. Obsolete topics are removed,
/// and after a restart of Home Assistant everything is published again.
#[tokio::test]
async fn home_assistant_discovers_tickers_and_alerts() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let removed_topic = "homeassistant/sensor/marketdeck/ko_price/config";
    let foreign_topic = "homeassistant/sensor/lamp/ko_price/config";
    let retained_before = [
        (removed_topic, "{}"),
        ("marketdeck/ticker/KO", "{}"),
        (foreign_topic, "{}"),
    ];
    let broker = Broker::on(listener, &retained_before);
    let publishing_server = PublishingServer::start(settings(broker.port)).await;
    let is_last = |message: &broker::Message| message.topic == "marketdeck/ticker/^GSPC";
    let is_taken = |topic: &str, all: &[broker::Message]| {
        all.iter()
            .any(|message| message.topic == topic && message.payload.is_empty())
    };
    broker
        .wait_until(|all| {
            all.iter().any(is_last)
                && is_taken(removed_topic, all)
                && is_taken("marketdeck/ticker/KO", all)
        })
        .await;
    let configs = |retained: &std::collections::BTreeMap<String, String>| {
        let own_topics = retained
            .iter()
            .filter(|(topic, _)| topic.contains("/marketdeck/"));
        own_topics
            .map(|(topic, payload)| (topic.clone(), payload.clone()))
            .collect::<Vec<_>>()
    };
    let retained = broker.retained();
    let messages = configs(&retained);
    let topics: Vec<_> = messages.iter().map(|(topic, _)| topic.as_str()).collect();
    let sensor = |object: &str| format!("homeassistant/sensor/marketdeck/{object}/config");
    let expected = [
        "homeassistant/event/marketdeck/alert/config".to_owned(),
        sensor("_5egspc_change"),
        sensor("_5egspc_price"),
        sensor("aapl_change"),
        sensor("aapl_price"),
    ];
    assert_eq!(topics, expected);
    let mut ids = std::collections::BTreeSet::new();
    for (topic, payload) in &messages {
        check(topic, payload);
        let message: Value = serde_json::from_str(payload).unwrap();
        assert_eq!(message["device"]["identifiers"], json!(["marketdeck"]));
        assert_eq!(
            message["device"]["configuration_url"],
            "https://deck.example"
        );
        assert!(ids.insert(message["unique_id"].to_string()), "{topic}");
        // The topics that Home Assistant reads exist.
        let state = message["state_topic"].as_str().unwrap();
        assert!(
            state == "marketdeck/alert" || retained.contains_key(state),
            "{state}"
        );
    }
    let price: Value = serde_json::from_str(&retained[&sensor("aapl_price")]).unwrap();
    assert_eq!(price["unit_of_measurement"], "USD");
    assert!(
        retained.contains_key(foreign_topic),
        "topics of other programs stay"
    );
    // After a restart of Home Assistant, everything is published again.
    let count = |all: &[broker::Message]| {
        all.iter()
            .filter(|message| message.topic.ends_with("/config"))
            .count()
    };
    let before = count(&broker.messages());
    broker.forward("homeassistant/status", "online");
    broker
        .wait_until(|all| count(all) == before + expected.len())
        .await;
    publishing_server.stop.send(()).unwrap();
    publishing_server.publishing.await.unwrap();
}

/// MQTT-03: a ticker removed from the lists is removed from Home Assistant, too.
#[tokio::test]
async fn a_ticker_removed_from_the_lists_is_removed_from_home_assistant() {
    let broker = Broker::start().await;
    let mut settings = settings(broker.port);
    settings.symbols.clear();
    let publishing_server = PublishingServer::start(settings).await;
    let (store, id) = (
        &publishing_server.server.store,
        publishing_server.server.market.read().id_of("BTC").unwrap(),
    );
    let list = store.of(PersonId::OWNER).create_watchlist("Mine").unwrap();
    let item = store
        .of(PersonId::OWNER)
        .add_watchlist_item(list.id, id)
        .unwrap();
    let topic = "marketdeck/ticker/BTC";
    broker
        .wait_until(|all| all.iter().any(|message| message.topic == topic))
        .await;
    store
        .of(PersonId::OWNER)
        .remove_watchlist_item(item.id)
        .unwrap();
    broker
        .wait_until(|all| {
            all.iter()
                .any(|message| message.topic == topic && message.payload.is_empty())
        })
        .await;
    let remaining = broker.retained();
    let remaining: Vec<_> = remaining
        .keys()
        .filter(|topic| topic.to_lowercase().contains("btc"))
        .collect();
    assert!(remaining.is_empty(), "{remaining:?}");
}

/// MQTT-03: if the lists cannot be read, no entity is removed, because it is unknown which ones are obsolete and the user may have
/// customized them.
#[tokio::test]
async fn nothing_is_removed_while_the_lists_cannot_be_read() {
    let retained_before = [
        ("homeassistant/sensor/marketdeck/aapl_price/config", "{}"),
        ("marketdeck/ticker/AAPL", "{\"price\":1}"),
    ];
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let broker = Broker::on(listener, &retained_before);
    let folder = tempfile::tempdir().unwrap();
    let lists = Store::open(&folder.path().join("lists.redb")).unwrap();
    lists.close().unwrap();
    let mut delivery = Delivery::with_lists(settings(broker.port), Some(lists));
    delivery.wait_until_connected(true).await;
    // Messages are processed in order: the broker forwards the retained messages before the first acknowledgment, and gets any removal
    // of them before it sends the second.
    for alert in 1..=2 {
        delivery.record(alert);
        while delivery.pending() > 0 {
            delivery.advance(1).await;
        }
    }
    let retained = broker.retained();
    for (topic, payload) in retained_before {
        assert_eq!(
            retained.get(topic).map(String::as_str),
            Some(payload),
            "{topic}"
        );
    }
}
