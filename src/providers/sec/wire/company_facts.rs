//! The XBRL facts of a filer: `/api/xbrl/companyfacts/CIK0000320193.json`, up to ten megabytes and more. Only the tags of
//! [`Concept`] are kept.
//!
//! ```json
//! {"cik": 1, "entityName": "Example", "facts": {"us-gaap": {"Revenues": {"label": "…", "units": {"USD": [
//!     {"start": "2024-01-01", "end": "2024-12-31", "val": 5, "accn": "0000000001-25-000001", "fy": 2024, "fp": "FY",
//!      "form": "10-K", "filed": "2025-02-20"}]}}}}}
//! ```

use jiff::civil::Date;
use serde::{Deserialize, de::MapAccess};
use serde_json::Value;

use crate::{
    domain::fundamentals::{
        ReportReference,
        concept::{Concept, TAXONOMIES},
        fact::{CompanyFacts, Fact, Unit},
    },
    providers::core::{
        client::streamed::ResponseReader,
        lenient::{Number, Text},
        lenient_stream::{self, Fields, Items, ReadFields, skip, value_or_default},
    },
    source::SourceError,
};

/// Maximum number of facts per filer; large filers have about 5,000 of the tags that are kept.
const MAX_FACTS: usize = 50_000;
/// Maximum length of a name, form or accession number.
const MAX_TEXT: usize = 120;
/// The years of valid dates.
const YEARS: std::ops::RangeInclusive<i16> = 1900..=2199;
/// Values above this are invalid.
const MAX_VALUE: f64 = 1e18;

/// Reads the facts of a filer.
///
/// # Errors
/// [`SourceError::InvalidResponse`] if the response is not JSON or has no facts.
pub(in crate::providers::sec) fn read_company_facts(
    reader: &mut ResponseReader,
) -> Result<CompanyFacts, SourceError> {
    let mut document = Document::default();
    lenient_stream::json(reader, Fields(&mut document))?;
    if !document.has_facts {
        return Err(SourceError::InvalidResponse(
            "there is no field 'facts'".to_owned(),
        ));
    }
    Ok(document.company)
}

#[derive(Default)]
struct Document {
    company: CompanyFacts,
    has_facts: bool,
}

impl ReadFields for Document {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        match name {
            "cik" => {
                let number: Number = value_or_default(fields)?;
                self.company.cik = number.positive().map_or(0, |cik| cik as u32);
            }
            "entityName" => {
                let name: Text = value_or_default(fields)?;
                self.company.name = bounded(name);
            }
            "facts" => {
                self.has_facts = true;
                let mut taxonomies = Taxonomies(&mut self.company.facts);
                fields.next_value_seed(Fields(&mut taxonomies))?;
            }
            _ => skip(fields)?,
        }
        Ok(())
    }
}

/// The taxonomies in `facts`.
struct Taxonomies<'a>(&'a mut Vec<Fact>);

impl ReadFields for Taxonomies<'_> {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        if !TAXONOMIES.contains(&name) {
            return skip(fields);
        }
        let mut tags = Tags {
            taxonomy: name,
            facts: self.0,
        };
        fields.next_value_seed(Fields(&mut tags))
    }
}

/// The tags of a taxonomy.
struct Tags<'a> {
    taxonomy: &'a str,
    facts: &'a mut Vec<Fact>,
}

impl ReadFields for Tags<'_> {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        let Some(tag) = Concept::of_tag(self.taxonomy, name) else {
            return skip(fields);
        };
        let mut tag = Tag {
            tag,
            facts: self.facts,
        };
        fields.next_value_seed(Fields(&mut tag))
    }
}

/// A tag with its label, description and units.
struct Tag<'a> {
    tag: (Concept, u8),
    facts: &'a mut Vec<Fact>,
}

impl ReadFields for Tag<'_> {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        if name != "units" {
            return skip(fields);
        }
        let mut units = Units {
            tag: self.tag,
            facts: self.facts,
        };
        fields.next_value_seed(Fields(&mut units))
    }
}

/// The units of a tag, each with its facts.
struct Units<'a> {
    tag: (Concept, u8),
    facts: &'a mut Vec<Fact>,
}

impl ReadFields for Units<'_> {
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error> {
        let Some(unit) = Unit::parse(name) else {
            return skip(fields);
        };
        let (tag, facts) = (self.tag, &mut *self.facts);
        fields.next_value_seed(Items(|row| {
            if facts.len() < MAX_FACTS {
                facts.extend(fact(tag, unit, row));
            }
        }))
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Row {
    start: Text,
    end: Text,
    val: Number,
    accn: Text,
    fy: Number,
    fp: Text,
    form: Text,
    filed: Text,
}

/// Returns the fact of a row; `None` for a row without a value, day or filing date.
fn fact((concept, tag_rank): (Concept, u8), unit: Unit, row: Value) -> Option<Fact> {
    let row = Row::deserialize(row).ok()?;
    let date = |text: &Text| -> Option<Date> {
        let date: Date = text.as_deref()?.get(..10)?.parse().ok()?;
        YEARS.contains(&date.year()).then_some(date)
    };
    let start = date(&row.start);
    if start.is_some() == concept.is_instant() {
        return None;
    }
    let quarter = row
        .fp
        .as_deref()
        .and_then(|period| period.strip_prefix('Q'));
    Some(Fact {
        concept,
        tag_rank,
        unit,
        start,
        end: date(&row.end)?,
        value: row.val.0.filter(|value| value.abs() <= MAX_VALUE)?,
        report: ReportReference {
            filed: date(&row.filed)?,
            accession: bounded(row.accn),
            form: bounded(row.form),
        },
        fiscal_year: row.fy.positive().map(|year| year as i16),
        fiscal_quarter: quarter.and_then(|quarter| quarter.parse().ok()),
    })
}

fn bounded(text: Text) -> String {
    let text = text.0.unwrap_or_default();
    text.trim().chars().take(MAX_TEXT).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::reader;
    use super::*;
    use crate::{domain::fundamentals::Fundamentals, testing::fuzz::fuzz};

    const BODY: &str = r#"{"cik": "0000000001", "entityName": "Example Inc.", "extra": [{"a": null}], "facts": {
        "dei": {"EntityCommonStockSharesOutstanding": {"label": "Shares", "description": "…", "units": {"shares": [
            {"end": "2025-02-01", "val": 10, "accn": "a-1", "fy": 2024, "fp": "FY", "form": "10-K", "filed": "2025-02-20"}]}}},
        "srt": {"Revenues": {"units": {"USD": [{"end": "2024-12-31", "val": 1}]}}},
        "us-gaap": {
            "Assets": {"units": {"USD": [{"end": "2024-12-31", "val": 99, "filed": "2025-02-20"}]}},
            "NetIncomeLoss": {"units": null},
            "StockholdersEquity": [],
            "Revenues": {"units": {"pure": [1], "EUR": {}, "USD": [
                null, "odd", 7,
                {"start": "2024-01-01", "end": "2024-12-31", "val": "5.5", "accn": "a-1", "fy": "2024", "fp": "FY", "form": "10-K", "filed": "2025-02-20"},
                {"start": "2024-01-01", "end": "soon", "val": 5, "filed": "2025-02-20"},
                {"start": "2024-01-01", "end": "2024-03-31", "val": null, "filed": "2024-04-20"},
                {"end": "2024-03-31", "val": 1, "filed": "2024-04-20"},
                {"start": "2024-04-01", "end": "2024-06-30", "val": -1e3, "fp": "Q2", "filed": "2024-07-20", "frame": "CY2024Q2"}]}}}}}"#;

    #[test]
    fn only_valid_rows_of_known_tags_are_kept() {
        let company = read_company_facts(&mut reader(BODY.as_bytes())).unwrap();
        assert_eq!((company.cik, &*company.name), (1, "Example Inc."));
        let facts: Vec<_> = company
            .facts
            .iter()
            .map(|fact| (fact.concept, fact.value))
            .collect();
        let expected = [
            (Concept::Shares, 10.0),
            (Concept::Revenue, 5.5),
            (Concept::Revenue, -1_000.0),
        ];
        assert_eq!(facts, expected);
        let year = &company.facts[1];
        assert_eq!((year.fiscal_year, year.fiscal_quarter), (Some(2024), None));
        assert_eq!(company.facts[2].fiscal_quarter, Some(2));
        assert_eq!(company.facts[2].report.form, "");
    }

    #[test]
    fn invalid_responses_are_described() {
        let error = |body: &str| {
            read_company_facts(&mut reader(body.as_bytes()))
                .unwrap_err()
                .to_string()
        };
        assert!(error("").contains("is empty"));
        assert!(error("<!DOCTYPE html>").contains("a web page"));
        assert!(error(&BODY[..BODY.len() / 2]).contains("is truncated"));
        assert!(error("{\"cik\": 1}").contains("'facts'"));
        assert!(error("[]").contains("'facts'"));
        assert!(error("{\"facts\": {}} trailing").contains("trailing"));
    }

    #[test]
    fn a_filer_without_facts_is_read() {
        for body in [
            "{\"facts\": {}}",
            "\u{feff}{\"facts\": null}",
            " {\"facts\": {\"us-gaap\": 1}}",
        ] {
            assert!(
                read_company_facts(&mut reader(body.as_bytes()))
                    .unwrap()
                    .facts
                    .is_empty()
            );
        }
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        fuzz("company_facts", &[BODY.as_bytes()], |body| {
            if let Ok(company) = read_company_facts(&mut reader(body)) {
                let fundamentals = Fundamentals::from_facts(&company);
                let _ = fundamentals.twelve_months();
                let json = serde_json::to_vec(&fundamentals).unwrap();
                assert!(serde_json::from_slice::<Fundamentals>(&json).is_ok());
            }
        });
    }
}
