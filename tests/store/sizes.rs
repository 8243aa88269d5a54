//! Disk usage of bars. `--nocapture` prints the measurements.

use std::path::Path;

use marketdeck::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        ticker::{TickerId, TickerKind},
    },
    import::{ReadOptions, Series, parse_bars},
    store::{MarketBatch, Store},
};
use redb::{ReadableDatabase, ReadableTableMetadata, TableDefinition};

use super::support::{DAY, folder, quote};

/// Returns bytes per bar: in encoded form, and in the closed file.
fn bytes_per_bar(interval: Interval, series: &[Vec<Bar>]) -> (f64, f64) {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let bars = series
        .iter()
        .zip(1..)
        .map(|(bars, id)| (TickerId(id), interval, bars.clone()))
        .collect();
    let batch = MarketBatch {
        bars,
        ..MarketBatch::default()
    };
    store.commit(&batch, Timestamp::UNIX_EPOCH).unwrap();
    store.close().unwrap();
    let count = series.iter().map(Vec::len).sum::<usize>() as f64;
    let file = std::fs::metadata(&path).unwrap().len() as f64;

    let name = format!("bars_{}", interval.as_str());
    let table: TableDefinition<&[u8], &[u8]> = TableDefinition::new(&name);
    let database = redb::Database::open(&path).unwrap();
    let stats = database
        .begin_read()
        .unwrap()
        .open_table(table)
        .unwrap()
        .stats()
        .unwrap();
    (stats.stored_bytes() as f64 / count, file / count)
}

/// Returns bars of a random walk like a stock: prices in cents, daily volatility of 1.8 %, volumes in whole shares.
fn random_walk(
    rng: &mut fastrand::Rng,
    starts: impl Iterator<Item = i64>,
    bars_per_day: f64,
) -> Vec<Bar> {
    // The sum of three uniform numbers has a standard deviation of 0.5 (the variance is 3 / 12), so the double has one of 1.
    let mut normal = move || (rng.f64() + rng.f64() + rng.f64() - 1.5) * 2.0;
    let cents = |price: f64| (price * 100.0).round() / 100.0;
    let volatility = 0.018 / bars_per_day.sqrt();
    let mut price = 40.0 + 400.0 * (normal() * 0.15 + 0.5).clamp(0.0, 1.0);
    starts
        .map(|start| {
            let open = price;
            // A bar has four steps, so that its high and low differ from open and close. The steps have half the volatility of the bar,
            // because the standard deviation of four independent steps is twice that of one.
            let path: Vec<f64> = (0..4)
                .map(|_| {
                    price *= (normal() * volatility / 2.0).exp();
                    price
                })
                .collect();
            Bar {
                start,
                open: cents(open),
                high: cents(path.iter().copied().fold(open, f64::max)),
                low: cents(path.iter().copied().fold(open, f64::min)),
                close: cents(price),
                volume: (4e7 / bars_per_day * (normal() * 0.4).exp()).round(),
            }
        })
        .collect()
}

/// Returns the start times of a stock's bars: `bars_per_day` bars on five days per week.
fn sessions(days: i64, bars_per_day: i64, step: i64) -> impl Iterator<Item = i64> {
    (0..days)
        .filter(|day| (day + 4) % 7 < 5)
        .flat_map(move |day| (0..bars_per_day).map(move |i| day * DAY + 52_200 + i * step))
}

#[test]
fn a_simulated_bar_takes_at_most_six_bytes() {
    let mut rng = fastrand::Rng::with_seed(21);
    for (interval, days, bars_per_day, max) in [
        (Interval::FiveMinutes, 14, 78, 5.5),
        (Interval::Hour, 170, 7, 7.0),
        (Interval::Day, 365, 1, 7.5),
    ] {
        let series: Vec<Vec<Bar>> = (0..30)
            .map(|_| {
                random_walk(
                    &mut rng,
                    sessions(days, bars_per_day, interval.seconds()),
                    bars_per_day as f64,
                )
            })
            .collect();
        let (packed, file) = bytes_per_bar(interval, &series);
        println!(
            "{}: {packed:.2} bytes per bar, {file:.2} in the file",
            interval.as_str()
        );
        assert!(packed < max, "{packed}");
    }
}

#[test]
fn recorded_daily_series_take_few_bytes_per_bar() {
    let folder = Path::new("../shared/recordings/datasets");
    if !folder.is_dir() {
        println!("skipped: there are no recordings next to this checkout");
        return;
    }
    for (name, max) in [
        ("backtesting-GOOG-daily-2004-2013.csv", 8.0),
        ("vega-sp500-daily-2000-2020.csv", 16.0),
    ] {
        let file = std::fs::File::open(folder.join(name)).unwrap();
        let series = Series::new(Interval::Day, TickerKind::Stock);
        let bars = parse_bars(file, &series, &ReadOptions::default(), &|_, _| ())
            .unwrap()
            .bars;
        let closes: Vec<Bar> = bars
            .iter()
            .map(|bar| Bar {
                start: bar.start,
                open: bar.close,
                high: bar.close,
                low: bar.close,
                close: bar.close,
                volume: 0.0,
            })
            .collect();
        let (packed, _) = bytes_per_bar(Interval::Day, std::slice::from_ref(&bars));
        let (close, _) = bytes_per_bar(Interval::Day, &[closes]);
        println!("{name}: {packed:.2} bytes per bar, {close:.2} per close");
        assert!(packed < max, "{packed}");
    }
}

/// Returns the CPU time of this thread in milliseconds; other programs hardly affect it.
fn cpu_ms() -> f64 {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    stat.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e6
}

/// Returns the megabytes written by this process.
fn megabytes_written() -> f64 {
    let io = std::fs::read_to_string("/proc/self/io").unwrap();
    let line = io
        .lines()
        .find_map(|line| line.strip_prefix("wchar: "))
        .unwrap();
    line.parse::<f64>().unwrap() / 1e6
}

/// Fills a database as `ingest` does: first the history in batches of some thousand bars, ticker by ticker and newest first, then an hour
/// with a commit every five minutes.
#[test]
#[ignore = "prints numbers: run with --ignored --nocapture"]
fn a_market_of_300_tickers_on_disk() {
    let mut rng = fastrand::Rng::with_seed(22);
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let now = Timestamp::from_second(365 * DAY).unwrap();
    let size = || std::fs::metadata(&path).unwrap().len() as f64 / 1e6;
    let commit = |bars: Vec<(TickerId, Interval, Vec<Bar>)>| {
        let batch = MarketBatch {
            bars,
            ..MarketBatch::default()
        };
        store.commit(&batch, now).unwrap();
    };
    let mut count = 0;
    let mut pending = Vec::new();
    let mut waiting = 0;
    let started = cpu_ms();
    for id in 1..=300 {
        for (interval, days, bars_per_day) in [
            (Interval::Day, 365, 1),
            (Interval::Hour, 120, 7),
            (Interval::FiveMinutes, 10, 78),
        ] {
            let starts = sessions(days, bars_per_day, interval.seconds());
            let bars: Vec<Bar> = random_walk(
                &mut rng,
                starts.map(|start| start + (365 - days) * DAY),
                bars_per_day as f64,
            );
            count += bars.len();
            waiting += bars.len();
            pending.push((TickerId(id), interval, bars));
        }
        if waiting > 20_000 {
            commit(std::mem::take(&mut pending));
            waiting = 0;
        }
    }
    commit(pending);
    println!(
        "{count} bars in {:.0} ms: {:.1} MB while open",
        cpu_ms() - started,
        size()
    );
    let before = megabytes_written();
    for five in 0..12 {
        let bars = (1..=300)
            .map(|id| {
                let start = 365 * DAY + five * 300;
                let bars = random_walk(&mut rng, std::iter::once(start), 78.0);
                (TickerId(id), Interval::FiveMinutes, bars)
            })
            .collect();
        commit(bars);
    }
    println!(
        "an hour of five-minute bars writes {:.2} MB",
        megabytes_written() - before
    );
    let before = megabytes_written();
    let quotes = (1..=300).map(|id| quote(id, 123.45)).collect();
    let batch = MarketBatch {
        quotes,
        ..MarketBatch::default()
    };
    store.commit(&batch, now).unwrap();
    println!("300 quotes write {:.2} MB", megabytes_written() - before);
    store.close().unwrap();
    println!(
        "closed: {:.1} MB, {:.2} bytes per bar",
        size(),
        size() * 1e6 / count as f64
    );
    let started = cpu_ms();
    let store = Store::open(&path).unwrap();
    println!("opened in {:.2} ms", cpu_ms() - started);
    let started = cpu_ms();
    for interval in Interval::ALL {
        for (id, last) in store.newest_starts(interval).unwrap() {
            store.bars(id, interval, last - 14 * DAY..last + 1).unwrap();
        }
    }
    println!(
        "two weeks of hours and days read in {:.1} ms",
        cpu_ms() - started
    );
    let started = cpu_ms();
    store.verify().unwrap();
    println!("verified in {:.1} ms", cpu_ms() - started);
    std::fs::copy(&path, path.with_extension("torn")).unwrap();
    let started = cpu_ms();
    Store::open(&path.with_extension("torn")).unwrap();
    println!(
        "opened after an unclean stop in {:.1} ms",
        cpu_ms() - started
    );
}
