//! Who is the source: a lease in a bucket of NATS, taken and renewed by compare-and-set on its revision.
//!
//! No clock is compared with another one. Who waits for a lease measures by its own how long the revision stays as it
//! is; who holds it gives it up before that long has passed since a renewal that was answered.

use std::{
    pin::pin,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use async_nats::{
    Client,
    jetstream::{
        kv::{self, Operation},
        stream,
    },
};
use serde::{Deserialize, Serialize};
use tokio::time::{sleep, timeout};

use super::connection::{self, Connection};

const BUCKET: &str = "md_lease";
const KEY: &str = "source";
/// How often the holder renews it.
const RENEW_INTERVAL: Duration = Duration::from_secs(2);
/// When others may take it: it was not renewed for so long.
const LEASE_TTL: Duration = Duration::from_secs(10);
/// When its holder gives it up: so much earlier that two never hold it.
const GIVE_UP_AFTER: Duration = Duration::from_secs(8);
/// How often those who wait look at it.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long it is renewed by a process that is not the source yet.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);
/// How long one renewal may take.
const RENEW_TIMEOUT: Duration = Duration::from_secs(2);

/// What the lease says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Holder {
    /// Of the process, for people.
    name: String,
    /// Of this one taking of the lease.
    nonce: u64,
    /// The holder gave it back.
    released: bool,
}

/// A lease that may be taken.
#[derive(Debug, Clone)]
pub(crate) struct Lease {
    client: Client,
    name: String,
    replicas: usize,
}

/// The lease, taken.
#[derive(Debug)]
pub(crate) struct HeldLease {
    bucket: kv::Store,
    holder: Holder,
    /// The revision with which it was taken: each source has a larger one than those before.
    epoch: u64,
    revision: u64,
    renewed: Renewed,
}

/// When the last renewal that was answered was sent.
#[derive(Debug, Clone)]
pub(crate) struct Renewed(Arc<Mutex<Instant>>);

impl Renewed {
    fn at(when: Instant) -> Self {
        Self(Arc::new(Mutex::new(when)))
    }

    fn set(&self, when: Instant) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = when;
    }

    fn elapsed(&self) -> Duration {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .elapsed()
    }

    /// Returns true while no other process can have taken the lease. A process that was paused asks this before it answers,
    /// for its own renewals may not have run yet.
    pub(crate) fn is_held(&self) -> bool {
        self.elapsed() < GIVE_UP_AFTER
    }
}

/// How long a renewal may take that is sent so long after the one before: no longer than until the lease is given up, so that
/// all that is left until others take it is a margin for a slow machine.
fn renew_within(elapsed: Duration) -> Duration {
    RENEW_TIMEOUT.min(GIVE_UP_AFTER.saturating_sub(elapsed))
}

impl Lease {
    /// The lease, for a process of this name; NATS keeps so many copies of it.
    pub(crate) fn new(connection: &Connection, name: &str, replicas: usize) -> Self {
        Self {
            client: connection.client.clone(),
            name: name.to_owned(),
            replicas,
        }
    }

    /// Takes the lease as soon as nobody holds it.
    pub(crate) async fn acquire(&self) -> HeldLease {
        let mut seen: Option<(u64, Instant)> = None;
        loop {
            match timeout(POLL_INTERVAL * 10, self.attempt(&mut seen)).await {
                Ok(Ok(Some(held))) => return held,
                Ok(Ok(None)) => {}
                Ok(Err(error)) => tracing::debug!("the lease of the source: {error:#}"),
                Err(_) => seen = None,
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// The stream that a bucket is (ADR-8 of NATS). The client's own way to make one asks for facts of the account that
    /// NATS 2.9 tells otherwise.
    fn bucket(&self) -> stream::Config {
        stream::Config {
            name: format!("KV_{BUCKET}"),
            description: Some("Who is the source of Marketdeck".to_owned()),
            subjects: vec![format!("$KV.{BUCKET}.>")],
            max_messages_per_subject: 1,
            discard: stream::DiscardPolicy::New,
            num_replicas: self.replicas,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..stream::Config::default()
        }
    }

    async fn attempt(
        &self,
        seen: &mut Option<(u64, Instant)>,
    ) -> anyhow::Result<Option<HeldLease>> {
        let jetstream = connection::jetstream(&self.client);
        let bucket = if let Ok(bucket) = jetstream.get_key_value(BUCKET).await {
            bucket
        } else {
            jetstream.create_stream(self.bucket()).await?;
            jetstream.get_key_value(BUCKET).await?
        };
        let holder = Holder {
            name: self.name.clone(),
            nonce: fastrand::u64(..),
            released: false,
        };
        let value = serde_json::to_vec(&holder)?;
        let renewed = Instant::now();
        let entry = bucket.entry(KEY).await?;
        let revision = match entry.filter(|entry| entry.operation == Operation::Put) {
            None => bucket.create(KEY, value.into()).await?,
            Some(entry) => {
                let released = serde_json::from_slice::<Holder>(&entry.value)
                    .is_ok_and(|holder| holder.released);
                let since = match *seen {
                    Some((revision, since)) if revision == entry.revision => since,
                    _ => {
                        *seen = Some((entry.revision, renewed));
                        renewed
                    }
                };
                if !released && since.elapsed() < LEASE_TTL {
                    return Ok(None);
                }
                bucket.update(KEY, value.into(), entry.revision).await?
            }
        };
        Ok(Some(HeldLease {
            bucket,
            holder,
            epoch: revision,
            revision,
            renewed: Renewed::at(renewed),
        }))
    }
}

impl HeldLease {
    /// The number of this source: larger than that of every source before.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// How fresh the lease is, for those who must not answer without it.
    pub(crate) fn renewed(&self) -> Renewed {
        self.renewed.clone()
    }

    /// Renews the lease until it is lost.
    pub(crate) async fn keep(&mut self) {
        loop {
            sleep(RENEW_INTERVAL.min(GIVE_UP_AFTER.saturating_sub(self.renewed.elapsed()))).await;
            let sent = Instant::now();
            match timeout(renew_within(self.renewed.elapsed()), self.renew()).await {
                Ok(Ok(true)) => self.renewed.set(sent),
                Ok(Ok(false)) => {
                    tracing::warn!("another process is the source now");
                    return;
                }
                Ok(Err(error)) => tracing::debug!("the lease was not renewed: {error:#}"),
                Err(_) => tracing::debug!("the lease was not renewed in time"),
            }
            if !self.renewed.is_held() {
                tracing::warn!("the lease of the source could not be renewed, and is given up");
                return;
            }
        }
    }

    /// Renews the lease while `work` goes on, for a minute at most: others may be faster. `work` is brought to its end in
    /// any case; whether the lease is held then.
    pub(crate) async fn during<T>(&mut self, work: impl Future<Output = T>) -> (T, bool) {
        let mut work = pin!(work);
        tokio::select! {
            done = &mut work => return (done, true),
            () = self.keep() => {}
            () = sleep(STARTUP_TIMEOUT) => {
                tracing::warn!("the lease of the source is given up, because {STARTUP_TIMEOUT:?} did not do to begin");
            }
        }
        (work.await, false)
    }

    /// Whether the lease is ours still.
    async fn renew(&mut self) -> anyhow::Result<bool> {
        let value = serde_json::to_vec(&self.holder)?;
        let updated = self.bucket.update(KEY, value.into(), self.revision).await;
        let Err(error) = updated.map(|revision| self.revision = revision) else {
            return Ok(true);
        };
        // The answer to an earlier renewal may have been lost.
        let entry = self.bucket.entry(KEY).await?;
        let Some(entry) = entry else { return Ok(false) };
        let holder: Holder = serde_json::from_slice(&entry.value)?;
        if holder.nonce != self.holder.nonce {
            return Ok(false);
        }
        if entry.revision == self.revision {
            return Err(error.into());
        }
        self.revision = entry.revision;
        Ok(true)
    }

    /// Gives the lease back, so that nobody waits until it is lost.
    pub(crate) async fn release(mut self) {
        self.holder.released = true;
        if matches!(timeout(RENEW_TIMEOUT, self.renew()).await, Ok(Ok(true))) {
            tracing::info!(epoch = self.epoch, "cluster: gave the lease back");
        } else {
            tracing::warn!(
                "the lease of the source could not be given back; others wait until it is lost"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_is_given_up_two_seconds_before_others_take_it_whatever_a_renewal_does() {
        for tenths in 0..=120 {
            let elapsed = Duration::from_millis(100 * tenths);
            let ends = elapsed + renew_within(elapsed);
            assert!(ends <= GIVE_UP_AFTER.max(elapsed), "{elapsed:?}");
        }
        assert_eq!(renew_within(RENEW_INTERVAL), RENEW_TIMEOUT);
        assert_eq!(
            renew_within(Duration::from_millis(7_500)),
            Duration::from_millis(500)
        );
        assert!(GIVE_UP_AFTER + Duration::from_secs(2) <= LEASE_TTL);
    }
}
