//! The command line: flags, environment variables, configuration file, and error messages.

use marketdeck::domain::person::PersonId;
use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Command, Output, Stdio},
};

use tempfile::TempDir;

use crate::program::poll_or;

fn marketdeck() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marketdeck"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("MARKETDECK_")) {
        command.env_remove(name);
    }
    command
}

fn rejection(command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.output().expect("the program starts");
    let text = String::from_utf8(stderr).expect("stderr is UTF-8");
    assert_eq!(status.code(), Some(2), "{text}");
    assert_eq!(
        text.trim_end().lines().count(),
        1,
        "the message is one sentence: {text}"
    );
    text
}

fn config(folder: &TempDir, text: &str) -> String {
    let path = folder.path().join("marketdeck.toml");
    std::fs::write(&path, text).expect("temporary folder is writable");
    path.display().to_string()
}

fn resolved_config(command: &mut Command) -> toml::Table {
    let output = command
        .args(["config", "print"])
        .output()
        .expect("the program starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout)
        .expect("TOML is text")
        .parse()
        .expect("config print writes TOML")
}

#[test]
fn flags_override_variables_which_override_the_file_which_overrides_defaults() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = config(&folder, "log = \"debug\"\nflush_seconds = 7\nseed = 3\n");
    let resolved = resolved_config(
        marketdeck()
            .args(["--config", &file, "--log", "warn"])
            .env("MARKETDECK_LOG", "error")
            .env("MARKETDECK_SEED", "4"),
    );
    assert_eq!(
        resolved["log"].as_str(),
        Some("warn"),
        "a flag overrides a variable"
    );
    assert_eq!(
        resolved["seed"].as_integer(),
        Some(4),
        "a variable overrides the file"
    );
    assert_eq!(
        resolved["flush_seconds"].as_integer(),
        Some(7),
        "the file overrides the default"
    );
    assert_eq!(
        resolved["listen"].as_str(),
        Some("127.0.0.1:8080"),
        "default"
    );
}

#[test]
fn an_unknown_key_is_reported_with_its_line() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = config(&folder, "log = \"info\"\nlisten_on = \"x\"\n");
    let text = rejection(marketdeck().args(["--config", &file, "config", "print"]));
    assert!(
        text.contains("line 2") && text.contains("listen_on"),
        "{text}"
    );
}

#[test]
fn a_wrong_type_is_reported_with_its_line() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = config(&folder, "read_only = \"yes\"\n");
    let text = rejection(marketdeck().args(["--config", &file, "config", "print"]));
    let output_text = "line 1: read_only: expected true or false, found a quoted string";
    assert!(text.contains(output_text), "{text}");
}

#[test]
fn a_missing_file_is_reported() {
    let text = rejection(marketdeck().args(["--config", "/nowhere/m.toml", "config", "print"]));
    assert!(text.contains("/nowhere/m.toml"), "{text}");
}

#[test]
fn an_unknown_flag_is_reported_in_one_sentence() {
    let text = rejection(marketdeck().arg("--lissten"));
    assert!(
        text.contains("--lissten") && text.contains("--help"),
        "{text}"
    );
    let text = rejection(marketdeck().args(["--market", "paper"]));
    assert!(text.contains("paper"), "{text}");
}

#[test]
fn an_invalid_stream_url_and_an_unknown_provider_are_rejected() {
    let url = "MARKETDECK_PROVIDERS_KRAKEN_WS_URL";
    let text = rejection(marketdeck().env(url, "https://ws.kraken.com/v2"));
    assert!(text.contains("providers.kraken.ws_url"), "{text}");
    let order = "MARKETDECK_PROVIDERS_ORDER_QUOTES";
    let text = rejection(marketdeck().env(order, "yahoo,coingeko"));
    assert!(text.contains("invalid provider 'coingeko'"), "{text}");
}

#[test]
fn the_example_file_lists_every_key_with_its_default() {
    let example =
        std::fs::read_to_string("config.example.toml").expect("config.example.toml is readable");
    let documented: toml::Table = example.parse().expect("the example is TOML");
    let mut defaults =
        toml::Table::try_from(marketdeck::config::Options::default()).expect("defaults are TOML");
    // `now` has no default.
    assert!(example.contains("# now ="), "the example explains `now`");
    defaults.remove("now");
    assert_eq!(documented, defaults);
}

#[test]
fn every_key_of_the_example_has_a_comment() {
    let example =
        std::fs::read_to_string("config.example.toml").expect("config.example.toml is readable");
    let lines: Vec<&str> = example.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        if line.split('=').next().is_some_and(|key| {
            !key.is_empty()
                && key
                    .trim()
                    .chars()
                    .all(|c| c.is_ascii_lowercase() || c == '_')
        }) && line.contains('=')
        {
            assert!(
                number > 0 && lines[number - 1].starts_with("# "),
                "a key needs a comment above it: {line}"
            );
        }
    }
}

/// The real binary, serving on its own port.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path) -> Self {
        let mut child = marketdeck()
            .args([
                "--listen",
                "127.0.0.1:0",
                "--now",
                "2026-11-20T19:32:00Z",
                "--data-dir",
            ])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("stdout is piped");
        BufReader::new(stdout)
            .read_line(&mut line)
            .expect("the server prints its address");
        let address = line
            .trim()
            .rsplit("http://")
            .next()
            .expect("the address is known")
            .to_owned();
        Self { child, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn import_bars(data: &Path, symbol: &str, file: &Path) -> Output {
    marketdeck()
        .args(["import", "bars", "--interval", "1d"])
        .args(["--symbol", symbol, "--data-dir"])
        .arg(data)
        .arg(file)
        .output()
        .expect("the program runs")
}

/// Returns the writing end of a pipe whose reader is closed, as after `head -1`.
fn closed_pipe() -> Stdio {
    let (reader, writer) = std::io::pipe().expect("a pipe can be created");
    drop(reader);
    writer.into()
}

#[test]
fn every_command_ends_quietly_when_its_output_is_closed() {
    let data = tempfile::tempdir().expect("a temporary folder can be created");
    let bars = data.path().join("bars.csv");
    std::fs::write(
        &bars,
        "time,open,high,low,close,volume\n2026-11-19,1,2,1,2,3\n",
    )
    .expect("temporary folder is writable");
    let path = |name: &str| data.path().join(name).display().to_string();
    let (bars, copy, saved) = (path("bars.csv"), path("copy.redb"), path("saved.redb"));
    let folder = data.path().display().to_string();
    let import = [
        "import",
        "bars",
        "--interval",
        "1d",
        "--symbol",
        "OWN",
        &bars,
    ];
    for (command, is_of_folder) in [
        (&["openapi"][..], false),
        (&["--help"], false),
        (&["--version"], false),
        (&["hash-password"], false),
        (&["config", "print"], true),
        (&["config", "check"], true),
        (&import, true),
        (&["backup", &copy], true),
        (&["check"], true),
        (&["check", &copy], true),
        (&["restore", &copy], true),
        (&["salvage", &copy, &saved], false),
    ] {
        let mut program = marketdeck();
        program.args(command);
        if is_of_folder {
            program.args(["--data-dir", &folder]);
        }
        let mut child = program
            .stdin(Stdio::piped())
            .stdout(closed_pipe())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        // Only hash-password reads its standard input, so errors are ignored.
        let _ = std::io::Write::write_all(&mut stdin, b"a long password\n");
        drop(stdin);
        let output = child.wait_with_output().expect("the program exits");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{command:?}: {stderr}");
    }
    for (command, code) in [
        (&["--no-such-flag"][..], 2),
        (&["--market", "moon", "config", "check"], 2),
        (&["check", "/no/such/file.redb"], 1),
    ] {
        let status = marketdeck()
            .args(command)
            .stdout(closed_pipe())
            .stderr(closed_pipe())
            .status()
            .expect("the program starts");
        assert_eq!(status.code(), Some(code), "{command:?}");
    }
}

#[test]
fn a_running_server_is_healthy_and_blocks_an_import() {
    let data = tempfile::tempdir().expect("a temporary folder can be created");
    let server = Server::start(data.path());
    let check = marketdeck()
        .args(["--listen", &server.address, "healthcheck"])
        .output()
        .expect("the program runs");
    assert!(
        check.status.success(),
        "{}",
        String::from_utf8_lossy(&check.stderr)
    );

    let file = data.path().join("bars.csv");
    std::fs::write(&file, "Date,Close\n2026-01-02,10\n").expect("temporary folder is writable");
    let import = import_bars(data.path(), "GOOG", &file);
    let text = String::from_utf8_lossy(&import.stderr);
    assert!(!import.status.success() && text.contains("stop"), "{text}");
}

#[test]
fn healthcheck_fails_without_a_server() {
    let check = marketdeck()
        .args(["--listen", "127.0.0.1:9", "healthcheck"])
        .output()
        .expect("the program runs");
    assert_eq!(check.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&check.stderr).contains("127.0.0.1:9"));
}

/// Sends a GET request and returns the body as JSON. On a busy machine, the market may still be loading; the request is then repeated.
fn get(server: &Server, path: &str) -> serde_json::Value {
    use std::io::{Read as _, Write as _};
    poll_or(path, || {
        let mut stream =
            std::net::TcpStream::connect(&server.address).expect("the server accepts connections");
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            server.address
        )
        .expect("the server reads the request");
        let mut response = String::new();
        stream
            .read_to_string(&mut response)
            .expect("the server responds");
        if response.starts_with("HTTP/1.1 503") {
            return Err(response);
        }
        let (_, body) = response
            .split_once("\r\n\r\n")
            .expect("the response has a body");
        Ok(serde_json::from_str(body).expect("the text is JSON"))
    })
}

#[test]
fn a_new_market_has_prices_and_lists_when_serving_is_announced() {
    let data = tempfile::tempdir().expect("a temporary folder can be created");
    let server = Server::start(data.path());
    let trending = get(&server, "/api/tickers/trending");
    assert!(trending.as_array().is_some_and(|rows| rows.len() >= 10));
    for path in ["/api/fear-greed", "/api/tickers/%5EGSPC"] {
        let response = get(&server, path);
        assert!(
            response["value"].is_number() || response["price"].is_number(),
            "{path}: {response}"
        );
    }
    for path in ["/api/news", "/api/icos", "/api/earnings"] {
        let list = get(&server, path);
        assert!(
            list.as_array().is_some_and(|rows| !rows.is_empty()),
            "{path}"
        );
    }
}

#[test]
fn imported_bars_belong_to_their_file_and_the_sample_market_does_not_change_them() {
    let data = tempfile::tempdir().expect("a temporary folder can be created");
    let file = data.path().join("goog.csv");
    std::fs::write(
        &file,
        "Date,Open,High,Low,Close,Volume\n2013-02-28,1,3,1,2,9\n2013-03-01,2,4,2,3,9\n",
    )
    .expect("temporary folder is writable");
    let import = import_bars(data.path(), "GOOG", &file);
    assert!(
        import.status.success(),
        "{}",
        String::from_utf8_lossy(&import.stderr)
    );
    let server = Server::start(data.path());
    assert_eq!(
        get(&server, "/api/tickers/id/1")["symbol"],
        "^GSPC",
        "ids do not depend on the order of imports"
    );
    let ticker = get(&server, "/api/tickers/GOOG");
    assert_eq!(
        (&ticker["price"], &ticker["source"], &ticker["isSample"]),
        (&3.0.into(), &"file".into(), &false.into())
    );
    assert_eq!(
        (&ticker["imported"]["file"], &ticker["imported"]["bars"]),
        (&"goog.csv".into(), &2.into())
    );
    let history = get(
        &server,
        &format!("/api/tickers/{}/price-history?timeframe=MAX", ticker["id"]),
    );
    assert_eq!(history.as_array().map(Vec::len), Some(2));
}

fn backup(data: &Path, file: &Path) -> Output {
    marketdeck()
        .args(["backup", "--data-dir"])
        .arg(data)
        .arg(file)
        .output()
        .expect("the program runs")
}

#[test]
fn a_backup_can_be_used_as_the_database() {
    let data = tempfile::tempdir().expect("a temporary folder can be created");
    let other_folder = tempfile::tempdir().expect("a temporary folder can be created");
    let (bars, copy) = (
        other_folder.path().join("fund.csv"),
        other_folder.path().join("copy.redb"),
    );
    std::fs::write(&bars, "Date,Close\n2026-01-02,10\n2026-01-05,12\n")
        .expect("temporary folder is writable");
    let import = import_bars(data.path(), "MYFUND", &bars);
    assert!(import.status.success(), "{import:?}");

    let result = backup(data.path(), &copy);
    let text = String::from_utf8_lossy(&result.stdout);
    assert!(
        result.status.success() && text.contains("copy.redb"),
        "{result:?}"
    );
    let restored = tempfile::tempdir().expect("a temporary folder can be created");
    std::fs::copy(&copy, restored.path().join("sample.redb"))
        .expect("temporary folder is writable");
    let server = Server::start(restored.path());
    assert_eq!(get(&server, "/api/tickers/MYFUND")["price"], 12.0);
}

#[test]
fn a_failed_backup_says_why_and_changes_nothing() {
    let data = tempfile::tempdir().expect("a temporary folder can be created");
    let copy = data.path().join("copy.redb");
    let error_text = |output: Output| {
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).trim().to_owned()
    };
    let missing = error_text(backup(data.path(), &copy));
    assert!(missing.contains("there is no database"), "{missing}");
    assert_eq!(
        std::fs::read_dir(data.path())
            .expect("the folder is readable")
            .count(),
        0
    );

    drop(Server::start(data.path()));
    std::fs::write(&copy, "my notes").expect("temporary folder is writable");
    let existing = error_text(backup(data.path(), &copy));
    assert!(existing.contains("already exists"), "{existing}");
    assert_eq!(
        std::fs::read(&copy).expect("the file is readable"),
        b"my notes"
    );
}

#[test]
fn a_damaged_database_is_reported_in_one_sentence() {
    let data = tempfile::tempdir().expect("a temporary folder can be created");
    drop(Server::start(data.path()));
    let database = data.path().join("sample.redb");
    let mut bytes = std::fs::read(&database).expect("the file is readable");
    // Overwrites everything after the first page, which is the header of the file.
    for (offset, byte) in bytes.iter_mut().enumerate().skip(4_096) {
        *byte = (offset % 251) as u8;
    }
    std::fs::write(&database, bytes).expect("temporary folder is writable");
    let output = marketdeck()
        .args(["--listen", "127.0.0.1:0", "--data-dir"])
        .arg(data.path())
        .env("RUST_BACKTRACE", "1")
        .output()
        .expect("the program runs");
    let text = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("the database is damaged"), "{text}");
    // The log has the location of the damage.
    let output_text = text.lines().filter(|line| line.starts_with("marketdeck:"));
    assert_eq!(
        output_text.count(),
        1,
        "the message is one sentence: {text}"
    );
    assert!(
        !text.contains("RUST_BACKTRACE"),
        "the output does not mention a panic: {text}"
    );
}

fn salvage(arguments: &[&Path]) -> (Option<i32>, String, String) {
    let output = marketdeck()
        .arg("salvage")
        .args(arguments)
        .output()
        .expect("the program starts");
    (
        output.status.code(),
        String::from_utf8(output.stdout).expect("stdout is UTF-8"),
        String::from_utf8(output.stderr).expect("stderr is UTF-8"),
    )
}

#[test]
fn salvage_recovers_intact_records_and_reports_the_losses() {
    use marketdeck::{
        domain::ticker::{Profile, Ticker, TickerId, TickerKind},
        store::{MarketBatch, Store},
    };
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = folder.path().join("sample.redb");
    let store = Store::open(&path).expect("the database can be created");
    let ticker = |id, name: &str| {
        let profile = Profile::new(format!("T{id}"), name, TickerKind::Stock);
        Ticker::new(TickerId(id), profile)
    };
    let batch = MarketBatch {
        tickers: vec![ticker(1, "Plainly Readable"), ticker(2, "Soon Unreadable")],
        ..MarketBatch::default()
    };
    store
        .commit(&batch, jiff::Timestamp::UNIX_EPOCH)
        .expect("the record is saved");
    store
        .of(PersonId::OWNER)
        .create_watchlist("Tech")
        .expect("the record is saved");
    store.close().expect("the database closes");
    drop(store);

    let whole = folder.path().join("whole.redb");
    let (code, output, _) = salvage(&[&path, &whole]);
    assert_eq!(code, Some(0), "{output}");
    assert!(
        output.contains("watchlists") && !output.contains("lost"),
        "{output}"
    );

    let mut bytes = std::fs::read(&path).expect("the database file is accessible");
    let name = b"Soon Unreadable";
    let offsets: Vec<usize> = (0..bytes.len() - name.len())
        .filter(|at| bytes[*at..].starts_with(name))
        .collect();
    assert!(!offsets.is_empty());
    for offset in offsets {
        bytes[offset] ^= 1;
    }
    std::fs::write(&path, bytes).expect("the database file is accessible");
    let (code, output, _) = salvage(&[&path]);
    assert_eq!(code, Some(3), "{output}");
    assert!(output.contains("1 recovered, 1 lost"), "{output}");
    assert!(output.contains("1 record was lost"), "{output}");
    let salvaged = folder.path().join("sample.salvaged.redb");
    let store = Store::open(&salvaged).expect("the salvaged database opens");
    assert_eq!(
        store
            .of(PersonId::OWNER)
            .watchlists()
            .expect("watchlists are readable")[0]
            .name,
        "Tech"
    );
    let tickers = store.snapshot().expect("tickers are readable").tickers;
    assert_eq!(tickers, [ticker(1, "Plainly Readable")]);

    let (code, _, output) = salvage(&[&path]);
    assert_eq!(code, Some(1));
    assert!(output.contains("already exists"), "{output}");

    // If nothing is intact, the message does not recommend salvage again.
    let mut bytes = std::fs::read(&whole).expect("the database file is accessible");
    bytes[64..].fill(0xAA);
    std::fs::write(&path, bytes).expect("the database file is accessible");
    let (code, _, output) = salvage(&[&path, &folder.path().join("nothing.redb")]);
    assert_eq!(code, Some(1));
    assert!(output.contains("nothing can be recovered"), "{output}");
    assert!(!output.contains("'marketdeck salvage'"), "{output}");
    let (code, _, output) = salvage(&[&folder.path().join("none.redb")]);
    assert_eq!(code, Some(1));
    assert_eq!(
        output.trim_end().lines().count(),
        1,
        "the message is one sentence: {output}"
    );
}
