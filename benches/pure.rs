//! The hot pure parts, each as a ratio against a reference measured in the same run: only ratios
//! mean anything on a noisy machine. `make bench` runs it.

use std::{hint::black_box, time::Instant};

use bytes::Bytes;
use marketdeck::{
    domain::{search::Index, ticker::TickerId},
    live::hub::Hub,
};

/// Runs of each side; the median counts.
const RUNS: usize = 7;

/// Median seconds of `work`.
fn median(mut work: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

fn report(name: &str, each: usize, measured: f64, reference: f64, what: &str) {
    let nanos = measured / each as f64 * 1e9;
    println!(
        "{name}: {nanos:.0} ns each, {:.2} times {what}",
        measured / reference
    );
}

/// 1,000 readers of 10 tickers each: publish a batch and drain everybody, against copying the same
/// frames without any bookkeeping.
fn fan_out() {
    const READERS: u32 = 1_000;
    const WATCHED: u32 = 10;
    const TICKERS: u32 = 300;
    let frame = Bytes::from(vec![b'x'; 330]);
    let hub = Hub::new();
    let mut readers: Vec<_> = (0..READERS)
        .map(|reader| {
            let mut subscription = hub.subscribe();
            for n in 0..WATCHED {
                let id = TickerId((reader * 7 + n * 31) % TICKERS + 1);
                subscription.watch(id, 512).expect("the limit is far");
            }
            subscription
        })
        .collect();
    let mut buffer = Vec::new();
    let mut delivered = 0;
    let measured = median(|| {
        hub.publish(
            (1..=TICKERS)
                .map(|id| (TickerId(id), frame.clone()))
                .collect(),
        );
        delivered = 0;
        for reader in &mut readers {
            buffer.clear();
            delivered += reader.drain(&mut buffer);
            black_box(&buffer);
        }
    });
    let reference = median(|| {
        for _ in 0..READERS {
            buffer.clear();
            (0..WATCHED).for_each(|_| buffer.extend_from_slice(&frame));
            black_box(&buffer);
        }
    });
    report(
        "fan-out, one update to one reader",
        delivered,
        measured,
        reference,
        "copying the frames",
    );
}

/// A search over 100,000 tickers, against one pass over their names.
fn search() {
    let names: Vec<(String, String)> = (0..100_000)
        .map(|n| {
            (
                format!("T{n:05}"),
                format!("Company {n} of the {} sector", n % 97),
            )
        })
        .collect();
    let index = Index::new(
        (1..)
            .zip(&names)
            .map(|(id, (symbol, name))| (TickerId(id), symbol.as_str(), name.as_str())),
    );
    let queries = ["T04242", "company 77", "sector", "compnay"];
    let measured = median(|| {
        for query in queries {
            drop(black_box(index.find(query, 10, |_| 1.0)));
        }
    });
    let reference = median(|| {
        for query in queries {
            black_box(
                names
                    .iter()
                    .filter(|(_, name)| name.contains(query))
                    .count(),
            );
        }
    });
    report(
        "search over 100,000 tickers",
        queries.len(),
        measured,
        reference,
        "one pass over the names",
    );
}

fn main() {
    fan_out();
    search();
}
