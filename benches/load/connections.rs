//! P3: resident memory per live connection.

use std::{thread, time::Duration};

use crate::{
    live::{Clients, Watching},
    market::{self, Hours, Market},
    report::{Report, Row},
    requests::runtime,
};

/// Tickers that each connection watches.
pub(crate) const WATCHED: usize = 10;
/// Connections that are opened and closed before the measurement.
const WARMUP_CONNECTIONS: usize = 100;
/// Wait after connecting or subscribing, until every client has received several ticks.
const SETTLE_TIME: Duration = Duration::from_secs(6);

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P3 memory by live connection");
    let folder = market::with_year(Hours::Always)?;
    let count = crate::live::most_clients()?;
    let (server, address) = Market::new(folder.path(), true)?
        .trading(Hours::Always)
        .with("MAX_CONNECTIONS", count + WARMUP_CONNECTIONS)
        .with("CONNECTIONS", count + 2 * WARMUP_CONNECTIONS)
        .serve()?;
    let tickers = market::tickers(address)?;
    let watching = |each| Watching {
        tickers: &tickers,
        each,
    };
    let runtime = runtime()?;
    // Exclude memory that the first requests and handshakes allocate once.
    let earlier = Clients::connect(&runtime, address, WARMUP_CONNECTIONS, &watching(WATCHED))?;
    thread::sleep(SETTLE_TIME);
    drop(earlier);
    let before = server.resident()?;
    let clients = Clients::connect(&runtime, address, count, &watching(0))?;
    thread::sleep(SETTLE_TIME);
    let each = (server.resident()? - before) / count as f64;
    let label = format!("memory (RSS) per live connection, {count} connections that watch nothing");
    report.add(Row::value("P3", label, each, "KiB", Some(4.0)));
    clients.watch(&runtime, &watching(WATCHED))?;
    thread::sleep(SETTLE_TIME);
    let each = (server.resident()? - before) / count as f64;
    let label = format!("the same, each watching {WATCHED} ticking tickers");
    report.add(Row::value("P3", label, each, "KiB", Some(5.0)));
    let lost = clients.lost();
    anyhow::ensure!(lost == 0, "the server closed {lost} live connections");
    anyhow::ensure!(
        clients.take().frames > 0.0,
        "live connections heard nothing"
    );
    server.stop()
}
