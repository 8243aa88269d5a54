//! Supervision of tasks, shutdown and notifications to systemd, tested with the real binary.

#![cfg(unix)]

use std::{os::unix::net::UnixDatagram, path::Path, process::Command, time::Duration};

use crate::program::{Program, ReservedPort, Running, poll};
use jiff::Timestamp;
use marketdeck::store::Store;

const PANIC: &str = "MARKETDECK_TEST_PANIC";

/// Starts a server in which `task` panics, waits until the process ends, and returns its exit code and log.
fn run_with_panic_in(task: &str) -> (Option<i32>, String) {
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
    let (code, log) = run_with_panic_in("ingest");
    assert_eq!(code, Some(1), "{log}");
    assert!(log.contains("essential task 'ingest' panicked"), "{log}");
    assert!(
        log.contains("src/runtime/panics.rs"),
        "the log has file and line of the panic: {log}"
    );
}

#[test]
fn a_panic_in_the_flusher_ends_the_process_with_an_error_that_names_the_task() {
    let (code, log) = run_with_panic_in("flusher");
    assert_eq!(code, Some(1), "{log}");
    assert!(log.contains("essential task 'flusher' panicked"), "{log}");
}

/// Starts a server in which `part` panics, and waits until the status page counts one restart of `task`.
fn restart_after_panic_in(part: &str, task: &str, data: &Path) -> Running {
    let mut program = Program::new(data);
    program.command.env(PANIC, part);
    let server = program.serve();
    poll("the task to restart", || {
        let status = server.json("/api/status");
        let tasks = status["tasks"].as_array().unwrap().clone();
        let task_status = tasks
            .into_iter()
            .find(|task_status| task_status["name"] == task);
        let task_status = task_status.expect("the task is listed");
        assert_eq!(task_status["kind"], "restartable");
        (task_status["restarts"] == 1 && task_status["state"] == "running").then_some(())
    });
    server
}

#[test]
fn a_panicking_provider_is_restarted_and_counted_in_the_status() {
    let data = tempfile::tempdir().unwrap();
    let server = restart_after_panic_in("provider sample", "provider sample", data.path());
    poll("prices of the restarted provider", || {
        server.json("/api/tickers/BTC")["price"]
            .is_number()
            .then_some(())
    });
}

#[test]
fn a_panicking_delivery_is_restarted_and_counted_in_the_status() {
    let data = tempfile::tempdir().unwrap();
    restart_after_panic_in("delivery", "delivery in_app", data.path());
}

#[test]
fn one_signal_stops_cleanly_and_a_second_stops_at_once() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Program::new(data.path()).serve();
    server.signal("TERM");
    let status = server.wait();
    assert_eq!(status.code(), Some(0), "{}", server.log());

    let mut server = Program::new(data.path()).serve();
    // An unfinished request makes the server wait for its grace period after the first signal.
    let _open = server.open("GET /api/health HTTP/1.1\r\nhost: ");
    server.signal("TERM");
    poll("the shutdown to begin", || {
        server.log().contains("stopping").then_some(())
    });
    server.signal("TERM");
    let status = server.wait();
    assert_eq!(
        status.code(),
        Some(1),
        "the first signal stopped the server at once: {}",
        server.log()
    );
    assert!(server.log().contains("second signal"), "{}", server.log());
}

#[test]
fn a_closed_terminal_does_not_stop_the_server() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Program::new(data.path()).serve();
    server.signal("HUP");
    poll("the log line about the closed terminal", || {
        server.log().contains("config: reloaded").then_some(())
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
    let published: Timestamp = server.json("/api/tickers/BTC")["updatedAt"]
        .as_str()
        .and_then(|time| time.parse().ok())
        .expect("Bitcoin has a price");
    server.signal("TERM");
    assert_eq!(server.wait().code(), Some(0));
    let store = Store::open(&data.path().join("sample.redb")).unwrap();
    let snapshot = store.snapshot().unwrap();
    let bitcoin = snapshot
        .tickers
        .iter()
        .find(|ticker| ticker.profile.symbol == "BTC");
    let id = bitcoin.expect("Bitcoin is saved").id;
    let quote = snapshot.quotes.iter().find(|quote| quote.id == id);
    assert!(quote.expect("the price of Bitcoin is saved").as_of >= published);
}

#[test]
fn a_port_in_use_is_reported_before_anything_is_opened() {
    let data = tempfile::tempdir().unwrap();
    let occupied = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut program = Program::new(&data.path().join("missing"));
    program.listen(&occupied.local_addr().unwrap().to_string());
    let mut server = program.spawn();
    let status = server.wait();
    assert_eq!(status.code(), Some(1));
    assert!(
        server.log().contains("cannot listen on"),
        "{}",
        server.log()
    );
    assert!(
        !data.path().join("missing").exists(),
        "neither the folder nor a database is created"
    );
}

#[test]
fn a_restart_with_data_announces_serving_at_once() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Program::new(data.path()).serve();
    server.signal("TERM");
    server.wait();
    let mut program = Program::new(data.path());
    // The source panics before it sends prices; waiting for them would take ten seconds.
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
    // The provider panics at first and sends no prices until it is restarted.
    program.command.env(PANIC, "provider sample");
    let mut server = program.spawn();
    server.address = port.address.to_string();
    poll("a response", || {
        (server.try_get("/api/health")?.0 == 200).then_some(())
    });
}

/// A socket that receives notifications in place of systemd.
struct Systemd(UnixDatagram);

impl Systemd {
    /// Creates the socket in `folder` and passes its path to the program.
    fn pass_to(program: &mut Program, folder: &Path) -> Self {
        let path = folder.join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        socket
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        program.command.env("NOTIFY_SOCKET", &path);
        Self(socket)
    }

    /// Returns the next notification.
    fn next_notification(&self) -> String {
        let mut text = [0; 64];
        let length = self.0.recv(&mut text).expect("a notification arrives");
        String::from_utf8_lossy(&text[..length]).into_owned()
    }
}

#[test]
fn watchdog_is_pinged_at_the_interval_that_systemd_sets() {
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::new(&data.path().join("data"));
    let systemd = Systemd::pass_to(&mut program, data.path());
    program.command.env("WATCHDOG_USEC", "100000");
    let server = program.serve();
    assert_eq!(systemd.next_notification(), "READY=1");
    for _ in 0..5 {
        assert_eq!(systemd.next_notification(), "WATCHDOG=1");
    }
    server.signal("TERM");
    while systemd.next_notification() != "STOPPING=1" {}
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
    let installed_unit = folder.path().join("marketdeck.service");
    std::fs::write(
        &installed_unit,
        text.replace("/usr/bin/marketdeck", program),
    )
    .unwrap();
    for arguments in [
        &["verify"][..],
        &["security", "--offline=true", "--threshold=20"],
    ] {
        let analyzed = Command::new("systemd-analyze")
            .args(arguments)
            .arg(&installed_unit)
            .output();
        let Ok(output) = analyzed else {
            eprintln!("skipped: systemd-analyze is not installed");
            return;
        };
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{report}{complaints}");
        assert!(!complaints.contains("marketdeck.service:"), "{complaints}");
    }
}

#[test]
fn systemd_is_notified_of_readiness_and_shutdown() {
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::new(&data.path().join("data"));
    let systemd = Systemd::pass_to(&mut program, data.path());
    let mut server = program.serve();
    assert_eq!(systemd.next_notification(), "READY=1");
    server.signal("TERM");
    assert_eq!(systemd.next_notification(), "STOPPING=1");
    server.wait();
}
