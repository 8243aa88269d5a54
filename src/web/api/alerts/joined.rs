//! Conditions that must hold at once.

use super::{
    check::{self, NO_STATE},
    parts::JoinedCondition,
    shapes::NewAlert,
};
use crate::{
    domain::{
        alert::{Alert, Condition, Indicator, Term},
        session::Calendar,
    },
    web::http::error::{ApiError, Result},
};

/// Fills in what must hold at the same time, or says in a sentence what is wrong with it.
pub(super) fn fill(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    if new.and.is_empty() {
        return Ok(());
    }
    for wanted in &new.and {
        let term = checked(alert, new, wanted, calendar)?;
        if alert.terms().any(|known| known == term) {
            return Err(ApiError::unprocessable(
                "The same condition stands there twice.",
            ));
        }
        alert.and.push(term);
    }
    let terms: Vec<Term> = alert.terms().collect();
    // News and events have none of their own.
    if terms.len() == alert.and.len() || !terms.iter().all(has_state) {
        return Err(ApiError::unprocessable(NO_STATE));
    }
    if terms
        .iter()
        .any(|high| terms.iter().any(|low| excludes(high, low)))
    {
        return Err(ApiError::unprocessable(
            "These conditions never hold at once: one asks for more than the other allows.",
        ));
    }
    Ok(())
}

/// A further condition, checked as if it were an alert's only one.
fn checked(
    alert: &Alert,
    new: &NewAlert,
    wanted: &JoinedCondition,
    calendar: Calendar,
) -> Result<Term> {
    let alone = NewAlert {
        kind: wanted.kind,
        condition: Some(wanted.condition),
        value: wanted.value,
        window_hours: wanted.window_hours,
        indicator: wanted.indicator,
        interval: wanted.interval,
        words: None,
        and: vec![],
        ..new.clone()
    };
    let mut of_it = Alert::new(
        wanted.kind,
        &alert.symbol,
        alert.frequency,
        alert.created_at,
    );
    check::condition_of(&mut of_it, &alone, calendar)?;
    of_it
        .first_term()
        .ok_or_else(|| ApiError::unprocessable(NO_STATE))
}

/// Whether it is so or not at any moment, and no moment by itself.
fn has_state(term: &Term) -> bool {
    term.condition != Condition::Crosses && term.indicator != Some(Indicator::Gap)
}

/// Whether a value would have to be above one line and below another that is no higher.
fn excludes(high: &Term, low: &Term) -> bool {
    let of = |term: &Term| (term.kind, term.indicator, term.interval);
    of(high) == of(low)
        && high.condition == Condition::Above
        && low.condition == Condition::Below
        && high.value >= low.value
}
