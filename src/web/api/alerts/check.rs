//! Only what is really judged, and really delivered, may be asked for.

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

/// The longest window of a change in percent, in hours: what hourly bars in memory reach back to.
const WIDEST: u32 = 168;

/// How far ahead a snooze and an expiry may lie.
const FURTHEST: SignedDuration = SignedDuration::from_hours(10 * 366 * 24);
/// Letters of a note at most.
const LONGEST_NOTE: usize = 500;
/// Letters of the words that an article must have, at most.
const LONGEST_WORDS: usize = 100;

/// Conditions besides the first at most.
const MOST_JOINED: usize = 3;
/// What a value is not.
const ABOVE_ZERO: &str = "The value must be a number above zero.";

/// Why some conditions stand alone.
pub(super) const NO_STATE: &str = "Conditions that are joined must hold for some time: above, below or percent_change of a price, a volume or an indicator; \
     not a crossing, a gap, news or an event.";
/// Why a channel is not available that is there.
pub(super) fn off(name: &str) -> String {
    format!("The channel {name} is switched off.")
}

/// Why a way of delivery is not available; `None` when it is.
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

/// Fills in what `new` asks for besides its further conditions (`joined` does that), or says in a sentence what is wrong with it.
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
        return Err(ApiError::unprocessable("Only alerts on news have words."));
    }
    condition_of(alert, new, calendar)
}

/// Refuses what is impossible whatever else is asked for and whatever is here: the description of the API says the same of each field.
fn well_formed(new: &NewAlert) -> Result<()> {
    let joined = &new.and;
    let hours = joined.iter().map(|part| part.window_hours);
    let mut hours = hours.chain([new.window_hours]).flatten();
    let intervals = joined.iter().map(|part| part.interval);
    let mut intervals = intervals.chain([new.interval]).flatten();
    if hours.any(|hours| !(1..=WIDEST).contains(&hours)) {
        return Err(ApiError::unprocessable(format!(
            "A change in percent is measured over 1 to {WIDEST} hours."
        )));
    }
    if intervals.any(|interval| interval == Interval::FiveMinutes) {
        return Err(ApiError::unprocessable(
            "An indicator is computed of bars of 1h or 1d.",
        ));
    }
    if joined.len() > MOST_JOINED {
        return Err(ApiError::unprocessable(format!(
            "An alert has {} conditions at most.",
            MOST_JOINED + 1
        )));
    }
    if !joined.iter().all(JoinedCondition::has_state) {
        return Err(ApiError::unprocessable(NO_STATE));
    }
    Ok(())
}

/// Fills in what the fields of `new` itself ask to be watched.
pub(super) fn condition_of(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    match new.kind {
        AlertKind::News => news(alert, new),
        AlertKind::Technical if new.indicator == Some(Indicator::Gap) => gap(alert, new, calendar),
        AlertKind::Technical => technical(alert, new),
        AlertKind::Event => event(alert, new, calendar),
        AlertKind::Price | AlertKind::Volume => measured(alert, new),
    }
}

/// Brings a note into shape; says in a sentence why an alert cannot be changed like this.
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
            "A line is risen above, fallen below or crossed.",
        ));
    }
    if change.value.is_some_and(|value| value <= 0.0) {
        return Err(ApiError::unprocessable(ABOVE_ZERO));
    }
    if change.value.is_none() {
        return match change.condition {
            Some(_) => Err(ApiError::unprocessable(
                "A condition is changed together with its value.",
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
    let is_to_come = (now..=now.saturating_add(FURTHEST).unwrap_or(now)).contains(&at);
    is_to_come.then_some(at).ok_or_else(|| {
        ApiError::unprocessable(format!(
            "{key} must be a time to come, within ten years, as in 2026-12-24T18:00:00Z."
        ))
    })
}

/// A note without what is not text; `None` where nothing is left.
fn plain(note: &str) -> Result<Option<String>> {
    let is_text = |letter: &char| !letter.is_control() || *letter == '\n';
    let text: String = note.chars().filter(is_text).collect();
    let text = text.trim();
    if text.chars().count() > LONGEST_NOTE {
        return Err(ApiError::unprocessable(format!(
            "A note has {LONGEST_NOTE} letters at most."
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
        return Err(ApiError::unprocessable("An alert needs a way of delivery."));
    }
    Ok(delivery)
}

fn measured(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let condition = condition(new)?;
    let percent = condition == Condition::PercentChange;
    if percent && new.kind == AlertKind::Volume {
        if new.window_hours.is_some_and(|hours| hours != 24) {
            return Err(ApiError::unprocessable(
                "A volume is held against that of the trading day before; windowHours is for prices.",
            ));
        }
    } else if percent {
        alert.window_hours = Some(new.window_hours.unwrap_or(24));
    }
    alert.condition = Some(condition);
    // A change counts up and down: -5 % is the same as 5 %.
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
    if wanted.chars().count() > LONGEST_WORDS {
        return Err(ApiError::unprocessable(format!(
            "The words of an alert have {LONGEST_WORDS} letters at most."
        )));
    }
    let wanted = words(wanted).collect::<Vec<_>>().join(" ");
    if wanted.is_empty() {
        return Err(ApiError::unprocessable("Words are letters or digits."));
    }
    alert.words = Some(wanted);
    Ok(())
}

fn event(alert: &mut Alert, new: &NewAlert, calendar: Calendar) -> Result<()> {
    let event = new.indicator.filter(|it| it.is_event());
    let event = event.ok_or_else(|| {
        ApiError::unprocessable(
            "An alert on an event needs an indicator: earnings, ex_date or stale.",
        )
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
            "{} is traded around the clock: it has no opening.",
            alert.symbol
        )));
    }
    let up_or_down = Condition::PercentChange;
    if new
        .condition
        .is_some_and(|condition| condition != up_or_down)
    {
        return Err(ApiError::unprocessable(
            "A gap counts up and down: its condition is percent_change.",
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
            "A technical alert needs an indicator: rsi, sma_cross, year_high, year_low or gap.",
        )
    })?;
    let condition = condition(new)?;
    if condition == Condition::PercentChange {
        return Err(ApiError::unprocessable(
            "An indicator rises above, falls below or crosses.",
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
            return Err(ApiError::unprocessable("The RSI lies between 0 and 100."));
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
            "The condition is missing: above, below, crosses or percent_change.",
        )
    })
}

fn above_zero(value: Option<f64>) -> Result<f64> {
    value
        .filter(|value| value.is_finite() && *value > 0.0)
        .ok_or_else(|| ApiError::unprocessable(ABOVE_ZERO))
}
