//! Idempotency of forwarded calls. A repeated call is not executed again but gets the stored
//! response.
//!
//! The changes of a call and the record of its execution are written in one transaction and
//! replicated together, so that a member that takes over has both or neither. The response is
//! stored in a later transaction and only replicated to sources.

use jiff::Timestamp;

use super::call_context::{Fingerprint, decode_note, time_of};
use crate::store::{
    Result, Store,
    record::CallResponse,
    schema::{CALL_TIMES, CALLS, DONE_CALLS, DONE_SECRET_CALLS, SECRET_CALL_TIMES},
};

/// Retention of call records, in seconds.
const RETENTION_SECONDS: u64 = 3_600;
/// Maximum number of expired calls of each kind that one write removes. It is larger than the
/// number that one write adds.
const MAX_EXPIRED_PER_WRITE: usize = 64;

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallOutcome {
    /// The call was executed and got this response.
    Answered(String),
    /// The call was executed, but its response is lost.
    Unanswered,
    /// Another request has used the same key.
    KeyReused,
}

impl Store {
    /// Returns the outcome of the call with this key and request, or `None` if the call was not
    /// executed.
    pub fn call_outcome(&self, key: &str, fingerprint: Fingerprint) -> Result<Option<CallOutcome>> {
        self.handle.read(|txn| {
            let key = key.to_owned();
            let public = DONE_CALLS.read(txn)?.get(&key)?;
            let secret = DONE_SECRET_CALLS.read(txn)?.get(&key)?;
            let notes = [public, secret].into_iter().flatten().map(decode_note);
            // This file has `found` of the `expected` records of the call.
            let (found, expected, stored) = notes.fold(
                (0, 0, None),
                |(found, expected, stored), (scopes, fingerprint)| {
                    (found + 1, scopes.max(expected), fingerprint.or(stored))
                },
            );
            if stored.is_some_and(|stored| stored != fingerprint) {
                return Ok(Some(CallOutcome::KeyReused));
            }
            if found == 0 {
                // The response may be replicated before the changes of the call, so it is ignored
                // without them.
                return Ok(None);
            }
            let response = CALLS.read(txn)?.get(&key)?.filter(|_| found == expected);
            Ok(Some(response.map_or(CallOutcome::Unanswered, |response| {
                CallOutcome::Answered(response.answer)
            })))
        })
    }

    /// Stores the response to a call and removes expired calls.
    pub fn save_call_response(&self, key: &str, response: &str, now: Timestamp) -> Result<()> {
        self.handle.write(|txn| {
            let oldest_retained = (
                time_of(now).saturating_sub(RETENTION_SECONDS),
                String::new(),
            );
            let mut calls = CALLS.write(txn)?;
            let mut done = DONE_CALLS.write(txn)?;
            let mut done_secret = DONE_SECRET_CALLS.write(txn)?;
            for times in [CALL_TIMES, SECRET_CALL_TIMES] {
                let mut times = times.write(txn)?;
                for time in times.keys_before(&oldest_retained, MAX_EXPIRED_PER_WRITE)? {
                    times.remove(&time)?;
                    let (_, key) = time;
                    calls.remove(&key)?;
                    done.remove(&key)?;
                    done_secret.remove(&key)?;
                }
            }
            let record = CallResponse {
                answer: response.to_owned(),
                at: now,
            };
            let key = key.to_owned();
            calls.put(&key, &record)?;
            let time = (time_of(now), key);
            SECRET_CALL_TIMES.write(txn)?.put(&time, &0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::person::PersonId;
    use crate::store::{StoreError, with_call};

    fn fingerprint() -> Fingerprint {
        Fingerprint::of_hash([1; 8])
    }

    #[tokio::test]
    async fn the_changes_of_a_call_and_its_record_are_one_transaction() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let create = |name: &'static str| {
            store.run(move |store| store.of(PersonId::OWNER).create_watchlist(name))
        };
        with_call(
            "first",
            fingerprint(),
            Timestamp::UNIX_EPOCH,
            create("Created"),
        )
        .await
        .unwrap();
        assert_eq!(
            store.call_outcome("first", fingerprint()).unwrap(),
            Some(CallOutcome::Unanswered)
        );
        let failing =
            store.run(|store| store.of(PersonId::OWNER).rename_watchlist(9_999, "Missing"));
        let result = with_call("second", fingerprint(), Timestamp::UNIX_EPOCH, failing).await;
        assert!(matches!(result, Err(StoreError::NotFound(_))), "{result:?}");
        assert_eq!(store.call_outcome("second", fingerprint()).unwrap(), None);
        let other = Fingerprint::of_hash([2; 8]);
        assert_eq!(
            store.call_outcome("first", other).unwrap(),
            Some(CallOutcome::KeyReused)
        );
        create("Without a call").await.unwrap();
        let calls = store
            .handle
            .read(|txn| DONE_CALLS.read(txn)?.len())
            .unwrap();
        assert_eq!(calls, 1);
    }

    #[tokio::test]
    async fn a_call_outcome_survives_a_restart_and_expires_after_an_hour() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.redb");
        let noon = Timestamp::UNIX_EPOCH;
        let store = Store::open(&path).unwrap();
        let creating = store.run(|store| store.of(PersonId::OWNER).create_watchlist("Created"));
        with_call("a", fingerprint(), noon, creating).await.unwrap();
        store.save_call_response("a", "the response", noon).unwrap();
        // The source of this call failed when only the response was replicated. The changes of the
        // call are missing.
        store
            .save_call_response("c", "done elsewhere", noon)
            .unwrap();
        assert_eq!(store.call_outcome("c", fingerprint()).unwrap(), None);
        store.close().unwrap();
        let store = Store::open(&path).unwrap();
        let answered = CallOutcome::Answered("the response".to_owned());
        assert_eq!(
            store.call_outcome("a", fingerprint()).unwrap(),
            Some(answered)
        );
        // Calls expire after an hour.
        let later = noon + jiff::SignedDuration::from_secs(3_601);
        store.save_call_response("b", "another", later).unwrap();
        assert_eq!(store.call_outcome("a", fingerprint()).unwrap(), None);
        store.close().unwrap();
    }

    /// Returns the total number of call records.
    fn records(store: &Store) -> u64 {
        let count = store.handle.read(|txn| {
            let notes = DONE_CALLS.read(txn)?.len()? + DONE_SECRET_CALLS.read(txn)?.len()?;
            let times = CALL_TIMES.read(txn)?.len()? + SECRET_CALL_TIMES.read(txn)?.len()?;
            Ok(CALLS.read(txn)?.len()? + notes + times)
        });
        count.unwrap()
    }

    #[tokio::test]
    async fn a_call_without_a_response_expires_too() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let time = |second| Timestamp::from_second(second).unwrap();
        for number in 0..100 {
            let creating = store.run(move |store| {
                store
                    .of(PersonId::OWNER)
                    .create_watchlist(&format!("{number}"))
            });
            with_call(
                &format!("unanswered {number}"),
                fingerprint(),
                time(number),
                creating,
            )
            .await
            .unwrap();
        }
        assert_eq!(
            store.call_outcome("unanswered 0", fingerprint()).unwrap(),
            Some(CallOutcome::Unanswered)
        );
        store
            .save_call_response("now", "done", time(3_600))
            .unwrap();
        assert_eq!(
            store.call_outcome("unanswered 0", fingerprint()).unwrap(),
            Some(CallOutcome::Unanswered)
        );
        // Each write removes a limited number of calls.
        store
            .save_call_response("later", "done", time(3_650))
            .unwrap();
        assert_eq!(
            store.call_outcome("unanswered 49", fingerprint()).unwrap(),
            None
        );
        assert_eq!(
            store.call_outcome("unanswered 50", fingerprint()).unwrap(),
            Some(CallOutcome::Unanswered)
        );
        for _ in 0..2 {
            store
                .save_call_response("last", "done", time(9_000))
                .unwrap();
        }
        // The remaining records are one response and its time.
        assert_eq!(records(&store), 2);
        store.close().unwrap();
    }
}
