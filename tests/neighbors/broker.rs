//! Tests with mosquitto: TLS with a self-signed certificate, and symbol lists with typos.

use std::{fs, process::Command};

use serde_json::{Value, json};

use crate::{
    certificate::Certificate,
    neighbor::{Neighbor, find},
    program::{Program, ReservedPort, Running, poll, poll_or},
};

/// Starts mosquitto on a free port, with additional configuration lines for its listener.
fn mosquitto(options: &str) -> Option<(Neighbor, ReservedPort, tempfile::TempDir)> {
    let program = find("mosquitto")?;
    let (port, folder) = (ReservedPort::new(), tempfile::tempdir().unwrap());
    let config = folder.path().join("mosquitto.conf");
    let listener = format!("listener {} 127.0.0.1", port.address.port());
    fs::write(
        &config,
        format!("user root\n{listener}\nallow_anonymous true\n{options}\n"),
    )
    .unwrap();
    let broker = Neighbor::start(Command::new(program).arg("-c").arg(&config));
    Some((broker, port, folder))
}

/// Starts a sample market with these configuration lines.
fn start_marketdeck(data: &std::path::Path, lines: &str) -> Running {
    let config = data.join("marketdeck.toml");
    fs::write(&config, lines).unwrap();
    let mut program = Program::new(data);
    program.command.arg("--config").arg(&config);
    program.serve()
}

fn mqtt(server: &Running) -> Value {
    server.json("/api/status")["mqtt"].clone()
}

#[test]
fn self_signed_broker_is_trusted_only_with_its_ca_file() {
    let (Some(own), Some(other)) = (Certificate::self_signed(), Certificate::self_signed()) else {
        return;
    };
    let (certificate, key) = (own.file.display(), own.key.display());
    let encrypted = format!("certfile {certificate}\nkeyfile {key}");
    let Some((_broker, port, _folder)) = mosquitto(&encrypted) else {
        return;
    };
    let address = format!("mqtts://localhost:{}", port.address.port());
    let connection = |ca_file: &Certificate| {
        let ca_file = ca_file.file.display();
        format!("[mqtt]\naddress = \"{address}\"\nca_file = \"{ca_file}\"\n")
    };

    let data = tempfile::tempdir().unwrap();
    let server = start_marketdeck(data.path(), &connection(&own));
    poll_or("a connection", || {
        let mqtt = mqtt(&server);
        mqtt["connected"]
            .as_bool()
            .filter(|connected| *connected)
            .ok_or(mqtt.to_string())
    });

    let data = tempfile::tempdir().unwrap();
    let server = start_marketdeck(data.path(), &connection(&other));
    let problem = poll("a problem in the status", || {
        mqtt(&server)["problem"].as_str().map(str::to_owned)
    });
    assert!(
        problem.contains("ca_file"),
        "the error names ca_file: {problem}"
    );
    assert_eq!(mqtt(&server)["connected"], false);
}

#[test]
fn unknown_symbols_appear_in_the_log_and_in_the_status() {
    let Some((_broker, port, _folder)) = mosquitto("") else {
        return;
    };
    let data = tempfile::tempdir().unwrap();
    let server = start_marketdeck(
        data.path(),
        &format!(
            "symbols = [\"MSFT\", \"MFST\"]\n[mqtt]\naddress = \"mqtt://{}\"\nsymbols = [\"AAPL\", \"APPL\", \"btc\", \"BTCC\"]\nlists = [\"Minne\"]\n",
            port.address
        ),
    );
    poll_or("published messages", || {
        let mqtt = mqtt(&server);
        (mqtt["tickers"] == 2).then_some(()).ok_or(mqtt.to_string())
    });
    let status = server.json("/api/status");
    let unknown = json!([
        {"setting": "symbols", "symbol": "MFST"},
        {"setting": "mqtt.symbols", "symbol": "APPL"},
        {"setting": "mqtt.symbols", "symbol": "BTCC"},
    ]);
    assert_eq!(status["unknownSymbols"], unknown);
    assert_eq!(status["mqtt"]["unknownLists"], json!(["Minne"]));
    let log = server.log();
    for word in ["MFST", "APPL", "BTCC", "Minne"] {
        let lines: Vec<_> = log.lines().filter(|line| line.contains(word)).collect();
        assert!(
            lines.len() == 1 && lines[0].contains("unknown") && lines[0].contains("WARN"),
            "{word}: {lines:?}"
        );
    }
}
