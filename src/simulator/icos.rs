//! Token offerings of the simulated market. Each recurs every 180 days, so that some are always
//! upcoming, active and ended.

use super::{
    calendar_cache::{ANCHOR, DAY, day_of, timestamp},
    noise::{draw, named, unit},
};
use crate::{
    catalogue::{Catalogue, IcoTemplate},
    domain::{Timestamp, ico::Ico},
};

/// Days between two openings of the same offering.
const CYCLE: f64 = 180.0;
/// Days for which an ended offering is still listed before its next one.
const LISTED_DAYS: i64 = 70;
/// Opening time: noon in New York in winter.
const NOON: i64 = 17 * 3_600;

/// Returns every offering at `now`.
pub(super) fn icos(seed: u64, catalogue: &Catalogue, now: Timestamp) -> Vec<Ico> {
    catalogue
        .icos
        .iter()
        .map(|template| offering(seed, template, now.as_second()))
        .collect()
}

fn offering(seed: u64, template: &IcoTemplate, now: i64) -> Ico {
    let duration = template.duration_days * DAY;
    let opens_at = |cycle: i64| {
        let days = (cycle as f64 + template.phase) * CYCLE;
        (day_of(ANCHOR) + days.floor() as i64) * DAY + NOON
    };
    let since_anchor = (now - day_of(ANCHOR) * DAY) as f64 / DAY as f64;
    let mut cycle = (since_anchor / CYCLE - template.phase).floor() as i64;
    if opens_at(cycle) + duration + LISTED_DAYS * DAY < now {
        cycle += 1;
    }
    let start = opens_at(cycle);
    Ico {
        id: 0,
        name: template.name.clone(),
        symbol: template.symbol.clone(),
        category: template.category.clone(),
        description: template.description.clone(),
        logo: None,
        tags: template.tags.clone(),
        pinned_status: None,
        target_amount: template.target_amount,
        raised_amount: raised_amount(
            seed,
            template,
            cycle,
            (now - start) as f64 / duration as f64,
        ),
        start_date: timestamp(start),
        end_date: timestamp(start + duration),
        provider: String::new(),
    }
}

/// Returns the amount raised after a fraction of the duration; `None` before the opening.
fn raised_amount(
    seed: u64,
    template: &IcoTemplate,
    cycle: i64,
    elapsed_fraction: f64,
) -> Option<f64> {
    if elapsed_fraction < 0.0 {
        return None;
    }
    // Some offerings raise money quickly, some slowly, and each cycle differs.
    let stream = draw(named(seed, &template.symbol), cycle as u64);
    let pace = 0.55 + 0.8 * unit(draw(stream, 1));
    let raised_fraction = template.raised_share * (0.95 + 0.1 * unit(draw(stream, 2)));
    let exact = template.target_amount * raised_fraction * elapsed_fraction.min(1.0).powf(pace);
    Some((exact / 100.0).floor() * 100.0)
}
