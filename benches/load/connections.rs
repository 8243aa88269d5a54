//! P3: resident memory per live connection.

use std::{thread, time::Duration};

use crate::{
    live::{Clients, Watching},
    market::{self, Hours, Market},
    report::{Report, Row},
    requests::runtime,
};

/// Tickers that each live connection watches.
pub(crate) const TICKERS_PER_CLIENT: usize = 10;
/// Live connections that are opened and closed before the measurement.
const WARMUP_CONNECTIONS: usize = 100;
/// Wait after connecting or subscribing. Every client receives several ticks in this time.
const SETTLE_TIME: Duration = Duration::from_secs(6);

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P3 memory by live connection");
    let folder = market::folder_with_year_of_data(Hours::Always)?;
    let count = crate::live::max_clients()?;
    let (server, address) = Market::new(folder.path(), true)?
        .trading(Hours::Always)
        // `MAX_CONNECTIONS` limits live connections, `CONNECTIONS` all connections including live ones.
        .with_option("MAX_CONNECTIONS", count + WARMUP_CONNECTIONS)
        .with_option("CONNECTIONS", count + 2 * WARMUP_CONNECTIONS)
        .serve()?;
    let tickers = market::tickers(address)?;
    let watching = |tickers_per_client| Watching {
        tickers: &tickers,
        tickers_per_client,
    };
    let runtime = runtime()?;
    // Exclude memory that the first requests and handshakes allocate once.
    let warmup_clients = Clients::connect(
        &runtime,
        address,
        WARMUP_CONNECTIONS,
        &watching(TICKERS_PER_CLIENT),
    )?;
    thread::sleep(SETTLE_TIME);
    drop(warmup_clients);
    let before = server.resident()?;
    let clients = Clients::connect(&runtime, address, count, &watching(0))?;
    thread::sleep(SETTLE_TIME);
    let kib_per_connection = (server.resident()? - before) / count as f64;
    let label = format!("memory (RSS) per live connection, {count} connections that watch nothing");
    report.add(Row::value(
        "P3",
        label,
        kib_per_connection,
        "KiB",
        Some(4.0),
    ));
    clients.watch(&runtime, &watching(TICKERS_PER_CLIENT))?;
    thread::sleep(SETTLE_TIME);
    let kib_per_connection = (server.resident()? - before) / count as f64;
    let label = format!("the same, each watching {TICKERS_PER_CLIENT} ticking tickers");
    report.add(Row::value(
        "P3",
        label,
        kib_per_connection,
        "KiB",
        Some(5.0),
    ));
    let lost = clients.lost();
    anyhow::ensure!(lost == 0, "the server closed {lost} live connections");
    anyhow::ensure!(
        clients.take_counts().frames > 0.0,
        "live connections received no frames"
    );
    server.stop()
}
