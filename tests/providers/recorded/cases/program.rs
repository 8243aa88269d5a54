//! Runs the program with the responses of a case and reads its API.

use std::{path::Path, sync::LazyLock};

use jiff::{Timestamp, tz::TimeZone};
use marketdeck::catalogue::Catalogue;
use serde_json::{Value, json};

use super::{
    super::served::{start, table_for},
    bodies::Bodies,
};
use crate::{program::Running, server::Server};

/// The running program and the server with the responses of the case.
pub(super) struct CaseProgram {
    pub(super) running: Running,
    _server: Server,
}

/// Shared, because parsing it is slow.
static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::embedded().unwrap());

/// The catalogue ticker that has this Yahoo symbol.
fn catalogue_symbol(yahoo: &str) -> Option<&'static str> {
    let mut instruments = CATALOGUE.instruments.iter();
    let instrument = instruments.find(|one| one.yahoo.as_deref() == Some(yahoo))?;
    Some(&instrument.profile.symbol)
}

/// Marketdeck's symbol for a Yahoo symbol.
pub(super) fn marketdeck_symbol(yahoo: &str) -> String {
    let plain = yahoo.strip_suffix("-USD").unwrap_or(yahoo);
    catalogue_symbol(yahoo).unwrap_or(plain).to_owned()
}

impl CaseProgram {
    /// Starts the program at `now`, with its data in `folder` and a server with these bodies.
    pub(super) async fn start(bodies: &Bodies, now: Timestamp, folder: &Path) -> Self {
        let server = bodies.serve().await;
        let is_listed = |symbol: &&String| catalogue_symbol(symbol).is_some();
        let symbols = bodies.symbols();
        let (listed, others): (Vec<&String>, Vec<&String>) = symbols.iter().partition(is_listed);
        let listed: Vec<String> = listed
            .into_iter()
            .map(|symbol| marketdeck_symbol(symbol))
            // MMM has no responses. It keeps the list from being empty, which would mean the whole catalogue.
            .chain(["MMM".to_owned()])
            .collect();
        let follow: Vec<&str> = others.into_iter().map(String::as_str).collect();
        let lines = format!("{}\nsymbols = {listed:?}", table_for(&server));
        let running = start(now, folder, &follow, &[("yahoo", lines)]);
        Self {
            running,
            _server: server,
        }
    }

    pub(super) fn json(&self, path: &str) -> Value {
        let response = self.running.try_get(path);
        let response = response.filter(|(status, _)| *status == 200);
        response.map_or(Value::Null, |(_, body)| {
            serde_json::from_str(&body).unwrap_or_default()
        })
    }

    /// Requests `path` below a ticker, such as `/dividends`.
    pub(super) fn ticker_json(&self, symbol: &str, path: &str) -> Value {
        let encoded = marketdeck_symbol(symbol).replace('^', "%5E");
        self.json(&format!("/api/tickers/{encoded}{path}"))
    }

    /// The bars: date in the exchange's time zone, and close.
    pub(super) fn bars(&self, symbol: &str, interval: &str, zone: &TimeZone) -> Value {
        let bars = self.ticker_json(symbol, &format!("/bars?timeframe=MAX&interval={interval}"));
        let row = |bar: &Value| {
            let at: Timestamp = bar["timestamp"].as_str().unwrap().parse().unwrap();
            // A daily bar starts at midnight UTC of its date.
            let zone = if interval == "1d" {
                &TimeZone::UTC
            } else {
                zone
            };
            json!([at.to_zoned(zone.clone()).date().to_string(), bar["close"]])
        };
        let bars = bars.as_array().into_iter().flatten();
        bars.map(row).collect::<Vec<_>>().into()
    }

    /// The points of a line: time and price.
    pub(super) fn line(&self, symbol: &str, timeframe: &str) -> Value {
        let points = self.ticker_json(symbol, &format!("/price-history?timeframe={timeframe}"));
        let row = |point: &Value| json!([point["timestamp"], point["price"]]);
        let points = points.as_array().into_iter().flatten();
        points.map(row).collect::<Vec<_>>().into()
    }
}

/// Returns the value at a path: `/line/1W`, `/bars/1d`, `/base/1D`, `/earnings/date`, `/dividends`, or a JSON pointer into the ticker's response.
pub(super) fn value_at(program: &CaseProgram, symbol: &str, path: &str) -> Value {
    if let Some(timeframe) = path.strip_prefix("/line/") {
        return program.line(symbol, timeframe);
    }
    if let Some(interval) = path.strip_prefix("/bars/") {
        return program.bars(symbol, interval, &TimeZone::UTC);
    }
    if let Some(timeframe) = path.strip_prefix("/base/") {
        let points = program.ticker_json(
            symbol,
            &format!("/price-history?timeframe={timeframe}&base=true"),
        );
        return points[0]["base"]["price"].clone();
    }
    if let Some(field) = path.strip_prefix("/earnings/") {
        let reports = program.json("/api/earnings");
        let own = marketdeck_symbol(symbol);
        let mut reports = reports.as_array().into_iter().flatten();
        let report = reports.find(|report| report["symbol"] == own);
        return report.map_or(Value::Null, |report| report[field].clone());
    }
    if path == "/dividends" {
        let paid = program.ticker_json(symbol, "/dividends");
        let row = |row: &Value| json!([row["exDate"], row["amount"], row["currency"]]);
        let paid = paid.as_array().into_iter().flatten();
        return paid.map(row).collect::<Vec<_>>().into();
    }
    let ticker = program.ticker_json(symbol, "");
    ticker.pointer(path).cloned().unwrap_or_default()
}

/// Summarizes a long list: its length, its first and last rows, and the sum of the second column.
pub(super) fn summarize(list: &Value) -> String {
    let rows = list.as_array().cloned().unwrap_or_default();
    if rows.len() <= 3 {
        return list.to_string();
    }
    let sum: f64 = rows.iter().filter_map(|row| row[1].as_f64()).sum();
    let ends = json!([rows.first(), rows.last()]);
    format!("{} {ends} sum {sum:.6}", rows.len())
}
