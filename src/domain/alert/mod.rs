//! The data of alerts as users define them. `crate::alerts` evaluates the alerts.

mod edit;
mod report;
mod split;
mod term;

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

pub(crate) use self::edit::{Adjustment, Edit};
pub use self::{
    edit::WhenMet,
    report::{DailySummary, FiredAlert},
    term::{AlertKind, Condition, Indicator, Term},
};
use super::{bar::Interval, fundamentals::filing_form::FilingForm, person::PersonId, split::Split};

/// Side of an alert's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Above the limit.
    Above,
    /// Below the limit.
    Below,
}

impl Side {
    /// Returns the word for sentences.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Above => "above",
            Self::Below => "below",
        }
    }
}

/// How often an alert may fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertFrequency {
    /// Once; the report deactivates the alert.
    Once,
    /// On each crossing, after re-arming.
    Always,
    /// Collected and reported once a day after the New York close.
    Daily,
}

/// A delivery method of an alert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Delivery {
    /// All channels for email.
    Email,
    /// All channels for text messages.
    Sms,
    /// All channels for push notifications.
    Push,
    /// In-app notification.
    InApp,
    /// The channel with this name.
    Channel(String),
}

impl Delivery {
    /// All delivery methods except single channels.
    pub(crate) const METHODS: [Self; 4] = [Self::Email, Self::Sms, Self::Push, Self::InApp];

    /// Returns the name that the API and the store use.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Email => "email",
            Self::Sms => "sms",
            Self::Push => "push",
            Self::InApp => "in_app",
            Self::Channel(name) => name,
        }
    }
}

impl From<String> for Delivery {
    fn from(name: String) -> Self {
        let method = Self::METHODS
            .into_iter()
            .find(|method| method.as_str() == name);
        method.unwrap_or(Self::Channel(name))
    }
}

impl From<Delivery> for String {
    fn from(delivery: Delivery) -> Self {
        delivery.as_str().to_owned()
    }
}

/// The watchlist that an alert covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListRef {
    /// Id of the watchlist.
    pub id: u32,
    /// Name of the watchlist, kept in case it is deleted.
    pub name: String,
}

/// A saved screen, watched by an alert.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenRef {
    /// Id of the screen.
    pub id: u32,
    /// Name of the screen, kept in case it is deleted.
    pub name: String,
    /// The change that the alert reports.
    pub event: ScreenEvent,
}

/// A change of the tickers that match a screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScreenEvent {
    /// A ticker matches the screen that did not match before.
    #[default]
    Enter,
    /// A ticker that matched the screen no longer does.
    Leave,
}

/// A stored alert.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alert {
    /// Id in this store, unique across all people.
    pub id: u32,
    /// The alert's owner.
    #[serde(default, skip_serializing_if = "PersonId::is_owner")]
    pub person: PersonId,
    /// What the alert watches.
    pub kind: AlertKind,
    /// Symbol of the ticker (not its id, so that exports work elsewhere); empty for an alert on a list, a screen or all holdings.
    pub symbol: String,
    /// The watchlist that the alert covers. Each ticker of the list has a member alert that follows this alert, unless the kind is
    /// `Holdings`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<ListRef>,
    /// Id of the list alert that this member alert follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<u32>,
    /// The screen that an alert of the kind `Screen` watches.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub screen: Option<ScreenRef>,
    /// Comparison; `None` for news, events and screens.
    #[serde(default)]
    pub condition: Option<Condition>,
    /// Limit: money in the ticker's currency, units, percent or RSI points, depending on kind and condition; `None`
    /// for news, events and moving-average crosses.
    #[serde(default)]
    pub value: Option<f64>,
    /// Window of a percent change, in hours.
    #[serde(default)]
    pub window_hours: Option<u32>,
    /// What a technical alert computes (an indicator), or what an event alert waits for (an event).
    #[serde(default)]
    pub indicator: Option<Indicator>,
    /// Words that an article about the ticker must contain; all of them are required.
    #[serde(default)]
    pub words: Option<String>,
    /// Forms of the filings that the alert reports; empty unless the indicator is `Filing`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<FilingForm>,
    /// Accession numbers of the filings since the day of the activation that were known at the activation, that were reported, or that a
    /// snooze suppressed; oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen_filings: Vec<String>,
    /// The last trading day that an alert of the kind `Holdings` reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_day: Option<Date>,
    /// Bar length of the indicator.
    #[serde(default)]
    pub interval: Option<Interval>,
    /// Additional conditions that must be met at the same time; empty for most alerts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub and: Vec<Term>,
    /// How often the alert may fire.
    pub frequency: AlertFrequency,
    /// Delivery methods.
    pub delivery: Vec<Delivery>,
    /// Whether the alert is evaluated. Inactive alerts can be reactivated.
    pub active: bool,
    /// True for an alert of the sample market.
    #[serde(default)]
    pub is_sample: bool,
    /// Creation time.
    pub created_at: Timestamp,
    /// Time of the last activation; earlier events do not count.
    #[serde(default)]
    pub since: Option<Timestamp>,
    /// Time of the last report.
    #[serde(default)]
    pub last_fired_at: Option<Timestamp>,
    /// Side of the limit at the last report.
    #[serde(default)]
    pub fired_side: Option<Side>,
    /// Matches collected for the daily summary and not reported yet.
    #[serde(default, rename = "gathered")]
    pub daily_summary: Option<DailySummary>,
    /// End of the snooze; the alert reports nothing before.
    #[serde(default)]
    pub snoozed_until: Option<Timestamp>,
    /// Time at which the alert expires; the expiry is reported once.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    /// The user's note, plain text.
    #[serde(default)]
    pub note: Option<String>,
    /// Time at which a user last set the limits; `None` for alerts from versions without this field.
    #[serde(default, rename = "valued_at", skip_serializing_if = "Option::is_none")]
    pub limits_set_at: Option<Timestamp>,
    /// Splits that the limits have been adjusted for since `limits_set_at`.
    #[serde(
        default,
        rename = "restated_for",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub applied_splits: Vec<Split>,
}

impl Alert {
    /// Creates an active alert with in-app delivery and without a condition. The store assigns the id.
    pub fn new(kind: AlertKind, symbol: &str, frequency: AlertFrequency, now: Timestamp) -> Self {
        Self {
            id: 0,
            person: PersonId::OWNER,
            kind,
            symbol: symbol.to_owned(),
            list: None,
            follows: None,
            screen: None,
            condition: None,
            value: None,
            window_hours: None,
            indicator: None,
            words: None,
            forms: vec![],
            seen_filings: vec![],
            reported_day: None,
            interval: None,
            and: vec![],
            frequency,
            delivery: vec![Delivery::InApp],
            active: true,
            is_sample: false,
            created_at: now,
            since: Some(now),
            last_fired_at: None,
            fired_side: None,
            daily_summary: None,
            snoozed_until: None,
            expires_at: None,
            note: None,
            limits_set_at: Some(now),
            applied_splits: vec![],
        }
    }
}

impl Alert {
    /// Returns the condition in the fields of the alert itself, without those in `and`; `None` for news and events.
    pub(crate) fn first_term(&self) -> Option<Term> {
        Some(Term {
            kind: self.kind,
            condition: self.condition?,
            value: self.value,
            window_hours: self.window_hours,
            indicator: self.indicator,
            interval: self.interval,
        })
    }

    /// Returns the list of an alert that has a member alert for each ticker of a list; `None` for an alert on one ticker or on holdings.
    pub(crate) fn list_of_members(&self) -> Option<&ListRef> {
        self.list
            .as_ref()
            .filter(|_| self.kind != AlertKind::Holdings)
    }

    /// Returns true for an alert on new filings.
    pub(crate) fn is_on_filings(&self) -> bool {
        self.kind == AlertKind::Event && self.indicator == Some(Indicator::Filing)
    }

    /// Returns all conditions that must be met at the same time; empty for news and events.
    pub(crate) fn terms(&self) -> impl Iterator<Item = Term> {
        self.first_term()
            .into_iter()
            .chain(self.and.iter().copied())
    }
}

impl Alert {
    /// Returns the member alert for one ticker of this alert's list, active from `now`.
    #[must_use]
    pub(crate) fn member_alert(&self, symbol: &str, now: Timestamp) -> Self {
        Self {
            id: 0,
            symbol: symbol.to_owned(),
            list: None,
            follows: Some(self.id),
            active: true,
            created_at: now,
            since: Some(now),
            last_fired_at: None,
            fired_side: None,
            daily_summary: None,
            seen_filings: vec![],
            reported_day: None,
            limits_set_at: Some(now),
            applied_splits: vec![],
            ..self.clone()
        }
    }
}

impl Alert {
    /// Returns this stored alert after a report. `fired` is the alert in the state that the engine evaluated.
    ///
    /// Changes that a user made since the evaluation take precedence: a deactivated alert stays inactive, and an alert
    /// that the user reactivated or gave another limit stays active with that limit.
    #[must_use]
    pub(crate) fn after_report(&self, fired: &Self) -> Self {
        let was_reactivated = self.since != fired.since;
        let current = self.with_splits_of(fired);
        let has_new_limit = (current.condition, current.value) != (fired.condition, fired.value);
        Self {
            active: self.active && (fired.active || was_reactivated),
            since: self.since,
            screen: self.screen.clone(),
            condition: current.condition,
            value: current.value,
            and: current.and,
            limits_set_at: current.limits_set_at,
            applied_splits: current.applied_splits,
            fired_side: if has_new_limit {
                None
            } else {
                fired.fired_side
            },
            ..fired.with_lifetime_of(self)
        }
    }

    /// Returns this alert with the note, snooze and expiry of `other`.
    #[must_use]
    pub(crate) fn with_lifetime_of(&self, other: &Self) -> Self {
        Self {
            snoozed_until: other.snoozed_until,
            expires_at: other.expires_at,
            note: other.note.clone(),
            ..self.clone()
        }
    }

    /// Returns this alert, activated or deactivated at `now`. Activation discards an expiry in the past, which would
    /// deactivate the alert immediately.
    #[must_use]
    pub(crate) fn with_active(self, active: bool, now: Timestamp) -> Self {
        let is_activated = active && !self.active;
        Self {
            active,
            since: if is_activated { Some(now) } else { self.since },
            expires_at: self.expires_at.filter(|end| !is_activated || *end > now),
            ..self
        }
    }

    /// Returns this alert with another limit, evaluated from `now` like a new alert. `splits` are the splits that
    /// current prices already include.
    #[must_use]
    pub(crate) fn with_limit(
        self,
        value: f64,
        condition: Option<Condition>,
        now: Timestamp,
        splits: &[Split],
    ) -> Self {
        Self {
            limits_set_at: Some(now),
            applied_splits: splits.to_vec(),
            value: Some(value),
            condition: condition.or(self.condition),
            since: if self.active { Some(now) } else { self.since },
            fired_side: None,
            ..self
        }
    }
}
