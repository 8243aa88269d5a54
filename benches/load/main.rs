//! Benchmarks the whole program: `make bench`. The results are sizes, and ratios against references that are
//! built here and measured in the same run. `--write` updates docs/PERFORMANCE.md.
//!
//! Without names all parts run, with names only those: `make bench ONLY="start http"`. If `taskset` is available,
//! the measured process has the first core and the load has the others. The cost of a process is its CPU time,
//! so that other load on the machine hardly matters. The references are this program again, started as
//! `reference NAME`. Linux only, because it reads /proc.

#[cfg(feature = "cluster")]
mod cluster;
mod connections;
mod fan_out;
mod files;
mod http;
mod live;
mod many;
mod market;
mod process;
mod pure;
mod readers;
mod reference;
mod report;
mod requests;
mod rest;
mod small;
mod start;

use std::{env, process::ExitCode};

use report::{Report, Section};
use rest::IdleServer;

/// A part of the benchmark: its name, and the function that adds its rows to the report.
type Part = (&'static str, fn(&mut Report) -> anyhow::Result<()>);

/// Runs in parallel with the others.
const REST: &str = "rest";
/// The cluster benchmark; runs only if it is named, and alone.
const CLUSTER: &str = "cluster";
/// In order of execution.
const PARTS: [Part; 9] = [
    ("start", start::measure),
    ("http", requests::measure),
    ("files", files::measure),
    ("fan-out", fan_out::measure),
    ("readers", readers::measure),
    ("connections", connections::measure),
    ("small", small::measure),
    ("pure", pure::measure),
    ("many", many::measure),
];

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let words: Vec<String> = env::args().skip(1).filter(|w| w != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["reference", name] => reference::serve(name),
        _ => measure(&words),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the named parts, or all.
fn measure(words: &[&str]) -> anyhow::Result<()> {
    let names: Vec<&str> = words.iter().copied().filter(|w| *w != "--write").collect();
    let parts = PARTS.iter().map(|(name, _)| *name);
    let known: Vec<&str> = parts.chain([REST, CLUSTER]).collect();
    for name in &names {
        anyhow::ensure!(
            known.contains(name),
            "unknown part '{name}'; expected one of: {}",
            known.join(", ")
        );
    }
    let write = words.contains(&"--write");
    process::leave_first_core()?;
    let mut report = Report::begin();
    if names == [CLUSTER] {
        measure_cluster(&mut report)?;
        return report.end(write.then_some(Section::Cluster));
    }
    anyhow::ensure!(
        !names.contains(&CLUSTER),
        "'{CLUSTER}' must be the only part"
    );
    let wanted = |name| names.is_empty() || names.contains(&name);
    let idle_server = wanted(REST).then(|| IdleServer::begin(&mut report));
    let idle_server = idle_server.transpose()?;
    for (_, part) in PARTS.iter().filter(|(name, _)| wanted(name)) {
        part(&mut report)?;
    }
    if let Some(idle_server) = idle_server {
        idle_server.end(&mut report)?;
    }
    report.end((names.is_empty() && write).then_some(Section::Single))
}

#[cfg(feature = "cluster")]
fn measure_cluster(report: &mut Report) -> anyhow::Result<()> {
    cluster::measure(report)
}

#[cfg(not(feature = "cluster"))]
fn measure_cluster(_: &mut Report) -> anyhow::Result<()> {
    anyhow::bail!("built without NATS support; run 'make bench-cluster'")
}
