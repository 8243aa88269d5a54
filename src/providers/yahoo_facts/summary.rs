//! The JSON of `/v10/finance/quoteSummary`, as recorded in 2025: modules of facts about one symbol. Parts
//! of a whole are fractions here, unlike in the quote endpoint.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::Deserialize;

use super::{category::category, quote::Value, target::Target};
use crate::{
    domain::{
        currency::{Currency, QuotedIn},
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
    quote_summary: Option<Answer>,
}

#[derive(Debug, Deserialize)]
struct Answer {
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

/// A module that is missing or of another shape is unknown.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Modules {
    #[serde(deserialize_with = "or_default")]
    price: Quoted,
    #[serde(deserialize_with = "or_default")]
    summary_detail: Detail,
    #[serde(deserialize_with = "or_default")]
    default_key_statistics: Statistics,
    #[serde(deserialize_with = "or_default")]
    summary_profile: Company,
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

/// The currency in which a company reports, which need not be that of its price.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Financials {
    financial_currency: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Trend {
    #[serde(deserialize_with = "or_default")]
    trend: Vec<Expected>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Expected {
    #[serde(deserialize_with = "or_default")]
    earnings_estimate: Estimate,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Estimate {
    earnings_currency: Text,
}

impl Modules {
    /// The currency of earnings per share, by the estimates themselves or by what the company reports in.
    fn currency_of_earnings(&self) -> Option<QuotedIn> {
        let of_estimates = self
            .earnings_trend
            .trend
            .iter()
            .find_map(|expected| expected.earnings_estimate.earnings_currency.as_deref());
        of_estimates
            .or(self.earnings.financial_currency.as_deref())
            .or(self.financial_data.financial_currency.as_deref())
            .and_then(QuotedIn::parse)
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Quoted {
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
    distributed: Number,
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
struct Company {
    sector: Text,
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
    /// One moment, or the two ends of a time within which it is expected.
    #[serde(deserialize_with = "or_default")]
    earnings_date: Vec<Number>,
    #[serde(deserialize_with = "or_default")]
    is_earnings_date_estimate: Option<bool>,
    earnings_average: Number,
}

/// What the answer tells of `target`; `None` where there is nothing about it.
pub(super) fn read(
    body: &[u8],
    target: &Target,
    now: Timestamp,
) -> Result<Option<TickerFacts>, SourceError> {
    let envelope: Envelope = lenient::json(body)?;
    let answer = envelope
        .quote_summary
        .ok_or_else(|| SourceError::Shape("it has no facts".to_owned()))?;
    if let Some(failure) = answer.error {
        return match failure.code.as_deref() {
            Some("Not Found") => Ok(None),
            _ => Err(SourceError::Refused(
                failure.description.0.unwrap_or_default(),
            )),
        };
    }
    let modules = answer.result.into_iter().next();
    // An answer about somebody else is none.
    let is_ours = |modules: &Modules| {
        modules
            .price
            .symbol
            .as_deref()
            .is_none_or(|name| name == target.yahoo)
    };
    Ok(modules
        .filter(is_ours)
        .map(|modules| facts(modules, target, now)))
}

fn facts(modules: Modules, target: &Target, now: Timestamp) -> TickerFacts {
    let value = Value {
        currency: modules.price.currency.as_deref(),
        price: modules.price.regular_market_price,
        market_cap: modules.price.market_cap,
        shares: modules.default_key_statistics.shares_outstanding,
    };
    let is_fund = matches!(target.kind, Etf | Fund);
    let fund = is_fund.then(|| fund(&modules, value.is_in_its_currency(target)));
    let category = fund.as_ref().and_then(|fund| fund.category);
    let next_report = next_report(&modules, target, now);
    TickerFacts {
        symbol: target.symbol.clone(),
        is_complete: true,
        units: value.units(target).filter(|_| !is_fund),
        sector: category
            .map(str::to_owned)
            .or(modules.summary_profile.sector.0),
        country: modules.summary_profile.country.0,
        locked: None,
        fund: fund.filter(|fund| *fund != FundUpdate::default()),
        next_report,
        ex_dividend: date(modules.calendar_events.ex_dividend_date).map(|ex_date| {
            AnnouncedDividend {
                ex_date,
                yearly: modules.summary_detail.dividend_rate.positive(),
            }
        }),
    }
}

fn fund(modules: &Modules, is_in_its_currency: bool) -> FundUpdate {
    let profile = &modules.fund_profile;
    let percent = |part: Number, most: f64| {
        part.0
            .map(|part| part * 100.0)
            // Of what it does not know, it says 0.
            .filter(|percent| *percent > 0.0 && *percent < most)
    };
    let assets = modules.summary_detail.total_assets.positive();
    FundUpdate {
        issuer: profile.family.0.clone(),
        category: profile.category_name.as_deref().and_then(category),
        aum: assets.filter(|_| is_in_its_currency),
        expense_ratio: percent(
            profile.fees_expenses_investment.annual_report_expense_ratio,
            20.0,
        ),
        distribution_yield: percent(modules.summary_detail.distributed, 100.0),
        inception: date(modules.default_key_statistics.fund_inception_date),
    }
}

/// A day, which is told as its midnight in UTC.
fn date(seconds: Number) -> Option<Date> {
    let at = Timestamp::from_second(seconds.seconds()?).ok()?;
    Some(at.to_zoned(TimeZone::UTC).date())
}

const DAY: i64 = 86_400;

/// The report that is still to come: on the first day of those within which it is expected. Midnight in UTC is a day without a
/// time, whatever the exchange's clock says then.
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
        // Without a word about its currency, that of a company abroad is anybody's guess.
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
mod tests {
    use super::*;
    use crate::domain::{session::Calendar, ticker::TickerKind};
    use crate::testing::mangle::mangle;

    fn target(symbol: &str, kind: TickerKind) -> Target {
        Target {
            symbol: symbol.to_owned(),
            yahoo: symbol.to_owned(),
            kind,
            currency: Currency::USD,
            calendar: Calendar::NewYork,
            fetched: None,
            is_watched: false,
        }
    }

    fn one(modules: &str, target: &Target) -> TickerFacts {
        let body = format!(r#"{{"quoteSummary":{{"result":[{{{modules}}}],"error":null}}}}"#);
        let now = "2025-02-24T15:00:00Z".parse().unwrap();
        read(body.as_bytes(), target, now).unwrap().unwrap()
    }

    const FUND: &str = r#""fundProfile":{"family":"Invesco","categoryName":"Large Growth",
        "feesExpensesInvestment":{"annualReportExpenseRatio":0.002,"totalNetAssets":521778.34}},
        "summaryDetail":{"yield":0.0054,"totalAssets":328302690304,"currency":"USD"},
        "price":{"symbol":"QQQ","currency":"USD","regularMarketPrice":526.12},
        "defaultKeyStatistics":{"fundInceptionDate":921024000}"#;

    #[test]
    fn fractions_of_a_fund_become_percent_and_its_size_is_in_whole_dollars() {
        let facts = one(FUND, &target("QQQ", TickerKind::Etf));
        assert_eq!(facts.sector.as_deref(), Some("Equity"));
        let fund = facts.fund.unwrap();
        assert_eq!(fund.issuer.as_deref(), Some("Invesco"));
        assert_eq!(fund.aum, Some(328_302_690_304.0));
        assert!((fund.expense_ratio.unwrap() - 0.2).abs() < 1e-9);
        assert!((fund.distribution_yield.unwrap() - 0.54).abs() < 1e-9);
        assert_eq!(fund.inception.unwrap().to_string(), "1999-03-10");
        let odd = FUND
            .replace("0.0054", r#""n/a""#)
            .replace(r#""Invesco""#, "7");
        let fund = one(&odd, &target("QQQ", TickerKind::Etf)).fund.unwrap();
        assert_eq!((fund.distribution_yield, fund.issuer), (None, None));
        assert!(fund.expense_ratio.is_some() && fund.aum.is_some());
    }

    const DATES: &str = r#""calendarEvents":{"earnings":{"earningsDate":[1746010740,1746446400],
        "isEarningsDateEstimate":true,"earningsAverage":1.61696},"exDividendDate":1747008000,
        "dividendDate":1739404800},"summaryDetail":{"dividendRate":1.04}"#;

    #[test]
    fn a_report_that_is_expected_within_days_is_dated_on_the_first_and_marked() {
        let facts = one(DATES, &target("AAPL", TickerKind::Stock));
        let report = facts.next_report.unwrap();
        assert_eq!(
            (report.date.to_string(), report.time),
            ("2025-04-30".into(), None)
        );
        assert_eq!(
            (report.is_estimate, report.estimated_eps),
            (true, Some(1.61696))
        );
        let announced = facts.ex_dividend.unwrap();
        assert_eq!(announced.ex_date.to_string(), "2025-05-12");
        assert_eq!(announced.yearly, Some(1.04));
    }

    #[test]
    fn estimates_carry_the_currency_that_the_company_reports_in() {
        let baba = target("BABA", TickerKind::Stock);
        let report = |more: &str| one(&format!("{DATES}{more}"), &baba).next_report.unwrap();
        let yuan = Currency::parse("CNY");
        let by_financials = report(r#","earnings":{"financialCurrency":"CNY"}"#);
        assert_eq!(
            (by_financials.currency, by_financials.estimated_eps),
            (yuan, Some(1.61696))
        );
        let by_estimates = report(
            r#","earnings":{"financialCurrency":"USD"},"earningsTrend":{"trend":[{"period":"0q"},{"earningsEstimate":{"avg":{"raw":1.6},"earningsCurrency":"CNY"}}]}"#,
        );
        assert_eq!(
            by_estimates.currency, yuan,
            "the estimates' own word counts"
        );
        assert_eq!(report("").currency, None, "nobody says");
        let toyota = Target {
            currency: Currency::parse("JPY").unwrap(),
            ..target("7203.T", TickerKind::Stock)
        };
        assert_eq!(one(DATES, &toyota).next_report.unwrap().estimated_eps, None);
        let yen = format!(r#"{DATES},"financialData":{{"financialCurrency":"JPY"}}"#);
        let told = one(&yen, &toyota).next_report.unwrap();
        assert_eq!(
            (told.currency, told.estimated_eps),
            (Some(toyota.currency), Some(1.61696))
        );
    }

    #[test]
    fn a_fund_of_which_the_source_says_zero_has_unknown_costs_and_yield() {
        let zero = FUND.replace("0.002", "0").replace("0.0054", "0.0");
        let fund = one(&zero, &target("QQQ", TickerKind::Etf)).fund.unwrap();
        assert_eq!((fund.expense_ratio, fund.distribution_yield), (None, None));
    }

    #[test]
    fn a_confirmed_report_says_when_on_its_day_and_a_past_one_is_not_told() {
        let after = DATES
            .replace("[1746010740,1746446400]", "[1746131400]")
            .replace(":true", ":false");
        let report = one(&after, &target("AAPL", TickerKind::Stock))
            .next_report
            .unwrap();
        assert_eq!(
            (report.date.to_string(), report.is_estimate),
            ("2025-05-01".into(), false)
        );
        assert_eq!(report.time, Some(ReportTime::After), "at half past four");
        let past = after.replace("1746131400", "1738272600");
        assert_eq!(
            one(&past, &target("AAPL", TickerKind::Stock)).next_report,
            None
        );
    }

    #[test]
    fn a_report_at_midnight_utc_is_on_that_day_wherever_the_exchange_is() {
        let zones = [
            "America/New_York",
            "America/Los_Angeles",
            "Europe/London",
            "Asia/Tokyo",
            "Australia/Sydney",
        ];
        for zone in zones {
            let target = Target {
                calendar: Calendar::of_exchange(zone, None, None).unwrap(),
                ..target("X", TickerKind::Stock)
            };
            // 2025-05-01T00:00Z, alone and as the first of some days.
            for days in ["[1746057600]", "[1746057600,1746489600]"] {
                let told = DATES
                    .replace("[1746010740,1746446400]", days)
                    .replace(":true", ":false");
                let report = one(&told, &target).next_report.unwrap();
                let found = (report.date.to_string(), report.time);
                assert_eq!(found, ("2025-05-01".into(), None), "{zone} {days}");
            }
        }
    }

    #[test]
    fn an_answer_about_somebody_else_or_about_nobody_tells_nothing() {
        let now = Timestamp::UNIX_EPOCH;
        let qqq = target("QQQ", TickerKind::Etf);
        let other = r#"{"quoteSummary":{"result":[{"price":{"symbol":"SPY"}}],"error":null}}"#;
        assert_eq!(read(other.as_bytes(), &qqq, now).unwrap(), None);
        let none = r#"{"quoteSummary":{"result":null,"error":{"code":"Not Found","description":"No fundamentals data found"}}}"#;
        assert_eq!(read(none.as_bytes(), &qqq, now).unwrap(), None);
        let refused = r#"{"quoteSummary":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;
        assert!(read(refused.as_bytes(), &qqq, now).is_err());
        assert!(read(b"<html>", &qqq, now).is_err() && read(b"{}", &qqq, now).is_err());
    }

    #[test]
    fn broken_answers_are_no_panic() {
        let apple = target("AAPL", TickerKind::Stock);
        let samples = [&include_bytes!("../../../tests/fixtures/providers/yahoo_summary.json")[..]];
        mangle("yahoo-summary", &samples, |body| {
            let _ = read(body, &apple, Timestamp::UNIX_EPOCH);
        });
    }
}
