//! The ECB's files of euro foreign exchange reference rates: XML of one day or of 90 days, and CSV of all days since 1999.
//!
//! Source: <https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html>
//!
//! ```text
//! <Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.1512'/>…</Cube>…</Cube>
//! Date,USD,JPY,…,
//! 2026-11-20,1.1512,178.3,N/A,…,
//! ```

use std::io::Read;

use jiff::civil::Date;
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};

use super::archive::first_file;
use crate::{
    domain::{
        currency::Currency,
        fixing::{Fixing, FixingCode, Series},
    },
    source::SourceError,
};

/// Maximum number of days of a file: a century of working days.
const MAX_DAYS: usize = 30_000;
/// Maximum number of bytes of the decompressed history, which has 2.5 MB in 2026.
const MAX_HISTORY_BYTES: usize = 64 << 20;

/// Reads the XML of one or several days, in the file's order. A rate that is not a positive number is left out.
pub(super) fn recent(body: &[u8]) -> Result<Vec<Fixing>, SourceError> {
    let text = String::from_utf8_lossy(body);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.is_empty() {
        return Err(SourceError::InvalidResponse(
            "the response is empty".to_owned(),
        ));
    }
    if text.starts_with('<') && !text.trim_end().ends_with('>') {
        return Err(SourceError::InvalidResponse(
            "the response is truncated".to_owned(),
        ));
    }
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut days = Days::default();
    let mut depth = 0_usize;
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                if depth == 0 && element.name().0.eq_ignore_ascii_case("html") {
                    return Err(SourceError::InvalidResponse(
                        "got a web page instead of data".to_owned(),
                    ));
                }
                depth += 1;
                days.read(&element);
            }
            Ok(Event::End(_)) => depth = depth.saturating_sub(1),
            Ok(Event::Eof) if depth > 0 => {
                return Err(SourceError::InvalidResponse(
                    "the response is truncated".to_owned(),
                ));
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => {
                return Err(SourceError::InvalidResponse(format!(
                    "invalid XML: {error}"
                )));
            }
        }
    }
    days.into_fixings()
}

/// The days of an XML file that are read so far.
#[derive(Default)]
struct Days {
    read: Vec<Fixing>,
    current: Option<(Date, Vec<(FixingCode, f64)>)>,
}

impl Days {
    fn read(&mut self, element: &BytesStart<'_>) {
        if let Some(time) = attribute(element, "time") {
            self.finish_day();
            self.current = time.trim().parse().ok().map(|date| (date, Vec::new()));
        }
        let code = attribute(element, "currency").and_then(|code| currency_code(&code));
        let rate = attribute(element, "rate").and_then(|rate| positive(&rate));
        if let Some((_, values)) = &mut self.current {
            values.extend(code.zip(rate));
        }
    }

    fn finish_day(&mut self) {
        if let Some((date, values)) = self.current.take()
            && !values.is_empty()
            && self.read.len() < MAX_DAYS
        {
            self.read.push(Fixing::new(Series::EuroRates, date, values));
        }
    }

    fn into_fixings(mut self) -> Result<Vec<Fixing>, SourceError> {
        self.finish_day();
        if self.read.is_empty() {
            return Err(no_rates());
        }
        Ok(self.read)
    }
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.html_attributes().flatten();
    let attribute = attributes.find(|attribute| attribute.key.0 == name)?;
    let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.into_owned())
}

/// Reads the ZIP archive with the CSV of all days. The file is decompressed and parsed as it is read.
pub(super) fn history(archive: &[u8]) -> Result<Vec<Fixing>, SourceError> {
    all_days(first_file(archive, MAX_HISTORY_BYTES)?)
}

fn all_days(csv: impl Read) -> Result<Vec<Fixing>, SourceError> {
    let invalid = |error: csv::Error| SourceError::InvalidResponse(format!("invalid CSV: {error}"));
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(csv);
    let codes: Vec<Option<FixingCode>> = reader
        .headers()
        .map_err(invalid)?
        .iter()
        .map(|title| currency_code(title.trim()))
        .collect();
    let mut fixings = Vec::new();
    let mut row = csv::StringRecord::new();
    while fixings.len() < MAX_DAYS && reader.read_record(&mut row).map_err(invalid)? {
        let Some(date) = row.get(0).and_then(|date| date.trim().parse().ok()) else {
            continue;
        };
        let values = codes.iter().zip(&row).filter_map(|(code, text)| {
            let rate = positive(text)?;
            code.map(|code| (code, rate))
        });
        let fixing = Fixing::new(Series::EuroRates, date, values);
        if !fixing.values.is_empty() {
            fixings.push(fixing);
        }
    }
    if fixings.is_empty() {
        return Err(no_rates());
    }
    Ok(fixings)
}

fn currency_code(text: &str) -> Option<FixingCode> {
    FixingCode::parse(Currency::parse(text)?.as_str())
}

fn positive(text: &str) -> Option<f64> {
    let rate: f64 = text.trim().parse().ok()?;
    (rate.is_finite() && rate > 0.0).then_some(rate)
}

fn no_rates() -> SourceError {
    SourceError::InvalidResponse("no rates in the response".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::providers::ecb::archive::tests::archive;

    const DAY: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
        <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
        <gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
        <Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.1512'/><Cube currency='JPY' rate='178.30'/>
        <Cube currency='GBP' rate='none'/><Cube rate='7'/><Cube currency='SEK' rate='0'/></Cube></Cube></gesmes:Envelope>"#;

    fn texts(fixings: &[Fixing]) -> Vec<String> {
        let text = |fixing: &Fixing| {
            let values = fixing.values.iter();
            let values = values.map(|(code, rate)| format!(" {} {rate}", code.as_str()));
            format!("{}:{}", fixing.date, values.collect::<String>())
        };
        fixings.iter().map(text).collect()
    }

    #[test]
    fn the_rates_of_a_day_are_read_and_invalid_ones_left_out() {
        let read = recent(DAY.as_bytes()).unwrap();
        assert_eq!(texts(&read), ["2026-11-20: JPY 178.3 USD 1.1512"]);
    }

    #[test]
    fn several_days_are_read_and_an_invalid_day_is_left_out() {
        let two = DAY.replace(
            "</Cube></gesmes",
            "<Cube time='yesterday'><Cube currency='USD' rate='9'/></Cube>\
             <Cube time='2026-11-19'><Cube currency='USD' rate='1.15'/></Cube></Cube></gesmes",
        );
        let read = recent(two.as_bytes()).unwrap();
        assert_eq!(
            texts(&read),
            ["2026-11-20: JPY 178.3 USD 1.1512", "2026-11-19: USD 1.15"]
        );
    }

    #[test]
    fn other_responses_are_errors() {
        let error = |body: &str| recent(body.as_bytes()).unwrap_err().to_string();
        assert!(error("").contains("is empty"));
        assert!(error("<!DOCTYPE html><html><body>Busy</body></html>").contains("a web page"));
        assert!(error(&DAY[..DAY.len() / 2]).contains("truncated"));
        assert!(error("<Envelope/>").contains("no rates"));
        assert!(error("{\"rates\":{}}").contains("no rates"));
    }

    #[test]
    fn the_history_is_read_from_its_archive() {
        let csv = "Date,USD,JPY,CYP,\n2026-11-20,1.1512,178.3,N/A,\nsum,1,2,3,\n1999-01-04,1.1789,133.73,0.58231,\n2026-11-18,\n";
        let read = history(&archive("eurofxref-hist.csv", csv.as_bytes())).unwrap();
        assert_eq!(
            texts(&read),
            [
                "2026-11-20: JPY 178.3 USD 1.1512",
                "1999-01-04: CYP 0.58231 JPY 133.73 USD 1.1789"
            ]
        );
        let page = history(b"<html></html>").unwrap_err().to_string();
        assert!(page.contains("a web page"), "{page}");
        assert!(history(&archive("a.csv", b"Date,USD\n")).is_err());
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        crate::testing::fuzz::fuzz("ecb", &[DAY.as_bytes()], |body| {
            let _ = recent(body);
        });
        let csv = b"Date,USD,JPY,\n2026-11-20,1.1512,178.3,\n";
        crate::testing::fuzz::fuzz("ecb-history", &[&csv[..]], |body| {
            let _ = all_days(body);
        });
    }
}
