//! Leader election: a lease in a NATS key-value bucket, acquired and renewed by compare-and-set on its revision.
//!
//! No clocks are compared between processes. A standby measures with its own clock how long the revision stays unchanged. The
//! holder gives the lease up before that time has passed since its last confirmed renewal.

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
/// How often the holder renews the lease.
const RENEW_INTERVAL: Duration = Duration::from_secs(2);
/// Others may take the lease when it was not renewed for this long.
const LEASE_TTL: Duration = Duration::from_secs(10);
/// The holder gives the lease up after this long without a renewal, early enough that two processes never hold it.
const GIVE_UP_AFTER: Duration = Duration::from_secs(8);
/// How often standbys poll the lease.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long a process may hold the lease before it has become the source.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);
/// Time limit for one renewal.
const RENEW_TIMEOUT: Duration = Duration::from_secs(2);

/// The value of the lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Holder {
    /// Name of the process, for people.
    name: String,
    /// Identifies this acquisition of the lease.
    nonce: u64,
    /// The holder released the lease.
    released: bool,
}

/// The lease, not held.
#[derive(Debug, Clone)]
pub(crate) struct Lease {
    client: Client,
    name: String,
    replicas: usize,
}

/// The lease, held by this process.
#[derive(Debug)]
pub(crate) struct HeldLease {
    bucket: kv::Store,
    holder: Holder,
    /// Revision at the acquisition; larger for each new source.
    epoch: u64,
    revision: u64,
    renewed: LastRenewal,
}

/// When the last confirmed renewal was sent.
#[derive(Debug, Clone)]
pub(crate) struct LastRenewal(Arc<Mutex<Instant>>);

impl LastRenewal {
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

    /// Returns true while no other process can have taken the lease. A process that was paused must check this before it
    /// responds, because its own renewals may not have run yet.
    pub(crate) fn is_held(&self) -> bool {
        self.elapsed() < GIVE_UP_AFTER
    }
}

/// Returns the time limit of a renewal sent `elapsed` after the last one. It ends when the lease is given up, so that the time
/// until others take it remains a margin for a slow machine.
fn renew_within(elapsed: Duration) -> Duration {
    RENEW_TIMEOUT.min(GIVE_UP_AFTER.saturating_sub(elapsed))
}

impl Lease {
    /// Creates a lease for a process of this name, with this number of replicas in NATS.
    pub(crate) fn new(connection: &Connection, name: &str, replicas: usize) -> Self {
        Self {
            client: connection.client.clone(),
            name: name.to_owned(),
            replicas,
        }
    }

    /// Acquires the lease as soon as nobody holds it.
    pub(crate) async fn acquire(&self) -> HeldLease {
        let mut seen: Option<(u64, Instant)> = None;
        loop {
            match timeout(POLL_INTERVAL * 10, self.attempt(&mut seen)).await {
                Ok(Ok(Some(held))) => return held,
                Ok(Ok(None)) => {}
                Ok(Err(error)) => tracing::debug!("cluster: cannot acquire the lease: {error:#}"),
                Err(_) => seen = None,
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Returns the configuration of the stream behind the bucket (ADR-8 of NATS). The client's own function requests account
    /// information in a format that NATS 2.9 does not support.
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
            renewed: LastRenewal::at(renewed),
        }))
    }
}

impl HeldLease {
    /// Returns the epoch of this source; larger than that of every earlier source.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Returns a handle that tells whether the lease is fresh.
    pub(crate) fn renewed(&self) -> LastRenewal {
        self.renewed.clone()
    }

    /// Renews the lease until it is lost.
    pub(crate) async fn renew_until_lost(&mut self) {
        loop {
            sleep(RENEW_INTERVAL.min(GIVE_UP_AFTER.saturating_sub(self.renewed.elapsed()))).await;
            let sent = Instant::now();
            match timeout(renew_within(self.renewed.elapsed()), self.renew()).await {
                Ok(Ok(true)) => self.renewed.set(sent),
                Ok(Ok(false)) => {
                    tracing::warn!("cluster: lease lost, another process is the source");
                    return;
                }
                Ok(Err(error)) => tracing::debug!("cluster: lease not renewed: {error:#}"),
                Err(_) => tracing::debug!("cluster: lease renewal timed out"),
            }
            if !self.renewed.is_held() {
                tracing::warn!("cluster: giving up the lease, renewal failed");
                return;
            }
        }
    }

    /// Renews the lease while `work` runs, for at most a minute, since others may be faster. `work` always runs to its end.
    /// Returns its result and whether the lease is still held.
    pub(crate) async fn renew_during<T>(&mut self, work: impl Future<Output = T>) -> (T, bool) {
        let mut work = pin!(work);
        tokio::select! {
            done = &mut work => return (done, true),
            () = self.renew_until_lost() => {}
            () = sleep(STARTUP_TIMEOUT) => {
                tracing::warn!("cluster: giving up the lease, not started within {STARTUP_TIMEOUT:?}");
            }
        }
        (work.await, false)
    }

    /// Renews the lease; returns false if another process holds it.
    async fn renew(&mut self) -> anyhow::Result<bool> {
        let value = serde_json::to_vec(&self.holder)?;
        let updated = self.bucket.update(KEY, value.into(), self.revision).await;
        let Err(error) = updated.map(|revision| self.revision = revision) else {
            return Ok(true);
        };
        // The response to an earlier renewal may have been lost.
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

    /// Releases the lease, so that others need not wait until it expires.
    pub(crate) async fn release(mut self) {
        self.holder.released = true;
        if matches!(timeout(RENEW_TIMEOUT, self.renew()).await, Ok(Ok(true))) {
            tracing::info!(epoch = self.epoch, "cluster: lease released");
        } else {
            tracing::warn!("cluster: lease not released, others wait until it expires");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lease_is_given_up_two_seconds_before_others_may_take_it() {
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
