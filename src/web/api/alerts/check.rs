//! Only what is really judged, and really delivered, may be asked for.

use super::shapes::{AlertChange, NewAlert};
use crate::{
    alerts::Channels,
    domain::{
        alert::{Alert, AlertKind, Condition, Delivery, Indicator},
        bar::Interval,
    },
    web::http::error::{ApiError, Result},
};

/// The longest window of a change in percent, in hours: what hourly bars in memory reach back to.
const WIDEST: u32 = 168;

/// Why a way of delivery is not available; `None` when it is.
pub(super) fn unavailable(channels: &Channels, delivery: &Delivery) -> Option<String> {
    if !channels.names_for(delivery).is_empty() {
        return None;
    }
    Some(match delivery {
        Delivery::Email => "This server has no mail delivery.".to_owned(),
        Delivery::Sms => "This server has no SMS gateway.".to_owned(),
        Delivery::Push => "This server has no push service.".to_owned(),
        Delivery::InApp | Delivery::Channel(_) => {
            format!("There is no channel called {}.", delivery.as_str())
        }
    })
}

/// Fills in what `new` asks for, or says in a sentence what is wrong with it.
pub(super) fn fill(alert: &mut Alert, new: &NewAlert, channels: &Channels) -> Result<()> {
    if let Some(delivery) = &new.delivery {
        alert.delivery = deliverable(delivery, channels)?;
    }
    match new.kind {
        AlertKind::News => Ok(()),
        AlertKind::Technical => technical(alert, new),
        AlertKind::Price | AlertKind::Volume => measured(alert, new),
    }
}

/// Says in a sentence why an alert cannot be changed like this.
pub(super) fn change(alert: &Alert, change: &AlertChange) -> Result<()> {
    if change.value.is_none() {
        return match change.condition {
            Some(_) => Err(ApiError::bad_request(
                "A condition is changed together with its value.",
            )),
            None => Ok(()),
        };
    }
    let is_line = |condition| condition != Condition::PercentChange;
    if alert.kind != AlertKind::Price || !alert.condition.is_some_and(is_line) {
        return Err(ApiError::bad_request(
            "Only the line of a price alert can be moved.",
        ));
    }
    if !change.condition.is_none_or(is_line) {
        return Err(ApiError::bad_request(
            "A line is risen above, fallen below or crossed.",
        ));
    }
    above_zero(change.value).map(drop)
}

fn deliverable(wanted: &[Delivery], channels: &Channels) -> Result<Vec<Delivery>> {
    let mut delivery = vec![];
    for way in wanted {
        if let Some(reason) = unavailable(channels, way) {
            return Err(ApiError::bad_request(reason));
        }
        if !delivery.contains(way) {
            delivery.push(way.clone());
        }
    }
    if delivery.is_empty() {
        return Err(ApiError::bad_request("An alert needs a way of delivery."));
    }
    Ok(delivery)
}

fn measured(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let condition = condition(new)?;
    let percent = condition == Condition::PercentChange;
    if percent && new.kind == AlertKind::Volume {
        return Err(ApiError::bad_request(
            "A change in percent can be watched for the price only.",
        ));
    }
    if percent {
        let hours = new.window_hours.unwrap_or(24);
        if !(1..=WIDEST).contains(&hours) {
            return Err(ApiError::bad_request(format!(
                "A change in percent is measured over 1 to {WIDEST} hours."
            )));
        }
        alert.window_hours = Some(hours);
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

fn technical(alert: &mut Alert, new: &NewAlert) -> Result<()> {
    let indicator = new.indicator.ok_or_else(|| {
        ApiError::bad_request("A technical alert needs an indicator: rsi or sma_cross.")
    })?;
    let condition = condition(new)?;
    if condition == Condition::PercentChange {
        return Err(ApiError::bad_request(
            "An indicator rises above, falls below or crosses.",
        ));
    }
    let interval = new.interval.unwrap_or(Interval::Day);
    if interval == Interval::FiveMinutes {
        return Err(ApiError::bad_request(
            "An indicator is computed of bars of 1h or 1d.",
        ));
    }
    if indicator == Indicator::Rsi {
        let value = above_zero(new.value)?;
        if value >= 100.0 {
            return Err(ApiError::bad_request("The RSI lies between 0 and 100."));
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
        ApiError::bad_request("The condition is missing: above, below, crosses or percent_change.")
    })
}

fn above_zero(value: Option<f64>) -> Result<f64> {
    value
        .filter(|value| value.is_finite() && *value > 0.0)
        .ok_or_else(|| ApiError::bad_request("The value must be a number above zero."))
}
