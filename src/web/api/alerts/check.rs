//! Validation of alerts: only conditions that can be evaluated and deliveries that this server has.

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
        news::words,
        session::Calendar,
    },
    web::http::error::{ApiError, Result},
};

/// Maximum window of a change in percent, in hours: the span of the hourly bars in memory.
const MAX_WINDOW_HOURS: u32 = 168;

/// How far in the future a snooze or an expiry may end.
const MAX_FUTURE: SignedDuration = SignedDuration::from_hours(10 * 366 * 24);
/// Maximum length of a note, in characters.
const MAX_NOTE_CHARS: usize = 500;
/// Maximum length of the required words of a news alert, in characters.
const MAX_WORDS_CHARS: usize = 100;

/// Maximum number of further conditions.
const MAX_FURTHER_CONDITIONS: usize = 3;
/// Error for a value that is not above zero.
const ABOVE_ZERO: &str = "The value must be a number above zero.";

/// Error for a condition that cannot be combined with others.
pub(super) const NO_STATE: &str = "Conditions that are joined must hold for some time: above, below or percent_change of a price, a volume or an indicator; \
     not a crossing, a gap, news or an event.";
/// Returns why an existing channel is not available.
pub(super) fn off(name: &str) -> String {
    format!("The channel {name} is switched off.")
}

/// Returns why a delivery method is not available; `None` if it is.
pub(super) fn unavailable(channels: &Channels, delivery: &Delivery) -> Option<String> {
    if !channels.names_for(delivery).is_empty() {
        return None;
    }
    Some(match delivery {
        Delivery::Channel(name) if channels.get(name).is_some() => off(name),
        Delivery::Email => "This server has no mail delivery.".to_owned(),
        Delivery::Sms => "This server has no SMS gateway.".to_owned(),
        Delivery::Push => "This server has no push service.".to_owned(),
        Delivery::InApp | Delivery::Channel(_) => {
            format!("There is no channel called {}.", delivery.as_str())
        }
    })
}

/// Fills in the alert from `new`, except its further conditions (see `joined`).
pub(super) fn fill(
    alert: &mut Alert,
    new: &NewAlert,
    calendar: Calendar,
    channels: &Channels,
    now: Timestamp,
) -> Result<()> {
    well_formed(new)?;
    if let Some(end) = new.expires_at {
        alert.expires_at = Some(to_come("expiresAt", end, now)?);
    }
    alert.note = new.note.as_deref().map(plain).transpose()?.flatten();
    if let Some(delivery) = &new.delivery {
        alert.delivery = deliverable(delivery, channels)?;
    }
    if new.words.is_some() && new.kind != AlertKind::News {
        return Err(ApiError::unprocessable("Only news alerts can have words."));
    }
    condition_of(alert, new, calendar)
}

/// Checks what the `OpenAPI` document also states of each field, independent of the other fields and of this server.
fn well_formed(new: &NewAlert) -> Result<()> {
    let joined = &new.and;
    let hours = joined.iter().map(|part| part.window_hours);
    let mut hours = hours.chain([new.window_hours]).flatten();
    let intervals = joined.iter().map(|part| part.interval);
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
    if joined.len() > MAX_FURTHER_CONDITIONS {
        return Err(ApiError::unprocessable(format!(
            "An alert can have at most {} conditions.",
            MAX_FURTHER_CONDITIONS + 1
        )));
    }
    if !joined.iter().all(JoinedCondition::has_state) {
        return Err(ApiError::unprocessable(NO_STATE));
    }
    Ok(())
}

/// Fills in the condition from the fields of `new`.
pub(super) fn condition_of(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    match new.kind {
        AlertKind::News => news(alert, new),
        AlertKind::Technical if new.indicator == Some(Indicator::Gap) => gap(alert, new, calendar),
        AlertKind::Technical => technical(alert, new),
        AlertKind::Event => event(alert, new, calendar),
        AlertKind::Price | AlertKind::Volume => measured(alert, new),
    }
}

/// Normalizes the note and checks that the alert can be changed like this.
pub(super) fn change(alert: &Alert, change: &mut AlertChange, now: Timestamp) -> Result<()> {
    if let Edit::Set(until) = change.snoozed_until {
        to_come("snoozedUntil", until, now)?;
    }
    if let Edit::Set(end) = change.expires_at {
        to_come("expiresAt", end, now)?;
    }
    if let Edit::Set(note) = &change.note {
        change.note = plain(note)?.map_or(Edit::Clear, Edit::Set);
    }
    if let Some(Condition::PercentChange) = change.condition {
        return Err(ApiError::unprocessable(
            "Invalid condition; expected above, below or crosses.",
        ));
    }
    if change.value.is_some_and(|value| value <= 0.0) {
        return Err(ApiError::unprocessable(ABOVE_ZERO));
    }
    if change.value.is_none() {
        return match change.condition {
            Some(_) => Err(ApiError::unprocessable(
                "A condition can only be changed together with its value.",
            )),
            None => Ok(()),
        };
    }
    let is_line = |condition| condition != Condition::PercentChange;
    if alert.list.is_some()
        || alert.kind != AlertKind::Price
        || !alert.condition.is_some_and(is_line)
    {
        return Err(ApiError::conflict(
            "Only the line of a price alert can be moved.",
        ));
    }
    if change.condition == Some(Condition::Crosses) && !alert.and.is_empty() {
        return Err(ApiError::conflict(NO_STATE));
    }
    Ok(())
}

fn to_come(key: &str, at: Timestamp, now: Timestamp) -> Result<Timestamp> {
    let is_to_come = (now..=now.saturating_add(MAX_FUTURE).unwrap_or(now)).contains(&at);
    is_to_come.then_some(at).ok_or_else(|| {
        ApiError::unprocessable(format!(
            "Invalid {key}; expected a time in the next ten years, as in 2026-12-24T18:00:00Z."
        ))
    })
}

/// Removes control characters from a note; `None` if nothing is left.
fn plain(note: &str) -> Result<Option<String>> {
    let is_text = |letter: &char| !letter.is_control() || *letter == '\n';
    let text: String = note.chars().filter(is_text).collect();
    let text = text.trim();
    if text.chars().count() > MAX_NOTE_CHARS {
        return Err(ApiError::unprocessable(format!(
            "A note can have at most {MAX_NOTE_CHARS} characters."
        )));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

fn deliverable(wanted: &[Delivery], channels: &Channels) -> Result<Vec<Delivery>> {
    let mut delivery = vec![];
    for way in wanted {
        if let Some(reason) = unavailable(channels, way) {
            let is_off = channels.get(way.as_str()).is_some();
            return Err(if is_off {
                ApiError::conflict(reason)
            } else {
                ApiError::unprocessable(reason)
            });
        }
        if !delivery.contains(way) {
            delivery.push(way.clone());
        }
    }
    if delivery.is_empty() {
        return Err(ApiError::unprocessable(
            "Choose at least one delivery method.",
        ));
    }
    Ok(delivery)
}

fn measured(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let condition = condition(new)?;
    let percent = condition == Condition::PercentChange;
    if percent && new.kind == AlertKind::Volume {
        if new.window_hours.is_some_and(|hours| hours != 24) {
            return Err(ApiError::unprocessable(
                "A volume is compared with the previous trading day; windowHours is for prices only.",
            ));
        }
    } else if percent {
        alert.window_hours = Some(new.window_hours.unwrap_or(24));
    }
    alert.condition = Some(condition);
    // A change counts in both directions: -5 % is the same as 5 %.
    let size = if percent {
        new.value.map(f64::abs)
    } else {
        new.value
    };
    alert.value = Some(above_zero(size)?);
    Ok(())
}

fn news(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let Some(wanted) = new
        .words
        .as_deref()
        .map(str::trim)
        .filter(|wanted| !wanted.is_empty())
    else {
        return Ok(());
    };
    if wanted.chars().count() > MAX_WORDS_CHARS {
        return Err(ApiError::unprocessable(format!(
            "The words of an alert can have at most {MAX_WORDS_CHARS} characters."
        )));
    }
    let wanted = words(wanted).collect::<Vec<_>>().join(" ");
    if wanted.is_empty() {
        return Err(ApiError::unprocessable(
            "Words must contain letters or digits.",
        ));
    }
    alert.words = Some(wanted);
    Ok(())
}

fn event(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    let event = new.indicator.filter(|it| it.is_event());
    let event = event.ok_or_else(|| {
        ApiError::unprocessable("Missing indicator; expected one of: earnings, ex_date, stale.")
    })?;
    if event != Indicator::Stale && calendar == Calendar::Always {
        return Err(ApiError::unprocessable(format!(
            "{} reports no earnings and pays no dividend.",
            alert.symbol
        )));
    }
    alert.indicator = Some(event);
    Ok(())
}

fn gap(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    if calendar == Calendar::Always {
        return Err(ApiError::unprocessable(format!(
            "{} is traded around the clock and has no opening.",
            alert.symbol
        )));
    }
    let up_or_down = Condition::PercentChange;
    if new
        .condition
        .is_some_and(|condition| condition != up_or_down)
    {
        return Err(ApiError::unprocessable(
            "Invalid condition of a gap; expected percent_change.",
        ));
    }
    alert.value = Some(above_zero(new.value.map(f64::abs))?);
    alert.indicator = Some(Indicator::Gap);
    alert.condition = Some(up_or_down);
    Ok(())
}

fn technical(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let indicator = new.indicator.filter(|it| !it.is_event()).ok_or_else(|| {
        ApiError::unprocessable(
            "Missing indicator; expected one of: rsi, sma_cross, year_high, year_low, gap.",
        )
    })?;
    let condition = condition(new)?;
    if condition == Condition::PercentChange {
        return Err(ApiError::unprocessable(
            "Invalid condition of an indicator; expected above, below or crosses.",
        ));
    }
    if matches!(indicator, Indicator::YearHigh | Indicator::YearLow) {
        let value = above_zero(new.value)?;
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
        let value = above_zero(new.value)?;
        if value >= 100.0 {
            return Err(ApiError::unprocessable(
                "Invalid value of the RSI; expected between 0 and 100.",
            ));
        }
        alert.value = Some(value);
    }
    alert.indicator = Some(indicator);
    alert.interval = Some(interval);
    alert.condition = Some(condition);
    Ok(())
}

fn condition(new: &NewAlert) -> Result<Condition> {
    new.condition.ok_or_else(|| {
        ApiError::unprocessable(
            "Missing condition; expected one of: above, below, crosses, percent_change.",
        )
    })
}

fn above_zero(value: Option<f64>) -> Result<f64> {
    value
        .filter(|value| value.is_finite() && *value > 0.0)
        .ok_or_else(|| ApiError::unprocessable(ABOVE_ZERO))
}
