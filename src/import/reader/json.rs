//! Bars in JSON: lists of objects or arrays, column lists, and the wrappers of exchanges and data vendors.

use std::collections::HashMap;

use csv::StringRecord;
use serde_json::{Map, Value};

use super::{
    column::Column,
    decode::{Text, after_directives},
    error::{LineError, at},
    header::Columns,
    infer_columns,
    items::Items,
    text::to_ascii,
};

/// Maximum nesting depth of the bars in a response.
const MAX_DEPTH: usize = 6;

/// Maximum size in bytes of a JSON text that is not a list: only lists are read item by item.
const MAX_WHOLE: u64 = 8 << 20;
/// Number of rows that show what a list contains.
const SAMPLE: usize = 500;

/// Rows of a JSON text with their field names (`None` for arrays).
#[derive(Debug, Default)]
pub(super) struct JsonTable {
    pub(super) titles: Option<StringRecord>,
    /// All rows, or the first ones of a list that is read item by item.
    pub(super) rows: Vec<StringRecord>,
    /// True if `rows` has only the first rows of a list.
    pub(super) is_sample: bool,
    /// Currency named outside the rows.
    pub(super) currency: Option<String>,
    /// Time zone of the exchange, if named.
    pub(super) zone: Option<String>,
    pub(super) names: HashMap<String, usize>,
}

/// Reads a JSON text.
pub(super) fn read(text: &Text) -> Result<JsonTable, LineError> {
    if after_directives(&text.head()).starts_with('[') {
        // Item by item: parsed values take more memory than the rows.
        let mut table = JsonTable {
            is_sample: true,
            ..JsonTable::default()
        };
        for item in Items::of(text.json_reader()?) {
            let (_, item) = item?;
            table.add(&item);
            table.rows.truncate(SAMPLE);
        }
        return table.finished();
    }
    if text.bytes() > MAX_WHOLE {
        return Err(at(
            0,
            "JSON larger than 8 MB must be a list of rows, '[{…}, …]' or '[[…], …]'; save it in this form or as CSV",
        ));
    }
    let values = serde_json::Deserializer::from_reader(text.json_reader()?).into_iter();
    let values: Result<Vec<Value>, _> = values.collect();
    let mut values =
        values.map_err(|error| at(error.line() as u64, format!("invalid JSON: {error}")))?;
    // One object per line is a list of objects.
    let value = if values.len() == 1 {
        values.remove(0)
    } else {
        Value::Array(values)
    };
    of_value(&value)?.finished()
}

fn of_value(value: &Value) -> Result<JsonTable, LineError> {
    let mut tables = Vec::new();
    collect(value, 0, &mut tables);
    let mut tables = tables.into_iter();
    match (tables.next(), tables.next()) {
        (Some(mut table), None) => {
            table.currency = find_text(value, "currency", 0);
            table.zone = ["exchangeTimezoneName", "exchange_timezone"]
                .iter()
                .find_map(|name| find_text(value, name, 0));
            Ok(table)
        }
        (Some(_), Some(_)) => Err(at(
            0,
            "the JSON contains more than one list of prices; save each in its own file",
        )),
        (None, _) => Err(at(
            0,
            "the JSON contains no list of bars; expected objects with a date and a close, or arrays that begin with a time",
        )),
    }
}

/// Collects the tables within a value.
fn collect(value: &Value, depth: usize, found: &mut Vec<JsonTable>) {
    if depth > MAX_DEPTH {
        return;
    }
    match value {
        Value::Array(items) => {
            let mut table = JsonTable::default();
            for item in items {
                table.add(item);
            }
            if table.is_of_bars() {
                found.push(table);
            } else {
                for item in items.iter().take(50) {
                    collect(item, depth + 1, found);
                }
            }
        }
        Value::Object(fields) => {
            if let Some(table) = chart(fields)
                .or_else(|| columnar(fields))
                .or_else(|| by_date(fields))
            {
                found.push(table);
                return;
            }
            // CoinGecko's response has lists of market caps and volumes of the same shape next to `prices`.
            if let Some(prices) = fields.get("prices").filter(|prices| prices.is_array()) {
                return collect_prices(prices, found);
            }
            for field in fields.values() {
                collect(field, depth + 1, found);
            }
        }
        _ => {}
    }
}

fn collect_prices(prices: &Value, found: &mut Vec<JsonTable>) {
    let mut table = JsonTable::default();
    for item in prices.as_array().into_iter().flatten() {
        table.add(item);
    }
    if table.titles.is_none() && table.rows.iter().all(|row| row.len() == 2) {
        close_the_day(&mut table.rows);
        table.titles = Some(StringRecord::from(vec!["date", "close"]));
        found.push(table);
    } else if table.is_of_bars() {
        found.push(table);
    }
}

/// If prices of midnights are followed by the current price, removes the last midnight: the current
/// price is that of its day.
fn close_the_day(rows: &mut Vec<StringRecord>) {
    const DAY: i64 = 86_400_000;
    let times: Option<Vec<i64>> = rows.iter().map(|row| row.get(0)?.parse().ok()).collect();
    let Some([.., before, last]) = times.as_deref() else {
        return;
    };
    let midnights = times.iter().flatten().filter(|time| *time % DAY == 0);
    let is_today = last.div_euclid(DAY) == before.div_euclid(DAY) && last > before;
    if is_today && midnights.count() + 1 == rows.len() {
        rows.remove(rows.len() - 2);
    }
}

/// Reads one list per column: `{"t": […], "o": […], "c": […]}`.
fn columnar<'a>(fields: &'a Map<String, Value>) -> Option<JsonTable> {
    let columns: Vec<(&'a String, &Vec<Value>)> = fields
        .iter()
        .filter_map(|(name, value)| Some((name, value.as_array()?)))
        .filter(|(_, values)| {
            values
                .iter()
                .all(|value| text_of(value).is_some() || value.is_null())
        })
        .collect();
    // Deribit's times are called ticks.
    let title = |name: &'a str| if name == "ticks" { "date" } else { name };
    let titles: StringRecord = columns.iter().map(|(name, _)| title(name)).collect();
    Columns::of(&titles).ok()?;
    let lengths = columns.iter().map(|(_, values)| values.len());
    let count = lengths.clone().max().filter(|count| *count > 0)?;
    let row = |at: usize| -> StringRecord {
        columns
            .iter()
            .map(|(_, values)| values.get(at).and_then(text_of).unwrap_or_default())
            .collect()
    };
    Some(JsonTable {
        titles: Some(titles),
        rows: (0..count).map(row).collect(),
        ..JsonTable::default()
    })
}

/// Reads Yahoo's chart, with times and prices in separate places.
fn chart(fields: &Map<String, Value>) -> Option<JsonTable> {
    let mut columns = Map::new();
    columns.insert("timestamp".to_owned(), fields.get("timestamp")?.clone());
    let quote = fields.get("indicators")?.get("quote")?.get(0)?;
    for (name, values) in quote.as_object()? {
        columns.insert(name.clone(), values.clone());
    }
    columnar(&columns)
}

/// Reads one object per date: `{"2025-11-25": {"1. open": "272.10", …}}`.
fn by_date(fields: &Map<String, Value>) -> Option<JsonTable> {
    let mut table = JsonTable::default();
    for (date, value) in fields {
        let bar = value.as_object().filter(|_| infer_columns::is_date(date))?;
        let mut row = Map::new();
        row.insert("date".to_owned(), Value::String(date.clone()));
        row.extend(bar.clone());
        table.add(&Value::Object(row));
    }
    table.is_of_bars().then_some(table)
}

/// Returns the first text field of this name within a value.
fn find_text(value: &Value, name: &str, depth: usize) -> Option<String> {
    let fields = match value {
        Value::Object(fields) => fields,
        Value::Array(items) => return find_text(items.first()?, name, depth + 1),
        _ => return None,
    };
    match fields.get(name) {
        Some(Value::String(text)) => Some(text.clone()),
        _ if depth > MAX_DEPTH => None,
        _ => fields
            .values()
            .find_map(|field| find_text(field, name, depth + 1)),
    }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(to_ascii(text).trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(is_true) => Some(is_true.to_string()),
        Value::Null | Value::Object(_) | Value::Array(_) => None,
    }
}

/// Converts an item of a list to a row, with each field in the column of its name. Anything but an object or an array
/// becomes an empty row.
pub(super) fn row(names: &HashMap<String, usize>, item: &Value) -> StringRecord {
    match item {
        Value::Object(fields) => {
            let mut cells: Vec<String> = Vec::with_capacity(fields.len());
            for (name, value) in fields {
                let (Some(text), Some(place)) = (text_of(value), names.get(name)) else {
                    continue;
                };
                if cells.len() <= *place {
                    cells.resize(place + 1, String::new());
                }
                cells[*place] = text;
            }
            StringRecord::from(cells)
        }
        Value::Array(cells) => cells
            .iter()
            .map(|cell| text_of(cell).unwrap_or_default())
            .collect(),
        _ => StringRecord::new(),
    }
}

impl JsonTable {
    /// Adds an item of a list. Fields get columns in the order of their first occurrence.
    fn add(&mut self, item: &Value) {
        if let Value::Object(fields) = item {
            let titles = self.titles.get_or_insert_with(StringRecord::new);
            for (name, value) in fields {
                if text_of(value).is_some() && !self.names.contains_key(name) {
                    self.names.insert(name.clone(), titles.len());
                    titles.push_field(name);
                }
            }
        }
        self.rows.push(row(&self.names, item));
    }

    /// Returns true if the field names are those of bars, or if the rows start with a time.
    fn is_of_bars(&self) -> bool {
        if let Some(titles) = &self.titles {
            return Columns::of(titles).is_ok();
        }
        let rows: Vec<&StringRecord> = self.rows.iter().take(50).collect();
        !rows.is_empty() && infer_columns::infer(&rows).is_some()
    }

    fn finished(self) -> Result<Self, LineError> {
        if self.rows.is_empty() {
            return Err(at(0, "the JSON list is empty"));
        }
        Ok(self)
    }

    /// Returns the columns; those of arrays are inferred from all rows.
    pub(super) fn columns(&self) -> Result<Columns, String> {
        if let Some(titles) = &self.titles {
            return Columns::of(titles).map_err(|reason| {
                format!("{reason}: the objects need at least a date and a close")
            });
        }
        let rows: Vec<&StringRecord> = self.rows.iter().collect();
        infer_columns::infer(&rows).unwrap_or_else(|| {
            Err("the list contains no bars; expected objects with a date and a close, or arrays that start with a time (specify their columns with --columns time,open,high,low,close,volume)".to_owned())
        })
    }

    /// Returns true if any row has a date in the column that the user specified.
    pub(super) fn fits(&self, columns: &Columns) -> bool {
        self.rows
            .iter()
            .any(|row| infer_columns::is_date(columns.cell(row, Column::Date)))
    }
}
