//! Reads record files (CSV or JSON with tickers, dividends and other records, but not prices) row
//! by row. Column names may have any case and spelling.

use std::{collections::HashMap, path::Path};

use csv::StringRecord;
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde_json::Value;

use crate::import::{
    LineError,
    input::Input,
    reader::{Items, Text, decode, records},
};

/// Format of a record file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Csv,
    Json,
}

impl Format {
    /// Returns the format that the extension of a file name indicates.
    pub(super) fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "csv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            _ => None,
        }
    }
}

/// A row of a record file, with its position.
#[derive(Debug)]
pub(super) struct Row {
    /// `line 5` in a CSV file or `item 3` in a JSON list.
    pub(super) position: String,
    fields: HashMap<String, String>,
}

/// Iterator over rows. An invalid row is an error message.
pub(super) type Rows<'a> = Box<dyn Iterator<Item = Result<Row, String>> + 'a>;

/// Decodes a UTF-8 file. The error is a message for the report.
pub(super) fn decode_text(input: Input) -> Result<Text, String> {
    match decode(input) {
        Ok((text, None)) => Ok(text),
        Ok((_, Some(_))) => Err("the file is not UTF-8".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Reads the rows of a file. The error is a message for the report.
pub(super) fn read(format: Format, text: &Text) -> Result<Rows<'_>, String> {
    match format {
        Format::Csv => csv_rows(text),
        Format::Json => {
            // A truncated list is rejected as a whole.
            let first_error = Items::of(text.reader()).find_map(Result::err);
            match first_error {
                Some(error) => Err(format!("invalid JSON list: {}", error.reason)),
                None => Ok(json_rows(text)),
            }
        }
    }
}

fn csv_rows(text: &Text) -> Result<Rows<'_>, String> {
    let beginning = text.beginning();
    let first_line = beginning.lines().next().unwrap_or_default();
    let delimiter = if first_line.contains(',') || !first_line.contains(';') {
        b','
    } else {
        b';'
    };
    let mut rows = records(text.reader(), delimiter);
    let header = rows.next().transpose().map_err(|error| error.to_string())?;
    let names: Vec<String> = header
        .iter()
        .flat_map(|(_, header)| header)
        .map(normalize_name)
        .collect();
    if names.iter().all(String::is_empty) {
        return Err("the file has no header line".to_owned());
    }
    let row = move |record: Result<(u64, StringRecord), LineError>| {
        let (line, record) = record.map_err(|error| error.to_string())?;
        let position = format!("line {line}");
        if record.len() > names.len() {
            return Err(format!("{position}: more fields than columns"));
        }
        let fields = names.iter().cloned().zip(record.iter().map(str::to_owned));
        Ok(Row {
            position,
            fields: fields.collect(),
        })
    };
    Ok(Box::new(rows.map(row)))
}

fn json_rows(text: &Text) -> Rows<'_> {
    let row = |(item, number): (Result<(u64, Value), LineError>, u64)| {
        let (_, item) = item.map_err(|error| error.to_string())?;
        let position = format!("item {number}");
        let Value::Object(fields) = item else {
            return Err(format!("{position}: not an object"));
        };
        let fields = fields
            .iter()
            .filter_map(|(name, value)| Some((normalize_name(name), text_of(value)?)));
        Ok(Row {
            position,
            fields: fields.collect(),
        })
    };
    Box::new(Items::of(text.reader()).zip(1..).map(row))
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is_true) => Some(is_true.to_string()),
        Value::Array(items) => {
            let texts: Vec<String> = items.iter().filter_map(text_of).collect();
            Some(texts.join("|"))
        }
        Value::Null | Value::Object(_) => None,
    }
}

/// Normalizes a column name: `Target amount`, `target_amount` and `targetAmount` are the same.
fn normalize_name(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

impl Row {
    /// Returns the first non-empty field of these names.
    pub(super) fn text(&self, names: &[&str]) -> Option<&str> {
        names
            .iter()
            .filter_map(|name| self.fields.get(&normalize_name(name)))
            .map(|text| text.trim())
            .find(|text| !text.is_empty())
    }

    /// Returns a required field.
    pub(super) fn need(&self, names: &[&str]) -> Result<&str, String> {
        self.text(names)
            .ok_or_else(|| format!("missing {}", names[0]))
    }

    /// Returns an optional number.
    pub(super) fn number(&self, names: &[&str]) -> Result<Option<f64>, String> {
        let Some(text) = self.text(names) else {
            return Ok(None);
        };
        let number: Option<f64> = text.parse().ok();
        number
            .filter(|number| number.is_finite())
            .map(Some)
            .ok_or_else(|| {
                format!(
                    "Invalid {} '{text}'; expected a number such as 1234.5",
                    names[0]
                )
            })
    }

    /// Returns a required number above zero.
    pub(super) fn positive(&self, names: &[&str]) -> Result<f64, String> {
        self.need(names)?;
        self.number(names)?
            .filter(|number| *number > 0.0)
            .ok_or_else(|| format!("{} is not above zero", names[0]))
    }

    /// Returns an optional date.
    pub(super) fn date(&self, names: &[&str]) -> Result<Option<Date>, String> {
        let Some(text) = self.text(names) else {
            return Ok(None);
        };
        let date = text.get(..10).unwrap_or(text).parse();
        date.map(Some).map_err(|_| {
            format!(
                "Invalid {} '{text}'; expected a date such as 2026-11-20",
                names[0]
            )
        })
    }

    /// Returns a required date.
    pub(super) fn need_date(&self, names: &[&str]) -> Result<Date, String> {
        self.need(names)?;
        self.date(names)?
            .ok_or_else(|| format!("missing {}", names[0]))
    }

    /// Returns a required time. A time without a zone is in UTC, and a date means midnight UTC.
    pub(super) fn moment(&self, names: &[&str]) -> Result<Timestamp, String> {
        let text = self.need(names)?;
        let without_zone = || {
            let time: jiff::civil::DateTime = text.parse().ok()?;
            Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp())
        };
        text.parse().ok().or_else(without_zone).ok_or_else(|| {
            format!(
                "Invalid {} '{text}'; expected a time such as 2026-11-20T14:30:00Z",
                names[0]
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    /// Reads all rows of a file.
    fn read_all(format: Format, bytes: &[u8]) -> Result<Vec<Result<Row, String>>, String> {
        let text = decode_text(bytes.to_vec().into())?;
        Ok(read(format, &text)?.collect())
    }

    #[test]
    fn column_names_are_normalized_and_rows_have_line_numbers() {
        for text in [
            "Symbol,Target amount\nHBR,\"1\"\n\nXYZ,2\n",
            "symbol;target_amount\nHBR;1\n\nXYZ;2\n",
        ] {
            let rows = read_all(Format::Csv, text.as_bytes()).unwrap();
            let last = rows[1].as_ref().unwrap();
            assert_eq!(last.position, "line 4");
            assert_eq!(last.text(&["symbol"]), Some("XYZ"));
            assert_eq!(last.number(&["targetAmount"]), Ok(Some(2.0)));
        }
        let json = r#"[{"symbol":"HBR","targetAmount":1.5,"tags":["a","b"],"x":null}, 7]"#;
        let rows = read_all(Format::Json, json.as_bytes()).unwrap();
        let first = rows[0].as_ref().unwrap();
        assert_eq!(first.text(&["tags"]), Some("a|b"));
        assert_eq!(first.number(&["target amount"]), Ok(Some(1.5)));
        assert_eq!(rows[1].as_ref().unwrap_err(), "item 2: not an object");
    }

    #[test]
    fn errors_name_the_column() {
        let rows = read_all(Format::Csv, b"exDate,amount\nsoon,1.2.3\n").unwrap();
        let row = rows[0].as_ref().unwrap();
        for message in [
            row.number(&["amount"]).unwrap_err(),
            row.date(&["exDate"]).unwrap_err(),
            row.need(&["symbol"]).unwrap_err(),
        ] {
            assert!(
                ["amount", "exDate", "symbol"]
                    .iter()
                    .any(|name| message.contains(name)),
                "{message}"
            );
        }
    }

    #[test]
    fn broken_files_cause_no_panic() {
        let samples = [
            &b"Symbol,Target amount,Date\nHBR,\"1,5\",2026-11-20\n\nXYZ,2,20.11.2026\n"[..],
            b"symbol;target_amount\r\nHBR;1\r\n",
            br#"[{"symbol":"HBR","targetAmount":1.5,"tags":["a","b"],"date":"2026-11-20","x":null}, 7]"#,
        ];
        fuzz("import-rows", &samples, |body| {
            for format in [Format::Csv, Format::Json] {
                for row in read_all(format, body).into_iter().flatten().flatten() {
                    let _ = (row.text(&["symbol"]), row.number(&["targetAmount"]));
                }
            }
        });
    }
}
