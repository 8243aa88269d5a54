//! P8: time from process start to the first response. P10 and P13: sizes on disk.

use std::{
    fs,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use crate::{
    http,
    market::{self, Hours, Market},
    process::{self, Process},
    report::{Report, Row, median},
};

/// Number of measured first starts.
const FIRST_STARTS: usize = 5;
/// Number of starts with a year of data, and after kill -9.
const RESTARTS: usize = 11;
/// The first request; it needs the market in memory.
const PATH: &str = "/api/tickers/trending";
/// Time between the first response and the kill, for ticks and a commit.
const BEFORE_KILL: Duration = Duration::from_millis(1_200);

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P8 start, P10 bytes per bar, P13 binary");
    let size = fs::metadata(process::program())?.len() as f64;
    report.add(Row::value(
        "P13",
        "binary including the interface",
        size / 1e6,
        "MB",
        Some(10.0),
    ));
    let (mut first_responses, mut usable, mut complete) = (vec![], vec![], vec![]);
    let mut bytes_per_bar = 0.0;
    for _ in 0..FIRST_STARTS {
        let folder = tempfile::tempdir()?;
        let market = Market::new(folder.path(), false)?.trading(Hours::Exchange);
        let address = market.address;
        let started_at = Instant::now();
        let mut server = market.start()?;
        wait_for_response(address, PATH)?;
        first_responses.push(milliseconds(started_at));
        server.line()?;
        usable.push(milliseconds(started_at));
        market::wait_for_history(address)?;
        complete.push(milliseconds(started_at));
        // After a stop, everything is on disk and the file has no free space.
        let bars = market::metric(address, "marketdeck_bars_total")?;
        server.stop()?;
        bytes_per_bar = fs::metadata(market::database(folder.path()))?.len() as f64 / bars;
    }
    let label = |what: &str| format!("time to {what}, very first start");
    report.add(Row::value(
        "P8",
        label("the first HTTP 200"),
        median(first_responses),
        "ms",
        None,
    ));
    let usable = median(usable);
    report.add(Row::value(
        "P8",
        label("the first prices"),
        usable,
        "ms",
        Some(300.0),
    ));
    let complete = median(complete);
    let row = Row::value("P8", label("a year of bars"), complete, "ms", Some(3_000.0));
    report.add(row);

    let folder = market::folder_with_year_of_data(Hours::Exchange)?;
    let end = |server: Process| server.stop();
    let (wall, cpu) = starts(folder.path(), end)?;
    let label = "time to the first HTTP 200, start with a year of data";
    report.add(Row::value("P8", label, wall, "ms", Some(20.0)));
    let label = "the same, CPU time";
    report.add(Row::value("P8", label, cpu, "ms", None));
    let end = |server: Process| {
        thread::sleep(BEFORE_KILL);
        server.kill()
    };
    let (wall, cpu) = starts(folder.path(), end)?;
    let label = "time to the first HTTP 200, start after kill -9";
    report.add(Row::value("P8", label, wall, "ms", Some(25.0)));
    let label = "the same, CPU time";
    report.add(Row::value("P8", label, cpu, "ms", None));
    let label = "bytes per bar of the sample market, entire database file after a clean shutdown";
    report.add(Row::value("P10", label, bytes_per_bar, "B", Some(6.0)));
    Ok(())
}

/// Starts the server repeatedly and ends it with `end`; returns the medians of wall time and CPU time to the first
/// response, in milliseconds. The first start does not count, because the server before it was not ended with
/// `end`.
fn starts(
    folder: &Path,
    end: impl Fn(Process) -> anyhow::Result<()>,
) -> anyhow::Result<(f64, f64)> {
    let (mut wall, mut cpu) = (vec![], vec![]);
    for _ in 0..=RESTARTS {
        let market = Market::new(folder, false)?.trading(Hours::Exchange);
        let address = market.address;
        let started_at = Instant::now();
        let server = market.start()?;
        wait_for_response(address, PATH)?;
        wall.push(milliseconds(started_at));
        cpu.push(server.cpu_of_threads()? * 1_000.0);
        end(server)?;
    }
    Ok((median(wall.split_off(1)), median(cpu.split_off(1))))
}

/// Retries until the status is 200. Connections are refused until the port is bound; from then on they wait for a response.
pub(crate) fn wait_for_response(address: std::net::SocketAddr, path: &str) -> anyhow::Result<()> {
    let deadline = Instant::now() + Duration::from_secs(30);
    let request = http::request(path, "identity");
    loop {
        match http::send(address, &request) {
            Ok(response) if response.status == 200 => return Ok(()),
            _ if Instant::now() > deadline => {
                anyhow::bail!("timed out waiting for the first response")
            }
            _ => thread::sleep(Duration::from_micros(200)),
        }
    }
}

pub(crate) fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1_000.0
}
