//! Applies the records that the source publishes to the database and the memory of this process.

use std::{
    collections::HashSet,
    convert::Infallible,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};
use async_nats::jetstream::{
    self,
    consumer::{DeliverPolicy, pull},
    stream::Stream,
};
use futures_util::StreamExt as _;
use tokio::{sync::watch, time::timeout};

use super::{
    batch::{Batch, newest_of_each},
    counts::Counts,
    publisher::{epoch_of, identity},
    wire::{self, Epoch},
};
use crate::store::{Change, Cursor, DamageReportGuard, Scope, Store};

/// Delay before a failed attempt is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// If no message arrives for this long, received records are applied.
const IDLE_FLUSH_DELAY: Duration = Duration::from_millis(5);
/// How often the stream is polled for its newest sequence while no message arrives.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Progress of a reader.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// Sequence of the newest applied message.
    pub(super) sequence: u64,
    /// Sequence of the newest received message, whether its transaction is complete or not.
    pub(super) received: u64,
    /// Newest known sequence of the stream.
    pub(super) newest: u64,
    /// Newest known epoch.
    pub(super) epoch: u64,
    /// Name of the process with that epoch.
    pub(super) source: String,
    /// True once everything that existed at the start has been applied.
    pub(super) is_complete: bool,
    /// Why reading fails; `None` while it works.
    pub(super) problem: Option<String>,
}

/// Called with records that have been written to disk.
pub(super) type OnApplied = Arc<dyn Fn(&[Change]) -> crate::store::Result<()> + Send + Sync>;

/// Reads one scope.
#[derive(Clone)]
pub(super) struct Reader {
    pub(super) jetstream: jetstream::Context,
    pub(super) store: Store,
    pub(super) scope: Scope,
    /// The market that this process replicates; any other is rejected.
    pub(super) market: String,
    pub(super) seed: Option<u64>,
    pub(super) on_applied: OnApplied,
    pub(super) progress: Arc<watch::Sender<Progress>>,
    pub(super) counts: Arc<Counts>,
    /// Changes on disk that could not be applied in memory: the newest of each record.
    pub(super) unapplied: Arc<Mutex<Vec<Change>>>,
    /// Suppresses damage reports until everything is applied. Before that the records may be inconsistent: the stream holds
    /// each record at the position of its newest version, possibly after records that were written with an older one.
    pub(super) damage_guard: Arc<Mutex<Option<DamageReportGuard>>>,
}

impl Reader {
    /// Reads forever.
    pub(super) async fn run(self) {
        loop {
            let Err(error) = self.follow().await;
            let problem = format!("{error:#}");
            if self.progress.borrow().problem.as_ref() != Some(&problem) {
                tracing::warn!(
                    scope = self.scope.name(),
                    "cluster: cannot read the stream: {problem}"
                );
            }
            self.progress
                .send_modify(|progress| progress.problem = Some(problem));
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    async fn follow(&self) -> anyhow::Result<Infallible> {
        let stream = self
            .jetstream
            .get_stream(wire::stream_name(self.scope))
            .await;
        let stream = stream.context("no source has published anything yet")?;
        let info = stream.get_info().await?;
        let epoch = epoch_of(&stream, self.scope).await?;
        let epoch = epoch.context("no source has published anything yet")?;
        self.check(&epoch)?;
        let scope = self.scope;
        let cursor = self.store.run(move |store| store.cursor(scope)).await?;
        let is_first = cursor.is_none();
        let name = identity(&info);
        if cursor
            .as_ref()
            .is_some_and(|own| own.wrote_in(&name, epoch.number))
        {
            self.wait_for_other_source(&stream, &epoch).await?;
            bail!("another process is the source now");
        }
        let last = info.state.last_sequence;
        let here = cursor.filter(|own| own.stream == name && !own.wrote && own.sequence <= last);
        let cursor = Cursor {
            stream: name,
            sequence: here.as_ref().map_or(0, |own| own.sequence),
            epoch: here.as_ref().map_or(0, |own| own.epoch),
            wrote: false,
            before: None,
        };
        let mut reload_keys = here.is_none().then(HashSet::new);
        if reload_keys.is_some() && !is_first {
            self.counts.record_rereads.add(1);
        }
        let is_complete = reload_keys.is_none() && cursor.sequence == last && epoch.is_whole;
        self.set_damage_reporting(is_complete);
        self.progress.send_modify(|progress| {
            progress.sequence = cursor.sequence;
            progress.received = cursor.sequence;
            progress.newest = last;
            progress.is_complete = is_complete;
            progress.epoch = epoch.number;
            progress.source.clone_from(&epoch.name);
            progress.problem = None;
        });
        self.read(&stream, cursor, &epoch, last, &mut reload_keys)
            .await
    }

    /// Waits for another source, because this file wrote the stream last: it may have records that are not in the stream, but
    /// not the other way around.
    async fn wait_for_other_source(&self, stream: &Stream, own: &Epoch) -> anyhow::Result<()> {
        self.set_damage_reporting(true);
        self.progress.send_modify(|progress| {
            progress.is_complete = true;
            progress.epoch = own.number;
            progress.source.clone_from(&own.name);
            progress.problem = None;
        });
        loop {
            tokio::time::sleep(RETRY_DELAY).await;
            let now = epoch_of(stream, self.scope).await?;
            if now.context("the stream is gone")?.number != own.number {
                return Ok(());
            }
        }
    }

    /// Enables damage reports once everything is applied.
    fn set_damage_reporting(&self, is_complete: bool) {
        let mut damage_guard = self
            .damage_guard
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if is_complete {
            *damage_guard = None;
        } else if damage_guard.is_none() {
            *damage_guard = Some(self.store.suppress_damage_reports());
        }
    }

    async fn read(
        &self,
        stream: &Stream,
        mut cursor: Cursor,
        epoch: &Epoch,
        last: u64,
        reload_keys: &mut Option<HashSet<(String, Vec<u8>)>>,
    ) -> anyhow::Result<Infallible> {
        let config = pull::OrderedConfig {
            deliver_policy: DeliverPolicy::ByStartSequence {
                start_sequence: cursor.sequence + 1,
            },
            ..pull::OrderedConfig::default()
        };
        let consumer = stream.create_consumer(config).await?;
        let mut messages = consumer.messages().await?;
        let mut batch = Batch {
            newest_epoch: cursor.epoch,
            is_source_done: epoch.is_whole,
            ..Batch::default()
        };
        // Newest sequence at the last poll; by the next poll all of it should have arrived.
        let mut newest = 0;
        loop {
            let patience = if batch.is_empty() {
                POLL_INTERVAL
            } else {
                IDLE_FLUSH_DELAY
            };
            let Ok(message) = timeout(patience, messages.next()).await else {
                if batch.is_empty() {
                    let received = batch.received.max(cursor.sequence);
                    if received < newest {
                        // The server that sent them may be gone; the client would notice only after half a minute.
                        bail!("no messages are arriving from the stream");
                    }
                    newest = self.poll_stream(stream, &cursor).await?;
                } else {
                    self.apply(&mut batch, &mut cursor, reload_keys, Some(last))
                        .await?;
                }
                continue;
            };
            let message = message.context("the stream was closed")??;
            let info = message.info().map_err(|error| anyhow::anyhow!(error))?;
            let sequence = info.stream_sequence;
            let head = wire::head(message.headers.as_ref())?;
            if head.epoch < batch.newest_epoch {
                bail!(
                    "received a message of source {} after one of {}",
                    head.epoch,
                    batch.newest_epoch
                );
            }
            batch.newest_epoch = head.epoch;
            batch.received = sequence;
            batch.since.get_or_insert_with(Instant::now);
            if message.subject.as_str() == wire::epoch_subject(self.scope) {
                let epoch: Epoch = serde_json::from_slice(&message.payload)?;
                self.check(&epoch)?;
                self.progress
                    .send_modify(|progress| progress.source.clone_from(&epoch.name));
                batch.is_source_done = epoch.is_whole;
                // An unfinished transaction of the previous source waits for this message: a new source first compares the
                // stream with its database and publishes the differences.
                if epoch.is_whole {
                    batch.end(sequence);
                }
            } else {
                let (table, key) = wire::record_of(self.scope, &message.subject)?;
                if let Some(reload_keys) = reload_keys {
                    reload_keys.insert((table.clone(), key.clone()));
                }
                let value = (!message.payload.is_empty()).then(|| message.payload.to_vec());
                batch.changes.push(Change { table, key, value });
                if head.is_last {
                    batch.end(sequence);
                }
            }
            if batch.is_due() {
                self.apply(&mut batch, &mut cursor, reload_keys, None)
                    .await?;
            }
        }
    }

    /// Writes complete transactions to disk and applies them in memory. NATS is not asked how many messages follow, because it
    /// also counts replaced ones. While the stream is idle everything has been received; `idle_target` is then a sequence that must be
    /// included.
    async fn apply(
        &self,
        batch: &mut Batch,
        cursor: &mut Cursor,
        reload_keys: &mut Option<HashSet<(String, Vec<u8>)>>,
        idle_target: Option<u64>,
    ) -> anyhow::Result<()> {
        let received = batch.received;
        let is_all_received =
            batch.is_source_done && idle_target.is_some_and(|last| received >= last);
        let is_partial = batch.complete < batch.changes.len();
        if is_all_received && reload_keys.is_some() {
            // An incomplete transaction's records exist in no other version, neither here nor in the stream.
            batch.complete = batch.changes.len();
        }
        if batch.sequence > cursor.sequence || batch.complete > 0 {
            let whole: Vec<Change> = batch.changes.drain(..batch.complete).collect();
            self.counts.records.add(whole.len() as u64);
            if batch.sequence > cursor.sequence {
                cursor.sequence = batch.sequence;
                cursor.epoch = batch.epoch;
            }
            self.write(whole, cursor, reload_keys.is_none(), idle_target.is_some())
                .await?;
        }
        batch.complete = 0;
        // The last records of a busy stream may have been written just now; the next idle period finds out.
        batch.since = idle_target.is_none().then(Instant::now);
        if is_all_received && let Some(all) = reload_keys.take() {
            self.remove_unseen(all, cursor).await?;
        }
        if reload_keys.is_none() && is_all_received && !is_partial {
            self.set_damage_reporting(true);
        }
        self.progress.send_modify(|progress| {
            progress.sequence = cursor.sequence;
            if reload_keys.is_none() {
                progress.received = received;
            }
            progress.newest = progress.newest.max(received);
            progress.epoch = batch.newest_epoch;
            progress.is_complete |= reload_keys.is_none() && is_all_received;
        });
        Ok(())
    }

    fn check(&self, epoch: &Epoch) -> anyhow::Result<()> {
        if epoch.market != self.market || epoch.seed != self.seed {
            bail!(
                "the source serves the {} market{}, but this process another one",
                epoch.market,
                epoch
                    .seed
                    .map_or_else(String::new, |seed| format!(" of seed {seed}"))
            );
        }
        Ok(())
    }

    /// Checks that the stream is still the same; returns its newest sequence.
    async fn poll_stream(&self, stream: &Stream, cursor: &Cursor) -> anyhow::Result<u64> {
        let info = stream.get_info().await?;
        if identity(&info) != cursor.stream {
            bail!("the stream was recreated");
        }
        self.progress
            .send_modify(|progress| progress.newest = info.state.last_sequence);
        Ok(info.state.last_sequence)
    }

    /// Writes records to disk and then applies them in memory. During a full reload the position is not saved, so a restart
    /// begins it again.
    async fn write(
        &self,
        changes: Vec<Change>,
        cursor: &Cursor,
        saves_position: bool,
        is_idle: bool,
    ) -> anyhow::Result<()> {
        let (scope, own) = (self.scope, self.clone());
        let cursor = saves_position.then(|| cursor.clone());
        let done = self.store.run(move |store| {
            store.apply_changes(scope, &changes, cursor.as_ref())?;
            own.apply_to_memory(changes, is_idle);
            Ok(())
        });
        Ok(done.await?)
    }

    /// Applies records on disk to memory. What fails is retried with the next records, and counts as damage only if the stream
    /// is idle, because a record may refer to one that arrives later.
    fn apply_to_memory(&self, changes: Vec<Change>, is_idle: bool) {
        let _guard = (!is_idle).then(|| self.store.suppress_damage_reports());
        let mut unapplied = self
            .unapplied
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::take(&mut *unapplied);
        let all = if before.is_empty() {
            changes
        } else {
            newest_of_each(before, changes)
        };
        if let Err(error) = (self.on_applied)(&all) {
            tracing::warn!(%error, "cluster: replicated batch not applied to the market yet");
            *unapplied = all;
        }
    }

    /// After a full reload, removes the records that were not in the stream.
    async fn remove_unseen(
        &self,
        reload_keys: HashSet<(String, Vec<u8>)>,
        cursor: &Cursor,
    ) -> anyhow::Result<()> {
        let (scope, own, cursor) = (self.scope, self.clone(), cursor.clone());
        let done = self.store.run(move |store| {
            own.apply_to_memory(store.remove_missing(scope, &reload_keys, &cursor)?, true);
            Ok(())
        });
        Ok(done.await?)
    }
}
