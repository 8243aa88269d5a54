//! Prices and alerts over MQTT, tested with the broker in `broker.rs` and, if it is installed, with Mosquitto.

mod broker;
mod discovery;
mod mosquitto;

use marketdeck::domain::person::PersonId;
use std::{sync::Arc, time::Duration};

use jiff::SignedDuration;
use marketdeck::{
    alerts::{Channels, DeliveryWorker, PushSettings},
    broker::{BrokerHandle, BrokerSettings},
    domain::{Clock as _, alert::FiredAlert, currency::Currency},
    market::Market,
    mqtt::Publisher,
    source::Update,
    store::{NewReport, Store},
    testing::ManualClock,
    web,
};
use serde_json::json;
use tokio::{
    net::TcpListener,
    sync::{oneshot, watch},
    task::JoinHandle,
};

use self::broker::Broker;
use crate::{
    common::{TestServer, now, quote},
    holdings::{add, change, list},
};

fn settings(port: u16) -> BrokerSettings {
    BrokerSettings {
        address: format!("mqtt://127.0.0.1:{port}"),
        symbols: vec!["AAPL".into(), "^GSPC".into()],
        every_seconds: 1,
        ..BrokerSettings::default()
    }
}

/// A Marketdeck server that publishes to a broker.
struct PublishingServer {
    server: TestServer,
    publishing: JoinHandle<()>,
    stop: oneshot::Sender<()>,
}

impl PublishingServer {
    async fn start(settings: BrokerSettings) -> Self {
        let (handle, alert_receiver) = BrokerHandle::new(&settings);
        let channels = Channels::new(&[], "", PushSettings::default()).unwrap();
        channels.set_broker(handle).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let server =
            TestServer::with_channels(folder, web::Settings::default(), now(), channels).await;
        server.fill().await;
        let (market, store) = (Arc::clone(&server.market), server.store.clone());
        let url = "https://deck.example";
        let mut publisher = Publisher::new(
            settings,
            url,
            alert_receiver,
            market,
            store,
            server.clock.clone(),
            Currency::parse("USD").unwrap(),
        );
        let (stop, stopped) = oneshot::channel::<()>();
        let publishing = tokio::spawn(async move {
            publisher
                .run(async {
                    let _ = stopped.await;
                })
                .await;
        });
        Self {
            server,
            publishing,
            stop,
        }
    }

    async fn send_price(&self, symbol: &str, price: f64) {
        let quotes = vec![marketdeck::domain::quote::QuoteUpdate {
            as_of: self.server.clock.now(),
            ..quote(symbol, price)
        }];
        self.server.send_update(Update::Quotes(quotes)).await;
    }
}

/// MQTT-01: subscribers get the newest price of each ticker and the status of the server.
#[tokio::test]
async fn prices_and_server_status_are_published() {
    let broker = Broker::start().await;
    let publishing_server = PublishingServer::start(BrokerSettings {
        username: "deck".into(),
        password: "swordfish".into(),
        ..settings(broker.port)
    })
    .await;
    let is_of = |topic: &str| topic == "marketdeck/ticker/AAPL";
    broker
        .wait_until(|all| all.iter().any(|message| is_of(&message.topic)))
        .await;
    let client = broker.clients().remove(0);
    assert_eq!(client.id, "marketdeck");
    assert_eq!(client.credentials, ["deck", "swordfish"]);
    assert_eq!(client.will, ("marketdeck/status".into(), "offline".into()));
    let messages = broker.messages();
    let price = messages
        .iter()
        .find(|message| is_of(&message.topic))
        .unwrap();
    assert!(price.retain);
    let expected = json!({"symbol": "AAPL", "name": "AAPL Holdings", "price": 250.0, "price_unit": "currency", "currency": "USD", "change_percent": 2.0,
        "session": "regular", "stale": false, "time": "2026-11-20T19:32:00Z"});
    assert_eq!(price.json(), expected);
    assert_eq!(broker.retained()["marketdeck/status"], "online");
    publishing_server.server.clock.advance(5);
    publishing_server.send_price("AAPL", 251.239).await;
    broker
        .wait_until(|all| {
            let mut prices = all.iter().filter(|message| is_of(&message.topic));
            prices.any(|message| message.json()["price"] == 251.24)
        })
        .await;
    let status = publishing_server.server.get("/api/status").await.json();
    assert_eq!(status["mqtt"]["connected"], true);
    assert_eq!(status["mqtt"]["tickers"], 2);
    let metrics = publishing_server.server.get("/metrics").await.text();
    assert!(
        metrics.contains("\nmarketdeck_mqtt_connected 1\n"),
        "{metrics}"
    );
    // A regular stop publishes the status itself; the will is for crashes.
    publishing_server.stop.send(()).unwrap();
    publishing_server.publishing.await.unwrap();
    broker
        .wait_until(|all| all.last().is_some_and(|last| last.payload == "offline"))
        .await;
    let offline = broker
        .messages()
        .iter()
        .filter(|message| message.payload == "offline")
        .count();
    assert_eq!(
        (offline, &*broker.retained()["marketdeck/status"]),
        (1, "offline")
    );
}

/// MQTT-01: after a crash, the broker publishes the will.
#[tokio::test]
async fn the_will_reports_that_the_server_is_gone() {
    let broker = Broker::start().await;
    let publishing_server = PublishingServer::start(settings(broker.port)).await;
    broker
        .wait_until(|all| all.iter().any(|message| message.payload == "online"))
        .await;
    publishing_server.publishing.abort();
    broker
        .wait_until(|all| all.last().is_some_and(|last| last.payload == "offline"))
        .await;
    assert_eq!(broker.retained()["marketdeck/status"], "offline");
}

/// MQTT-02: every alert is published as an event, whatever its delivery methods; a channel test is, too.
#[tokio::test]
async fn every_alert_and_every_channel_test_is_an_event() {
    let broker = Broker::start().await;
    let publishing_server = PublishingServer::start(settings(broker.port)).await;
    broker
        .wait_until(|all| all.iter().any(|message| message.payload == "online"))
        .await;
    let server = &publishing_server.server;
    let rows = server.get("/api/alert-channels").await.json();
    let row = rows
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["channel"] == "mqtt")
        .unwrap();
    assert_eq!(
        (&row["kind"], &row["carries"]),
        (&json!("mqtt"), &json!(null))
    );
    assert_eq!(
        (&row["mostPerHour"], &row["failing"]),
        (&json!(null), &json!(false))
    );
    assert_eq!(
        row["target"],
        format!("marketdeck/alert via 127.0.0.1:{}", broker.port)
    );
    let tested = server
        .send("POST", "/api/alert-channels/mqtt/test", "")
        .await
        .json();
    assert_eq!(
        (&tested["delivered"], &tested["answer"]),
        (&json!(true), &json!("Acknowledged by the broker"))
    );
    let alert = json!({"type": "price", "symbol": "BTC", "condition": "above", "value": 91_000, "frequency": "once",
        "delivery": ["in_app"]});
    let created = server.send("POST", "/api/alerts", &alert.to_string()).await;
    assert_eq!(created.status, 201, "{}", created.text());
    server.clock.advance(1);
    publishing_server.send_price("BTC", 91_003.1).await;
    let events = |all: &[broker::Message]| {
        let events = all
            .iter()
            .filter(|message| message.topic == "marketdeck/alert");
        events.cloned().collect::<Vec<_>>()
    };
    broker.wait_until(|all| events(all).len() == 2).await;
    let [test, alert] = &events(&broker.messages())[..] else {
        panic!("expected two events")
    };
    assert_eq!(test.json()["event_type"], "test");
    let event = alert.json();
    assert_eq!((alert.qos, alert.retain), (1, false));
    assert_eq!(
        (&event["event_type"], &event["symbol"]),
        (&json!("alert"), &json!("BTC"))
    );
    assert_eq!(
        (&event["price"], &event["currency"]),
        (&json!(91_003.1), &json!("USD"))
    );
    assert!(
        event["message"].as_str().unwrap().contains("BTC"),
        "{event}"
    );
    assert!(
        event["key"]
            .as_str()
            .unwrap()
            .starts_with("marketdeck-mqtt-"),
        "{event}"
    );
}

/// The delivery worker of the MQTT channel with its outbox, and the task that publishes.
struct Delivery {
    store: Store,
    clock: Arc<ManualClock>,
    worker: DeliveryWorker,
    handle: BrokerHandle,
    publishing: JoinHandle<()>,
    _folder: tempfile::TempDir,
}

impl Delivery {
    fn new(settings: BrokerSettings) -> Self {
        Self::with_lists(settings, None)
    }

    /// Creates a fixture that reads lists from `lists`, a different store than the one with alerts.
    fn with_lists(settings: BrokerSettings, lists: Option<Store>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let lists = lists.unwrap_or_else(|| store.clone());
        let clock = Arc::new(ManualClock::new(now()));
        let (handle, alert_receiver) = BrokerHandle::new(&settings);
        let channels = Channels::new(&[], "", PushSettings::default()).unwrap();
        channels.set_broker(handle.clone()).unwrap();
        let channel = channels.enabled().remove(0);
        let never = watch::Sender::default().subscribe();
        let random = fastrand::Rng::with_seed(7);
        let market = Arc::new(Market::default());
        let mut publisher = Publisher::new(
            settings,
            "",
            alert_receiver,
            market,
            lists,
            clock.clone(),
            Currency::parse("USD").unwrap(),
        );
        Self {
            worker: DeliveryWorker::new(channel, store.clone(), clock.clone(), never, random),
            publishing: tokio::spawn(async move { publisher.run(std::future::pending()).await }),
            store,
            clock,
            handle,
            _folder: folder,
        }
    }

    fn record(&self, alert_id: u32) {
        let symbol = format!("S{alert_id}");
        let sentence = format!("{symbol} rose above $91,000");
        let fired = FiredAlert {
            price: Some(91_003.1),
            currency: Currency::parse("USD"),
            ..FiredAlert::new(alert_id, symbol, self.clock.now(), sentence)
        };
        let report = NewReport {
            person: PersonId::OWNER,
            fired,
            channels: vec!["mqtt".into()],
        };
        self.store
            .record_fired(&[report], &[], self.clock.now())
            .unwrap();
    }

    fn pending(&self) -> usize {
        self.store
            .of(PersonId::OWNER)
            .undelivered("mqtt")
            .unwrap()
            .len()
    }

    /// Advances the clock and runs the worker whenever it is due.
    async fn advance(&mut self, seconds: i64) {
        let end = self.clock.now() + SignedDuration::from_secs(seconds);
        while self.clock.now() < end {
            let pause = self
                .worker
                .deliver_due()
                .await
                .max(Duration::from_millis(1));
            let next = self.clock.now() + SignedDuration::try_from(pause).unwrap();
            self.clock.set(next.min(end));
        }
    }

    /// Waits until the publisher is connected or, if `is_connected` is false, disconnected.
    async fn wait_until_connected(&self, is_connected: bool) {
        while self.handle.is_connected() != is_connected {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        self.publishing.abort();
    }
}

fn alerts(broker: &Broker) -> Vec<broker::Message> {
    let messages = broker.messages().into_iter();
    messages
        .filter(|message| message.topic == "marketdeck/alert")
        .collect()
}

/// MQTT-02: no delivery attempt is counted while the broker is down; afterwards it gets the alert once.
#[tokio::test]
async fn a_broker_down_for_ten_minutes_gets_an_alert_once() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let mut delivery = Delivery::new(settings(port));
    delivery.record(7);
    delivery.advance(600).await;
    assert_eq!(delivery.pending(), 1);
    let attempts = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(None, 10)
        .unwrap();
    assert!(attempts.is_empty(), "{attempts:?}");
    let broker = Broker::on(TcpListener::bind(("127.0.0.1", port)).await.unwrap(), &[]);
    delivery.wait_until_connected(true).await;
    delivery.advance(60).await;
    let alerts = alerts(&broker);
    assert_eq!(alerts.len(), 1, "{alerts:?}");
    assert_eq!(alerts[0].json()["symbol"], "S7");
    assert_eq!(delivery.pending(), 0);
}

/// MQTT-02: an unacknowledged alert is sent again with the same key.
#[tokio::test]
async fn an_alert_waits_until_the_broker_has_acknowledged_it() {
    let broker = Broker::start().await;
    let mut delivery = Delivery::new(settings(broker.port));
    delivery.wait_until_connected(true).await;
    broker.set_closes_unacknowledged(true);
    delivery.record(7);
    delivery.worker.deliver_due().await;
    assert_eq!(delivery.pending(), 1);
    let failed = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(None, 10)
        .unwrap()
        .remove(0);
    assert_eq!(
        failed.answer,
        "the connection ended before the broker acknowledged the alert"
    );
    broker.set_closes_unacknowledged(false);
    delivery.wait_until_connected(true).await;
    delivery.advance(60).await;
    assert_eq!(delivery.pending(), 0);
    assert_eq!(alerts(&broker).len(), 1);
}

/// MQTT-02: an alert that cannot be delivered for a day is given up, with the reason in the log.
#[tokio::test]
async fn an_alert_is_given_up_after_a_day_without_a_broker() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let mut delivery = Delivery::new(settings(port));
    delivery.record(7);
    delivery.worker.deliver_due().await;
    delivery.clock.advance(24 * 3_600);
    delivery.worker.deliver_due().await;
    assert_eq!(delivery.pending(), 0);
    let log = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(None, 10)
        .unwrap();
    assert_eq!(log.len(), 1);
    assert!(log[0].answer.contains("connect"), "{log:?}");
}

/// D22: holdings are published only if that is enabled, follow changes, and are removed when nothing is held.
#[tokio::test]
async fn holdings_are_published_with_their_sensors_on_request() {
    for is_enabled in [true, false] {
        let broker = Broker::start().await;
        let publishing_server = PublishingServer::start(BrokerSettings {
            holdings: is_enabled,
            lists: vec!["Mine".into()],
            ..settings(broker.port)
        })
        .await;
        let server = &publishing_server.server;
        let list = list(server).await;
        let item = add(server, list, "AAPL").await;
        change(server, item, json!({"quantity": 10, "cost": 200})).await;
        let sensor = "homeassistant/sensor/marketdeck/holdings_day_gain/config";
        if !is_enabled {
            // The price of a ticker that is added later arrives after the lists were read again.
            add(server, list, "MSFT").await;
            let is_price = |topic: &str| topic == "marketdeck/ticker/MSFT";
            broker
                .wait_until(|all| all.iter().any(|message| is_price(&message.topic)))
                .await;
            let topics: Vec<String> = broker.retained().into_keys().collect();
            assert!(
                !topics.iter().any(|topic| topic.contains("holdings")),
                "{topics:?}"
            );
            continue;
        }
        broker
            .wait_until(|all| {
                all.iter()
                    .any(|message| message.topic == "marketdeck/holdings")
            })
            .await;
        broker
            .wait_until(|all| all.iter().any(|message| message.topic == sensor))
            .await;
        let retained = broker.retained();
        let totals: serde_json::Value =
            serde_json::from_str(&retained["marketdeck/holdings"]).unwrap();
        assert_eq!(
            totals,
            json!({"currency": "USD", "value": 2500.0, "day_gain": 49.02, "day_gain_percent": 2.0, "gain": 500.0, "gain_percent": 25.0})
        );
        let entity: serde_json::Value = serde_json::from_str(&retained[sensor]).unwrap();
        assert_eq!(
            (&entity["value_template"], &entity["unit_of_measurement"]),
            (&json!("{{ value_json.day_gain }}"), &json!("USD"))
        );
        change(server, item, json!({"quantity": null})).await;
        broker
            .wait_until(|all| {
                let mut messages = all.iter().rev();
                let newest = messages.find(|message| message.topic == "marketdeck/holdings");
                newest.is_some_and(|message| message.payload.is_empty())
            })
            .await;
    }
}
