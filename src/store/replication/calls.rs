//! Idempotency of forwarded calls: a repeated call gets its stored answer and is not executed again.
//!
//! The changes of a call and the record that it was done are one transaction and replicated together, so a member that takes
//! over has both or neither. The answer is stored for sources only, in a later transaction.

use jiff::Timestamp;

use super::call_context::{Fingerprint, read_note, time_of};
use crate::store::{
    Result, Store,
    record::CallAnswer,
    schema::{CALL_TIMES, CALLS, DONE_CALLS, DONE_SECRET_CALLS, SECRET_CALL_TIMES},
};

/// How long calls are remembered, in seconds.
const RETENTION_SECONDS: u64 = 3_600;
/// Maximum number of expired calls of each kind that one write removes: more than one write adds.
const MAX_EXPIRED_PER_WRITE: usize = 64;

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallOutcome {
    /// The call was answered with this response.
    Answered(String),
    /// The call was done, but its answer is lost.
    Unanswered,
    /// Another request used the same key.
    KeyReused,
}

impl Store {
    /// The outcome of the call with a key and request; `None` if it was not done.
    pub fn call_outcome(&self, key: &str, fingerprint: Fingerprint) -> Result<Option<CallOutcome>> {
        self.handle.read(|txn| {
            let key = key.to_owned();
            let shown = DONE_CALLS.read(txn)?.get(&key)?;
            let secret = DONE_SECRET_CALLS.read(txn)?.get(&key)?;
            let notes = [shown, secret].into_iter().flatten().map(read_note);
            // `expected` scopes have a record of the call; `found` of them are here.
            let (found, expected, known) =
                notes.fold((0, 0, None), |(found, expected, known), (scopes, one)| {
                    (found + 1, scopes.max(expected), one.or(known))
                });
            if known.is_some_and(|known| known != fingerprint) {
                return Ok(Some(CallOutcome::KeyReused));
            }
            if found == 0 {
                // The answer may be replicated before the changes of the call.
                return Ok(None);
            }
            let kept = CALLS.read(txn)?.get(&key)?.filter(|_| found == expected);
            Ok(Some(kept.map_or(CallOutcome::Unanswered, |kept| {
                CallOutcome::Answered(kept.answer)
            })))
        })
    }

    /// Stores the answer to a call, and removes expired calls.
    pub fn save_call_answer(&self, key: &str, answer: &str, now: Timestamp) -> Result<()> {
        self.handle.write(|txn| {
            let first_kept = (
                time_of(now).saturating_sub(RETENTION_SECONDS),
                String::new(),
            );
            let mut calls = CALLS.write(txn)?;
            let mut done = DONE_CALLS.write(txn)?;
            let mut done_secretly = DONE_SECRET_CALLS.write(txn)?;
            for times in [CALL_TIMES, SECRET_CALL_TIMES] {
                let mut times = times.write(txn)?;
                for time in times.keys_before(&first_kept, MAX_EXPIRED_PER_WRITE)? {
                    times.remove(&time)?;
                    let (_, key) = time;
                    calls.remove(&key)?;
                    done.remove(&key)?;
                    done_secretly.remove(&key)?;
                }
            }
            let kept = CallAnswer {
                answer: answer.to_owned(),
                at: now,
            };
            let key = key.to_owned();
            calls.put(&key, &kept)?;
            let time = (time_of(now), key);
            SECRET_CALL_TIMES.write(txn)?.put(&time, &0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{StoreError, with_call};

    fn one() -> Fingerprint {
        Fingerprint::of_hash([1; 8])
    }

    #[tokio::test]
    async fn the_changes_of_a_call_and_its_record_are_one_transaction() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let make = |name: &'static str| store.run(move |store| store.create_watchlist(1, name));
        with_call("first", one(), Timestamp::UNIX_EPOCH, make("Made"))
            .await
            .unwrap();
        assert_eq!(
            store.call_outcome("first", one()).unwrap(),
            Some(CallOutcome::Unanswered)
        );
        let nobodys = store.run(|store| store.rename_watchlist(9_999, "Nobody's"));
        let refused = with_call("second", one(), Timestamp::UNIX_EPOCH, nobodys).await;
        assert!(
            matches!(refused, Err(StoreError::NotFound(_))),
            "{refused:?}"
        );
        assert_eq!(store.call_outcome("second", one()).unwrap(), None);
        let other = Fingerprint::of_hash([2; 8]);
        assert_eq!(
            store.call_outcome("first", other).unwrap(),
            Some(CallOutcome::KeyReused)
        );
        make("By somebody here").await.unwrap();
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
        let making = store.run(|store| store.create_watchlist(1, "Made"));
        with_call("a", one(), noon, making).await.unwrap();
        store.save_call_answer("a", "the answer", noon).unwrap();
        // Only the answer of this call was replicated before its source failed; its changes are missing.
        store.save_call_answer("c", "done elsewhere", noon).unwrap();
        assert_eq!(store.call_outcome("c", one()).unwrap(), None);
        store.close().unwrap();
        let store = Store::open(&path).unwrap();
        let answered = CallOutcome::Answered("the answer".to_owned());
        assert_eq!(store.call_outcome("a", one()).unwrap(), Some(answered));
        // Calls expire after an hour.
        let later = noon + jiff::SignedDuration::from_secs(3_601);
        store.save_call_answer("b", "another", later).unwrap();
        assert_eq!(store.call_outcome("a", one()).unwrap(), None);
        store.close().unwrap();
    }

    /// The number of records of calls.
    fn records(store: &Store) -> u64 {
        let counted = store.handle.read(|txn| {
            let notes = DONE_CALLS.read(txn)?.len()? + DONE_SECRET_CALLS.read(txn)?.len()?;
            let times = CALL_TIMES.read(txn)?.len()? + SECRET_CALL_TIMES.read(txn)?.len()?;
            Ok(CALLS.read(txn)?.len()? + notes + times)
        });
        counted.unwrap()
    }

    #[tokio::test]
    async fn a_call_without_an_answer_expires_too() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let at = |second| Timestamp::from_second(second).unwrap();
        for number in 0..100 {
            let making = store.run(move |store| store.create_watchlist(1, &format!("{number}")));
            with_call(&format!("fell {number}"), one(), at(number), making)
                .await
                .unwrap();
        }
        assert_eq!(
            store.call_outcome("fell 0", one()).unwrap(),
            Some(CallOutcome::Unanswered)
        );
        store.save_call_answer("now", "done", at(3_600)).unwrap();
        assert_eq!(
            store.call_outcome("fell 0", one()).unwrap(),
            Some(CallOutcome::Unanswered)
        );
        // Each write removes a bounded number.
        store.save_call_answer("later", "done", at(3_650)).unwrap();
        assert_eq!(store.call_outcome("fell 49", one()).unwrap(), None);
        assert_eq!(
            store.call_outcome("fell 50", one()).unwrap(),
            Some(CallOutcome::Unanswered)
        );
        for _ in 0..2 {
            store.save_call_answer("last", "done", at(9_000)).unwrap();
        }
        // One answer and its time.
        assert_eq!(records(&store), 2);
        store.close().unwrap();
    }
}
