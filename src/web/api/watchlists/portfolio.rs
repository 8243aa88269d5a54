//! Import of a portfolio that another program or a broker exported.

use std::collections::BTreeMap;

use hyper::StatusCode;
use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::{
        holding::{Holding, Lot},
        ticker::TickerId,
        validation::ValidationError,
    },
    import::{ImportedLot, PortfolioRow as FileRow, RowContent, parse_portfolio},
    market::{Listing, MarketState},
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, bool_param},
        },
    },
};

/// Request body for importing a portfolio.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PortfolioText {
    /// The text of the exported file: CSV with a header, or ghostfolio's JSON.
    text: String,
}

/// The result of importing a portfolio.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PortfolioReport {
    /// The program that wrote the file, such as `Trading 212`; `CSV` if it is not recognized.
    format: String,
    /// Number of rows that were taken.
    taken: usize,
    /// Number of rows that are invalid, or of tickers that this market does not have.
    refused: usize,
    /// Rows in the order of the file.
    rows: Vec<PortfolioRow>,
}

/// The result of importing a row.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PortfolioRow {
    /// Line number in the file, starting at 1; in JSON, the number of the activity.
    line: u64,
    /// The symbol, identifier or name as the row has it.
    instrument: String,
    /// Symbol of the ticker; null if it was not found.
    symbol: Option<String>,
    /// `taken`; `skipped` for a row that is neither a purchase nor a sale nor a position; `refused` for an invalid row.
    #[schema(value_type = String, pattern = "^(taken|skipped|refused)$")]
    outcome: Outcome,
    /// Why the row was not taken: words that can follow a colon; null if it was taken.
    reason: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Taken,
    Skipped,
    Refused,
}

/// Lots by ticker, each with the index of its row.
type LotsByTicker = BTreeMap<TickerId, Vec<(usize, ImportedLot)>>;

/// Imports purchases, sales and positions that another program or a broker exported. The rows of a ticker replace
/// its holding in the list; tickers that are not in the list are added to it. A preview changes nothing.
#[utoipa::path(post, path = "/api/watchlists/{id}/holdings/import", params(("id" = u32, Path),
    ("preview" = Option<bool>, Query, description = "true: only report what would be taken")), request_body = PortfolioText,
    responses((status = 200, description = "The result of each row.", body = PortfolioReport),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn import_portfolio(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
) -> Result<Reply> {
    let list = super::read(state, request, id).await?.id;
    let PortfolioText { text } = request.json()?;
    let is_preview = bool_param(request, "preview")?;
    let now = state.now();
    // The latest day anywhere on Earth; the day at each exchange is checked with the lots.
    let latest = now.to_zoned(TimeZone::UTC).date().tomorrow();
    let file = parse_portfolio(&text, latest.unwrap_or(jiff::civil::Date::MAX))
        .map_err(ApiError::unprocessable)?;
    let (rows, holdings) = {
        let market = state.market.read();
        let (mut rows, lots) = find_tickers(&market, file.rows);
        let holdings = holdings_of(&market, lots, &mut rows, now);
        (rows, holdings)
    };
    if !is_preview && !holdings.is_empty() {
        request
            .store(state, move |store| store.set_holdings(list, &holdings))
            .await?;
    }
    let count = |outcome| rows.iter().filter(|row| row.outcome == outcome).count();
    let report = PortfolioReport {
        format: file.format.to_owned(),
        taken: count(Outcome::Taken),
        refused: count(Outcome::Refused),
        rows,
    };
    Ok(reply::json(StatusCode::OK, &report))
}

/// Finds the ticker of each row. Returns the report of each row, and by ticker the lots with the index of their row.
fn find_tickers(market: &MarketState, rows: Vec<FileRow>) -> (Vec<PortfolioRow>, LotsByTicker) {
    let mut reports = Vec::with_capacity(rows.len());
    let mut lots = LotsByTicker::new();
    for (index, row) in rows.into_iter().enumerate() {
        let mut report = PortfolioRow {
            line: row.line,
            instrument: row.instrument,
            symbol: None,
            outcome: Outcome::Refused,
            reason: None,
        };
        match row.content {
            RowContent::Lot(lot) => match find(market, &lot) {
                Ok(listing) => {
                    report.symbol = Some(listing.ticker.profile.symbol.clone());
                    report.outcome = Outcome::Taken;
                    let of_ticker = lots.entry(listing.ticker.id).or_default();
                    of_ticker.push((index, lot));
                }
                Err(reason) => report.reason = Some(reason),
            },
            RowContent::Other(reason) => {
                report.outcome = Outcome::Skipped;
                report.reason = Some(reason);
            }
            RowContent::Invalid(reason) => report.reason = Some(reason),
        }
        reports.push(report);
    }
    (reports, lots)
}

/// Returns the holding in each ticker according to its lots. The rows of invalid lots are refused in `rows`.
fn holdings_of(
    market: &MarketState,
    lots: LotsByTicker,
    rows: &mut [PortfolioRow],
    now: Timestamp,
) -> Vec<(TickerId, Holding)> {
    let mut holdings = Vec::with_capacity(lots.len());
    for (ticker, lots) in lots {
        let Some(listing) = market.get(ticker) else {
            continue;
        };
        match holding(listing, market, &lots, now) {
            Ok(holding) => holdings.push((ticker, holding)),
            Err(ValidationError(reason)) => {
                for (index, _) in lots {
                    rows[index].outcome = Outcome::Refused;
                    rows[index].reason = Some(reason.clone());
                }
            }
        }
    }
    holdings
}

/// Finds the ticker of a lot, by its identifier if the file has one, and checks the currency.
fn find<'a>(
    market: &'a MarketState,
    lot: &ImportedLot,
) -> std::result::Result<&'a Listing, String> {
    let names = [lot.symbol.as_deref(), lot.identifier.as_deref()];
    let matches = |listing: &&Listing| {
        lot.currency
            .is_none_or(|currency| currency == listing.ticker.profile.currency)
    };
    let found: Vec<&Listing> = names
        .into_iter()
        .flatten()
        .filter_map(|name| market.find_symbol(name))
        .collect();
    let listing = found.iter().copied().find(matches);
    match (listing, found.first(), lot.currency) {
        (Some(listing), ..) => Ok(listing),
        (None, Some(other), Some(currency)) => Err(format!(
            "the price is in {currency}, but {} is traded in {}",
            other.ticker.profile.symbol, other.ticker.profile.currency
        )),
        _ => Err("this market has no such ticker; follow it first".to_owned()),
    }
}

/// Returns the holdings according to the rows of a ticker: lots if all have a day and a price, or else the sum of all units with their
/// average cost.
fn holding(
    listing: &Listing,
    market: &MarketState,
    rows: &[(usize, ImportedLot)],
    now: Timestamp,
) -> std::result::Result<Holding, ValidationError> {
    let today = listing.date_at(now);
    let quotation = listing.ticker.profile.quotation;
    // A price in percent is a hundred times the amount for a nominal value of 1.
    let price_of = |row: &ImportedLot| {
        let unit_value = if row.is_price_computed {
            quotation.unit_value()
        } else {
            1.0
        };
        row.price.map(|price| price / unit_value)
    };
    let lot = |(_, row): &(usize, ImportedLot)| {
        Some(Lot {
            date: row.date?,
            quantity: row.quantity,
            price: price_of(row)?,
            fee: row.fee,
        })
    };
    if let Some(lots) = rows.iter().map(lot).collect::<Option<Vec<Lot>>>() {
        return Holding::lots(lots, market.splits_of(listing.ticker.id), today);
    }
    let quantity: f64 = rows.iter().map(|(_, row)| row.quantity).sum();
    let paid = rows
        .iter()
        .map(|(_, row)| Some(price_of(row)? * row.quantity))
        .sum::<Option<f64>>();
    Holding::average(quantity, paid.map(|paid| paid / quantity), today)
}
