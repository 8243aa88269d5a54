//! Infers the columns of a file without a header from the values in its rows.

use csv::StringRecord;

use super::{
    column::Column,
    date::{DateOrder, DateStyle, time_of_day},
    header::{Columns, Writer},
    number::{DecimalMark, is_empty_cell, number},
};

/// An order of the four prices and the volume, as offsets from the time column.
struct Order {
    open: usize,
    high: usize,
    low: usize,
    close: usize,
    volume: usize,
}

impl Order {
    const fn new([open, high, low, close]: [usize; 4], volume: usize) -> Self {
        Self {
            open,
            high,
            low,
            close,
            volume,
        }
    }
}

/// The known orders: the common order, the order of Coinbase, and the order of `KuCoin` and
/// Bitfinex.
const ORDERS: [Order; 3] = [
    Order::new([1, 2, 3, 4], 5),
    Order::new([3, 2, 1, 4], 5),
    Order::new([1, 3, 4, 2], 5),
];
/// The order of Gate.io, whose rows start with the volume in money and end with a flag.
const GATE_ORDER: Order = Order::new([5, 3, 4, 2], 6);
/// Maximum number of rows that are used for the inference. All rows are checked when the file is
/// read.
const MAX_SAMPLE_ROWS: usize = 400;
const COLUMNS_HINT: &str = "specify --columns time,open,high,low,close,volume";

/// Infers the columns of `rows`. Returns `None` if the rows do not look like bars.
pub(super) fn infer(rows: &[&StringRecord]) -> Option<Result<Columns, String>> {
    let rows = &rows[..rows.len().min(MAX_SAMPLE_ROWS)];
    let first = rows.first()?;
    if let Some(columns) = columns_with_time_last(rows) {
        return Some(Ok(columns));
    }
    let date =
        (0..first.len().min(3)).find(|index| is_date(first.get(*index).unwrap_or_default()))?;
    let all = |check: &dyn Fn(&StringRecord) -> bool| rows.iter().all(|row| check(row));
    let cell = |row: &StringRecord, index: usize| row.get(index).unwrap_or_default().to_owned();
    if !all(&|row| is_date(&cell(row, date))) {
        return None;
    }
    // Only words, such as a symbol or the interval, may come before a date.
    let is_word = |text: &str| number(text, DecimalMark::Point).is_err() && !text.is_empty();
    if !(0..date).all(|index| all(&|row| is_word(&cell(row, index)))) {
        return None;
    }
    let has_time = all(&|row| {
        let text = cell(row, date + 1);
        text.contains(':') && time_of_day(&text).is_some()
    });
    let base = date + usize::from(has_time);
    let values: Option<Vec<Vec<f64>>> = rows.iter().map(|row| numbers(row, base)).collect();
    let values = values?;
    let width = values.iter().map(Vec::len).min()?;
    if width < 4 {
        // Rows with fewer than four values are not recognized as bars.
        return None;
    }
    let order = match choose(&values, width) {
        Ok(order) => order,
        Err(reason) => return Some(Err(reason)),
    };
    let mut positions = vec![
        (Column::Date, date),
        (Column::Open, base + order.open),
        (Column::High, base + order.high),
        (Column::Low, base + order.low),
        (Column::Close, base + order.close),
    ];
    positions.extend(has_time.then_some((Column::Time, date + 1)));
    positions.extend((date > 0).then_some((Column::Symbol, 0)));
    positions.extend(volume(&values, order, width).map(|offset| (Column::Volume, base + offset)));
    let has_two_dots = |text: &str| text.matches('.').count() == 2 && !text.contains('/');
    let writer = if has_time && all(&|row| has_two_dots(&cell(row, date))) {
        Writer::Broker
    } else {
        Writer::Unknown
    };
    Some(Ok(Columns::inferred(&positions, writer)))
}

/// Returns the columns if the rows contain four prices, a volume, and then a time in milliseconds,
/// as bitbank's do. A price in yen can look like a Unix timestamp, so the prices are also
/// checked.
fn columns_with_time_last(rows: &[&StringRecord]) -> Option<Columns> {
    const WIDTH: usize = 6;
    let ends_with_time = |row: &&StringRecord| {
        let time = row.get(WIDTH - 1).unwrap_or_default();
        row.len() == WIDTH && time.len() == 13 && time.bytes().all(|byte| byte.is_ascii_digit())
    };
    let value = |row: &StringRecord, index: usize| number(row.get(index)?, DecimalMark::Point).ok();
    let has_plausible_prices = |row: &&StringRecord| {
        let prices = [value(row, 0), value(row, 1), value(row, 2), value(row, 3)];
        let [Some(open), Some(high), Some(low), Some(close)] = prices else {
            return false;
        };
        [open, close]
            .iter()
            .all(|price| (low..=high).contains(price))
    };
    if !rows
        .iter()
        .all(|row| ends_with_time(row) && has_plausible_prices(row))
    {
        return None;
    }
    let columns = [
        Column::Open,
        Column::High,
        Column::Low,
        Column::Close,
        Column::Volume,
        Column::Date,
    ];
    let positions: Vec<(Column, usize)> = columns.into_iter().zip(0..).collect();
    Some(Columns::inferred(&positions, Writer::Unknown))
}

/// Returns the only order in which open and close are between low and high in every row.
fn choose(values: &[Vec<f64>], width: usize) -> Result<&'static Order, String> {
    let fits = |order: &Order| {
        values.iter().all(|row| {
            // Offsets count from the time, which is not among the values.
            let value_at = |offset: usize| row[offset - 1];
            let (high, low) = (value_at(order.high), value_at(order.low));
            [order.open, order.close]
                .iter()
                .all(|offset| (low..=high).contains(&value_at(*offset)))
        })
    };
    let gate_order = (width >= 6 && fits(&GATE_ORDER)).then_some(&GATE_ORDER);
    let mut candidates = ORDERS.iter().filter(|order| fits(order)).chain(gate_order);
    match (candidates.next(), candidates.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => Err(format!(
            "the file has no header, and its values fit several orders of open, high, low and close; {COLUMNS_HINT}"
        )),
        (None, _) => Err(format!(
            "the file has no header, and no known order of open, high, low and close fits all of its rows; {COLUMNS_HINT}"
        )),
    }
}

/// Returns the offset of the volume, if any. An average price or an adjusted close may precede the
/// volume.
fn volume(values: &[Vec<f64>], order: &Order, width: usize) -> Option<usize> {
    // An average price is between low and high. An adjusted close has a nearly constant ratio to
    // the close.
    let is_price = |offset: usize| {
        let is_in_range = values.iter().all(|row| {
            let (high, low) = (row[order.high - 1], row[order.low - 1]);
            (low * 0.99..=high * 1.01).contains(&row[offset - 1])
        });
        let ratios = values
            .iter()
            .map(|row| row[offset - 1] / row[order.close - 1]);
        let is_adjusted = values.len() > 2
            && ratios.clone().all(|ratio| (0.05..=1.02).contains(&ratio))
            && ratios
                .clone()
                .zip(ratios.skip(1))
                .all(|(ratio, next)| (next / ratio - 1.0).abs() < 0.05);
        is_in_range || is_adjusted
    };
    if order.volume > width {
        return None;
    }
    if !is_price(order.volume) {
        return Some(order.volume);
    }
    (order.volume < width && !is_price(order.volume + 1)).then_some(order.volume + 1)
}

/// Returns the numbers after the time up to the first cell that is not a number.
fn numbers(row: &StringRecord, time: usize) -> Option<Vec<f64>> {
    let cells: Vec<&str> = row.iter().skip(time + 1).collect();
    let value = |cell: &&str| {
        number(cell, DecimalMark::Point)
            .or_else(|_| number(cell, DecimalMark::Comma))
            .ok()
            .filter(|_| !is_empty_cell(cell))
    };
    let values: Vec<f64> = cells.iter().map_while(value).collect();
    (!values.is_empty()).then_some(values)
}

/// Returns true if a cell is a date in any order or a Unix timestamp.
pub(super) fn is_date(cell: &str) -> bool {
    [
        DateOrder::DayMonthYear,
        DateOrder::MonthDayYear,
        DateOrder::YearMonthDay,
    ]
    .into_iter()
    .any(|order| DateStyle::of(order).when(cell).is_some())
}
