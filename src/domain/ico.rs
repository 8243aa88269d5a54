//! Token offerings.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Where an offering stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IcoStatus {
    /// Starts in the future.
    Upcoming,
    /// Takes money now.
    Active,
    /// Over.
    Ended,
}

/// One offering.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ico {
    /// Its number in this store; 0 before it has one. Upserted by `symbol`.
    #[serde(default)]
    pub id: u32,
    /// Full name.
    pub name: String,
    /// Token symbol.
    pub symbol: String,
    /// What the token is for.
    pub category: String,
    /// Plain text.
    pub description: String,
    /// Address of a logo.
    #[serde(default)]
    pub logo: Option<String>,
    /// Short labels.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Set when the source pins the status instead of leaving it to the dates.
    #[serde(default)]
    pub pinned_status: Option<IcoStatus>,
    /// US dollars sought.
    pub target_amount: f64,
    /// US dollars raised so far; `None` when unknown.
    #[serde(default)]
    pub raised_amount: Option<f64>,
    /// When it opens.
    pub start_date: Timestamp,
    /// When it closes.
    pub end_date: Timestamp,
    /// Name of the provider that gave it; empty until `ingest` signs it.
    #[serde(default)]
    pub provider: String,
}

impl Ico {
    /// Where the offering stands at `now`: its pinned status, else what its dates say.
    pub fn status(&self, now: Timestamp) -> IcoStatus {
        self.pinned_status.unwrap_or(if now < self.start_date {
            IcoStatus::Upcoming
        } else if now <= self.end_date {
            IcoStatus::Active
        } else {
            IcoStatus::Ended
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offering() -> Ico {
        Ico {
            id: 1,
            name: "Harbour".into(),
            symbol: "HBR".into(),
            category: "Freight".into(),
            description: String::new(),
            logo: None,
            tags: vec![],
            pinned_status: None,
            target_amount: 1e6,
            raised_amount: None,
            start_date: "2026-11-10T00:00:00Z".parse().unwrap(),
            end_date: "2026-11-20T00:00:00Z".parse().unwrap(),
            provider: String::new(),
        }
    }

    #[test]
    fn status_follows_the_dates_overnight() {
        let ico = offering();
        let at = |text: &str| ico.status(text.parse().unwrap());
        assert_eq!(at("2026-11-09T23:59:59Z"), IcoStatus::Upcoming);
        assert_eq!(at("2026-11-10T00:00:00Z"), IcoStatus::Active);
        assert_eq!(at("2026-11-20T00:00:00Z"), IcoStatus::Active);
        assert_eq!(at("2026-11-20T00:00:01Z"), IcoStatus::Ended);
    }

    #[test]
    fn a_pinned_status_wins_over_the_dates() {
        let ico = Ico {
            pinned_status: Some(IcoStatus::Ended),
            ..offering()
        };
        assert_eq!(
            ico.status("2026-11-12T00:00:00Z".parse().unwrap()),
            IcoStatus::Ended
        );
    }
}
