//! Publishes the commits of the source, one message per record, to a stream that keeps the newest version of each record.
//!
//! Each message names its predecessor by sequence and by message ID. NATS rejects the message if the last message of the stream is
//! another one. Therefore, a source that lost its lease without noticing cannot write after the first message of its successor. The
//! sequence alone would not suffice: one of many messages in flight might by chance follow a message of the successor.

use std::{collections::HashMap, sync::Arc, time::Duration};

use anyhow::{Context as _, bail};
use async_nats::{
    Client, HeaderMap,
    header::{NATS_EXPECTED_LAST_MESSAGE_ID, NATS_EXPECTED_LAST_SEQUENCE, NATS_MESSAGE_ID},
    jetstream::{
        self,
        consumer::{DeliverPolicy, pull},
        context::PublishErrorKind,
        stream::Stream,
    },
};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::{sync::Notify, time::timeout};

use super::{
    connection,
    counts::Counts,
    outbox::{Outbox, PublishProgress},
    wire::{self, Epoch},
};
use crate::store::{Change, Cursor, Scope, Store};

/// Maximum number of messages sent before their acknowledgements are awaited.
const MAX_IN_FLIGHT: usize = 200;
/// Time limit for the next message while the stream is read.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum size in bytes of the differences after a comparison that are published as one transaction.
const MAX_TRANSACTION_BYTES: usize = 16 << 20;
/// Delay before a failed attempt is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Publishes the changes of one scope.
pub(super) struct Publisher {
    pub(super) client: Client,
    pub(super) jetstream: jetstream::Context,
    pub(super) store: Store,
    pub(super) scope: Scope,
    pub(super) epoch: Epoch,
    pub(super) replicas: usize,
    pub(super) outbox: Arc<Outbox>,
    pub(super) counts: Arc<Counts>,
    /// Notified when another source writes to the stream.
    pub(super) fenced: Arc<Notify>,
    /// Sequence of the newest message in the stream.
    pub(super) last_sequence: u64,
    pub(super) ids: MessageIds,
}

/// Generates message IDs that are unique across all sources, so that NATS can check which source wrote the last message.
pub(super) struct MessageIds {
    prefix: String,
    /// Number of IDs generated so far.
    count: u64,
    /// ID of the previous message, if this publisher sent it.
    previous: Option<String>,
}

impl MessageIds {
    /// Creates a generator for a publisher of the source with this epoch.
    pub(super) fn new(epoch: u64) -> Self {
        Self {
            prefix: format!("{epoch}-{:x}", fastrand::u64(..)),
            count: 0,
            previous: None,
        }
    }

    /// Sets the ID of a message, and the ID of the message that must precede it.
    fn set_headers(&mut self, headers: &mut HeaderMap) {
        self.count += 1;
        let id = format!("{}-{}", self.prefix, self.count);
        headers.insert(NATS_MESSAGE_ID, id.as_str());
        if let Some(previous) = self.previous.replace(id) {
            headers.insert(NATS_EXPECTED_LAST_MESSAGE_ID, previous.as_str());
        }
    }
}

/// The error when another source is writing to the stream.
#[derive(Debug, thiserror::Error)]
#[error("another process is writing to the stream")]
struct FencedError;

struct Message {
    subject: String,
    headers: HeaderMap,
    body: Bytes,
}

impl Publisher {
    /// Publishes until another source writes to the stream.
    pub(super) async fn run(mut self) {
        loop {
            let Err(error) = self.publish().await;
            if error.is::<FencedError>() {
                tracing::warn!(
                    scope = self.scope.name(),
                    "cluster: another process is the source; replication stopped"
                );
                self.fenced.notify_one();
                return;
            }
            let problem = format!("{error:#}");
            if self.outbox.progress().problem.as_ref() != Some(&problem) {
                tracing::warn!(
                    scope = self.scope.name(),
                    "cluster: replication failed: {problem}"
                );
            }
            self.outbox.set_problem(problem);
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    /// Publishes the differences between database and stream, and then every commit, until an error occurs.
    async fn publish(&mut self) -> anyhow::Result<std::convert::Infallible> {
        let config = wire::stream_config(self.scope, self.replicas);
        let stream = self.jetstream.get_or_create_stream(config).await;
        let stream = stream.context("cannot create the stream")?;
        self.announce(&stream).await?;
        loop {
            self.compare(&stream).await?;
            self.send(vec![self.epoch_message(true)?]).await?;
            while let Some((commits, newest)) = self.outbox.next().await {
                let mut messages = Vec::new();
                for commit in commits {
                    let changes = self.fitting_changes(commit.changes);
                    let count = changes.len();
                    for (number, change) in (1..).zip(changes) {
                        messages.push(self.record_message(change, number == count));
                    }
                }
                self.send(messages).await?;
                self.set_published(newest);
            }
        }
    }

    /// Records that all transactions up to `commit` are in the stream.
    fn set_published(&self, commit: u64) {
        self.outbox.set_progress(PublishProgress {
            commit,
            sequence: self.last_sequence,
            problem: None,
        });
    }

    /// Publishes that this process is the source of the stream. Returns [`FencedError`] if a later source exists.
    async fn announce(&mut self, stream: &Stream) -> anyhow::Result<()> {
        let info = stream.get_info().await?;
        self.last_sequence = info.state.last_sequence;
        self.ids.previous = None;
        let newest = current_epoch(stream, self.scope).await?;
        let newest = newest.map(|epoch| epoch.number);
        if newest.is_some_and(|newest| newest > self.epoch.number) {
            bail!(FencedError);
        }
        let (scope, stream, epoch) = (self.scope, stream_identity(&info), self.epoch.number);
        let saved = self.store.run(move |store| {
            let previous = store.cursor(scope)?;
            let before = newest
                .filter(|newest| previous.is_some_and(|cursor| cursor.wrote_in(&stream, *newest)));
            let cursor = Cursor {
                stream,
                sequence: 0,
                epoch,
                wrote: true,
                before,
            };
            store.set_cursor(scope, &cursor)
        });
        // The cursor is saved before the message is sent: from the message on, only this database can contain changes that are not
        // in the stream.
        saved.await?;
        self.send(vec![self.epoch_message(false)?]).await
    }

    /// Returns the message with the epoch of this source; `is_whole` is true if all records of this source are in the stream.
    fn epoch_message(&self, is_whole: bool) -> anyhow::Result<Message> {
        let epoch = Epoch {
            is_whole,
            ..self.epoch.clone()
        };
        Ok(Message {
            subject: wire::epoch_subject(self.scope),
            headers: wire::headers(self.epoch.number),
            body: serde_json::to_vec(&epoch)?.into(),
        })
    }

    /// Publishes every record that differs between the database and the stream.
    async fn compare(&mut self, stream: &Stream) -> anyhow::Result<()> {
        let mut stream_hashes = self.hashes(stream).await?;
        let commit = self.outbox.clear();
        let scope = self.scope;
        let read = self.store.run(move |store| {
            let mut differing: Vec<Change> = Vec::new();
            // A restarted read can return the same record twice.
            let mut seen = HashMap::new();
            store.each_record(scope, |change| {
                let subject = wire::record_subject(scope, &change);
                let value = change.value.as_deref().unwrap_or_default();
                let is_known = match seen.get(&subject) {
                    Some(seen) => *seen,
                    None => stream_hashes.remove(&subject) == Some(wire::content_hash(value)),
                };
                seen.insert(subject, is_known);
                if !is_known {
                    differing.push(change);
                }
            })?;
            Ok((differing, stream_hashes))
        });
        let (mut changes, only_in_stream) = read.await?;
        let removed_hash = wire::content_hash(&[]);
        for (subject, hash) in only_in_stream {
            if hash == removed_hash || subject == wire::epoch_subject(scope) {
                continue;
            }
            let (table, key) = wire::parse_record_subject(scope, &subject)?;
            let value = None;
            changes.push(Change { table, key, value });
        }
        let changes = self.fitting_changes(changes);
        let count = changes.len();
        // The differences are one transaction, because the database is consistent. If they are too large, each record is a
        // transaction, and only edges that read the stream from the start get a consistent state.
        let bytes = changes.iter().map(Change::bytes).sum::<usize>();
        let last = (bytes <= MAX_TRANSACTION_BYTES).then_some(count.saturating_sub(1));
        let changes = changes.into_iter().enumerate();
        let messages = changes
            .map(|(index, change)| {
                self.record_message(change, last.is_none_or(|last| index == last))
            })
            .collect();
        self.send(messages).await?;
        tracing::info!(
            scope = scope.name(),
            published_records = count,
            "cluster: compared the database with the stream and published the differences"
        );
        self.set_published(commit);
        Ok(())
    }

    /// Returns the hash of each record in the stream, by subject.
    async fn hashes(&self, stream: &Stream) -> anyhow::Result<HashMap<String, String>> {
        let mut hashes = HashMap::new();
        let config = pull::OrderedConfig {
            deliver_policy: DeliverPolicy::LastPerSubject,
            // NATS requires a filter with this policy; the epoch's subject matches it.
            filter_subject: wire::subjects(self.scope),
            headers_only: true,
            ..pull::OrderedConfig::default()
        };
        let consumer = stream.create_consumer(config).await?;
        let mut messages = consumer.messages().await?;
        // No other process writes, so this process wrote the last message, which is the newest of its subject.
        loop {
            let message = timeout(READ_TIMEOUT, messages.next()).await;
            let message = message.context("reading the stream timed out")?;
            let message = message.context("the stream was closed")??;
            let info = message.info().map_err(|error| anyhow::anyhow!(error))?;
            let sequence = info.stream_sequence;
            // A record in another version's format is always published again.
            let head = wire::parse_headers(message.headers.as_ref()).ok();
            let hash = head.and_then(|head| head.hash).unwrap_or_default();
            hashes.insert(message.subject.to_string(), hash);
            if sequence >= self.last_sequence {
                break;
            }
        }
        Ok(hashes)
    }

    /// Returns the changes that fit into a NATS message. Larger changes are reported and not replicated, so that they do not block the
    /// other changes.
    fn fitting_changes(&self, changes: Vec<Change>) -> Vec<Change> {
        let max_bytes = connection::max_body(&self.client);
        changes
            .into_iter()
            .filter(|change| self.outbox.check_size(change, max_bytes))
            .collect()
    }

    /// Returns the message of a record; `is_last` marks the last record of a transaction.
    fn record_message(&self, change: Change, is_last: bool) -> Message {
        let subject = wire::record_subject(self.scope, &change);
        let value = change.value.unwrap_or_default();
        let mut headers = wire::headers(self.epoch.number);
        wire::set_record_headers(&mut headers, &value, is_last);
        Message {
            subject,
            headers,
            body: value.into(),
        }
    }

    /// Sends messages in order, each conditional on its predecessor, and waits until the stream has stored them.
    async fn send(&mut self, messages: Vec<Message>) -> anyhow::Result<()> {
        let mut messages = messages.into_iter().peekable();
        while messages.peek().is_some() {
            let mut receipts = Vec::with_capacity(MAX_IN_FLIGHT);
            for (expected_last, mut message) in
                (self.last_sequence..).zip(messages.by_ref().take(MAX_IN_FLIGHT))
            {
                message
                    .headers
                    .insert(NATS_EXPECTED_LAST_SEQUENCE, expected_last.to_string());
                self.ids.set_headers(&mut message.headers);
                let receipt = self.jetstream.publish_with_headers(
                    message.subject,
                    message.headers,
                    message.body,
                );
                receipts.push(receipt.await?);
            }
            for receipt in receipts {
                match receipt.await {
                    Ok(receipt) => {
                        self.last_sequence = receipt.sequence;
                        self.counts.records.add(1);
                    }
                    Err(error) if is_wrong_position(&error) => {
                        // Either another source wrote, or an acknowledgement of a stored message was lost.
                        return Err(self.fenced_or(error).await);
                    }
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(())
    }

    /// Returns [`FencedError`] if a newer source exists, and otherwise `error`.
    async fn fenced_or(&self, error: jetstream::context::PublishError) -> anyhow::Error {
        let epoch = async {
            let stream = self
                .jetstream
                .get_stream(wire::stream_name(self.scope))
                .await?;
            current_epoch(&stream, self.scope).await
        };
        match epoch.await {
            Ok(Some(epoch)) if epoch.number > self.epoch.number => FencedError.into(),
            _ => error.into(),
        }
    }
}

/// Returns true if a message was rejected because its predecessor is not the last message.
fn is_wrong_position(error: &jetstream::context::PublishError) -> bool {
    matches!(
        error.kind(),
        PublishErrorKind::WrongLastSequence | PublishErrorKind::WrongLastMessageId
    )
}

/// Returns the epoch of the source that last wrote to a stream; `None` if no source has written yet.
pub(super) async fn current_epoch(stream: &Stream, scope: Scope) -> anyhow::Result<Option<Epoch>> {
    use jetstream::stream::DirectGetErrorKind::NotFound;
    match stream
        .direct_get_last_for_subject(wire::epoch_subject(scope))
        .await
    {
        Ok(message) => Ok(Some(serde_json::from_slice(&message.payload)?)),
        Err(error) if error.kind() == NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns an identifier of a stream that changes when the stream is recreated with the same name.
pub(super) fn stream_identity(info: &jetstream::stream::Info) -> String {
    info.created.unix_timestamp_nanos().to_string()
}
