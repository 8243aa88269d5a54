//! P5, P6: cost of a request; the reference is bare hyper with the same bytes and headers.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use tokio::runtime::Runtime;

use crate::{
    http::{self, Load},
    market::{self, Hours, Market},
    process::Process,
    reference,
    report::{Report, Row, median, p99},
};

/// Rounds per side; the median is reported.
const ROUNDS: usize = 5;
/// Duration of one round of one side.
const ROUND: Duration = Duration::from_millis(900);
/// Keep-alive connections.
pub(crate) const CONNECTIONS: u32 = 32;
/// The encodings that browsers accept.
const ENCODINGS: &str = "gzip, deflate, br";
/// Typical searches: a symbol, the beginning of a name, a word, a typo.
const SEARCHES: [&str; 6] = ["AAPL", "micro", "bank", "bitcoin", "gogle", "energy"];

/// Paths that are requested in rotation, with their goal.
struct Mix {
    id: &'static str,
    label: &'static str,
    paths: Vec<String>,
    /// Maximum ratio to bare hyper.
    limit: Option<f64>,
}

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P5, P6 requests");
    let folder = market::folder_with_year_of_data(Hours::Exchange)?;
    let (server, address) = Market::new(folder.path(), true)?
        .trading(Hours::Exchange)
        .serve()?;
    let tickers = market::tickers(address)?;
    let runtime = runtime()?;
    for mix in mixes(&tickers) {
        let limit = mix.limit;
        let row = |ours, reference| Row::ratio(mix.id, mix.label, (ours, reference), "µs", limit);
        let (ours, reference) = compare(&runtime, &server, address, &mix.paths)?;
        report.add(row(ours, reference));
    }
    let years: Vec<String> = tickers
        .iter()
        .map(|(id, _)| market::year_path(*id))
        .collect();
    let load = Load {
        requests: requests(&years),
        connections: CONNECTIONS,
        time: Duration::from_secs(5),
        rate: Some(1_000),
    };
    let slowest = p99(runtime.block_on(load.send(address))?);
    let label = "response time of a year of prices at 1,000 requests per second, p99";
    report.add(Row::value("P6", label, slowest, "ms", Some(2.0)));
    server.stop()
}

fn mixes(tickers: &[(u64, String)]) -> Vec<Mix> {
    let mix = |id, label, paths, limit| Mix {
        id,
        label,
        paths,
        limit,
    };
    let one = |path: &str| vec![path.to_owned()];
    // Symbols of indices and pairs contain characters that must be percent-encoded.
    let plain = |symbol: &&String| symbol.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let symbols = tickers.iter().map(|(_, symbol)| symbol).filter(plain);
    vec![
        mix(
            "P5",
            "CPU per request: trending tickers",
            one("/api/tickers/trending"),
            Some(1.15),
        ),
        mix(
            "P5",
            "CPU per request: one ticker, rotating",
            symbols
                .map(|symbol| format!("/api/tickers/{symbol}"))
                .collect(),
            Some(1.15),
        ),
        mix(
            "P5",
            "CPU per request: all tickers",
            one("/api/tickers"),
            None,
        ),
        mix(
            "P5",
            "CPU per request: market overview",
            one("/api/market-overview"),
            None,
        ),
        mix(
            "P5",
            "CPU per request: search",
            SEARCHES
                .iter()
                .map(|words| format!("/api/tickers/search?q={words}"))
                .collect(),
            None,
        ),
        mix(
            "P6",
            "CPU per request: a year of prices, one ticker",
            one(&market::year_path(tickers[0].0)),
            Some(2.5),
        ),
        mix(
            "P6",
            "CPU per request: a year of prices, rotating tickers",
            tickers
                .iter()
                .map(|(id, _)| market::year_path(*id))
                .collect(),
            Some(2.5),
        ),
    ]
}

/// CPU microseconds per request of `server`, and of bare hyper with the same bytes.
fn compare(
    runtime: &Runtime,
    server: &Process,
    address: SocketAddr,
    paths: &[String],
) -> anyhow::Result<(f64, f64)> {
    let mut responses = vec![];
    for path in paths {
        let response = http::send(address, &http::request(path, ENCODINGS))?;
        anyhow::ensure!(response.status == 200, "{path}: {}", response.head);
        responses.push((path.clone(), response));
    }
    let (hyper, reference_address) = reference::hyper(&responses)?;
    let load = Load {
        requests: requests(paths),
        connections: CONNECTIONS,
        time: ROUND,
        rate: None,
    };
    let sides = [(server, address), (&hyper, reference_address)];
    let costs = cpu_per_request(runtime, &load, sides)?;
    Ok((costs[0], costs[1]))
}

/// Sends `load` to both sides alternately; returns the median CPU microseconds per request of each.
pub(crate) fn cpu_per_request(
    runtime: &Runtime,
    load: &Load,
    sides: [(&Process, SocketAddr); 2],
) -> anyhow::Result<[f64; 2]> {
    let mut costs = [vec![], vec![]];
    for _ in 0..ROUNDS {
        for ((process, address), costs) in sides.iter().zip(&mut costs) {
            let before = process.cpu()?;
            let count = runtime.block_on(load.send(*address))?.len() as f64;
            costs.push((process.cpu()? - before) / count * 1e6);
        }
    }
    Ok(costs.map(median))
}

pub(crate) fn requests(paths: &[String]) -> Arc<Vec<Vec<u8>>> {
    let requests = paths.iter().map(|path| http::request(path, ENCODINGS));
    Arc::new(requests.collect())
}

/// The load's runtime: a second thread, so that connections keep working while the main thread sleeps.
pub(crate) fn runtime() -> anyhow::Result<Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?)
}
