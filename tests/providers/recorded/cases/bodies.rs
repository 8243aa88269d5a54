//! The responses of a case: the provider's bodies for some symbols, and a server that sends them.

use std::{collections::BTreeMap, path::Path};

use jiff::{Timestamp, civil::DateTime};
use serde_json::{Map, Value, json};

use crate::server::{Reply, Request, Server};

const UNKNOWN: &str = r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#;
const NO_FACTS: &str = r#"{"quoteSummary":{"result":null,"error":{"code":"Not Found","description":"Quote not found"}}}"#;

/// Bodies by name: `chart-AAPL-1d`, `spark-AAPL`, `summary-AAPL`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bodies(BTreeMap<String, String>);

impl Bodies {
    /// The bodies of a folder with one file each.
    pub(super) fn of_folder(folder: &Path) -> Self {
        let mut bodies = Self::default();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|end| end == "json") {
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                bodies
                    .0
                    .insert(name, std::fs::read_to_string(&path).unwrap());
            }
        }
        bodies
    }

    /// The bodies of a day in the short form of `tests/fixtures/days`.
    pub(crate) fn of_day(day: &Value) -> Self {
        let mut bodies = Self::default();
        for (symbol, chart) in day["charts"].as_object().into_iter().flatten() {
            for interval in ["1d", "1h", "5m"] {
                if !chart[interval].is_null() {
                    let body = json!({ "chart": { "result": [result(symbol, chart, interval)], "error": null } });
                    let name = format!("chart-{symbol}-{interval}");
                    bodies.0.insert(name, body.to_string());
                }
            }
            let Some(quote_fields) = day["spark"][symbol].as_object() else {
                continue;
            };
            let mut short = json!({ "meta": chart["meta"] });
            for (field, value) in quote_fields {
                short["meta"][field] = value.clone();
            }
            let mut result = result(symbol, &short, "5m");
            result["meta"]["range"] = "1d".into();
            let body = json!({ "spark": { "result": [{ "symbol": symbol, "response": [result] }], "error": null } });
            bodies.0.insert(format!("spark-{symbol}"), body.to_string());
        }
        bodies
    }

    pub(super) fn without(mut self, start: &str) -> Self {
        self.0.retain(|name, _| !name.starts_with(start));
        self
    }

    /// The symbols that have a chart, as the provider spells them.
    pub(super) fn symbols(&self) -> Vec<String> {
        let symbol =
            |name: &String| Some(name.strip_prefix("chart-")?.rsplit_once('-')?.0.to_owned());
        let mut symbols: Vec<String> = self.0.keys().filter_map(symbol).collect();
        symbols.dedup();
        symbols
    }

    pub(super) fn json(&self, name: &str) -> Option<Value> {
        serde_json::from_str(self.0.get(name)?).ok()
    }

    /// Starts a server that sends these bodies.
    pub(super) async fn serve(&self) -> Server {
        let bodies = self.clone();
        Server::start(move |request| Some(bodies.respond(request))).await
    }

    /// Returns the provider's response to a request.
    pub(crate) fn respond(&self, request: &Request) -> Reply {
        let path = request.path.replace("%5E", "^").replace("%3D", "=");
        let (path, query) = path.split_once('?').unwrap_or((&path, ""));
        let last = path.rsplit('/').next().unwrap_or_default();
        if path.ends_with("/spark") {
            let names = query
                .split('&')
                .find_map(|part| part.strip_prefix("symbols="));
            let names = names.unwrap_or_default().split(',');
            let entries: Vec<String> = names.filter_map(|name| self.spark(name)).collect();
            let entries = entries.join(",");
            return Reply::ok(format!(
                r#"{{"spark":{{"result":[{entries}],"error":null}}}}"#
            ));
        }
        if path.contains("/chart/") {
            let interval = query
                .split('&')
                .find_map(|part| part.strip_prefix("interval="));
            let name = format!("chart-{last}-{}", interval.unwrap_or_default());
            let body = self.0.get(&name).cloned();
            return body.map_or_else(|| Reply::status(404, UNKNOWN), Reply::ok);
        }
        match path {
            "/" => Reply::status(404, "").with("Set-Cookie", "A3=d=AQ; Domain=.yahoo.com"),
            "/v1/test/getcrumb" => Reply::ok("ab/C.1"),
            "/v7/finance/quote" => {
                let named = query
                    .split('&')
                    .find_map(|part| part.strip_prefix("symbols="));
                let named = named.unwrap_or_default().replace("%2C", ",");
                let entry = |symbol| json!({ "symbol": symbol, "quoteType": "EQUITY" });
                let entries: Vec<Value> = named.split(',').map(entry).collect();
                Reply::ok(
                    json!({ "quoteResponse": { "result": entries, "error": null } }).to_string(),
                )
            }
            _ if path.contains("/quoteSummary/") => {
                let body = self.0.get(&format!("summary-{last}")).cloned();
                body.map_or_else(|| Reply::status(404, NO_FACTS), Reply::ok)
            }
            _ => Reply::status(404, NO_FACTS),
        }
    }

    /// The entry of a symbol in a response for several symbols; it may be invalid JSON.
    fn spark(&self, symbol: &str) -> Option<String> {
        let body = self.0.get(&format!("spark-{symbol}"))?;
        let body: String = body.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, entries) = body.split_once('[')?;
        Some(entries.rsplit_once(']')?.0.to_owned())
    }
}

/// A time in a day's file: in the exchange's time zone, or in UTC with a `Z`.
fn second(text: &Value, zone: &str) -> Value {
    let Some(text) = text.as_str() else {
        return text.clone();
    };
    let second = if text.ends_with('Z') {
        let text = if text.len() < 18 {
            text.replace('Z', ":00Z")
        } else {
            text.to_owned()
        };
        text.parse::<Timestamp>().unwrap().as_second()
    } else {
        let wall: DateTime = text.parse().unwrap();
        wall.in_tz(zone).unwrap().timestamp().as_second()
    };
    second.into()
}

/// The `result` of a response for one symbol.
fn result(symbol: &str, chart: &Value, interval: &str) -> Value {
    let mut meta = chart["meta"].clone();
    let zone = meta["exchangeTimezoneName"]
        .as_str()
        .unwrap_or("UTC")
        .to_owned();
    let at = |text: &Value| second(text, &zone);
    let period = |span: &Value| {
        let (start, end) = (at(&span[0]), at(&span[1]));
        let moment = Timestamp::from_second(start.as_i64().unwrap()).unwrap();
        let offset = moment.in_tz(&zone).unwrap().offset().seconds();
        json!({ "start": start, "end": end, "gmtoffset": offset })
    };
    let fields = meta.as_object_mut().unwrap();
    if let Some(hours) = fields.remove("hours") {
        let periods = hours.as_object().unwrap().iter();
        let periods: Map<String, Value> = periods
            .map(|(name, span)| (name.clone(), period(span)))
            .collect();
        fields.insert("currentTradingPeriod".to_owned(), periods.into());
    }
    if let Some(days) = fields.remove("listedHours")
        && interval != "1d"
    {
        let days = days.as_array().unwrap().iter();
        let days: Vec<Value> = days.map(|span| json!([period(span)])).collect();
        fields.insert("tradingPeriods".to_owned(), days.into());
    }
    if let Some(time) = fields.get("regularMarketTime").cloned() {
        fields.insert("regularMarketTime".to_owned(), at(&time));
    }
    let range = match interval {
        "1d" => "5y",
        "1h" => "3mo",
        _ => "5d",
    };
    fields.insert("symbol".to_owned(), symbol.into());
    fields.insert("dataGranularity".to_owned(), interval.into());
    fields.insert("range".to_owned(), range.into());
    let rows = chart[interval].as_array().cloned().unwrap_or_default();
    let column = |index: usize| {
        rows.iter()
            .map(|row| row[index].clone())
            .collect::<Vec<_>>()
    };
    let starts: Vec<Value> = rows.iter().map(|row| at(&row[0])).collect();
    let mut events = Map::new();
    let mut add = |kind: &str, event: &dyn Fn(&Value) -> Value| {
        let events_of_kind = chart[kind].as_array().into_iter().flatten();
        let events_of_kind: Map<String, Value> = events_of_kind
            .map(|one| (at(&one[0]).to_string(), event(one)))
            .collect();
        if !events_of_kind.is_empty() {
            events.insert(kind.to_owned(), events_of_kind.into());
        }
    };
    add(
        "splits",
        &|one| json!({ "date": at(&one[0]), "numerator": one[1], "denominator": one[2] }),
    );
    add(
        "dividends",
        &|one| json!({ "date": at(&one[0]), "amount": one[1], "currency": one[2] }),
    );
    json!({
        "meta": meta, "timestamp": starts, "events": events,
        "indicators": { "quote": [{
            "open": column(1), "high": column(2), "low": column(3), "close": column(4), "volume": column(5),
        }] },
    })
}
