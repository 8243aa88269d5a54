//! The single conditions (terms) that an alert consists of.

use serde::{Deserialize, Serialize};

use crate::domain::bar::Interval;

/// What an alert evaluates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertKind {
    /// The price.
    Price,
    /// The volume over 24 hours.
    Volume,
    /// News about the ticker.
    News,
    /// A technical indicator on stored bars.
    Technical,
    /// An upcoming date, a stale price or a new filing, depending on the indicator.
    Event,
    /// The tickers that match a saved screen.
    Screen,
    /// The price against the amount paid for a unit on average.
    Cost,
    /// The change of the value of the holdings on a trading day.
    Holdings,
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
    /// Changes by the value in percent, up or down: a price within the window or overnight, a volume from one day to
    /// the next.
    PercentChange,
}

/// Indicator of a technical alert, or event of an event alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Indicator {
    /// Relative strength index (RSI) over 14 bars, 0 to 100.
    Rsi,
    /// 50-bar simple moving average against the 200-bar one.
    SmaCross,
    /// Distance below the 52-week high, in percent of the high.
    YearHigh,
    /// Distance above the 52-week low, in percent of the low.
    YearLow,
    /// Gap between the opening price and the previous close, up or down, in percent of the close.
    Gap,
    /// Earnings report on the next day.
    Earnings,
    /// Ex-dividend date on the next day.
    ExDate,
    /// Stale price: older than usual for its source.
    Stale,
    /// New filing with the SEC on one of the alert's forms.
    Filing,
}

impl Indicator {
    /// Returns true for events, which are not computed from bars.
    pub(crate) fn is_event(self) -> bool {
        matches!(
            self,
            Self::Earnings | Self::ExDate | Self::Stale | Self::Filing
        )
    }
}

/// A condition: a measured value and its limit. The fields match those of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// Price, volume, technical, cost or holdings.
    pub kind: AlertKind,
    /// Comparison.
    pub condition: Condition,
    /// Limit: money in the ticker's currency, units, percent or RSI points; `None` for a moving-average cross.
    #[serde(default)]
    pub value: Option<f64>,
    /// Window of a percent change in hours; 24 if `None`.
    #[serde(default)]
    pub window_hours: Option<u32>,
    /// Indicator to compute.
    #[serde(default)]
    pub indicator: Option<Indicator>,
    /// Bar length of the indicator.
    #[serde(default)]
    pub interval: Option<Interval>,
}

impl Term {
    /// Returns true for a price change in percent within a window.
    pub(crate) fn is_price_change(&self) -> bool {
        self.kind == AlertKind::Price && self.condition == Condition::PercentChange
    }

    /// Returns the window of a percent change, in hours.
    pub(crate) fn hours(&self) -> u32 {
        self.window_hours.unwrap_or(24)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::alert::Alert;

    /// A stored alert from versions that allowed one condition per alert.
    const OLD_ALERT: &str = r#"{"id":7,"kind":"technical","symbol":"BTC","condition":"above","value":70.0,"window_hours":null,
        "indicator":"rsi","words":null,"interval":"1h","frequency":"always","delivery":["in_app"],"active":true,
        "is_sample":false,"created_at":"2026-11-20T15:00:00Z","since":"2026-11-20T15:00:00Z","last_fired_at":null,
        "fired_side":null,"gathered":null,"snoozed_until":null,"expires_at":null,"note":null}"#;

    #[test]
    fn alert_stored_by_an_older_version_has_one_condition() {
        let alert: Alert = serde_json::from_str(OLD_ALERT).unwrap();
        let terms: Vec<Term> = alert.terms().collect();
        assert_eq!(terms.len(), 1);
        assert_eq!(
            (terms[0].kind, terms[0].value, terms[0].interval),
            (AlertKind::Technical, Some(70.0), Some(Interval::Hour))
        );
        let json = serde_json::to_string(&alert).unwrap();
        assert!(!json.contains("\"and\""), "{json}");
    }

    #[test]
    fn several_conditions_are_stored() {
        let mut alert: Alert = serde_json::from_str(OLD_ALERT).unwrap();
        alert.and.push(Term {
            kind: AlertKind::Price,
            condition: Condition::PercentChange,
            value: Some(5.0),
            window_hours: Some(4),
            indicator: None,
            interval: None,
        });
        let stored: Alert = serde_json::from_str(&serde_json::to_string(&alert).unwrap()).unwrap();
        assert_eq!(stored, alert);
        assert_eq!(stored.terms().count(), 2);
    }
}
