//! Dividends of the simulated market: paid in fixed months, raised once a year, and proportional to
//! the price.

use jiff::{
    ToSpan,
    civil::{Date, date},
};

use super::{
    calendar_cache::{ANCHOR, DAY, day_of, timestamp},
    engine::Engine,
    noise::{draw, unit},
};
use crate::{
    catalogue::Payout,
    domain::{
        dividend::{Dividend, DividendKind},
        session::Calendar,
        ticker::TickerKind,
    },
};

/// Number of years with payments.
const YEARS: i32 = 3;
/// Yearly growth factor of a dividend.
const RAISE: f64 = 1.05;

/// Returns three years of payments before `today`, and the next one; newest first.
pub(super) fn dividends(engine: &Engine, index: usize, today: Date) -> Option<Vec<Dividend>> {
    let payout = engine.instrument(index).payout?;
    let oldest = today.checked_sub(YEARS.years()).ok()?;
    let mut paid: Vec<Dividend> = ex_dates(engine, index, payout, today)
        .skip_while(|ex_date| *ex_date < oldest)
        .map(|ex_date| payment(engine, index, payout, ex_date, today))
        .collect();
    let next = paid.iter().position(|dividend| dividend.is_projected)?;
    paid.truncate(next + 1);
    paid.reverse();
    Some(paid)
}

/// Returns ex-dates from four years before `today` to a year and a half after it, ascending.
fn ex_dates(
    engine: &Engine,
    index: usize,
    payout: Payout,
    today: Date,
) -> impl Iterator<Item = Date> {
    let stream = engine.ticker(index).stream;
    let months_between_payments = 12 / payout.frequency.per_year() as i32;
    let first = (i32::from(payout.month) - 1).rem_euclid(months_between_payments);
    let start = i32::from(today.year()) * 12 - 12 * (YEARS + 1);
    (start..start + 12 * (YEARS + 3))
        .filter(move |month| month.rem_euclid(months_between_payments) == first)
        .filter_map(move |month| {
            let year = i16::try_from(month.div_euclid(12)).ok()?;
            let month_start = Date::new(year, (month.rem_euclid(12) + 1) as i8, 1).ok()?;
            // A company's dates stay in one part of the month, within a few days.
            let usual = 4.0 + 16.0 * unit(draw(stream, 0x6578));
            let offset = 4.0 * unit(draw(stream, 0x6578_0000 + month as u64));
            let day = month_start
                .checked_add(((usual + offset) as i32).days())
                .ok()?;
            let until = day.checked_add(10.days()).ok()?;
            Calendar::NewYork.trading_days(day..until).next()
        })
}

fn payment(engine: &Engine, index: usize, payout: Payout, ex_date: Date, today: Date) -> Dividend {
    let instrument = engine.instrument(index);
    let per_year = f64::from(payout.frequency.per_year());
    let years = i32::from(ex_date.year()) - i32::from(ANCHOR.year());
    let is_fund = instrument.profile.kind == TickerKind::Etf;
    // A company pays the same dividend for a year; a fund distributes its varying income.
    let random_factor = if is_fund {
        let at = ex_date.duration_since(date(1970, 1, 1)).as_secs() as u64;
        0.9 + 0.2 * unit(draw(engine.ticker(index).stream, at))
    } else {
        1.0
    };
    let exact = instrument.price * payout.yield_percent / 100.0 / per_year
        * RAISE.powi(years)
        * random_factor;
    let digits = if is_fund { 1e4 } else { 1e2 };
    let amount = (exact * digits).round().max(1.0) / digits;
    let is_projected = ex_date > today;
    let on = ex_date.min(today);
    let price = Calendar::NewYork.session_on(on).map_or_else(
        || engine.price(index, timestamp(day_of(on) * DAY)),
        |session| engine.price_at(index, session.open),
    );
    Dividend {
        ex_date,
        amount,
        currency: None,
        dividend_yield: Some((amount * per_year / price * 1e4).round() / 1e2),
        price: Some(price),
        frequency: Some(payout.frequency),
        kind: DividendKind::Regular,
        is_projected,
        pay_date: None,
        is_from_file: false,
    }
}
