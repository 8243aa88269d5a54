//! JSON of `/api/calendar/earnings`, as recorded in 2024 and 2026. Unofficial: `data` or `rows` is null on a day
//! without reports, errors come with HTTP 200 as `status.rCode`, and amounts are strings: "$2.01", "($0.12)",
//! "$(0.12)", "", "N/A".

use std::collections::BTreeMap;

use jiff::{civil::Date, fmt::strtime};
use serde::Deserialize;
use serde_json::Value;

use super::amount::amount;
use crate::{
    domain::{
        currency::Currency,
        earnings::{EarningsEvent, ReportTime, surprise_percent},
    },
    providers::core::lenient::{self, Number, Text, or_default},
    source::SourceError,
};

#[derive(Debug, Deserialize)]
struct Answer {
    /// Null on a day without reports; missing if the response is not a calendar.
    data: Value,
    #[serde(default, deserialize_with = "or_default")]
    status: Status,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Status {
    /// Status code, also with HTTP 200.
    r_code: Number,
    #[serde(deserialize_with = "or_default")]
    b_code_message: Vec<Value>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Message {
    error_message: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Data {
    /// Date of the rows: `Fri, Nov 20, 2026`, or empty.
    as_of: Text,
    rows: Value,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Row {
    symbol: Text,
    time: Text,
    eps_forecast: Text,
    /// Set after the report.
    eps: Text,
}

/// A day of the calendar.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Day {
    /// Number of companies listed, including unknown ones.
    pub companies: usize,
    /// Reports of known companies, one each.
    pub reports: Vec<EarningsEvent>,
}

/// Reads the reports of `date` by companies that `is_known`, by symbol in capitals.
pub(super) fn read(
    body: &[u8],
    date: Date,
    is_known: impl Fn(&str) -> bool,
) -> Result<Day, SourceError> {
    let answer: Answer = lenient::json_with_nan(body)?;
    answer.status.judge()?;
    let shape = |what: String| SourceError::Shape(what);
    let calendar = match answer.data {
        Value::Null => return Ok(Day::default()),
        Value::Object(_) => Data::deserialize(answer.data).unwrap_or_default(),
        _ => return Err(shape("the data is not a calendar".to_owned())),
    };
    let rows = match calendar.rows {
        Value::Null => return Ok(Day::default()),
        Value::Array(rows) => rows,
        _ => return Err(shape("the rows are not a list".to_owned())),
    };
    if let Some(other) = calendar
        .as_of
        .as_deref()
        .and_then(day)
        .filter(|day| *day != date)
    {
        return Err(shape(format!(
            "the response is for {other} instead of {date}"
        )));
    }
    let count = rows.len();
    let rows: Vec<(String, Row)> = rows.iter().filter_map(row).collect();
    if count > 0 && rows.is_empty() {
        return Err(shape(format!("none of the {count} rows has a symbol")));
    }
    let mut reports: BTreeMap<String, EarningsEvent> = BTreeMap::new();
    for (symbol, row) in &rows {
        // Share classes are written BRK/B or BRK.B.
        let ours = symbol.replace(['/', '.'], "-");
        let Some(symbol) = [symbol, &ours].into_iter().find(|name| is_known(name)) else {
            continue;
        };
        let report = report(symbol, row, date);
        // Of two rows about one company the more complete one is used: figures are never mixed.
        match reports.get(symbol) {
            Some(other) if completeness(other) >= completeness(&report) => {}
            _ => {
                reports.insert(symbol.clone(), report);
            }
        }
    }
    Ok(Day {
        companies: rows.len(),
        reports: reports.into_values().collect(),
    })
}

impl Status {
    fn judge(&self) -> Result<(), SourceError> {
        let Some(code) = self
            .r_code
            .0
            .map(|code| code as i64)
            .filter(|code| *code != 200)
        else {
            return Ok(());
        };
        let messages = self.b_code_message.iter();
        let messages = messages.filter_map(|one| Message::deserialize(one).ok()?.error_message.0);
        let messages: Vec<String> = messages.filter(|text| !text.trim().is_empty()).collect();
        Err(if code == 429 {
            SourceError::Throttled {
                status: 429,
                retry_after: None,
            }
        } else if messages.is_empty() {
            SourceError::Refused(format!("error {code}"))
        } else {
            SourceError::Refused(messages.join("; "))
        })
    }
}

/// Parses `Fri, Nov 20, 2026`, ignoring the weekday.
fn day(text: &str) -> Option<Date> {
    let text = text.split_once(',').map_or(text, |(_, date)| date).trim();
    let read = |format| strtime::parse(format, text).and_then(|time| time.to_date());
    read("%b %d, %Y").or_else(|_| read("%B %d, %Y")).ok()
}

/// Returns a row with its symbol in capitals; `None` if it has none.
fn row(value: &Value) -> Option<(String, Row)> {
    // A list would be read as a row whose first value is the symbol.
    let row = Row::deserialize(value.as_object()?).ok()?;
    let symbol = row.symbol.as_deref()?.trim().to_uppercase();
    (!symbol.is_empty()).then_some((symbol, row))
}

fn report(symbol: &str, row: &Row, date: Date) -> EarningsEvent {
    let read = |text: &Text| text.as_deref().and_then(amount);
    let (estimate, actual) = (read(&row.eps_forecast), read(&row.eps));
    EarningsEvent {
        symbol: symbol.to_owned(),
        date,
        time: match row.time.as_deref() {
            Some("time-pre-market") => Some(ReportTime::Before),
            Some("time-after-hours") => Some(ReportTime::After),
            _ => None,
        },
        estimated_eps: estimate,
        actual_eps: actual,
        currency: Some(Currency::USD),
        surprise: actual
            .zip(estimate)
            .and_then(|(actual, estimate)| surprise_percent(actual, estimate)),
        is_estimate: false,
        provider: String::new(),
    }
}

/// Ranks reports by completeness; the result counts most.
fn completeness(report: &EarningsEvent) -> (bool, bool, bool) {
    (
        report.actual_eps.is_some(),
        report.estimated_eps.is_some(),
        report.time.is_some(),
    )
}

#[cfg(test)]
mod tests;
