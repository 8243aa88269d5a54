//! P4: what readers that never read cost the others and the memory. P4b: requests beside live clients.

use std::{fs, net::SocketAddr, thread, time::Duration};

use tokio::{net::TcpStream, runtime::Runtime};

use crate::{
    connections::WATCHED,
    http::Load,
    live::{self, Clients, Watching},
    market::{self, Hours, Market},
    process::Process,
    report::{Report, Row, median, p99},
    requests::{self, runtime},
};

/// Live connections that read, and those that never do.
const READERS: usize = 1_000;
const DEAF: usize = 100;
/// That each of them watches: enough that a buffer of the kernel is full at once.
const MANY: usize = 60;
/// Turns without the deaf and with them.
const TURNS: usize = 3;
const TURN: Duration = Duration::from_secs(5);
/// Requests a second beside live clients.
const RATE: u32 = 100;

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    let runtime = runtime()?;
    report.part("P4 readers that never read");
    deaf_readers(report, &runtime)?;
    report.part("P4b requests beside live clients");
    let count = live::most_clients()?;
    let folder = market::with_year(Hours::Always)?;
    let market = Market::new(folder.path(), true)?;
    let beside = requests_beside(&runtime, market, count)?;
    report.add(Row::value(
        "P4b",
        beside.figure(),
        p99(beside.took),
        "ms",
        Some(5.0),
    ));
    beside.server.stop()
}

fn deaf_readers(report: &mut Report, runtime: &Runtime) -> anyhow::Result<()> {
    let folder = market::with_year(Hours::Always)?;
    let (server, address) = Market::new(folder.path(), true)?
        .trading(Hours::Always)
        .with("SAMPLE_EVERY_MS", 1_000)
        .with("MAX_CONNECTIONS", READERS + DEAF)
        .serve()?;
    let tickers = market::tickers(address)?;
    let watching = Watching {
        tickers: &tickers,
        each: MANY,
    };
    let readers = Clients::connect(runtime, address, READERS, &watching)?;
    thread::sleep(TURN);
    let (mut without, mut with, mut queued, mut grown) = (vec![], vec![], vec![], vec![]);
    for _ in 0..TURNS {
        let before = server.resident()?;
        without.push(oldest(&readers));
        let deaf = live::deaf(runtime, address, DEAF, &watching)?;
        thread::sleep(TURN);
        with.push(oldest(&readers));
        queued.push(in_send_queues(address, &deaf)? / DEAF as f64 / 1_024.0);
        grown.push((server.resident()? - before) / 1_024.0);
        drop(deaf);
        thread::sleep(Duration::from_secs(1));
    }
    let figure = format!(
        "p99 age of prices at {READERS} clients, with {DEAF} more that never read; reference: without them"
    );
    let ages = (median(with), median(without));
    report.add(Row::ratio("P4", figure, ages, "ms", Some(1.2)));
    let figure = "kernel send queue of a client that never reads";
    report.add(Row::value("P4", figure, median(queued), "KiB", Some(100.0)));
    let figure = format!("memory growth (RSS) by {DEAF} clients that never read");
    report.add(Row::value("P4", figure, grown[0], "MiB", Some(1.0)));
    server.stop()
}

/// The 99th percentile of the ages in a turn.
fn oldest(clients: &Clients) -> f64 {
    clients.take();
    thread::sleep(TURN);
    p99(clients.take().ages)
}

/// Bytes that wait in the kernel of the server at `address` for `clients`.
fn in_send_queues(address: SocketAddr, clients: &[TcpStream]) -> anyhow::Result<f64> {
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

/// Requests that were answered beside live clients.
pub(crate) struct Beside {
    pub(crate) server: Process,
    count: usize,
    /// That the clients heard a second.
    updates: f64,
    /// Milliseconds that each answer took.
    pub(crate) took: Vec<f64>,
    /// Milliseconds from a tick to a client.
    pub(crate) ages: Vec<f64>,
}

impl Beside {
    pub(crate) fn figure(&self) -> String {
        format!(
            "{RATE} requests per second with {} live clients ({:.0} updates per second), p99",
            self.count, self.updates
        )
    }
}

/// Starts a market that ticks round the clock, and asks it while `count` clients listen.
pub(crate) fn requests_beside(
    runtime: &Runtime,
    market: Market,
    count: usize,
) -> anyhow::Result<Beside> {
    let (server, address) = market
        .trading(Hours::Always)
        .with("MAX_CONNECTIONS", count)
        .with("CONNECTIONS", count + 100)
        .serve()?;
    let tickers = market::tickers(address)?;
    let watching = Watching {
        tickers: &tickers,
        each: WATCHED,
    };
    let clients = Clients::connect(runtime, address, count, &watching)?;
    thread::sleep(Duration::from_secs(3));
    clients.take();
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
    let took = runtime.block_on(load.send(address))?;
    let heard = clients.take();
    anyhow::ensure!(clients.lost() == 0, "live connections were closed");
    Ok(Beside {
        server,
        count,
        updates: heard.frames / load.time.as_secs_f64(),
        took,
        ages: heard.ages,
    })
}
