//! Storage of the people other than the owner, and the removal of their data.

use redb::WriteTransaction;

use crate::{
    domain::{
        Timestamp,
        person::{ConfiguredPerson, Person, PersonId, PersonOrigin, Role, is_same_name},
    },
    store::{
        Result, Store, StoreError, counters,
        schema::{self, BOARDS, PEOPLE, WATCHLISTS},
    },
};

/// Maximum number of people other than the owner.
const MAX_PEOPLE: u64 = 50;
const NO_PERSON: StoreError = StoreError::NotFound("person");

/// What happens with the watchlists of a person who is removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListsOfRemoved {
    /// They become lists of the owner.
    MoveToOwner,
    /// They are deleted.
    Delete,
}

impl Store {
    /// Returns the people other than the owner, oldest first.
    pub fn people(&self) -> Result<Vec<Person>> {
        self.handle.read(|txn| PEOPLE.read(txn)?.all())
    }

    /// Adds a person.
    ///
    /// # Errors
    /// Returns [`StoreError::Duplicate`] if another person has the name, and [`StoreError::Limit`] if there are 50 people already.
    pub fn add_person(
        &self,
        name: &str,
        role: Role,
        password_hash: Option<&str>,
        origin: PersonOrigin,
        now: Timestamp,
    ) -> Result<Person> {
        self.handle.write(|txn| {
            check_name(txn, name, None)?;
            let mut people = PEOPLE.write(txn)?;
            if people.len()? >= MAX_PEOPLE {
                return Err(StoreError::Limit(format!(
                    "There are already {MAX_PEOPLE} people; remove one first."
                )));
            }
            // The owner has the id 1.
            let id = counters::next_id(txn, "last_person")?.saturating_add(1);
            let person = Person {
                id: PersonId(id),
                name: name.to_owned(),
                role,
                password_hash: password_hash.map(str::to_owned),
                origin,
                since: now,
            };
            people.put(&id, &person)?;
            drop(people);
            schema::set_version(txn)?;
            Ok(person)
        })
    }

    /// Adds and changes people so that those of the configuration match `configured`. People whom it no longer names keep their data, but
    /// cannot sign in.
    pub fn sync_people(&self, configured: &[ConfiguredPerson], now: Timestamp) -> Result<()> {
        let mut stored = self.people()?;
        for wanted in configured {
            let known = stored
                .iter()
                .position(|person| is_same_name(&person.name, &wanted.name));
            let Some(known) = known.map(|index| stored.swap_remove(index)) else {
                let hash = wanted.password_hash.as_deref();
                self.add_person(&wanted.name, wanted.role, hash, PersonOrigin::File, now)?;
                continue;
            };
            let changed = Person {
                name: wanted.name.clone(),
                role: wanted.role,
                password_hash: wanted.password_hash.clone(),
                origin: PersonOrigin::File,
                ..known.clone()
            };
            if changed != known {
                self.change_person(known.id, |person| *person = changed)?;
            }
        }
        for person in stored {
            if person.origin == PersonOrigin::File {
                self.change_person(person.id, |person| person.origin = PersonOrigin::Removed)?;
            }
        }
        Ok(())
    }

    /// Changes a person, but not their id.
    ///
    /// # Errors
    /// Returns [`StoreError::Duplicate`] if another person has the new name.
    pub fn change_person(&self, id: PersonId, edit: impl FnOnce(&mut Person)) -> Result<Person> {
        self.handle.write(|txn| {
            let mut person = PEOPLE.write(txn)?.get(&id.0)?.ok_or(NO_PERSON)?;
            edit(&mut person);
            person.id = id;
            check_name(txn, &person.name, Some(id))?;
            PEOPLE.write(txn)?.put(&id.0, &person)?;
            Ok(person)
        })
    }

    /// Removes a person with all their data, in one transaction. Lists that others shared with them stay with their owners.
    pub fn remove_person(&self, id: PersonId, lists: ListsOfRemoved) -> Result<()> {
        self.handle.write(|txn| {
            if !PEOPLE.write(txn)?.remove(&id.0)? {
                return Err(NO_PERSON);
            }
            if lists == ListsOfRemoved::MoveToOwner {
                let moved = WATCHLISTS.write(txn, id)?.all()?;
                for mut list in moved {
                    list.user_id = PersonId::OWNER;
                    list.version += 1;
                    WATCHLISTS
                        .write(txn, PersonId::OWNER)?
                        .put(&list.id, &list)?;
                }
            }
            schema::remove_records_of(txn, id)?;
            counters::remove_of(txn, id)?;
            remove_shares_with(txn, id)
        })
    }
}

/// Checks that no other person has the name, ignoring case.
fn check_name(txn: &WriteTransaction, name: &str, own: Option<PersonId>) -> Result<()> {
    let people = PEOPLE.write(txn)?.all()?;
    let has_name = |person: &&Person| Some(person.id) != own && is_same_name(&person.name, name);
    match people.iter().find(has_name) {
        Some(person) => Err(StoreError::Duplicate(format!(
            "There is already a person called '{}'.",
            person.name
        ))),
        None => Ok(()),
    }
}

fn remove_shares_with(txn: &WriteTransaction, id: PersonId) -> Result<()> {
    let lists = WATCHLISTS.everyone().write(txn)?.all()?;
    for mut list in lists {
        let count = list.shares.len();
        list.shares.retain(|share| share.with != Some(id));
        if list.shares.len() < count {
            WATCHLISTS.write(txn, list.user_id)?.put(&list.id, &list)?;
        }
    }
    let mut shared = vec![];
    let mut boards = BOARDS.everyone().write(txn)?;
    boards.for_each(|key, record| {
        if record.shares.iter().any(|share| share.with == Some(id)) {
            shared.push((key, record));
        }
        Ok(())
    })?;
    for (key, mut record) in shared {
        record.shares.retain(|share| share.with != Some(id));
        boards.put(&key, &record)?;
    }
    Ok(())
}
