//! Validates the further conditions of an alert, which must be met at the same time as its first condition.

use super::{
    check::{self, NOT_COMBINABLE},
    parts::JoinedCondition,
    shapes::NewAlert,
};
use crate::{
    domain::{
        alert::{Alert, AlertKind, Condition, Indicator, Term},
        session::Calendar,
    },
    web::http::error::{ApiError, Result},
};

/// Validates the further conditions of `new` and adds them to `alert`.
pub(super) fn apply(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    if new.and.is_empty() {
        return Ok(());
    }
    for condition in &new.and {
        let term = check_alone(alert, new, condition, calendar)?;
        if alert.terms().any(|other| other == term) {
            return Err(ApiError::unprocessable(
                "The alert has the same condition twice.",
            ));
        }
        alert.and.push(term);
    }
    let terms: Vec<Term> = alert.terms().collect();
    // The first condition of a news or event alert is not a term: it cannot be combined with other conditions.
    if terms.len() == alert.and.len() || !terms.iter().all(is_lasting) {
        return Err(ApiError::unprocessable(NOT_COMBINABLE));
    }
    if terms
        .iter()
        .any(|above| terms.iter().any(|below| excludes(above, below)))
    {
        return Err(ApiError::unprocessable(
            "These conditions can never be met at the same time.",
        ));
    }
    Ok(())
}

/// Validates a further condition as if it were the only condition of the alert, and converts it to a term.
fn check_alone(
    alert: &Alert,
    new: &NewAlert,
    condition: &JoinedCondition,
    calendar: Calendar,
) -> Result<Term> {
    let single_request = NewAlert {
        kind: condition.kind,
        condition: Some(condition.condition),
        value: condition.value,
        window_hours: condition.window_hours,
        indicator: condition.indicator,
        interval: condition.interval,
        words: None,
        forms: vec![],
        and: vec![],
        ..new.clone()
    };
    let mut single = Alert::new(
        condition.kind,
        &alert.symbol,
        alert.frequency,
        alert.created_at,
    );
    check::apply_condition(&mut single, &single_request, calendar)?;
    single
        .first_term()
        .ok_or_else(|| ApiError::unprocessable(NOT_COMBINABLE))
}

/// Returns true for a condition that can stay true (above, below), false for one that is true at a single moment (a crossing, a gap).
fn is_lasting(term: &Term) -> bool {
    !matches!(term.kind, AlertKind::Cost | AlertKind::Holdings)
        && term.condition != Condition::Crosses
        && term.indicator != Some(Indicator::Gap)
}

/// Returns true if two terms can never be met at the same time: above a value, and below the same or a lower value.
fn excludes(above: &Term, below: &Term) -> bool {
    let quantity = |term: &Term| (term.kind, term.indicator, term.interval);
    quantity(above) == quantity(below)
        && above.condition == Condition::Above
        && below.condition == Condition::Below
        && above.value >= below.value
}
