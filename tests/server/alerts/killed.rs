//! A server that is killed keeps the reports that were shown.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

use super::*;

/// The real program on the sample market, killed on drop.
struct Program {
    child: Child,
    address: SocketAddr,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    fn start(data: &Path, now: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_marketdeck"));
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("MARKETDECK_")) {
            command.env_remove(name);
        }
        command.args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--now",
            now,
            "--data-dir",
        ]);
        let mut child = command
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let stdout = child.stdout.take().unwrap();
        BufReader::new(stdout).read_line(&mut line).unwrap();
        let address = line.trim().rsplit("//").next().unwrap().parse();
        Self {
            child,
            address: address.unwrap_or_else(|error| panic!("{line}: {error}")),
        }
    }

    fn request(&self, method: &str, path: &str, body: &str) -> Value {
        let mut stream = std::net::TcpStream::connect(self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (_, body) = response.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {response}"))
    }

    /// Waits for a price of Bitcoin.
    fn price(&self) -> f64 {
        loop {
            if let Some(price) = self.request("GET", "/api/tickers/BTC", "")["price"].as_f64() {
                return price;
            }
        }
    }
}

/// ALRT-05: after a kill right after a report was shown, the history has it and the alert does not fire again.
#[tokio::test]
async fn shown_report_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    for minute in [32, 33, 34] {
        let now = format!("2026-11-20T19:{minute}:00Z");
        let program = Program::start(folder.path(), &now);
        let price = program.price();
        let mut socket = listen_at(program.address).await;
        for step in -10..=10 {
            let value = price * (1.0 + f64::from(step) * 2e-5);
            program.request("POST", "/api/alerts", &new_alert("crosses", value, "once"));
        }
        let report = loop {
            let message = next_message(&mut socket).await;
            if message["type"] == "alert_fired" {
                break message["data"].clone();
            }
        };
        drop(program);
        let later = format!("2026-11-20T19:{minute}:30Z");
        let program = Program::start(folder.path(), &later);
        let history = program.request("GET", "/api/alerts/history", "");
        let history = history.as_array().unwrap();
        let saved = history.iter().find(|one| one["id"] == report["id"]);
        assert_eq!(saved, Some(&report));
        let alerts = program.request("GET", "/api/alerts", "");
        let mut alerts = alerts.as_array().unwrap().iter();
        let fired_alert = alerts.find(|alert| alert["id"] == report["alertId"]);
        let fired_once = fired_alert.filter(|alert| alert["frequency"] == "once");
        assert!(
            fired_once.is_none_or(|alert| alert["active"] == false),
            "{fired_once:?}"
        );
    }
}
