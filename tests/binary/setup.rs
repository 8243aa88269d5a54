//! The setup in the browser, tested with the real program and a simulated provider: saved settings restart the server, the configuration
//! overrides them, and secrets stay secret.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use serde_json::{Value, json};

use crate::{
    following::{
        server::{Request, Server},
        with_simulated_yahoo, yahoo,
    },
    program::{Program, Running, marketdeck, poll, poll_or},
};

const KEY: &str = "swordfish-of-the-bureau";

/// Configures a server without any configuration of the market, and the simulated Yahoo as its only provider.
fn fresh(server: &Server, data: &Path) -> Program {
    with_simulated_yahoo(Program::new(data), server, "AAPL")
}

async fn simulated_yahoo() -> Server {
    Server::start(|request: &Request| Some(yahoo(request))).await
}

fn put(running: &Running, change: &Value) -> (u16, String) {
    let body = change.to_string();
    running.request("PUT", "/api/setup", &body).unwrap()
}

/// Saves settings, and waits until the server has restarted with them.
fn save(running: &Running, change: &Value) {
    let started_at = running.json("/api/setup")["startedAt"].clone();
    let (status, body) = put(running, change);
    assert_eq!((status, body.as_str()), (200, r#"{"restarts":true}"#));
    poll_or("the server to restart", || {
        let (status, body) = running.try_get("/api/setup").ok_or("no response")?;
        let is_new = status == 200 && !body.contains(started_at.as_str().unwrap_or("none"));
        is_new.then_some(()).ok_or(body)
    });
}

/// Returns the symbols of the only watchlist, or `None` before it exists.
fn watchlist(running: &Running) -> Option<Vec<String>> {
    let lists = running.json("/api/watchlists");
    let id = lists.get(0)?["id"].as_u64()?;
    assert_eq!(lists.as_array().map(Vec::len), Some(1), "{lists}");
    let list = running.json(&format!("/api/watchlists/{id}/tickers"));
    let tickers = list["tickers"].as_array()?;
    let symbol = |ticker: &Value| ticker["symbol"].as_str().map(str::to_owned);
    tickers.iter().map(symbol).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_server_gets_live_prices_and_own_symbols_without_a_configuration() {
    let (server, data) = (simulated_yahoo().await, tempfile::tempdir().unwrap());
    let running = fresh(&server, data.path()).serve();
    assert_eq!(running.json("/api/config")["offersSetup"], true);
    let settings = running.json("/api/setup");
    assert_eq!(settings["isNew"], true);
    let market = json!({"value": "sample", "origin": "default", "setBy": null});
    assert_eq!(settings["market"], market);

    let symbols = json!(["MUV2.DE", "VOD.L", "AAPL"]);
    save(
        &running,
        &json!({"market": "live", "symbols": symbols, "displayCurrency": "EUR", "contactEmail": "me@example.com",
            "keys": {"bls": KEY}}),
    );
    let config = running.json("/api/config");
    assert_eq!(config["market"], "live");
    assert_eq!(config["offersSetup"], false);
    assert_eq!(config["contactEmail"], "me@example.com");
    let list = poll("the watchlist", || watchlist(&running));
    assert_eq!(list, ["MUV2.DE", "VOD.L", "AAPL"]);
    let munich_re = running.json("/api/tickers/MUV2.DE");
    assert_eq!(munich_re["price"], 541.2);
    assert_eq!(munich_re["currency"], "EUR");

    let settings = running.json("/api/setup");
    assert_eq!(settings["isNew"], false);
    assert_eq!(settings["symbols"]["value"], symbols);
    assert_eq!(settings["symbols"]["origin"], "page");
    let bls = json!({"provider": "bls", "isSet": true, "origin": "page", "setBy": null});
    assert!(
        settings["keys"].as_array().unwrap().contains(&bls),
        "{settings}"
    );

    // The first list is created only once, even if it is deleted.
    let lists = running.json("/api/watchlists");
    let path = format!("/api/watchlists/{}", lists[0]["id"]);
    assert_eq!(running.request("DELETE", &path, "").unwrap().0, 204);
    save(&running, &json!({"symbols": ["MUV2.DE", "7203.T"]}));
    poll("the new symbol to be followed", || {
        let (status, _) = running.get("/api/tickers/7203.T");
        (status == 200).then_some(())
    });
    assert_eq!(watchlist(&running), None);

    // Saving the same values again restarts nothing.
    let (status, body) = put(
        &running,
        &json!({"market": "live", "displayCurrency": "EUR"}),
    );
    assert_eq!((status, body.as_str()), (200, r#"{"restarts":false}"#));
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_settings_survive_a_kill_before_the_restart() {
    let (server, data) = (simulated_yahoo().await, tempfile::tempdir().unwrap());
    let mut running = fresh(&server, data.path()).serve();
    // A previous save was interrupted.
    fs::write(data.path().join("settings.partial"), "market = 'li").unwrap();
    let change = json!({"market": "live", "symbols": ["MUV2.DE", "AAPL"]});
    let (status, body) = put(&running, &change);
    assert_eq!(status, 200, "{body}");
    running.signal("KILL");
    running.wait();

    let running = fresh(&server, data.path()).serve();
    assert_eq!(running.json("/api/config")["market"], "live");
    let list = poll("the watchlist", || watchlist(&running));
    assert_eq!(list, ["MUV2.DE", "AAPL"]);
    let path = data.path().join("settings.toml");
    let mode = path.metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert!(!data.path().join("settings.partial").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_configuration_overrides_the_browser_and_is_named() {
    let (server, data) = (simulated_yahoo().await, tempfile::tempdir().unwrap());
    let mut program = fresh(&server, data.path());
    program
        .command
        .args(["--market", "sample"])
        .env("MARKETDECK_SYMBOLS", "AAPL");
    let running = program.serve();
    assert_eq!(running.json("/api/config")["offersSetup"], false);
    let settings = running.json("/api/setup");
    assert_eq!(settings["market"]["setBy"], "--market");
    let symbols = json!({"value": ["AAPL"], "origin": "variable", "setBy": "MARKETDECK_SYMBOLS"});
    assert_eq!(settings["symbols"], symbols);
    for (change, error) in [
        (
            json!({"market": "live"}),
            "market: set by --market; change it there.",
        ),
        (
            json!({"symbols": ["MSFT"], "displayCurrency": "EUR"}),
            "symbols: set by MARKETDECK_SYMBOLS; change it there.",
        ),
    ] {
        let (status, body) = put(&running, &change);
        assert_eq!((status, body.trim()), (409, error));
    }
    assert!(!data.path().join("settings.toml").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_settings_change_nothing() {
    let (server, data) = (simulated_yahoo().await, tempfile::tempdir().unwrap());
    let running = fresh(&server, data.path()).serve();
    let before = running.json("/api/setup");
    for (change, error) in [
        (
            json!({"market": "live", "displayCurrency": "Euro"}),
            "displayCurrency: invalid currency 'Euro'; expected a code of three capital letters, such as EUR.",
        ),
        (
            json!({"market": "live", "symbols": ["no symbol at all"]}),
            "symbols: invalid symbol 'no symbol at all'.",
        ),
        (
            json!({"password": "short"}),
            "password: a password needs 8 to 1000 characters.",
        ),
    ] {
        let (status, body) = put(&running, &change);
        assert_eq!((status, body.trim()), (422, error));
    }
    assert_eq!(put(&running, &json!({"listen": "0.0.0.0:80"})).0, 400);
    let headers = "origin: https://elsewhere.example\r\n";
    let change = r#"{"market": "live"}"#;
    let answer = running.request_with("PUT", "/api/setup", headers, change);
    assert_eq!(answer.unwrap().0, 403);
    assert_eq!(running.json("/api/setup"), before);
    assert!(!data.path().join("settings.toml").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_only_server_cannot_be_set_up() {
    let (server, data) = (simulated_yahoo().await, tempfile::tempdir().unwrap());
    let mut program = fresh(&server, data.path());
    program.command.arg("--read-only");
    let running = program.serve();
    assert_eq!(running.json("/api/config")["offersSetup"], false);
    assert_eq!(put(&running, &json!({"market": "live"})).0, 403);
    let body = r#"{"text": "MUV2.DE"}"#;
    let answer = running.request("POST", "/api/setup/symbols", body);
    assert_eq!(answer.unwrap().0, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_protects_the_settings_and_secrets_are_never_shown() {
    let (server, data) = (simulated_yahoo().await, tempfile::tempdir().unwrap());
    let mut running = fresh(&server, data.path()).serve();
    let (status, body) = put(
        &running,
        &json!({"password": "marlin and tuna", "keys": {"bls": KEY}}),
    );
    assert_eq!(status, 200, "{body}");
    poll("the password to be required", || {
        let (status, _) = running.try_get("/api/setup")?;
        (status == 401).then_some(())
    });
    let basic = data_encoding::BASE64.encode(b"me:marlin and tuna");
    let password = format!("authorization: Basic {basic}\r\n");
    let get = |path: &str| running.request_with("GET", path, &password, "").unwrap();
    let (status, settings) = get("/api/setup");
    assert_eq!(status, 200, "{settings}");
    let settings: Value = serde_json::from_str(&settings).unwrap();
    let is_set = json!({"isSet": true, "origin": "page", "setBy": null});
    assert_eq!(settings["password"], is_set);

    // A program with a token for changes may change settings, but not the password, which would lock the owner out.
    let token = |scope: &str| {
        let body = json!({"name": scope, "scope": scope}).to_string();
        let created = running.request_with("POST", "/api/access/tokens", &password, &body);
        let created: Value = serde_json::from_str(&created.unwrap().1).unwrap();
        let secret = created["secret"].as_str().unwrap().to_owned();
        format!("authorization: Bearer {secret}\r\n")
    };
    let (read, write) = (token("read"), token("write"));
    let put = |headers: &str, body: &str| {
        let answer = running.request_with("PUT", "/api/setup", headers, body);
        answer.unwrap().0
    };
    assert_eq!(put("", r#"{"market": "live"}"#), 401);
    assert_eq!(put(&read, r#"{"market": "live"}"#), 403);
    assert_eq!(put(&write, r#"{"password": "another password"}"#), 403);
    assert_eq!(put(&write, r#"{"displayCurrency": "USD"}"#), 200);

    let file = fs::read_to_string(data.path().join("settings.toml")).unwrap();
    let hash = file.lines().find(|line| line.contains("argon2id")).unwrap();
    let hash = hash.split('"').nth(1).unwrap().to_owned();
    let mut shown = String::new();
    poll("the server to restart", || {
        shown = ["/api/setup", "/api/status", "/api/export", "/metrics"]
            .map(|path| get(path).1)
            .concat();
        (!shown.contains("still loading")).then_some(())
    });
    let print = marketdeck()
        .args(["config", "print", "--data-dir"])
        .arg(data.path())
        .output()
        .unwrap();
    let print = String::from_utf8(print.stdout).unwrap();
    assert!(print.contains("password_hash = \"***\""), "{print}");
    running.signal("TERM");
    running.wait();
    shown = format!("{shown}{print}{}", running.log());
    for secret in [KEY, "marlin and tuna", &hash] {
        assert!(!shown.contains(secret), "{secret} is shown");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn symbols_of_the_live_market_are_found_while_the_sample_market_runs() {
    let (server, data) = (simulated_yahoo().await, tempfile::tempdir().unwrap());
    let running = fresh(&server, data.path()).serve();
    let find = |text: &str| {
        let body = json!({"text": text}).to_string();
        let (status, body) = running
            .request("POST", "/api/setup/symbols", &body)
            .unwrap();
        assert_eq!(status, 200, "{body}");
        let found: Value = serde_json::from_str(&body).unwrap();
        let matches = found["matches"].as_array().unwrap().iter();
        let symbols: Vec<String> = matches
            .map(|hit| hit["symbol"].as_str().unwrap().to_owned())
            .collect();
        (found["isCertain"] == true, symbols)
    };
    let one = |symbol: &str| (true, vec![symbol.to_owned()]);
    // Symbols of the catalogue need no provider.
    assert_eq!(find("aapl"), one("AAPL"));
    assert_eq!(find("US0378331005"), one("AAPL"));
    assert_eq!(server.requests().len(), 0);
    assert_eq!(find("SAP.DE"), one("SAP.DE"));
    // Yahoo's search does not return this symbol.
    assert_eq!(find("7203.T"), one("7203.T"));
    let choices = vec!["SAP.DE".to_owned(), "AAPL".to_owned()];
    assert_eq!(find("business software"), (false, choices));
    assert_eq!(find("nothing"), (false, Vec::new()));
}
