//! P1, P2: cost of an update that is delivered to a live connection; the reference is a raw writer of as many
//! bytes, in as many writes, to as many connections.

use std::{
    thread,
    time::{Duration, Instant},
};

use tokio::runtime::Runtime;

use crate::{
    connections::TICKERS_PER_CLIENT,
    live::{Clients, Count, Watching, max_clients},
    market::{self, Hours, Market},
    process::Process,
    reference::{Pace, Writer},
    report::{Report, Row, median, p99},
    requests::runtime,
};

/// Rounds per side; the median is reported.
const ROUNDS: usize = 5;
/// Wait after a pause, until the server is in a steady state again.
const SETTLE_TIME: Duration = Duration::from_secs(1);

/// A market with a tick rate and a number of connections.
struct Case {
    id: &'static str,
    connections: usize,
    /// Minimum milliseconds between two ticks of a ticker. A ticker ticks in about half of these intervals.
    tick_interval_ms: usize,
    /// Duration of one round of one side.
    turn: Duration,
    /// Maximum ratio to the raw writer.
    limit: f64,
}

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    let runtime = runtime()?;
    let cases = [
        Case {
            id: "P1",
            connections: 1_000,
            tick_interval_ms: 100,
            turn: Duration::from_secs(3),
            limit: 1.10,
        },
        Case {
            id: "P2",
            connections: max_clients()?,
            tick_interval_ms: 1_000,
            turn: Duration::from_secs(4),
            limit: 1.15,
        },
    ];
    for case in cases {
        report.part(&format!("{} fan-out to {}", case.id, case.connections));
        compare(&case, report, &runtime)?;
    }
    Ok(())
}

fn compare(case: &Case, report: &mut Report, runtime: &Runtime) -> anyhow::Result<()> {
    let folder = market::folder_with_year_of_data(Hours::Always)?;
    let (server, address) = Market::new(folder.path(), true)?
        .trading(Hours::Always)
        .with_option("SAMPLE_EVERY_MS", case.tick_interval_ms)
        .with_option("MAX_CONNECTIONS", case.connections)
        .with_option("CONNECTIONS", case.connections + 100)
        .serve()?;
    let tickers = market::tickers(address)?;
    let watching = |tickers_per_client| Watching {
        tickers: &tickers,
        tickers_per_client,
    };
    thread::sleep(SETTLE_TIME * 3);
    // The market ticks without clients too; subtract that cost from the fan-out.
    let cpu_without_clients = cpu_per_second(&server, case.turn)?;
    let clients = Clients::connect(
        runtime,
        address,
        case.connections,
        &watching(TICKERS_PER_CLIENT),
    )?;
    let mut writer = Writer::start()?;
    let reference_clients =
        Clients::connect(runtime, writer.address, case.connections, &watching(0))?;
    thread::sleep(SETTLE_TIME);

    let (mut ours, mut reference, mut ages) = (vec![], vec![], vec![]);
    let (mut frames_per_write, mut updates_per_second) = (vec![], vec![]);
    for _ in 0..ROUNDS {
        let (cpu, seconds, count) = measure_delivery(&server, &clients, case.turn)?;
        anyhow::ensure!(count.frames > 0.0, "live connections received no frames");
        ours.push((cpu - cpu_without_clients * seconds) / count.frames * 1e6);
        let pace = pace_of(&count, seconds, case);
        frames_per_write.push(pace.frames as f64);
        updates_per_second.push(count.frames / seconds);
        ages.extend(count.ages);
        // Stop this side, so that the other one has the core for itself.
        server.signal("STOP")?;
        let (cpu, written) = writer.write(&pace)?;
        reference.push(cpu / written * 1e6);
        let received = reference_clients.take_counts().frames;
        server.signal("CONT")?;
        anyhow::ensure!(
            received > 0.0,
            "the connections to the reference received no frames"
        );
        thread::sleep(SETTLE_TIME);
    }
    let lost = clients.lost();
    anyhow::ensure!(lost == 0, "{lost} live connections were closed");
    let label = format!(
        "CPU per update sent to a live connection ({} connections, {:.0} updates per second in total, {} updates per write); \
         reference: the bare socket writes",
        case.connections,
        median(updates_per_second),
        median(frames_per_write)
    );
    let costs = (median(ours), median(reference));
    report.add(Row::ratio(case.id, label, costs, "µs", Some(case.limit)));
    let label = format!(
        "age of an update on arrival with {} connections, p99",
        case.connections
    );
    report.add(Row::value(case.id, label, p99(ages), "ms", None));
    server.stop()
}

/// CPU seconds per second of wall time.
fn cpu_per_second(server: &Process, time: Duration) -> anyhow::Result<f64> {
    let (before, started_at) = (server.cpu()?, Instant::now());
    thread::sleep(time);
    Ok((server.cpu()? - before) / started_at.elapsed().as_secs_f64())
}

/// CPU seconds, wall seconds, and what the clients received during `time`.
fn measure_delivery(
    server: &Process,
    clients: &Clients,
    time: Duration,
) -> anyhow::Result<(f64, f64, Count)> {
    clients.take_counts();
    let (before, started_at) = (server.cpu()?, Instant::now());
    thread::sleep(time);
    let cpu = server.cpu()? - before;
    Ok((
        cpu,
        started_at.elapsed().as_secs_f64(),
        clients.take_counts(),
    ))
}

/// The pace at which the raw writer reproduces the received traffic: frames per write, bytes per frame, writes per second.
fn pace_of(count: &Count, seconds: f64, case: &Case) -> Pace {
    let frames = (count.frames / count.reads).round().max(1.0);
    let frames_per_second_per_connection = count.frames / seconds / case.connections as f64;
    Pace {
        time: case.turn,
        every: Duration::from_secs_f64(frames / frames_per_second_per_connection),
        frames: frames as usize,
        bytes: (count.bytes / count.frames).round() as usize,
    }
}
