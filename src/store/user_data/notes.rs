//! Storage of notes on tickers.

use jiff::civil::Date;
use redb::WriteTransaction;

use crate::{
    domain::{
        Timestamp,
        note::{MAX_NOTES, Note},
        person::PersonId,
        ticker::TickerId,
    },
    store::{PersonStore, Result, StoreError, counters, schema::NOTES},
};

const NO_NOTE: StoreError = StoreError::NotFound("note");
/// Name of the counter of ids.
const ID_COUNTER: &str = "last_note";

impl PersonStore<'_> {
    /// Returns the notes, oldest first.
    pub fn notes(&self) -> Result<Vec<Note>> {
        self.store
            .handle
            .read(|txn| NOTES.read(txn, self.person)?.all())
    }

    /// Returns the number of notes on a ticker.
    pub(crate) fn count_notes(&self, ticker: TickerId) -> Result<usize> {
        let notes = self.notes()?.into_iter();
        Ok(notes.filter(|note| note.ticker_id == ticker).count())
    }

    /// Saves a new note and returns it with its id. The change is durable when this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if [`MAX_NOTES`] exist already.
    pub fn create_note(&self, note: &Note) -> Result<Note> {
        self.store
            .handle
            .write(|txn| create(txn, self.person, note))
    }

    /// Changes the day or the text of a note; `None` keeps the stored value. The change is durable when this function returns.
    pub fn change_note(
        &self,
        id: u32,
        date: Option<Date>,
        text: Option<&str>,
        now: Timestamp,
    ) -> Result<Note> {
        self.store.handle.write(|txn| {
            let mut notes = NOTES.write(txn, self.person)?;
            let mut note = notes.get(&id)?.ok_or(NO_NOTE)?;
            note.date = date.unwrap_or(note.date);
            if let Some(text) = text {
                text.clone_into(&mut note.text);
            }
            note.changed_at = now;
            notes.put(&id, &note)?;
            Ok(note)
        })
    }

    /// Deletes a note.
    pub fn delete_note(&self, id: u32) -> Result<()> {
        self.store.handle.write(|txn| {
            if NOTES.write(txn, self.person)?.remove(&id)? {
                Ok(())
            } else {
                Err(NO_NOTE)
            }
        })
    }
}

/// Writes a new note and returns it with its id.
pub(super) fn create(txn: &WriteTransaction, person: PersonId, note: &Note) -> Result<Note> {
    if NOTES.write(txn, person)?.len()? >= MAX_NOTES as u64 {
        return Err(StoreError::Limit(format!(
            "There are already {MAX_NOTES} notes; delete some first."
        )));
    }
    let note = Note {
        id: counters::next_id(txn, ID_COUNTER)?,
        ..note.clone()
    };
    NOTES.write(txn, person)?.put(&note.id, &note)?;
    Ok(note)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::store::Store;

    const DAY: Date = date(2026, 11, 20);

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        (folder, store)
    }

    fn note(ticker: u32, text: &str) -> Note {
        Note {
            id: 0,
            ticker_id: TickerId(ticker),
            date: DAY,
            text: text.into(),
            created_at: Timestamp::UNIX_EPOCH,
            changed_at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn notes_are_saved_changed_and_deleted() {
        let (folder, store) = store();
        let first = store
            .of(PersonId::OWNER)
            .create_note(&note(1, "first"))
            .unwrap();
        let second = store
            .of(PersonId::OWNER)
            .create_note(&note(2, "second"))
            .unwrap();
        assert_eq!((first.id, second.id), (1, 2));
        let later = Timestamp::from_second(60).unwrap();
        let changed = store
            .of(PersonId::OWNER)
            .change_note(2, None, Some("changed"), later)
            .unwrap();
        assert_eq!(
            (&*changed.text, changed.date, changed.changed_at),
            ("changed", DAY, later)
        );
        let moved = store
            .of(PersonId::OWNER)
            .change_note(2, Some(date(2026, 1, 2)), None, later);
        assert_eq!(moved.unwrap().text, "changed");
        store.of(PersonId::OWNER).delete_note(1).unwrap();
        assert_eq!(store.of(PersonId::OWNER).delete_note(1), Err(NO_NOTE));
        assert_eq!(
            store.of(PersonId::OWNER).change_note(1, None, None, later),
            Err(NO_NOTE)
        );
        store.close().unwrap();
        drop(store);
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        let all = store.of(PersonId::OWNER).notes().unwrap();
        assert_eq!((all.len(), all[0].date), (1, date(2026, 1, 2)));
        assert_eq!(
            store.of(PersonId::OWNER).count_notes(TickerId(2)).unwrap(),
            1
        );
        let next = store
            .of(PersonId::OWNER)
            .create_note(&note(1, "next"))
            .unwrap();
        assert_eq!(next.id, 3, "ids are not reused");
    }

    #[test]
    fn the_number_of_notes_is_limited() {
        let (_folder, store) = store();
        let created = store.handle.write(|txn| {
            for number in 1..=MAX_NOTES as u32 {
                let note = Note {
                    id: number,
                    ..note(1, "text")
                };
                NOTES.write(txn, PersonId::OWNER)?.put(&number, &note)?;
            }
            Ok(())
        });
        created.unwrap();
        assert!(matches!(
            store.of(PersonId::OWNER).create_note(&note(1, "more")),
            Err(StoreError::Limit(_))
        ));
    }
}
