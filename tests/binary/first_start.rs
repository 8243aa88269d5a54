//! The first start of a market, with requests from the first moment. Until the market is loaded, routes that depend on it return 503; no
//! response is empty.

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    thread,
    time::Instant,
};

use serde_json::Value;

use super::program::{Program, ReservedPort, Running, TIMEOUT, poll};

/// Paths that depend on the market.
const MARKET_PATHS: [&str; 18] = [
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
/// Paths that do not depend on the market.
const INDEPENDENT_PATHS: [&str; 5] = [
    "/api/config",
    "/api/health",
    "/api/status",
    "/api/settings",
    "/",
];

struct Response {
    status: u16,
    headers: String,
    body: String,
}

fn get(address: SocketAddr, path: &str) -> Option<Response> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(TIMEOUT)).ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).ok()?;
    let mut response = String::new();
    stream.read_to_string(&mut response).ok()?;
    let (headers, body) = response.split_once("\r\n\r\n")?;
    Some(Response {
        status: headers.split(' ').nth(1)?.parse().ok()?,
        headers: headers.to_lowercase(),
        body: body.to_owned(),
    })
}

/// Returns true if a response is empty or, if `has_prices` is true, lacks a price.
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

/// Requests all paths until none is still loading. Returns how many responses were 503.
fn get_all_until_loaded(address: SocketAddr, has_prices: bool) -> usize {
    let deadline = Instant::now() + TIMEOUT;
    let mut loading_count = 0;
    let mut is_loaded = [false; MARKET_PATHS.len()];
    while !is_loaded.iter().all(|one| *one) {
        assert!(Instant::now() < deadline, "still loading after {TIMEOUT:?}");
        for (path, is_loaded) in MARKET_PATHS.iter().zip(&mut is_loaded) {
            let Some(response) = get(address, path) else {
                continue;
            };
            if response.status == 503 {
                assert!(!*is_loaded, "{path} was loaded before");
                assert!(
                    response.headers.contains("\r\nretry-after: 1"),
                    "{path}: {}",
                    response.headers
                );
                assert!(
                    response.body.contains("The market is still loading."),
                    "{path}: {}",
                    response.body
                );
                loading_count += 1;
                continue;
            }
            assert_eq!(response.status, 200, "{path}: {}", response.body);
            assert!(
                has_nothing_to_show(path, has_prices) || !is_empty(&response.body, has_prices),
                "{path}: {}",
                response.body
            );
            *is_loaded = true;
        }
        for path in INDEPENDENT_PATHS {
            if let Some(response) = get(address, path) {
                assert_eq!(response.status, 200, "{path}: {}", response.body);
            }
        }
    }
    loading_count
}

/// Returns true if the response may be empty: without a network, the live market has names and economic dates, but no prices or news.
fn has_nothing_to_show(path: &str, has_prices: bool) -> bool {
    let paths_with_data = [
        "/api/tickers",
        "/api/market-overview",
        "/api/economic-events",
    ];
    !has_prices
        && (!paths_with_data.iter().any(|name| path.starts_with(name))
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
    let requests = thread::spawn(move || get_all_until_loaded(address, has_prices));
    (program.spawn(), address, requests)
}

#[test]
fn the_first_start_of_the_sample_market_returns_no_empty_response_and_a_later_start_no_503() {
    let folder = tempfile::tempdir().unwrap();
    let (mut running, address, requests) = start(folder.path(), &[]);
    let loading_count = requests.join().unwrap();
    assert!(
        loading_count > 0,
        "the market was loaded before the first request"
    );
    // The next start must find everything on disk.
    poll("the price histories on disk", || {
        let closes = get(address, "/api/period-closes?type=stock")?;
        (closes.status == 200).then_some(())
    });
    running.signal("TERM");
    running.wait();
    let (mut running, _, requests) = start(folder.path(), &[]);
    assert_eq!(
        requests.join().unwrap(),
        0,
        "a start with data on disk never returns 503"
    );
    running.signal("TERM");
    running.wait();
}

#[test]
fn a_first_start_of_the_live_market_knows_every_name_from_its_first_response() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("marketdeck.toml");
    let names = [
        "yahoo",
        "yahoo_stream",
        "cboe",
        "deutsche_boerse",
        "euronext",
        "cnbc",
        "binance",
        "binance_stream",
        "ecb",
        "treasury",
        "bls",
        "fed",
        "openfigi",
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
    let (mut running, _, requests) = start(folder.path(), &arguments);
    requests.join().unwrap();
    running.signal("TERM");
    running.wait();
}
