//! Price alerts as a person describes them. Evaluation lives in `crate::alerts`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// What an alert watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertKind {
    /// The price.
    Price,
    /// The volume of 24 hours.
    Volume,
    /// News about the ticker.
    News,
    /// An indicator on stored bars.
    Technical,
}

/// How the watched value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Rises above the value.
    Above,
    /// Falls below the value.
    Below,
    /// Crosses the value in either direction.
    Crosses,
    /// Moves by the value in percent.
    PercentChange,
}

/// How often an alert may fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertFrequency {
    /// Once, then it is inactive.
    Once,
    /// Every time, after re-arming.
    Always,
    /// Collected into one message a day.
    Daily,
}

/// Where an alert is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// By e-mail.
    Email,
    /// By text message.
    Sms,
    /// By push notification.
    Push,
    /// In the app.
    InApp,
}

/// A stored alert.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alert {
    /// Its number in this store.
    pub id: u32,
    /// What it watches.
    pub kind: AlertKind,
    /// The ticker, by symbol, so that it survives an export.
    pub symbol: String,
    /// How.
    pub condition: Condition,
    /// US dollars, units, percent or indicator value, as kind and condition say.
    pub value: f64,
    /// How often.
    pub frequency: AlertFrequency,
    /// Where to.
    pub delivery: Vec<Delivery>,
    /// Inactive alerts are history until they are reactivated.
    pub active: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it last fired.
    #[serde(default)]
    pub last_fired_at: Option<Timestamp>,
}

/// What an alert reported: an entry of the history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FiredAlert {
    /// The alert, which may be deleted since.
    pub alert_id: u32,
    /// The ticker.
    pub symbol: String,
    /// The price at that moment, US dollars; `None` when there was none.
    #[serde(default)]
    pub price: Option<f64>,
    /// When the condition was met.
    pub at: Timestamp,
    /// It was met while the program was not running, and noticed afterwards.
    #[serde(default)]
    pub late: bool,
    /// What it says to a person.
    pub sentence: String,
}
