//! Positions as CSV.

use super::shapes::{Holdings, PositionRow};
use crate::web::http::{
    csv::{CsvWriter, escape_formula},
    error::Result,
};

/// A number of a position.
type Number = fn(&PositionRow) -> Option<f64>;

/// The columns with numbers, by the names of the fields in JSON.
const NUMBERS: [(&str, Number); 13] = [
    ("quantity", |row| {
        Some(row.quantity).filter(|_| row.oversold_on.is_none())
    }),
    ("cost", |row| row.cost),
    ("price", |row| row.price),
    ("value", |row| row.value),
    ("gain", |row| row.gain),
    ("gainPercent", |row| row.gain_percent),
    ("dayGain", |row| row.day_gain),
    ("weight", |row| row.weight),
    ("displayValue", |row| row.display_value),
    ("displayCost", |row| row.display_cost),
    ("displayGain", |row| row.display_gain),
    ("currencyEffect", |row| row.currency_effect),
    ("income12m", |row| row.income12m),
];

/// Writes a row for each position. A field is empty if it is unknown. `list_name` returns the name of a list.
pub(super) fn csv<'a>(holdings: &Holdings, list_name: impl Fn(u32) -> &'a str) -> Result<Vec<u8>> {
    let mut writer = CsvWriter::new("holdings");
    let texts = [
        "symbol",
        "name",
        "type",
        "list",
        "currency",
        "displayCurrency",
    ];
    let header = texts.into_iter().chain(NUMBERS.map(|(name, _)| name));
    let header = header.chain(["priceUnit"]);
    writer.row(&header.collect::<Vec<_>>())?;
    for row in &holdings.positions {
        let texts = [
            &*row.symbol,
            &*row.name,
            row.kind.as_str(),
            list_name(row.watchlist_id),
            row.currency.as_str(),
            holdings.currency.as_str(),
        ];
        let numbers = NUMBERS.iter().map(|(_, number)| {
            let number = number(row);
            number.map_or(String::new(), |number| number.to_string())
        });
        let fields = texts.into_iter().map(escape_formula).chain(numbers);
        let fields = fields.chain([row.price_unit.as_str().to_owned()]);
        writer.row(&fields.collect::<Vec<_>>())?;
    }
    writer.finish()
}
