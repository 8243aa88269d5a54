//! Filings: documents that a company filed with the SEC.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};

use crate::domain::session::next_new_york_time;

/// Maximum number of filings per company, not counting insiders' filings.
pub const MAX_FILINGS: usize = 60;
/// Maximum number of filings per company in which insiders report their trades.
pub const MAX_INSIDER_FILINGS: usize = 20;

/// A filed document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filing {
    /// The SEC's accession number, such as `0000320193-25-000079`.
    pub accession: String,
    /// Form, such as `10-K`.
    pub form: String,
    /// Filing date.
    pub filed: Date,
    /// When the SEC accepted the filing, if known for certain: the SEC writes New York's time as UTC for many filers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Timestamp>,
    /// Last day of the period covered, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<Date>,
    /// Title: the events in a current report (8-K or 6-K), otherwise the description of the form.
    pub title: String,
    /// URL of the document; empty in the sample market.
    pub url: String,
}

impl Filing {
    /// Returns the group of its form.
    pub fn group(&self) -> FilingGroup {
        FilingGroup::of(&self.form)
    }

    /// Returns when the SEC accepted the filing; if that is unknown, the latest possible time: `now`, or the end of the filing date in
    /// New York if that is earlier.
    pub(crate) fn accepted_by(&self, now: Timestamp) -> Timestamp {
        self.accepted.unwrap_or_else(|| {
            // Noon in New York or shortly before.
            let noon = self.filed.at(16, 0, 0, 0).to_zoned(TimeZone::UTC);
            let noon = noon.map_or(Timestamp::MAX, |noon| noon.timestamp());
            next_new_york_time(noon, 0).min(now)
        })
    }
}

/// Groups of forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FilingGroup {
    /// Annual, quarterly and interim reports.
    Report,
    /// Current reports on events.
    Event,
    /// Documents for shareholders' meetings.
    Proxy,
    /// Offerings of securities.
    Offering,
    /// Trades and holdings of insiders.
    Insider,
    /// Holdings of large shareholders.
    Holder,
    /// Other documents.
    Other,
}

impl FilingGroup {
    /// Returns the group of a form. Amendments (`10-K/A`) belong to the group of their form.
    pub fn of(form: &str) -> Self {
        let form = form.trim_end_matches("/A");
        match form {
            "10-K" | "10-KT" | "10-K405" | "10-Q" | "10-QT" | "20-F" | "40-F" | "NT 10-K"
            | "NT 10-Q" | "11-K" | "ARS" => Self::Report,
            "8-K" | "8-K12B" | "6-K" => Self::Event,
            "3" | "4" | "5" | "144" => Self::Insider,
            "SC 13D" | "SC 13G" | "SCHEDULE 13D" | "SCHEDULE 13G" => Self::Holder,
            _ if form.starts_with("DEF") || form.starts_with("PRE") || form == "PX14A6G" => {
                Self::Proxy
            }
            _ if form.starts_with("424B")
                || form.starts_with("S-")
                || form.starts_with("F-")
                || form == "FWP" =>
            {
                Self::Offering
            }
            _ => Self::Other,
        }
    }
}

/// Returns the newest filings, newest first, at most [`MAX_INSIDER_FILINGS`] by insiders and [`MAX_FILINGS`] others.
pub fn newest_filings(mut filings: Vec<Filing>) -> Vec<Filing> {
    filings.sort_by(|a, b| {
        let order = |filing: &Filing| (filing.filed, filing.accepted);
        order(b).cmp(&order(a))
    });
    let (mut insiders, mut others) = (0, 0);
    filings.retain(|filing| {
        let (count, max) = if filing.group() == FilingGroup::Insider {
            (&mut insiders, MAX_INSIDER_FILINGS)
        } else {
            (&mut others, MAX_FILINGS)
        };
        *count += 1;
        *count <= max
    });
    filings
}

/// Scheme, host and folder of the SEC's archive.
const ARCHIVE: &str = "https://www.sec.gov/Archives/edgar/data";

/// Returns the URL of a document of a filing, or of the list of its documents if `document` is empty or no file name. Returns
/// `None` without a filer or a valid accession number.
pub fn document_url(cik: u32, accession: &str, document: &str) -> Option<String> {
    let is_accession = !accession.is_empty()
        && accession
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'-');
    if cik == 0 || !is_accession {
        return None;
    }
    let folder = accession.replace('-', "");
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    let is_file = !document.is_empty() && document.bytes().all(is_part) && !document.contains("..");
    Some(if is_file {
        format!("{ARCHIVE}/{cik}/{folder}/{document}")
    } else {
        format!("{ARCHIVE}/{cik}/{folder}/{accession}-index.htm")
    })
}

/// Items of a current report on form 8-K: <https://www.sec.gov/files/form8-k.pdf>.
const ITEMS: [(&str, &str); 32] = [
    ("1.01", "Material agreement"),
    ("1.02", "End of a material agreement"),
    ("1.03", "Bankruptcy or receivership"),
    ("1.04", "Mine safety"),
    ("1.05", "Cybersecurity incident"),
    ("2.01", "Acquisition or sale of assets"),
    ("2.02", "Results of operations"),
    ("2.03", "New financial obligation"),
    ("2.04", "Acceleration of a financial obligation"),
    ("2.05", "Restructuring costs"),
    ("2.06", "Impairment"),
    ("3.01", "Notice of delisting or transfer of listing"),
    ("3.02", "Unregistered sale of shares"),
    ("3.03", "Change of shareholders' rights"),
    ("4.01", "Change of auditor"),
    ("4.02", "Earlier financial statements are not reliable"),
    ("5.01", "Change of control"),
    ("5.02", "Change of directors or officers"),
    ("5.03", "Change of articles or fiscal year"),
    ("5.04", "Suspended trading under employee plans"),
    ("5.05", "Change of the code of ethics"),
    ("5.06", "Change of shell company status"),
    ("5.07", "Votes of shareholders"),
    ("5.08", "Nomination of directors"),
    ("6.01", "Asset-backed securities"),
    ("6.02", "Change of servicer or trustee"),
    ("6.03", "Change of credit enhancement"),
    ("6.04", "Missed distribution"),
    ("6.05", "Securities Act disclosure"),
    ("7.01", "Regulation FD disclosure"),
    ("8.01", "Other events"),
    ("9.01", "Financial statements and exhibits"),
];

/// The item that only lists attached documents.
const EXHIBITS: &str = "9.01";

/// Titles of forms.
const FORMS: [(&str, &str); 22] = [
    ("10-K", "Annual report"),
    ("10-KT", "Annual report for a changed fiscal year"),
    ("10-Q", "Quarterly report"),
    ("20-F", "Annual report of a foreign company"),
    ("40-F", "Annual report of a Canadian company"),
    ("6-K", "Report of a foreign company"),
    ("8-K", "Current report"),
    ("11-K", "Annual report of an employee plan"),
    ("ARS", "Annual report to shareholders"),
    ("NT 10-K", "Notice of a late annual report"),
    ("NT 10-Q", "Notice of a late quarterly report"),
    ("DEF 14A", "Proxy statement"),
    ("DEFA14A", "Additional proxy material"),
    ("PRE 14A", "Preliminary proxy statement"),
    ("3", "First report of an insider's holdings"),
    ("4", "Trade of an insider"),
    ("5", "Annual report of an insider's trades"),
    ("144", "Planned sale by an insider"),
    ("S-8", "Shares for employees"),
    ("SD", "Conflict minerals"),
    ("SC 13G", "Holdings of a large shareholder"),
    ("SC 13D", "Holdings of an active shareholder"),
];

/// Returns the title of a filing. `items` are the comma-separated items of a current report, such as `2.02,9.01`;
/// `description` is the description of the document.
pub fn title(form: &str, items: &str, description: &str) -> String {
    let name = |item: &str| {
        let item = item.trim();
        let known = ITEMS.iter().find(|(number, _)| *number == item);
        known.map(|(_, name)| *name)
    };
    let is_exhibit = |item: &&str| item.trim() == EXHIBITS;
    let events = items
        .split(',')
        .filter(|item| !is_exhibit(item))
        .filter_map(name);
    let events: Vec<_> = events.collect();
    if !events.is_empty() {
        return events.join(" · ");
    }
    let (base, is_amended) = match form.strip_suffix("/A") {
        Some(base) => (base, true),
        None => (form, false),
    };
    let known = FORMS
        .iter()
        .find(|(name, _)| *name == base)
        .map(|(_, title)| *title);
    let description = description.trim();
    let is_useful = !description.is_empty()
        && !description.eq_ignore_ascii_case(form)
        && !description.eq_ignore_ascii_case(&format!("FORM {form}"));
    let title = match known {
        Some(title) => title.to_owned(),
        None if is_useful => description.chars().take(120).collect(),
        None => format!("Form {base}"),
    };
    if is_amended {
        format!("{title} (amended)")
    } else {
        title
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_names_the_events_of_a_current_report_without_exhibits() {
        assert_eq!(title("8-K", "2.02,9.01", "8-K"), "Results of operations");
        assert_eq!(
            title("8-K", "5.02, 8.01,9.01", ""),
            "Change of directors or officers · Other events"
        );
        assert_eq!(title("8-K", "9.01", "8-K"), "Current report");
        assert_eq!(title("8-K/A", "", "FORM 8-K/A"), "Current report (amended)");
    }

    #[test]
    fn title_is_that_of_the_form_or_else_the_description() {
        assert_eq!(title("10-K", "", "10-K"), "Annual report");
        assert_eq!(title("10-K/A", "", ""), "Annual report (amended)");
        assert_eq!(
            title("CERT", "", "NYSE CERTIFICATION"),
            "NYSE CERTIFICATION"
        );
        assert_eq!(title("UPLOAD", "", ""), "Form UPLOAD");
    }

    #[test]
    fn a_filing_without_a_time_was_accepted_by_now_or_the_end_of_its_date_in_new_york() {
        let mut filing = Filing {
            accession: String::new(),
            form: "8-K".to_owned(),
            filed: jiff::civil::date(2026, 11, 20),
            accepted: None,
            period: None,
            title: String::new(),
            url: String::new(),
        };
        let accepted_by = |filing: &Filing, now: &str| filing.accepted_by(now.parse().unwrap());
        let of_day = accepted_by(&filing, "2026-11-20T17:00:00Z");
        assert_eq!(of_day.to_string(), "2026-11-20T17:00:00Z");
        let later = accepted_by(&filing, "2026-11-23T17:00:00Z");
        assert_eq!(later.to_string(), "2026-11-21T05:00:00Z");
        filing.accepted = "2026-11-20T21:30:00Z".parse().ok();
        let known = accepted_by(&filing, "2026-11-23T17:00:00Z");
        assert_eq!(known.to_string(), "2026-11-20T21:30:00Z");
    }

    #[test]
    fn insider_forms_do_not_displace_reports() {
        let filing = |number: usize, form: &str| Filing {
            accession: number.to_string(),
            form: form.to_owned(),
            filed: jiff::civil::date(2025, 1, 1),
            accepted: i64::try_from(number)
                .ok()
                .and_then(|number| Timestamp::from_second(number).ok()),
            period: None,
            title: String::new(),
            url: String::new(),
        };
        let mut filings: Vec<_> = (100..400).map(|number| filing(number, "4")).collect();
        filings.extend((0..100).map(|number| filing(number, "8-K")));
        let newest = newest_filings(filings);
        let count_of = |group| newest.iter().filter(|one| one.group() == group).count();
        assert_eq!(count_of(FilingGroup::Insider), MAX_INSIDER_FILINGS);
        assert_eq!(count_of(FilingGroup::Event), MAX_FILINGS);
        assert_eq!(newest[0].accession, "399");
    }

    #[test]
    fn amendments_belong_to_the_group_of_their_form() {
        for (form, group) in [
            ("10-K/A", FilingGroup::Report),
            ("8-K", FilingGroup::Event),
            ("DEF 14A", FilingGroup::Proxy),
            ("424B2", FilingGroup::Offering),
            ("SC 13G/A", FilingGroup::Holder),
            ("CORRESP", FilingGroup::Other),
        ] {
            assert_eq!(FilingGroup::of(form), group, "{form}");
        }
    }
}
