//! Memory use of the program while it reads the company facts of a large filer, as measured by the operating system.

#![cfg(target_os = "linux")]

use std::{
    fmt::Write as _,
    io::Write as _,
    sync::{
        Arc,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use flate2::{Compression, write::GzEncoder};

use crate::{
    enabled,
    process_memory::{memory, reset_peak},
    program::{Program, poll_or},
    server::{Reply, Request, Server},
    without_yahoo::NOW,
};

/// Maximum memory growth while the facts are read, in bytes.
const MAX_GROWTH: u64 = 32 << 20;
/// Size of the facts before compression, in bytes: as large as those of the largest filers.
const FACTS_BYTES: usize = 10 << 20;

const TICKERS: &str = r#"{"0":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."}}"#;
const FILINGS: &str = r#"{"cik":"0000320193","filings":{"recent":{
    "accessionNumber":["0000320193-26-000020"],"filingDate":["2026-02-01"],"reportDate":["2025-12-31"],
    "acceptanceDateTime":["2026-02-01T21:30:00.000Z"],"form":["10-K"],"items":[""],
    "primaryDocument":["k.htm"],"primaryDocDescription":["10-K"]}}}"#;

/// Returns compressed company facts with the revenue of 2024 and 2025, and many figures that the program does not use.
fn company_facts() -> Vec<u8> {
    let row = |year: i32, value: f64| {
        format!(
            r#"{{"start":"{year}-01-01","end":"{year}-12-31","val":{value},"accn":"0000320193-{year}","fy":{year},"fp":"FY","form":"10-K","filed":"{}-02-01","frame":"CY{year}"}}"#,
            year + 1
        )
    };
    let revenue = format!("{},{}", row(2024, 90.0), row(2025, 100.0));
    let mut facts = format!(
        r#"{{"cik":320193,"entityName":"Apple Inc.","facts":{{"us-gaap":{{"Revenues":{{"units":{{"USD":[{revenue}]}}}}"#
    );
    for index in 0.. {
        if facts.len() >= FACTS_BYTES {
            break;
        }
        let rows: Vec<String> = (0..100).map(|n| row(2009 + n % 17, f64::from(n))).collect();
        let rows = rows.join(",");
        write!(
            facts,
            r#","UnusedFigure{index}":{{"label":"Unused","description":"An unused figure.","units":{{"USD":[{rows}]}}}}"#
        )
        .unwrap();
    }
    facts += "}}}";
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(facts.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn reading_ten_megabytes_of_company_facts_takes_little_memory() {
    let process = Arc::new(AtomicU32::new(0));
    let before = Arc::new(AtomicU64::new(0));
    let facts = company_facts();
    let script = {
        let (process, before) = (Arc::clone(&process), Arc::clone(&before));
        move |request: &Request| match request.path.as_str() {
            "/sec/files/company_tickers.json" => Some(Reply::ok(TICKERS)),
            "/sec/submissions/CIK0000320193.json" => Some(Reply::ok(FILINGS)),
            "/sec/api/xbrl/companyfacts/CIK0000320193.json" => {
                // The program may send this request before the test knows its process id.
                while process.load(Ordering::SeqCst) == 0 {
                    thread::sleep(Duration::from_millis(10));
                }
                let memory = reset_peak(process.load(Ordering::SeqCst));
                before.store(memory, Ordering::SeqCst);
                Some(Reply::ok(facts.clone()).with("Content-Encoding", "gzip"))
            }
            _ => Some(Reply::status(404, "")),
        }
    };
    let server = Server::start(script).await;
    let data = tempfile::tempdir().unwrap();
    let mut program = Program::at(NOW, data.path());
    let command = &mut program.command;
    command
        .args(["--market", "live"])
        .env("MARKETDECK_PROVIDERS_SEC_CONTACT", "operator@example.org")
        .env("MARKETDECK_PROVIDERS_SEC_TIMEOUT_SECONDS", "120");
    enabled::enable_only_in_environment(command, &server.base, &["sec"]);
    let running = program.serve();
    process.store(running.id(), Ordering::SeqCst);
    let id = running.json("/api/tickers/AAPL")["id"].clone();
    let figures = poll_or("the figures of Apple", || {
        let figures = running.json(&format!("/api/tickers/{id}/fundamentals"));
        match figures["years"].as_array() {
            Some(years) if !years.is_empty() => Ok(figures),
            _ => Err(figures.to_string()),
        }
    });
    let peak = memory(running.id(), "VmHWM:").expect("the program runs");
    let before = before.load(Ordering::SeqCst);
    println!(
        "{} MiB before, {} MiB more at the peak",
        before >> 20,
        peak.saturating_sub(before) >> 20
    );
    assert_eq!(figures["years"].as_array().unwrap().len(), 2, "{figures}");
    assert!(
        peak.saturating_sub(before) <= MAX_GROWTH,
        "memory grew from {before} to {peak} bytes; the limit of the growth is {MAX_GROWTH}"
    );
}
