//! The simulated earnings calendar: every company reports once per cycle of 91 days.

use jiff::{ToSpan, civil::Date};

use super::{
    calendar_cache::{ANCHOR, day_of},
    noise::{draw, fat_tailed, named, noise},
};
use crate::{
    catalogue::{Catalogue, EarningsTemplate},
    domain::{
        Timestamp,
        currency::Currency,
        earnings::{EarningsEvent, ReportTime, surprise_percent},
        session::{Calendar, Session, exchange_date},
    },
};

/// Days per cycle: a quarter of whole weeks.
const CYCLE: i64 = 91;
/// Days that the calendar reaches back and ahead: a year back, as long as the store keeps reports.
const DAYS_BACK: i32 = 364;
const DAYS_AHEAD: i32 = 60;
/// Growth of earnings per cycle.
const GROWTH_PER_CYCLE: f64 = 1.018;

/// Returns the reports from a year before `now` to sixty days after, ascending by date.
pub(super) fn earnings(seed: u64, catalogue: &Catalogue, now: Timestamp) -> Vec<EarningsEvent> {
    let today = exchange_date(Calendar::NewYork, now);
    let (Ok(from), Ok(to)) = (
        today.checked_sub(DAYS_BACK.days()),
        today.checked_add(DAYS_AHEAD.days()),
    ) else {
        return vec![];
    };
    let cycle = (day_of(today) - day_of(ANCHOR)).div_euclid(CYCLE);
    let mut events: Vec<EarningsEvent> = (cycle - 5..=cycle + 1)
        .flat_map(|cycle| {
            catalogue
                .earnings
                .iter()
                .filter_map(move |template| event(seed, template, cycle, now))
        })
        .filter(|event| (from..=to).contains(&event.date))
        .collect();
    events.sort_by(|a, b| (a.date, &a.symbol).cmp(&(b.date, &b.symbol)));
    events
}

fn event(
    seed: u64,
    template: &EarningsTemplate,
    cycle: i64,
    now: Timestamp,
) -> Option<EarningsEvent> {
    let session = report_session(cycle * CYCLE + template.day)?;
    let (estimate, actual) = estimate_and_actual(seed, template, cycle);
    let is_published = now.as_second() >= published_at(template.session, &session);
    Some(EarningsEvent {
        symbol: template.symbol.clone(),
        date: session.date,
        time: Some(template.session),
        estimated_eps: Some(estimate),
        actual_eps: is_published.then_some(actual),
        currency: Some(Currency::USD),
        surprise: surprise_percent(actual, estimate)
            .filter(|_| is_published)
            .map(|percent| (percent * 100.0).round() / 100.0),
        is_estimate: false,
        provider: String::new(),
    })
}

/// Returns the estimated and the reported earnings per share of a cycle.
fn estimate_and_actual(seed: u64, template: &EarningsTemplate, cycle: i64) -> (f64, f64) {
    let stream = draw(named(seed, &template.symbol), cycle as u64);
    let season = 1.0 + 0.06 * noise(draw(stream, 1));
    let estimate = cents(template.eps_base * GROWTH_PER_CYCLE.powi(cycle as i32) * season);
    let surprise = template.eps_sigma * (0.35 + fat_tailed(draw(stream, 2)).clamp(-3.5, 3.5));
    (estimate, cents(estimate + estimate.abs() * surprise))
}

/// Returns the earnings per share in the last report of a company on or before `day`.
pub(super) fn simulated_eps(seed: u64, template: &EarningsTemplate, day: Date) -> f64 {
    let cycle = (day_of(day) - day_of(ANCHOR) - template.day).div_euclid(CYCLE);
    estimate_and_actual(seed, template, cycle).1
}

/// Returns the first session at least `days` after the anchor.
fn report_session(days: i64) -> Option<Session> {
    let day: Date = ANCHOR.checked_add(days.days()).ok()?;
    let until = day.checked_add(10.days()).ok()?;
    Calendar::NewYork.sessions(day..until).next()
}

/// Returns when a report is published, in Unix seconds.
fn published_at(time: ReportTime, session: &Session) -> i64 {
    match time {
        ReportTime::Before => session.open - 2 * 3_600,
        ReportTime::During => session.open + 2 * 3_600,
        ReportTime::After => session.close + 300,
    }
}

fn cents(amount: f64) -> f64 {
    (amount * 100.0).round() / 100.0
}
