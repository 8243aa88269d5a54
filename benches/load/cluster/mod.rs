//! A cluster over NATS compared with a single process: `make bench-cluster`. All Marketdeck processes share the first core;
//! NATS and the load generator use the others. Compares CPU time between processes, and the latency of prices only within one run.

mod group;

use std::{
    env, thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;
use tokio::runtime::Runtime;

use self::group::{Member, Nats};
use crate::{
    connections::TICKERS_PER_CLIENT,
    live::{Clients, Count, Watching},
    market,
    process::{self, Process},
    report::{Report, Row, digits, median, p50, p99},
    requests::runtime,
};

/// Minimum milliseconds between two ticks of a ticker.
const TICK_INTERVAL_MS: usize = 200;
/// The default batching window of prices.
const WINDOW_MS: f64 = 50.0;
/// Live connections per process in the comparisons.
const CLIENTS: usize = 1_000;
/// Live connections at each of three edges, if the open-file limit allows it.
const MANY_CLIENTS: usize = 5_000;
const EDGES: usize = 3;
/// File descriptors reserved for everything else.
const SPARE_FILES: usize = 500;
/// Rounds of a comparison; the median is reported.
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(4);
const SETTLE_TIME: Duration = Duration::from_secs(3);
/// Default downtime of an edge in seconds.
const DOWNTIME_SECONDS: u64 = 600;
/// Environment variable with a shorter downtime, for a trial.
const DOWNTIME_VARIABLE: &str = "MARKETDECK_BENCH_DOWNTIME";

/// Runs all parts with one source.
struct Group {
    runtime: Runtime,
    nats: Nats,
    source: Member,
    tickers: Vec<(u64, String)>,
    /// Live connections of each edge in the last part.
    max_clients_per_edge: usize,
    /// Directories of the processes.
    folders: Vec<TempDir>,
}

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("several processes: start");
    let max_clients_per_edge =
        ((process::open_files()?.saturating_sub(SPARE_FILES)) / EDGES).min(MANY_CLIENTS);
    let (nats, folder) = (Nats::start()?, tempfile::tempdir()?);
    let source = Member::start(
        "source",
        Some(&nats),
        folder.path(),
        TICK_INTERVAL_MS,
        max_clients_per_edge + CLIENTS,
    )?
    .wait_until_source()?;
    market::wait_for_history(source.address)?;
    let mut group = Group {
        runtime: runtime()?,
        tickers: market::tickers(source.address)?,
        nats,
        source,
        max_clients_per_edge,
        folders: vec![folder],
    };
    // This edge is down while everything else is measured.
    let stopped_edge = group.edge()?;
    let folder = group.folders.len() - 1;
    stopped_edge.process.stop()?;
    let stopped_at = Instant::now();
    let edges = group.costs_of_edges(report)?;
    group.compare(report, &edges[0])?;
    group.measure_many_clients(report, &edges)?;
    for edge in edges {
        edge.process.stop()?;
    }
    report.part("catching up");
    let downtime = env::var(DOWNTIME_VARIABLE).map_or(Ok(DOWNTIME_SECONDS), |text| text.parse())?;
    thread::sleep(Duration::from_secs(downtime).saturating_sub(stopped_at.elapsed()));
    group.catch_up(report, folder, stopped_at)?;
    group.source.process.stop()
}

impl Group {
    /// Starts one more edge and waits until it is complete.
    fn edge(&mut self) -> anyhow::Result<Member> {
        let folder = tempfile::tempdir()?;
        let edge = Member::start(
            "edge",
            Some(&self.nats),
            folder.path(),
            TICK_INTERVAL_MS,
            self.max_clients_per_edge + CLIENTS,
        )?;
        self.folders.push(folder);
        edge.wait_until_caught_up()
    }

    fn clients(
        &self,
        member: &Member,
        count: usize,
        tickers_per_client: usize,
    ) -> anyhow::Result<Clients> {
        let watching = Watching {
            tickers: &self.tickers,
            tickers_per_client,
        };
        Clients::connect(&self.runtime, member.address, count, &watching)
    }

    /// Measures the source and NATS with zero to three edges, and with browsers at the edges.
    fn costs_of_edges(&mut self, report: &mut Report) -> anyhow::Result<Vec<Member>> {
        report.part("C3 costs by edge");
        let (mut edges, mut sent) = (vec![], vec![]);
        let (mut at_source, mut at_nats) = (vec![], vec![]);
        for count in 0..=EDGES {
            if count > 0 {
                edges.push(self.edge()?);
            }
            let (source, nats, bytes) = self.costs()?;
            at_source.push(source);
            at_nats.push(nats);
            sent.push(bytes);
        }
        let browsers: Result<Vec<_>, _> = edges
            .iter()
            .map(|edge| self.clients(edge, CLIENTS, TICKERS_PER_CLIENT))
            .collect();
        let browsers = browsers?;
        let (full, ..) = self.costs()?;
        drop(browsers);
        for (id, what, costs) in [("C3", "the source", &at_source), ("C4", "NATS", &at_nats)] {
            let by_edges = costs.iter().map(|cost| digits(*cost)).collect::<Vec<_>>();
            let label = format!(
                "CPU time per second of {what} with {EDGES} edges; reference: no edges (with 0, 1, 2, … edges: {} ms)",
                by_edges.join(", ")
            );
            let costs = (costs[EDGES], costs[0]);
            report.add(Row::ratio(id, label, costs, "ms", None));
        }
        let label = "bytes per second from NATS to an edge, prices and records";
        let bytes_per_edge = (sent[EDGES] - sent[0]) / EDGES as f64 / 1e3;
        report.add(Row::value("C4", label, bytes_per_edge, "kB", None));
        let label = format!(
            "CPU time per second of the source with {CLIENTS} live connections at each of {EDGES} edges; reference: no live connections"
        );
        let costs = (full, at_source[EDGES]);
        report.add(Row::ratio("C3", label, costs, "ms", None));
        Ok(edges)
    }

    /// CPU milliseconds per second of the source and of NATS, and bytes per second that NATS sends.
    fn costs(&self) -> anyhow::Result<(f64, f64, f64)> {
        thread::sleep(SETTLE_TIME);
        let (mut at_source, mut at_nats) = (vec![], vec![]);
        let (before, started_at) = (self.nats.sent()?, Instant::now());
        for _ in 0..ROUNDS {
            let processes = [&self.source.process, &self.nats.process];
            let [source, nats] = cpu_per_second(processes, ROUND)?;
            at_source.push(source * 1_000.0);
            at_nats.push(nats * 1_000.0);
        }
        let bytes = (self.nats.sent()? - before) / started_at.elapsed().as_secs_f64();
        Ok((median(at_source), median(at_nats), bytes))
    }

    /// Compares an update at an edge with one at the source (age) and at a single process (CPU).
    fn compare(&self, report: &mut Report, edge: &Member) -> anyhow::Result<()> {
        report.part("C1, C2 an update at an edge");
        let folder = tempfile::tempdir()?;
        let single = Member::start(
            "all",
            None,
            folder.path(),
            TICK_INTERVAL_MS,
            self.max_clients_per_edge + CLIENTS,
        )?;
        market::wait_for_history(single.address)?;
        let processes = [&edge.process, &single.process];
        thread::sleep(SETTLE_TIME);
        // Both processes receive prices even without clients; this cost is subtracted below.
        let without_clients = cpu_per_second(processes, ROUND * 2)?;
        let at_source = self.clients(&self.source, CLIENTS, TICKERS_PER_CLIENT)?;
        let clients =
            [edge, &single].map(|member| self.clients(member, CLIENTS, TICKERS_PER_CLIENT));
        let [at_edge, at_single] = clients;
        let (at_edge, at_single) = (at_edge?, at_single?);
        thread::sleep(SETTLE_TIME);
        let (mut costs, mut ages) = ([vec![], vec![]], [vec![], vec![], vec![]]);
        for _ in 0..ROUNDS {
            for clients in [&at_edge, &at_single, &at_source] {
                clients.take_counts();
            }
            let with_clients = cpu_per_second(processes, ROUND)?;
            let counts = [&at_edge, &at_single, &at_source].map(Clients::take_counts);
            for (index, cost) in costs.iter_mut().enumerate() {
                cost.push(per_update(
                    with_clients[index] - without_clients[index],
                    &counts[index],
                )?);
            }
            for (ages, count) in ages.iter_mut().zip(counts) {
                ages.extend(count.ages);
            }
        }
        ensure_none_lost(&[&at_edge, &at_single, &at_source])?;
        let [at_edge, at_single, at_source] = ages;
        for (name, percentile) in [("median", p50 as fn(Vec<f64>) -> f64), ("p99", p99)] {
            let label = format!(
                "{name} age of a price on arrival in a browser connected to an edge; reference: connected to the source"
            );
            let (edge_age, source_age) =
                (percentile(at_edge.clone()), percentile(at_source.clone()));
            let mut row = Row::ratio("C1", label, (edge_age, source_age), "ms", None);
            if name == "p99" {
                row.goal = format!("≤ 1.5 × + {WINDOW_MS} ms");
                row.met = Some(edge_age <= 1.5 * source_age + WINDOW_MS);
            }
            report.add(row);
        }
        let label = "the same, connected to a single process, p99";
        report.add(Row::value("C1", label, p99(at_single), "ms", None));
        let [edge_costs, single_costs] = costs;
        let label = format!(
            "CPU time per update sent to a live connection of an edge ({CLIENTS} connections); reference: of a single process"
        );
        let pair = (median(edge_costs), median(single_costs));
        report.add(Row::ratio("C2", label, pair, "µs", Some(1.2)));
        let label = "CPU time per second of an edge without browsers; reference: of a single process, which also generates the prices";
        let pair = (without_clients[0] * 1_000.0, without_clients[1] * 1_000.0);
        report.add(Row::ratio("C2", label, pair, "ms", None));
        single.process.stop()
    }

    /// Measures three edges with as many live connections as the limit of open files allows.
    fn measure_many_clients(&self, report: &mut Report, edges: &[Member]) -> anyhow::Result<()> {
        report.part("C5 many live connections");
        // One ticker each, because the number of connections is measured.
        let all: Result<Vec<Clients>, _> = edges
            .iter()
            .map(|edge| self.clients(edge, self.max_clients_per_edge, 1))
            .collect();
        let all = all?;
        thread::sleep(SETTLE_TIME);
        for clients in &all {
            clients.take_counts();
        }
        let processes = [&edges[0].process, &self.source.process];
        let time = ROUND * 3;
        let [edge, source] = cpu_per_second(processes, time)?;
        let counts: Vec<Count> = all.iter().map(Clients::take_counts).collect();
        ensure_none_lost(&all.iter().collect::<Vec<_>>())?;
        let rate =
            |field: fn(&Count) -> f64| counts.iter().map(field).sum::<f64>() / time.as_secs_f64();
        let (updates, bytes) = (rate(|count| count.frames), rate(|count| count.bytes));
        let ages: Vec<f64> = counts.iter().flat_map(|count| count.ages.clone()).collect();
        let what = format!(
            "{} edges with {} live connections each, {updates:.0} updates per second",
            edges.len(),
            self.max_clients_per_edge
        );
        let label = format!("{what}: age of a price on arrival, p99");
        report.add(Row::value("C5", label, p99(ages), "ms", None));
        for (label, value, unit) in [
            ("CPU time per second of one edge", edge * 1_000.0, "ms"),
            ("CPU time per second of the source", source * 1_000.0, "ms"),
            ("bytes per second to browsers", bytes / 1e6, "MB"),
        ] {
            let label = format!("the same: {label}");
            report.add(Row::value("C5", label, value, unit, None));
        }
        let resident = edges[0].process.resident()? / 1_024.0;
        let label = "the same: memory (RSS) of one edge";
        report.add(Row::value("C5", label, resident, "MiB", None));
        Ok(())
    }

    /// Restarts the edge that was down with its old database file, and measures how long it takes to catch up.
    fn catch_up(
        &self,
        report: &mut Report,
        folder: usize,
        stopped_at: Instant,
    ) -> anyhow::Result<()> {
        let (path, started_at) = (self.folders[folder].path(), Instant::now());
        let seconds = stopped_at.elapsed().as_secs();
        let edge = Member::start(
            "edge",
            Some(&self.nats),
            path,
            TICK_INTERVAL_MS,
            self.max_clients_per_edge + CLIENTS,
        )?;
        let serving_after = started_at.elapsed();
        let edge = edge.wait_until_caught_up()?;
        let caught_up_after = started_at.elapsed();
        let records = edge.traffic("records")?;
        let resyncs = edge.traffic("recordRereads")?;
        anyhow::ensure!(
            resyncs < 1.0,
            "the edge reread everything instead of only what it had missed"
        );
        for (label, time) in [
            (
                format!(
                    "an edge that was down for {seconds} s: time from its start until it serves its stored data"
                ),
                serving_after,
            ),
            (
                format!(
                    "the same: time from its start until it has the missed data ({records:.0} records)"
                ),
                caught_up_after,
            ),
        ] {
            let ms = time.as_secs_f64() * 1_000.0;
            report.add(Row::value("C6", label, ms, "ms", None));
        }
        edge.process.stop()
    }
}

/// CPU seconds per second of wall time of two processes during the same time.
fn cpu_per_second(processes: [&Process; 2], time: Duration) -> anyhow::Result<[f64; 2]> {
    let read = || anyhow::Ok([processes[0].cpu()?, processes[1].cpu()?]);
    let (before, started_at) = (read()?, Instant::now());
    thread::sleep(time);
    let after = read()?;
    let seconds = started_at.elapsed().as_secs_f64();
    Ok([0, 1].map(|index| (after[index] - before[index]) / seconds))
}

/// CPU microseconds per received update in a round; `cpu` is in seconds per second.
fn per_update(cpu: f64, count: &Count) -> anyhow::Result<f64> {
    anyhow::ensure!(count.frames > 0.0, "live connections received no frames");
    Ok(cpu * ROUND.as_secs_f64() / count.frames * 1e6)
}

fn ensure_none_lost(all: &[&Clients]) -> anyhow::Result<()> {
    let lost: usize = all.iter().map(|clients| clients.lost()).sum();
    anyhow::ensure!(lost == 0, "{lost} live connections were closed");
    Ok(())
}
