//! Extracts a price and its time from JSON or CSV.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::Deserialize as _;
use serde_json::Value;

use crate::{
    providers::core::lenient::{self, Moment, Number},
    source::SourceError,
};

/// Reads a price and its time. `price` and `time` are JSON pointers if `price` starts with a slash, otherwise names of columns
/// of a CSV with a header. Of a CSV the newest row is used.
pub(super) fn read(
    body: &[u8],
    price: &str,
    time: Option<&str>,
) -> Result<(f64, Option<Timestamp>), SourceError> {
    let (number, time_value) = if price.starts_with('/') {
        from_json(body, price, time)?
    } else {
        from_csv(body, price, time)?
    };
    let number = number.ok_or_else(|| invalid_response(format!("no number at '{price}'")))?;
    match (time, time_value) {
        (Some(time), None) => Err(invalid_response(format!("no time at '{time}'"))),
        (_, time_value) => Ok((number, time_value)),
    }
}

fn invalid_response(text: String) -> SourceError {
    SourceError::InvalidResponse(text)
}

type PriceAndTime = (Option<f64>, Option<Timestamp>);

fn from_json(body: &[u8], price: &str, time: Option<&str>) -> Result<PriceAndTime, SourceError> {
    let response: Value = lenient::json_with_nan(body)?;
    let number = response
        .pointer(price)
        .and_then(|value| Number::deserialize(value).ok()?.0);
    let time_value = time
        .and_then(|time| response.pointer(time))
        .and_then(moment);
    Ok((number, time_value))
}

fn from_csv(body: &[u8], price: &str, time: Option<&str>) -> Result<PriceAndTime, SourceError> {
    if body.trim_ascii_start().starts_with(b"<") {
        return Err(invalid_response(
            "got a web page instead of data".to_owned(),
        ));
    }
    let invalid = |error: csv::Error| invalid_response(format!("invalid CSV: {error}"));
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(body);
    let columns = reader.headers().map_err(invalid)?.clone();
    let column = |name: &str| {
        let index = columns.iter().position(|column| column.trim() == name);
        index.ok_or_else(|| invalid_response(format!("no column '{name}'")))
    };
    let (price, time) = (column(price)?, time.map(column).transpose()?);
    let mut newest: PriceAndTime = (None, None);
    for row in reader.records() {
        let row = row.map_err(invalid)?;
        // The last cell of a truncated row may be a part of a price.
        let is_complete = row.len() >= columns.len() || price + 1 < row.len();
        let number = row
            .get(price)
            .filter(|_| is_complete)
            .and_then(|text| text.trim().parse::<f64>().ok());
        let time_value = time
            .and_then(|index| row.get(index))
            .and_then(|text| moment(&number_or_text(text)));
        // Rows without times are in chronological order.
        if number.is_some_and(f64::is_finite) && time_value >= newest.1 {
            newest = (number, time_value);
        }
    }
    Ok(newest)
}

fn number_or_text(text: &str) -> Value {
    let text = text.trim();
    text.parse::<f64>()
        .map_or_else(|_| Value::from(text), Value::from)
}

/// Reads a time, or a date as midnight UTC.
fn moment(value: &Value) -> Option<Timestamp> {
    let midnight = || {
        let date: Date = value.as_str()?.parse().ok()?;
        Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp())
    };
    Moment::deserialize(value)
        .ok()
        .and_then(|moment| moment.0)
        .or_else(midnight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    fn read_one(body: &str, price: &str, time: Option<&str>) -> (f64, String) {
        let (price, at) = read(body.as_bytes(), price, time).unwrap();
        (price, at.map(|at| at.to_string()).unwrap_or_default())
    }

    #[test]
    fn a_price_at_the_end_of_a_truncated_row_is_not_used() {
        let csv = "date,close,volume\n2026-11-19,99.75,5\n2026-11-20,101.25,7\n";
        let close_of = |length: usize| {
            read_one(&csv[..length], "close", Some("date"))
                .0
                .to_string()
        };
        let cut = csv.find(".25,7").unwrap();
        assert_eq!(close_of(csv.len()), "101.25");
        assert_eq!(close_of(cut), "99.75", "101.25 is not 101");
    }

    #[test]
    fn a_json_pointer_finds_numbers_texts_and_times() {
        let body = r#"{"data":[{"nav":"101.25","at":"2026-11-20T17:00:00Z"},{"nav":99}],"a/b":{"t":1795186800}}"#;
        let at = "2026-11-20T17:00:00Z".to_owned();
        assert_eq!(
            read_one(body, "/data/0/nav", Some("/data/0/at")),
            (101.25, at)
        );
        assert_eq!(read_one(body, "/data/1/nav", None), (99.0, String::new()));
        assert_eq!(
            read_one(body, "/data/1/nav", Some("/a~1b/t")).1,
            "2026-11-20T15:00:00Z"
        );
    }

    #[test]
    fn the_newest_csv_row_is_used_or_the_last_without_times() {
        let body = "date, nav,units\n2026-11-19,10.5,1\n2026-11-20,10.75,1\n2026-11-18,10.25,1\n2026-11-21,n/a,1\n";
        let at = "2026-11-20T00:00:00Z".to_owned();
        assert_eq!(read_one(body, "nav", Some("date")), (10.75, at));
        assert_eq!(read_one(body, "nav", None), (10.25, String::new()));
    }

    #[test]
    fn a_missing_value_is_reported_with_its_path() {
        for (body, price, time, expected) in [
            ("{}", "/nav", None, "no number at '/nav'"),
            (r#"{"nav":{}}"#, "/nav", None, "no number at '/nav'"),
            (
                r#"{"nav":1,"t":"soon"}"#,
                "/nav",
                Some("/t"),
                "no time at '/t'",
            ),
            ("<html>", "/nav", None, "web page"),
            ("<html>", "nav", None, "web page"),
            ("", "/nav", None, "is empty"),
            ("date,close\n1,2\n", "nav", None, "no column 'nav'"),
            ("nav\n\n", "nav", None, "no number at 'nav'"),
        ] {
            let error = read(body.as_bytes(), price, time).unwrap_err().to_string();
            assert!(error.contains(expected), "{body}: {error}");
        }
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let samples = [
            &br#"{"a":[{"price":"12.5","at":1795186800}]}"#[..],
            b"Date,Close\n2026-11-19,1.5\n2026-11-20,2\n",
        ];
        fuzz("custom", &samples, |body| {
            let _ = read(body, "/a/0/price", Some("/a/0/at"));
            let _ = read(body, "Close", Some("Date"));
        });
    }
}
