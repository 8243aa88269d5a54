//! Reads ghostfolio's JSON export: `{"activities": [{"date", "symbol", "type", "quantity", "unitPrice", "fee", "currency",
//! "dataSource"}]}`.

use csv::StringRecord;
use serde_json::Value;

use super::{columns::Columns, table::Table};

/// The fields that are read, which are also the column headers of the table.
const FIELDS: [&str; 8] = [
    "date",
    "symbol",
    "type",
    "quantity",
    "unitPrice",
    "fee",
    "currency",
    "dataSource",
];

/// Converts the activities to a table.
pub(super) fn table(text: &str) -> Result<Table, String> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| format!("The file is not valid JSON: {error}."))?;
    let activities = match &value {
        Value::Array(activities) => Some(activities),
        Value::Object(export) => export.get("activities").and_then(Value::as_array),
        _ => None,
    };
    let activities = activities
        .ok_or("The JSON file has no list of 'activities', which ghostfolio's export has.")?;
    let rows = (1..).zip(activities).map(|(number, activity)| {
        let cells: StringRecord = FIELDS.iter().map(|field| cell(activity, field)).collect();
        (number, cells)
    });
    Ok(Table {
        format: "ghostfolio",
        columns: Columns::of(&FIELDS.iter().copied().collect()),
        rows: rows.collect(),
        // JSON has decimal points.
        is_comma_separated: true,
    })
}

fn cell(activity: &Value, field: &str) -> String {
    // Newer versions describe the instrument in an object of its own.
    let value = activity
        .get(field)
        .filter(|value| !value.is_null())
        .or_else(|| activity.get("SymbolProfile")?.get(field));
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}
