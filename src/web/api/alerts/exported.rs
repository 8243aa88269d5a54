//! Alerts in an export: their definitions, without their runtime state.

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

/// An alert in an export file.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedAlert {
    /// The definition, as in a request to create the alert.
    #[serde(flatten)]
    wanted: NewAlert,
    /// Whether the alert is switched on.
    #[serde(default = "on")]
    active: bool,
    /// End of the snooze.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    snoozed_until: Option<Timestamp>,
}

fn on() -> bool {
    true
}

/// The outcome of importing one alert.
pub(crate) enum ImportOutcome {
    /// The alert is imported; the sentence names what was left out of it.
    Imported(Box<Alert>, Option<String>),
    /// The alert's ticker is unknown in this market.
    Unknown(String),
    /// The alert is not imported, for the given reason.
    Rejected(String),
}

impl ExportedAlert {
    /// Exports an alert. `numbers` maps list ids in this store to list ids in the file; returns `None` if the alert's list is gone.
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

    /// Id in the file of the list that the alert covers, if any.
    pub(crate) fn list(&self) -> Option<u32> {
        self.wanted.list
    }

    /// Converts the exported alert to one that is watched from `now`, or returns an error for an invalid alert. `list` is the list it
    /// covers, with its id in the file.
    pub(crate) fn arrive(
        mut self,
        list: Option<ListRef>,
        state: &AppState,
        now: Timestamp,
    ) -> Result<ImportOutcome> {
        let (symbol, calendar) = if list.is_some() {
            (String::new(), Calendar::NewYork)
        } else {
            match movable(state, &self.wanted.symbol) {
                Ok(known) => known,
                Err(error) if error.status == StatusCode::NOT_FOUND => {
                    return Ok(ImportOutcome::Unknown(self.wanted.symbol));
                }
                Err(error) => return Ok(ImportOutcome::Rejected(error.message)),
            }
        };
        let left_out = self.keep_available(state);
        // An expiry in the past is not an error in the file.
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
        Ok(ImportOutcome::Imported(
            Box::new(alert.without_expired(now)),
            left_out,
        ))
    }

    /// Removes delivery methods that this server does not have, and returns a sentence that says so.
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
