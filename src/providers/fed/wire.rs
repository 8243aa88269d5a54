//! The federal funds rate of the New York Fed, as JSON, and the statement of the Federal Open Market Committee, a web page.
//!
//! Source: <https://markets.newyorkfed.org/static/docs/markets-api.html>, `Reference Rates`.
//!
//! ```text
//! {"refRates":[{"effectiveDate":"2026-11-25","type":"EFFR","percentRate":3.63,"targetRateFrom":3.50,"targetRateTo":3.75}]}
//! ```

use std::ops::RangeInclusive;

use jiff::civil::Date;
use serde::Deserialize;

use crate::{
    domain::{
        economy::results::{EFFECTIVE_RATE, TARGET_HIGH, TARGET_LOW},
        fixing::{Fixing, FixingCode, Series},
    },
    providers::core::lenient::{Number, Text, json, valid_items},
    source::SourceError,
};

/// The range of plausible rates in percent. The rate was about 20 % in 1981.
const PLAUSIBLE_PERCENT: RangeInclusive<f64> = 0.0..=25.0;
/// The phrase of a statement that precedes the range.
const PHRASE: &str = "target range for the federal funds rate";
/// Maximum number of words between the phrase and the range.
const MAX_WORDS: usize = 14;

#[derive(Deserialize)]
struct Response {
    #[serde(rename = "refRates", deserialize_with = "valid_items")]
    rates: Vec<Rate>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Rate {
    effective_date: Text,
    #[serde(default, rename = "percentRate")]
    percent: Number,
    #[serde(default)]
    target_rate_from: Number,
    #[serde(default)]
    target_rate_to: Number,
}

/// Reads the effective rate and the target range of each day, ascending. Leaves out implausible rates.
pub(super) fn rates(body: &[u8]) -> Result<Vec<Fixing>, SourceError> {
    let response: Response = json(body)?;
    let mut days: Vec<Fixing> = response.rates.iter().filter_map(Rate::fixing).collect();
    days.sort_by_key(|day| day.date);
    days.dedup_by_key(|day| day.date);
    Ok(days)
}

impl Rate {
    fn fixing(&self) -> Option<Fixing> {
        let date = self.effective_date.as_deref()?.parse().ok()?;
        let rate = self.percent.0;
        let rate = rate.filter(|rate| PLAUSIBLE_PERCENT.contains(rate));
        let range = self.target_rate_from.0.zip(self.target_rate_to.0);
        let day = fixing(date, rate, range.filter(|range| is_plausible(*range)));
        (!day.values.is_empty()).then_some(day)
    }
}

fn is_plausible((low, high): (f64, f64)) -> bool {
    low <= high && PLAUSIBLE_PERCENT.contains(&low) && PLAUSIBLE_PERCENT.contains(&high)
}

fn fixing(date: Date, rate: Option<f64>, range: Option<(f64, f64)>) -> Fixing {
    let values = [
        (EFFECTIVE_RATE, rate),
        (TARGET_LOW, range.map(|(low, _)| low)),
        (TARGET_HIGH, range.map(|(_, high)| high)),
    ];
    let known = values
        .into_iter()
        .filter_map(|(code, value)| Some((FixingCode::parse(code)?, value?)));
    Fixing::new(Series::FederalFunds, date, known)
}

/// Reads the target range of a statement, which is valid from the day after the decision: 'decided to lower the target range for
/// the federal funds rate by 1/4 percentage point to 3-1/2 to 3-3/4 percent'.
pub(super) fn statement(body: &[u8], decided_on: Date) -> Result<Fixing, SourceError> {
    let text = plain_text(&String::from_utf8_lossy(body));
    let no_range = || SourceError::InvalidResponse("no target range in the statement".to_owned());
    let mut passages = text.match_indices(PHRASE);
    let range = passages.find_map(|(start, phrase)| {
        let words: Vec<&str> = text[start + phrase.len()..]
            .split_whitespace()
            .take(MAX_WORDS)
            .collect();
        words.windows(4).find_map(|words| match words {
            [low, "to", high, unit]
                if unit.trim_matches(|c: char| !c.is_alphabetic()) == "percent" =>
            {
                let range = (fraction(low)?, fraction(high)?);
                Some(range).filter(|range| is_plausible(*range))
            }
            _ => None,
        })
    });
    let date = decided_on.tomorrow().map_err(|_| no_range())?;
    Ok(fixing(date, None, Some(range.ok_or_else(no_range)?)))
}

/// Returns the text of a web page without tags, with all kinds of hyphens and spaces replaced by the ASCII ones.
fn plain_text(page: &str) -> String {
    let mut text = String::with_capacity(page.len());
    let mut is_tag = false;
    for c in page.chars() {
        match c {
            '<' => is_tag = true,
            '>' => {
                is_tag = false;
                text.push(' ');
            }
            _ if is_tag => {}
            '\u{2010}'..='\u{2013}' => text.push('-'),
            c => text.push(c),
        }
    }
    let text = text.replace("&nbsp;", " ").replace("&#8209;", "-");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Parses `4`, `1/4`, `3-1/2` or `3.50`.
fn fraction(text: &str) -> Option<f64> {
    let number = |text: &str| -> Option<f64> {
        let is_number = text
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.');
        text.parse().ok().filter(|_| is_number)
    };
    let (whole, rest) = match text.split_once('-') {
        Some((whole, rest)) => (number(whole)?, rest),
        None => (0.0, text),
    };
    let Some((numerator, denominator)) = rest.split_once('/') else {
        return number(rest).filter(|_| !text.contains('-'));
    };
    let denominator = number(denominator).filter(|denominator| *denominator > 0.0)?;
    Some(whole + number(numerator)? / denominator)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATES: &str = r#"{"refRates":[
        {"effectiveDate":"2026-10-29","type":"EFFR","percentRate":3.63,"targetRateFrom":3.5,"targetRateTo":3.75},
        {"effectiveDate":"2026-10-28","type":"EFFR","percentRate":"odd","targetRateFrom":3.75,"targetRateTo":4},
        {"effectiveDate":"2026-10-27","percentRate":3.88,"targetRateFrom":null,"targetRateTo":4},
        {"effectiveDate":null,"percentRate":3.88}, 7]}"#;

    fn range(page: &str) -> Option<(f64, f64)> {
        let day = statement(page.as_bytes(), Date::constant(2026, 10, 28)).ok()?;
        assert_eq!(day.date, Date::constant(2026, 10, 29));
        Some((day.value(TARGET_LOW)?, day.value(TARGET_HIGH)?))
    }

    #[test]
    fn rates_are_read_and_invalid_fields_left_out() {
        let days = rates(RATES.as_bytes()).unwrap();
        let text = |day: &Fixing| format!("{} {}", day.date, day.values.len());
        let texts: Vec<_> = days.iter().map(text).collect();
        assert_eq!(texts, ["2026-10-27 1", "2026-10-28 2", "2026-10-29 3"]);
        assert_eq!(days[2].value(EFFECTIVE_RATE), Some(3.63));
        assert_eq!(days[2].value(TARGET_HIGH), Some(3.75));
        let error = |body: &[u8]| rates(body).unwrap_err().to_string();
        assert!(error(b"<html>").contains("a web page"));
        assert!(error(b"{\"rates\":[]}").contains("refRates"));
    }

    #[test]
    fn the_target_range_of_a_statement_is_read_from_fractions() {
        let lowered = "<p>In considering the target range for the federal funds rate, the Committee decided to lower the <b>target \
            range</b> for the federal funds rate by 1/4 percentage point to 3\u{2011}1/2 to 3-3/4 percent. Voting against was \
            A, who preferred to lower the target range for the federal funds rate by 1/2 percentage point.</p>";
        assert_eq!(range(lowered), Some((3.5, 3.75)));
        let maintained = "maintain the target range for the federal funds rate at 0 to 1/4&nbsp;percent and expects";
        assert_eq!(range(maintained), Some((0.0, 0.25)));
        let whole = "target range for the federal funds rate at 4-3/4 to 5 percent.";
        assert_eq!(range(whole), Some((4.75, 5.0)));
        for other in [
            "",
            "<p>The Board approved",
            "target range for the federal funds rate at 5 to 4 percent",
        ] {
            assert_eq!(range(other), None, "{other}");
        }
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let page = "target range for the federal funds rate at 4-3/4 to 5 percent".as_bytes();
        crate::testing::fuzz::fuzz("fed", &[RATES.as_bytes(), page], |body| {
            let _ = rates(body);
            let _ = statement(body, Date::constant(2026, 10, 28));
        });
    }
}
