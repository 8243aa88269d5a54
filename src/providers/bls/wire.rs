//! Request and response of the public data API of the Bureau of Labor Statistics. All series are requested at once.
//!
//! Source: <https://www.bls.gov/developers/api_signature_v2.htm>, for both versions of the API.
//!
//! ```text
//! {"status":"REQUEST_SUCCEEDED","message":[],"Results":{"series":[{"seriesID":"LNS14000000","data":[
//!   {"year":"2026","period":"M10","periodName":"October","value":"4.4","footnotes":[{}]}]}]}}
//! ```

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::{
    domain::fixing::{Fixing, FixingCode, Series},
    providers::core::lenient::{Number, Text, json, or_default, valid_items},
    source::SourceError,
};

/// The requested series with their codes.
pub(super) const SERIES: [(&str, &str); 10] = [
    // Consumer prices of all urban consumers, all items: not adjusted, and seasonally adjusted.
    ("CUUR0000SA0", "CPIU"),
    ("CUSR0000SA0", "CPIS"),
    // The same without food and energy.
    ("CUUR0000SA0L1E", "CORU"),
    ("CUSR0000SA0L1E", "CORS"),
    // Producer prices of final demand: not adjusted, and seasonally adjusted.
    ("WPUFD4", "PPIU"),
    ("WPSFD4", "PPIS"),
    // Nonfarm payrolls in thousands.
    ("CES0000000001", "JOBS"),
    // Average hourly earnings of private employees in dollars.
    ("CES0500000003", "WAGE"),
    // Unemployment rate in percent.
    ("LNS14000000", "UNEM"),
    // Job openings in thousands.
    ("JTS000000000000000JOL", "JOLT"),
];

#[derive(Serialize)]
struct Query<'a> {
    seriesid: Vec<&'a str>,
    startyear: String,
    endyear: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    registrationkey: Option<&'a str>,
}

/// Returns the body of a request for all series in these years, with the key if there is one.
pub(super) fn query(years: (i16, i16), key: Option<&str>) -> Vec<u8> {
    let query = Query {
        seriesid: SERIES.iter().map(|(series, _)| *series).collect(),
        startyear: years.0.to_string(),
        endyear: years.1.to_string(),
        registrationkey: key,
    };
    // This cannot fail, because the query contains only texts.
    serde_json::to_vec(&query).unwrap_or_default()
}

#[derive(Deserialize)]
struct Response {
    #[serde(default, deserialize_with = "or_default")]
    status: String,
    #[serde(default, deserialize_with = "valid_items")]
    message: Vec<String>,
    #[serde(default, rename = "Results", deserialize_with = "or_default")]
    results: Results,
}

#[derive(Default, Deserialize)]
struct Results {
    #[serde(default, deserialize_with = "valid_items")]
    series: Vec<SeriesData>,
}

#[derive(Deserialize)]
struct SeriesData {
    #[serde(rename = "seriesID")]
    id: String,
    #[serde(default, deserialize_with = "valid_items")]
    data: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    year: Number,
    period: Text,
    /// `-` if the figure was not collected.
    value: Number,
}

/// Reads the levels of each month, ascending. Leaves out annual averages, figures that are not positive and unknown series.
pub(super) fn statistics(body: &[u8]) -> Result<Vec<Fixing>, SourceError> {
    let response: Response = json(body)?;
    if !response.status.is_empty() && response.status != "REQUEST_SUCCEEDED" {
        let message = response.message.join(" ");
        let reason = if message.is_empty() {
            response.status
        } else {
            message
        };
        return Err(SourceError::Refused(reason));
    }
    let mut months: BTreeMap<Date, Vec<(FixingCode, f64)>> = BTreeMap::new();
    for series in response.results.series {
        let code = SERIES.iter().find(|(id, _)| *id == series.id);
        let Some(code) = code.and_then(|(_, code)| FixingCode::parse(code)) else {
            continue;
        };
        for row in series.data {
            if let (Some(month), Some(value)) = (row.month(), row.value.positive()) {
                months.entry(month).or_default().push((code, value));
            }
        }
    }
    if months.is_empty() {
        return Err(SourceError::InvalidResponse(
            "no statistics in the response".to_owned(),
        ));
    }
    let fixing = |(month, values)| Fixing::new(Series::LaborStatistics, month, values);
    Ok(months.into_iter().map(fixing).collect())
}

impl Row {
    /// Returns the first day of the month. `M13` is the annual average.
    fn month(&self) -> Option<Date> {
        let year = self
            .year
            .0
            .filter(|year| (1900.0..=2200.0).contains(year))?;
        let month = self.period.as_deref()?.strip_prefix('M')?.parse().ok()?;
        Date::new(year as i16, month, 1).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = r#"{"status":"REQUEST_SUCCEEDED","responseTime":97,"message":[],"Results":{"series":[
        {"seriesID":"LNS14000000","data":[
            {"year":"2026","period":"M10","periodName":"October","latest":"true","value":"4.4","footnotes":[{}]},
            {"year":"2026","period":"M09","periodName":"September","value":"-","footnotes":[{"code":"X"}]},
            {"year":"2025","period":"M13","periodName":"Annual","value":"4.2","footnotes":[{}]},
            {"year":{},"period":null,"value":"4.1"}, null]},
        {"seriesID":"CES0000000001","data":[{"year":2026,"period":"M10","value":159626}]},
        {"seriesID":"OTHER","data":[{"year":"2026","period":"M10","value":"1"}]}, 7]}}"#;

    #[test]
    fn statistics_are_read_and_invalid_rows_left_out() {
        let read = statistics(BODY.as_bytes()).unwrap();
        assert_eq!(read.len(), 1, "{read:?}");
        assert_eq!(read[0].date, Date::constant(2026, 10, 1));
        assert_eq!(read[0].value("UNEM"), Some(4.4));
        assert_eq!(read[0].value("JOBS"), Some(159_626.0));
        assert_eq!(read[0].values.len(), 2);
    }

    #[test]
    fn refusals_and_responses_without_statistics_are_errors() {
        let error = |body: &str| statistics(body.as_bytes()).unwrap_err().to_string();
        let refusal = r#"{"status":"REQUEST_NOT_PROCESSED","message":["daily threshold reached"],"Results":{}}"#;
        assert!(error(refusal).contains("refused: daily threshold reached"));
        assert!(error("{\"status\":\"REQUEST_SUCCEEDED\"}").contains("no statistics"));
        assert!(error("<html>").contains("a web page"));
        assert!(error(&BODY[..200]).contains("truncated"));
    }

    #[test]
    fn a_request_contains_the_key_only_if_one_is_configured() {
        let text = |key| String::from_utf8(query((2024, 2026), key)).unwrap();
        assert!(text(None).contains(r#""startyear":"2024","endyear":"2026"}"#));
        assert!(text(Some("k1")).contains(r#""registrationkey":"k1""#));
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        crate::testing::fuzz::fuzz("bls", &[BODY.as_bytes()], |body| {
            let _ = statistics(body);
        });
    }
}
