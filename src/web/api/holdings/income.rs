//! The dividends that are expected in the next 12 months, by month.

use std::collections::BTreeMap;

use hyper::StatusCode;
use jiff::{ToSpan as _, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use super::request::HoldingsRequest;
use crate::{
    domain::{
        currency::Currency,
        dividend::ExpectedPayment,
        holding::{Totals, ValuedPosition},
        session::{Calendar, exchange_date},
    },
    market::{HeldPosition, MarketState},
    web::{
        AppState,
        http::{
            error::Result,
            reply::{self, Reply},
            request::ApiRequest,
        },
    },
};

/// Dividends that are expected in the next 12 months.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ExpectedIncome {
    /// Currency of all amounts (ISO 4217).
    #[schema(value_type = String)]
    currency: Currency,
    /// Sum of all payments; equals `income12m` of the holdings. Null if no dividends are known.
    total: Option<f64>,
    /// The calendar months of the next 12 months, ascending; months without payments are included. There are usually 13, because the first
    /// and the last month are incomplete.
    months: Vec<IncomeMonth>,
}

/// Dividends that are expected in a month.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(crate) struct IncomeMonth {
    /// The month, such as `2026-12`.
    #[schema(pattern = "^[0-9]{4}-[0-9]{2}$")]
    month: String,
    /// Sum of the payments.
    amount: f64,
    /// Payments, ascending by date.
    payments: Vec<IncomePayment>,
}

/// A dividend that is expected for a position.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct IncomePayment {
    /// Symbol of the ticker.
    symbol: String,
    /// The ex-date; a year after the last one if it is not announced.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Amount for all units of the position.
    amount: f64,
    /// True if the dividend is announced; false for a regular dividend of the last 12 months that is expected once more.
    is_announced: bool,
}

/// Lists the dividends that are expected in the next 12 months for the holdings, by month.
#[utoipa::path(get, path = "/api/holdings/income", params(
        ("watchlistId" = Option<u32>, Query, description = "Id of a watchlist; default: all lists"),
        ("symbol" = Option<String>, Query, description = "Only the dividends of this ticker"),
        ("currency" = Option<String>, Query, pattern = "^[A-Z]{3}$", description = "Currency of the amounts; default: the display currency")),
    responses((status = 200, description = "Payments by month.", body = ExpectedIncome),
        (status = 404, description = "There is no such watchlist or ticker.", body = String)))]
pub(crate) async fn income(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let HoldingsRequest { lists, currency } = HoldingsRequest::parse(state, request).await?;
    let (market, now) = (state.market.read(), state.now());
    let currency = market.display_or_dollars(currency);
    let held = market.held_positions(&lists, currency, now);
    let valued: Vec<ValuedPosition> = held
        .iter()
        .map(|position| position.valued.clone())
        .collect();
    let mut payments: Vec<IncomePayment> = held
        .iter()
        .flat_map(|position| payments_of(position, &market, position.listing.date_at(now)))
        .collect();
    payments.sort_by(|a, b| a.date.cmp(&b.date).then_with(|| a.symbol.cmp(&b.symbol)));
    // The date at the exchanges may differ by a day from the date in UTC.
    let days = || held.iter().map(|position| position.listing.date_at(now));
    let today = days()
        .min()
        .unwrap_or_else(|| exchange_date(Calendar::Always, now));
    let until = days().max();
    let response = ExpectedIncome {
        currency,
        total: Totals::of(&valued).income,
        months: by_month(payments, today, until.unwrap_or(today)),
    };
    Ok(reply::json(StatusCode::OK, &response))
}

/// Returns the expected dividends of a position; none if its value is unknown, as the total does not include it either.
fn payments_of(held: &HeldPosition<'_>, market: &MarketState, today: Date) -> Vec<IncomePayment> {
    let valued = &held.valued;
    let (Some(_), Some(units), Some(rate)) =
        (valued.display_value(), valued.position.units(), valued.rate)
    else {
        return Vec::new();
    };
    let dividends = market
        .expected_dividends(held.listing, today)
        .unwrap_or_default();
    let payment = |dividend: ExpectedPayment| IncomePayment {
        symbol: held.listing.ticker.profile.symbol.clone(),
        date: dividend.ex_date,
        amount: valued.position.quotation.amount(units, dividend.amount) * rate,
        is_announced: !dividend.is_projected,
    };
    dividends.into_iter().map(payment).collect()
}

/// Groups payments by month, from the day after `today` until a year after `latest_today`. These are the earliest and the
/// latest current date at the exchanges of the positions.
fn by_month(payments: Vec<IncomePayment>, today: Date, latest_today: Date) -> Vec<IncomeMonth> {
    let name = |day: Date| format!("{:04}-{:02}", day.year(), day.month());
    let mut months: BTreeMap<Date, IncomeMonth> = BTreeMap::new();
    let mut first = today.tomorrow().unwrap_or(today).first_of_month();
    let until = latest_today.saturating_add(1.year());
    while first <= until {
        let month = IncomeMonth {
            month: name(first),
            ..IncomeMonth::default()
        };
        months.insert(first, month);
        let next = first.saturating_add(1.month());
        if next == first {
            break;
        }
        first = next;
    }
    for payment in payments {
        if let Some(month) = months.get_mut(&payment.date.first_of_month()) {
            month.amount += payment.amount;
            month.payments.push(payment);
        }
    }
    months.into_values().collect()
}
