//! P3: resident memory by live connection.

use std::{thread, time::Duration};

use crate::{
    live::{Clients, Watching},
    market::{self, Hours, Market},
    report::{Report, Row},
    requests::runtime,
};

/// That a connection watches.
pub(crate) const WATCHED: usize = 10;
/// Connections that come and go first.
const EARLIER: usize = 100;
/// After connecting or subscribing, until everybody has been written to: several ticks.
const SETTLING: Duration = Duration::from_secs(6);

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P3 memory by live connection");
    let folder = market::with_year(Hours::Always)?;
    let count = crate::live::most_clients()?;
    let (server, address) = Market::new(folder.path(), true)?
        .trading(Hours::Always)
        .with("MAX_CONNECTIONS", count + EARLIER)
        .with("CONNECTIONS", count + 2 * EARLIER)
        .serve()?;
    let tickers = market::tickers(address)?;
    let watching = |each| Watching {
        tickers: &tickers,
        each,
    };
    let runtime = runtime()?;
    // What requests and handshakes need once is not what connections need.
    let earlier = Clients::connect(&runtime, address, EARLIER, &watching(WATCHED))?;
    thread::sleep(SETTLING);
    drop(earlier);
    let before = server.resident()?;
    let clients = Clients::connect(&runtime, address, count, &watching(0))?;
    thread::sleep(SETTLING);
    let each = (server.resident()? - before) / count as f64;
    let figure = format!("memory (RSS) per live connection with {count}, watching nothing");
    report.add(Row::value("P3", figure, each, "KiB", Some(4.0)));
    clients.watch(&runtime, &watching(WATCHED))?;
    thread::sleep(SETTLING);
    let each = (server.resident()? - before) / count as f64;
    let figure = format!("the same, each watching {WATCHED} ticking tickers");
    report.add(Row::value("P3", figure, each, "KiB", Some(5.0)));
    let lost = clients.lost();
    anyhow::ensure!(lost == 0, "the server closed {lost} live connections");
    anyhow::ensure!(
        clients.take().frames > 0.0,
        "live connections heard nothing"
    );
    server.stop()
}
