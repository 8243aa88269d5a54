//! Recorded HTTP responses: the real program requests them, and its API is compared with the reference reader.

use std::{
    collections::HashSet,
    fmt::Write as _,
    path::Path,
    time::{Duration, Instant},
};

use jiff::{SignedDuration, Timestamp, fmt::rfc2822};
use marketdeck::catalogue::Catalogue;
use serde_json::{Value, json};
use tokio::task::block_in_place;

use super::{
    facts::{Facts, all_figures},
    files::{Recording, Shape},
    reader::{self, Chart},
    table::{Row, is_equal},
};
use crate::{
    program::{Program, ReservedPort, Running, poll},
    server::{Reply, Request, Server},
};

/// Time limit until the program has the data.
const TIMEOUT: Duration = Duration::from_secs(90);

/// The providers that need no key.
const PROVIDERS: [&str; 10] = [
    "yahoo",
    "yahoo_stream",
    "coinbase",
    "kraken",
    "coingecko",
    "alternative_me",
    "cnn",
    "nasdaq",
    "defillama",
    "rss",
];

/// Starts the live market at `now` with these providers only: their names and the lines of their
/// configuration tables.
pub(super) fn start(
    now: Timestamp,
    folder: &Path,
    follow: &[&str],
    enabled: &[(&str, String)],
) -> Running {
    let mut text = format!("market = 'live'\nsymbols = {follow:?}\n");
    let lines_of = |name: &str| {
        let mut enabled = enabled.iter().filter(|(enabled, _)| *enabled == name);
        enabled.next().map(|(_, lines)| &**lines)
    };
    // Yahoo's stream is disabled if Yahoo is.
    let has_stream = lines_of("yahoo_stream").is_some();
    for name in PROVIDERS {
        let lines = lines_of(name).unwrap_or(match name {
            "yahoo" if has_stream => "base_url = 'http://127.0.0.1:9'",
            _ => "enabled = false",
        });
        let _ = writeln!(text, "[providers.{name}]\n{lines}");
    }
    let with_keys = enabled.iter().filter(|(name, _)| !PROVIDERS.contains(name));
    for (name, lines) in with_keys {
        let _ = writeln!(text, "[providers.{name}]\n{lines}");
    }
    let config = folder.join("config.toml");
    std::fs::write(&config, text).unwrap();
    // Not every recording has prices, which the first start would wait for.
    let port = ReservedPort::new();
    let mut program = Program::at(&now.to_string(), folder);
    program.listen(&port.address.to_string());
    program.command.arg("--config").arg(&config);
    let mut running = program.spawn();
    running.address = port.address.to_string();
    // Blocking this thread must not stop its other tasks, the servers. The program responds before
    // it has read the catalogue.
    block_in_place(|| {
        poll("the program to know its tickers", || {
            running
                .try_get("/api/tickers")
                .filter(|(status, body)| *status == 200 && body != "[]")
        })
    });
    running
}

/// Returns the configuration lines of an HTTP provider with the shortest interval.
pub(super) fn table_for(server: &Server) -> String {
    format!("base_url = '{}'\nmin_gap_ms = 1", server.base)
}

/// Calls `read` until `is_expected` returns true or the time is up. Returns the last value.
pub(super) fn read_until(read: impl Fn() -> Value, is_expected: impl Fn(&Value) -> bool) -> Value {
    let deadline = Instant::now() + TIMEOUT;
    block_in_place(|| {
        loop {
            let value = read();
            if is_expected(&value) || Instant::now() > deadline {
                return value;
            }
            std::thread::sleep(Duration::from_millis(30));
        }
    })
}

fn value_at(ticker: &Value, path: &str) -> Value {
    ticker.pointer(path).cloned().unwrap_or_default()
}

/// Compares the figures of a ticker; returns a row per figure.
pub(super) fn compared(running: &Running, recording: &str, facts: &Facts) -> Vec<Row> {
    let ticker = read_until(
        || all_figures(running, &facts.symbol),
        |ticker| {
            let mut figures = facts.figures.iter();
            figures.all(|(path, expected)| is_equal(expected, &value_at(ticker, path)))
        },
    );
    let row = |(path, expected): &(String, Value)| {
        let label = format!("{}{}", facts.symbol, path.replace('/', " "));
        Row::figure(recording, &label, expected, &value_at(&ticker, path))
    };
    facts.figures.iter().map(row).collect()
}

pub(super) async fn rows(recording: &Recording) -> Vec<Row> {
    match recording.shape {
        Shape::Chart => chart(recording).await,
        Shape::Spark => spark(recording).await,
        Shape::Search => search(recording).await,
        Shape::Coins => coins(recording).await,
        Shape::FinnhubQuote => finnhub(recording).await,
        Shape::CoinFear | Shape::ShareFear => fear(recording).await,
        Shape::Earnings => earnings(recording).await,
        _ => feed(recording).await,
    }
}

/// Starts a server that sends this body for every request.
async fn server_with_body(body: &str) -> Server {
    let body = body.to_owned();
    Server::start(move |_| Some(Reply::ok(body.clone()))).await
}

fn minute_after(at: Timestamp) -> Timestamp {
    at + SignedDuration::from_mins(1)
}

const UNKNOWN: &str = r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#;

/// Responds like Yahoo: with the chart only for its own symbol, and with quotes from the same chart.
fn chart_response(request: &Request, symbol: &str, result: &Value, body: &str) -> Reply {
    let path = request.path.replace("%5E", "^").replace("%3D", "=");
    let is_asked = |list: &str| list.split(',').any(|one| one == symbol);
    if let Some((_, query)) = path.split_once("/v7/finance/spark?symbols=") {
        let is_asked = is_asked(query.split('&').next().unwrap_or_default());
        let entry = json!({ "symbol": symbol, "response": [{ "meta": result["meta"] }] });
        let entries = if is_asked { vec![entry] } else { vec![] };
        return Reply::ok(json!({ "spark": { "result": entries, "error": null } }).to_string());
    }
    if path.contains(&format!("/v8/finance/chart/{symbol}?")) {
        return Reply::ok(body.to_owned());
    }
    Reply::status(404, UNKNOWN)
}

async fn chart(recording: &Recording) -> Vec<Row> {
    let result = recording.json()["chart"]["result"][0].clone();
    let Some(chart) = Chart::of(&result) else {
        return super::rejected::rows(recording).await;
    };
    let (symbol, yahoo) = (chart.symbol(), chart.yahoo_symbol());
    let (body, chart_symbol, chart_result) =
        (recording.body.clone(), yahoo.clone(), result.clone());
    let server = Server::start(move |request| {
        Some(chart_response(request, &chart_symbol, &chart_result, &body))
    })
    .await;
    let is_listed = Catalogue::embedded().unwrap().get(&symbol).is_some();
    let (listed, follow) = if is_listed {
        (symbol.as_str(), vec![])
    } else {
        ("AAPL", vec![yahoo.as_str()])
    };
    let lines = format!("{}\nsymbols = ['{listed}']", table_for(&server));
    let folder = tempfile::tempdir().unwrap();
    let now = minute_after(chart.at);
    let running = start(now, folder.path(), &follow, &[("yahoo", lines)]);
    // All three bar intervals were requested.
    read_until(
        || {
            let requests = server.requests();
            let intervals = requests.iter().filter_map(|request| {
                let path = request.path.replace("%5E", "^").replace("%3D", "=");
                let (_, query) = path.split_once(&format!("/chart/{yahoo}?"))?;
                Some(query.split('&').next()?.to_owned())
            });
            intervals.collect::<HashSet<_>>().len().into()
        },
        |count| count.as_u64() >= Some(3),
    );
    let mut facts = chart.facts();
    if !is_listed {
        let meta = &result["meta"];
        let name = ["longName", "shortName"].map(|name| meta[name].as_str());
        let name = name.into_iter().flatten().next().unwrap_or(&yahoo);
        facts.add("/name", name);
        facts.add("/timeZone", meta["exchangeTimezoneName"].clone());
    }
    compared(&running, &recording.name, &facts)
}

async fn spark(recording: &Recording) -> Vec<Row> {
    let charts = reader::spark(&recording.json());
    let body = recording.body.clone();
    let server = Server::start(move |request| {
        Some(if request.path.contains("/v7/finance/spark?") {
            Reply::ok(body.clone())
        } else {
            Reply::status(404, UNKNOWN)
        })
    })
    .await;
    let symbols: Vec<String> = charts.iter().map(Chart::symbol).collect();
    let lines = format!("{}\nsymbols = {symbols:?}", table_for(&server));
    let now = charts.iter().map(|chart| chart.at).max().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let running = start(minute_after(now), folder.path(), &[], &[("yahoo", lines)]);
    charts
        .iter()
        .flat_map(|chart| compared(&running, &recording.name, &chart.quote()))
        .collect()
}

async fn search(recording: &Recording) -> Vec<Row> {
    const KINDS: [&str; 7] = [
        "EQUITY",
        "ETF",
        "MUTUALFUND",
        "CRYPTOCURRENCY",
        "FUTURE",
        "INDEX",
        "CURRENCY",
    ];
    let body = recording.json();
    let hits = body["quotes"].as_array().cloned().unwrap_or_default();
    let hit = |hit: &Value| {
        let kind = hit["quoteType"].as_str()?;
        let symbol = hit["symbol"].as_str()?;
        let plain = symbol
            .strip_suffix("-USD")
            .filter(|_| kind == "CRYPTOCURRENCY");
        let name = hit["longname"].as_str().or(hit["shortname"].as_str())?;
        KINDS
            .contains(&kind)
            .then(|| json!([plain.unwrap_or(symbol), name]))
    };
    let expected: Vec<Value> = hits.iter().filter_map(hit).take(10).collect();
    let body = recording.body.clone();
    let server = Server::start(move |request| {
        Some(if request.path.contains("/v1/finance/search?") {
            Reply::ok(body.clone())
        } else if request.path.contains("/v7/finance/spark?") {
            Reply::ok(r#"{"spark":{"result":[],"error":null}}"#)
        } else {
            Reply::status(404, UNKNOWN)
        })
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let lines = format!("{}\nsymbols = ['AAPL']", table_for(&server));
    let now = "2026-11-20T15:00:00Z".parse().unwrap();
    let running = start(now, folder.path(), &[], &[("yahoo", lines)]);
    let query = recording.name.split('-').nth(1).unwrap_or_default();
    let query = query.trim_end_matches(".json");
    let path = format!("/api/symbols?query={query}");
    let (status, body) = block_in_place(|| running.get(&path));
    let found: Value = serde_json::from_str(&body).unwrap_or_default();
    let rows = found.as_array().cloned().unwrap_or_default();
    let found: Vec<Value> = rows
        .iter()
        .map(|one| json!([one["symbol"], one["name"]]))
        .collect();
    let shows = if status == 200 {
        found.into()
    } else {
        body.into()
    };
    vec![Row::figure(
        &recording.name,
        "symbols that can be followed",
        &expected.into(),
        &shows,
    )]
}

async fn coins(recording: &Recording) -> Vec<Row> {
    let coins = reader::coins(&recording.json());
    let Some(now) = coins.iter().map(|(at, _)| *at).max() else {
        return super::rejected::rows(recording).await;
    };
    let server = server_with_body(&recording.body).await;
    let folder = tempfile::tempdir().unwrap();
    let running = start(
        minute_after(now),
        folder.path(),
        &[],
        &[("coingecko", table_for(&server))],
    );
    let catalogue = Catalogue::embedded().unwrap();
    let rows = |(_, facts): &(Timestamp, Facts)| match catalogue.get(&facts.symbol) {
        Some(_) => compared(&running, &recording.name, facts),
        None => vec![Row::note(&recording.name, &facts.symbol, "not followed")],
    };
    coins.iter().flat_map(rows).collect()
}

async fn finnhub(recording: &Recording) -> Vec<Row> {
    let symbol = recording
        .name
        .split('-')
        .nth(1)
        .unwrap_or_default()
        .to_owned();
    let Some((at, facts)) = reader::finnhub(&symbol, &recording.json()) else {
        return super::rejected::rows(recording).await;
    };
    let (body, chart_symbol) = (recording.body.clone(), format!("symbol={symbol}"));
    let server = Server::start(move |request| {
        let is_asked = request
            .path
            .split(['?', '&'])
            .any(|part| part == chart_symbol);
        Some(Reply::ok(if is_asked {
            body.clone()
        } else {
            r#"{"c":0,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":0}"#.to_owned()
        }))
    })
    .await;
    let lines = format!(
        "{}\napi_key = 'key'\nws_url = 'ws://127.0.0.1:9'",
        table_for(&server)
    );
    let folder = tempfile::tempdir().unwrap();
    let running = start(minute_after(at), folder.path(), &[], &[("finnhub", lines)]);
    compared(&running, &recording.name, &facts)
}

async fn fear(recording: &Recording) -> Vec<Row> {
    let body = recording.json();
    let (value, at) = if recording.shape == Shape::CoinFear {
        let reading = &body["data"][0];
        let second = reader::number(&reading["timestamp"]).unwrap_or_default();
        let at = Timestamp::from_second(second as i64).unwrap();
        (reader::number(&reading["value"]), at)
    } else {
        let reading = &body["fear_and_greed"];
        let at = reading["timestamp"].as_str().unwrap_or_default();
        (reader::number(&reading["score"]), at.parse().unwrap())
    };
    let server = server_with_body(&recording.body).await;
    let folder = tempfile::tempdir().unwrap();
    let provider = recording.provider.as_str();
    let running = start(
        minute_after(at),
        folder.path(),
        &[],
        &[(provider, table_for(&server))],
    );
    let find = || {
        let readings = running.json("/api/fear-greed/readings");
        let mut readings = readings.as_array().cloned().unwrap_or_default();
        readings.retain(|reading| reading["source"] == provider);
        readings.pop().unwrap_or_default()
    };
    let found = read_until(find, |reading| !reading.is_null());
    let figure = |label: &str, expected: Value| {
        Row::figure(&recording.name, label, &expected, &found[label])
    };
    let label = |value: f64| match value.round() {
        value if value < 25.0 => "extreme fear",
        value if value < 45.0 => "fear",
        value if value <= 55.0 => "neutral",
        value if value <= 75.0 => "greed",
        _ => "extreme greed",
    };
    let mut rows = vec![
        figure("value", value.map(f64::round).into()),
        figure("asOf", at.to_string().into()),
        figure("classification", value.map(label).into()),
    ];
    let scores = body.as_object().into_iter().flatten();
    let scores: Vec<f64> = scores
        .filter(|(name, _)| !name.starts_with("fear_and_greed"))
        .filter_map(|(_, part)| reader::number(&part["score"]).map(f64::round))
        .collect();
    let components = found["components"].as_array().cloned().unwrap_or_default();
    // CNN sends two of the components a second time, for another period.
    let all_known = components.iter().all(|part| {
        part["score"]
            .as_f64()
            .is_some_and(|score| scores.contains(&score))
    });
    let is_equal_set = all_known && (components.is_empty() == scores.is_empty());
    rows.push(Row::claim(
        &recording.name,
        "components",
        &format!("scores {scores:?}"),
        &format!("{} of them, each with its score", components.len()),
        is_equal_set,
    ));
    rows
}

async fn earnings(recording: &Recording) -> Vec<Row> {
    let calendar = recording.json()["data"].clone();
    let as_of = calendar["asOf"].as_str().unwrap_or_default();
    let date = jiff::civil::Date::strptime("%a, %b %d, %Y", as_of).unwrap();
    let (body, chart_symbol) = (recording.body.clone(), format!("date={date}"));
    let server = Server::start(move |request| {
        Some(Reply::ok(if request.path.ends_with(&chart_symbol) {
            body.clone()
        } else {
            r#"{"data":null}"#.to_owned()
        }))
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let now = format!("{date}T15:00:00Z").parse().unwrap();
    let running = start(now, folder.path(), &[], &[("nasdaq", table_for(&server))]);
    let catalogue = Catalogue::embedded().unwrap();
    let rows = calendar["rows"].as_array().cloned().unwrap_or_default();
    let is_listed = |row: &&Value| {
        catalogue
            .get(row["symbol"].as_str().unwrap_or("-"))
            .is_some()
    };
    let expected: Vec<Value> = rows
        .iter()
        .filter(is_listed)
        .map(|row| {
            json!([
                row["symbol"],
                date.to_string(),
                reader::money(&row["epsForecast"]),
                reader::money(&row["eps"])
            ])
        })
        .collect();
    read_until(
        || server.requests().len().into(),
        |count| count.as_u64() > Some(0),
    );
    let read = || {
        let reports = running.json("/api/earnings");
        let row = |row: &Value| {
            json!([
                row["symbol"],
                row["date"],
                row["estimatedEPS"],
                row["actualEPS"]
            ])
        };
        let mut shown_reports: Vec<Value> =
            reports.as_array().into_iter().flatten().map(row).collect();
        shown_reports.sort_by_key(Value::to_string);
        shown_reports.into()
    };
    let mut sorted = expected;
    sorted.sort_by_key(Value::to_string);
    let expected: Value = sorted.into();
    let shows = read_until(read, |articles| is_equal(&expected, articles));
    let label = format!("{} reports, listed", rows.len());
    vec![Row::figure(&recording.name, &label, &expected, &shows)]
}

async fn feed(recording: &Recording) -> Vec<Row> {
    let blocks: Vec<&str> = recording.body.split("<item>").skip(1).collect();
    let blocks = if blocks.is_empty() {
        recording.body.split("<entry>").skip(1).collect()
    } else {
        blocks
    };
    let first = |block: &str, tag: &str| reader::texts(block, tag).into_iter().next();
    let article = |block: &&str| {
        let moment = first(block, "pubDate")
            .and_then(|text| rfc2822::parse(&text).ok().map(|at| at.timestamp()))
            .or_else(|| first(block, "updated")?.parse().ok())?;
        let link = first(block, "link").or_else(|| {
            let tag = block.split("<link ").nth(1)?;
            Some(tag.split("href=\"").nth(1)?.split('"').next()?.to_owned())
        });
        Some((
            moment,
            json!([first(block, "title"), link, moment.to_string()]),
        ))
    };
    let articles: Vec<(Timestamp, Value)> = blocks.iter().filter_map(article).collect();
    let Some(now) = articles.iter().map(|(at, _)| *at).max() else {
        return super::rejected::rows(recording).await;
    };
    let server = server_with_body(&recording.body).await;
    let lines = format!(
        "{}\nfeeds = [{{ name = 'one', title = 'One', url = 'http://127.0.0.1:9' }}]",
        table_for(&server)
    );
    let folder = tempfile::tempdir().unwrap();
    let running = start(minute_after(now), folder.path(), &[], &[("rss", lines)]);
    let mut sorted: Vec<Value> = articles.into_iter().map(|(_, article)| article).collect();
    sorted.sort_by_key(Value::to_string);
    let expected: Value = sorted.into();
    let read = || {
        let articles = running.json("/api/news");
        let row = |row: &Value| json!([row["title"], row["url"], row["publishedAt"]]);
        let mut articles: Vec<Value> = articles.as_array().into_iter().flatten().map(row).collect();
        articles.sort_by_key(Value::to_string);
        articles.into()
    };
    let shows = read_until(read, |articles| is_equal(&expected, articles));
    vec![Row::figure(
        &recording.name,
        "title, link, time",
        &expected,
        &shows,
    )]
}
