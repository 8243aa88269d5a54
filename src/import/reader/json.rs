//! Reads bars from JSON: lists of objects or arrays, lists of columns, and the responses of
//! exchanges and data vendors that contain such lists.

use std::collections::HashMap;

use csv::StringRecord;
use serde_json::{Map, Value};

use super::{
    column::Column,
    csv::to_ascii,
    decode::{Text, skip_leading_directives},
    error::{LineError, at},
    header::Columns,
    infer_columns,
    items::Items,
};

/// Maximum depth at which bars may be nested in a response.
const MAX_DEPTH: usize = 6;

/// Maximum size in bytes of a JSON text that is not a list. Only lists are read item by item.
const MAX_OBJECT_BYTES: u64 = 8 << 20;
/// Number of rows from which the format of a list is determined.
const MAX_SAMPLE_ROWS: usize = 500;

/// The rows of a JSON text and their field names.
#[derive(Debug, Default)]
pub(super) struct JsonTable {
    pub(super) titles: Option<StringRecord>,
    /// All rows, or the first rows of a list that is read item by item.
    pub(super) rows: Vec<StringRecord>,
    /// True if `rows` contains only the first rows of a list.
    pub(super) is_sample: bool,
    /// Currency that the JSON names outside the rows.
    pub(super) currency: Option<String>,
    /// Time zone of the exchange, if the JSON names it.
    pub(super) zone: Option<String>,
    pub(super) names: HashMap<String, usize>,
}

/// Reads a JSON text.
pub(super) fn read(text: &Text) -> Result<JsonTable, LineError> {
    if skip_leading_directives(&text.beginning()).starts_with('[') {
        // The list is read item by item, because parsed values take more memory than rows.
        let mut table = JsonTable {
            is_sample: true,
            ..JsonTable::default()
        };
        for item in Items::of(text.json_reader()?) {
            let (_, item) = item?;
            table.add(&item);
            table.rows.truncate(MAX_SAMPLE_ROWS);
        }
        return table.check_not_empty();
    }
    if text.bytes() > MAX_OBJECT_BYTES {
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
    find_table(&value)?.check_not_empty()
}

fn find_table(value: &Value) -> Result<JsonTable, LineError> {
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
            "the JSON contains more than one list of prices; save each list in its own file",
        )),
        (None, _) => Err(at(
            0,
            "the JSON contains no list of bars; expected objects with a date and a close, or arrays that start with a time",
        )),
    }
}

/// Collects the tables of bars within a value.
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
            if table.contains_bars() {
                found.push(table);
            } else {
                for item in items.iter().take(50) {
                    collect(item, depth + 1, found);
                }
            }
        }
        Value::Object(fields) => {
            if let Some(table) = table_from_yahoo_chart(fields)
                .or_else(|| table_from_columns(fields))
                .or_else(|| table_from_dates(fields))
            {
                found.push(table);
                return;
            }
            // A response of CoinGecko has lists of market caps and volumes in the same form as
            // `prices`.
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
        remove_last_midnight(&mut table.rows);
        table.titles = Some(StringRecord::from(vec!["date", "close"]));
        found.push(table);
    } else if table.contains_bars() {
        found.push(table);
    }
}

/// If the prices are those at midnight followed by the current price, removes the price of the last
/// midnight, because the current price is the close of that day.
fn remove_last_midnight(rows: &mut Vec<StringRecord>) {
    const DAY: i64 = 86_400_000;
    let times: Option<Vec<i64>> = rows.iter().map(|row| row.get(0)?.parse().ok()).collect();
    let Some([.., previous, last]) = times.as_deref() else {
        return;
    };
    let midnights = times.iter().flatten().filter(|time| *time % DAY == 0);
    let is_today = last.div_euclid(DAY) == previous.div_euclid(DAY) && last > previous;
    if is_today && midnights.count() + 1 == rows.len() {
        rows.remove(rows.len() - 2);
    }
}

/// Reads an object with one list per column, such as `{"t": […], "o": […], "c": […]}`.
fn table_from_columns<'a>(fields: &'a Map<String, Value>) -> Option<JsonTable> {
    let columns: Vec<(&'a String, &Vec<Value>)> = fields
        .iter()
        .filter_map(|(name, value)| Some((name, value.as_array()?)))
        .filter(|(_, values)| {
            values
                .iter()
                .all(|value| text_of(value).is_some() || value.is_null())
        })
        .collect();
    // Deribit calls the times ticks.
    let title = |name: &'a str| if name == "ticks" { "date" } else { name };
    let titles: StringRecord = columns.iter().map(|(name, _)| title(name)).collect();
    Columns::of(&titles).ok()?;
    let lengths = columns.iter().map(|(_, values)| values.len());
    let count = lengths.clone().max().filter(|count| *count > 0)?;
    let row = |index: usize| -> StringRecord {
        columns
            .iter()
            .map(|(_, values)| values.get(index).and_then(text_of).unwrap_or_default())
            .collect()
    };
    Some(JsonTable {
        titles: Some(titles),
        rows: (0..count).map(row).collect(),
        ..JsonTable::default()
    })
}

/// Reads a chart of Yahoo, which has times and prices in different objects.
fn table_from_yahoo_chart(fields: &Map<String, Value>) -> Option<JsonTable> {
    let mut columns = Map::new();
    columns.insert("timestamp".to_owned(), fields.get("timestamp")?.clone());
    let quote = fields.get("indicators")?.get("quote")?.get(0)?;
    for (name, values) in quote.as_object()? {
        columns.insert(name.clone(), values.clone());
    }
    table_from_columns(&columns)
}

/// Reads an object with one field per date, such as `{"2025-11-25": {"1. open": "272.10", …}}`.
fn table_from_dates(fields: &Map<String, Value>) -> Option<JsonTable> {
    let mut table = JsonTable::default();
    for (date, value) in fields {
        let bar = value.as_object().filter(|_| infer_columns::is_date(date))?;
        let mut row = Map::new();
        row.insert("date".to_owned(), Value::String(date.clone()));
        row.extend(bar.clone());
        table.add(&Value::Object(row));
    }
    table.contains_bars().then_some(table)
}

/// Returns the first text field with this name within a value.
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

/// Converts an item of a list to a row. Each field of an object goes to the column that `names`
/// assigns to it. An item that is neither an object nor an array becomes an empty row.
pub(super) fn row(names: &HashMap<String, usize>, item: &Value) -> StringRecord {
    match item {
        Value::Object(fields) => {
            let mut cells: Vec<String> = Vec::with_capacity(fields.len());
            for (name, value) in fields {
                let (Some(text), Some(index)) = (text_of(value), names.get(name)) else {
                    continue;
                };
                if cells.len() <= *index {
                    cells.resize(index + 1, String::new());
                }
                cells[*index] = text;
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

    /// Returns true if the fields are named like the fields of bars, or if the arrays look like bars.
    fn contains_bars(&self) -> bool {
        if let Some(titles) = &self.titles {
            return Columns::of(titles).is_ok();
        }
        let rows: Vec<&StringRecord> = self.rows.iter().take(50).collect();
        !rows.is_empty() && infer_columns::infer(&rows).is_some()
    }

    fn check_not_empty(self) -> Result<Self, LineError> {
        if self.rows.is_empty() {
            return Err(at(0, "the JSON list is empty"));
        }
        Ok(self)
    }

    /// Returns the columns. The columns of arrays are inferred from the rows.
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

    /// Returns true if any row has a date in the date column.
    pub(super) fn has_dates_in(&self, columns: &Columns) -> bool {
        self.rows
            .iter()
            .any(|row| infer_columns::is_date(columns.cell(row, Column::Date)))
    }
}
