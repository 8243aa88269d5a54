//! The access log, and changes of the configuration with SIGHUP.

use std::{fs, io::Read as _, path::Path};

use crate::program::{Program, Running, poll};

/// Starts a server with this configuration file.
fn serve(folder: &Path, file: &str) -> Running {
    let path = folder.join("marketdeck.toml");
    fs::write(&path, file).unwrap();
    let mut program = Program::new(&folder.join("data"));
    program.command.arg("--config").arg(path);
    program.serve()
}

/// Sends a request with these headers; returns the response.
fn request(server: &Running, path: &str, headers: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{headers}\r\n");
    let mut response = String::new();
    server.open(&request).read_to_string(&mut response).unwrap();
    response
}

fn host_header(server: &Running) -> String {
    format!("host: {}\r\n", server.address)
}

#[test]
fn the_access_log_has_a_line_for_each_request() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(
        folder.path(),
        "access_log = true\nlog = 'warn'\ntrusted_proxies = ['127.0.0.1']\n",
    );
    let proxied = format!(
        "{}x-forwarded-for: 10.0.0.1, 198.51.100.7\r\n",
        host_header(&server)
    );
    server.get("/api/tickers/AAPL");
    request(&server, "/api/tickers/NOBODY?q=secret", &proxied);
    let line = poll("the access log line", || {
        let log = server.log();
        log.lines()
            .find(|line| line.contains("NOBODY"))
            .map(str::to_owned)
    });
    for part in [
        "client=198.51.100.7",
        "method=GET",
        "path=\"/api/tickers/NOBODY\"",
        "status=404",
        "bytes=",
        "ms=",
    ] {
        assert!(line.contains(part), "{part} in {line}");
    }
    assert!(
        !line.contains("secret") && !line.contains('\u{1b}'),
        "{line}"
    );
}

#[test]
fn the_access_log_can_have_its_own_file_which_may_be_rotated() {
    let folder = tempfile::tempdir().unwrap();
    let (log, moved) = (
        folder.path().join("access.log"),
        folder.path().join("access.1"),
    );
    let file = format!(
        "access_log = {:?}\nlog_format = 'json'\n",
        log.display().to_string()
    );
    let server = serve(folder.path(), &file);
    let lines = |path: &Path| -> Vec<serde_json::Value> {
        let text = fs::read_to_string(path).unwrap_or_default();
        let whole = text
            .split_inclusive('\n')
            .filter(|line| line.ends_with('\n'));
        whole
            .map(|line| serde_json::from_str(line).expect("the text is JSON"))
            .collect()
    };
    let response = request(&server, "/api/health", &host_header(&server));
    let body = response.split("\r\n\r\n").nth(1).unwrap();
    let line = poll("the access log line", || lines(&log).pop());
    assert_eq!(line["path"], "/api/health");
    assert_eq!(line["status"], 200);
    assert_eq!(line["client"], "127.0.0.1");
    assert_eq!(line["bytes"], body.len());
    assert!(
        line["ms"].as_f64().is_some() && line["timestamp"].is_string(),
        "{line}"
    );
    fs::rename(&log, &moved).unwrap();
    server.signal("HUP");
    let reopened = "config: reloaded without changes";
    poll("the reopened access log", || {
        server.log().contains(reopened).then_some(())
    });
    request(&server, "/robots.txt", &host_header(&server));
    let line = poll("a line in the new file", || lines(&log).pop());
    assert_eq!(line["path"], "/robots.txt");
    assert_eq!(lines(&moved).len(), 1);
    assert!(!server.log().contains("robots.txt"), "{}", server.log());
}

#[test]
fn after_a_kill_the_database_opens_at_once_and_a_copy_of_it_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(folder.path(), "");
    server.signal("KILL");
    server.wait();
    let copied = tempfile::tempdir().unwrap();
    fs::create_dir(copied.path().join("data")).unwrap();
    let database = |folder: &Path| folder.join("data/sample.redb");
    fs::copy(database(folder.path()), database(copied.path())).unwrap();
    let server = serve(folder.path(), "");
    let restarted = "but the machine kept running";
    poll("the log line about the restart", || {
        server.log().contains(restarted).then_some(())
    });
    assert!(!server.log().contains("checking it"), "{}", server.log());
    let server = serve(copied.path(), "");
    let checked = "was not closed cleanly; checking it";
    poll("the log line about the check", || {
        server.log().contains(checked).then_some(())
    });
}

/// ALRT-05: channels of the configuration file change without a restart; those of the settings page are unaffected.
#[test]
fn sighup_reloads_the_channels_and_logs_what_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marketdeck.toml");
    let channel = |name: &str, topic: &str| {
        format!("[[channels]]\nname = '{name}'\nkind = 'ntfy'\ntopic = '{topic}'\n")
    };
    let before = [
        channel("stays", "a"),
        channel("goes", "b"),
        channel("turns", "c"),
    ];
    let server = serve(folder.path(), &before.concat());
    let body = "{\"settings\": {\"name\": \"page\", \"kind\": \"ntfy\", \"topic\": \"e\"}}";
    let created = server.request("POST", "/api/alert-channels", body);
    assert_eq!(created.expect("the server responds").0, 201);
    let after = [
        channel("stays", "a"),
        channel("turns", "d"),
        channel("comes", "f"),
    ];
    fs::write(&path, after.concat()).unwrap();
    server.signal("HUP");
    poll("the log line about the changes", || {
        let message = "config: reloaded alert channels: added comes, changed turns, removed goes";
        server.log().contains(message).then_some(())
    });
    let rows = server.json("/api/alert-channels");
    let rows = rows.as_array().unwrap().iter();
    let names = rows.filter(|row| row["kind"].is_string());
    let names: Vec<_> = names.map(|row| row["channel"].as_str().unwrap()).collect();
    assert_eq!(names, ["stays", "turns", "comes", "page"]);
    server.signal("HUP");
    poll("the log line that nothing changed", || {
        let message = "config: reloaded without changes";
        server.log().contains(message).then_some(())
    });
}

#[test]
fn sighup_applies_what_can_change_and_names_what_needs_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marketdeck.toml");
    let server = serve(folder.path(), "log = 'info'\n");
    let named = |name: &str| {
        let response = request(&server, "/api/health", &format!("host: {name}\r\n"));
        response.split(' ').nth(1).map(str::to_owned).unwrap()
    };
    assert_eq!(named("deck.example.org"), "421");
    fs::write(
        &path,
        "log = 'debug'\nallowed_hosts = ['deck.example.org']\nping_seconds = 7\n[providers.yahoo]\nenabled = false\n",
    )
    .unwrap();
    server.signal("HUP");
    poll("the log line about the changes", || {
        server
            .log()
            .contains("config: applied changes to allowed_hosts, log")
            .then_some(())
    });
    assert_eq!(named("deck.example.org"), "200");
    poll("the log line about keys that need a restart", || {
        let message = "config: restart required to apply changes to ping_seconds, providers.yahoo";
        server.log().contains(message).then_some(())
    });
    // An invalid file changes nothing.
    fs::write(
        &path,
        "log = 'info'\nallowed_hosts = ['other.example.org']\nsede = 3\n",
    )
    .unwrap();
    server.signal("HUP");
    poll("the log line about the error", || {
        let log = server.log();
        let line = log
            .lines()
            .find(|line| line.contains("config: kept the current configuration"))?;
        assert!(
            line.contains("line 3: unknown key 'sede'; did you mean 'seed'?"),
            "{line}"
        );
        Some(())
    });
    assert_eq!(named("deck.example.org"), "200");
    assert_eq!(named("other.example.org"), "421");
}
