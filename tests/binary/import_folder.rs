//! The watched import folder of a running server, with the real binary.

#![cfg(unix)]

use std::{fs, path::Path};

use crate::program::{Program, Running, poll};

fn server(data: &Path) -> Running {
    let mut program = Program::new(data);
    program.command.args(["--flush-seconds", "1"]);
    program.serve()
}

/// Copies a file into the import folder.
fn add_file(data: &Path, name: &str, text: &str) {
    let folder = data.join("import");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), text).unwrap();
}

/// Returns the report of a processed file.
fn report(data: &Path, subfolder: &str, name: &str) -> String {
    let path = data
        .join("import")
        .join(subfolder)
        .join(format!("{name}.report.txt"));
    poll(name, || fs::read_to_string(&path).ok())
}

#[test]
fn every_example_is_imported_and_shown() {
    let data = tempfile::tempdir().unwrap();
    let server = server(data.path());
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/examples");
    let mut names = Vec::new();
    for entry in fs::read_dir(examples).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name != "README.md" {
            add_file(data.path(), &name, &fs::read_to_string(&path).unwrap());
            names.push(name);
        }
    }
    assert_eq!(names.len(), 9);
    for name in names {
        let report = report(data.path(), "done", &name);
        assert!(report.contains("Skipped: 0."), "{name}: {report}");
    }
    let fund = server.json("/api/tickers/HARBOR");
    assert_eq!(
        (&fund["price"], &fund["currency"]),
        (&10.35.into(), &"EUR".into())
    );
    assert_eq!(fund["source"], "import");
    let dividends = server.json("/api/tickers/HARBOR/dividends");
    assert_eq!(dividends[0]["exDate"], "2026-12-01");
    assert_eq!(dividends[0]["kind"], "special");
    let splits = server.json("/api/tickers/HARBOR/splits");
    assert_eq!(
        (&splits[0]["date"], &splits[0]["numerator"]),
        (&"2024-06-10".into(), &10.0.into())
    );
    let rate = server.json("/api/tickers/SEKNOK%3DX");
    assert_eq!(rate["price"], 1.0215);
    let icos = server.get("/api/icos").1;
    assert!(icos.contains("Tide Power"), "{icos}");
    let earnings = server.get("/api/earnings").1;
    assert!(earnings.contains("QUAY"), "{earnings}");
    let economy = server.json("/api/economic-events");
    let day = |name: &str| {
        let mut events = economy.as_array().unwrap().iter();
        let event = events.find(|event| event["name"] == name).unwrap();
        (event["date"].clone(), event["at"].clone())
    };
    assert_eq!(
        day("Harbor trade figures"),
        ("2026-12-15".into(), "2026-12-15T08:00:00Z".into())
    );
    assert_eq!(
        day("Budget day"),
        ("2026-12-16".into(), serde_json::Value::Null)
    );
}

#[test]
fn a_bad_row_is_reported_with_its_line_and_the_rest_is_imported() {
    let data = tempfile::tempdir().unwrap();
    let server = server(data.path());
    add_file(
        data.path(),
        "tickers-mine.csv",
        "symbol,name,type\nMINE,My Company,stock\nOTHER,,stock\nTHIRD,Third,boat\nAAPL,Not Apple,stock\n",
    );
    let report_of = report(data.path(), "done", "tickers-mine.csv");
    for part in [
        "Imported: 1. Skipped: 3.",
        "line 3: missing name",
        "line 4: Invalid type 'boat'",
        "line 5: AAPL gets its prices from another source",
    ] {
        assert!(report_of.contains(part), "{part}: {report_of}");
    }
    assert_eq!(server.json("/api/tickers/MINE")["name"], "My Company");
    assert_ne!(server.json("/api/tickers/AAPL")["name"], "Not Apple");
    add_file(
        data.path(),
        "economy-mine.csv",
        "name,date,source\nHarbor fees,2026-12-16,https://example.org/fees\nTide,2026-12-17,javascript:alert(1)\n",
    );
    let report_of = report(data.path(), "done", "economy-mine.csv");
    for part in [
        "Imported: 1. Skipped: 1.",
        "line 3: Invalid source 'javascript:alert(1)'",
    ] {
        assert!(report_of.contains(part), "{part}: {report_of}");
    }
}

#[test]
fn a_file_without_usable_rows_is_rejected_with_the_reason() {
    let data = tempfile::tempdir().unwrap();
    let _server = server(data.path());
    add_file(data.path(), "notes.csv", "a,b\n1,2\n");
    add_file(data.path(), "dividends.json", "{\"symbol\":\"AAPL\"}");
    assert!(report(data.path(), "rejected", "notes.csv").contains("unknown kind of file"));
    assert!(report(data.path(), "rejected", "dividends.json").contains("invalid JSON list"));
    assert!(!data.path().join("import/notes.csv").exists());
}

/// A file in `done/` is on disk: a kill right afterwards loses nothing, even if market data is saved rarely.
#[test]
fn a_processed_file_survives_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::new(data.path());
    program.command.args(["--flush-seconds", "300"]);
    let mut server = program.serve();
    add_file(
        data.path(),
        "tickers-mine.csv",
        "symbol,name,type\nMINE,My Company,stock\n",
    );
    add_file(
        data.path(),
        "dividends-mine.csv",
        "symbol,date,amount\nMINE,2020-02-03,0.4321\n",
    );
    // Another write happens before the kill.
    let list = r#"{"userId":1,"name":"Mine"}"#;
    assert_eq!(
        server.request("POST", "/api/watchlists", list).unwrap().0,
        201
    );
    report(data.path(), "done", "dividends-mine.csv");
    server.signal("KILL");
    server.wait();
    let server = self::server(data.path());
    let dividends = server.get("/api/tickers/MINE/dividends").1;
    assert!(dividends.contains("0.4321"), "{dividends}");
}
