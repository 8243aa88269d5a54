//! Health while the disk is full or the database file was removed, tested with the real binary. A file size limit simulates a full disk.

#![cfg(target_os = "linux")]

use std::{fs, path::Path};

use crate::program::{Program, Running, marketdeck, poll};
use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// Limits the size of files that the server may write, or removes the limit. Pages of the database beyond the limit cannot change.
fn limit_writes(server: &Running, max_bytes: Option<u64>) {
    let pid = Pid::from_raw(server.id().try_into().unwrap()).unwrap();
    let limit = Rlimit {
        current: max_bytes,
        maximum: None,
    };
    prlimit(Some(pid), Resource::Fsize, limit).unwrap();
}

fn start(data: &Path) -> Running {
    let mut program = Program::with_nonfatal_write_limit(data);
    program.command.args(["--flush-seconds", "1"]);
    program.serve()
}

fn add_list(server: &Running, name: &str) -> u16 {
    let body = format!("{{\"name\":\"{name}\"}}");
    server.request("POST", "/api/watchlists", &body).unwrap().0
}

fn healthcheck(server: &Running) -> (Option<i32>, String) {
    let output = marketdeck()
        .args(["healthcheck", "--listen", &server.address])
        .output()
        .unwrap();
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// Waits until health returns 503, and returns the reason.
fn wait_until_failing(server: &Running) -> String {
    poll("health to fail", || {
        let (status, body) = server.get("/api/health");
        (status == 503).then_some(body)
    })
}

#[test]
fn health_reports_that_nothing_can_be_saved_and_recovers_afterwards() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    assert_eq!(server.get("/api/health").0, 200);
    limit_writes(&server, Some(4_096));
    for name in ["a", "b", "c"] {
        assert!(add_list(&server, name) >= 500);
    }
    let reason = wait_until_failing(&server);
    assert!(reason.contains("Nothing can be saved"), "{reason}");
    let (code, message) = healthcheck(&server);
    assert_eq!(code, Some(1));
    assert!(message.contains("Nothing can be saved"), "{message}");
    let status = server.json("/api/status");
    assert_eq!(status["health"], "failing");
    assert_eq!(status["store"]["writable"], false);
    assert_eq!(
        server.get("/api/watchlists?userId=1").0,
        200,
        "reads still work"
    );
    assert_eq!(server.get("/api/tickers/BTC").0, 200);

    limit_writes(&server, None);
    // The next price is saved within seconds without a request.
    poll("health to recover", || {
        (server.get("/api/health").0 == 200).then_some(())
    });
    assert_eq!(add_list(&server, "d"), 201);
    assert_eq!(healthcheck(&server).0, Some(0));
    poll("the log line about the end of the outage", || {
        server
            .log()
            .contains("can be written to again")
            .then_some(())
    });
    let log = server.log();
    let failures = log.lines().filter(|line| line.contains("ERROR")).count();
    assert_eq!(failures, 1, "one line for the whole outage: {log}");
}

#[test]
fn a_removed_data_folder_is_failing() {
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().join("data");
    let server = start(&folder);
    fs::remove_dir_all(&folder).unwrap();
    wait_until_failing(&server);
    assert!(
        add_list(&server, "lost") >= 500,
        "an unsaved change must not be acknowledged"
    );
}

#[test]
fn a_replaced_database_is_failing() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let database = data.path().join("sample.redb");
    let copy = data.path().join("copy.redb");
    fs::copy(&database, &copy).unwrap();
    fs::rename(&copy, &database).unwrap();
    wait_until_failing(&server);
    assert!(add_list(&server, "lost") >= 500);
}

#[test]
fn the_status_lists_every_task_ticker_and_source() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path());
    let status = server.json("/api/status");
    assert_eq!(
        (&status["health"], &status["reasons"]),
        (&"ok".into(), &serde_json::json!([]))
    );
    let essential: Vec<&str> = status["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|task| task["kind"] == "essential" && task["state"] == "running")
        .filter_map(|task| task["name"].as_str())
        .collect();
    for name in ["ingest", "flusher", "alerts", "accept loop"] {
        assert!(essential.contains(&name), "{essential:?}");
    }
    let tickers = status["tickers"].as_array().unwrap();
    let bitcoin = tickers
        .iter()
        .find(|ticker| ticker["symbol"] == "BTC")
        .unwrap();
    assert_eq!(
        (&bitcoin["source"], &bitcoin["stale"]),
        (&"sample".into(), &false.into())
    );
    assert!(bitcoin["updatedAt"].is_string() && bitcoin["lastError"].is_null());
    assert_eq!(status["providers"][0]["name"], "sample");
    assert_eq!(status["store"]["writable"], true);
    let health = server.json("/api/health");
    assert_eq!(
        (&health["status"], &health["market"]),
        (&"ok".into(), &"sample".into())
    );
    // The uptime does not depend on the simulated clock.
    assert!(health["uptimeSeconds"].as_u64().unwrap() < 3_600);
}
