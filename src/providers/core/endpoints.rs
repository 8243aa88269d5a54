//! Polls several endpoints of one source, each with its own schedule. A failing endpoint does not stop the others.

use std::time::Duration;

use jiff::Timestamp;

use super::client::Client;
use crate::source::{Context, SourceError, schedule};

/// How often the clock is checked while no endpoint is due. The system clock may jump.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// One URL that a source polls.
pub(crate) trait Endpoint: Send {
    /// Wraps an error of this endpoint into an error of the source that names the endpoint.
    fn with_name(&self, error: SourceError) -> SourceError;

    /// The interval between two successful requests, in seconds.
    fn interval_seconds(&self) -> i64;

    /// Sends one request and passes the data to `ingest`.
    fn fetch(
        &mut self,
        client: &Client,
        context: &Context,
    ) -> impl Future<Output = Result<(), SourceError>> + Send;

    /// Called after a successful request; `failures` is the number of consecutive failures before it.
    fn on_success(&self, context: &Context, failures: u32);

    /// Called after a failed request; `failures` is the number of consecutive failures before it. `next` is the time of the
    /// next attempt, or `None` if the schedule of the source determines it.
    fn on_failure(
        &self,
        context: &Context,
        error: &SourceError,
        failures: u32,
        next: Option<Timestamp>,
    );
}

/// Polls endpoints by their schedules.
pub(crate) struct EndpointPoller<E> {
    client: Client,
    endpoints: Vec<PolledEndpoint<E>>,
}

struct PolledEndpoint<E> {
    endpoint: E,
    schedule: EndpointSchedule,
}

/// A failed request.
struct Failure {
    /// The index of the endpoint.
    index: usize,
    /// The number of consecutive failures before this one.
    earlier_failures: u32,
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
            endpoints: endpoints.into_iter().map(polled).collect(),
        }
    }

    /// Waits until an endpoint is due, then requests all endpoints that are due. Returns the delay until the next one is due.
    /// Fails only if every endpoint is failing, so a failing endpoint neither stops the others nor makes them be polled more
    /// often.
    pub(crate) async fn fetch(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.wait_until_due(context).await;
        while !self.fetch_due(context).await? {
            self.wait_until_due(context).await;
        }
        let now = context.clock.now().as_second();
        let rest = self.next_due(now) - now;
        Ok(Duration::from_secs(rest.max(1).unsigned_abs()))
    }

    /// Requests the endpoints that are due. Returns true if any request succeeded.
    async fn fetch_due(&mut self, context: &Context) -> Result<bool, SourceError> {
        let started = context.clock.now().as_second();
        let (mut has_succeeded, mut failures) = (false, Vec::new());
        for (index, polled) in self.endpoints.iter_mut().enumerate() {
            if polled.schedule.due(started) > started {
                continue;
            }
            let outcome = polled.endpoint.fetch(&self.client, context).await;
            let (now, poll_interval) = (
                context.clock.now().as_second(),
                polled.endpoint.interval_seconds(),
            );
            let earlier_failures = polled.schedule.failures();
            match outcome {
                Ok(()) => {
                    polled.schedule.succeeded(now, poll_interval);
                    polled.endpoint.on_success(context, earlier_failures);
                    let next = Timestamp::from_second(polled.schedule.due(now)).ok();
                    context
                        .health
                        .part_succeeded(index, context.clock.now(), next);
                    has_succeeded = true;
                }
                Err(SourceError::Stopping) => return Err(SourceError::Stopping),
                Err(error) => {
                    polled.schedule.failed(now, poll_interval, &error);
                    failures.push(Failure {
                        index,
                        earlier_failures,
                        error,
                    });
                }
            }
        }
        self.report_failures(context, failures)?;
        Ok(has_succeeded)
    }

    /// Waits until an endpoint is due. A refresh that returned without a request would count as a success.
    async fn wait_until_due(&self, context: &Context) {
        loop {
            let now = context.clock.now().as_second();
            if self.next_due(now) <= now {
                return;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    fn next_due(&self, now: i64) -> i64 {
        let due = self.endpoints.iter().map(|polled| polled.schedule.due(now));
        due.min().unwrap_or(i64::MAX)
    }

    /// Reports failures to the health record. Returns an error if every endpoint is failing: the error of the endpoint that is
    /// due first.
    fn report_failures(
        &mut self,
        context: &Context,
        failures: Vec<Failure>,
    ) -> Result<(), SourceError> {
        let now = context.clock.now();
        let due = |endpoints: &[PolledEndpoint<E>], index: usize| {
            endpoints[index].schedule.due(now.as_second())
        };
        let all_fail = self
            .endpoints
            .iter()
            .all(|polled| polled.schedule.failures() > 0);
        let indices = failures.iter().map(|failure| failure.index);
        let first = indices.min_by_key(|index| due(&self.endpoints, *index));
        let returned = first.filter(|_| all_fail);
        if returned.is_some() {
            // The network is probably down, so the schedule of the source determines the delay.
            for polled in &mut self.endpoints {
                polled.schedule.set_due_now();
            }
        }
        let mut outcome = Ok(());
        for failure in failures {
            let Failure {
                index,
                earlier_failures,
                error,
            } = failure;
            let next = Some(due(&self.endpoints, index)).filter(|due| *due > now.as_second());
            let next = next.and_then(|due| Timestamp::from_second(due).ok());
            let endpoint = &self.endpoints[index].endpoint;
            endpoint.on_failure(context, &error, earlier_failures, next);
            context.health.part_failed(index, now, &error, next);
            let error = endpoint.with_name(error);
            if returned == Some(index) {
                outcome = Err(error);
            } else {
                context.health.failed_in_part(now, &error);
            }
        }
        outcome
    }
}

/// The maximum delay before a failing endpoint is retried, in seconds.
const MAX_RETRY_DELAY: i64 = 6 * 3_600;

/// The schedule of an endpoint.
#[derive(Debug, Default)]
struct EndpointSchedule {
    /// When the endpoint is due (Unix seconds).
    due: i64,
    /// When `due` was set (Unix seconds).
    set_at: i64,
    failures: u32,
    /// True if the endpoint throttled the last request (HTTP 429 or similar).
    is_throttled: bool,
}

impl EndpointSchedule {
    /// Returns the time when the endpoint is due (Unix seconds), or 0 if the clock was set back since `due` was set.
    fn due(&self, now: i64) -> i64 {
        if self.set_at > now { 0 } else { self.due }
    }

    /// The number of consecutive failures.
    fn failures(&self) -> u32 {
        self.failures
    }

    /// Schedules the next request in `poll_interval` seconds.
    fn succeeded(&mut self, now: i64, poll_interval: i64) {
        self.failures = 0;
        self.is_throttled = false;
        self.set_due(now, poll_interval);
    }

    /// Makes the endpoint due now, unless it throttled the last request.
    fn set_due_now(&mut self) {
        if !self.is_throttled {
            self.due = 0;
        }
    }

    /// Schedules a retry. The delay starts at `poll_interval` seconds and doubles with each failure. After throttling, it is
    /// the delay that the endpoint asked for, or a short one.
    fn failed(&mut self, now: i64, poll_interval: i64, error: &SourceError) {
        self.is_throttled = matches!(error, SourceError::Throttled { .. });
        let delay = if self.is_throttled {
            let delay = schedule::retry_delay(error, self.failures, &mut fastrand::Rng::new());
            i64::try_from(delay.as_secs()).unwrap_or(MAX_RETRY_DELAY)
        } else {
            let doubled = poll_interval.saturating_mul(1 << self.failures.min(10));
            doubled.min(MAX_RETRY_DELAY.max(poll_interval))
        };
        self.failures += 1;
        self.set_due(now, delay);
    }

    fn set_due(&mut self, now: i64, delay: i64) {
        self.set_at = now;
        self.due = now.saturating_add(delay);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn throttled(seconds: Option<u64>) -> SourceError {
        SourceError::Throttled {
            status: 429,
            retry_after: seconds.map(Duration::from_secs),
        }
    }

    #[test]
    fn a_throttling_endpoint_is_retried_after_its_delay_or_soon() {
        let mut schedule = EndpointSchedule::default();
        schedule.failed(0, 900, &throttled(None));
        assert_eq!(schedule.due(0), 30);
        schedule.failed(0, 900, &throttled(Some(60)));
        assert_eq!(schedule.due(0), 60);
        schedule.set_due_now();
        assert_eq!(schedule.due(0), 60, "the endpoint asked for this delay");
        schedule.failed(0, 900, &throttled(Some(7_200)));
        assert_eq!(schedule.due(0), 7_200);
        for _ in 0..40 {
            schedule.failed(0, 900, &throttled(None));
            assert!((30..=900).contains(&schedule.due(0)), "{}", schedule.due(0));
        }
    }

    #[test]
    fn the_delays_of_a_failing_endpoint_double_up_to_six_hours() {
        let mut schedule = EndpointSchedule::default();
        let delays = [900, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600];
        for expected in delays {
            schedule.failed(0, 900, &SourceError::Status(500));
            assert_eq!(schedule.due(0), expected);
        }
        schedule.set_due_now();
        assert_eq!(schedule.due(0), 0);
    }
}
