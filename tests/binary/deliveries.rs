//! The program is killed around deliveries, again and again: no alert is lost, and none is new to a receiver that
//! compares keys.

#![cfg(unix)]

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use marketdeck::{domain::alert::Delivery, store::Store};
use serde_json::{Value, json};

use crate::program::{Program, Running, poll};

/// Where an alert's line may stand, as parts of the price: one of them is soon crossed.
const LINES: [f64; 6] = [-9e-5, -5e-5, -2e-5, 2e-5, 5e-5, 9e-5];

/// When the program is killed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Moment {
    /// A message has arrived, and the receiver has not answered.
    Unanswered,
    /// So long after a message arrived: its answer may be noted, or not.
    After(Duration),
}

/// What the receiver remembers.
#[derive(Debug, Default)]
struct Received {
    /// Key and numbers of the reports, of every request.
    messages: Vec<(String, Vec<u64>)>,
    /// No request is answered.
    holds: bool,
}

/// A receiver of webhooks that remembers every request, answered or not.
struct Receiver {
    url: String,
    received: Arc<Mutex<Received>>,
}

impl Receiver {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}/", listener.local_addr().expect("an address"));
        let received = Arc::<Mutex<Received>>::default();
        let log = Arc::clone(&received);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let log = Arc::clone(&log);
                thread::spawn(move || while answer(&stream, &log).is_some() {});
            }
        });
        Self { url, received }
    }

    fn holds(&self, holds: bool) {
        self.received.lock().unwrap().holds = holds;
    }

    fn messages(&self) -> Vec<(String, Vec<u64>)> {
        self.received.lock().unwrap().messages.clone()
    }
}

/// Takes one request, and answers it unless the receiver holds back; `None` when the connection is over.
fn answer(mut stream: &TcpStream, log: &Mutex<Received>) -> Option<()> {
    // Who sends the next request has read the answer to the last: nothing is left in the buffer.
    let mut reader = BufReader::new(stream);
    let (mut key, mut length) = (None, 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        match line.split_once(": ") {
            Some(("idempotency-key", value)) => key = Some(value.to_owned()),
            Some(("content-length", value)) => length = value.parse().ok()?,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body: Value = serde_json::from_slice(&body).expect("JSON");
    let alerts = body["alerts"].as_array().expect("alerts").iter();
    let reports = alerts.map(|alert| alert["id"].as_u64().expect("a number"));
    let holds = {
        let mut log = log.lock().unwrap();
        let key = key.expect("every message has a key");
        log.messages.push((key, reports.collect()));
        log.holds
    };
    if holds {
        // Until the sender is gone.
        let _ = reader.read(&mut [0]);
        return None;
    }
    let answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
    stream.write_all(answer).ok()
}

/// Where the channel is made.
#[derive(Debug, Clone, Copy, PartialEq)]
enum MadeIn {
    File,
    Page,
}

/// Starts the program with a channel to `receiver`, at a minute of an afternoon with the market open.
fn start(data: &Path, receiver: &Receiver, minute: usize, made_in: MadeIn) -> Running {
    let settings = data.join("settings.toml");
    let channel = format!(
        "[[channels]]\nname = 'hook'\nkind = 'webhook'\nurl = '{}'\nmost_per_hour = 3600\n",
        receiver.url
    );
    std::fs::write(
        &settings,
        if made_in == MadeIn::File {
            channel
        } else {
            String::new()
        },
    )
    .unwrap();
    let mut program = Program::at(&format!("2026-11-20T19:{minute:02}:00Z"), data);
    program.command.arg("--config").arg(settings);
    program.command.args(["--sample-every-ms", "100"]);
    let server = program.serve();
    if made_in == MadeIn::Page && minute == 0 {
        let settings =
            json!({"name": "hook", "kind": "webhook", "url": receiver.url, "most_per_hour": 3600});
        let body = json!({ "settings": settings }).to_string();
        let made = server.request("POST", "/api/alert-channels", &body);
        assert_eq!(made.expect("it answers").0, 201);
    }
    server
}

/// Makes alerts close to the price of now, for the channel alone.
fn make_alerts(server: &Running) {
    let price = || {
        poll("a price", || {
            server.json("/api/tickers/BTC")["price"].as_f64()
        })
    };
    // The first one may be that of a minute ago, from before the kill: lines around it are far from what comes.
    let stored = price();
    let price = poll("a new price", || {
        Some(price()).filter(|price| price.to_bits() != stored.to_bits())
    });
    for part in LINES {
        let alert = json!({
            "type": "price", "symbol": "BTC", "condition": "crosses", "value": price * (1.0 + part),
            "frequency": "once", "delivery": ["hook"],
        });
        let made = server.request("POST", "/api/alerts", &alert.to_string());
        assert_eq!(made.expect("it answers").0, 201);
    }
}

/// Switches every alert off, so that nothing fires any more.
fn switch_off(server: &Running) {
    for alert in server.json("/api/alerts").as_array().expect("alerts") {
        let path = format!("/api/alerts/{}", alert["id"]);
        let off = server.request("PATCH", &path, "{\"active\": false}");
        assert_eq!(off.expect("it answers").0, 200);
    }
}

/// How many reports wait for the channel.
fn waiting(server: &Running) -> u64 {
    let channels = server.json("/api/alert-channels");
    let mut channels = channels.as_array().expect("channels").iter();
    let hook = channels.find(|channel| channel["channel"] == "hook");
    let hook = hook.expect("it is configured");
    hook["waiting"].as_u64().expect("a number")
}

/// Kills the program around `kills` deliveries, and compares what it recorded with what arrived.
fn kill_around_deliveries(kills: usize, made_in: MadeIn) {
    let data = tempfile::tempdir().unwrap();
    let receiver = Receiver::start();
    let mut unanswered = BTreeSet::new();
    for kill in 0..kills {
        let moment = match kill % 5 {
            0 => Moment::Unanswered,
            part => Moment::After(Duration::from_millis([0, 20, 100, 300][part - 1])),
        };
        receiver.holds(moment == Moment::Unanswered);
        // Before the start: what was under way at the last kill comes at once.
        let before = receiver.messages().len();
        let mut server = start(data.path(), &receiver, kill, made_in);
        make_alerts(&server);
        poll("a message", || {
            (receiver.messages().len() > before).then_some(())
        });
        match moment {
            Moment::Unanswered => {
                let messages = receiver.messages();
                unanswered.extend(messages[before..].iter().map(|(key, _)| key.clone()));
            }
            Moment::After(pause) => thread::sleep(pause),
        }
        server.signal("KILL");
        server.wait(Duration::from_secs(10));
    }
    receiver.holds(false);
    let mut server = start(data.path(), &receiver, kills, made_in);
    // Before the outbox is awaited: what goes on firing goes on filling it.
    switch_off(&server);
    poll("the outbox to be empty", || {
        (waiting(&server) == 0).then_some(())
    });
    server.signal("TERM");
    server.wait(Duration::from_secs(30));

    let store = Store::open(&data.path().join("sample.redb")).unwrap();
    let alerts = store.alerts().unwrap().into_iter();
    let ours = [Delivery::Channel("hook".to_owned())];
    let ours: BTreeSet<u32> = alerts
        .filter(|alert| alert.delivery == ours)
        .map(|alert| alert.id)
        .collect();
    let reports = store.reports(usize::MAX).unwrap().into_iter();
    let ours = reports.filter(|report| ours.contains(&report.fired.alert_id));
    let recorded: BTreeSet<u64> = ours.map(|report| report.number).collect();
    // What fired in the last moment may not have had its turn.
    let left = store.undelivered("hook").unwrap().into_iter();
    let left: BTreeSet<u64> = left.map(|each| each.entry.report).collect();

    let requests = receiver.messages();
    let mut messages = BTreeMap::new();
    for (key, reports) in &requests {
        let first = messages.entry(key).or_insert(reports);
        assert_eq!(*first, reports, "another content under the key {key}");
    }
    let arrived: Vec<u64> = messages.values().copied().flatten().copied().collect();
    let distinct: BTreeSet<u64> = arrived.iter().copied().collect();
    println!(
        "{kills} kills: {} reports, {} requests, {} messages of which {} came again",
        recorded.len(),
        requests.len(),
        messages.len(),
        requests.len() - messages.len()
    );
    assert_eq!(
        arrived.len(),
        distinct.len(),
        "a report came under two keys"
    );
    assert!(distinct.is_subset(&recorded), "{distinct:?} {recorded:?}");
    let missing = recorded.difference(&distinct);
    let lost: Vec<_> = missing.filter(|number| !left.contains(number)).collect();
    assert!(lost.is_empty(), "lost: {lost:?}");
    for key in &unanswered {
        let times = requests.iter().filter(|(asked, _)| asked == key).count();
        assert!(times > 1, "{key} was not answered and did not come again");
    }
}

/// ALRT-05: a power cut around a delivery loses no alert, and what comes twice has the same key.
#[test]
fn kills_around_deliveries_lose_nothing_and_double_nothing() {
    kill_around_deliveries(8, MadeIn::File);
}

/// ALRT-05: a channel that was made on the page is there after a power cut, with all that waits for it.
#[test]
fn kills_lose_no_channel_of_the_page_and_nothing_that_waits_for_it() {
    kill_around_deliveries(3, MadeIn::Page);
}

/// ALRT-05: the same at length: `cargo test --test binary -- --ignored fifty_kills`.
#[test]
#[ignore = "takes two minutes"]
fn fifty_kills_around_deliveries_lose_nothing_and_double_nothing() {
    kill_around_deliveries(50, MadeIn::File);
}
