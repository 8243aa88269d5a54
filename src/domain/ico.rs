//! Initial coin offerings (ICOs).

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Status of an offering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IcoStatus {
    /// Starts in the future.
    Upcoming,
    /// Open for investors.
    Active,
    /// Ended.
    Ended,
}

/// A token offering.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ico {
    /// Id in this store; 0 before it is stored. Upserted by `symbol`.
    #[serde(default)]
    pub id: u32,
    /// Full name.
    pub name: String,
    /// Token symbol.
    pub symbol: String,
    /// Purpose of the token.
    pub category: String,
    /// Description, plain text.
    pub description: String,
    /// URL of a logo.
    #[serde(default)]
    pub logo: Option<String>,
    /// Tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Status set by the source; overrides the status that follows from the dates.
    #[serde(default)]
    pub pinned_status: Option<IcoStatus>,
    /// Target amount in US dollars.
    pub target_amount: f64,
    /// Amount raised in US dollars; `None` if unknown.
    #[serde(default)]
    pub raised_amount: Option<f64>,
    /// Start of the offering.
    pub start_date: Timestamp,
    /// End of the offering.
    pub end_date: Timestamp,
    /// Name of the provider; empty until `ingest` sets it.
    #[serde(default)]
    pub provider: String,
}

impl Ico {
    /// Returns the status at `now`: `pinned_status` if the source set it, else the status that follows from the dates.
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
    fn status_follows_from_the_dates() {
        let ico = offering();
        let at = |text: &str| ico.status(text.parse().unwrap());
        assert_eq!(at("2026-11-09T23:59:59Z"), IcoStatus::Upcoming);
        assert_eq!(at("2026-11-10T00:00:00Z"), IcoStatus::Active);
        assert_eq!(at("2026-11-20T00:00:00Z"), IcoStatus::Active);
        assert_eq!(at("2026-11-20T00:00:01Z"), IcoStatus::Ended);
    }

    #[test]
    fn status_set_by_the_source_overrides_the_dates() {
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
