//! The splits of an answer.

use jiff::tz::TimeZone;

use super::days::{date, day_of};
use crate::{domain::split::Split, providers::yahoo::wire};

/// Those that are understood, by the days of the exchange.
pub(super) fn splits(events: &wire::Events, zone: &TimeZone) -> Vec<Split> {
    let split = |event: &wire::SplitEvent| {
        Some(Split {
            date: date(day_of(event.date.seconds()?, zone))?,
            numerator: event.numerator.positive()?,
            denominator: event.denominator.positive()?,
        })
    };
    events.splits().filter_map(split).collect()
}
