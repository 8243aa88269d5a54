//! Backups of running and stopped servers, and restoring them.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use tempfile::TempDir;

use super::program::{Program, ReservedPort, Running, marketdeck, poll};

fn run(arguments: &[&str], data: &Path) -> Output {
    marketdeck()
        .args(arguments)
        .arg("--data-dir")
        .arg(data)
        .output()
        .expect("the program runs")
}

/// Returns the exit code and the output of a command.
fn code_and_text(output: &Output) -> (Option<i32>, String) {
    let texts = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    (output.status.code(), texts.concat())
}

fn stop(mut server: Running) {
    server.signal("TERM");
    server.wait();
}

fn add_list(server: &Running, name: &str) {
    let body = format!("{{\"name\":\"{name}\"}}");
    let (status, body) = server.request("POST", "/api/watchlists", &body).unwrap();
    assert_eq!(status, 201, "{body}");
}

fn lists(server: &Running) -> Vec<String> {
    let lists = server.json("/api/watchlists");
    let names = lists.as_array().unwrap().iter();
    names
        .map(|list| list["name"].as_str().unwrap().to_owned())
        .collect()
}

/// A sample market with a watchlist, and a backup of it by the running server.
struct BackupFixture {
    _folder: TempDir,
    data: PathBuf,
    backup: PathBuf,
}

impl BackupFixture {
    fn create() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let backup = folder.path().join("backup.redb");
        let server = Program::new(&data).serve();
        add_list(&server, "Kept");
        let output = run(
            &[
                "backup",
                "--listen",
                &server.address,
                backup.to_str().unwrap(),
            ],
            &data,
        );
        let (code, text) = code_and_text(&output);
        assert_eq!(code, Some(0), "{text}");
        assert!(
            text.contains("sample market") && text.contains("backup.redb"),
            "{text}"
        );
        add_list(&server, "Made after the backup");
        stop(server);
        Self {
            _folder: folder,
            data,
            backup,
        }
    }

    fn backup_path(&self) -> &str {
        self.backup.to_str().unwrap()
    }
}

#[test]
fn a_running_server_makes_a_backup_that_can_be_restored() {
    let fixture = BackupFixture::create();
    let (code, text) = code_and_text(&run(&["check", fixture.backup_path()], &fixture.data));
    assert_eq!(code, Some(0), "{text}");
    assert!(
        text.contains("is intact") && text.contains("sample market"),
        "{text}"
    );

    let (code, text) = code_and_text(&run(&["restore", fixture.backup_path()], &fixture.data));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("sample.before-restore.redb"), "{text}");
    let server = Program::new(&fixture.data).serve();
    let now = lists(&server);
    assert!(now.contains(&"Kept".to_owned()), "{now:?}");
    assert!(
        !now.contains(&"Made after the backup".to_owned()),
        "{now:?}"
    );
    stop(server);

    // Restore again, this time the database from before the first restore.
    let previous = fixture.data.join("sample.before-restore.redb");
    let (code, text) = code_and_text(&run(
        &["restore", previous.to_str().unwrap()],
        &fixture.data,
    ));
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("sample.before-restore-2.redb"), "{text}");
    let server = Program::new(&fixture.data).serve();
    assert!(lists(&server).contains(&"Made after the backup".to_owned()));
}

#[test]
fn a_backup_that_cannot_be_restored_leaves_everything_unchanged() {
    let fixture = BackupFixture::create();
    let database = fixture.data.join("sample.redb");
    let before = fs::read(&database).unwrap();
    let expect_rejection = |arguments: &[&str], why: &str| {
        let (code, text) = code_and_text(&run(arguments, &fixture.data));
        assert_eq!(code, Some(1), "{text}");
        assert!(
            text.contains(why) && text.trim().lines().count() == 1,
            "{text}"
        );
    };
    expect_rejection(
        &["restore", fixture.backup_path(), "--market", "live"],
        "contains the sample market",
    );
    expect_rejection(
        &["restore", database.to_str().unwrap()],
        "is the database itself",
    );
    let notes = fixture.data.join("notes.txt");
    fs::write(&notes, "mine").unwrap();
    expect_rejection(
        &["restore", notes.to_str().unwrap()],
        "is not a Marketdeck database",
    );
    expect_rejection(&["restore", "nowhere.redb"], "nowhere.redb");

    // Flips a bit in the middle of every page except the first.
    let mut bytes = fs::read(&fixture.backup).unwrap();
    for page in bytes.chunks_mut(4_096).skip(1) {
        page[2_000] ^= 4;
    }
    let damaged = fixture.data.join("damaged.redb");
    fs::write(&damaged, bytes).unwrap();
    let damaged = damaged.to_str().unwrap();
    expect_rejection(&["restore", damaged], "damaged");
    let (code, text) = code_and_text(&run(&["check", damaged], &fixture.data));
    assert_eq!(code, Some(3), "{text}");

    assert_eq!(fs::read(&database).unwrap(), before);
    let mut names: Vec<_> = fs::read_dir(&fixture.data)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "import")
        .collect();
    names.sort();
    assert_eq!(names, ["damaged.redb", "notes.txt", "sample.redb"]);

    let server = Program::new(&fixture.data).serve();
    expect_rejection(&["restore", fixture.backup_path()], "stop that one first");
    expect_rejection(&["check"], "stop that one first");
    let other = fixture.data.join("other.redb");
    let unused = ReservedPort::new();
    expect_rejection(
        &[
            "backup",
            "--listen",
            &unused.address.to_string(),
            other.to_str().unwrap(),
        ],
        "no server responds on",
    );
    stop(server);
    let (code, text) = code_and_text(&run(&["check"], &fixture.data));
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn a_backup_of_another_market_than_the_configured_one_is_rejected() {
    let fixture = BackupFixture::create();
    let other = tempfile::tempdir().unwrap();
    let holder = Program::new(&fixture.data).serve();
    let mut live = Program::new(other.path());
    live.command.args(["--market", "live"]);
    for provider in LIVE_PROVIDERS {
        live.command
            .env(format!("MARKETDECK_PROVIDERS_{provider}_ENABLED"), "false");
    }
    let live = live.serve();
    let copy = other.path().join("copy.redb");
    let output = run(
        &["backup", "--listen", &live.address, copy.to_str().unwrap()],
        &fixture.data,
    );
    let (code, text) = code_and_text(&output);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("serves the live market"), "{text}");
    assert!(!copy.exists());
    drop(holder);
}

/// All providers of the live market.
const LIVE_PROVIDERS: [&str; 19] = [
    "ALTERNATIVE_ME",
    "BINANCE",
    "BLS",
    "CBOE",
    "CNBC",
    "CNN",
    "COINBASE",
    "COINGECKO",
    "DEFILLAMA",
    "DEUTSCHE_BOERSE",
    "ECB",
    "EURONEXT",
    "FED",
    "KRAKEN",
    "NASDAQ",
    "RSS",
    "TREASURY",
    "YAHOO",
    "YAHOO_STREAM",
];

#[test]
fn scheduled_backups_are_made_in_the_configured_folder_and_shown_in_the_status() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let without_backups = Program::new(&data).serve();
    assert_eq!(
        without_backups.json("/api/status")["backups"],
        serde_json::Value::Null
    );
    stop(without_backups);
    let backups = folder.path().join("backups");
    fs::create_dir(&backups).unwrap();
    let yesterday = backups.join("marketdeck-sample-20261119T193000Z.redb");
    fs::write(&yesterday, "backup").unwrap();
    let mut program = Program::new(&data);
    program.command.env("MARKETDECK_BACKUP_DIR", &backups);
    let server = program.serve();
    let message = poll("the backup status", || {
        Some(server.json("/api/status")["backups"].clone()).filter(|message| !message.is_null())
    });
    assert_eq!(message["madeAt"], "2026-11-19T19:30:00Z");
    assert_eq!(message["bytes"], 6);
    // The last backup is a day old, so the next one is due soon after the start.
    assert!(
        message["dueAt"]
            .as_str()
            .unwrap()
            .starts_with("2026-11-20T19:3"),
        "{message}"
    );
    assert_eq!(message["problem"], serde_json::Value::Null);
    // The metrics agree with the status; the time is Thursday, 19:30 UTC.
    let (_, metrics) = server.get("/metrics");
    for sample in [
        "marketdeck_backup_last_success_timestamp_seconds 1795116600",
        "marketdeck_backup_size_bytes 6",
        "marketdeck_backup_interval_seconds 86400",
        "marketdeck_backup_failing 0",
        "marketdeck_backup_failures_total 0",
    ] {
        let has_sample = metrics.lines().any(|line| line == sample);
        assert!(has_sample, "{sample} in {metrics}");
    }
}

#[test]
fn a_backup_is_written_to_standard_output_with_and_without_a_running_server() {
    let folder = tempfile::tempdir().unwrap();
    let (data, piped) = (folder.path().join("data"), folder.path().join("piped.redb"));
    let files = || {
        let entries = fs::read_dir(&data).unwrap().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    };
    let server = Program::new(&data).serve();
    add_list(&server, "Kept");
    let before = files();
    let output = run(&["backup", "--listen", &server.address, "-"], &data);
    assert!(output.status.success(), "{:?}", code_and_text(&output).1);
    assert_eq!(
        files(),
        before,
        "no temporary file is left in the data folder"
    );
    stop(server);
    let without_server = run(&["backup", "-"], &data);
    for output in [output, without_server] {
        assert!(output.status.success(), "{:?}", code_and_text(&output).1);
        assert!(String::from_utf8_lossy(&output.stderr).contains("Backed up the sample market"));
        fs::write(&piped, &output.stdout).unwrap();
        let (code, text) = code_and_text(&run(&["check", piped.to_str().unwrap()], &data));
        assert_eq!(code, Some(0), "{text}");
    }

    // A failed backup writes nothing to standard output.
    fs::write(data.join("sample.redb"), "no database").unwrap();
    let output = run(&["backup", "-"], &data);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
}
