//! Daily exchange rates since 1999, for converting histories.

use jiff::{ToSpan as _, civil::Date, tz::TimeZone};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency,
        fixing::{
            Series,
            rates::{MAX_RATE_AGE_DAYS, is_cross_rate},
        },
    },
    market::Topic,
    web::{
        AppState,
        http::{
            cache::CacheVersion,
            error::{ApiError, Result},
            reply::{CachedBody, Reply},
            request::{ApiRequest, currency_param},
        },
    },
};

/// Daily rates of one currency in another.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExchangeRates {
    /// The currency that is converted (ISO 4217).
    #[schema(value_type = String)]
    from: Currency,
    /// The currency of the rates (ISO 4217).
    #[schema(value_type = String)]
    to: Currency,
    /// True if the rates are computed from the euro rates of both currencies, because neither is the euro.
    is_cross_rate: bool,
    /// Name of the source, `ecb`; null if there are no rates.
    source: Option<String>,
    /// The rates, ascending. A day without a rate has the rate of the day before.
    rates: Vec<DayRate>,
}

/// The rate of a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DayRate {
    /// The day of the fixing.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Units of the second currency per unit of the first.
    rate: f64,
}

/// Returns the euro reference rates of a currency pair by day. Starts with the rate that is valid on the day `since` (default: a year
/// ago). The list is empty if the rates of a currency are unknown, as in the sample market.
#[utoipa::path(get, path = "/api/exchange-rates", params(
        ("from" = String, Query, pattern = "^[A-Z]{3}$", example = "EUR", description = "Currency (ISO 4217)"),
        ("to" = String, Query, pattern = "^[A-Z]{3}$", example = "USD", description = "Currency (ISO 4217)"),
        ("since" = Option<String>, Query, format = Date, description = "First day, such as 2020-01-31")),
    responses((status = 200, description = "Rates by day.", body = ExchangeRates)))]
pub(crate) async fn rates(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let (from, to) = (currency(request, "from")?, currency(request, "to")?);
    let since = since(request, state)?;
    let key = format!("exchange-rates/{from}/{to}/{since}");
    // The data changes once a day.
    let version =
        CacheVersion::of(&state.market, &[Topic::Fixings], state.now()).without_coalescing();
    let body = state
        .cached_with(
            request.person(),
            &key,
            &version,
            |market, _| {
                let fixings = &market.fixings;
                let earlier = since.saturating_sub(MAX_RATE_AGE_DAYS.days());
                let all: Vec<(Date, f64)> = fixings.rates(from, to, earlier..=Date::MAX).collect();
                let first = all.partition_point(|(date, _)| *date <= since);
                let valid = all.get(first.saturating_sub(1)..).unwrap_or_default();
                let newest = fixings.newest(Series::EuroRates);
                ExchangeRates {
                    from,
                    to,
                    is_cross_rate: is_cross_rate(from, to),
                    source: newest
                        .filter(|_| !valid.is_empty())
                        .map(|fixing| fixing.provider.clone()),
                    rates: valid
                        .iter()
                        .map(|(date, rate)| DayRate {
                            date: *date,
                            rate: *rate,
                        })
                        .collect(),
                }
            },
            |rates| CachedBody::json(&rates),
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

fn currency(request: &ApiRequest, name: &str) -> Result<Currency> {
    currency_param(request, name)?
        .ok_or_else(|| ApiError::bad_request(format!("Missing query parameter '{name}'.")))
}

fn since(request: &ApiRequest, state: &AppState) -> Result<Date> {
    let Some(text) = request.query("since") else {
        let today = state.now().to_zoned(TimeZone::UTC).date();
        return Ok(today.saturating_sub(1.year()));
    };
    text.parse().map_err(|_| {
        ApiError::bad_request(format!(
            "Invalid since '{text}'; expected a date such as 2020-01-31."
        ))
    })
}
