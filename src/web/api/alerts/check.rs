//! Validates alerts that users create or change: the server must be able to evaluate the conditions, and to use the delivery methods.

use jiff::{SignedDuration, Timestamp};

use super::{
    parts::JoinedCondition,
    shapes::{AlertChange, NewAlert},
};
use crate::{
    alerts::Channels,
    domain::{
        alert::{Alert, AlertKind, Condition, Delivery, Edit, Indicator},
        bar::Interval,
        fundamentals::filing_form::FilingForm,
        news::words,
        person::PersonId,
        session::Calendar,
    },
    web::http::error::{ApiError, Result},
};

/// Maximum window for a percent change, in hours. The market keeps this many hourly bars in memory.
const MAX_WINDOW_HOURS: u32 = 168;

/// Maximum time until a snooze ends or an alert expires.
const MAX_FUTURE: SignedDuration = SignedDuration::from_hours(10 * 366 * 24);
/// Maximum length of a note, in characters.
const MAX_NOTE_CHARS: usize = 500;
/// Maximum length of a news alert's keywords, in characters.
const MAX_KEYWORDS_CHARS: usize = 100;

/// Maximum number of conditions in addition to the first.
const MAX_FURTHER_CONDITIONS: usize = 3;
/// Error for a value that is zero, negative or not a number.
const VALUE_NOT_ABOVE_ZERO: &str = "The value must be a number above zero.";

/// Error for a condition that cannot be combined with others.
pub(super) const NOT_COMBINABLE: &str = "Only conditions that stay true can be combined: above, below or percent_change of a price, volume or indicator. \
     Crossings, gaps, news, events, cost and holdings conditions cannot.";

/// Returns the reason why a channel that is switched off is not available.
pub(super) fn switched_off_reason(name: &str) -> String {
    format!("The channel {name} is switched off.")
}

/// Returns the reason why a delivery method is not available; `None` if it is available.
pub(super) fn unavailable_reason(
    (channels, person): (&Channels, PersonId),
    delivery: &Delivery,
) -> Option<String> {
    if !channels.names_for(person, delivery).is_empty() {
        return None;
    }
    Some(match delivery {
        Delivery::Channel(name) if channels.get(person, name).is_some() => {
            switched_off_reason(name)
        }
        Delivery::Email => "Email isn't set up on this server.".to_owned(),
        Delivery::Sms => "SMS isn't set up on this server.".to_owned(),
        Delivery::Push => "Push isn't set up on this server.".to_owned(),
        Delivery::InApp | Delivery::Channel(_) => {
            format!("There is no channel called {}.", delivery.as_str())
        }
    })
}

/// Validates `new` and copies it to `alert`, except for further conditions, which [`super::joined::apply`] copies.
pub(super) fn apply(
    alert: &mut Alert,
    new: &NewAlert,
    calendar: Calendar,
    channels: (&Channels, PersonId),
    now: Timestamp,
) -> Result<()> {
    check_fields(new)?;
    if let Some(end) = new.expires_at {
        alert.expires_at = Some(check_future("expiresAt", end, now)?);
    }
    alert.note = new.note.as_deref().map(clean_note).transpose()?.flatten();
    if let Some(delivery) = &new.delivery {
        alert.delivery = available_methods(delivery, channels)?;
    }
    if (new.screen.is_some() || alert.screen.is_some()) != (new.kind == AlertKind::Screen) {
        return Err(ApiError::unprocessable(
            "An alert of type screen requires a screen; other alerts cannot have one.",
        ));
    }
    if new.words.is_some() && new.kind != AlertKind::News {
        return Err(ApiError::unprocessable(
            "Only news alerts can have keywords (words).",
        ));
    }
    if !new.forms.is_empty() && new.indicator != Some(Indicator::Filing) {
        return Err(ApiError::unprocessable(
            "Forms are allowed only with the indicator 'filing'.",
        ));
    }
    apply_condition(alert, new, calendar)
}

/// Checks the limits of single fields, which the `OpenAPI` document also contains.
fn check_fields(new: &NewAlert) -> Result<()> {
    let further = &new.and;
    let hours = further.iter().map(|condition| condition.window_hours);
    let mut hours = hours.chain([new.window_hours]).flatten();
    let intervals = further.iter().map(|condition| condition.interval);
    let mut intervals = intervals.chain([new.interval]).flatten();
    if hours.any(|hours| !(1..=MAX_WINDOW_HOURS).contains(&hours)) {
        return Err(ApiError::unprocessable(format!(
            "Invalid windowHours; expected 1 to {MAX_WINDOW_HOURS}."
        )));
    }
    if intervals.any(|interval| interval == Interval::FiveMinutes) {
        return Err(ApiError::unprocessable(
            "Invalid interval; expected 1h or 1d.",
        ));
    }
    if further.len() > MAX_FURTHER_CONDITIONS {
        return Err(ApiError::unprocessable(format!(
            "An alert can have at most {} conditions.",
            MAX_FURTHER_CONDITIONS + 1
        )));
    }
    if !further.iter().all(JoinedCondition::is_lasting) {
        return Err(ApiError::unprocessable(NOT_COMBINABLE));
    }
    Ok(())
}

/// Validates the first condition of `new` and copies it to `alert`.
pub(super) fn apply_condition(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    match new.kind {
        AlertKind::News => apply_news(alert, new),
        AlertKind::Technical if new.indicator == Some(Indicator::Gap) => {
            apply_gap(alert, new, calendar)
        }
        AlertKind::Technical => apply_technical(alert, new),
        AlertKind::Event => apply_event(alert, new, calendar),
        AlertKind::Price | AlertKind::Volume => apply_price_or_volume(alert, new),
        AlertKind::Cost => apply_cost(alert, new),
        AlertKind::Holdings => apply_holdings(alert, new),
        // The only condition is that a ticker enters or leaves the screen.
        AlertKind::Screen => Ok(()),
    }
}

/// Validates a change to `alert`, and normalizes the note in it.
pub(super) fn check_change(alert: &Alert, change: &mut AlertChange, now: Timestamp) -> Result<()> {
    if let Edit::Set(until) = change.snoozed_until {
        check_future("snoozedUntil", until, now)?;
    }
    if let Edit::Set(end) = change.expires_at {
        check_future("expiresAt", end, now)?;
    }
    if let Edit::Set(note) = &change.note {
        change.note = clean_note(note)?.map_or(Edit::Clear, Edit::Set);
    }
    if let Some(Condition::PercentChange) = change.condition {
        return Err(ApiError::unprocessable(
            "Invalid condition; expected above, below or crosses.",
        ));
    }
    if change.value.is_some_and(|value| value <= 0.0) {
        return Err(ApiError::unprocessable(VALUE_NOT_ABOVE_ZERO));
    }
    if change.value.is_none() {
        return match change.condition {
            Some(_) => Err(ApiError::unprocessable(
                "A condition can only be changed together with its value.",
            )),
            None => Ok(()),
        };
    }
    let is_price_level = |condition| condition != Condition::PercentChange;
    if alert.list.is_some()
        || alert.kind != AlertKind::Price
        || !alert.condition.is_some_and(is_price_level)
    {
        return Err(ApiError::conflict(
            "The condition and value can be changed only for a price-level alert on a single ticker.",
        ));
    }
    if change.condition == Some(Condition::Crosses) && !alert.and.is_empty() {
        return Err(ApiError::conflict(NOT_COMBINABLE));
    }
    Ok(())
}

/// Checks that a time is in the next ten years. `field` is its name in the request.
fn check_future(field: &str, at: Timestamp, now: Timestamp) -> Result<Timestamp> {
    let latest = now.saturating_add(MAX_FUTURE).unwrap_or(now);
    let is_valid = (now..=latest).contains(&at);
    is_valid.then_some(at).ok_or_else(|| {
        ApiError::unprocessable(format!(
            "Invalid {field}; expected a time in the next ten years, as in 2026-12-24T18:00:00Z."
        ))
    })
}

/// Trims a note and removes control characters except newlines; `None` if nothing is left.
fn clean_note(note: &str) -> Result<Option<String>> {
    let is_allowed = |c: &char| !c.is_control() || *c == '\n';
    let text: String = note.chars().filter(is_allowed).collect();
    let text = text.trim();
    if text.chars().count() > MAX_NOTE_CHARS {
        return Err(ApiError::unprocessable(format!(
            "A note can have at most {MAX_NOTE_CHARS} characters."
        )));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

/// Checks that every requested delivery method is available, and removes duplicates.
fn available_methods(
    requested: &[Delivery],
    channels: (&Channels, PersonId),
) -> Result<Vec<Delivery>> {
    let mut methods = vec![];
    for method in requested {
        if let Some(reason) = unavailable_reason(channels, method) {
            let is_switched_off = channels.0.get(channels.1, method.as_str()).is_some();
            return Err(if is_switched_off {
                ApiError::conflict(reason)
            } else {
                ApiError::unprocessable(reason)
            });
        }
        if !methods.contains(method) {
            methods.push(method.clone());
        }
    }
    if methods.is_empty() {
        return Err(ApiError::unprocessable(
            "Choose at least one delivery method.",
        ));
    }
    Ok(methods)
}

/// Applies the condition of a price or volume alert.
fn apply_price_or_volume(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let condition = require_condition(new)?;
    let is_percent_change = condition == Condition::PercentChange;
    if is_percent_change && new.kind == AlertKind::Volume {
        if new.window_hours.is_some_and(|hours| hours != 24) {
            return Err(ApiError::unprocessable(
                "Volume alerts compare with the previous trading day; windowHours is for price alerts only.",
            ));
        }
    } else if is_percent_change {
        alert.window_hours = Some(new.window_hours.unwrap_or(24));
    }
    alert.condition = Some(condition);
    // A change counts in both directions: -5 % is the same as 5 %.
    let value = if is_percent_change {
        new.value.map(f64::abs)
    } else {
        new.value
    };
    alert.value = Some(require_above_zero(value)?);
    Ok(())
}

/// Applies the keywords of a news alert.
fn apply_news(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let Some(text) = new
        .words
        .as_deref()
        .map(str::trim)
        .filter(|text| !text.is_empty())
    else {
        return Ok(());
    };
    if text.chars().count() > MAX_KEYWORDS_CHARS {
        return Err(ApiError::unprocessable(format!(
            "Keywords can have at most {MAX_KEYWORDS_CHARS} characters."
        )));
    }
    let normalized = words(text).collect::<Vec<_>>().join(" ");
    if normalized.is_empty() {
        return Err(ApiError::unprocessable(
            "Keywords must contain letters or digits.",
        ));
    }
    alert.words = Some(normalized);
    Ok(())
}

/// Applies the event of an event alert.
fn apply_event(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    let event = new.indicator.filter(|indicator| indicator.is_event());
    let event = event.ok_or_else(|| {
        ApiError::unprocessable(
            "Missing indicator; expected one of: earnings, ex_date, stale, filing.",
        )
    })?;
    if event != Indicator::Stale && calendar == Calendar::Always {
        return Err(ApiError::unprocessable(format!(
            "{} has no earnings, dividends or filings.",
            alert.symbol
        )));
    }
    if event == Indicator::Filing {
        alert.forms = chosen_forms(&new.forms)?;
    }
    alert.indicator = Some(event);
    Ok(())
}

/// Returns the chosen forms in their usual order, each once; 422 if there are none.
fn chosen_forms(chosen: &[FilingForm]) -> Result<Vec<FilingForm>> {
    let forms = FilingForm::ALL.into_iter();
    let forms: Vec<_> = forms.filter(|form| chosen.contains(form)).collect();
    if forms.is_empty() {
        let names = FilingForm::ALL.map(FilingForm::name).join(", ");
        return Err(ApiError::unprocessable(format!(
            "Missing forms; expected at least one of: {names}."
        )));
    }
    Ok(forms)
}

/// Applies the condition of an alert on the gap between the previous close and the open.
fn apply_gap(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    if calendar == Calendar::Always {
        return Err(ApiError::unprocessable(format!(
            "{} trades around the clock and has no open.",
            alert.symbol
        )));
    }
    if new
        .condition
        .is_some_and(|condition| condition != Condition::PercentChange)
    {
        return Err(ApiError::unprocessable(
            "Invalid condition for a gap alert; expected percent_change.",
        ));
    }
    alert.value = Some(require_above_zero(new.value.map(f64::abs))?);
    alert.indicator = Some(Indicator::Gap);
    alert.condition = Some(Condition::PercentChange);
    Ok(())
}

/// Applies the condition of an alert on the average cost.
fn apply_cost(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let condition = require_condition(new)?;
    if !matches!(condition, Condition::Above | Condition::Below) {
        return Err(ApiError::unprocessable(
            "Invalid condition for a cost alert; expected above or below.",
        ));
    }
    let value = require_above_zero(new.value)?;
    if value >= 100.0 && condition == Condition::Below {
        return Err(ApiError::unprocessable(
            "A price cannot be 100 % or more below the cost.",
        ));
    }
    alert.value = Some(value);
    alert.condition = Some(condition);
    Ok(())
}

/// Applies the condition of an alert on the day's change in all holdings.
fn apply_holdings(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let is_percent_change = |condition| condition == Condition::PercentChange;
    if !new.condition.is_none_or(is_percent_change) {
        return Err(ApiError::unprocessable(
            "Invalid condition for a holdings alert; expected percent_change.",
        ));
    }
    if new.window_hours.is_some() {
        return Err(ApiError::unprocessable(
            "Holdings alerts use the day's change; windowHours is for price alerts only.",
        ));
    }
    alert.value = Some(require_above_zero(new.value.map(f64::abs))?);
    alert.condition = Some(Condition::PercentChange);
    Ok(())
}

/// Applies the condition of an alert on a technical indicator other than a gap.
fn apply_technical(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let indicator = new.indicator.filter(|indicator| !indicator.is_event());
    let indicator = indicator.ok_or_else(|| {
        ApiError::unprocessable(
            "Missing indicator; expected one of: rsi, sma_cross, year_high, year_low, gap.",
        )
    })?;
    let condition = require_condition(new)?;
    if condition == Condition::PercentChange {
        return Err(ApiError::unprocessable(
            "Invalid condition for an indicator alert; expected above, below or crosses.",
        ));
    }
    if matches!(indicator, Indicator::YearHigh | Indicator::YearLow) {
        let value = require_above_zero(new.value)?;
        if value >= 100.0 && indicator == Indicator::YearHigh {
            return Err(ApiError::unprocessable(
                "A price cannot be 100 % or more below its 52-week high.",
            ));
        }
        alert.value = Some(value);
        alert.indicator = Some(indicator);
        alert.condition = Some(condition);
        return Ok(());
    }
    let interval = new.interval.unwrap_or(Interval::Day);
    if indicator == Indicator::Rsi {
        let value = require_above_zero(new.value)?;
        if value >= 100.0 {
            return Err(ApiError::unprocessable(
                "Invalid RSI value; expected a number between 0 and 100.",
            ));
        }
        alert.value = Some(value);
    }
    alert.indicator = Some(indicator);
    alert.interval = Some(interval);
    alert.condition = Some(condition);
    Ok(())
}

/// Returns the condition, or 422 if it is missing.
fn require_condition(new: &NewAlert) -> Result<Condition> {
    new.condition.ok_or_else(|| {
        ApiError::unprocessable(
            "Missing condition; expected one of: above, below, crosses, percent_change.",
        )
    })
}

/// Returns the value, or 422 if it is missing or not above zero.
fn require_above_zero(value: Option<f64>) -> Result<f64> {
    value
        .filter(|value| value.is_finite() && *value > 0.0)
        .ok_or_else(|| ApiError::unprocessable(VALUE_NOT_ABOVE_ZERO))
}
