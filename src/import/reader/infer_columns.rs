//! Infers the columns of a file without a header from the values of all rows.

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

/// Known orders: the common one, Coinbase's, and that of `KuCoin` and Bitfinex.
const ORDERS: [Order; 3] = [
    Order::new([1, 2, 3, 4], 5),
    Order::new([3, 2, 1, 4], 5),
    Order::new([1, 3, 4, 2], 5),
];
/// Gate.io's rows start with the volume in money and end with a completeness flag.
const GATE: Order = Order::new([5, 3, 4, 2], 6);
/// Number of rows used for inference; reading the file checks all rows.
const SAMPLE: usize = 400;
const COLUMNS_HINT: &str = "specify --columns time,open,high,low,close,volume";

/// Infers the columns of `rows`. Returns `None` if the rows do not look like bars.
pub(super) fn infer(rows: &[&StringRecord]) -> Option<Result<Columns, String>> {
    let rows = &rows[..rows.len().min(SAMPLE)];
    let first = rows.first()?;
    if let Some(columns) = time_last(rows) {
        return Some(Ok(columns));
    }
    let date = (0..first.len().min(3)).find(|at| is_date(first.get(*at).unwrap_or_default()))?;
    let all = |check: &dyn Fn(&StringRecord) -> bool| rows.iter().all(|row| check(row));
    let cell = |row: &StringRecord, at: usize| row.get(at).unwrap_or_default().to_owned();
    if !all(&|row| is_date(&cell(row, date))) {
        return None;
    }
    // Only words come before a date: a symbol, the interval.
    let is_word = |text: &str| number(text, DecimalMark::Point).is_err() && !text.is_empty();
    if !(0..date).all(|at| all(&|row| is_word(&cell(row, at)))) {
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
        // A single value may be anything.
        return None;
    }
    let chosen = match choose(&values, width) {
        Ok(order) => order,
        Err(reason) => return Some(Err(reason)),
    };
    let mut places = vec![
        (Column::Date, date),
        (Column::Open, base + chosen.open),
        (Column::High, base + chosen.high),
        (Column::Low, base + chosen.low),
        (Column::Close, base + chosen.close),
    ];
    places.extend(has_time.then_some((Column::Time, date + 1)));
    places.extend((date > 0).then_some((Column::Symbol, 0)));
    places.extend(volume(&values, chosen, width).map(|at| (Column::Volume, base + at)));
    let dotted = |text: &str| text.matches('.').count() == 2 && !text.contains('/');
    let writer = if has_time && all(&|row| dotted(&cell(row, date))) {
        Writer::Broker
    } else {
        Writer::Unknown
    };
    Some(Ok(Columns::inferred(&places, writer)))
}

/// Returns the columns of rows with four prices, a volume and a time in milliseconds last, like bitbank's. A price in
/// yen looks like a Unix timestamp, so the prices are checked too, and no volume has 13 digits in every row.
fn time_last(rows: &[&StringRecord]) -> Option<Columns> {
    const WIDTH: usize = 6;
    let is_of_now = |row: &&StringRecord| {
        let time = row.get(WIDTH - 1).unwrap_or_default();
        row.len() == WIDTH && time.len() == 13 && time.bytes().all(|byte| byte.is_ascii_digit())
    };
    let value = |row: &StringRecord, at: usize| number(row.get(at)?, DecimalMark::Point).ok();
    let encloses = |row: &&StringRecord| {
        let four = [value(row, 0), value(row, 1), value(row, 2), value(row, 3)];
        let [Some(open), Some(high), Some(low), Some(close)] = four else {
            return false;
        };
        [open, close]
            .iter()
            .all(|price| (low..=high).contains(price))
    };
    if !rows.iter().all(|row| is_of_now(row) && encloses(row)) {
        return None;
    }
    let places = [
        Column::Open,
        Column::High,
        Column::Low,
        Column::Close,
        Column::Volume,
        Column::Date,
    ];
    let places: Vec<(Column, usize)> = places.into_iter().zip(0..).collect();
    Some(Columns::inferred(&places, Writer::Unknown))
}

/// Returns the only order in which high and low enclose open and close in every row.
fn choose(values: &[Vec<f64>], width: usize) -> Result<&'static Order, String> {
    let fits = |order: &Order| {
        values.iter().all(|row| {
            // Offsets count from the time, which is not among the values.
            let at = |place: usize| row[place - 1];
            let (high, low) = (at(order.high), at(order.low));
            [order.open, order.close]
                .iter()
                .all(|place| (low..=high).contains(&at(*place)))
        })
    };
    let gate = (width >= 6 && fits(&GATE)).then_some(&GATE);
    let mut fitting = ORDERS.iter().filter(|order| fits(order)).chain(gate);
    match (fitting.next(), fitting.next()) {
        (Some(only), None) => Ok(only),
        (Some(_), Some(_)) => Err(format!(
            "the file has no header, and its values fit several orders of open, high, low and close; {COLUMNS_HINT}"
        )),
        (None, _) => Err(format!(
            "the file has no header, and no known order of open, high, low and close fits all of its rows; {COLUMNS_HINT}"
        )),
    }
}

/// Returns the offset of the volume, skipping an average price or an adjusted close before it.
fn volume(values: &[Vec<f64>], order: &Order, width: usize) -> Option<usize> {
    // An average price is between high and low; an adjusted close moves like the close.
    let is_price = |place: usize| {
        let within = values.iter().all(|row| {
            let (high, low) = (row[order.high - 1], row[order.low - 1]);
            (low * 0.99..=high * 1.01).contains(&row[place - 1])
        });
        let shares = values
            .iter()
            .map(|row| row[place - 1] / row[order.close - 1]);
        let is_adjusted = values.len() > 2
            && shares.clone().all(|share| (0.05..=1.02).contains(&share))
            && shares
                .clone()
                .zip(shares.skip(1))
                .all(|(one, next)| (next / one - 1.0).abs() < 0.05);
        within || is_adjusted
    };
    if order.volume > width {
        return None;
    }
    if !is_price(order.volume) {
        return Some(order.volume);
    }
    (order.volume < width && !is_price(order.volume + 1)).then_some(order.volume + 1)
}

/// Returns the numbers after the time, up to the first cell that is not a number.
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
