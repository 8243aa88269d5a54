//! News of the simulated market: every headline appears once per cycle of ten days, mostly while
//! New York is awake.

use std::f64::consts::TAU;

use super::{
    calendar_cache::{ANCHOR, DAY, day_of, timestamp},
    noise::{draw, named, unit},
};
use crate::{catalogue::Catalogue, domain::news::NewsUpdate};

/// Seconds per cycle.
pub(super) const CYCLE: i64 = 10 * DAY;
/// Busiest time of day, as a fraction of a UTC day.
const BUSIEST: f64 = 0.60;
/// Strength of the concentration around the busiest time; below 1 / 2π, so that times stay ascending.
const CONCENTRATION: f64 = 0.125;

/// Returns the articles published after `since` and by `until` (Unix seconds), newest first.
pub(super) fn headlines(
    seed: u64,
    catalogue: &Catalogue,
    since: i64,
    until: i64,
) -> Vec<NewsUpdate> {
    if catalogue.news.is_empty() {
        return vec![];
    }
    let anchor = day_of(ANCHOR) * DAY;
    let cycle_of = |second: i64| (second - anchor).div_euclid(CYCLE);
    let mut articles: Vec<NewsUpdate> = (cycle_of(since)..=cycle_of(until))
        .flat_map(|cycle| articles(seed, catalogue, cycle, anchor + cycle * CYCLE))
        .filter(|article| {
            let at = article.published_at.as_second();
            since < at && at <= until
        })
        .collect();
    articles.sort_by_key(|article| std::cmp::Reverse(article.published_at));
    articles
}

fn articles(
    seed: u64,
    catalogue: &Catalogue,
    cycle: i64,
    cycle_start: i64,
) -> impl Iterator<Item = NewsUpdate> {
    // The order is the same in every cycle, so that no headline recurs while its last occurrence is stored.
    let stream = named(seed, "headlines");
    let count = catalogue.news.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|template| draw(stream, *template as u64));
    let stream = draw(stream, (1_u64 << 32).wrapping_add_signed(cycle));
    order.into_iter().enumerate().map(move |(nth, template)| {
        let item = &catalogue.news[template];
        let jitter = 0.9 * unit(draw(stream, nth as u64));
        let even_days = (nth as f64 + jitter) / count as f64 * (CYCLE / DAY) as f64;
        NewsUpdate {
            key: format!("sample-{cycle}-{template}"),
            symbols: item.symbol.iter().cloned().collect(),
            source: item.source.clone(),
            title: item.title.clone(),
            content: item.content.clone(),
            url: None,
            sentiment: item.sentiment,
            published_at: timestamp(
                cycle_start + (shift_to_busiest_time(even_days) * DAY as f64) as i64,
            ),
            is_undated: false,
        }
    })
}

/// Moves an evenly distributed time (in days) towards the busiest time of its day, keeping the
/// order.
fn shift_to_busiest_time(days: f64) -> f64 {
    let shifted = |days: f64| days - CONCENTRATION * (TAU * (days - BUSIEST)).sin();
    // The shift at zero is subtracted, so that a cycle starts on time.
    shifted(days) - shifted(0.0)
}
