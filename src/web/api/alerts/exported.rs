//! Alerts in an export file: their definitions, without their runtime state.

use std::collections::HashMap;

use hyper::StatusCode;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{check, find_watchable, joined, parts::JoinedCondition, shapes::NewAlert};
use crate::{
    domain::{
        alert::{Alert, AlertKind, Condition, ListRef, ScreenEvent, ScreenRef, WhenMet},
        person::PersonId,
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
    definition: NewAlert,
    /// Whether the alert is switched on.
    #[serde(default = "default_active")]
    active: bool,
    /// End of the snooze; null if the alert is not snoozed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    snoozed_until: Option<Timestamp>,
}

fn default_active() -> bool {
    true
}

/// The outcome of importing one alert.
pub(crate) enum ImportOutcome {
    /// The alert is imported. The sentence says which delivery methods were left out, if any.
    Imported(Box<Alert>, Option<String>),
    /// The alert is not imported: this market has no ticker with the symbol.
    UnknownSymbol(String),
    /// The alert is not imported. The sentence is the reason.
    Rejected(String),
}

impl ExportedAlert {
    /// Exports an alert. `list_numbers` and `screen_numbers` map the id of each list and screen in the database to its number in the
    /// file. Returns `None` if the alert's list or screen was deleted.
    pub(crate) fn of(
        alert: &Alert,
        list_numbers: &HashMap<u32, u32>,
        screen_numbers: &HashMap<u32, u32>,
    ) -> Option<Self> {
        let list = match &alert.list {
            Some(list) => Some(*list_numbers.get(&list.id)?),
            None => None,
        };
        let screen = match &alert.screen {
            Some(screen) => Some(*screen_numbers.get(&screen.id)?),
            None => None,
        };
        let is_price_change =
            alert.kind == AlertKind::Price && alert.condition == Some(Condition::PercentChange);
        Some(Self {
            definition: NewAlert {
                kind: alert.kind,
                symbol: alert.symbol.clone(),
                list,
                screen,
                screen_event: alert
                    .screen
                    .as_ref()
                    .map(|screen| screen.event)
                    .unwrap_or_default(),
                condition: alert.condition,
                value: alert.value,
                window_hours: alert.window_hours.filter(|_| is_price_change),
                indicator: alert.indicator,
                words: alert.words.clone(),
                forms: alert.forms.clone(),
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

    /// Returns the number in the file of the list that the alert watches; `None` for an alert on one ticker.
    pub(crate) fn list_number(&self) -> Option<u32> {
        self.definition.list
    }

    /// Returns the number in the file of the screen that the alert watches, and the reported change; `None` for other alerts.
    pub(crate) fn screen_number(&self) -> Option<(u32, ScreenEvent)> {
        let number = self.definition.screen?;
        Some((number, self.definition.screen_event))
    }

    /// Converts the exported alert to an alert that is watched from `now` on. Returns an error for an invalid alert. `list` or `screen` is
    /// what the alert watches, with its number in the file.
    pub(crate) fn import(
        mut self,
        list: Option<ListRef>,
        screen: Option<ScreenRef>,
        (state, person): (&AppState, PersonId),
        now: Timestamp,
    ) -> Result<ImportOutcome> {
        let is_on_holdings = self.definition.kind == AlertKind::Holdings;
        let (symbol, calendar) = if list.is_some() || screen.is_some() || is_on_holdings {
            (String::new(), Calendar::NewYork)
        } else {
            match find_watchable(state, &self.definition.symbol) {
                Ok(found) => found,
                Err(error) if error.status == StatusCode::NOT_FOUND => {
                    return Ok(ImportOutcome::UnknownSymbol(self.definition.symbol));
                }
                Err(error) => return Ok(ImportOutcome::Rejected(error.message)),
            }
        };
        let left_out = self.remove_unavailable_methods(state, person);
        // The expiry may have passed since the export: the alert is imported without it, switched off.
        let is_expired = self.definition.expires_at.is_some_and(|end| end <= now);
        self.definition.expires_at = self.definition.expires_at.filter(|_| !is_expired);
        let mut alert = Alert::new(
            self.definition.kind,
            &symbol,
            self.definition.frequency,
            now,
        );
        alert.screen = screen;
        let applied = check::apply(
            &mut alert,
            &self.definition,
            calendar,
            (state.alerts.channels(), person),
            now,
        );
        let applied = applied.and_then(|()| joined::apply(&mut alert, &self.definition, calendar));
        alert.list = list;
        applied.map_err(|error| {
            let screen = alert.screen.as_ref().map(|screen| &screen.name);
            let list = alert.list.as_ref().map(|list| &list.name);
            let target = screen.or(list).unwrap_or(&symbol);
            ApiError::new(
                error.status,
                format!("An alert on {target}: {}", error.message),
            )
        })?;
        alert.active = self.active && !is_expired;
        alert.snoozed_until = self.snoozed_until;
        Ok(ImportOutcome::Imported(
            Box::new(alert.without_expired(now)),
            left_out,
        ))
    }

    /// Removes delivery methods that are not available on this server. Returns the reasons as sentences; `None` if all are available.
    fn remove_unavailable_methods(&mut self, state: &AppState, person: PersonId) -> Option<String> {
        let methods = self.definition.delivery.take()?;
        let channels = (state.alerts.channels(), person);
        let (mut available, mut reasons) = (Vec::new(), Vec::new());
        for method in methods {
            match check::unavailable_reason(channels, &method) {
                None => available.push(method),
                Some(reason) => reasons.push(reason),
            }
        }
        self.definition.delivery = (!available.is_empty()).then_some(available);
        (!reasons.is_empty()).then(|| reasons.join(" "))
    }
}
