//! The process and its tasks: panics, shutdown and disk failures, seen from outside with the real binary.

#![cfg(unix)]

use std::{os::unix::net::UnixDatagram, path::Path, process::Command, time::Duration};

use crate::program::{Program, ReservedPort, Running, poll};
use jiff::Timestamp;
use marketdeck::store::Store;

const PANIC: &str = "MARKETDECK_TEST_PANIC";

/// Starts a server in which one task panics; returns its output after it ended.
fn ended_by_a_panic_in(task: &str) -> (Option<i32>, String) {
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::new(data.path());
    program.command.env(PANIC, task);
    program.command.args(["--flush-seconds", "1"]);
    let mut server = program.spawn();
    let status = server.wait();
    (status.code(), server.log())
}

#[test]
fn a_panic_in_ingest_ends_the_process_with_an_error_that_names_the_task() {
    let (code, log) = ended_by_a_panic_in("ingest");
    assert_eq!(code, Some(1), "{log}");
    assert!(log.contains("essential task 'ingest' panicked"), "{log}");
    assert!(
        log.contains("src/runtime/panics.rs"),
        "with its place: {log}"
    );
}

#[test]
fn a_panic_in_the_flusher_ends_the_process_with_an_error_that_names_the_task() {
    let (code, log) = ended_by_a_panic_in("flusher");
    assert_eq!(code, Some(1), "{log}");
    assert!(log.contains("essential task 'flusher' panicked"), "{log}");
}

/// Starts a server in which `part` panics, and waits until the status counts one restart of `task`.
fn restarted_after_a_panic_in(part: &str, task: &str, data: &Path) -> Running {
    let mut program = Program::new(data);
    program.command.env(PANIC, part);
    let server = program.serve();
    poll("the task to come back", || {
        let status = server.json("/api/status");
        let tasks = status["tasks"].as_array().unwrap().clone();
        let found = tasks.into_iter().find(|found| found["name"] == task);
        let found = found.expect("it is a task");
        assert_eq!(found["kind"], "restartable");
        (found["restarts"] == 1 && found["state"] == "running").then_some(())
    });
    server
}

#[test]
fn a_panicking_provider_is_restarted_and_counted_in_the_status() {
    let data = tempfile::tempdir().unwrap();
    let server = restarted_after_a_panic_in("provider sample", "provider sample", data.path());
    poll("its prices", || {
        server.json("/api/tickers/BTC")["price"]
            .is_number()
            .then_some(())
    });
}

#[test]
fn a_panicking_delivery_is_restarted_and_counted_in_the_status() {
    let data = tempfile::tempdir().unwrap();
    restarted_after_a_panic_in("delivery", "delivery in_app", data.path());
}

#[test]
fn one_signal_stops_cleanly_and_a_second_stops_at_once() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Program::new(data.path()).serve();
    server.signal("TERM");
    let status = server.wait();
    assert_eq!(status.code(), Some(0), "{}", server.log());

    let mut server = Program::new(data.path()).serve();
    // A request that never ends makes the first stop wait for its grace period.
    let _open = server.open("GET /api/health HTTP/1.1\r\nhost: ");
    server.signal("TERM");
    poll("the stop to begin", || {
        server.log().contains("stopping").then_some(())
    });
    server.signal("TERM");
    let status = server.wait();
    assert_eq!(
        status.code(),
        Some(1),
        "the first stop did not wait: {}",
        server.log()
    );
    assert!(server.log().contains("second signal"), "{}", server.log());
}

#[test]
fn a_closed_terminal_does_not_stop_the_server() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Program::new(data.path()).serve();
    server.signal("HUP");
    poll("the log to tell", || {
        server.log().contains("SIGHUP").then_some(())
    });
    assert_eq!(server.get("/api/health").0, 200);
    server.signal("INT");
    assert_eq!(server.wait().code(), Some(0));
}

#[test]
fn the_last_published_price_is_on_disk_after_shutdown() {
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::new(data.path());
    program.command.args(["--flush-seconds", "3600"]);
    let mut server = program.serve();
    let seen: Timestamp = server.json("/api/tickers/BTC")["updatedAt"]
        .as_str()
        .and_then(|time| time.parse().ok())
        .expect("it has a price");
    server.signal("TERM");
    assert_eq!(server.wait().code(), Some(0));
    let store = Store::open(&data.path().join("sample.redb")).unwrap();
    let snapshot = store.snapshot().unwrap();
    let bitcoin = snapshot
        .tickers
        .iter()
        .find(|ticker| ticker.profile.symbol == "BTC");
    let id = bitcoin.expect("it is saved").id;
    let quote = snapshot.quotes.iter().find(|quote| quote.id == id);
    assert!(quote.expect("its price is saved").as_of >= seen);
}

#[test]
fn a_port_in_use_is_reported_before_anything_is_opened() {
    let data = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut program = Program::new(&data.path().join("not-made"));
    program.listen(&taken.local_addr().unwrap().to_string());
    let mut server = program.spawn();
    let status = server.wait();
    assert_eq!(status.code(), Some(1));
    assert!(
        server.log().contains("cannot listen on"),
        "{}",
        server.log()
    );
    assert!(
        !data.path().join("not-made").exists(),
        "no folder, no database"
    );
}

#[test]
fn a_restart_with_data_announces_serving_at_once() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Program::new(data.path()).serve();
    server.signal("TERM");
    server.wait();
    let mut program = Program::new(data.path());
    // The source panics before it delivers anything: waiting for it would take ten seconds.
    program.command.env(PANIC, "provider sample");
    let server = program.serve();
    assert!(server.json("/api/tickers/%5EGSPC")["price"].is_number());
}

#[test]
fn requests_are_answered_while_a_first_start_waits_for_prices() {
    let data = tempfile::tempdir().unwrap();
    let port = ReservedPort::new();
    let mut program = Program::new(data.path());
    program.listen(&port.address.to_string());
    // No provider delivers anything before its restart.
    program.command.env(PANIC, "provider sample");
    let mut server = program.spawn();
    server.address = port.address.to_string();
    poll("an answer", || {
        (server.try_get("/api/health")?.0 == 200).then_some(())
    });
}

/// A socket that listens in place of systemd.
struct Systemd(UnixDatagram);

impl Systemd {
    /// Creates the socket in this folder and passes it to the program.
    fn of(program: &mut Program, folder: &Path) -> Self {
        let path = folder.join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        socket
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        program.command.env("NOTIFY_SOCKET", &path);
        Self(socket)
    }

    /// Returns the next notification.
    fn message(&self) -> String {
        let mut text = [0; 64];
        let length = self.0.recv(&mut text).expect("systemd is message");
        String::from_utf8_lossy(&text[..length]).into_owned()
    }
}

#[test]
fn the_watchdog_is_pinged_as_often_as_systemd_asks() {
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::new(&data.path().join("data"));
    let systemd = Systemd::of(&mut program, data.path());
    program.command.env("WATCHDOG_USEC", "100000");
    let server = program.serve();
    assert_eq!(systemd.message(), "READY=1");
    for _ in 0..5 {
        assert_eq!(systemd.message(), "WATCHDOG=1");
    }
    server.signal("TERM");
    while systemd.message() != "STOPPING=1" {}
}

#[test]
fn systemd_accepts_the_unit_and_rates_its_sandbox_well() {
    let unit = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/packaging/systemd/marketdeck.service"
    );
    let text = std::fs::read_to_string(unit).unwrap();
    let program = env!("CARGO_BIN_EXE_marketdeck");
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("marketdeck.service");
    std::fs::write(&here, text.replace("/usr/bin/marketdeck", program)).unwrap();
    for arguments in [
        &["verify"][..],
        &["security", "--offline=true", "--threshold=20"],
    ] {
        let analyzed = Command::new("systemd-analyze")
            .args(arguments)
            .arg(&here)
            .output();
        let Ok(output) = analyzed else {
            eprintln!("systemd-analyze is not installed here: the unit is not judged");
            return;
        };
        let message = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{message}{complaints}");
        assert!(!complaints.contains("marketdeck.service:"), "{complaints}");
    }
}

#[test]
fn systemd_is_notified_of_readiness_and_shutdown() {
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::new(&data.path().join("data"));
    let systemd = Systemd::of(&mut program, data.path());
    let mut server = program.serve();
    assert_eq!(systemd.message(), "READY=1");
    server.signal("TERM");
    assert_eq!(systemd.message(), "STOPPING=1");
    server.wait();
}
