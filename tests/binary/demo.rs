//! A public demo: prepared user data, nothing on disk, and a fresh start every time.

use std::{fs, path::PathBuf};

use serde_json::Value;

use super::program::{Program, Running};

fn start(data: &std::path::Path) -> Running {
    let mut program = Program::with_system_clock(data);
    program.command.args(["--demo", "--log", "warn"]);
    program
        .command
        .env("MARKETDECK_INSTALL_URL", "https://deck.example.net/install");
    program.serve()
}

fn array(server: &Running, path: &str) -> Vec<Value> {
    let value = server.json(path);
    value
        .as_array()
        .cloned()
        .unwrap_or_else(|| panic!("{path}: {value}"))
}

/// The folder of the demo's database.
fn folder(server: &Running) -> PathBuf {
    let port = server.address.rsplit(':').next().unwrap();
    std::env::temp_dir().join(format!("marketdeck-demo-{port}"))
}

#[test]
fn a_demo_has_prepared_data_refuses_changes_and_leaves_nothing_behind() {
    let data = tempfile::tempdir().unwrap();
    let mut server = start(data.path());
    let lists = array(&server, "/api/watchlists");
    let names: Vec<&str> = lists
        .iter()
        .filter_map(|list| list["name"].as_str())
        .collect();
    assert_eq!(names, ["Long-term", "Crypto", "To watch"]);
    let holdings = server.json("/api/holdings");
    assert_eq!(holdings["positions"].as_array().map(Vec::len), Some(8));
    assert_eq!(holdings["withoutGain"], serde_json::json!([]));
    assert!(holdings["gain"].is_f64(), "{holdings}");
    assert!(array(&server, "/api/notes").len() >= 3);
    // The prepared alerts, and those of the sample market.
    let alerts = array(&server, "/api/alerts");
    assert!(
        alerts
            .iter()
            .filter(|alert| alert["isSample"] == false)
            .count()
            >= 4
    );
    let boards = array(&server, "/api/boards");
    assert!(
        boards.iter().any(|board| board["name"] == "portfolio"),
        "{boards:?}"
    );
    assert_eq!(array(&server, "/api/screens").len(), 1);

    let refused = server.request("POST", "/api/watchlists", r#"{"name":"Mine"}"#);
    let (status, text) = refused.expect("the server responds");
    assert_eq!(status, 403);
    assert!(text.contains("https://deck.example.net/install"), "{text}");
    let (_, page) = server.get("/");
    assert!(page.contains("Install Marketdeck"));

    let folder = folder(&server);
    assert!(folder.join("sample.redb").exists());
    assert_eq!(fs::read_dir(data.path()).unwrap().count(), 0);
    server.signal("TERM");
    assert!(server.wait().success(), "{}", server.log());
    assert!(!folder.exists());
    assert_eq!(server.log(), "");
}

#[test]
fn a_demo_does_not_start_with_the_live_market() {
    let output = super::program::marketdeck()
        .args(["--demo", "--market", "live"])
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(text.contains("a demo shows the sample market"), "{text}");
}
