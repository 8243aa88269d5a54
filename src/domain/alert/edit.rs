//! Changes to an alert that leave its limits as they are: snooze, expiry and note.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Alert, AlertKind, Condition};

/// What happens if the condition of a new alert is already met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenMet {
    /// Report the match immediately.
    #[serde(rename = "tell_now")]
    ReportNow,
    /// Report the next crossing.
    #[default]
    WaitForCrossing,
}

/// A change of an optional value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Edit<T> {
    /// Keep the value.
    #[default]
    Keep,
    /// Remove the value.
    Clear,
    /// Set the value.
    Set(T),
}

impl<T> Edit<T> {
    /// Returns the value after the change.
    fn apply(self, known: Option<T>) -> Option<T> {
        match self {
            Self::Keep => known,
            Self::Clear => None,
            Self::Set(value) => Some(value),
        }
    }
}

/// JSON `null` clears; a missing field (with `#[serde(default)]`) keeps the value.
impl<'de, T: Deserialize<'de>> Deserialize<'de> for Edit<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Option::deserialize(deserializer)?;
        Ok(value.map_or(Self::Clear, Self::Set))
    }
}

/// Changes of snooze, expiry and note.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Adjustment {
    /// End of the snooze.
    pub(crate) snoozed_until: Edit<Timestamp>,
    /// Expiry.
    pub(crate) expires_at: Edit<Timestamp>,
    /// The user's note.
    pub(crate) note: Edit<String>,
}

impl Alert {
    /// Returns true if both alerts have the same condition and frequency.
    pub(crate) fn has_same_condition(&self, other: &Self) -> bool {
        self.condition_only() == other.condition_only()
    }

    /// Returns true if both alerts have the same user settings.
    pub(crate) fn has_same_settings(&self, other: &Self) -> bool {
        self.has_same_condition(other)
            && self.with_lifetime_of(other) == *self
            && (self.active, &self.delivery) == (other.active, &other.delivery)
    }

    /// Returns the alert without a snooze or expiry in the past; an expired alert becomes inactive.
    #[must_use]
    pub(crate) fn without_expired(self, now: Timestamp) -> Self {
        let is_expired = self.expires_at.is_some_and(|end| end <= now);
        Self {
            active: self.active && !is_expired,
            expires_at: self.expires_at.filter(|_| !is_expired),
            snoozed_until: self.snoozed_until.filter(|until| *until > now),
            ..self
        }
    }

    /// Returns an alert with this alert's condition and frequency and default values otherwise, for comparison.
    fn condition_only(&self) -> Self {
        let has_window =
            self.kind == AlertKind::Price && self.condition == Some(Condition::PercentChange);
        Self {
            condition: self.condition,
            value: self.value,
            window_hours: has_window.then(|| self.window_hours.unwrap_or(24)),
            indicator: self.indicator,
            words: self.words.clone(),
            forms: self.forms.clone(),
            interval: self.interval,
            and: self.and.clone(),
            list: self.list.clone(),
            screen: self.screen.clone(),
            ..Self::new(
                self.kind,
                &self.symbol,
                self.frequency,
                Timestamp::UNIX_EPOCH,
            )
        }
    }

    /// Returns the alert with the changes of `adjustment`.
    #[must_use]
    pub(crate) fn with_adjustment(self, adjustment: Adjustment) -> Self {
        Self {
            snoozed_until: adjustment.snoozed_until.apply(self.snoozed_until),
            expires_at: adjustment.expires_at.apply(self.expires_at),
            note: adjustment.note.apply(self.note),
            ..self
        }
    }
}
