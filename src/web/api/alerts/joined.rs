//! Combined conditions, which must all be met at the same time.

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

/// Fills in the further conditions from `new`.
pub(super) fn fill(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    if new.and.is_empty() {
        return Ok(());
    }
    for wanted in &new.and {
        let term = checked(alert, new, wanted, calendar)?;
        if alert.terms().any(|known| known == term) {
            return Err(ApiError::unprocessable(
                "The alert has the same condition twice.",
            ));
        }
        alert.and.push(term);
    }
    let terms: Vec<Term> = alert.terms().collect();
    // News and events have no term.
    if terms.len() == alert.and.len() || !terms.iter().all(has_state) {
        return Err(ApiError::unprocessable(NO_STATE));
    }
    if terms
        .iter()
        .any(|high| terms.iter().any(|low| excludes(high, low)))
    {
        return Err(ApiError::unprocessable(
            "These conditions can never be met at the same time.",
        ));
    }
    Ok(())
}

/// Checks a further condition as if it were the alert's only one.
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

/// Returns true for a condition that lasts (above, below), false for one that happens at a moment (a crossing, a gap).
fn has_state(term: &Term) -> bool {
    term.condition != Condition::Crosses && term.indicator != Some(Indicator::Gap)
}

/// Returns true if the two terms can never both be met: above one value and below another that is not higher.
fn excludes(high: &Term, low: &Term) -> bool {
    let of = |term: &Term| (term.kind, term.indicator, term.interval);
    of(high) == of(low)
        && high.condition == Condition::Above
        && low.condition == Condition::Below
        && high.value >= low.value
}
