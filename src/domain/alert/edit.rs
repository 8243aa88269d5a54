//! What people say about an alert besides what it watches.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Alert, AlertKind, Condition};

/// What is done about an alert whose condition is met already when it is made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenMet {
    /// It is told at once.
    TellNow,
    /// It is told when it is met anew.
    #[default]
    WaitForCrossing,
}

/// What becomes of something that may be there or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Edit<T> {
    /// It stays as it is.
    #[default]
    Keep,
    /// It goes.
    Clear,
    /// It becomes this.
    Set(T),
}

impl<T> Edit<T> {
    /// What there is afterwards.
    fn over(self, known: Option<T>) -> Option<T> {
        match self {
            Self::Keep => known,
            Self::Clear => None,
            Self::Set(value) => Some(value),
        }
    }
}

/// `null` clears; what is left out (with `#[serde(default)]`) stays.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Edit<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = Option::deserialize(deserializer)?;
        Ok(given.map_or(Self::Clear, Self::Set))
    }
}

/// What a person changes of an alert without putting it anywhere else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Adjustment {
    /// Until when it is quiet.
    pub(crate) snoozed_until: Edit<Timestamp>,
    /// Until when it is watched.
    pub(crate) expires_at: Edit<Timestamp>,
    /// What is to be remembered.
    pub(crate) note: Edit<String>,
}

impl Alert {
    /// Whether this alert watches for the same as another, as often.
    pub(crate) fn watches_as(&self, other: &Self) -> bool {
        self.condition_alone() == other.condition_alone()
    }

    /// Whether all that a person chooses of an alert is so for another too.
    pub(crate) fn is_chosen_as(&self, other: &Self) -> bool {
        self.watches_as(other)
            && self.with_lifetime_of(other) == *self
            && (self.active, &self.delivery) == (other.active, &other.delivery)
    }

    /// This alert without a snooze and an expiry that have passed by `now`; with its expiry it has ended.
    #[must_use]
    pub(crate) fn settled(self, now: Timestamp) -> Self {
        let is_over = self.expires_at.is_some_and(|end| end <= now);
        Self {
            active: self.active && !is_over,
            expires_at: self.expires_at.filter(|_| !is_over),
            snoozed_until: self.snoozed_until.filter(|until| *until > now),
            ..self
        }
    }

    /// An alert that is like this one in what it watches for, and in nothing else.
    fn condition_alone(&self) -> Self {
        let by_percent =
            self.kind == AlertKind::Price && self.condition == Some(Condition::PercentChange);
        Self {
            condition: self.condition,
            value: self.value,
            window_hours: by_percent.then(|| self.window_hours.unwrap_or(24)),
            indicator: self.indicator,
            words: self.words.clone(),
            interval: self.interval,
            and: self.and.clone(),
            list: self.list.clone(),
            ..Self::new(
                self.kind,
                &self.symbol,
                self.frequency,
                Timestamp::UNIX_EPOCH,
            )
        }
    }

    /// This alert with what a person changed of how long it is quiet and how long it lives.
    #[must_use]
    pub(crate) fn adjusted(self, adjustment: Adjustment) -> Self {
        Self {
            snoozed_until: adjustment.snoozed_until.over(self.snoozed_until),
            expires_at: adjustment.expires_at.over(self.expires_at),
            note: adjustment.note.over(self.note),
            ..self
        }
    }
}
