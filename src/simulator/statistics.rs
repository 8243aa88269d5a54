//! US statistics and rate decisions of the simulated market: the figures of the published events of the economic
//! calendar. They depend on seed and month only.

use std::f64::consts::TAU;

use jiff::{Timestamp, ToSpan as _, civil::Date};

use super::noise::noise;
use crate::domain::{
    economy::{
        EconomicEvent,
        results::{FOMC_DECISION, TARGET_HIGH, TARGET_LOW},
    },
    fixing::{Fixing, FixingCode, Series},
};

/// Number of months with figures: for the newest change over 12 months and the one before it, a change needs the level of
/// a year earlier.
const MONTHS: i32 = 26;

/// Returns the figures of the events until `now`, ascending by month.
pub(super) fn statistics(seed: u64, events: &[EconomicEvent], now: Timestamp) -> Vec<Fixing> {
    let published = |event: &&EconomicEvent| event.at.is_some_and(|at| at <= now);
    let published: Vec<&EconomicEvent> = events.iter().filter(published).collect();
    let mut all = target_ranges(seed, &published);
    let Some(newest) = published.iter().filter_map(|event| event.month()).max() else {
        return all;
    };
    for ago in (0..MONTHS).rev() {
        let Ok(month) = newest.checked_sub(ago.months()) else {
            continue;
        };
        // A figure is known once it, or a later one of its kind, is published.
        let is_known = |event: &&&EconomicEvent| event.month().is_some_and(|last| last >= month);
        let codes = published.iter().filter(is_known);
        let values = codes.flat_map(|event| event.level_codes());
        let values =
            values.filter_map(|code| Some((FixingCode::parse(code)?, level(seed, code, month)?)));
        all.push(Fixing::new(Series::LaborStatistics, month, values));
    }
    all
}

/// Returns the simulated level of a statistic in a month.
fn level(seed: u64, code: &str, month: Date) -> Option<f64> {
    let index = i32::from(month.year()) * 12 + i32::from(month.month()) - 2_000 * 12;
    let draw = code
        .bytes()
        .fold(seed.wrapping_add(index as u64), |draw, byte| {
            draw.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte)
        });
    let noise = noise(draw);
    let months = f64::from(index);
    let season = (months / 12.0 * TAU).sin();
    let wave = (months / 40.0 + (seed & 0xff) as f64 / 41.0).sin();
    // Seasonally adjusted and unadjusted figures differ only by the season.
    let index_number = |start: f64, yearly: f64, season: f64| {
        let growth = (months / 12.0 * yearly + 0.004 * wave).exp();
        start * growth * (1.0 + 0.002 * season + 0.0003 * noise)
    };
    let (value, digits) = match code {
        "CPIU" => (index_number(169.0, 0.026, season), 1_000.0),
        "CPIS" => (index_number(169.0, 0.026, 0.0), 1_000.0),
        "CORU" => (index_number(180.0, 0.024, season), 1_000.0),
        "CORS" => (index_number(180.0, 0.024, 0.0), 1_000.0),
        "PPIU" => (index_number(90.0, 0.022, season), 1_000.0),
        "PPIS" => (index_number(90.0, 0.022, 0.0), 1_000.0),
        "WAGE" => (index_number(14.0, 0.036, 0.0), 100.0),
        "JOBS" => (131_000.0 + 95.0 * months + 45.0 * noise, 1.0),
        "UNEM" => (4.3 + 0.5 * wave + 0.05 * noise, 10.0),
        "JOLT" => (7_300.0 - 500.0 * wave + 90.0 * noise, 1.0),
        _ => return None,
    };
    Some((value * digits).round() / digits)
}

/// Returns the target range on the day of each decision and on the day after.
fn target_ranges(seed: u64, published: &[&EconomicEvent]) -> Vec<Fixing> {
    let decisions = published.iter().filter(|event| event.name == FOMC_DECISION);
    let fixing = |date: Date, index: usize| {
        let phase = (seed >> 8 & 0xff) as f64 / 256.0 * TAU;
        let steps = (2.0 * (index as f64 * 0.4 + phase).sin()).round();
        let low = 3.5 + 0.25 * steps;
        let values = [(TARGET_LOW, low), (TARGET_HIGH, low + 0.25)];
        let codes = values.into_iter();
        let codes = codes.filter_map(|(code, value)| Some((FixingCode::parse(code)?, value)));
        Fixing::new(Series::FederalFunds, date, codes)
    };
    let pairs = decisions.enumerate().map(|(index, event)| {
        let next_day = event.date.saturating_add(1.day());
        [fixing(event.date, index), fixing(next_day, index + 1)]
    });
    pairs.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalogue::Catalogue, domain::fixing::Fixings};

    #[test]
    fn published_events_have_plausible_figures_and_later_ones_none() {
        let economy = Catalogue::embedded().unwrap().economy;
        let now: Timestamp = "2026-11-20T15:30:00Z".parse().unwrap();
        for seed in [1, 7, 0xffff] {
            let mut fixings = Fixings::default();
            for fixing in statistics(seed, &economy, now) {
                fixings.merge(fixing);
            }
            let mut actual = 0;
            for event in &economy {
                let is_published = event.at.is_some_and(|at| at <= now);
                for result in event.results(&fixings) {
                    assert_eq!(
                        result.actual.is_some(),
                        is_published,
                        "{event:?} {result:?}"
                    );
                    let value = result.actual.map_or(0.0, |reading| reading.value);
                    let limit = if result.name == "Job openings" {
                        9_000.0
                    } else {
                        300.0
                    };
                    assert!(value.abs() < limit, "{event:?} {result:?}");
                    actual += usize::from(is_published);
                }
            }
            assert!(actual > 90, "{actual}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_figures_and_another_seed_gives_others() {
        let economy = Catalogue::embedded().unwrap().economy;
        let now: Timestamp = "2026-11-20T15:30:00Z".parse().unwrap();
        assert_eq!(statistics(7, &economy, now), statistics(7, &economy, now));
        assert_ne!(statistics(7, &economy, now), statistics(8, &economy, now));
        let before: Timestamp = "2025-01-01T00:00:00Z".parse().unwrap();
        assert!(statistics(7, &economy, before).is_empty());
    }
}
