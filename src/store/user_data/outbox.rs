//! The outbox: alert reports waiting for delivery. An entry stays until its delivery succeeded or was given up, or its report was
//! removed, so that a restart loses none.

use std::{cmp::Reverse, collections::BTreeMap};

use redb::WriteTransaction;

use crate::{
    domain::Timestamp,
    store::{
        Result, Store, counters,
        record::{AttemptOutcome, DeliveryAttempt, OutboxEntry, Undelivered},
        schema::{COUNTERS, DELIVERIES, OUTBOX, REPORTS},
    },
};

/// Prefix of the counters that hold the time until which a channel's rate limit is used up, in Unix milliseconds.
const LIMIT_COUNTER: &str = "booked ";
/// Maximum number of logged attempts per report and channel; the newest are kept.
const MAX_ATTEMPTS_LOGGED: u32 = 50;

/// Enqueues a report for each of its channels, due at `now`.
pub(super) fn enqueue(
    txn: &WriteTransaction,
    number: u64,
    channels: &[String],
    now: Timestamp,
) -> Result<()> {
    let mut outbox = OUTBOX.write(txn)?;
    channels.iter().try_for_each(|channel| {
        let entry = OutboxEntry::new(number, channel, now);
        outbox.put(&entry.key(), &entry)
    })
}

/// Why deliveries of a channel are cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CancelReason {
    /// The channel was removed.
    Removed,
    /// The channel was disabled.
    Disabled,
}

impl CancelReason {
    /// The text in the delivery log.
    const fn as_str(self) -> &'static str {
        match self {
            Self::Removed => "the channel was removed",
            Self::Disabled => "the channel was switched off",
        }
    }
}

/// The outbox entries of a channel.
fn queued_for(txn: &WriteTransaction, channel: &str) -> Result<Vec<OutboxEntry>> {
    let mut waiting = vec![];
    OUTBOX.write(txn)?.each(|(_, name), entry| {
        if name == channel {
            waiting.push(entry);
        }
        Ok(())
    })?;
    Ok(waiting)
}

/// Makes all entries of a channel due at `now`.
pub(super) fn retry_now(txn: &WriteTransaction, channel: &str, now: Timestamp) -> Result<()> {
    let waiting = queued_for(txn, channel)?;
    let mut outbox = OUTBOX.write(txn)?;
    waiting.into_iter().try_for_each(|mut entry| {
        entry.next_attempt_at = now;
        outbox.put(&entry.key(), &entry)
    })
}

/// Cancels all entries of a channel. Returns the log entries.
pub(crate) fn cancel(
    txn: &WriteTransaction,
    channel: &str,
    why: CancelReason,
    now: Timestamp,
) -> Result<Vec<DeliveryAttempt>> {
    let waiting = queued_for(txn, channel)?;
    let mut outbox = OUTBOX.write(txn)?;
    let reports = REPORTS.write(txn)?;
    let mut deliveries = DELIVERIES.write(txn)?;
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
            answer: why.as_str().to_owned(),
            took_ms: 0,
            together: 1,
        };
        deliveries.put(&attempt.key(), &attempt)?;
        log.push(attempt);
    }
    Ok(log)
}

/// Removes the rate limit counter of a channel.
pub(super) fn remove_limit_counter(txn: &WriteTransaction, channel: &str) -> Result<()> {
    COUNTERS
        .write(txn)?
        .remove(&format!("{LIMIT_COUNTER}{channel}"))?;
    Ok(())
}

impl Store {
    /// Cancels all deliveries through removed or disabled channels.
    pub(crate) fn cancel_deliveries(
        &self,
        channels: &[(String, CancelReason)],
        now: Timestamp,
    ) -> Result<()> {
        let log = self.handle.write(|txn| {
            let ended = channels
                .iter()
                .map(|(channel, why)| cancel(txn, channel, *why, now));
            Ok(ended.collect::<Result<Vec<_>>>()?.concat())
        })?;
        self.attempts.count(&log);
        Ok(())
    }

    /// Number of delivery attempts since the start, by channel and outcome.
    pub(crate) fn attempts(&self) -> BTreeMap<(String, AttemptOutcome), u64> {
        self.attempts.read()
    }

    /// Returns the reports waiting for delivery through `channel`, oldest first, without damaged ones.
    pub fn undelivered(&self, channel: &str) -> Result<Vec<Undelivered>> {
        let (waiting, lost) = self.handle.read(|txn| {
            let reports = REPORTS.read(txn)?;
            let (entries, mut lost) = OUTBOX.read(txn)?.readable()?;
            let own = entries.into_iter().filter(|((_, name), _)| name == channel);
            let mut waiting = vec![];
            for ((number, _), entry) in own {
                match reports.get(&number) {
                    Ok(fired) => waiting.extend(fired.map(|fired| Undelivered { entry, fired })),
                    Err(error) if error.is_damage() => lost += 1,
                    Err(error) => return Err(error),
                }
            }
            Ok((waiting, lost))
        })?;
        if lost > 0 {
            self.handle
                .note_damage("pending alert deliveries".to_owned());
        }
        Ok(waiting)
    }

    /// Number of waiting reports by channel.
    pub fn waiting(&self) -> Result<BTreeMap<String, usize>> {
        self.handle.read(|txn| {
            let mut waiting = BTreeMap::new();
            OUTBOX.read(txn)?.each_key(|(_, channel)| {
                *waiting.entry(channel).or_default() += 1;
                Ok(())
            })?;
            Ok(waiting)
        })
    }

    /// The time until which the rate limit of `channel` is used up; `None` before the first message.
    pub fn limit_used_until(&self, channel: &str) -> Result<Option<Timestamp>> {
        self.handle.read(|txn| {
            let until = counters::get(&COUNTERS.read(txn)?, &format!("{LIMIT_COUNTER}{channel}"))?;
            let until = i64::try_from(until).ok().filter(|until| *until > 0);
            Ok(until.and_then(|until| Timestamp::from_millisecond(until).ok()))
        })
    }

    /// Removes `finished` entries, stores `updated` ones unless they were removed meanwhile with their report, stores the time
    /// until which a channel's rate limit is used up, and logs the attempts.
    pub fn update_outbox(
        &self,
        finished: &[OutboxEntry],
        updated: &[OutboxEntry],
        limit: Option<(&str, Timestamp)>,
        log: &[DeliveryAttempt],
    ) -> Result<()> {
        self.handle.write(|txn| {
            let mut outbox = OUTBOX.write(txn)?;
            let reports = REPORTS.write(txn)?;
            let mut deliveries = DELIVERIES.write(txn)?;
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
                    .put(&format!("{LIMIT_COUNTER}{channel}"), &until)?;
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
        self.attempts.count(log);
        Ok(())
    }

    /// Returns at most `most` delivery attempts of an alert, or of all alerts, newest first.
    pub fn delivery_attempts(
        &self,
        alert: Option<u32>,
        most: usize,
    ) -> Result<Vec<DeliveryAttempt>> {
        self.handle.read(|txn| {
            let mut attempts = vec![];
            DELIVERIES.read(txn)?.each(|_, attempt| {
                if alert.is_none_or(|id| id == attempt.alert_id) {
                    attempts.push(attempt);
                    // Bounds memory to twice the result, however long the log is.
                    if attempts.len() > most.saturating_mul(2) {
                        keep_newest(&mut attempts, most);
                    }
                }
                Ok(())
            })?;
            keep_newest(&mut attempts, most);
            Ok(attempts)
        })
    }
}

/// Sorts attempts, newest first, and truncates them to `most`.
fn keep_newest(attempts: &mut Vec<DeliveryAttempt>, most: usize) {
    attempts.sort_by_key(|attempt| Reverse((attempt.at, attempt.report)));
    attempts.truncate(most);
}
