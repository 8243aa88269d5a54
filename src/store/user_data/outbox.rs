//! The outbox contains the alert reports that wait for delivery. An entry is stored until its
//! delivery has succeeded or was given up, or its report was removed, so that no delivery is lost
//! in a restart.

use std::{cmp::Reverse, collections::BTreeMap};

use redb::WriteTransaction;

use crate::{
    domain::{Timestamp, person::PersonId},
    store::{
        PersonStore, Result, Store, counters,
        record::{AttemptOutcome, DeliveryAttempt, OutboxEntry, Undelivered},
        schema::{COUNTERS, DELIVERIES, OUTBOX, REPORTS},
    },
};

/// Prefix of the names of counters with the time (Unix milliseconds) until which the rate limit of
/// a channel is used up.
const LIMIT_COUNTER: &str = "booked ";
/// Maximum number of logged attempts per report and channel. The newest attempts are kept.
const MAX_ATTEMPTS_LOGGED: u32 = 50;

/// Enqueues the report with this number for each of its channels. The deliveries are due at `now`.
pub(super) fn enqueue(
    txn: &WriteTransaction,
    person: PersonId,
    number: u64,
    channels: &[String],
    now: Timestamp,
) -> Result<()> {
    let mut outbox = OUTBOX.write(txn, person)?;
    channels.iter().try_for_each(|channel| {
        let entry = OutboxEntry::new(number, channel, now);
        outbox.put(&entry.key(), &entry)
    })
}

/// The reason why deliveries of a channel are canceled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CancelReason {
    /// The channel was removed.
    Removed,
    /// The channel was disabled.
    Disabled,
}

impl CancelReason {
    /// Returns the text for the delivery log.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Removed => "the channel was removed",
            Self::Disabled => "the channel was switched off",
        }
    }
}

/// Returns the outbox entries of a channel.
fn queued_for(txn: &WriteTransaction, person: PersonId, channel: &str) -> Result<Vec<OutboxEntry>> {
    let mut waiting = vec![];
    OUTBOX.write(txn, person)?.for_each(|(_, name), entry| {
        if name == channel {
            waiting.push(entry);
        }
        Ok(())
    })?;
    Ok(waiting)
}

/// Makes all entries of a channel due at `now`.
pub(super) fn retry_now(
    txn: &WriteTransaction,
    person: PersonId,
    channel: &str,
    now: Timestamp,
) -> Result<()> {
    let waiting = queued_for(txn, person, channel)?;
    let mut outbox = OUTBOX.write(txn, person)?;
    waiting.into_iter().try_for_each(|mut entry| {
        entry.next_attempt_at = now;
        outbox.put(&entry.key(), &entry)
    })
}

/// Cancels all entries of a channel. Returns an entry of the delivery log for each.
pub(crate) fn cancel(
    txn: &WriteTransaction,
    person: PersonId,
    channel: &str,
    reason: CancelReason,
    now: Timestamp,
) -> Result<Vec<DeliveryAttempt>> {
    let waiting = queued_for(txn, person, channel)?;
    let mut outbox = OUTBOX.write(txn, person)?;
    let reports = REPORTS.write(txn, person)?;
    let mut deliveries = DELIVERIES.write(txn, person)?;
    let mut log = vec![];
    for entry in waiting {
        outbox.remove(&entry.key())?;
        let Some(fired) = reports.get(&entry.report)? else {
            continue;
        };
        let attempt = DeliveryAttempt {
            report: entry.report,
            alert_id: fired.alert_id,
            attempt: entry.attempt.saturating_add(1),
            channel: entry.channel,
            at: now,
            outcome: AttemptOutcome::Cancelled,
            answer: reason.as_str().to_owned(),
            took_ms: 0,
            together: 1,
        };
        deliveries.put(&attempt.key(), &attempt)?;
        log.push(attempt);
    }
    Ok(log)
}

/// Returns the name of the rate limit counter of a channel.
fn limit_counter(person: PersonId, channel: &str) -> String {
    counters::name_of(person, &format!("{LIMIT_COUNTER}{channel}"))
}

/// Removes the rate limit counter of a channel.
pub(super) fn remove_limit_counter(
    txn: &WriteTransaction,
    person: PersonId,
    channel: &str,
) -> Result<()> {
    COUNTERS
        .write(txn)?
        .remove(&limit_counter(person, channel))?;
    Ok(())
}

impl Store {
    /// Returns the number of delivery attempts of a person since the start, by channel and outcome.
    pub(crate) fn attempts(&self, person: PersonId) -> BTreeMap<(String, AttemptOutcome), u64> {
        self.attempts.read(person)
    }
}

impl PersonStore<'_> {
    /// Cancels all deliveries through removed or disabled channels.
    pub(crate) fn cancel_deliveries(
        &self,
        channels: &[(String, CancelReason)],
        now: Timestamp,
    ) -> Result<()> {
        let log = self.store.handle.write(|txn| {
            let logs = channels
                .iter()
                .map(|(channel, reason)| cancel(txn, self.person, channel, *reason, now));
            Ok(logs.collect::<Result<Vec<_>>>()?.concat())
        })?;
        self.store.attempts.count(self.person, &log);
        Ok(())
    }

    /// Returns the reports that wait for delivery through `channel`, oldest first. Leaves out
    /// damaged ones.
    pub fn undelivered(&self, channel: &str) -> Result<Vec<Undelivered>> {
        let (waiting, lost) = self.store.handle.read(|txn| {
            let reports = REPORTS.read(txn, self.person)?;
            let (entries, mut lost) = OUTBOX.read(txn, self.person)?.readable()?;
            let queued = entries.into_iter().filter(|((_, name), _)| name == channel);
            let mut waiting = vec![];
            for ((number, _), entry) in queued {
                match reports.get(&number) {
                    Ok(fired) => waiting.extend(fired.map(|fired| Undelivered { entry, fired })),
                    Err(error) if error.is_damage() => lost += 1,
                    Err(error) => return Err(error),
                }
            }
            Ok((waiting, lost))
        })?;
        if lost > 0 {
            self.store
                .handle
                .note_damage("pending alert deliveries".to_owned());
        }
        Ok(waiting)
    }

    /// Returns the number of waiting reports by channel.
    pub fn waiting(&self) -> Result<BTreeMap<String, usize>> {
        self.store.handle.read(|txn| {
            let mut waiting = BTreeMap::new();
            OUTBOX
                .read(txn, self.person)?
                .for_each_key(|(_, channel)| {
                    *waiting.entry(channel).or_default() += 1;
                    Ok(())
                })?;
            Ok(waiting)
        })
    }

    /// Returns the time until which the rate limit of `channel` is used up, or `None` before the
    /// first message.
    pub fn limit_used_until(&self, channel: &str) -> Result<Option<Timestamp>> {
        self.store.handle.read(|txn| {
            let until = counters::get(&COUNTERS.read(txn)?, &limit_counter(self.person, channel))?;
            let until = i64::try_from(until).ok().filter(|until| *until > 0);
            Ok(until.and_then(|until| Timestamp::from_millisecond(until).ok()))
        })
    }

    /// Removes `finished` entries and stores `updated` entries, except those that were removed
    /// meanwhile together with their report. Also stores the time until which a channel's rate
    /// limit is used up (`limit`) and the attempts in `log`.
    pub fn update_outbox(
        &self,
        finished: &[OutboxEntry],
        updated: &[OutboxEntry],
        limit: Option<(&str, Timestamp)>,
        log: &[DeliveryAttempt],
    ) -> Result<()> {
        self.store.handle.write(|txn| {
            let mut outbox = OUTBOX.write(txn, self.person)?;
            let reports = REPORTS.write(txn, self.person)?;
            let mut deliveries = DELIVERIES.write(txn, self.person)?;
            for entry in finished {
                outbox.remove(&entry.key())?;
            }
            for entry in updated {
                let key = entry.key();
                if outbox.contains(&key)? {
                    outbox.put(&key, entry)?;
                }
            }
            if let Some((channel, until)) = limit {
                let until = u64::try_from(until.as_millisecond()).unwrap_or(0);
                COUNTERS
                    .write(txn)?
                    .put(&limit_counter(self.person, channel), &until)?;
            }
            for attempt in log {
                if reports.contains(&attempt.report)? {
                    deliveries.put(&attempt.key(), attempt)?;
                    if let Some(old) = attempt.key_before(MAX_ATTEMPTS_LOGGED) {
                        deliveries.remove(&old)?;
                    }
                }
            }
            Ok(())
        })?;
        self.store.attempts.count(self.person, log);
        Ok(())
    }

    /// Returns at most `max` delivery attempts of an alert, or of all alerts, newest first.
    pub fn delivery_attempts(
        &self,
        alert: Option<u32>,
        max: usize,
    ) -> Result<Vec<DeliveryAttempt>> {
        self.store.handle.read(|txn| {
            let mut attempts = vec![];
            DELIVERIES.read(txn, self.person)?.for_each(|_, attempt| {
                if alert.is_none_or(|id| id == attempt.alert_id) {
                    attempts.push(attempt);
                    // Limits the memory to twice the size of the result, however long the log is.
                    if attempts.len() > max.saturating_mul(2) {
                        keep_newest(&mut attempts, max);
                    }
                }
                Ok(())
            })?;
            keep_newest(&mut attempts, max);
            Ok(attempts)
        })
    }
}

/// Sorts attempts from newest to oldest and truncates them to `max`.
fn keep_newest(attempts: &mut Vec<DeliveryAttempt>, max: usize) {
    attempts.sort_by_key(|attempt| Reverse((attempt.at, attempt.report)));
    attempts.truncate(max);
}
