//! Reads the rows of a table.

use csv::StringRecord;
use jiff::{civil::Date, tz::TimeZone};

use super::{
    action::{Direction, direction},
    columns::{Column, Columns},
    format::date_order,
    lot::{ImportedLot, PortfolioRow, RowContent},
    statement::{is_sum, other_instrument},
    table::Table,
};
use crate::import::reader::{
    DateEvidence, DateStyle, DecimalEvidence, DecimalMark, LineError, Money, When, is_empty_cell,
    money_of, number,
};

/// Maximum quantity of a transaction or position. A larger number was misread.
const MAX_QUANTITY: f64 = 1e9;

const NUMBERS: [Column; 8] = [
    Column::Quantity,
    Column::Price,
    Column::AverageCost,
    Column::TotalCost,
    Column::Gross,
    Column::Total,
    Column::Fee,
    Column::Tax,
];

/// Reads the rows of a table. The formats of dates and numbers are determined from all rows.
pub(super) struct RowReader<'a> {
    columns: &'a Columns,
    mark: DecimalMark,
    dates: DateStyle,
    today: Date,
}

impl<'a> RowReader<'a> {
    /// Determines the formats of dates and numbers.
    ///
    /// # Errors
    /// Returns a message for the user if a format is ambiguous or differs between rows.
    pub(super) fn new(table: &'a Table, today: Date) -> Result<Self, String> {
        let columns = &table.columns;
        let mut decimals = DecimalEvidence::default();
        let mut dates = DateEvidence::default();
        for (line, row) in &table.rows {
            for column in NUMBERS {
                let cell = columns.cell(row, column);
                let is_number = |mark| number(cell, mark).is_ok();
                if is_number(DecimalMark::Point) || is_number(DecimalMark::Comma) {
                    decimals.observe(*line, cell);
                }
            }
            dates.observe(*line, date_part(columns.cell(row, Column::Date)));
        }
        Ok(Self {
            columns,
            mark: decimals
                .decide(table.is_comma_separated)
                .map_err(sentence)?,
            dates: dates
                .decide(date_order(table.format), false, false)
                .map_err(sentence)?,
            today,
        })
    }

    pub(super) fn read(&self, line: u64, row: &StringRecord) -> PortfolioRow {
        let instrument = [Column::Symbol, Column::Isin, Column::Wkn, Column::Name]
            .into_iter()
            .map(|column| self.columns.cell(row, column))
            .find(|cell| !is_empty_cell(cell));
        PortfolioRow {
            line,
            instrument: instrument.unwrap_or_default().to_owned(),
            content: self.content(row).unwrap_or_else(RowContent::Invalid),
        }
    }

    fn content(&self, row: &StringRecord) -> Result<RowContent, String> {
        let cell = |column| self.columns.cell(row, column);
        let other = |text: &str| Ok(RowContent::Other(text.to_owned()));
        if is_sum(row) {
            return other("a sum");
        }
        if let Some(reason) = other_instrument(cell(Column::AssetClass)) {
            return Ok(RowContent::Other(reason));
        }
        let action = cell(Column::Action);
        let are_positions = self.columns.are_positions();
        let direction = direction(action);
        if direction.is_none() && !is_empty_cell(action) && !are_positions {
            return other(action);
        }
        let symbol = self.text(row, Column::Symbol);
        let identifier = self
            .text(row, Column::Isin)
            .or_else(|| self.text(row, Column::Wkn));
        if is_empty_cell(cell(Column::Quantity)) {
            return other("no quantity");
        }
        if symbol
            .as_deref()
            .is_some_and(|symbol| symbol.starts_with("$CASH"))
        {
            return other("cash");
        }
        if symbol.is_none() && identifier.is_none() {
            return Err("the row has no symbol or ISIN".to_owned());
        }
        let quantity = match (direction, self.number(row, Column::Quantity, "quantity")?) {
            (_, None) => return other("no quantity"),
            (Some(Direction::Buy), Some(quantity)) if !are_positions => quantity.abs(),
            (Some(Direction::Sell), Some(quantity)) if !are_positions => -quantity.abs(),
            (_, Some(quantity)) => quantity,
        };
        if quantity == 0.0 {
            return Err("the quantity is 0".to_owned());
        }
        if quantity.abs() > MAX_QUANTITY {
            return Err(format!(
                "the quantity '{}' is too large",
                cell(Column::Quantity)
            ));
        }
        let UnitPrice {
            price,
            is_computed,
            fee,
            money,
        } = self.price(row, quantity)?;
        // Prices in pence become pounds.
        let parts = money.map_or(1.0, Money::parts);
        Ok(RowContent::Lot(ImportedLot {
            symbol,
            identifier,
            name: self.text(row, Column::Name),
            date: self.date(row)?,
            quantity,
            price: price.map(|price| price / parts),
            is_price_computed: is_computed,
            fee: fee.map(|fee| fee / parts),
            currency: money.and_then(|money| money.currency(None)),
        }))
    }

    /// Returns the trimmed text of a cell; `None` for an empty one.
    fn text(&self, row: &StringRecord, column: Column) -> Option<String> {
        let cell = self.columns.cell(row, column);
        (!is_empty_cell(cell)).then(|| cell.to_owned())
    }

    fn number(
        &self,
        row: &StringRecord,
        column: Column,
        name: &str,
    ) -> Result<Option<f64>, String> {
        let cell = self.columns.cell(row, column);
        if is_empty_cell(cell) {
            return Ok(None);
        }
        let value = number(cell, self.mark).map_err(|reason| format!("the {name} {reason}"))?;
        Ok(Some(value))
    }

    /// Returns the price of a unit, the fee of the transaction, and their currency.
    fn price(&self, row: &StringRecord, quantity: f64) -> Result<UnitPrice, String> {
        let columns = self.columns;
        let fee = self.number(row, Column::Fee, "fee")?.map(f64::abs);
        let per_unit = |total: Option<f64>| total.map(|total| total.abs() / quantity.abs());
        let currency_of = |column| Money::parse(columns.cell(row, column));
        let mut money = currency_of(Column::PriceCurrency);
        let mut fee_money = columns
            .cell_after_without_header(row, Column::Fee)
            .and_then(Money::parse);
        let paid = if columns.are_positions() {
            None
        } else {
            self.number(row, Column::Price, "price")?
        };
        let (price, priced_in) = if let Some(price) = paid {
            (Some(price), Column::Price)
        } else if let Some(cost) = self.number(row, Column::AverageCost, "cost")? {
            (Some(cost), Column::AverageCost)
        } else if let Some(cost) = self.number(row, Column::TotalCost, "cost")? {
            (per_unit(Some(cost)), Column::TotalCost)
        } else if let Some(gross) = self.number(row, Column::Gross, "gross amount")? {
            fee_money = fee_money.or(money);
            money = currency_of(Column::GrossCurrency).or(money);
            (per_unit(Some(gross)), Column::Gross)
        } else {
            let costs =
                fee.unwrap_or(0.0) + self.number(row, Column::Tax, "tax")?.map_or(0.0, f64::abs);
            // The total of a purchase includes the costs. They are already deducted from the total of a sale.
            let without_costs = |total: f64| total.abs() - quantity.signum() * costs;
            let total = self.number(row, Column::Total, "amount")?;
            (per_unit(total.map(without_costs)), Column::Total)
        };
        if price.is_some_and(|price| price < 0.0) {
            return Err(format!(
                "the price '{}' is below zero",
                columns.cell(row, priced_in)
            ));
        }
        let money = columns
            .cell_after_without_header(row, priced_in)
            .and_then(Money::parse)
            .or(money)
            .or_else(|| money_of(columns.cell(row, priced_in)));
        // A fee in another currency cannot be added to the price.
        let is_same_currency = match (money, fee_money) {
            (Some(money), Some(of_fee)) => money.agrees(of_fee),
            _ => true,
        };
        Ok(UnitPrice {
            price,
            is_computed: !matches!(priced_in, Column::Price | Column::AverageCost),
            fee: fee.filter(|_| is_same_currency),
            money,
        })
    }

    fn date(&self, row: &StringRecord) -> Result<Option<Date>, String> {
        let cell = self.columns.cell(row, Column::Date);
        if is_empty_cell(cell) || self.columns.are_positions() {
            return Ok(None);
        }
        let date = match self.dates.when(date_part(cell)) {
            Some(When::Day(date)) => date,
            Some(When::Local(local) | When::Moment(_, local, _)) => local.date(),
            Some(When::Epoch(timestamp)) => timestamp.to_zoned(TimeZone::UTC).date(),
            None => return Err(format!("'{cell}' is not a date")),
        };
        if date > self.today {
            return Err(format!("the date {date} is after today"));
        }
        Ok(Some(date))
    }
}

/// The price of a unit without fees, the fee of the transaction, and their currency.
struct UnitPrice {
    price: Option<f64>,
    /// True if the price was computed from an amount of money.
    is_computed: bool,
    fee: Option<f64>,
    money: Option<Money>,
}

/// Returns the part of a cell before `, 09:30:00` and ` as of 01/31/2024`.
fn date_part(cell: &str) -> &str {
    let before_time = cell.split_once(", ").filter(|(_, time)| time.contains(':'));
    let cell = before_time.map_or(cell, |(date, _)| date);
    cell.split_once(" as of ").map_or(cell, |(date, _)| date)
}

/// Returns an error of a price file as a sentence, without the advice about options of the command line.
fn sentence(error: LineError) -> String {
    let LineError { line, reason, .. } = error;
    let reason = reason.split("; specify").next().unwrap_or_default();
    format!(
        "Line {line}: {reason}. Write dates as 2026-01-31 and numbers without thousands separators."
    )
}
