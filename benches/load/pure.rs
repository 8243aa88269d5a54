//! Parts without a server: the cost of one update in the hub, and P12, a search over many tickers.

use std::{hint::black_box, time::Instant};

use bytes::Bytes;
use marketdeck::domain::person::PersonId;
use marketdeck::{
    domain::{
        search::{SearchableTicker, UnsortedIndex},
        ticker::{TickerId, TickerKind},
    },
    live::hub::{Batch, Hub},
};
use tokio::runtime::Runtime;

use crate::{
    report::{Report, Row, digits, median, p99},
    requests::runtime,
};

/// Runs per side; the median is reported.
const RUNS: usize = 7;
/// Number of tickers to search, and number of searches.
const TICKERS: usize = 100_000;
const SEARCHES: usize = 25;

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P12 search, the hub alone");
    fan_out(report, &runtime()?);
    search(report);
    Ok(())
}

/// Median duration of `work`, in seconds.
fn time(mut work: impl FnMut()) -> f64 {
    let run = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64()
    };
    median((0..RUNS).map(run).collect())
}

/// Compares an update with a copy of its frame, and an update among 10,000 tickers with one among 300.
fn fan_out(report: &mut Report, runtime: &Runtime) {
    let (few, copy) = update_cost(runtime, 300);
    let label = "time per update passed to a reader in memory; reference: copying the frame";
    report.add(Row::ratio("P1", label, (few, copy), "ns", None));
    let (many, _) = update_cost(runtime, 10_000);
    let label = "the same with 10000 tickers; reference: with 300";
    report.add(Row::ratio("P22", label, (many, few), "ns", Some(1.1)));
}

/// 1,000 readers of 10 tickers each: publishes an update of 300 tickers and drains all readers. Returns the nanoseconds for one update of one
/// reader, and for copying the same frames without bookkeeping.
fn update_cost(runtime: &Runtime, tickers: u32) -> (f64, f64) {
    const READERS: u32 = 1_000;
    const WATCHED: u32 = 10;
    const UPDATED: u32 = 300;
    let frame = Bytes::from(vec![b'x'; 330]);
    // The updated tickers are spread evenly over all.
    let spread = |n: u32| TickerId(n * (tickers / UPDATED) + 1);
    let hub = Hub::new();
    let mut readers: Vec<_> = (0..READERS)
        .map(|reader| {
            let mut subscription = hub.subscribe(PersonId::OWNER);
            for n in 0..WATCHED {
                let id = spread((reader * 7 + n * 31) % UPDATED);
                subscription
                    .watch(id, 512)
                    .expect("a reader watches fewer tickers than the limit");
            }
            subscription
        })
        .collect();
    let (mut batch, mut buffer) = (Batch::default(), Vec::new());
    let mut delivered = 0;
    let measured = time(|| {
        let ids = (0..UPDATED).map(spread);
        let frames = ids.map(|id| (id, frame.clone()));
        runtime.block_on(hub.publish(frames.collect()));
        delivered = 0;
        for reader in &mut readers {
            reader.drain(&mut batch);
            delivered += batch.frames();
            black_box(batch.bytes());
        }
    });
    let reference = time(|| {
        for _ in 0..READERS {
            buffer.clear();
            (0..WATCHED).for_each(|_| buffer.extend_from_slice(&frame));
            black_box(&buffer);
        }
    });
    let per_update = |seconds: f64| seconds / delivered as f64 * 1e9;
    (per_update(measured), per_update(reference))
}

/// Searches 100,000 tickers; the reference is one pass over their names. Queries: a symbol, the beginning of a symbol, a
/// name, a word that hundreds share, and a typo. The time of a query is the median of several runs, so that other load on
/// the machine does not matter.
fn search(report: &mut Report) {
    let name = |n: usize| format!("Company {n} of the {} sector", WORDS[n % WORDS.len()]);
    let names: Vec<(String, String)> = (0..TICKERS)
        .map(|n| (format!("T{n:05}"), name(n)))
        .collect();
    let index =
        UnsortedIndex::new(
            (1..)
                .zip(&names)
                .map(|(id, (symbol, name))| SearchableTicker {
                    id: TickerId(id),
                    symbol,
                    name,
                    kind: TickerKind::Stock,
                    aliases: Vec::new(),
                }),
        )
        .sort();
    let mut queries = vec!["compnay".to_owned(), "sector".to_owned()];
    for n in 0..SEARCHES {
        let at = n * TICKERS / SEARCHES;
        let word = WORDS[n % WORDS.len()];
        queries.push(format!("T{at:05}"));
        queries.push(format!("t{:03}", at / 100));
        queries.push(format!("company {at}"));
        queries.push(word.to_owned());
        queries.push(format!("{}{}", &word[..2], &word[3..]));
    }
    let find = |query: &String| time(|| drop(black_box(index.find(query, 10, |_| 1.0)))) * 1_000.0;
    let times: Vec<f64> = queries.iter().map(find).collect();
    let slowest = p99(times.clone());
    let longest = times.iter().zip(&queries).max_by(|a, b| a.0.total_cmp(b.0));
    if let Some((time, query)) = longest {
        let (time, median) = (digits(*time), digits(median(times.clone())));
        report.note(format!(
            "P12: the slowest search is '{query}' ({time} ms); the median is {median} ms."
        ));
    }
    let pass = time(|| {
        let found = names.iter().filter(|(_, name)| name.contains("compnay"));
        black_box(found.count());
    });
    let label = format!(
        "time of a search over {TICKERS} tickers, p99 of {} searches; reference: one pass over their names",
        queries.len()
    );
    report.add(Row {
        goal: "≤ 2 ms".to_owned(),
        met: Some(slowest <= 2.0),
        ..Row::ratio("P12", label, (slowest, pass * 1_000.0), "ms", None)
    });
}

/// Words of the names.
const WORDS: [&str; 8] = [
    "banking",
    "railway",
    "semiconductor",
    "forestry",
    "insurance",
    "shipping",
    "aluminium",
    "software",
];
