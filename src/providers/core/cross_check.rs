//! Cross-checks: asks a second provider for the recent daily bars of a ticker, at night and a limited number of times.

use jiff::{SignedDuration, Timestamp};

use super::{
    bars::completed_days,
    capability::{DataKind, Registry},
};
use crate::{
    domain::{bar::Bar, cross_check::CrossCheck, session::Calendar},
    source::{Context, TickerInfo, Update},
};

/// How long after the close the second provider is asked, so that corrections of the day are included.
const DELAY_AFTER_CLOSE: SignedDuration = SignedDuration::from_hours(3);
/// How long after the close to wait for the preferred provider's bar of the session.
const MAX_WAIT_FOR_PREFERRED: SignedDuration = SignedDuration::from_hours(8);
/// Minimum length of a session in seconds that counts as trading around the clock.
const MIN_LONG_SESSION: i64 = 20 * 3_600;
/// The delay before a failed request is repeated.
const RETRY_DELAY: SignedDuration = SignedDuration::from_hours(1);
/// Interval between requests for the dividends of a ticker.
const DIVIDENDS_INTERVAL: SignedDuration = SignedDuration::from_hours(7 * 24);
/// The number of days of bars to request.
pub(crate) const COMPARED_DAYS: i32 = 21;
/// The maximum number of bars in an update. `ingest` compares fewer, but some may be of open or unknown sessions.
const MAX_BARS: usize = 20;

impl Registry {
    /// Returns true if the provider `name` must be asked for the recent daily bars of `ticker`, to compare them with those of the
    /// preferred provider. The second provider is asked for every session, the third one only while the first two disagree.
    pub(crate) fn is_cross_check_due(
        &self,
        name: &str,
        ticker: &TickerInfo,
        context: &Context,
    ) -> bool {
        let now = context.clock.now();
        let Some(closed_at) = last_close(ticker.calendar, now) else {
            return false;
        };
        let is_settled =
            |delay: SignedDuration| closed_at.saturating_add(delay).is_ok_and(|at| at <= now);
        if ticker.imported
            || !is_settled(DELAY_AFTER_CLOSE)
            || !self.cross_check_budget().has_requests_left(name, now)
        {
            return false;
        }
        let preferred_count = self.preferred_count(name, DataKind::DailyBars, ticker);
        let cross_check = (1..=2)
            .contains(&preferred_count)
            .then(|| context.market.cross_check(&ticker.symbol));
        let Some(check) = cross_check.flatten() else {
            return false;
        };
        let has_preferred = check.preferred.as_deref().is_some_and(|preferred| {
            let at = check.report(preferred).map(|report| report.at);
            preferred != name
                && (at.is_some_and(|at| at >= closed_at) || is_settled(MAX_WAIT_FOR_PREFERRED))
        });
        let was_asked = check
            .report(name)
            .is_some_and(|report| report.at >= closed_at);
        has_preferred && !was_asked && (preferred_count == 1 || check.is_disputed())
    }

    /// Returns true if the provider `name` must be asked for the dividends of `ticker`, to compare them.
    pub(crate) fn is_dividend_check_due(
        &self,
        name: &str,
        ticker: &TickerInfo,
        context: &Context,
    ) -> bool {
        let now = context.clock.now();
        if ticker.imported
            || last_close(ticker.calendar, now).is_none()
            || !self.cross_check_budget().has_requests_left(name, now)
            || self.preferred_count(name, DataKind::Dividends, ticker) == 0
        {
            return false;
        }
        let is_due = |check: &CrossCheck| {
            let is_other = check
                .payout_source
                .as_deref()
                .is_some_and(|used| used != name);
            let asked = check.payouts.as_ref().map(|report| report.at);
            is_other && asked.is_none_or(|at| now.duration_since(at) >= DIVIDENDS_INTERVAL)
        };
        context
            .market
            .cross_check(&ticker.symbol)
            .is_some_and(|check| is_due(&check))
    }

    /// Counts a request of `name` for a comparison. Returns when to repeat it if it fails.
    pub(crate) fn record_cross_check(&self, name: &'static str, now: Timestamp) -> Timestamp {
        self.cross_check_budget().record(name, now);
        now.saturating_add(RETRY_DELAY).unwrap_or(Timestamp::MAX)
    }
}

/// Returns the close of the last completed session; `None` while a session is open. A market that trades around the clock is compared
/// while it is open, so the open of its session counts as the close of the previous one.
fn last_close(calendar: Calendar, now: Timestamp) -> Option<Timestamp> {
    let session = calendar.session_at_or_before(now);
    let close = if session.close <= now.as_second() {
        session.close
    } else if session.close - session.open >= MIN_LONG_SESSION {
        session.open
    } else {
        return None;
    };
    Timestamp::from_second(close).ok()
}

/// Returns the update with the newest bars of completed sessions, which must be ascending.
pub(crate) fn compared_bars(ticker: &TickerInfo, bars: Vec<Bar>, now: Timestamp) -> Update {
    let mut bars = completed_days(bars, ticker.calendar, now);
    bars.drain(..bars.len().saturating_sub(MAX_BARS));
    Update::ComparedBars {
        symbol: ticker.symbol.clone(),
        bars,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::cross_check_budget::{CrossCheckBudget, CrossCheckSettings},
        *,
    };

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn an_open_exchange_is_not_compared_and_coins_are_compared_after_midnight() {
        let close = |calendar, now| last_close(calendar, at(now));
        let friday = Some(at("2026-11-20T21:00:00Z"));
        assert_eq!(close(Calendar::NewYork, "2026-11-20T20:59:00Z"), None);
        assert_eq!(close(Calendar::NewYork, "2026-11-20T21:00:00Z"), friday);
        assert_eq!(close(Calendar::NewYork, "2026-11-22T12:00:00Z"), friday);
        let midnight = Some(at("2026-11-20T00:00:00Z"));
        assert_eq!(close(Calendar::Always, "2026-11-20T13:00:00Z"), midnight);
    }

    #[test]
    fn a_budget_limits_the_requests_per_provider_and_day() {
        let now = at("2026-11-20T23:00:00Z");
        let settings = CrossCheckSettings {
            requests_per_day: 2,
            ..CrossCheckSettings::default()
        };
        let budget = CrossCheckBudget::new(settings);
        budget.record("cboe", now);
        assert!(budget.has_requests_left("cboe", now));
        budget.record("cboe", now);
        assert!(!budget.has_requests_left("cboe", now));
        assert!(budget.has_requests_left("cnbc", now));
        assert!(budget.has_requests_left("cboe", at("2026-11-21T00:00:00Z")));
        let disabled = CrossCheckBudget::new(CrossCheckSettings {
            enabled: false,
            ..CrossCheckSettings::default()
        });
        assert!(!disabled.has_requests_left("cboe", now));
        assert!(!CrossCheckBudget::default().has_requests_left("cboe", now));
    }
}
