//! Takes the records that the source publishes into the file and the memory of this process.

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
use crate::store::{Change, Cursor, Doubt, Scope, Store};

/// Pause before a failed attempt is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// When nothing came for so long, what is there is brought on.
const IDLE_FLUSH_DELAY: Duration = Duration::from_millis(5);
/// How often the stream is asked how far it is, while nothing comes.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// How far a reader is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// The newest message that is taken.
    pub(super) sequence: u64,
    /// The newest message that was heard, of a transaction that is whole or not, once all before it were.
    pub(super) heard: u64,
    /// The newest message there was when that was last heard.
    pub(super) newest: u64,
    /// The newest epoch that was met.
    pub(super) epoch: u64,
    /// The process whose epoch that is.
    pub(super) source: String,
    /// Everything was taken that there was when it began.
    pub(super) is_complete: bool,
    /// Why nothing is taken; `None` while it is.
    pub(super) problem: Option<String>,
}

/// Hears of records that are on disk.
pub(super) type OnApplied = Arc<dyn Fn(&[Change]) -> crate::store::Result<()> + Send + Sync>;

/// Reads one scope.
#[derive(Clone)]
pub(super) struct Reader {
    pub(super) jetstream: jetstream::Context,
    pub(super) store: Store,
    pub(super) scope: Scope,
    /// What this process is a copy of: another market is refused.
    pub(super) market: String,
    pub(super) seed: Option<u64>,
    pub(super) taken: OnApplied,
    pub(super) progress: Arc<watch::Sender<Progress>>,
    pub(super) counts: Arc<Counts>,
    /// What is on disk and could not be brought to memory: the newest of each record.
    pub(super) unapplied: Arc<Mutex<Vec<Change>>>,
    /// Kept until everything is taken. Before that what is here may not fit together: a record stands in the stream where
    /// its newest version does, behind what was written with an older one.
    pub(super) doubt: Arc<Mutex<Option<Doubt>>>,
}

impl Reader {
    /// Reads without end.
    pub(super) async fn run(self) {
        loop {
            let Err(error) = self.follow().await;
            let problem = format!("{error:#}");
            if self.progress.borrow().problem.as_ref() != Some(&problem) {
                tracing::warn!("'{}' is not read: {problem}", self.scope.name());
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
            self.await_other(&stream, &epoch).await?;
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
        let mut kept = here.is_none().then(HashSet::new);
        if kept.is_some() && !is_first {
            self.counts.record_rereads.add(1);
        }
        let is_complete = kept.is_none() && cursor.sequence == last && epoch.is_whole;
        self.set_damage_reporting(is_complete);
        self.progress.send_modify(|progress| {
            progress.sequence = cursor.sequence;
            progress.heard = cursor.sequence;
            progress.newest = last;
            progress.is_complete = is_complete;
            progress.epoch = epoch.number;
            progress.source.clone_from(&epoch.name);
            progress.problem = None;
        });
        self.read(&stream, cursor, &epoch, last, &mut kept).await
    }

    /// This file wrote the stream, and nobody has since: there may be records in it which are not in the stream yet, and
    /// nothing in the stream which is not in it.
    async fn await_other(&self, stream: &Stream, own: &Epoch) -> anyhow::Result<()> {
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

    /// Has damage be noted once everything is taken.
    fn set_damage_reporting(&self, is_complete: bool) {
        let mut doubt = self.doubt.lock().unwrap_or_else(PoisonError::into_inner);
        if is_complete {
            *doubt = None;
        } else if doubt.is_none() {
            *doubt = Some(self.store.doubt());
        }
    }

    async fn read(
        &self,
        stream: &Stream,
        mut cursor: Cursor,
        epoch: &Epoch,
        last: u64,
        kept: &mut Option<HashSet<(String, Vec<u8>)>>,
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
        // What the stream had when it was asked last: a while later all of it has come.
        let mut newest = 0;
        loop {
            let patience = if batch.is_empty() {
                POLL_INTERVAL
            } else {
                IDLE_FLUSH_DELAY
            };
            let Ok(message) = timeout(patience, messages.next()).await else {
                if batch.is_empty() {
                    let heard = batch.heard.max(cursor.sequence);
                    if heard < newest {
                        // The server that sent them is gone, say; the client would notice it in half a minute.
                        bail!("messages of the stream do not come");
                    }
                    newest = self.look(stream, &cursor).await?;
                } else {
                    self.apply(&mut batch, &mut cursor, kept, Some(last))
                        .await?;
                }
                continue;
            };
            let message = message.context("the stream ended")??;
            let info = message.info().map_err(|error| anyhow::anyhow!(error))?;
            let sequence = info.stream_sequence;
            let head = wire::head(message.headers.as_ref())?;
            if head.epoch < batch.newest_epoch {
                bail!(
                    "a message of the source {} came behind one of {}",
                    head.epoch,
                    batch.newest_epoch
                );
            }
            batch.newest_epoch = head.epoch;
            batch.heard = sequence;
            batch.since.get_or_insert_with(Instant::now);
            if message.subject.as_str() == wire::epoch_subject(self.scope) {
                let epoch: Epoch = serde_json::from_slice(&message.payload)?;
                self.check(&epoch)?;
                self.progress
                    .send_modify(|progress| progress.source.clone_from(&epoch.name));
                batch.is_source_done = epoch.is_whole;
                // What a source did not bring to its end waits for this: the one that begins compares what is in the
                // stream with what it has, and publishes only what differs.
                if epoch.is_whole {
                    batch.end(sequence);
                }
            } else {
                let (table, key) = wire::record_of(self.scope, &message.subject)?;
                if let Some(kept) = kept {
                    kept.insert((table.clone(), key.clone()));
                }
                let value = (!message.payload.is_empty()).then(|| message.payload.to_vec());
                batch.changes.push(Change { table, key, value });
                if head.is_last {
                    batch.end(sequence);
                }
            }
            if batch.is_due() {
                self.apply(&mut batch, &mut cursor, kept, None).await?;
            }
        }
    }

    /// Brings what is whole to disk and memory. How much is to come is not asked of NATS: it counts messages that newer
    /// ones have replaced. In a lull all of the stream was met: `met` is then the message that has to be among it.
    async fn apply(
        &self,
        batch: &mut Batch,
        cursor: &mut Cursor,
        kept: &mut Option<HashSet<(String, Vec<u8>)>>,
        met: Option<u64>,
    ) -> anyhow::Result<()> {
        let heard = batch.heard;
        let is_all_met = batch.is_source_done && met.is_some_and(|last| heard >= last);
        let is_in_part = batch.whole < batch.changes.len();
        if is_all_met && kept.is_some() {
            // Of a record in a transaction that is not whole there is no other version here, nor in the stream.
            batch.whole = batch.changes.len();
        }
        if batch.sequence > cursor.sequence || batch.whole > 0 {
            let whole: Vec<Change> = batch.changes.drain(..batch.whole).collect();
            self.counts.records.add(whole.len() as u64);
            if batch.sequence > cursor.sequence {
                cursor.sequence = batch.sequence;
                cursor.epoch = batch.epoch;
            }
            self.take(whole, cursor, kept.is_none(), met.is_some())
                .await?;
        }
        batch.whole = 0;
        // What is brought on in the middle of more may be the last there is: the lull after it tells.
        batch.since = met.is_none().then(Instant::now);
        if is_all_met && let Some(all) = kept.take() {
            self.forget_others(all, cursor).await?;
        }
        if kept.is_none() && is_all_met && !is_in_part {
            self.set_damage_reporting(true);
        }
        self.progress.send_modify(|progress| {
            progress.sequence = cursor.sequence;
            if kept.is_none() {
                progress.heard = heard;
            }
            progress.newest = progress.newest.max(heard);
            progress.epoch = batch.newest_epoch;
            progress.is_complete |= kept.is_none() && is_all_met;
        });
        Ok(())
    }

    fn check(&self, epoch: &Epoch) -> anyhow::Result<()> {
        if epoch.market != self.market || epoch.seed != self.seed {
            bail!(
                "the source serves the {} market{}, and this process another one",
                epoch.market,
                epoch
                    .seed
                    .map_or_else(String::new, |seed| format!(" of seed {seed}"))
            );
        }
        Ok(())
    }

    /// Whether the stream is still the one that is read; its newest message.
    async fn look(&self, stream: &Stream, cursor: &Cursor) -> anyhow::Result<u64> {
        let info = stream.get_info().await?;
        if identity(&info) != cursor.stream {
            bail!("the stream was made anew");
        }
        self.progress
            .send_modify(|progress| progress.newest = info.state.last_sequence);
        Ok(info.state.last_sequence)
    }

    /// Brings records to disk, and then to memory. While everything is read again, how far that is is not kept: a kill in
    /// the middle begins it anew.
    async fn take(
        &self,
        changes: Vec<Change>,
        cursor: &Cursor,
        is_kept: bool,
        is_lull: bool,
    ) -> anyhow::Result<()> {
        let (scope, own) = (self.scope, self.clone());
        let cursor = is_kept.then(|| cursor.clone());
        let done = self.store.run(move |store| {
            store.take(scope, &changes, cursor.as_ref())?;
            own.remember(changes, is_lull);
            Ok(())
        });
        Ok(done.await?)
    }

    /// Brings to memory what is on disk. What cannot be read there is tried again with what comes next, and is damage only
    /// where nothing more is on its way: what points at another record may come before it.
    fn remember(&self, changes: Vec<Change>, is_lull: bool) {
        let _doubt = (!is_lull).then(|| self.store.doubt());
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
        if let Err(error) = (self.taken)(&all) {
            tracing::warn!(%error, "what was passed on is not shown yet");
            *unapplied = all;
        }
    }

    /// Everything was read again: what was not met is gone.
    async fn forget_others(
        &self,
        kept: HashSet<(String, Vec<u8>)>,
        cursor: &Cursor,
    ) -> anyhow::Result<()> {
        let (scope, own, cursor) = (self.scope, self.clone(), cursor.clone());
        let done = self.store.run(move |store| {
            own.remember(store.remove_others(scope, &kept, &cursor)?, true);
            Ok(())
        });
        Ok(done.await?)
    }
}
