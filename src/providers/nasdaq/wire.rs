//! The JSON of `/api/calendar/earnings`, as recorded in 2024 and 2026. Unofficial: `data` or `rows` is
//! null on a day without reports, and amounts are texts: "$2.01", "($0.12)", "", "N/A".

use jiff::civil::Date;
use serde::Deserialize;

use crate::{
    domain::earnings::{EarningsEvent, ReportTime, surprise_percent},
    providers::core::lenient::{self, Text, or_default},
    source::SourceError,
};

#[derive(Debug, Deserialize)]
struct Answer {
    /// Null where nobody reports; missing in what is no calendar.
    #[serde(deserialize_with = "Option::deserialize")]
    data: Option<Data>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Data {
    #[serde(deserialize_with = "or_default")]
    rows: Option<Vec<Row>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Row {
    symbol: Text,
    time: Text,
    eps_forecast: Text,
    /// Once reported.
    eps: Text,
}

/// The reports of `date` of the tickers that `is_known`.
pub(super) fn read(
    body: &[u8],
    date: Date,
    is_known: impl Fn(&str) -> bool,
) -> Result<Vec<EarningsEvent>, SourceError> {
    let answer: Answer = lenient::json(body)?;
    let rows = answer.data.unwrap_or_default().rows.unwrap_or_default();
    let event = |row: Row| {
        // Classes of shares are written BRK/B or BRK.B there.
        let symbol = row.symbol.as_deref()?.trim();
        let ours = symbol.replace(['/', '.'], "-");
        let symbol = [symbol, &ours].into_iter().find(|name| is_known(name))?;
        let (estimate, actual) = (money(&row.eps_forecast), money(&row.eps));
        Some(EarningsEvent {
            symbol: symbol.to_owned(),
            date,
            time: match row.time.as_deref() {
                Some("time-pre-market") => Some(ReportTime::Before),
                Some("time-after-hours") => Some(ReportTime::After),
                _ => None,
            },
            estimated_eps: estimate,
            actual_eps: actual,
            surprise: actual
                .zip(estimate)
                .and_then(|(actual, estimate)| surprise_percent(actual, estimate)),
            is_estimate: false,
            provider: String::new(),
        })
    };
    Ok(rows.into_iter().filter_map(event).collect())
}

/// `$1,234.50` and `($0.12)`, which is a loss.
fn money(text: &Text) -> Option<f64> {
    let text = text.as_deref()?.trim();
    let loss = text
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    let digits = loss.unwrap_or(text).replace(['$', ',', ' '], "");
    let amount: f64 = digits
        .parse()
        .ok()
        .filter(|amount: &f64| amount.is_finite())?;
    Some(if loss.is_some() { -amount } else { amount })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::mangle::mangle;

    fn events(body: &str) -> Vec<EarningsEvent> {
        let date = "2026-08-26".parse().unwrap();
        let known = ["NVDA", "DDD", "BRK-B", "AZO"];
        read(body.as_bytes(), date, |symbol| known.contains(&symbol)).unwrap()
    }

    #[test]
    fn amounts_are_texts_and_a_loss_is_in_brackets() {
        let body = r#"{"data":{"asOf":"Wed, Aug 26, 2026","rows":[
            {"symbol":"NVDA","time":"time-after-hours","epsForecast":"$2.01","noOfEsts":"11","lastYearEPS":"$0.99"},
            {"symbol":"DDD","time":"time-not-supplied","epsForecast":"($0.11)","eps":"($0.22)"},
            {"symbol":"BRK/B","time":"time-pre-market","epsForecast":""},
            {"symbol":"AZO","epsForecast":"$1,234.50","eps":"N/A","time":null},
            {"symbol":"GTI","epsForecast":"$1.00"},
            {"symbol":7}]}}"#;
        let found: Vec<_> = events(body)
            .into_iter()
            .map(|e| (e.symbol, e.time, e.estimated_eps, e.actual_eps, e.surprise))
            .collect();
        let expected = [
            ("NVDA", Some(ReportTime::After), Some(2.01), None, None),
            ("DDD", None, Some(-0.11), Some(-0.22), Some(-100.0)),
            ("BRK-B", Some(ReportTime::Before), None, None, None),
            ("AZO", None, Some(1234.5), None, None),
        ]
        .map(|(symbol, time, estimate, actual, surprise)| {
            (symbol.to_owned(), time, estimate, actual, surprise)
        });
        assert_eq!(found, expected);
    }

    #[test]
    fn a_day_without_reports_is_an_answer_and_what_holds_no_calendar_is_none() {
        for empty in [
            r#"{"data":null}"#,
            r#"{"data":{"rows":null}}"#,
            r#"{"data":{"asOf":"Sun","rows":[]}}"#,
        ] {
            assert!(events(empty).is_empty(), "{empty}");
        }
        let date = "2026-08-26".parse().unwrap();
        for none in ["<html>", "{}", r#"{"message":"busy"}"#, "null", "[]"] {
            assert!(read(none.as_bytes(), date, |_| true).is_err(), "{none}");
        }
    }

    #[test]
    fn broken_answers_are_no_panic() {
        let date = "2026-08-26".parse().unwrap();
        let samples =
            [&include_bytes!("../../../tests/fixtures/recordings/nasdaq/calendar.json")[..]];
        mangle("nasdaq", &samples, |body| {
            let _ = read(body, date, |symbol| symbol.len() < 5);
        });
    }
}
