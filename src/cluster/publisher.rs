//! Publishes what the source commits, one message per record, to a stream that keeps the newest version of each record.
//!
//! Each message names its predecessor, by sequence and by message ID, and the server rejects it if another message is the last
//! one. So a source that lost its lease without noticing can write nothing once its successor has written its first message.
//! The sequence alone would not suffice: of many messages in flight, one might fit behind the successor's.

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
/// Maximum size of changes that an edge applies in one transaction, in bytes, even if they came from several at the source.
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
    pub(super) last: u64,
    pub(super) ids: MessageIds,
}

/// Generates message IDs that are unique across all sources, so that NATS can tell whose message is the last one in a stream.
pub(super) struct MessageIds {
    prefix: String,
    given: u64,
    /// ID of the previous message, if this publisher sent it.
    before: Option<String>,
}

impl MessageIds {
    /// Creates the IDs of one publisher of the source with this epoch.
    pub(super) fn new(epoch: u64) -> Self {
        Self {
            prefix: format!("{epoch}-{:x}", fastrand::u64(..)),
            given: 0,
            before: None,
        }
    }

    /// Gives a message its ID and the ID of the message that must precede it.
    fn set_expected_last(&mut self, headers: &mut HeaderMap) {
        self.given += 1;
        let name = format!("{}-{}", self.prefix, self.given);
        headers.insert(NATS_MESSAGE_ID, name.as_str());
        if let Some(before) = self.before.replace(name) {
            headers.insert(NATS_EXPECTED_LAST_MESSAGE_ID, before.as_str());
        }
    }
}

/// The error when another source writes to the stream.
#[derive(Debug, thiserror::Error)]
#[error("another source writes")]
struct Fenced;

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
            if error.is::<Fenced>() {
                tracing::warn!(
                    scope = self.scope.name(),
                    "cluster: another source writes, stopped replicating"
                );
                self.fenced.notify_one();
                return;
            }
            let problem = format!("{error:#}");
            if self.outbox.published().problem.as_ref() != Some(&problem) {
                tracing::warn!(
                    scope = self.scope.name(),
                    "cluster: replication failed: {problem}"
                );
            }
            self.outbox.set_problem(problem);
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    async fn publish(&mut self) -> anyhow::Result<std::convert::Infallible> {
        let config = wire::stream_config(self.scope, self.replicas);
        let stream = self.jetstream.get_or_create_stream(config).await;
        let stream = stream.context("cannot create the stream")?;
        self.announce(&stream).await?;
        loop {
            self.compare(&stream).await?;
            self.send(vec![self.epoch(true)?]).await?;
            while let Some((commits, newest)) = self.outbox.next().await {
                let own = &*self;
                let messages = commits.into_iter().flat_map(|commit| {
                    let changes = own.fitting_changes(commit.changes);
                    let count = changes.len();
                    let changes = (1..).zip(changes);
                    changes.map(move |(number, change)| own.record(change, number == count))
                });
                let messages: Vec<_> = messages.collect();
                self.send(messages).await?;
                self.note(newest);
            }
        }
    }

    fn note(&self, commit: u64) {
        self.outbox.set_progress(PublishProgress {
            commit,
            sequence: self.last,
            problem: None,
        });
    }

    /// Declares this process the source of the stream, unless a later source exists.
    async fn announce(&mut self, stream: &Stream) -> anyhow::Result<()> {
        let info = stream.get_info().await?;
        self.last = info.state.last_sequence;
        self.ids.before = None;
        let newest = epoch_of(stream, self.scope).await?;
        let newest = newest.map(|epoch| epoch.number);
        if newest.is_some_and(|newest| newest > self.epoch.number) {
            bail!(Fenced);
        }
        let (scope, stream, epoch) = (self.scope, identity(&info), self.epoch.number);
        let noted = self.store.run(move |store| {
            let own = store.cursor(scope)?;
            let before =
                newest.filter(|newest| own.is_some_and(|own| own.wrote_in(&stream, *newest)));
            let cursor = Cursor {
                stream,
                sequence: 0,
                epoch,
                wrote: true,
                before,
            };
            store.set_cursor(scope, &cursor)
        });
        // Saved first: once the stream has the message, the file must know that only it can contain changes behind it.
        noted.await?;
        self.send(vec![self.epoch(false)?]).await
    }

    /// Returns the message that names the source, and whether everything it has is in the stream.
    fn epoch(&self, is_whole: bool) -> anyhow::Result<Message> {
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
        let mut there = self.hashes(stream).await?;
        let commit = self.outbox.start_over();
        let scope = self.scope;
        let read = self.store.run(move |store| {
            let mut differing: Vec<Change> = Vec::new();
            // A restarted read can return the same record twice.
            let mut seen = HashMap::new();
            store.each_record(scope, |change| {
                let subject = wire::subject(scope, &change);
                let value = change.value.as_deref().unwrap_or_default();
                let is_known = match seen.get(&subject) {
                    Some(seen) => *seen,
                    None => there.remove(&subject) == Some(wire::hash(value)),
                };
                seen.insert(subject, is_known);
                if !is_known {
                    differing.push(change);
                }
            })?;
            Ok((differing, there))
        });
        let (mut changes, gone) = read.await?;
        let removal = wire::hash(&[]);
        for (subject, hash) in gone {
            if hash == removal || subject == wire::epoch_subject(scope) {
                continue;
            }
            let (table, key) = wire::record_of(scope, &subject)?;
            let value = None;
            changes.push(Change { table, key, value });
        }
        let changes = self.fitting_changes(changes);
        let count = changes.len();
        // Published as one transaction, because the file is consistent. If it is too large for one, only edges that read
        // everything from the start get a consistent state.
        let bytes = changes.iter().map(Change::bytes).sum::<usize>();
        let last = (bytes <= MAX_TRANSACTION_BYTES).then_some(count.saturating_sub(1));
        let changes = changes.into_iter().enumerate();
        let messages = changes
            .map(|(at, change)| self.record(change, last.is_none_or(|last| at == last)))
            .collect();
        self.send(messages).await?;
        tracing::info!(
            scope = scope.name(),
            resent = count,
            "cluster: stream is up to date"
        );
        self.note(commit);
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
        // No other process writes, so the last message is ours and the newest of its subject.
        loop {
            let message = timeout(READ_TIMEOUT, messages.next()).await;
            let message = message.context("reading the stream timed out")?;
            let message = message.context("the stream was closed")??;
            let info = message.info().map_err(|error| anyhow::anyhow!(error))?;
            let sequence = info.stream_sequence;
            // A record in another version's format is always published again.
            let head = wire::head(message.headers.as_ref()).ok();
            let hash = head.and_then(|head| head.hash).unwrap_or_default();
            hashes.insert(message.subject.to_string(), hash);
            if sequence >= self.last {
                break;
            }
        }
        Ok(hashes)
    }

    /// Returns the changes that fit into a NATS message. Larger ones are reported and stay on this process, so that they do not
    /// block the others.
    fn fitting_changes(&self, changes: Vec<Change>) -> Vec<Change> {
        let max = connection::max_body(&self.client);
        changes
            .into_iter()
            .filter(|change| self.outbox.check_size(change, max))
            .collect()
    }

    fn record(&self, change: Change, is_last: bool) -> Message {
        let subject = wire::subject(self.scope, &change);
        let value = change.value.unwrap_or_default();
        let mut headers = wire::headers(self.epoch.number);
        wire::describe_record(&mut headers, &value, is_last);
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
            for (before, mut message) in (self.last..).zip(messages.by_ref().take(MAX_IN_FLIGHT)) {
                message
                    .headers
                    .insert(NATS_EXPECTED_LAST_SEQUENCE, before.to_string());
                self.ids.set_expected_last(&mut message.headers);
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
                        self.last = receipt.sequence;
                        self.counts.records.add(1);
                    }
                    Err(error) if is_wrong_position(&error) => {
                        // Either another source wrote, or our message was stored but its acknowledgement was lost.
                        return Err(self.explain(error).await);
                    }
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(())
    }

    async fn explain(&self, error: jetstream::context::PublishError) -> anyhow::Error {
        let known = async {
            let stream = self
                .jetstream
                .get_stream(wire::stream_name(self.scope))
                .await?;
            epoch_of(&stream, self.scope).await
        };
        match known.await {
            Ok(Some(epoch)) if epoch.number > self.epoch.number => Fenced.into(),
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

/// Returns which source wrote to a stream last.
pub(super) async fn epoch_of(stream: &Stream, scope: Scope) -> anyhow::Result<Option<Epoch>> {
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

/// Returns an identifier that distinguishes a stream from another one of the same name.
pub(super) fn identity(info: &jetstream::stream::Info) -> String {
    info.created.unix_timestamp_nanos().to_string()
}
