//! Calls that came from other processes, so that one that is repeated is answered and not done again.
//!
//! What a call writes and the note that it was done are one transaction, and passed on as one: whoever has the one has the
//! other, also a process that takes over. What was answered is only for sources, and follows.

use jiff::Timestamp;

use super::call_context::{Fingerprint, read_note, time_of};
use crate::store::{
    Result, Store,
    record::CallAnswer,
    schema::{CALL_TIMES, CALLS, DONE_CALLS, DONE_SECRET_CALLS, SECRET_CALL_TIMES},
};

/// For so many seconds a call may be repeated.
const RETENTION_SECONDS: u64 = 3_600;
/// Most calls of each kind that one write forgets: more than come with it.
const MAX_EXPIRED_PER_WRITE: usize = 64;

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallOutcome {
    /// It was answered so.
    Answered(String),
    /// It was done, and its answer is lost.
    Unanswered,
    /// Another request was done under its key.
    KeyReused,
}

impl Store {
    /// What became of the call of a key and a request; `None` where nothing was done for it.
    pub fn call_outcome(&self, key: &str, fingerprint: Fingerprint) -> Result<Option<CallOutcome>> {
        self.handle.read(|txn| {
            let key = key.to_owned();
            let shown = DONE_CALLS.read(txn)?.get(&key)?;
            let secret = DONE_SECRET_CALLS.read(txn)?.get(&key)?;
            let notes = [shown, secret].into_iter().flatten().map(read_note);
            let (here, told, known) = notes.fold((0, 0, None), |(here, told, known), (of, one)| {
                (here + 1, of.max(told), one.or(known))
            });
            if known.is_some_and(|known| known != fingerprint) {
                return Ok(Some(CallOutcome::KeyReused));
            }
            if here == 0 {
                // An answer may have come by itself: what it says was done is not here.
                return Ok(None);
            }
            let kept = CALLS.read(txn)?.get(&key)?.filter(|_| here == told);
            Ok(Some(kept.map_or(CallOutcome::Unanswered, |kept| {
                CallOutcome::Answered(kept.answer)
            })))
        })
    }

    /// Keeps what was answered to a call, and forgets those that nobody repeats any more.
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
    async fn what_a_call_writes_and_that_it_was_done_are_one_transaction() {
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
    async fn a_call_is_known_as_done_after_it_was_answered_and_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("test.redb");
        let noon = Timestamp::UNIX_EPOCH;
        let store = Store::open(&path).unwrap();
        let making = store.run(|store| store.create_watchlist(1, "Made"));
        with_call("a", one(), noon, making).await.unwrap();
        store.save_call_answer("a", "the answer", noon).unwrap();
        // Of this one the answer alone was passed on before its source fell: what it did is not here.
        store.save_call_answer("c", "done elsewhere", noon).unwrap();
        assert_eq!(store.call_outcome("c", one()).unwrap(), None);
        store.close().unwrap();
        let store = Store::open(&path).unwrap();
        let answered = CallOutcome::Answered("the answer".to_owned());
        assert_eq!(store.call_outcome("a", one()).unwrap(), Some(answered));
        // An hour later nobody repeats it any more.
        let later = noon + jiff::SignedDuration::from_secs(3_601);
        store.save_call_answer("b", "another", later).unwrap();
        assert_eq!(store.call_outcome("a", one()).unwrap(), None);
        store.close().unwrap();
    }

    /// How many records there are of calls.
    fn records(store: &Store) -> u64 {
        let counted = store.handle.read(|txn| {
            let notes = DONE_CALLS.read(txn)?.len()? + DONE_SECRET_CALLS.read(txn)?.len()?;
            let times = CALL_TIMES.read(txn)?.len()? + SECRET_CALL_TIMES.read(txn)?.len()?;
            Ok(CALLS.read(txn)?.len()? + notes + times)
        });
        counted.unwrap()
    }

    #[tokio::test]
    async fn a_call_whose_answer_was_never_kept_is_forgotten_as_well() {
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
        // Each write forgets some, so that none takes long.
        store.save_call_answer("later", "done", at(3_650)).unwrap();
        assert_eq!(store.call_outcome("fell 49", one()).unwrap(), None);
        assert_eq!(
            store.call_outcome("fell 50", one()).unwrap(),
            Some(CallOutcome::Unanswered)
        );
        for _ in 0..2 {
            store.save_call_answer("last", "done", at(9_000)).unwrap();
        }
        // An answer and its time.
        assert_eq!(records(&store), 2);
        store.close().unwrap();
    }
}
