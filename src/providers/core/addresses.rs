//! What sources that ask several addresses share: each address is asked at its own pace, and one that fails
//! stops none of the others.

use std::time::Duration;

use jiff::Timestamp;

use super::{client::Client, pace::Pace};
use crate::source::{Context, SourceError};

/// How often the clock is read while nobody is due: it may jump.
const LOOK: Duration = Duration::from_secs(5);

/// One of the addresses.
pub(crate) trait Address: Send {
    /// An error of the whole source that says whose it is.
    fn named(&self, error: SourceError) -> SourceError;

    /// Seconds between two requests while it answers.
    fn every(&self) -> i64;

    /// Asks once, and hands on what came.
    fn read(
        &mut self,
        client: &Client,
        context: &Context,
    ) -> impl Future<Output = Result<(), SourceError>> + Send;

    /// It answered, after so many failures in a row.
    fn answered(&self, context: &Context, failures: u32);

    /// It failed, after so many failures in a row, and is asked again at `next`; `None` leaves that to the
    /// schedule of the source.
    fn failed(
        &self,
        context: &Context,
        error: &SourceError,
        failures: u32,
        next: Option<Timestamp>,
    );
}

/// Addresses, and how each has been doing.
pub(crate) struct Addresses<A> {
    client: Client,
    all: Vec<Asked<A>>,
}

struct Asked<A> {
    address: A,
    pace: Pace,
}

/// A request that failed.
struct Failure {
    /// The place of its address.
    at: usize,
    /// Failures in a row before it.
    before: u32,
    error: SourceError,
}

impl<A: Address> Addresses<A> {
    /// Asks `addresses` with `client`.
    pub(crate) fn new(client: Client, addresses: impl IntoIterator<Item = A>) -> Self {
        let asked = |address| Asked {
            address,
            pace: Pace::default(),
        };
        Self {
            client,
            all: addresses.into_iter().map(asked).collect(),
        }
    }

    /// Asks every address that is due, once one is. The refresh fails only when every address is failing:
    /// one that is dead neither stops the others nor has them asked more often. It succeeds when one has
    /// answered.
    pub(crate) async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.wait_for_work(context).await;
        while !self.read_due(context).await? {
            self.wait_for_work(context).await;
        }
        let now = context.clock.now().as_second();
        let rest = self.next_due(now) - now;
        Ok(Duration::from_secs(rest.max(1).unsigned_abs()))
    }

    /// Asks the addresses that are due; whether any of them answered.
    async fn read_due(&mut self, context: &Context) -> Result<bool, SourceError> {
        let started = context.clock.now().as_second();
        let (mut answered, mut failures) = (false, Vec::new());
        for (at, asked) in self.all.iter_mut().enumerate() {
            if asked.pace.due(started) > started {
                continue;
            }
            let outcome = asked.address.read(&self.client, context).await;
            let (now, every) = (context.clock.now().as_second(), asked.address.every());
            let before = asked.pace.failures();
            match outcome {
                Ok(()) => {
                    asked.pace.succeeded(now, every);
                    asked.address.answered(context, before);
                    let next = Timestamp::from_second(asked.pace.due(now)).ok();
                    context.health.part_answered(at, context.clock.now(), next);
                    answered = true;
                }
                Err(SourceError::Stopping) => return Err(SourceError::Stopping),
                Err(error) => {
                    asked.pace.failed(now, every, &error);
                    failures.push(Failure { at, before, error });
                }
            }
        }
        self.conclude(context, failures)?;
        Ok(answered)
    }

    /// A refresh that asks nobody must not count as a success.
    async fn wait_for_work(&self, context: &Context) {
        loop {
            let now = context.clock.now().as_second();
            if self.next_due(now) <= now {
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    fn next_due(&self, now: i64) -> i64 {
        let due = self.all.iter().map(|asked| asked.pace.due(now));
        due.min().unwrap_or(i64::MAX)
    }

    /// The outcome of a refresh with these failures: an error when every address is failing, that of the
    /// one which is asked again first; notes when only some are.
    fn conclude(&mut self, context: &Context, failures: Vec<Failure>) -> Result<(), SourceError> {
        let now = context.clock.now();
        let due = |all: &[Asked<A>], at: usize| all[at].pace.due(now.as_second());
        let all_fail = self.all.iter().all(|asked| asked.pace.failures() > 0);
        let first = failures.iter().map(|failure| failure.at);
        let first = first.min_by_key(|at| due(&self.all, *at));
        let told = first.filter(|_| all_fail);
        if told.is_some() {
            // No network, say: the schedule's pauses are then the better ones.
            for asked in &mut self.all {
                asked.pace.due_at_once();
            }
        }
        let mut outcome = Ok(());
        for Failure { at, before, error } in failures {
            let next = Some(due(&self.all, at)).filter(|due| *due > now.as_second());
            let next = next.and_then(|due| Timestamp::from_second(due).ok());
            let address = &self.all[at].address;
            address.failed(context, &error, before, next);
            context.health.part_failed(at, now, &error, next);
            let error = address.named(error);
            if told == Some(at) {
                outcome = Err(error);
            } else {
                context.health.failed_in_part(now, &error);
            }
        }
        outcome
    }
}
