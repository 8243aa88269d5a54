//! Alerts as a person describes them. Evaluation lives in `crate::alerts`.

mod edit;
mod split;
mod term;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub(crate) use self::edit::{Adjustment, Edit};
pub use self::{
    edit::WhenMet,
    term::{AlertKind, Condition, Indicator, Term},
};
use super::{bar::Interval, currency::Currency, split::Split};

/// A side of the line that an alert watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Above it.
    Above,
    /// Below it.
    Below,
}

impl Side {
    /// As a person says it.
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
    /// Once, then it is inactive.
    Once,
    /// Every time, after re-arming.
    Always,
    /// Collected, and told once a day after the New York close.
    Daily,
}

/// Where an alert is delivered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Delivery {
    /// Through every channel that carries mail.
    Email,
    /// Through every channel that carries text messages.
    Sms,
    /// Through every channel that carries push notifications.
    Push,
    /// In the app.
    InApp,
    /// Through the configured channel of this name.
    Channel(String),
}

impl Delivery {
    /// Those that are no channel's own name.
    pub(crate) const WAYS: [Self; 4] = [Self::Email, Self::Sms, Self::Push, Self::InApp];

    /// Its name, on the wire and in the store.
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
        let way = Self::WAYS.into_iter().find(|way| way.as_str() == name);
        way.unwrap_or(Self::Channel(name))
    }
}

impl From<Delivery> for String {
    fn from(delivery: Delivery) -> Self {
        delivery.as_str().to_owned()
    }
}

/// The list that an alert is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfList {
    /// Its number.
    pub id: u32,
    /// Its name, for when it is there no more.
    pub name: String,
}

/// A stored alert.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Alert {
    /// Its number in this store.
    pub id: u32,
    /// What it watches.
    pub kind: AlertKind,
    /// The ticker, by symbol, so that it survives an export; empty where it is over a list.
    pub symbol: String,
    /// The list that it is over: each ticker of it is watched by an alert of its own, which follows this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub list: Option<OfList>,
    /// The number of the alert over a list that this one follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follows: Option<u32>,
    /// How; `None` for news and events.
    #[serde(default)]
    pub condition: Option<Condition>,
    /// Money in the ticker's currency, units, percent or RSI points, as kind and condition say; `None` for news, events
    /// and a cross of averages.
    #[serde(default)]
    pub value: Option<f64>,
    /// Hours over which a change in percent is measured.
    #[serde(default)]
    pub window_hours: Option<u32>,
    /// What a technical alert computes, or one on events waits for.
    #[serde(default)]
    pub indicator: Option<Indicator>,
    /// What an article must tell of, besides the ticker: every one of these words.
    #[serde(default)]
    pub words: Option<String>,
    /// The bars it computes it of.
    #[serde(default)]
    pub interval: Option<Interval>,
    /// What must hold at the same time, besides what the fields above say; nothing for most alerts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub and: Vec<Term>,
    /// How often.
    pub frequency: AlertFrequency,
    /// Where to.
    pub delivery: Vec<Delivery>,
    /// Inactive alerts are history until they are reactivated.
    pub active: bool,
    /// It came with the sample market.
    #[serde(default)]
    pub is_sample: bool,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it was last switched on: what happened before does not concern it.
    #[serde(default)]
    pub since: Option<Timestamp>,
    /// When it last fired.
    #[serde(default)]
    pub last_fired_at: Option<Timestamp>,
    /// The side of the line on which it then stood.
    #[serde(default)]
    pub fired_side: Option<Side>,
    /// What a daily summary has gathered and not told yet.
    #[serde(default)]
    pub gathered: Option<Gathered>,
    /// What happens before this moment is not told.
    #[serde(default)]
    pub snoozed_until: Option<Timestamp>,
    /// From this moment on nothing is watched any more, which is told once.
    #[serde(default)]
    pub expires_at: Option<Timestamp>,
    /// What the person who made it wants to remember: plain text.
    #[serde(default)]
    pub note: Option<String>,
    /// When its values were last set by a person; `None` for alerts of before this was kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valued_at: Option<Timestamp>,
    /// The splits that its values were restated for since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub restated_for: Vec<Split>,
}

impl Alert {
    /// A new, active alert that is delivered in the app; what it measures is still to be said. The
    /// store gives it its number.
    pub fn new(kind: AlertKind, symbol: &str, frequency: AlertFrequency, now: Timestamp) -> Self {
        Self {
            id: 0,
            kind,
            symbol: symbol.to_owned(),
            list: None,
            follows: None,
            condition: None,
            value: None,
            window_hours: None,
            indicator: None,
            words: None,
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
            gathered: None,
            snoozed_until: None,
            expires_at: None,
            note: None,
            valued_at: Some(now),
            restated_for: vec![],
        }
    }
}

impl Alert {
    /// The condition that the alert's own fields say; `None` for news and events.
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

    /// Everything that must hold at once for the alert to fire; nothing for news and events.
    pub(crate) fn terms(&self) -> impl Iterator<Item = Term> {
        self.first_term()
            .into_iter()
            .chain(self.and.iter().copied())
    }
}

impl Alert {
    /// The alert that watches one ticker of the list that this one is over, from `now` on.
    #[must_use]
    pub(crate) fn of_member(&self, symbol: &str, now: Timestamp) -> Self {
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
            gathered: None,
            valued_at: Some(now),
            restated_for: vec![],
            ..self.clone()
        }
    }
}

impl Alert {
    /// This stored alert after it fired as `fired` says. What a person did to it meanwhile stands: one
    /// that was switched off stays off, one that was switched on again or moved is on, and its line is
    /// where it was put.
    #[must_use]
    pub(crate) fn after(&self, fired: &Self) -> Self {
        let switched = self.since != fired.since;
        let own = self.with_splits_of(fired);
        let moved = (own.condition, own.value) != (fired.condition, fired.value);
        Self {
            active: self.active && (fired.active || switched),
            since: self.since,
            condition: own.condition,
            value: own.value,
            and: own.and,
            valued_at: own.valued_at,
            restated_for: own.restated_for,
            fired_side: if moved { None } else { fired.fired_side },
            ..fired.with_lifetime_of(self)
        }
    }

    /// This alert with the note of another, and quiet and alive as long as that one.
    #[must_use]
    pub(crate) fn with_lifetime_of(&self, other: &Self) -> Self {
        Self {
            snoozed_until: other.snoozed_until,
            expires_at: other.expires_at,
            note: other.note.clone(),
            ..self.clone()
        }
    }

    /// This alert, switched on or off at `now`. One that is switched on is watched from then on, and an expiry that has
    /// passed is over: it would end at once.
    #[must_use]
    pub(crate) fn switched(self, active: bool, now: Timestamp) -> Self {
        let is_new = active && !self.active;
        Self {
            active,
            since: if is_new { Some(now) } else { self.since },
            expires_at: self.expires_at.filter(|end| !is_new || *end > now),
            ..self
        }
    }

    /// This alert with its line at another value: watched from `now`, as if it were new. The prices of now are in the units of
    /// after `splits`.
    #[must_use]
    pub(crate) fn moved(
        self,
        value: f64,
        condition: Option<Condition>,
        now: Timestamp,
        splits: &[Split],
    ) -> Self {
        Self {
            valued_at: Some(now),
            restated_for: splits.to_vec(),
            value: Some(value),
            condition: condition.or(self.condition),
            since: if self.active { Some(now) } else { self.since },
            fired_side: None,
            ..self
        }
    }
}

/// What a daily summary gathers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gathered {
    /// How often the condition was met.
    pub times: u32,
    /// When first.
    pub first_at: Timestamp,
    /// What the last time said.
    pub sentence: String,
    /// The price at the last time, in the ticker's currency.
    #[serde(default)]
    pub price: Option<f64>,
}

/// What an alert reported: an entry of the history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FiredAlert {
    /// The alert, which may be deleted since.
    pub alert_id: u32,
    /// The ticker.
    pub symbol: String,
    /// The price at that moment, in the ticker's currency; `None` when there was none.
    #[serde(default)]
    pub price: Option<f64>,
    /// What the price is in; `None` for a level or a rate, and in reports of before this was kept.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// When the condition was met.
    pub at: Timestamp,
    /// It was met while the program was not running, and noticed afterwards.
    #[serde(default)]
    pub late: bool,
    /// What it says to a person.
    pub sentence: String,
    /// The note of its alert.
    #[serde(default)]
    pub note: Option<String>,
}

impl FiredAlert {
    /// A report without a price and a note, in time.
    pub fn new(
        alert_id: u32,
        symbol: impl Into<String>,
        at: Timestamp,
        sentence: impl Into<String>,
    ) -> Self {
        Self {
            alert_id,
            symbol: symbol.into(),
            price: None,
            currency: None,
            at,
            late: false,
            sentence: sentence.into(),
            note: None,
        }
    }
}
