//! Forms that are filed with the SEC: <https://www.sec.gov/submit-filings/forms-index>.

use serde::{Deserialize, Serialize};

/// Forms of filings that an alert can report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum FilingForm {
    /// 8-K: current report on an event.
    Current,
    /// 10-K: annual report.
    Annual,
    /// 10-Q: quarterly report.
    Quarterly,
    /// 6-K: current or interim report of a foreign company.
    ForeignCurrent,
    /// 20-F: annual report of a foreign company.
    ForeignAnnual,
    /// 40-F: annual report of a Canadian company.
    CanadianAnnual,
}

impl FilingForm {
    /// All forms, the most frequent first.
    pub(crate) const ALL: [Self; 6] = [
        Self::Current,
        Self::Annual,
        Self::Quarterly,
        Self::ForeignCurrent,
        Self::ForeignAnnual,
        Self::CanadianAnnual,
    ];

    /// Returns the SEC's name of the form.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Current => "8-K",
            Self::Annual => "10-K",
            Self::Quarterly => "10-Q",
            Self::ForeignCurrent => "6-K",
            Self::ForeignAnnual => "20-F",
            Self::CanadianAnnual => "40-F",
        }
    }

    /// Returns true for a filing on this form, an amendment (`10-K/A`) or a variant of it (`10-KT`).
    pub(crate) fn includes(self, form: &str) -> bool {
        form.starts_with(self.name())
    }
}

impl From<FilingForm> for String {
    fn from(form: FilingForm) -> Self {
        form.name().to_owned()
    }
}

impl TryFrom<String> for FilingForm {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let form = Self::ALL.into_iter().find(|form| form.name() == name);
        form.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("invalid form '{name}', expected one of: {names}")
        })
    }
}

/// Returns true if filings on this form contain financial statements, after which the figures are read again.
pub fn has_statements(form: &str) -> bool {
    let mut forms = FilingForm::ALL.into_iter();
    forms.any(|known| known != FilingForm::Current && known.includes(form))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_includes_its_amendments_and_variants() {
        let included = |form: &str| {
            let forms = FilingForm::ALL.into_iter();
            forms
                .filter(|known| known.includes(form))
                .map(FilingForm::name)
                .collect::<Vec<_>>()
        };
        assert_eq!(included("8-K/A"), ["8-K"]);
        assert_eq!(included("10-KT"), ["10-K"]);
        assert_eq!(included("NT 10-K"), [""; 0]);
        assert!(has_statements("10-Q/A") && !has_statements("8-K"));
        let unknown = serde_json::from_str::<FilingForm>("\"4\"")
            .unwrap_err()
            .to_string();
        assert!(
            unknown.contains("invalid form '4', expected one of: 8-K, 10-K"),
            "{unknown}"
        );
    }
}
