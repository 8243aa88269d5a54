//! Mosquitto on loopback, with users and passwords, with and without TLS.

use marketdeck::domain::person::PersonId;
use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use super::*;

/// A Mosquitto process that runs until dropped.
struct Mosquitto {
    child: Child,
    plain: u16,
    tls: u16,
    folder: tempfile::TempDir,
}

impl Drop for Mosquitto {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the path of a program. Debian installs Mosquitto in /usr/sbin, which is not in a user's PATH.
fn program(name: &str) -> Option<std::path::PathBuf> {
    let folders = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];
    folders
        .iter()
        .map(|folder| Path::new(folder).join(name))
        .find(|path| path.exists())
}

impl Mosquitto {
    /// Starts Mosquitto. Prints a note and returns `None` if it is not installed.
    async fn start() -> Option<Self> {
        let (Some(broker), Some(passwords), Some(_)) = (
            program("mosquitto"),
            program("mosquitto_passwd"),
            program("mosquitto_sub"),
        ) else {
            println!(
                "skipped: Mosquitto is not installed (apt install mosquitto mosquitto-clients)"
            );
            return None;
        };
        loop {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("passwords");
            let mut create_user = Command::new(&passwords);
            create_user
                .args(["-c", "-b"])
                .arg(&file)
                .args(["deck", "swordfish"]);
            assert!(create_user.status().unwrap().success());
            let (plain, tls) = (free_port().await, free_port().await);
            write_configuration(folder.path(), plain, tls);
            let child = spawn(&broker, folder.path());
            let mut started = Self {
                child,
                plain,
                tls,
                folder,
            };
            // Mosquitto ends if another program has bound one of the ports in the meantime.
            if started.is_ready().await {
                return Some(started);
            }
        }
    }

    /// Kills Mosquitto and restarts it on the same ports.
    async fn start_again(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = spawn(&program("mosquitto").unwrap(), self.folder.path());
        assert!(
            self.is_ready().await,
            "Mosquitto did not restart on the same ports"
        );
    }

    /// Waits until Mosquitto accepts connections; returns false if it has exited.
    async fn is_ready(&mut self) -> bool {
        for port in [self.plain, self.tls] {
            while tokio::net::TcpStream::connect(("127.0.0.1", port))
                .await
                .is_err()
            {
                if self.child.try_wait().unwrap().is_some() {
                    return false;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        self.child.try_wait().unwrap().is_none()
    }

    /// Starts a client that prints `count` messages on `topics`, each as 'topic payload', and exits.
    fn listen(&self, topics: &[&str], count: usize) -> Child {
        let topics = topics.iter().flat_map(|topic| ["-t", topic]);
        Command::new(program("mosquitto_sub").unwrap())
            .args([
                "-h",
                "127.0.0.1",
                "-p",
                &self.plain.to_string(),
                "-u",
                "deck",
                "-P",
                "swordfish",
            ])
            .args(["-q", "1", "-v", "-C", &count.to_string(), "-W", "60"])
            .args(topics)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    }
}

fn write_configuration(folder: &Path, plain: u16, tls: u16) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/smtp");
    let text = format!(
        "user root\npassword_file {}\nallow_anonymous false\nlistener {plain} 127.0.0.1\nlistener {tls} 127.0.0.1\ncertfile {}\nkeyfile {}\n",
        folder.join("passwords").display(),
        fixtures.join("server.pem").display(),
        fixtures.join("server.key").display(),
    );
    std::fs::write(folder.join("mosquitto.conf"), text).unwrap();
}

fn spawn(broker: &Path, folder: &Path) -> Child {
    let log = std::fs::File::create(folder.join("log")).unwrap();
    Command::new(broker)
        .arg("-c")
        .arg(folder.join("mosquitto.conf"))
        .stderr(log)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

async fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    listener.local_addr().unwrap().port()
}

/// Waits for a client of [`Mosquitto::listen`] and returns its messages as topic and payload.
async fn messages_of(listener: Child) -> Vec<(String, String)> {
    let output = tokio::task::spawn_blocking(move || listener.wait_with_output().unwrap());
    let output = output.await.unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines
        .map(|(topic, payload)| (topic.to_owned(), payload.to_owned()))
        .collect()
}

/// MQTT-01, MQTT-03: Mosquitto retains prices and discovery messages, with and without TLS, and publishes that the server is offline.
#[tokio::test]
async fn mosquitto_gets_prices_and_discovery() {
    let Some(mosquitto) = Mosquitto::start().await else {
        return;
    };
    for (n, address) in [
        format!("mqtt://127.0.0.1:{}", mosquitto.plain),
        format!("mqtts://localhost:{}", mosquitto.tls),
    ]
    .into_iter()
    .enumerate()
    {
        let publishing_server = PublishingServer::start(BrokerSettings {
            address,
            username: "deck".into(),
            password: "swordfish".into(),
            topic: format!("deck{n}"),
            ca_file: "tests/fixtures/smtp/ca.pem".into(),
            ..settings(0)
        })
        .await;
        // Status and two prices; retained messages arrive after subscribing.
        let prices = messages_of(mosquitto.listen(&[&format!("deck{n}/#")], 3)).await;
        let price = |symbol: &str| {
            let topic = format!("deck{n}/ticker/{symbol}");
            let (_, payload) = prices
                .iter()
                .find(|(expected_topic, _)| *expected_topic == topic)
                .unwrap();
            serde_json::from_str::<serde_json::Value>(payload).unwrap()["price"].clone()
        };
        assert_eq!(
            (price("AAPL"), price("^GSPC")),
            (json!(250.0), json!(6_000.0))
        );
        let messages =
            messages_of(mosquitto.listen(&[&format!("homeassistant/+/deck{n}/+/config")], 5)).await;
        assert_eq!(messages.len(), 5, "{messages:?}");
        publishing_server.stop.send(()).unwrap();
        publishing_server.publishing.await.unwrap();
        // The offline status may arrive a moment later.
        let topic = format!("deck{n}/status");
        while messages_of(mosquitto.listen(&[&topic], 1)).await[0].1 != "offline" {}
    }
}

/// MQTT-02: an alert is delivered after Mosquitto restarts, and a wrong password is reported.
#[tokio::test]
async fn mosquitto_gets_an_alert_after_a_restart() {
    let Some(mut mosquitto) = Mosquitto::start().await else {
        return;
    };
    let valid_settings = BrokerSettings {
        username: "deck".into(),
        password: "swordfish".into(),
        ..settings(mosquitto.plain)
    };
    let wrong = Delivery::new(BrokerSettings {
        password: "marlin".into(),
        client_id: "stranger".into(),
        ..valid_settings.clone()
    });
    let mut delivery = Delivery::new(valid_settings);
    delivery.wait_until_connected(true).await;
    let problem = loop {
        if let Some(problem) = wrong.handle.state().problem {
            break problem;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    assert_eq!(problem, "the broker refused the connection: not authorized");
    mosquitto.child.kill().unwrap();
    delivery.wait_until_connected(false).await;
    delivery.record(7);
    delivery.advance(600).await;
    assert_eq!(delivery.pending(), 1);
    mosquitto.start_again().await;
    let mut listener = mosquitto.listen(&["marketdeck/status", "marketdeck/alert"], 2);
    let lines = BufReader::new(listener.stdout.take().unwrap()).lines();
    // The first message is the server's status, so the listener is subscribed.
    let (first, lines) = next_line(lines).await;
    assert_eq!(first, "marketdeck/status online");
    delivery.wait_until_connected(true).await;
    delivery.advance(60).await;
    let (alert, _) = next_line(lines).await;
    assert!(
        alert.starts_with("marketdeck/alert {") && alert.contains("\"S7\""),
        "{alert}"
    );
    listener.wait().unwrap();
    assert_eq!(delivery.pending(), 0);
    let attempts = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(None, 10)
        .unwrap();
    let responses: Vec<_> = attempts
        .iter()
        .map(|attempt| attempt.answer.as_str())
        .collect();
    assert_eq!(responses, ["Acknowledged by the broker"]);
}

type Lines = std::io::Lines<BufReader<ChildStdout>>;

async fn next_line(mut lines: Lines) -> (String, Lines) {
    let read = tokio::task::spawn_blocking(move || (lines.next().unwrap().unwrap(), lines));
    read.await.unwrap()
}
