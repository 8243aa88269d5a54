//! P22: a live market of 10,000 followed tickers with a year of daily bars each: start, memory, search and screener.

use std::{
    fmt::Write as _,
    fs,
    net::SocketAddr,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use jiff::{Timestamp, ToSpan as _, civil::Date};
use marketdeck::{
    domain::{
        bar::{Bar, Interval},
        quote::Quote,
        ticker::{FollowInfo, Profile, Ticker, TickerId, TickerKind},
    },
    providers::settings::Providers,
    store::{Identity, MarketBatch, Store},
};

use crate::{
    http,
    market::Market,
    process,
    report::{Report, Row, median, p99},
    start::{milliseconds, wait_for_response},
};

/// Number of tickers.
const TICKERS: u32 = 10_000;
/// Tickers in one transaction while the database is filled.
const BATCH: u32 = 500;
/// Daily bars of a ticker.
const DAYS: usize = 252;
/// Number of measured starts.
const STARTS: usize = 7;
/// Number of measured searches and screener queries.
const QUERIES: usize = 50;
/// Idle time before the memory is measured.
const IDLE_TIME: Duration = Duration::from_secs(20);

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P22 ten thousand tickers");
    let folder = tempfile::tempdir()?;
    fill(folder.path())?;
    let config = folder.path().join("marketdeck.toml");
    fs::write(&config, without_providers()?)?;
    let last_ticker = format!("/api/tickers/{}", symbol(TICKERS));
    let start = || -> anyhow::Result<_> {
        let market = Market::new(folder.path(), true)?.live(&config);
        let address = market.address;
        let started_at = Instant::now();
        let server = market.start()?;
        wait_for_response(address, &last_ticker)?;
        Ok((server, address, milliseconds(started_at)))
    };
    let mut starts = vec![];
    // The first start does not count, because it also computes and stores derived data.
    for _ in 0..=STARTS {
        let (server, _, time) = start()?;
        starts.push(time);
        server.stop()?;
    }
    let label = format!("time to the first HTTP 200 with {TICKERS} followed tickers");
    let wall = median(starts.split_off(1));
    report.add(Row::value("P22", label, wall, "ms", Some(100.0)));
    let (server, address, _) = start()?;
    thread::sleep(IDLE_TIME);
    let label = "memory (RSS) 20 s after the start";
    let mebibytes = server.resident()? / 1_024.0;
    report.add(Row::value("P22", label, mebibytes, "MiB", Some(96.0)));
    let searches = (0..QUERIES).map(|n| format!("/api/tickers/search?q=company%20{n}17"));
    let searches = milliseconds_of(address, searches)?;
    let label = format!("search, p99 of {QUERIES}, wall time with the connection");
    report.add(Row::value("P22", label, p99(searches), "ms", Some(2.0)));
    let first = milliseconds_of(address, std::iter::once(query(0)))?;
    let label = "first screener query, which reads the histories, wall time";
    report.add(Row::value("P22", label, median(first), "ms", None));
    let queries = milliseconds_of(address, (1..=QUERIES).map(query))?;
    let label = format!("screener query, median of {QUERIES}, wall time");
    report.add(Row::value("P22", label, median(queries), "ms", Some(20.0)));
    let label = "memory (RSS) after the screener has read the histories";
    let mebibytes = server.resident()? / 1_024.0;
    report.add(Row::value("P22", label, mebibytes, "MiB", Some(96.0)));
    server.stop()
}

/// The n-th screener query. Each has another price limit, so that no response is cached.
fn query(n: usize) -> String {
    format!(
        "/api/screener?price={}..&rsi=..70&sort=rsi&dir=desc&limit=50",
        n + 5
    )
}

/// Requests each path on its own connection and returns the times.
fn milliseconds_of(
    address: SocketAddr,
    paths: impl Iterator<Item = String>,
) -> anyhow::Result<Vec<f64>> {
    let mut times = vec![];
    for path in paths {
        let started_at = Instant::now();
        // 503 while histories are being read.
        let response = loop {
            let response = http::get(address, &path)?;
            if response.status != 503 {
                break response;
            }
            thread::sleep(Duration::from_millis(5));
        };
        times.push(milliseconds(started_at));
        let body = String::from_utf8_lossy(&response.body).into_owned();
        anyhow::ensure!(response.status == 200, "{path}: {} {body}", response.status);
    }
    Ok(times)
}

/// A configuration without any source, so that nothing is requested.
fn without_providers() -> anyhow::Result<String> {
    let all = serde_json::to_value(Providers::default())?;
    let mut text = String::new();
    for (name, table) in all.as_object().context("the providers are not a table")? {
        if table.get("enabled").is_some() {
            writeln!(text, "[providers.{name}]\nenabled = false")?;
        }
    }
    Ok(text)
}

fn symbol(number: u32) -> String {
    format!("T{number:05}")
}

/// Creates the database.
fn fill(folder: &Path) -> anyhow::Result<()> {
    let now = process::wall_clock();
    let store = Store::open(&folder.join("live.redb"))?;
    store.check_identity(&Identity {
        market: "live".to_owned(),
        seed: None,
        hours: None,
        clock_set: None,
    })?;
    let mut random = fastrand::Rng::with_seed(1);
    let days = weekdays_before(now);
    let numbers: Vec<u32> = (1..=TICKERS).collect();
    for numbers in numbers.chunks(BATCH as usize) {
        let mut batch = MarketBatch::default();
        for &number in numbers {
            let id = TickerId(number);
            let mut ticker = Ticker::new(id, profile(number));
            ticker.followed = Some(FollowInfo {
                symbol: symbol(number),
                at: now,
                used_at: now,
            });
            let bars = random_walk(&mut random, &days);
            let price = bars.last().context("a ticker has no bars")?.close;
            batch.tickers.push(ticker);
            batch.quotes.push(quote(id, price, now));
            batch.bars.push((id, Interval::Day, bars));
        }
        store.commit(&batch, now)?;
    }
    store.close()?;
    Ok(())
}

fn profile(number: u32) -> Profile {
    const SECTORS: [&str; 5] = ["Technology", "Energy", "Health", "Utilities", "Industrials"];
    let name = format!("Company {number} Incorporated");
    Profile {
        sector: Some(SECTORS[number as usize % SECTORS.len()].to_owned()),
        ..Profile::new(symbol(number), name, TickerKind::Stock)
    }
}

fn quote(id: TickerId, price: f64, now: Timestamp) -> Quote {
    Quote {
        id,
        price,
        as_of: now,
        source: "file".to_owned(),
        previous_close: Some(price),
        is_bar_close: false,
        change_24h: None,
        change_7d: None,
        market_cap: None,
        volume_24h: Some(1e6),
        day_high: None,
        day_low: None,
        year_high: None,
        year_low: None,
        all_time_high: None,
        supply: None,
        extended: None,
        adjusted_for: None,
    }
}

/// The starts of the last weekdays, ascending, in Unix seconds.
fn weekdays_before(now: Timestamp) -> Vec<i64> {
    let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let before = (1..).map(|days: i32| today.saturating_sub(days.days()));
    let is_weekday = |day: &Date| day.weekday().to_monday_zero_offset() < 5;
    let start = |day: Date| {
        let midnight = day.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        Some(midnight.timestamp().as_second())
    };
    let mut days: Vec<i64> = before
        .filter(is_weekday)
        .take(DAYS)
        .filter_map(start)
        .collect();
    days.reverse();
    days
}

/// Daily bars whose close moves by at most 2 % a day.
fn random_walk(random: &mut fastrand::Rng, days: &[i64]) -> Vec<Bar> {
    let cents = |price: f64| (price * 100.0).round() / 100.0;
    let mut close = 10.0 + 200.0 * random.f64();
    let bar = |&start: &i64| {
        let open = close;
        close = cents(close * (1.0 + 0.04 * (random.f64() - 0.5)));
        Bar {
            start,
            open,
            high: cents(open.max(close) * 1.005),
            low: cents(open.min(close) * 0.995),
            close,
            volume: f64::from(random.u32(10_000..10_000_000)),
        }
    };
    days.iter().map(bar).collect()
}
