//! Parses the JSON of `/v10/finance/quoteSummary`, as recorded in 2025: modules of data for one symbol. Unlike in the quote endpoint,
//! ratios are fractions.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::Deserialize;

use super::{category::category, quote::MarketCapInputs, target::Target};
use crate::{
    domain::{
        currency::{Currency, PriceUnit},
        earnings::{EarningsEvent, ReportTime},
        facts::{AnnouncedDividend, TickerFacts},
        fund::FundUpdate,
        price::in_whole_units,
        session::{Phase, exchange_date},
        ticker::TickerKind::{Etf, Fund, Stock},
    },
    providers::core::lenient::{self, Number, Text, or_default},
    source::SourceError,
};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    #[serde(default, deserialize_with = "or_default")]
    quote_summary: Option<SummaryResponse>,
}

#[derive(Debug, Deserialize)]
struct SummaryResponse {
    #[serde(default, deserialize_with = "or_default")]
    result: Vec<Modules>,
    #[serde(default, deserialize_with = "or_default")]
    error: Option<Failure>,
}

#[derive(Debug, Deserialize)]
struct Failure {
    #[serde(default)]
    code: Text,
    #[serde(default)]
    description: Text,
}

/// The modules of a response. Missing or malformed modules count as unknown.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Modules {
    #[serde(deserialize_with = "or_default")]
    price: QuotedPrice,
    #[serde(deserialize_with = "or_default")]
    summary_detail: Detail,
    #[serde(deserialize_with = "or_default")]
    default_key_statistics: Statistics,
    #[serde(deserialize_with = "or_default")]
    summary_profile: SummaryProfile,
    #[serde(deserialize_with = "or_default")]
    fund_profile: FundProfile,
    #[serde(deserialize_with = "or_default")]
    calendar_events: Events,
    #[serde(deserialize_with = "or_default")]
    earnings: Financials,
    #[serde(deserialize_with = "or_default")]
    financial_data: Financials,
    #[serde(deserialize_with = "or_default")]
    earnings_trend: Trend,
}

/// The currency in which a company reports, which may differ from that of its price.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Financials {
    financial_currency: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Trend {
    #[serde(rename = "trend", deserialize_with = "or_default")]
    periods: Vec<PeriodEstimate>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct PeriodEstimate {
    #[serde(deserialize_with = "or_default")]
    earnings_estimate: Estimate,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Estimate {
    earnings_currency: Text,
}

impl Modules {
    /// Returns the currency of earnings per share: that of the estimates, or else that in which the company reports.
    fn currency_of_earnings(&self) -> Option<PriceUnit> {
        let estimate_currency = self
            .earnings_trend
            .periods
            .iter()
            .find_map(|period| period.earnings_estimate.earnings_currency.as_deref());
        estimate_currency
            .or(self.earnings.financial_currency.as_deref())
            .or(self.financial_data.financial_currency.as_deref())
            .and_then(PriceUnit::parse)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct QuotedPrice {
    symbol: Text,
    currency: Text,
    regular_market_price: Number,
    market_cap: Number,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Detail {
    total_assets: Number,
    #[serde(rename = "yield")]
    dividend_yield: Number,
    dividend_rate: Number,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Statistics {
    shares_outstanding: Number,
    fund_inception_date: Number,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SummaryProfile {
    sector: Text,
    industry: Text,
    country: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct FundProfile {
    family: Text,
    category_name: Text,
    #[serde(deserialize_with = "or_default")]
    fees_expenses_investment: Fees,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Fees {
    annual_report_expense_ratio: Number,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Events {
    #[serde(deserialize_with = "or_default")]
    earnings: Report,
    ex_dividend_date: Number,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Report {
    /// The time of the report, or the first and the last time at which it is expected.
    #[serde(deserialize_with = "or_default")]
    earnings_date: Vec<Number>,
    #[serde(deserialize_with = "or_default")]
    is_earnings_date_estimate: Option<bool>,
    earnings_average: Number,
}

/// Parses the data of `target`; `None` if there is none.
pub(super) fn read(
    body: &[u8],
    target: &Target,
    now: Timestamp,
) -> Result<Option<TickerFacts>, SourceError> {
    let envelope: Envelope = lenient::json(body)?;
    let response = envelope
        .quote_summary
        .ok_or_else(|| SourceError::InvalidResponse("no facts in the response".to_owned()))?;
    if let Some(failure) = response.error {
        return match failure.code.as_deref() {
            Some("Not Found") => Ok(None),
            _ => Err(SourceError::Refused(
                failure.description.0.unwrap_or_default(),
            )),
        };
    }
    let modules = response.result.into_iter().next();
    // A response for another symbol is ignored.
    let is_for_target = |modules: &Modules| {
        modules
            .price
            .symbol
            .as_deref()
            .is_none_or(|name| name == target.yahoo)
    };
    Ok(modules
        .filter(is_for_target)
        .map(|modules| facts(modules, target, now)))
}

fn facts(modules: Modules, target: &Target, now: Timestamp) -> TickerFacts {
    let value = MarketCapInputs {
        currency: modules.price.currency.as_deref(),
        price: modules.price.regular_market_price,
        market_cap: modules.price.market_cap,
        shares: modules.default_key_statistics.shares_outstanding,
    };
    let is_fund = matches!(target.kind, Etf | Fund);
    let fund = is_fund.then(|| fund(&modules, value.matches_listing_currency(target)));
    let category = fund.as_ref().and_then(|fund| fund.category);
    let next_report = next_report(&modules, target, now);
    TickerFacts {
        isin: None,
        figi: None,
        symbol: target.symbol.clone(),
        is_complete: true,
        units: value.units(target).filter(|_| !is_fund),
        sector: category
            .map(str::to_owned)
            .or(modules.summary_profile.sector.0),
        industry: modules.summary_profile.industry.0,
        country: modules.summary_profile.country.0,
        locked: None,
        fund: fund.filter(|fund| *fund != FundUpdate::default()),
        next_report,
        listed: None,
        ex_dividend: date(modules.calendar_events.ex_dividend_date).map(|ex_date| {
            AnnouncedDividend {
                ex_date,
                yearly: modules.summary_detail.dividend_rate.positive(),
            }
        }),
    }
}

fn fund(modules: &Modules, matches_listing_currency: bool) -> FundUpdate {
    let profile = &modules.fund_profile;
    let percent = |fraction: Number, max: f64| {
        fraction
            .0
            .map(|fraction| fraction * 100.0)
            // Yahoo sends 0 for unknown values.
            .filter(|percent| *percent > 0.0 && *percent < max)
    };
    let assets = modules.summary_detail.total_assets.positive();
    FundUpdate {
        issuer: profile.family.0.clone(),
        category: profile.category_name.as_deref().and_then(category),
        aum: assets.filter(|_| matches_listing_currency),
        expense_ratio: percent(
            profile.fees_expenses_investment.annual_report_expense_ratio,
            20.0,
        ),
        distribution_yield: percent(modules.summary_detail.dividend_yield, 100.0),
        inception: date(modules.default_key_statistics.fund_inception_date),
    }
}

/// Converts a date, which Yahoo sends as midnight UTC.
fn date(seconds: Number) -> Option<Date> {
    let midnight = Timestamp::from_second(seconds.seconds()?).ok()?;
    Some(midnight.to_zoned(TimeZone::UTC).date())
}

const DAY: i64 = 86_400;

/// Returns the upcoming earnings report, dated on the first day on which it is expected. A time at midnight UTC is a date without a
/// time.
fn next_report(modules: &Modules, target: &Target, now: Timestamp) -> Option<EarningsEvent> {
    let report = &modules.calendar_events.earnings;
    let unit = modules.currency_of_earnings();
    let first = report.earnings_date.first()?.seconds()?;
    let at = Timestamp::from_second(first).ok()?;
    let is_day = first.rem_euclid(DAY) == 0;
    let date = if is_day {
        at.to_zoned(TimeZone::UTC).date()
    } else {
        exchange_date(target.calendar, at)
    };
    if target.kind != Stock || date < exchange_date(target.calendar, now) {
        return None;
    }
    let is_estimate =
        report.earnings_date.len() > 1 || report.is_earnings_date_estimate != Some(false);
    Some(EarningsEvent {
        symbol: target.symbol.clone(),
        date,
        time: report_time(target.calendar.phase(at)).filter(|_| !is_estimate && !is_day),
        // The currency of a foreign company's estimate is unknown if the response does not contain it.
        estimated_eps: report
            .earnings_average
            .0
            .filter(|_| unit.is_some() || target.currency == Currency::USD)
            .map(|eps| in_whole_units(eps, unit.map_or(1.0, |unit| unit.parts))),
        actual_eps: None,
        currency: unit.map(|unit| unit.currency),
        surprise: None,
        is_estimate,
        provider: String::new(),
    })
}

fn report_time(phase: Phase) -> Option<ReportTime> {
    match phase {
        Phase::Pre => Some(ReportTime::Before),
        Phase::Regular => Some(ReportTime::During),
        Phase::Post => Some(ReportTime::After),
        Phase::Closed | Phase::Always | Phase::Unknown | Phase::Overnight => None,
    }
}

#[cfg(test)]
mod tests;
