//! Parses the JSON of `/api/calendar/earnings`, an unofficial API, as recorded in 2024 and 2026. `data` or `rows` is null on a
//! day without reports. Errors have the HTTP status 200 and a `status.rCode`. Amounts are strings such as "$2.01", "($0.12)",
//! "$(0.12)", "" or "N/A".

use std::collections::BTreeMap;

use jiff::{civil::Date, fmt::strtime};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use super::amount::parse_amount;
use crate::{
    domain::{
        currency::Currency,
        earnings::{EarningsEvent, ReportTime, surprise_percent},
    },
    providers::core::lenient::{self, Number, Text, or_default},
    source::SourceError,
};

/// The status code of an unknown symbol.
const BAD_REQUEST: i64 = 400;

#[derive(Debug, Deserialize)]
struct Response {
    /// Null on a day without reports. Missing if the response is not a calendar.
    data: Value,
    #[serde(default, deserialize_with = "or_default")]
    status: Status,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Status {
    /// The status code, which may be an error although the HTTP status is 200.
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
    /// The date of the rows, such as `Fri, Nov 20, 2026`, or empty.
    as_of: Text,
    rows: Value,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Row {
    symbol: Text,
    time: Text,
    eps_forecast: Text,
    /// The actual amount, set after the report.
    eps: Text,
}

/// Reads the `data` of a response about a symbol; `None` if Nasdaq does not know the symbol.
pub(super) fn data<T: DeserializeOwned + Default>(body: &[u8]) -> Result<Option<T>, SourceError> {
    let response: Response = lenient::json(body)?;
    if response.status.code() == Some(BAD_REQUEST) {
        return Ok(None);
    }
    response.status.check()?;
    match response.data {
        Value::Null => Ok(None),
        data @ Value::Object(_) => T::deserialize(data)
            .map(Some)
            .map_err(|error| SourceError::InvalidResponse(error.to_string())),
        _ => Err(SourceError::InvalidResponse(
            "the data is not an object".to_owned(),
        )),
    }
}

/// A day of the calendar.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Day {
    /// The number of companies, including unknown ones.
    pub companies: usize,
    /// The reports of known companies, one per company.
    pub reports: Vec<EarningsEvent>,
}

/// Reads the reports on `date` of companies for whose symbol (in capitals) `is_known` returns true.
pub(super) fn read(
    body: &[u8],
    date: Date,
    is_known: impl Fn(&str) -> bool,
) -> Result<Day, SourceError> {
    let response: Response = lenient::json_with_nan(body)?;
    response.status.check()?;
    let invalid_response = |text: String| SourceError::InvalidResponse(text);
    let calendar = match response.data {
        Value::Null => return Ok(Day::default()),
        Value::Object(_) => Data::deserialize(response.data).unwrap_or_default(),
        _ => return Err(invalid_response("the data is not a calendar".to_owned())),
    };
    let rows = match calendar.rows {
        Value::Null => return Ok(Day::default()),
        Value::Array(rows) => rows,
        _ => return Err(invalid_response("the rows are not a list".to_owned())),
    };
    if let Some(other) = calendar
        .as_of
        .as_deref()
        .and_then(day)
        .filter(|day| *day != date)
    {
        return Err(invalid_response(format!(
            "the response is for {other} instead of {date}"
        )));
    }
    let count = rows.len();
    let rows: Vec<(String, Row)> = rows.iter().filter_map(row).collect();
    if count > 0 && rows.is_empty() {
        return Err(invalid_response(format!(
            "none of the {count} rows has a symbol"
        )));
    }
    let mut reports: BTreeMap<String, EarningsEvent> = BTreeMap::new();
    for (symbol, row) in &rows {
        // Nasdaq writes share classes as BRK/B or BRK.B.
        let dashed = symbol.replace(['/', '.'], "-");
        let Some(symbol) = [symbol, &dashed].into_iter().find(|name| is_known(name)) else {
            continue;
        };
        let report = report(symbol, row, date);
        // Of two rows for a company, the more complete one is used; their values are never mixed.
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
    /// Returns the status code.
    pub(super) fn code(&self) -> Option<i64> {
        self.r_code.0.map(|code| code as i64)
    }

    /// Returns an error for any code except 200.
    pub(super) fn check(&self) -> Result<(), SourceError> {
        let Some(code) = self.code().filter(|code| *code != 200) else {
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

/// Parses a row and returns it with its symbol in capitals; `None` if it has none.
fn row(value: &Value) -> Option<(String, Row)> {
    // Without this check, serde would accept a list as a row.
    let row = Row::deserialize(value.as_object()?).ok()?;
    let symbol = row.symbol.as_deref()?.trim().to_uppercase();
    (!symbol.is_empty()).then_some((symbol, row))
}

fn report(symbol: &str, row: &Row, date: Date) -> EarningsEvent {
    let read = |text: &Text| text.as_deref().and_then(parse_amount);
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

/// Ranks reports by completeness. The actual amount counts most.
fn completeness(report: &EarningsEvent) -> (bool, bool, bool) {
    (
        report.actual_eps.is_some(),
        report.estimated_eps.is_some(),
        report.time.is_some(),
    )
}

#[cfg(test)]
mod tests;
