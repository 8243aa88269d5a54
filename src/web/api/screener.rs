//! Endpoint of the stock screener.

mod unfollowed;

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        person::PersonId,
        screen::{self, NumberField, QueryError, Row, Screen, TextField, Universe},
    },
    screener::Evaluation,
    web::{
        AppState,
        api::{
            paging::{DEFAULT_LIMIT, MAX_LIMIT, MAX_OFFSET},
            shapes::{DisplayRates, TickerRow},
        },
        http::{
            csv::{self, CsvWriter, escape_formula},
            error::{ApiError, Result},
            format::Format,
            reply::{CachedBody, Reply, blocking},
            request::{ApiRequest, bool_param, count_param},
        },
    },
};

/// The parameters that are not part of the screen.
const PAGE_PARAMETERS: [&str; 4] = ["offset", "limit", "format", "bom"];

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        Self::bad_request(error.to_string())
    }
}

/// Tickers that match a screen.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScreenerResult {
    /// The screen's query in its canonical form, as in a saved screen.
    query: String,
    /// stocks, sp500 or list: the tickers that were searched.
    universe: &'static str,
    /// Id of the watchlist that was searched; null for other universes.
    list: Option<u32>,
    /// Number of tickers that were searched.
    universe_size: usize,
    /// Number of searched members of the index that this server does not follow. They have no values from a price history or from
    /// reports.
    unfollowed: usize,
    /// Time of the prices of the members that are not followed; null without them.
    #[schema(value_type = Option<String>, format = DateTime)]
    unfollowed_as_of: Option<Timestamp>,
    /// Number of members of the index; `universeSize` of them were searched. Null for other universes.
    index_members: Option<usize>,
    /// The day of the list of the index's members; null for other universes.
    #[schema(value_type = Option<String>, format = Date)]
    members_as_of: Option<Date>,
    /// Number of tickers that match.
    matched: usize,
    /// Number of tickers that might match: they fail no criterion, but lack a value that a criterion needs.
    undecided: usize,
    /// For each criterion, the number of searched tickers without its value; only numbers above zero.
    unknown: Vec<UnknownValues>,
    /// Number of tickers of the market whose price history has not been read yet; their values are unknown or from the day before.
    pending: usize,
    /// Sectors in the universe, ascending.
    sectors: Vec<String>,
    /// Countries in the universe, ascending.
    countries: Vec<String>,
    /// Currencies in the universe, ascending.
    currencies: Vec<String>,
    /// The matching tickers from `offset` on, in the order of the screen.
    rows: Vec<ScreenerRow>,
}

/// The number of tickers that lack a value.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct UnknownValues {
    /// Name of the criterion's query parameter.
    field: &'static str,
    /// Noun for sentences, such as P/E.
    noun: &'static str,
    /// Number of tickers.
    count: usize,
}

/// A ticker that matches a screen.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScreenerRow {
    /// The ticker.
    #[serde(flatten)]
    row: TickerRow,
    /// False for a member of the index that this server does not follow: its `id` is 0, and its price is from a list of stocks.
    is_followed: bool,
    /// The values of the ticker.
    values: ScreenerValues,
}

/// The values of a ticker that a screen compares, other than price, change over a day or week and volume; null is unknown. Changes,
/// yields and distances are in percent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ScreenerValues {
    /// Change over one month.
    #[serde(rename = "change1M")]
    change_1m: Option<f64>,
    /// Change over three months.
    #[serde(rename = "change3M")]
    change_3m: Option<f64>,
    /// Change over six months.
    #[serde(rename = "change6M")]
    change_6m: Option<f64>,
    /// Change since the last close of the previous year.
    #[serde(rename = "changeYTD")]
    change_ytd: Option<f64>,
    /// Change over one year.
    #[serde(rename = "change1Y")]
    change_1y: Option<f64>,
    /// Change over three years.
    #[serde(rename = "change3Y")]
    change_3y: Option<f64>,
    /// Change over five years.
    #[serde(rename = "change5Y")]
    change_5y: Option<f64>,
    /// Market capitalization in US dollars.
    market_cap: Option<f64>,
    /// Price ÷ diluted earnings per share of the last four quarters, or of the last fiscal year where it is newer. For a foreign filer,
    /// whose listed security may stand for several shares: market cap ÷ net income.
    pe: Option<f64>,
    /// Regular dividends of the last twelve months in percent of the price.
    dividend_yield: Option<f64>,
    /// Growth of revenue over twelve months: of the last four quarters against the four before, or of the last fiscal year.
    revenue_growth: Option<f64>,
    /// Distance of the price below its 52-week high, in percent of the high; 0 at the high.
    below_high: Option<f64>,
    /// Wilder's relative strength index over 14 daily closes, 0 to 100.
    rsi: Option<f64>,
}

impl ScreenerValues {
    fn of(row: &Row) -> Self {
        Self {
            change_1m: row.number(NumberField::ChangeMonth),
            change_3m: row.number(NumberField::ChangeQuarter),
            change_6m: row.number(NumberField::ChangeHalfYear),
            change_ytd: row.number(NumberField::ChangeYearToDate),
            change_1y: row.number(NumberField::ChangeYear),
            change_3y: row.number(NumberField::ChangeThreeYears),
            change_5y: row.number(NumberField::ChangeFiveYears),
            market_cap: row.number(NumberField::MarketCap),
            pe: row.number(NumberField::PriceToEarnings),
            dividend_yield: row.number(NumberField::DividendYield),
            revenue_growth: row.number(NumberField::RevenueGrowth),
            below_high: row.number(NumberField::BelowHigh),
            rsi: row.number(NumberField::Rsi),
        }
    }
}

/// Lists the tickers that meet every criterion. A criterion on a number is a range with inclusive limits (`pe=5..20`, `pe=..20`); a
/// criterion on a word may be repeated, and one of the words must match. An unknown value meets no criterion. CSV contains all matching
/// tickers unless `limit` is given.
#[utoipa::path(get, path = "/api/screener", params(
        ("universe" = Option<String>, Query, pattern = "^(stocks|sp500)$", description = "stocks (default): all stocks of this market; sp500: the members of the S&P 500, which in the live market need not be followed"),
        ("list" = Option<u32>, Query, description = "id of a watchlist, instead of a universe"),
        ("price" = Option<String>, Query, pattern = "<range>", description = "price, in the ticker's currency or in percent"),
        ("change1D" = Option<String>, Query, pattern = "<range>", description = "change since the previous close, in percent"),
        ("change1W" = Option<String>, Query, pattern = "<range>", description = "change over a week, in percent"),
        ("change1M" = Option<String>, Query, pattern = "<range>", description = "change over a month, in percent"),
        ("change3M" = Option<String>, Query, pattern = "<range>", description = "change over three months, in percent"),
        ("change6M" = Option<String>, Query, pattern = "<range>", description = "change over six months, in percent"),
        ("changeYTD" = Option<String>, Query, pattern = "<range>", description = "change since the start of the year, in percent"),
        ("change1Y" = Option<String>, Query, pattern = "<range>", description = "change over a year, in percent"),
        ("change3Y" = Option<String>, Query, pattern = "<range>", description = "change over three years, in percent"),
        ("change5Y" = Option<String>, Query, pattern = "<range>", description = "change over five years, in percent"),
        ("marketCap" = Option<String>, Query, pattern = "<range>", description = "market cap, in US dollars"),
        ("pe" = Option<String>, Query, pattern = "<range>", description = "price-to-earnings ratio over twelve months"),
        ("dividendYield" = Option<String>, Query, pattern = "<range>", description = "regular dividends of twelve months, in percent of the price"),
        ("revenueGrowth" = Option<String>, Query, pattern = "<range>", description = "growth of revenue over twelve months, in percent"),
        ("belowHigh" = Option<String>, Query, pattern = "<range>", description = "distance below the 52-week high, in percent of the high"),
        ("rsi" = Option<String>, Query, pattern = "<range>", description = "relative strength index over 14 days"),
        ("volume" = Option<String>, Query, pattern = "<range>", description = "units traded in the session"),
        ("sector" = Option<Vec<String>>, Query, description = "sector, in any case; may be repeated"),
        ("country" = Option<Vec<String>>, Query, description = "country, in any case; may be repeated"),
        ("currency" = Option<Vec<String>>, Query, description = "ISO code of the currency; may be repeated"),
        ("sort" = Option<String>, Query, description = "symbol, name, sector, country, currency or the name of a range; default marketCap"),
        ("dir" = Option<String>, Query, pattern = "^(asc|desc)$", description = "default: desc for numbers, asc for words"),
        ("offset" = Option<u32>, Query, maximum = 1_000_000, description = "number of rows to skip"),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 500, description = "maximum number of rows; default 100"),
        ("format" = Option<String>, Query, pattern = "^(json|csv)$", description = "json (default) or csv"),
        ("bom" = Option<bool>, Query, description = "true: start the CSV with a byte order mark, by which Excel recognizes UTF-8")),
    responses((status = 200, description = "The matching tickers, and how many lack a value.",
            content((ScreenerResult = "application/json"), (String = "text/csv"))),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn search(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let format = Format::from_request(request)?;
    let limit = count_param(request, "limit", 1, MAX_LIMIT)?;
    let offset = count_param(request, "offset", 0, MAX_OFFSET)?.unwrap_or(0);
    let with_byte_order_mark = bool_param(request, "bom")?;
    let pairs = screen::pairs(request.raw_query());
    let screen =
        Screen::from_pairs(pairs.filter(|(name, _)| !PAGE_PARAMETERS.contains(&name.as_str())))?;
    let (screener, searched, now) = (Arc::clone(&state.screener), screen.clone(), state.now());
    let (evaluation, values) = request
        .store(state, move |store| {
            let evaluation = screener.evaluate(store, &searched, now)?;
            let values = TextField::ALL.map(|field| evaluation.values_of(field));
            Ok((evaluation, values))
        })
        .await?;
    if format == Format::Csv {
        let write = move || {
            let rows = evaluation.rows().skip(offset);
            csv(rows.take(limit.unwrap_or(usize::MAX)))
        };
        let text = blocking(write).await?;
        return Ok(csv::download(text, "screener", with_byte_order_mark));
    }
    let page = (offset, limit.unwrap_or(DEFAULT_LIMIT));
    let result = ScreenerResult::of(
        (state, request.person()),
        &screen,
        &evaluation,
        values,
        page,
    );
    let body = CachedBody::build(move || CachedBody::json(&result)).await?;
    Ok(body.to_reply(&request.headers))
}

impl ScreenerResult {
    /// Creates the response. The texts are those of each [`TextField`] in the universe; the page is the number of rows to skip, and
    /// the maximum number of rows.
    fn of(
        (state, person): (&AppState, PersonId),
        screen: &Screen,
        evaluation: &Evaluation,
        [sectors, countries, currencies]: [Vec<String>; 3],
        (offset, limit): (usize, usize),
    ) -> Self {
        let (now, market) = (state.now(), state.market.read());
        let rates = DisplayRates::new(&market, state.display_currency(person));
        let members = market.listed_members.as_deref();
        let row = |row: &Row| {
            let ticker = match row.id {
                Some(id) => TickerRow::of(market.get(id)?, &rates, now),
                None => TickerRow::of(&unfollowed::listing(row, members), &rates, now),
            };
            Some(ScreenerRow {
                row: ticker,
                is_followed: row.id.is_some(),
                values: ScreenerValues::of(row),
            })
        };
        let rows = evaluation.rows().skip(offset).take(limit);
        let rows = rows.filter_map(row).collect();
        let sp500 = state.screener.sp500();
        let (universe, list, index) = match screen.universe {
            Universe::Stocks => ("stocks", None, None),
            Universe::Sp500 => ("sp500", None, Some(sp500)),
            Universe::List(id) => ("list", Some(id), None),
        };
        let (matches, unfollowed) = (&evaluation.matches, evaluation.unfollowed());
        let unknown = matches.unknown.iter().map(|unknown| UnknownValues {
            field: unknown.field,
            noun: unknown.noun,
            count: unknown.count,
        });
        Self {
            query: screen.to_query(),
            universe,
            list,
            universe_size: matches.universe_size,
            unfollowed,
            unfollowed_as_of: members
                .filter(|_| unfollowed > 0)
                .map(|members| members.as_of),
            index_members: index.map(|index| index.symbols.len()),
            members_as_of: index.map(|index| index.as_of),
            matched: matches.rows.len(),
            undecided: matches.undecided,
            unknown: unknown.collect(),
            pending: evaluation.table.pending,
            sectors,
            countries,
            currencies,
            rows,
        }
    }
}

/// Writes rows as CSV: the texts, and every number under the name of its query parameter. A field is empty if it is unknown.
fn csv<'a>(rows: impl Iterator<Item = &'a Row>) -> Result<Vec<u8>> {
    let mut writer = CsvWriter::new("a screen");
    let texts = ["symbol", "name"].into_iter();
    let texts = texts.chain(TextField::ALL.iter().map(|field| field.name()));
    let header = texts.chain(NumberField::ALL.iter().map(|field| field.name()));
    let header = header.chain(["priceUnit"]);
    writer.row(&header.collect::<Vec<_>>())?;
    for row in rows {
        let unit = row.texts.quoted_in.quotation.as_str();
        let texts = [&*row.texts.symbol, &*row.texts.name].map(escape_formula);
        let words = TextField::ALL
            .iter()
            .map(|field| escape_formula(row.text(*field).unwrap_or_default()));
        let numbers = NumberField::ALL.iter().map(|field| {
            let number = row.number(*field);
            number.map_or(String::new(), |number| number.to_string())
        });
        let fields = texts.into_iter().chain(words).chain(numbers);
        let fields = fields.chain([unit.to_owned()]);
        writer.row(&fields.collect::<Vec<_>>())?;
    }
    writer.finish()
}
