//! Payments: which are regular, their rhythm from the gaps between them, their yield from the price
//! at the time.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::days::{DAY, date, day_of};
use crate::{
    domain::{
        bar::Bar,
        dividend::{Dividend, DividendKind, Frequency},
    },
    providers::yahoo::wire,
};

/// A payment so many times as large as the usual one is a special one.
const SPECIAL_SIZE: f64 = 2.5;
/// Or, where it comes out of turn at the end of the list, so many times as large or as small.
const SPECIAL_AT_THE_END: f64 = 1.5;
/// A payment comes out of turn where the gap beside it is shorter than this share of the usual one.
const OUT_OF_TURN: f64 = 0.6;
/// And where the gap that is left without it is not longer than this many times the usual one.
const USUAL_GAP: f64 = 1.3;

/// One payment: the number of its day, its amount, and what it is.
type Paid = (i64, f64, DividendKind);

/// The payments of an answer, newest first. `bars` are its daily bars.
pub(super) fn dividends(
    events: &wire::Events,
    zone: &TimeZone,
    parts: f64,
    bars: &[Bar],
) -> Vec<Dividend> {
    let mut paid = payments(&events.dividends, zone, parts, DividendKind::Regular);
    paid.sort_by_key(|(day, ..)| *day);
    mark_specials(&mut paid);
    let frequency = frequency(&paid);
    let gains = &events.capital_gains;
    paid.extend(payments(gains, zone, parts, DividendKind::CapitalGain));
    paid.sort_by_key(|(day, _, kind)| (std::cmp::Reverse(*day), *kind as u8));
    let dividend = |&(day, amount, kind): &Paid| {
        // Only what comes again in its rhythm may be counted by the year.
        let price = price_at(bars, day).filter(|_| kind == DividendKind::Regular);
        Some(Dividend {
            ex_date: date(day)?,
            amount,
            dividend_yield: price
                .map(|price| amount * f64::from(frequency.per_year()) / price * 100.0),
            frequency,
            kind,
            is_projected: false,
        })
    };
    paid.iter().filter_map(dividend).collect()
}

fn payments(
    events: &BTreeMap<String, wire::Lenient<wire::Payment>>,
    zone: &TimeZone,
    parts: f64,
    kind: DividendKind,
) -> Vec<Paid> {
    let payment = |event: &wire::Lenient<wire::Payment>| {
        let event = event.0.as_ref()?;
        let (at, amount) = (event.date.seconds()?, event.amount.positive()?);
        Some((day_of(at, zone), amount / parts, kind))
    };
    events.values().filter_map(payment).collect()
}

/// The price at the time; today's would make an old yield wrong.
fn price_at(bars: &[Bar], day: i64) -> Option<f64> {
    bars.iter()
        .rev()
        .find(|bar| bar.start <= day * DAY)
        .filter(|bar| day * DAY - bar.start <= 7 * DAY)
        .map(|bar| bar.close)
}

/// Marks what is paid beside the rhythm: far more than usual, or between two payments that are a
/// usual gap apart.
fn mark_specials(paid: &mut [Paid]) {
    let Some(usual) = median(paid.iter().map(|(_, amount, _)| *amount).collect()) else {
        return;
    };
    for payment in paid.iter_mut() {
        if payment.1 > usual * SPECIAL_SIZE {
            payment.2 = DividendKind::Special;
        }
    }
    let Some(gap) = median(gaps(paid)) else {
        return;
    };
    let apart = |payment: &Paid| (payment.1 / usual).ln().abs();
    let regular: Vec<usize> = (0..paid.len())
        .filter(|at| is_regular(&paid[*at]))
        .collect();
    for place in 1..regular.len() {
        let (older, newer) = (regular[place - 1], regular[place]);
        let distance = (paid[newer].0 - paid[older].0) as f64;
        if distance >= OUT_OF_TURN * gap {
            continue;
        }
        // Of the two, the one that is less like the others.
        let is_newer = apart(&paid[newer]) >= apart(&paid[older]);
        let odd = if is_newer { place } else { place - 1 };
        let neighbours = (
            odd.checked_sub(1).map(|at| regular[at]),
            regular.get(odd + 1),
        );
        let is_extra = match neighbours {
            (Some(before), Some(after)) => {
                (paid[*after].0 - paid[before].0) as f64 <= USUAL_GAP * gap
            }
            // At either end nobody knows what comes next, so its size has to say it.
            _ => apart(&paid[regular[odd]]) > SPECIAL_AT_THE_END.ln(),
        };
        if is_extra {
            paid[regular[odd]].2 = DividendKind::Special;
        }
    }
}

fn is_regular((_, _, kind): &Paid) -> bool {
    *kind == DividendKind::Regular
}

/// Days between regular payments, oldest first.
fn gaps(paid: &[Paid]) -> Vec<f64> {
    let days: Vec<i64> = paid
        .iter()
        .filter(|payment| is_regular(payment))
        .map(|(day, ..)| *day)
        .collect();
    days.windows(2)
        .map(|pair| (pair[1] - pair[0]) as f64)
        .collect()
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

/// From the middle distance between regular ex-dates; a single payment says nothing and counts as
/// yearly.
fn frequency(paid: &[Paid]) -> Frequency {
    median(gaps(paid)).map_or(Frequency::Annually, Frequency::from_gap_days)
}
