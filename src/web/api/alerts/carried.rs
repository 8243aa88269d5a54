//! Alerts in an export: what a person asked for, and nothing of what they have seen since.

use std::collections::HashMap;

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{check, joined, movable, parts::JoinedCondition, shapes::NewAlert};
use crate::{
    domain::{
        alert::{Alert, AlertKind, Condition, ListRef, WhenMet},
        session::Calendar,
    },
    web::{
        AppState,
        http::error::{ApiError, Result},
    },
};

/// An alert as it is exported and imported.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CarriedAlert {
    /// As it would be made.
    #[serde(flatten)]
    wanted: NewAlert,
    /// Whether it is on.
    #[serde(default = "on")]
    active: bool,
    /// Until when it is quiet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    snoozed_until: Option<Timestamp>,
}

fn on() -> bool {
    true
}

/// What becomes of an alert of a file.
pub(crate) enum Arrival {
    /// It can be watched; the sentence says what of it is left out.
    Comes(Box<Alert>, Option<String>),
    /// This market does not know its ticker.
    Unknown(String),
    /// It is left out, for the reason that the sentence gives.
    Stays(String),
}

impl CarriedAlert {
    /// `numbers` are those of lists in the file by those that they have here; `None` for an alert whose list is gone.
    pub(crate) fn of(alert: &Alert, numbers: &HashMap<u32, u32>) -> Option<Self> {
        let list = match &alert.list {
            Some(list) => Some(*numbers.get(&list.id)?),
            None => None,
        };
        let percent =
            alert.kind == AlertKind::Price && alert.condition == Some(Condition::PercentChange);
        Some(Self {
            wanted: NewAlert {
                kind: alert.kind,
                symbol: alert.symbol.clone(),
                list,
                condition: alert.condition,
                value: alert.value,
                window_hours: alert.window_hours.filter(|_| percent),
                indicator: alert.indicator,
                words: alert.words.clone(),
                interval: alert.interval,
                and: alert.and.iter().map(JoinedCondition::of).collect(),
                frequency: alert.frequency,
                delivery: Some(alert.delivery.clone()),
                when_met: WhenMet::default(),
                expires_at: alert.expires_at,
                note: alert.note.clone(),
            },
            active: alert.active,
            snoozed_until: alert.snoozed_until,
        })
    }

    /// The number in the file of the list that it is over, if it is over one.
    pub(crate) fn list(&self) -> Option<u32> {
        self.wanted.list
    }

    /// The alert as it is watched here from `now`; an error where it is none. `list` is the one that it is over, with its number in
    /// the file.
    pub(crate) fn arrive(
        mut self,
        list: Option<ListRef>,
        state: &AppState,
        now: Timestamp,
    ) -> Result<Arrival> {
        let (symbol, calendar) = if list.is_some() {
            (String::new(), Calendar::NewYork)
        } else {
            match movable(state, &self.wanted.symbol) {
                Ok(known) => known,
                Err(error) if error.status == StatusCode::NOT_FOUND => {
                    return Ok(Arrival::Unknown(self.wanted.symbol));
                }
                Err(error) => return Ok(Arrival::Stays(error.message)),
            }
        };
        let left_out = self.keep_available(state);
        // An expiry that has passed is no fault of the file.
        let is_over = self.wanted.expires_at.is_some_and(|end| end <= now);
        self.wanted.expires_at = self.wanted.expires_at.filter(|_| !is_over);
        let mut alert = Alert::new(self.wanted.kind, &symbol, self.wanted.frequency, now);
        let filled = check::fill(
            &mut alert,
            &self.wanted,
            calendar,
            state.alerts.channels(),
            now,
        );
        let filled = filled.and_then(|()| joined::fill(&mut alert, &self.wanted, calendar));
        alert.list = list;
        filled.map_err(|error| {
            let on = alert.list.as_ref().map_or(&symbol, |list| &list.name);
            ApiError::new(error.status, format!("An alert on {on}: {}", error.message))
        })?;
        alert.active = self.active && !is_over;
        alert.snoozed_until = self.snoozed_until;
        Ok(Arrival::Comes(
            Box::new(alert.without_expired(now)),
            left_out,
        ))
    }

    /// Takes out ways of delivery that this server does not have, and says so.
    fn keep_available(&mut self, state: &AppState) -> Option<String> {
        let wanted = self.wanted.delivery.take()?;
        let channels = state.alerts.channels();
        let (kept, gone): (Vec<_>, Vec<_>) = wanted
            .into_iter()
            .partition(|way| check::unavailable(channels, way).is_none());
        let reasons = gone
            .iter()
            .filter_map(|way| check::unavailable(channels, way));
        let reasons: Vec<String> = reasons.collect();
        self.wanted.delivery = (!kept.is_empty()).then_some(kept);
        (!reasons.is_empty()).then(|| reasons.join(" "))
    }
}
