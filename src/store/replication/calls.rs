//! Calls that came from other processes, so that one that is repeated is answered and not done again.
//!
//! What a call writes and the note that it was done are one transaction, and passed on as one: whoever has the one has the
//! other, also a process that takes over. What was answered is only for sources, and follows.

use jiff::Timestamp;

use super::on_call::{Fingerprint, read_note, time_of};
use crate::store::{
    Result, Store,
    record::Kept,
    schema::{CALL_TIMES, CALLS, DONE_CALLS, DONE_SECRET_CALLS, SECRET_CALL_TIMES},
};

/// For so many seconds a call may be repeated.
const KEPT: u64 = 3_600;
/// Most calls of each kind that one write forgets: more than come with it.
const FORGOTTEN_AT_ONCE: usize = 64;

/// What became of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// It was answered so.
    Answered(String),
    /// It was done, and its answer is lost.
    Unanswered,
    /// Another request was done under its key.
    AnotherRequest,
}

impl Store {
    /// What became of the call of a key and a request; `None` where nothing was done for it.
    pub fn call(&self, key: &str, fingerprint: Fingerprint) -> Result<Option<Done>> {
        self.handle.read(|txn| {
            let key = key.to_owned();
            let shown = DONE_CALLS.read(txn)?.get(&key)?;
            let secret = DONE_SECRET_CALLS.read(txn)?.get(&key)?;
            let notes = [shown, secret].into_iter().flatten().map(read_note);
            let (here, told, known) = notes.fold((0, 0, None), |(here, told, known), (of, one)| {
                (here + 1, of.max(told), one.or(known))
            });
            if known.is_some_and(|known| known != fingerprint) {
                return Ok(Some(Done::AnotherRequest));
            }
            if here == 0 {
                // An answer may have come by itself: what it says was done is not here.
                return Ok(None);
            }
            let kept = CALLS.read(txn)?.get(&key)?.filter(|_| here == told);
            Ok(Some(kept.map_or(Done::Unanswered, |kept| {
                Done::Answered(kept.answer)
            })))
        })
    }

    /// Keeps what was answered to a call, and forgets those that nobody repeats any more.
    pub fn keep_call(&self, key: &str, answer: &str, now: Timestamp) -> Result<()> {
        self.handle.write(|txn| {
            let first_kept = (time_of(now).saturating_sub(KEPT), String::new());
            let mut calls = CALLS.write(txn)?;
            let mut done = DONE_CALLS.write(txn)?;
            let mut done_secretly = DONE_SECRET_CALLS.write(txn)?;
            for times in [CALL_TIMES, SECRET_CALL_TIMES] {
                let mut times = times.write(txn)?;
                for time in times.keys_before(&first_kept, FORGOTTEN_AT_ONCE)? {
                    times.remove(&time)?;
                    let (_, key) = time;
                    calls.remove(&key)?;
                    done.remove(&key)?;
                    done_secretly.remove(&key)?;
                }
            }
            let kept = Kept {
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
    use crate::store::{StoreError, on_call};

    fn one() -> Fingerprint {
        Fingerprint::of_hash([1; 8])
    }

    #[tokio::test]
    async fn what_a_call_writes_and_that_it_was_done_are_one_transaction() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let make = |name: &'static str| store.run(move |store| store.create_watchlist(1, name));
        on_call("first", one(), Timestamp::UNIX_EPOCH, make("Made"))
            .await
            .unwrap();
        assert_eq!(store.call("first", one()).unwrap(), Some(Done::Unanswered));
        let nobodys = store.run(|store| store.rename_watchlist(9_999, "Nobody's"));
        let refused = on_call("second", one(), Timestamp::UNIX_EPOCH, nobodys).await;
        assert!(
            matches!(refused, Err(StoreError::NotFound(_))),
            "{refused:?}"
        );
        assert_eq!(store.call("second", one()).unwrap(), None);
        let other = Fingerprint::of_hash([2; 8]);
        assert_eq!(
            store.call("first", other).unwrap(),
            Some(Done::AnotherRequest)
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
        on_call("a", one(), noon, making).await.unwrap();
        store.keep_call("a", "the answer", noon).unwrap();
        // Of this one the answer alone was passed on before its source fell: what it did is not here.
        store.keep_call("c", "done elsewhere", noon).unwrap();
        assert_eq!(store.call("c", one()).unwrap(), None);
        store.close().unwrap();
        let store = Store::open(&path).unwrap();
        let answered = Done::Answered("the answer".to_owned());
        assert_eq!(store.call("a", one()).unwrap(), Some(answered));
        // An hour later nobody repeats it any more.
        let later = noon + jiff::SignedDuration::from_secs(3_601);
        store.keep_call("b", "another", later).unwrap();
        assert_eq!(store.call("a", one()).unwrap(), None);
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
            on_call(&format!("fell {number}"), one(), at(number), making)
                .await
                .unwrap();
        }
        assert_eq!(store.call("fell 0", one()).unwrap(), Some(Done::Unanswered));
        store.keep_call("now", "done", at(3_600)).unwrap();
        assert_eq!(store.call("fell 0", one()).unwrap(), Some(Done::Unanswered));
        // Each write forgets some, so that none takes long.
        store.keep_call("later", "done", at(3_650)).unwrap();
        assert_eq!(store.call("fell 49", one()).unwrap(), None);
        assert_eq!(
            store.call("fell 50", one()).unwrap(),
            Some(Done::Unanswered)
        );
        for _ in 0..2 {
            store.keep_call("last", "done", at(9_000)).unwrap();
        }
        // An answer and its time.
        assert_eq!(records(&store), 2);
        store.close().unwrap();
    }
}
