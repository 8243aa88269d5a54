//! Polls several endpoints of one source, each on its own schedule. A failing endpoint does not stop the others.

use std::time::Duration;

use jiff::Timestamp;

use super::client::Client;
use crate::source::{Context, SourceError, schedule};

/// How often to check the clock while no endpoint is due: the system clock may jump.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// One URL that a source polls.
pub(crate) trait Endpoint: Send {
    /// Wraps an error of this endpoint into one of the whole source that names the endpoint.
    fn with_name(&self, error: SourceError) -> SourceError;

    /// Seconds between two successful requests.
    fn interval_seconds(&self) -> i64;

    /// Sends one request and hands the data to `ingest`.
    fn fetch(
        &mut self,
        client: &Client,
        context: &Context,
    ) -> impl Future<Output = Result<(), SourceError>> + Send;

    /// Called after a successful request; `failures` is the number of failures in a row before it.
    fn on_success(&self, context: &Context, failures: u32);

    /// Called after a failed request; `failures` is the number of failures in a row before it, `next` the time of the
    /// next attempt (`None`: the schedule of the source decides).
    fn on_failure(
        &self,
        context: &Context,
        error: &SourceError,
        failures: u32,
        next: Option<Timestamp>,
    );
}

/// Polls endpoints and tracks the schedule of each.
pub(crate) struct EndpointPoller<E> {
    client: Client,
    all: Vec<PolledEndpoint<E>>,
}

struct PolledEndpoint<E> {
    endpoint: E,
    schedule: EndpointSchedule,
}

/// A failed request.
struct Failure {
    /// Index of the endpoint.
    at: usize,
    /// Number of failures in a row before this one.
    before: u32,
    error: SourceError,
}

impl<E: Endpoint> EndpointPoller<E> {
    /// Creates a poller that requests `endpoints` with `client`.
    pub(crate) fn new(client: Client, endpoints: impl IntoIterator<Item = E>) -> Self {
        let polled = |endpoint| PolledEndpoint {
            endpoint,
            schedule: EndpointSchedule::default(),
        };
        Self {
            client,
            all: endpoints.into_iter().map(polled).collect(),
        }
    }

    /// Waits until an endpoint is due, then requests all that are. Returns how long to wait. Fails only when every
    /// endpoint is failing: one dead endpoint neither stops the others nor has them polled more often.
    pub(crate) async fn fetch(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.wait_for_work(context).await;
        while !self.fetch_due(context).await? {
            self.wait_for_work(context).await;
        }
        let now = context.clock.now().as_second();
        let rest = self.next_due(now) - now;
        Ok(Duration::from_secs(rest.max(1).unsigned_abs()))
    }

    /// Requests the endpoints that are due. Returns true if any of them succeeded.
    async fn fetch_due(&mut self, context: &Context) -> Result<bool, SourceError> {
        let started = context.clock.now().as_second();
        let (mut answered, mut failures) = (false, Vec::new());
        for (at, polled) in self.all.iter_mut().enumerate() {
            if polled.schedule.due(started) > started {
                continue;
            }
            let outcome = polled.endpoint.fetch(&self.client, context).await;
            let (now, every) = (
                context.clock.now().as_second(),
                polled.endpoint.interval_seconds(),
            );
            let before = polled.schedule.failures();
            match outcome {
                Ok(()) => {
                    polled.schedule.succeeded(now, every);
                    polled.endpoint.on_success(context, before);
                    let next = Timestamp::from_second(polled.schedule.due(now)).ok();
                    context.health.part_answered(at, context.clock.now(), next);
                    answered = true;
                }
                Err(SourceError::Stopping) => return Err(SourceError::Stopping),
                Err(error) => {
                    polled.schedule.failed(now, every, &error);
                    failures.push(Failure { at, before, error });
                }
            }
        }
        self.conclude(context, failures)?;
        Ok(answered)
    }

    /// Waits until an endpoint is due: a refresh without any request must not count as a success.
    async fn wait_for_work(&self, context: &Context) {
        loop {
            let now = context.clock.now().as_second();
            if self.next_due(now) <= now {
                return;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    fn next_due(&self, now: i64) -> i64 {
        let due = self.all.iter().map(|polled| polled.schedule.due(now));
        due.min().unwrap_or(i64::MAX)
    }

    /// Returns the result of a refresh with these failures: if every endpoint is failing, the error of the one that is
    /// due first; otherwise the failures are only reported to the health record.
    fn conclude(&mut self, context: &Context, failures: Vec<Failure>) -> Result<(), SourceError> {
        let now = context.clock.now();
        let due = |all: &[PolledEndpoint<E>], at: usize| all[at].schedule.due(now.as_second());
        let all_fail = self.all.iter().all(|polled| polled.schedule.failures() > 0);
        let first = failures.iter().map(|failure| failure.at);
        let first = first.min_by_key(|at| due(&self.all, *at));
        let reported = first.filter(|_| all_fail);
        if reported.is_some() {
            // Probably the network is down: let the source's own back-off decide.
            for polled in &mut self.all {
                polled.schedule.due_at_once();
            }
        }
        let mut outcome = Ok(());
        for Failure { at, before, error } in failures {
            let next = Some(due(&self.all, at)).filter(|due| *due > now.as_second());
            let next = next.and_then(|due| Timestamp::from_second(due).ok());
            let endpoint = &self.all[at].endpoint;
            endpoint.on_failure(context, &error, before, next);
            context.health.part_failed(at, now, &error, next);
            let error = endpoint.with_name(error);
            if reported == Some(at) {
                outcome = Err(error);
            } else {
                context.health.failed_in_part(now, &error);
            }
        }
        outcome
    }
}

/// Longest delay before a failing endpoint is retried, in seconds.
const MAX_PAUSE: i64 = 6 * 3_600;

/// When an endpoint is due next, and how many requests failed in a row.
#[derive(Debug, Default)]
struct EndpointSchedule {
    /// Unix seconds.
    due: i64,
    /// Unix seconds at which `due` was set.
    set: i64,
    failures: u32,
    /// True if the endpoint itself asked for the current delay (HTTP 429 or similar).
    paused: bool,
}

impl EndpointSchedule {
    /// Returns when the endpoint is due (Unix seconds). Returns 0 if the clock was set back since
    /// `due` was computed.
    fn due(&self, now: i64) -> i64 {
        if self.set > now { 0 } else { self.due }
    }

    /// Number of failures in a row.
    fn failures(&self) -> u32 {
        self.failures
    }

    /// Schedules the next request in `every` seconds.
    fn succeeded(&mut self, now: i64, every: i64) {
        self.failures = 0;
        self.paused = false;
        self.wait(now, every);
    }

    /// Makes the endpoint due now, unless it asked for a delay itself.
    fn due_at_once(&mut self) {
        if !self.paused {
            self.due = 0;
        }
    }

    /// Doubles the interval of `every` seconds with each failure. A throttled endpoint gets the delay that it asked
    /// for, or a short one.
    fn failed(&mut self, now: i64, every: i64, error: &SourceError) {
        self.paused = matches!(error, SourceError::Throttled { .. });
        let pause = if self.paused {
            let pause = schedule::pause(error, self.failures, &mut fastrand::Rng::new());
            i64::try_from(pause.as_secs()).unwrap_or(MAX_PAUSE)
        } else {
            let doubled = every.saturating_mul(1 << self.failures.min(10));
            doubled.min(MAX_PAUSE.max(every))
        };
        self.failures += 1;
        self.wait(now, pause);
    }

    fn wait(&mut self, now: i64, seconds: i64) {
        self.set = now;
        self.due = now.saturating_add(seconds);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn slow_down(seconds: Option<u64>) -> SourceError {
        SourceError::Throttled {
            status: 429,
            retry_after: seconds.map(Duration::from_secs),
        }
    }

    #[test]
    fn a_throttling_endpoint_is_retried_after_its_delay_or_soon() {
        let mut schedule = EndpointSchedule::default();
        schedule.failed(0, 900, &slow_down(None));
        assert_eq!(schedule.due(0), 30);
        schedule.failed(0, 900, &slow_down(Some(60)));
        assert_eq!(schedule.due(0), 60);
        schedule.due_at_once();
        assert_eq!(schedule.due(0), 60, "it endpoint for its pause");
        schedule.failed(0, 900, &slow_down(Some(7_200)));
        assert_eq!(schedule.due(0), 7_200);
        for _ in 0..40 {
            schedule.failed(0, 900, &slow_down(None));
            assert!((30..=900).contains(&schedule.due(0)), "{}", schedule.due(0));
        }
    }

    #[test]
    fn the_delays_of_a_failing_endpoint_double_up_to_six_hours() {
        let mut schedule = EndpointSchedule::default();
        let pauses = [900, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600];
        for expected in pauses {
            schedule.failed(0, 900, &SourceError::Status(500));
            assert_eq!(schedule.due(0), expected);
        }
        schedule.due_at_once();
        assert_eq!(schedule.due(0), 0);
    }
}
