//! Types that are fields of alerts in requests and responses.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::{
    alert::{AlertKind, Condition, Indicator, ScreenEvent, ScreenRef, Term},
    bar::Interval,
};

/// A further condition of an alert, on the same ticker. Its fields mean the same as the fields of the alert.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct JoinedCondition {
    /// price, volume or technical.
    #[serde(rename = "type")]
    #[schema(value_type = String, pattern = "^(price|volume|technical)$")]
    pub(super) kind: AlertKind,
    /// above, below or `percent_change`.
    #[schema(value_type = String, pattern = "^(above|below|percent_change)$")]
    pub(super) condition: Condition,
    /// As in the alert.
    #[serde(default)]
    pub(super) value: Option<f64>,
    /// As in the alert.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 168)]
    pub(super) window_hours: Option<u32>,
    /// As in the alert, except gap.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(rsi|sma_cross|year_high|year_low)$")]
    pub(super) indicator: Option<Indicator>,
    /// As in the alert.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^(1h|1d)$")]
    pub(super) interval: Option<Interval>,
}

impl JoinedCondition {
    /// Returns true for a condition that can stay true (above, below), false for one that is true at a single moment (a crossing, a gap).
    pub(super) fn is_lasting(&self) -> bool {
        let is_momentary =
            |indicator: Indicator| indicator.is_event() || indicator == Indicator::Gap;
        !matches!(
            self.kind,
            AlertKind::News
                | AlertKind::Event
                | AlertKind::Screen
                | AlertKind::Cost
                | AlertKind::Holdings
        ) && self.condition != Condition::Crosses
            && !self.indicator.is_some_and(is_momentary)
    }

    /// Converts a stored condition.
    pub(super) fn of(term: &Term) -> Self {
        Self {
            kind: term.kind,
            condition: term.condition,
            value: term.value,
            window_hours: term.is_price_change().then(|| term.hours()),
            indicator: term.indicator,
            interval: term.interval,
        }
    }
}

/// The list that an alert watches.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AlertList {
    /// The list's id.
    pub(super) id: u32,
    /// The list's name.
    pub(super) name: String,
}

/// The screen that an alert watches.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AlertScreen {
    /// The screen's id.
    id: u32,
    /// The screen's name.
    name: String,
    /// enter: the alert reports tickers that start to match; leave: those that no longer match.
    #[schema(value_type = String)]
    event: ScreenEvent,
}

impl From<ScreenRef> for AlertScreen {
    fn from(screen: ScreenRef) -> Self {
        Self {
            id: screen.id,
            name: screen.name,
            event: screen.event,
        }
    }
}
