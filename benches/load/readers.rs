//! P4: what clients that never read cost other clients and memory. P4b: requests while live clients are connected.

use std::{fs, net::SocketAddr, thread, time::Duration};

use tokio::{net::TcpStream, runtime::Runtime};

use crate::{
    connections::TICKERS_PER_CLIENT,
    http::Load,
    live::{self, Clients, Watching},
    market::{self, Hours, Market},
    process::Process,
    report::{Report, Row, median, p99},
    requests::{self, runtime},
};

/// Number of clients that read, and of clients that never read.
const READERS: usize = 1_000;
const NON_READERS: usize = 100;
/// Tickers that each of these clients watches: enough that one update of all fills a kernel buffer.
const WATCHED_TICKERS: usize = 60;
/// Rounds without and with the clients that never read.
const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(5);
/// Requests per second while live clients are connected.
const RATE: u32 = 100;

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    let runtime = runtime()?;
    report.part("P4 clients that never read");
    non_readers(report, &runtime)?;
    report.part("P4b requests while live clients are connected");
    let count = live::max_clients()?;
    let folder = market::folder_with_year_of_data(Hours::Always)?;
    let market = Market::new(folder.path(), true)?;
    let result = requests_with_clients(&runtime, market, count)?;
    report.add(Row::value(
        "P4b",
        result.label(),
        p99(result.response_times),
        "ms",
        Some(5.0),
    ));
    result.server.stop()
}

fn non_readers(report: &mut Report, runtime: &Runtime) -> anyhow::Result<()> {
    let folder = market::folder_with_year_of_data(Hours::Always)?;
    let (server, address) = Market::new(folder.path(), true)?
        .trading(Hours::Always)
        .with_option("SAMPLE_EVERY_MS", 1_000)
        .with_option("MAX_CONNECTIONS", READERS + NON_READERS)
        .serve()?;
    let tickers = market::tickers(address)?;
    let watching = Watching {
        tickers: &tickers,
        tickers_per_client: WATCHED_TICKERS,
    };
    let readers = Clients::connect(runtime, address, READERS, &watching)?;
    thread::sleep(ROUND);
    let (mut without, mut with, mut queued, mut memory_growth) = (vec![], vec![], vec![], vec![]);
    for _ in 0..ROUNDS {
        let before = server.resident()?;
        without.push(p99_age(&readers));
        let non_readers = live::non_readers(runtime, address, NON_READERS, &watching)?;
        thread::sleep(ROUND);
        with.push(p99_age(&readers));
        queued.push(bytes_in_send_queues(address, &non_readers)? / NON_READERS as f64 / 1_024.0);
        memory_growth.push((server.resident()? - before) / 1_024.0);
        drop(non_readers);
        thread::sleep(Duration::from_secs(1));
    }
    let label = format!(
        "age of prices at {READERS} clients with {NON_READERS} more that never read, p99; reference: without them"
    );
    let ages = (median(with), median(without));
    report.add(Row::ratio("P4", label, ages, "ms", Some(1.2)));
    let label = "kernel send queue of a client that never reads";
    report.add(Row::value("P4", label, median(queued), "KiB", Some(100.0)));
    let label = format!("memory growth (RSS) by {NON_READERS} clients that never read");
    report.add(Row::value("P4", label, memory_growth[0], "MiB", Some(1.0)));
    server.stop()
}

/// Waits for a round and returns the 99th percentile of the ages of prices in it.
fn p99_age(clients: &Clients) -> f64 {
    clients.take_counts();
    thread::sleep(ROUND);
    p99(clients.take_counts().ages)
}

/// Bytes in the kernel's send queues of the server at `address` for `clients`.
fn bytes_in_send_queues(address: SocketAddr, clients: &[TcpStream]) -> anyhow::Result<f64> {
    let text = fs::read_to_string("/proc/net/tcp")?;
    let hex = |field: &str| u64::from_str_radix(field, 16).ok();
    let mut queues = std::collections::HashMap::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let port = |field: &str| hex(field.rsplit(':').next()?);
        if let [_, local, remote, _, queue, ..] = fields[..]
            && port(local) == Some(u64::from(address.port()))
            && let (Some(remote), Some(sent)) =
                (port(remote), queue.split(':').next().and_then(hex))
        {
            queues.insert(remote, sent);
        }
    }
    let mut bytes = 0;
    for client in clients {
        bytes += queues
            .get(&u64::from(client.local_addr()?.port()))
            .unwrap_or(&0);
    }
    Ok(bytes as f64)
}

/// Responses while live clients were connected.
pub(crate) struct RequestResult {
    pub(crate) server: Process,
    count: usize,
    /// Updates that the clients received per second.
    updates: f64,
    /// Milliseconds of each response.
    pub(crate) response_times: Vec<f64>,
    /// Milliseconds from tick to client.
    pub(crate) ages: Vec<f64>,
}

impl RequestResult {
    pub(crate) fn label(&self) -> String {
        format!(
            "response time at {RATE} requests per second with {} live clients ({:.0} updates per second), p99",
            self.count, self.updates
        )
    }
}

/// Starts a market that ticks around the clock and sends requests while `count` clients are connected.
pub(crate) fn requests_with_clients(
    runtime: &Runtime,
    market: Market,
    count: usize,
) -> anyhow::Result<RequestResult> {
    let (server, address) = market
        .trading(Hours::Always)
        .with_option("MAX_CONNECTIONS", count)
        .with_option("CONNECTIONS", count + 100)
        .serve()?;
    let tickers = market::tickers(address)?;
    let watching = Watching {
        tickers: &tickers,
        tickers_per_client: TICKERS_PER_CLIENT,
    };
    let clients = Clients::connect(runtime, address, count, &watching)?;
    thread::sleep(Duration::from_secs(3));
    clients.take_counts();
    let paths = [
        "/api/tickers/trending",
        "/api/market-overview",
        "/api/tickers/AAPL",
    ];
    let load = Load {
        requests: requests::requests(&paths.map(String::from)),
        connections: 10,
        time: Duration::from_secs(10),
        rate: Some(RATE),
    };
    let response_times = runtime.block_on(load.send(address))?;
    let counts = clients.take_counts();
    anyhow::ensure!(clients.lost() == 0, "live connections were closed");
    Ok(RequestResult {
        server,
        count,
        updates: counts.frames / load.time.as_secs_f64(),
        response_times,
        ages: counts.ages,
    })
}
