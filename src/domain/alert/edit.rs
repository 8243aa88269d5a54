//! What people say about an alert besides what it watches.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::Alert;

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
