//! The US Treasury's CSV of the daily par yield curve, one file per year, newest day first.
//!
//! Source: <https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_yield_curve>
//!
//! ```text
//! Date,"1 Mo","1.5 Month","2 Mo",…,"10 Yr","20 Yr","30 Yr"
//! 11/20/2026,3.95,3.96,3.9,…,4.13,4.7,4.71
//! ```

use jiff::civil::Date;

use crate::{
    domain::fixing::{Fixing, Series, curve::Maturity},
    providers::core::lenient::check_is_data,
    source::SourceError,
};

/// The range of plausible yields in percent. Yields were negative in 2020, and up to 17 % in 1981.
const PLAUSIBLE_PERCENT: std::ops::RangeInclusive<f64> = -5.0..=30.0;
/// Maximum number of days of a file.
const MAX_DAYS: usize = 400;

/// Reads the curves of a year, ascending by day. A cell that is not a plausible yield is left out; a year without days is empty.
pub(super) fn curves(body: &[u8]) -> Result<Vec<Fixing>, SourceError> {
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    let text = body.trim_ascii_start();
    check_is_data(text)?;
    // If the number of quotation marks is odd, the end of the response is missing.
    if memchr::memchr_iter(b'"', text).count() % 2 == 1 {
        return Err(SourceError::InvalidResponse(
            "the response is truncated".to_owned(),
        ));
    }
    let invalid = |error: csv::Error| SourceError::InvalidResponse(format!("invalid CSV: {error}"));
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text);
    let maturities: Vec<Option<Maturity>> = reader
        .headers()
        .map_err(invalid)?
        .iter()
        .map(Maturity::parse)
        .collect();
    if maturities.iter().flatten().next().is_none() {
        return Err(SourceError::InvalidResponse(
            "no maturities in the response".to_owned(),
        ));
    }
    // The last cell of a row without an end may be a part of a yield.
    let has_row_end = text.ends_with(b"\n");
    let mut curves = Vec::new();
    let mut rows = reader.records().take(MAX_DAYS).peekable();
    while let Some(row) = rows.next() {
        let mut row = row.map_err(invalid)?;
        if rows.peek().is_none() && !has_row_end {
            if row.len() < maturities.len() {
                return Err(SourceError::InvalidResponse(
                    "the response is truncated".to_owned(),
                ));
            }
            row.truncate(row.len() - 1);
        }
        let Some(date) = row.get(0).and_then(date) else {
            continue;
        };
        let cells = maturities.iter().zip(&row);
        let values = cells.filter_map(|(maturity, text)| {
            let percent: f64 = text.trim().parse().ok()?;
            let is_plausible = PLAUSIBLE_PERCENT.contains(&percent);
            Some((maturity.as_ref()?.code, percent)).filter(|_| is_plausible)
        });
        let curve = Fixing::new(Series::TreasuryYields, date, values);
        if !curve.values.is_empty() {
            curves.push(curve);
        }
    }
    curves.sort_by_key(|curve| curve.date);
    Ok(curves)
}

/// Parses `11/20/2026`, or an ISO date.
fn date(text: &str) -> Option<Date> {
    let text = text.trim();
    Date::strptime("%m/%d/%Y", text)
        .or_else(|_| text.parse())
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: &str = "Date,\"1 Mo\",\"1.5 Month\",\"2 Yr\",\"10 Yr\"\n11/20/2026,3.95,3.96,N/A,4.13\n\
        total,1,2,3,4\n11/19/2026,3.94,,3.6,999\n";

    fn texts(curves: &[Fixing]) -> Vec<String> {
        let text = |curve: &Fixing| {
            let points = curve.curve().into_iter();
            let points =
                points.map(|point| format!(" {} {}", point.maturity.code.as_str(), point.percent));
            format!("{}:{}", curve.date, points.collect::<String>())
        };
        curves.iter().map(text).collect()
    }

    #[test]
    fn curves_are_read_and_invalid_cells_and_rows_left_out() {
        let read = curves(YEAR.as_bytes()).unwrap();
        assert_eq!(
            texts(&read),
            [
                "2026-11-19: 1M 3.94 2Y 3.6",
                "2026-11-20: 1M 3.95 1.5M 3.96 10Y 4.13"
            ]
        );
    }

    #[test]
    fn a_year_without_days_is_empty_and_other_responses_are_errors() {
        assert!(curves(b"Date,\"1 Mo\"\n").unwrap().is_empty());
        let error = |body: &[u8]| curves(body).unwrap_err().to_string();
        assert!(error(b"").contains("is empty"));
        assert!(error(b"<html></html>").contains("a web page"));
        assert!(error(b"Date,\"1 Mo\",\"2 Y").contains("is truncated"));
        assert!(error(b"{\"a\":1}").contains("no maturities"));
    }

    #[test]
    fn a_yield_that_may_be_a_part_of_one_is_not_used() {
        let file =
            "Date,\"1 Mo\",\"2 Yr\",\"10 Yr\"\n11/20/2026,3.95,3.6,4.13\n11/19/2026,3.94,3.61,4.12";
        let cut = |removed: usize| curves(&file.as_bytes()[..file.len() - removed]);
        assert_eq!(
            texts(&cut(3).unwrap())[0],
            "2026-11-19: 1M 3.94 2Y 3.61",
            "4.12 is not 4"
        );
        for removed in [5, 7, 12] {
            let error = cut(removed).unwrap_err().to_string();
            assert!(error.contains("is truncated"), "{removed}: {error}");
        }
        let complete = curves(format!("{file}\r\n").as_bytes()).unwrap();
        assert_eq!(texts(&complete)[0], "2026-11-19: 1M 3.94 2Y 3.61 10Y 4.12");
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        crate::testing::fuzz::fuzz("treasury", &[YEAR.as_bytes()], |body| {
            let _ = curves(body);
        });
    }
}
