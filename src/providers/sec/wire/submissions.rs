//! The filings of a filer: `/submissions/CIK0000320193.json`. The newest thousand are in columns of equal length.
//!
//! ```json
//! {"cik": "0000320193", "filings": {"recent": {"accessionNumber": ["0000320193-25-000079"], "form": ["10-K"],
//!     "filingDate": ["2025-10-31"], "reportDate": ["2025-09-27"], "acceptanceDateTime": ["2025-10-31T10:01:26.000Z"],
//!     "primaryDocument": ["aapl-20250927.htm"], "primaryDocDescription": ["10-K"], "items": [""]}}}
//! ```

use jiff::civil::Date;
use serde::{Deserialize, de::MapAccess};

use super::acceptance::correct_times;
use crate::{
    domain::fundamentals::filing::{Filing, document_url, newest_filings, title},
    providers::core::{
        client::streamed::ResponseReader,
        lenient::{Moment, Text},
        lenient_stream::{self, Fields, ReadFields, skip, value_or_default},
    },
    source::SourceError,
};

/// Reads the newest filings, newest first. `cik` is the number of the filer.
///
/// # Errors
/// [`SourceError::InvalidResponse`] if the response is not JSON or has no list of filings.
pub(in crate::providers::sec) fn read_submissions(
    cik: u32,
    reader: &mut ResponseReader,
) -> Result<Vec<Filing>, SourceError> {
    let mut document = Document::default();
    lenient_stream::json(reader, Fields(&mut document))?;
    let recent = document.recent.ok_or_else(|| {
        SourceError::InvalidResponse("there is no field 'filings.recent'".to_owned())
    })?;
    let mut filings = newest_filings(recent.filings(cik));
    correct_times(&mut filings);
    Ok(filings)
}

#[derive(Default)]
struct Document {
    recent: Option<Columns>,
}

impl ReadFields for Document {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        if name != "filings" {
            return skip(fields);
        }
        fields.next_value_seed(Fields(&mut Filings(&mut self.recent)))
    }
}

struct Filings<'a>(&'a mut Option<Columns>);

impl ReadFields for Filings<'_> {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        if name != "recent" {
            return skip(fields);
        }
        *self.0 = value_or_default::<_, Option<Columns>>(fields)?;
        Ok(())
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Columns {
    #[serde(deserialize_with = "cells")]
    accession_number: Vec<Text>,
    #[serde(default, deserialize_with = "cells")]
    filing_date: Vec<Text>,
    #[serde(default, deserialize_with = "cells")]
    report_date: Vec<Text>,
    #[serde(default, deserialize_with = "cells")]
    acceptance_date_time: Vec<Text>,
    #[serde(default, deserialize_with = "cells")]
    form: Vec<Text>,
    #[serde(default, deserialize_with = "cells")]
    items: Vec<Text>,
    #[serde(default, deserialize_with = "cells")]
    primary_document: Vec<Text>,
    #[serde(default, deserialize_with = "cells")]
    primary_doc_description: Vec<Text>,
}

/// Reads a column. An invalid cell becomes an empty one, so that the other cells keep their rows.
fn cells<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<Text>, D::Error> {
    let serde_json::Value::Array(cells) = serde_json::Value::deserialize(deserializer)? else {
        return Ok(Vec::new());
    };
    let cell = |cell| Text::deserialize(cell).unwrap_or_default();
    Ok(cells.into_iter().map(cell).collect())
}

impl Columns {
    fn filings(&self, cik: u32) -> Vec<Filing> {
        let rows = 0..self.accession_number.len();
        rows.filter_map(|row| self.filing(row, cik)).collect()
    }

    /// Returns the filing in a row; `None` without a valid number, form and date.
    fn filing(&self, row: usize, cik: u32) -> Option<Filing> {
        let cell = |column: &[Text]| {
            let text = column.get(row).and_then(Text::as_deref);
            text.unwrap_or_default()
                .trim()
                .chars()
                .take(120)
                .collect::<String>()
        };
        let date = |column: &[Text]| -> Option<Date> { cell(column).get(..10)?.parse().ok() };
        let accession = cell(&self.accession_number);
        let form = cell(&self.form);
        if form.is_empty() {
            return None;
        }
        let document = cell(&self.primary_document);
        let accepted = serde_json::from_value(cell(&self.acceptance_date_time).into());
        Some(Filing {
            filed: date(&self.filing_date)?,
            accepted: accepted.ok().and_then(|Moment(time)| time),
            period: date(&self.report_date),
            title: title(
                &form,
                &cell(&self.items),
                &cell(&self.primary_doc_description),
            ),
            url: document_url(cik, &accession, &document)?,
            form,
            accession,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tests::reader, *};
    use crate::testing::fuzz::fuzz;

    const BODY: &[u8] = br#"{"cik": "0000000001", "name": "Example Inc.", "filings": {"files": [], "recent": {
        "accessionNumber": ["0000000001-25-000003", "0000000001-25-000002", null, "0000000001-25-000001", "x/../y"],
        "filingDate": ["2025-10-31", "2025-10-30", "2025-10-29", "soon", "2025-10-27"],
        "reportDate": ["2025-09-27", "", "", "", ""],
        "acceptanceDateTime": ["2025-10-31T10:01:26.000Z", 7, null, "", ""],
        "form": ["10-K", "8-K", "4", "4", "4"],
        "items": ["", "2.02,9.01"],
        "primaryDocument": ["ex-20250927.htm", "../../evil.htm", "", "", ""],
        "primaryDocDescription": ["10-K", "8-K", "", "", ""]}}}"#;

    #[test]
    fn valid_rows_become_filings_with_a_link() {
        let filings = read_submissions(1, &mut reader(BODY)).unwrap();
        assert_eq!(filings.len(), 2);
        assert_eq!(filings[0].title, "Annual report");
        assert_eq!(
            filings[0].url,
            "https://www.sec.gov/Archives/edgar/data/1/000000000125000003/ex-20250927.htm"
        );
        assert_eq!(filings[0].accepted, None, "in UTC or in New York's time");
        assert_eq!(filings[0].period, "2025-09-27".parse().ok());
        assert_eq!(
            (&*filings[1].title, filings[1].accepted),
            ("Results of operations", None)
        );
        assert_eq!(
            filings[1].url,
            "https://www.sec.gov/Archives/edgar/data/1/000000000125000002/0000000001-25-000002-index.htm"
        );
    }

    #[test]
    fn submissions_in_another_format_are_rejected() {
        let error = |body: &[u8]| {
            read_submissions(1, &mut reader(body))
                .unwrap_err()
                .to_string()
        };
        for body in [
            &b"{}"[..],
            b"[]",
            b"{\"filings\": {\"recent\": []}}",
            b"{\"filings\": []}",
        ] {
            assert!(error(body).contains("filings.recent"), "{}", error(body));
        }
        assert!(error(b"<html>").contains("a web page"));
        assert!(error(&BODY[..200]).contains("truncated"));
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        fuzz("submissions", &[BODY], |body| {
            drop(read_submissions(1, &mut reader(body)));
        });
    }
}
