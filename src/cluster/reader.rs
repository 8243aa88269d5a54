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
    batch::{Batch, merge_changes},
    counts::Counts,
    publisher::{current_epoch, stream_identity},
    wire::{self, Epoch},
};
use crate::store::{Change, Cursor, DamageReportGuard, Scope, Store};

/// Delay before a failed attempt is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Time without a message after which the received records are applied.
const IDLE_FLUSH_DELAY: Duration = Duration::from_millis(5);
/// Interval at which the stream is polled for its newest sequence while no message arrives.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// Progress of a reader.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// Sequence of the newest applied message.
    pub(super) sequence: u64,
    /// Sequence of the newest received message; its transaction may be incomplete.
    pub(super) received: u64,
    /// Newest known sequence of the stream.
    pub(super) newest: u64,
    /// Newest known epoch.
    pub(super) epoch: u64,
    /// Name of the source with this epoch.
    pub(super) source: String,
    /// True after all records that existed at the start have been applied.
    pub(super) is_complete: bool,
    /// Reason why reading fails; `None` while reading works.
    pub(super) problem: Option<String>,
}

/// A callback for records that have been written to disk.
pub(super) type OnApplied = Arc<dyn Fn(&[Change]) -> crate::store::Result<()> + Send + Sync>;

/// Reads the records of one scope.
#[derive(Clone)]
pub(super) struct Reader {
    pub(super) jetstream: jetstream::Context,
    pub(super) store: Store,
    pub(super) scope: Scope,
    /// The market that this process replicates; a source of another market is rejected.
    pub(super) market: String,
    pub(super) seed: Option<u64>,
    pub(super) on_applied: OnApplied,
    pub(super) progress: Arc<watch::Sender<Progress>>,
    pub(super) counts: Arc<Counts>,
    /// Changes that are on disk and could not be applied in memory, with only the newest change of each record.
    pub(super) unapplied: Arc<Mutex<Vec<Change>>>,
    /// Suppresses damage reports until all records are applied. Until then, the records may be inconsistent: the stream contains only
    /// the newest version of each record, possibly after records that belong to an older version.
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

    /// Reads the stream until an error occurs.
    async fn follow(&self) -> anyhow::Result<Infallible> {
        let stream = self
            .jetstream
            .get_stream(wire::stream_name(self.scope))
            .await;
        let stream = stream.context("no source has published anything yet")?;
        let info = stream.get_info().await?;
        let epoch = current_epoch(&stream, self.scope).await?;
        let epoch = epoch.context("no source has published anything yet")?;
        self.check_market(&epoch)?;
        let scope = self.scope;
        let cursor = self.store.run(move |store| store.cursor(scope)).await?;
        let is_first = cursor.is_none();
        let name = stream_identity(&info);
        if cursor
            .as_ref()
            .is_some_and(|cursor| cursor.wrote_in(&name, epoch.number))
        {
            self.wait_for_other_source(&stream, &epoch).await?;
            bail!("another process is the source now");
        }
        let last = info.state.last_sequence;
        let resumed = cursor
            .filter(|cursor| cursor.stream == name && !cursor.wrote && cursor.sequence <= last);
        let cursor = Cursor {
            stream: name,
            sequence: resumed.as_ref().map_or(0, |cursor| cursor.sequence),
            epoch: resumed.as_ref().map_or(0, |cursor| cursor.epoch),
            wrote: false,
            before: None,
        };
        // The keys of all records read so far, if the whole stream is read again.
        let mut reload_keys = resumed.is_none().then(HashSet::new);
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

    /// Waits for another source. This process was the last one that wrote to the stream, so its database contains all records of the
    /// stream, and possibly newer ones: there is nothing to read.
    async fn wait_for_other_source(
        &self,
        stream: &Stream,
        own_epoch: &Epoch,
    ) -> anyhow::Result<()> {
        self.set_damage_reporting(true);
        self.progress.send_modify(|progress| {
            progress.is_complete = true;
            progress.epoch = own_epoch.number;
            progress.source.clone_from(&own_epoch.name);
            progress.problem = None;
        });
        loop {
            tokio::time::sleep(RETRY_DELAY).await;
            let epoch = current_epoch(stream, self.scope).await?;
            if epoch.context("the stream no longer exists")?.number != own_epoch.number {
                return Ok(());
            }
        }
    }

    /// Enables damage reports if all records are applied, and suppresses them otherwise.
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

    /// Reads messages of the stream after the cursor, and applies them in batches.
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
        // The newest sequence at the last poll. All messages up to this sequence should have arrived by the next poll.
        let mut newest = 0;
        loop {
            let wait_time = if batch.is_empty() {
                POLL_INTERVAL
            } else {
                IDLE_FLUSH_DELAY
            };
            let Ok(message) = timeout(wait_time, messages.next()).await else {
                if batch.is_empty() {
                    let received = batch.received.max(cursor.sequence);
                    if received < newest {
                        // The NATS server may be down, which the client would notice only after half a minute.
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
            let head = wire::parse_headers(message.headers.as_ref())?;
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
                self.check_market(&epoch)?;
                self.progress
                    .send_modify(|progress| progress.source.clone_from(&epoch.name));
                batch.is_source_done = epoch.is_whole;
                // A new source first compares the stream with its database and publishes the differences. This message then
                // completes an unfinished transaction of the previous source.
                if epoch.is_whole {
                    batch.mark_complete(sequence);
                }
            } else {
                let (table, key) = wire::parse_record_subject(self.scope, &message.subject)?;
                if let Some(reload_keys) = reload_keys {
                    reload_keys.insert((table.clone(), key.clone()));
                }
                let value = (!message.payload.is_empty()).then(|| message.payload.to_vec());
                batch.changes.push(Change { table, key, value });
                if head.is_last {
                    batch.mark_complete(sequence);
                }
            }
            if batch.is_due() {
                self.apply(&mut batch, &mut cursor, reload_keys, None)
                    .await?;
            }
        }
    }

    /// Writes complete transactions to disk and applies them in memory. `idle_target` is set while the stream is idle: all records have
    /// been received if the received sequence reaches it. NATS also reports the number of pending messages, but this number is useless
    /// here, because it includes replaced messages.
    async fn apply(
        &self,
        batch: &mut Batch,
        cursor: &mut Cursor,
        reload_keys: &mut Option<HashSet<(String, Vec<u8>)>>,
        idle_target: Option<u64>,
    ) -> anyhow::Result<()> {
        let received = batch.received;
        let is_all_received =
            batch.is_source_done && idle_target.is_some_and(|target| received >= target);
        let is_partial = batch.complete < batch.changes.len();
        if is_all_received && reload_keys.is_some() {
            // Records of an incomplete transaction are applied too: neither this process nor the stream has another version.
            batch.complete = batch.changes.len();
        }
        if batch.sequence > cursor.sequence || batch.complete > 0 {
            let complete: Vec<Change> = batch.changes.drain(..batch.complete).collect();
            self.counts.records.add(complete.len() as u64);
            if batch.sequence > cursor.sequence {
                cursor.sequence = batch.sequence;
                cursor.epoch = batch.epoch;
            }
            self.write(
                complete,
                cursor,
                reload_keys.is_none(),
                idle_target.is_some(),
            )
            .await?;
        }
        batch.complete = 0;
        // If the stream was busy, this batch may have contained the last records. `batch.since` stays set, so that the next idle period
        // checks whether all records were received.
        batch.since = idle_target.is_none().then(Instant::now);
        if is_all_received && let Some(stream_keys) = reload_keys.take() {
            self.remove_missing(stream_keys, cursor).await?;
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

    /// Returns an error if the source serves another market.
    fn check_market(&self, epoch: &Epoch) -> anyhow::Result<()> {
        if epoch.market != self.market || epoch.seed != self.seed {
            bail!(
                "the source serves the {} market{}, but this process serves another one",
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
        if stream_identity(&info) != cursor.stream {
            bail!("the stream was recreated");
        }
        self.progress
            .send_modify(|progress| progress.newest = info.state.last_sequence);
        Ok(info.state.last_sequence)
    }

    /// Writes records to disk and then applies them in memory. During a full reload, the position is not saved, so that a restart starts
    /// the reload again.
    async fn write(
        &self,
        changes: Vec<Change>,
        cursor: &Cursor,
        saves_position: bool,
        is_idle: bool,
    ) -> anyhow::Result<()> {
        let (scope, reader) = (self.scope, self.clone());
        let cursor = saves_position.then(|| cursor.clone());
        let written = self.store.run(move |store| {
            store.apply_changes(scope, &changes, cursor.as_ref())?;
            reader.apply_to_memory(changes, is_idle);
            Ok(())
        });
        Ok(written.await?)
    }

    /// Applies records that are on disk to memory. Failed records are retried with the next ones. A failure counts as damage only if the
    /// stream is idle, because a record may refer to a record that arrives later.
    fn apply_to_memory(&self, changes: Vec<Change>, is_idle: bool) {
        let _guard = (!is_idle).then(|| self.store.suppress_damage_reports());
        let mut unapplied = self
            .unapplied
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let previous = std::mem::take(&mut *unapplied);
        let changes = if previous.is_empty() {
            changes
        } else {
            merge_changes(previous, changes)
        };
        if let Err(error) = (self.on_applied)(&changes) {
            tracing::warn!(%error, "cluster: replicated batch not applied to the market yet");
            *unapplied = changes;
        }
    }

    /// Removes the records that are not in the stream, after a full reload.
    async fn remove_missing(
        &self,
        stream_keys: HashSet<(String, Vec<u8>)>,
        cursor: &Cursor,
    ) -> anyhow::Result<()> {
        let (scope, reader, cursor) = (self.scope, self.clone(), cursor.clone());
        let written = self.store.run(move |store| {
            reader.apply_to_memory(store.remove_missing(scope, &stream_keys, &cursor)?, true);
            Ok(())
        });
        Ok(written.await?)
    }
}
