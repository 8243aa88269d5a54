//! Leader election: a lease in a NATS key-value bucket, acquired and renewed by compare-and-set on its revision.
//!
//! The clocks of different processes are never compared. A standby measures with its own clock how long the revision stays
//! unchanged. The holder gives up the lease before this time has passed since the last confirmed renewal.

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
/// Interval at which the holder renews the lease.
const RENEW_INTERVAL: Duration = Duration::from_secs(2);
/// Time without a renewal after which another process may acquire the lease.
const LEASE_TTL: Duration = Duration::from_secs(10);
/// Time without a renewal after which the holder gives up the lease; shorter than [`LEASE_TTL`], so that two processes never hold it.
const GIVE_UP_AFTER: Duration = Duration::from_secs(8);
/// Interval at which standbys poll the lease.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Maximum time that a process may hold the lease while it is still starting as the source.
const STARTUP_TIMEOUT: Duration = Duration::from_secs(60);
/// Time limit for one renewal.
const RENEW_TIMEOUT: Duration = Duration::from_secs(2);

/// The value of the lease.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Holder {
    /// Name of the process, as shown to users.
    name: String,
    /// Identifies this acquisition of the lease.
    nonce: u64,
    /// True if the holder released the lease.
    released: bool,
}

/// The lease, before this process has acquired it.
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
    /// Revision at the acquisition, which is larger for each new source.
    epoch: u64,
    revision: u64,
    last_renewal: LastRenewal,
}

/// The time at which the last confirmed renewal was sent.
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

    /// Returns true while no other process can have acquired the lease. A process must check this before each response: after a
    /// suspension, the task that renews the lease may not have run yet.
    pub(crate) fn is_held(&self) -> bool {
        self.elapsed() < GIVE_UP_AFTER
    }
}

/// Returns the time limit of a renewal that is sent `elapsed` after the last one. The limit ends no later than [`GIVE_UP_AFTER`], so
/// that the time until [`LEASE_TTL`] remains as a margin for a slow machine.
fn renew_timeout(elapsed: Duration) -> Duration {
    RENEW_TIMEOUT.min(GIVE_UP_AFTER.saturating_sub(elapsed))
}

impl Lease {
    /// Creates a lease for the process `name`; NATS keeps `replicas` replicas of the lease.
    pub(crate) fn new(connection: &Connection, name: &str, replicas: usize) -> Self {
        Self {
            client: connection.client.clone(),
            name: name.to_owned(),
            replicas,
        }
    }

    /// Waits until no other process holds the lease, and acquires it.
    pub(crate) async fn acquire(&self) -> HeldLease {
        // The last seen revision, and the time since which it is unchanged.
        let mut unchanged_since: Option<(u64, Instant)> = None;
        loop {
            match timeout(POLL_INTERVAL * 10, self.try_acquire(&mut unchanged_since)).await {
                Ok(Ok(Some(held))) => return held,
                Ok(Ok(None)) => {}
                Ok(Err(error)) => tracing::debug!("cluster: cannot acquire the lease: {error:#}"),
                Err(_) => unchanged_since = None,
            }
            sleep(POLL_INTERVAL).await;
        }
    }

    /// Returns the configuration of the stream behind the bucket (ADR-8 of NATS). The client's own function requests account
    /// information in a format that NATS 2.9 does not support.
    fn bucket_config(&self) -> stream::Config {
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

    /// Tries to acquire the lease. Returns `None` if another process may hold it.
    async fn try_acquire(
        &self,
        unchanged_since: &mut Option<(u64, Instant)>,
    ) -> anyhow::Result<Option<HeldLease>> {
        let jetstream = connection::jetstream(&self.client);
        let bucket = if let Ok(bucket) = jetstream.get_key_value(BUCKET).await {
            bucket
        } else {
            jetstream.create_stream(self.bucket_config()).await?;
            jetstream.get_key_value(BUCKET).await?
        };
        let holder = Holder {
            name: self.name.clone(),
            nonce: fastrand::u64(..),
            released: false,
        };
        let value = serde_json::to_vec(&holder)?;
        let sent_at = Instant::now();
        let entry = bucket.entry(KEY).await?;
        let revision = match entry.filter(|entry| entry.operation == Operation::Put) {
            None => bucket.create(KEY, value.into()).await?,
            Some(entry) => {
                let released = serde_json::from_slice::<Holder>(&entry.value)
                    .is_ok_and(|holder| holder.released);
                let since = match *unchanged_since {
                    Some((revision, since)) if revision == entry.revision => since,
                    _ => {
                        *unchanged_since = Some((entry.revision, sent_at));
                        sent_at
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
            last_renewal: LastRenewal::at(sent_at),
        }))
    }
}

impl HeldLease {
    /// Returns the epoch of this source, which is larger than the epoch of every earlier source.
    pub(crate) fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Returns a handle for checking whether the lease is still held.
    pub(crate) fn last_renewal(&self) -> LastRenewal {
        self.last_renewal.clone()
    }

    /// Renews the lease until it is lost.
    pub(crate) async fn renew_until_lost(&mut self) {
        loop {
            sleep(RENEW_INTERVAL.min(GIVE_UP_AFTER.saturating_sub(self.last_renewal.elapsed())))
                .await;
            let sent_at = Instant::now();
            match timeout(renew_timeout(self.last_renewal.elapsed()), self.renew()).await {
                Ok(Ok(true)) => self.last_renewal.set(sent_at),
                Ok(Ok(false)) => {
                    tracing::warn!("cluster: lease lost, another process is the source");
                    return;
                }
                Ok(Err(error)) => tracing::debug!("cluster: lease not renewed: {error:#}"),
                Err(_) => tracing::debug!("cluster: lease renewal timed out"),
            }
            if !self.last_renewal.is_held() {
                tracing::warn!("cluster: giving up the lease, renewal failed");
                return;
            }
        }
    }

    /// Renews the lease while `work` runs to completion. Gives up the lease after a minute, because another process may start
    /// faster. Returns the result of `work`, and true if the lease is still held.
    pub(crate) async fn renew_during<T>(&mut self, work: impl Future<Output = T>) -> (T, bool) {
        let mut work = pin!(work);
        tokio::select! {
            result = &mut work => return (result, true),
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

    /// Releases the lease, so that other processes need not wait until it expires.
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
            let ends = elapsed + renew_timeout(elapsed);
            assert!(ends <= GIVE_UP_AFTER.max(elapsed), "{elapsed:?}");
        }
        assert_eq!(renew_timeout(RENEW_INTERVAL), RENEW_TIMEOUT);
        assert_eq!(
            renew_timeout(Duration::from_millis(7_500)),
            Duration::from_millis(500)
        );
        assert!(GIVE_UP_AFTER + Duration::from_secs(2) <= LEASE_TTL);
    }
}
