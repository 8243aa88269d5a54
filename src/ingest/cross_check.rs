//! Compares daily bars and dividends across sources: records what each source sent, lists differences, fills the sessions that the
//! preferred source lacks, and sets aside closes that two other sources outvote.

use std::sync::Arc;

use jiff::SignedDuration;

use super::{outcome::find_not_imported, pending::PendingChanges, prepare::SAMPLE_SOURCE};
use crate::{
    domain::{
        Timestamp,
        bar::Bar,
        cross_check::{
            CrossCheck, Finding, MAX_SESSIONS, PayoutReport, Review, Tolerance, compare_payouts,
            review,
        },
        dividend::{DividendKind, Payment},
        session::{Calendar, exchange_date},
        ticker::TickerId,
    },
    market::MarketState,
    source::rank,
};

/// Time after the close during which a source may still lack the session.
const SETTLING_TIME: SignedDuration = SignedDuration::from_mins(40);
/// Maximum age of the newest bar in seconds. Older bars are parts of a long history, which is not compared.
const MAX_BAR_AGE: i64 = 20 * 86_400;

/// Returns true for sources whose data is not compared: generated and imported data.
fn is_uncompared(source: &str) -> bool {
    source == SAMPLE_SOURCE || source == rank::FILES
}

/// Returns the calendar of a ticker and the tolerance of its closes.
fn calendar_and_tolerance(market: &MarketState, id: TickerId) -> Option<(Calendar, Tolerance)> {
    let profile = &market.get(id)?.ticker.profile;
    let tolerance =
        Tolerance::of_closes(profile.kind, profile.decimals).for_symbol(&profile.symbol);
    Some((profile.calendar(), tolerance))
}

/// Reviews daily bars (ascending) of the source that now supplies a ticker's bars. Removes closes that other sources outvote from
/// `bars`, and adds the bars of other sources that are used instead.
pub(super) fn review_bars(
    market: &mut MarketState,
    id: TickerId,
    source: &str,
    bars: &mut Vec<Bar>,
    now: Timestamp,
    pending: &mut PendingChanges,
) {
    let Some((calendar, tolerance)) =
        calendar_and_tolerance(market, id).filter(|_| !is_uncompared(source))
    else {
        return;
    };
    let mut check = known_check(market, id);
    let completed = newest_completed(bars, calendar, now);
    bars.retain(|bar| !check.is_rejected(source, bar));
    let is_sent = |start: i64| bars.binary_search_by_key(&start, |bar| bar.start).is_ok();
    check.fills.retain(|fill| !is_sent(fill.start));
    if !completed.is_empty() {
        check.preferred = Some(source.to_owned());
        check.add_bars(source, now, &completed);
    }
    let fills = apply_review(&mut check, calendar, tolerance);
    for fill in unstored(market, id, &fills, bars) {
        match bars.binary_search_by_key(&fill.start, |bar| bar.start) {
            Ok(at) => bars[at] = fill,
            Err(at) => bars.insert(at, fill),
        }
    }
    save(market, id, check, pending);
}

/// Compares daily bars (ascending) of a source that does not supply the ticker's bars. Returns the bars to store: the
/// bars of sessions that the preferred source lacks or reports wrongly.
pub(super) fn compare_bars(
    market: &mut MarketState,
    id: TickerId,
    source: &str,
    bars: &[Bar],
    now: Timestamp,
    pending: &mut PendingChanges,
) -> Vec<Bar> {
    let Some((calendar, tolerance)) = calendar_and_tolerance(market, id) else {
        return Vec::new();
    };
    let mut check = known_check(market, id);
    check.add_bars(source, now, &newest_completed(bars, calendar, now));
    let fills = apply_review(&mut check, calendar, tolerance);
    let unstored = unstored(market, id, &fills, &[]);
    save(market, id, check, pending);
    unstored
}

/// Compares the dividends of a second source with those in use.
pub(super) fn compare_payments(
    market: &mut MarketState,
    symbol: &str,
    payments: &[Payment],
    source: &str,
    now: Timestamp,
    pending: &mut PendingChanges,
) {
    let Some((id, _)) = find_not_imported(market, symbol) else {
        return;
    };
    let Some(profile) = market.get(id).map(|listing| &listing.ticker.profile) else {
        return;
    };
    let (currency, today) = (profile.currency, exchange_date(profile.calendar(), now));
    let is_compared = |payment: &&Payment| {
        payment.currency.is_none_or(|other| other == currency)
            && payment
                .kind
                .is_none_or(|kind| kind == DividendKind::Regular)
    };
    let payments = payments.iter().filter(is_compared);
    let payments = payments.map(|payment| (payment.ex_date, payment.amount));
    let mut check = known_check(market, id);
    check.payouts = Some(PayoutReport::new(source, now, payments, today));
    review_payouts(market, id, &mut check, now);
    save(market, id, check, pending);
}

/// Compares a ticker's dividends again after `source` replaced all of them.
pub(super) fn review_dividends(
    market: &mut MarketState,
    symbol: &str,
    source: &str,
    now: Timestamp,
    pending: &mut PendingChanges,
) {
    let found = find_not_imported(market, symbol).filter(|_| !is_uncompared(source));
    let Some((id, _)) = found else {
        return;
    };
    let mut check = known_check(market, id);
    check.payout_source = Some(source.to_owned());
    review_payouts(market, id, &mut check, now);
    save(market, id, check, pending);
}

fn review_payouts(market: &MarketState, id: TickerId, check: &mut CrossCheck, now: Timestamp) {
    let used = market.dividends.get(&id).map_or(&[][..], |used| &used[..]);
    let today =
        calendar_and_tolerance(market, id).map(|(calendar, _)| exchange_date(calendar, now));
    let findings = match (&check.payout_source, &check.payouts, today) {
        (Some(source), Some(report), Some(today)) if *source != report.source => {
            compare_payouts(used, source, report, today)
        }
        _ => Vec::new(),
    };
    check.payout_findings = findings;
}

fn known_check(market: &MarketState, id: TickerId) -> CrossCheck {
    let known = market.cross_check(id).map(Arc::as_ref);
    known.cloned().unwrap_or_default()
}

/// Returns the newest bars of completed sessions; none if they are old.
fn newest_completed(bars: &[Bar], calendar: Calendar, now: Timestamp) -> Vec<Bar> {
    // One session may be open.
    let newest = &bars[bars.len().saturating_sub(MAX_SESSIONS + 1)..];
    let is_completed = |bar: &&Bar| calendar.has_closed(bar.start, now);
    let mut completed: Vec<Bar> = newest.iter().filter(is_completed).copied().collect();
    let is_recent = |bar: &Bar| bar.start >= now.as_second() - MAX_BAR_AGE;
    if !completed.last().is_some_and(is_recent) {
        completed.clear();
    }
    completed
}

/// Reviews all closes. Updates findings and fills, and returns the bars of the fills, ascending.
fn apply_review(check: &mut CrossCheck, calendar: Calendar, tolerance: Tolerance) -> Vec<Bar> {
    let has_closed = |start, at: Timestamp| {
        let settled = at.saturating_sub(SETTLING_TIME).unwrap_or(Timestamp::MIN);
        calendar.has_closed(start, settled)
    };
    let Review { findings, fills } = review(check, tolerance, has_closed);
    check.findings = findings;
    let mut bars = Vec::with_capacity(fills.len());
    for (fill, bar) in fills {
        check.put_fill(fill);
        bars.push(bar);
    }
    bars
}

/// Returns the bars that differ from the stored ones, or that would be replaced with one of `new_bars` (ascending).
fn unstored(market: &MarketState, id: TickerId, bars: &[Bar], new_bars: &[Bar]) -> Vec<Bar> {
    let recent = market.get(id).map(|listing| &listing.recent);
    let is_unstored = |bar: &&Bar| {
        let is_stored = recent.is_some_and(|recent| recent.has_day(bar));
        let is_replaced = new_bars
            .binary_search_by_key(&bar.start, |new| new.start)
            .is_ok();
        !is_stored || is_replaced
    };
    bars.iter().filter(is_unstored).copied().collect()
}

/// Stores a cross-check if it changed, and logs new findings.
fn save(market: &mut MarketState, id: TickerId, check: CrossCheck, pending: &mut PendingChanges) {
    let before = known_check(market, id);
    if before == check {
        return;
    }
    let symbol = market
        .get(id)
        .map(|listing| listing.ticker.profile.symbol.clone());
    let is_new = |finding: &&Finding| {
        let is_same = |old: &Finding| old.kind == finding.kind && old.date == finding.date;
        !before.all_findings().any(is_same)
    };
    for finding in check.all_findings().filter(is_new) {
        tracing::info!(
            symbol,
            kind = ?finding.kind,
            date = %finding.date,
            "ingest: sources disagree"
        );
    }
    pending.cross_checks.insert(id, check.clone());
    market.set_cross_check(id, Some(check));
}
