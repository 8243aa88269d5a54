//! The conditions of an alert, each by itself.

use serde::{Deserialize, Serialize};

use crate::domain::bar::Interval;

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
    /// A day to come, or a price that stays away, as the alert's indicator says.
    Event,
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
    /// Moves by the value in percent, up or down: a price within the alert's window or over the night, a volume from one day to the
    /// next.
    PercentChange,
}

/// What a technical alert computes, and what one on events waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Indicator {
    /// The relative strength index over 14 bars, 0 to 100, against the alert's value.
    Rsi,
    /// The simple moving average of 50 bars against that of 200.
    SmaCross,
    /// How far the price is below its highest in 52 weeks, in percent of that.
    YearHigh,
    /// How far the price is above its lowest in 52 weeks, in percent of that.
    YearLow,
    /// How far a session opens from the close before it, up or down, in percent of that.
    Gap,
    /// Earnings are reported tomorrow.
    Earnings,
    /// From tomorrow on it is traded without its dividend.
    ExDate,
    /// Its price is older than its source's usual pace allows.
    Stale,
}

impl Indicator {
    /// Whether it is nothing that is computed, but something that comes.
    pub(crate) fn is_event(self) -> bool {
        matches!(self, Self::Earnings | Self::ExDate | Self::Stale)
    }
}

/// One condition of an alert: what is measured, and what it is held against. The fields are those of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// A price, a volume or an indicator.
    pub kind: AlertKind,
    /// How it is compared.
    pub condition: Condition,
    /// Money in the ticker's currency, units, percent or RSI points; `None` for a cross of averages.
    #[serde(default)]
    pub value: Option<f64>,
    /// Hours over which the change of a price in percent is measured; a day where it does not say.
    #[serde(default)]
    pub window_hours: Option<u32>,
    /// What is computed.
    #[serde(default)]
    pub indicator: Option<Indicator>,
    /// The bars it is computed of.
    #[serde(default)]
    pub interval: Option<Interval>,
}

impl Term {
    /// Whether it is a change of a price in percent, over hours.
    pub(crate) fn is_price_change(&self) -> bool {
        self.kind == AlertKind::Price && self.condition == Condition::PercentChange
    }

    /// The hours over which a change in percent is measured.
    pub(crate) fn hours(&self) -> u32 {
        self.window_hours.unwrap_or(24)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::alert::Alert;

    /// As the store kept alerts before they could have more than one condition.
    const BEFORE: &str = r#"{"id":7,"kind":"technical","symbol":"BTC","condition":"above","value":70.0,"window_hours":null,
        "indicator":"rsi","words":null,"interval":"1h","frequency":"always","delivery":["in_app"],"active":true,
        "is_sample":false,"created_at":"2026-11-20T15:00:00Z","since":"2026-11-20T15:00:00Z","last_fired_at":null,
        "fired_side":null,"gathered":null,"snoozed_until":null,"expires_at":null,"note":null}"#;

    #[test]
    fn an_alert_that_was_kept_before_has_its_one_condition() {
        let kept: Alert = serde_json::from_str(BEFORE).unwrap();
        let terms: Vec<Term> = kept.terms().collect();
        assert_eq!(terms.len(), 1);
        assert_eq!(
            (terms[0].kind, terms[0].value, terms[0].interval),
            (AlertKind::Technical, Some(70.0), Some(Interval::Hour))
        );
        let again = serde_json::to_string(&kept).unwrap();
        assert!(!again.contains("\"and\""), "{again}");
    }

    #[test]
    fn several_conditions_are_kept() {
        let mut alert: Alert = serde_json::from_str(BEFORE).unwrap();
        alert.and.push(Term {
            kind: AlertKind::Price,
            condition: Condition::PercentChange,
            value: Some(5.0),
            window_hours: Some(4),
            indicator: None,
            interval: None,
        });
        let kept: Alert = serde_json::from_str(&serde_json::to_string(&alert).unwrap()).unwrap();
        assert_eq!(kept, alert);
        assert_eq!(kept.terms().count(), 2);
    }
}
