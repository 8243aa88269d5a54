//! The payments of an answer, with the price at the time.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::days::{DAY, date, day_of};
use crate::{
    domain::{
        bar::Bar,
        dividend::{DividendKind, Payment},
    },
    providers::yahoo::wire,
};

/// The payments of an answer. `bars` are its daily bars.
pub(super) fn payments(
    events: &wire::Events,
    zone: &TimeZone,
    parts: f64,
    bars: &[Bar],
) -> Vec<Payment> {
    let payment = |event: &wire::Payment, kind: Option<DividendKind>| {
        let day = day_of(event.date.seconds()?, zone);
        Some(Payment {
            ex_date: date(day)?,
            amount: event.amount.positive()? / parts,
            price: price_at(bars, day),
            kind,
        })
    };
    let regular = understood(&events.dividends).filter_map(|event| payment(event, None));
    let gains = understood(&events.capital_gains)
        .filter_map(|event| payment(event, Some(DividendKind::CapitalGain)));
    regular.chain(gains).collect()
}

fn understood(
    events: &BTreeMap<String, wire::Lenient<wire::Payment>>,
) -> impl Iterator<Item = &wire::Payment> {
    events.values().filter_map(|event| event.0.as_ref())
}

/// The price at the time; today's would make an old yield wrong.
fn price_at(bars: &[Bar], day: i64) -> Option<f64> {
    bars.iter()
        .rev()
        .find(|bar| bar.start <= day * DAY)
        .filter(|bar| day * DAY - bar.start <= 7 * DAY)
        .map(|bar| bar.close)
}
