//! The first start of a market, with requests from the first moment: whatever depends on the market waits for it, and no
//! response is empty.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    thread,
    time::Instant,
};

use serde_json::Value;

use super::program::{PATIENCE, Program, ReservedPort, Running, poll};

/// Paths that depend on the market.
const ASKED: [&str; 18] = [
    "/api/tickers",
    "/api/tickers?type=etf",
    "/api/tickers?symbols=AAPL,BTC",
    "/api/tickers/AAPL",
    "/api/tickers/BTC",
    "/api/tickers/id/1",
    "/api/tickers/search?q=app",
    "/api/tickers/trending",
    "/api/tickers/commodities",
    "/api/tickers/AAPL/related",
    "/api/tickers/1/price-history?timeframe=1M",
    "/api/tickers/1/bars?interval=1d",
    "/api/market-overview",
    "/api/earnings",
    "/api/economic-events",
    "/api/news",
    "/api/icos",
    "/api/period-closes?type=stock",
];
/// Paths that do not.
const AT_ONCE: [&str; 5] = [
    "/api/config",
    "/api/health",
    "/api/status",
    "/api/settings",
    "/",
];

struct Answer {
    status: u16,
    head: String,
    body: String,
}

fn ask(address: SocketAddr, path: &str) -> Option<Answer> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    Some(Answer {
        status: head.split(' ').nth(1)?.parse().ok()?,
        head: head.to_lowercase(),
        body: body.to_owned(),
    })
}

/// Returns true if a response is empty, or lacks a price that exists.
fn is_empty(body: &str, has_prices: bool) -> bool {
    let Ok(value) = serde_json::from_str::<Value>(body) else {
        return true;
    };
    let is_row_empty = |row: &Value| has_prices && row.get("price").is_some_and(Value::is_null);
    match &value {
        Value::Array(rows) => rows.is_empty() || rows.iter().all(is_row_empty),
        row => is_row_empty(row),
    }
}

/// Requests everything until it is complete; returns how often the market was still loading.
fn ask_until_loaded(address: SocketAddr, has_prices: bool) -> usize {
    let deadline = Instant::now() + PATIENCE;
    let mut waits = 0;
    let mut there = [false; ASKED.len()];
    while !there.iter().all(|one| *one) {
        assert!(
            Instant::now() < deadline,
            "still loading after {PATIENCE:?}"
        );
        for (path, there) in ASKED.iter().zip(&mut there) {
            let Some(answer) = ask(address, path) else {
                continue;
            };
            if answer.status == 503 {
                assert!(!*there, "{path} was there before");
                assert!(
                    answer.head.contains("\r\nretry-after: 1"),
                    "{path}: {}",
                    answer.head
                );
                assert!(
                    answer.body.contains("The market is still loading."),
                    "{path}: {}",
                    answer.body
                );
                waits += 1;
                continue;
            }
            assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            assert!(
                has_nothing_to_show(path, has_prices) || !is_empty(&answer.body, has_prices),
                "{path}: {}",
                answer.body
            );
            *there = true;
        }
        for path in AT_ONCE {
            if let Some(answer) = ask(address, path) {
                assert_eq!(answer.status, 200, "{path}: {}", answer.body);
            }
        }
    }
    waits
}

/// Without a network, the live market has names and economic dates, but no prices or news.
fn has_nothing_to_show(path: &str, has_prices: bool) -> bool {
    let of_names = [
        "/api/tickers",
        "/api/market-overview",
        "/api/economic-events",
    ];
    !has_prices
        && (!of_names.iter().any(|name| path.starts_with(name))
            || path.contains("/1/")
            || path.contains("trending")
            || path.contains("related"))
}

fn start(data: &Path, arguments: &[&str]) -> (Running, SocketAddr, thread::JoinHandle<usize>) {
    let port = ReservedPort::new();
    let address = port.address;
    let mut program = Program::new(data);
    program.listen(&address.to_string());
    program.command.args(arguments);
    let has_prices = arguments.is_empty();
    let asking = thread::spawn(move || ask_until_loaded(address, has_prices));
    (program.spawn(), address, asking)
}

#[test]
fn a_first_start_of_the_sample_market_returns_nothing_empty_and_a_later_one_is_ready_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let (mut running, address, asking) = start(folder.path(), &[]);
    let waits = asking.join().unwrap();
    assert!(waits > 0, "the requests came too late to try anything");
    // Everything must be on disk for the next start.
    poll("the histories on disk", || {
        let closes = ask(address, "/api/period-closes?type=stock")?;
        (closes.status == 200).then_some(())
    });
    running.signal("TERM");
    running.wait();
    let (mut again, _, asking) = start(folder.path(), &[]);
    assert_eq!(asking.join().unwrap(), 0, "everything is in the file");
    again.signal("TERM");
    again.wait();
}

#[test]
fn a_first_start_of_the_live_market_knows_every_name_from_its_first_response() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("marketdeck.toml");
    let names = [
        "yahoo",
        "yahoo_stream",
        "coingecko",
        "coinbase",
        "kraken",
        "alternative_me",
        "cnn",
        "nasdaq",
        "defillama",
        "rss",
    ];
    let off: String = names.iter().fold(String::new(), |text, name| {
        text + &format!("[providers.{name}]\nenabled = false\n")
    });
    std::fs::write(&config, off).unwrap();
    let arguments = ["--market", "live", "--config", config.to_str().unwrap()];
    let (mut running, _, asking) = start(folder.path(), &arguments);
    asking.join().unwrap();
    running.signal("TERM");
    running.wait();
}
