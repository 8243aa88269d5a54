//! Storage of saved stock screens.

use redb::WriteTransaction;

use crate::{
    domain::{
        person::PersonId,
        screen::{MAX_SCREENS, SavedScreen, Screen, Universe},
    },
    store::{
        PersonStore, Result, StoreError, counters,
        schema::{ALERTS, SCREENS},
    },
};

const NO_SCREEN: StoreError = StoreError::NotFound("screen");
/// Name of the counter of ids.
pub(super) const ID_COUNTER: &str = "last_screen";

impl PersonStore<'_> {
    /// Returns the saved screens, oldest first.
    pub fn screens(&self) -> Result<Vec<SavedScreen>> {
        self.store
            .handle
            .read(|txn| SCREENS.read(txn, self.person)?.all())
    }

    /// Returns the screen with an id.
    pub fn screen(&self, id: u32) -> Result<SavedScreen> {
        self.store
            .handle
            .read(|txn| SCREENS.read(txn, self.person)?.get(&id)?.ok_or(NO_SCREEN))
    }

    /// Saves a new screen. The change is durable when this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::Duplicate`] if another screen has the name, and [`StoreError::Limit`] if [`MAX_SCREENS`] exist
    /// already.
    pub fn create_screen(&self, name: &str, query: &str) -> Result<SavedScreen> {
        self.store.handle.write(|txn| {
            let existing = SCREENS.write(txn, self.person)?.all()?;
            check_name(&existing, name, None)?;
            if existing.len() >= MAX_SCREENS {
                return Err(StoreError::Limit(format!(
                    "There are already {MAX_SCREENS} screens; delete some first."
                )));
            }
            let screen = SavedScreen {
                id: counters::next_id(txn, ID_COUNTER)?,
                name: name.to_owned(),
                query: query.to_owned(),
            };
            SCREENS.write(txn, self.person)?.put(&screen.id, &screen)?;
            Ok(screen)
        })
    }

    /// Changes the name or the query of a screen, and the name in alerts that watch it.
    ///
    /// # Errors
    /// Returns [`StoreError::Duplicate`] if another screen has the name.
    pub fn change_screen(
        &self,
        id: u32,
        name: Option<&str>,
        query: Option<&str>,
    ) -> Result<SavedScreen> {
        self.store.handle.write(|txn| {
            let existing = SCREENS.write(txn, self.person)?.all()?;
            let known = existing.iter().find(|screen| screen.id == id);
            let mut screen = known.cloned().ok_or(NO_SCREEN)?;
            if let Some(name) = name {
                check_name(&existing, name, Some(id))?;
                name.clone_into(&mut screen.name);
                rename_in_alerts(txn, self.person, &screen)?;
            }
            if let Some(query) = query {
                query.clone_into(&mut screen.query);
            }
            SCREENS.write(txn, self.person)?.put(&id, &screen)?;
            Ok(screen)
        })
    }

    /// Deletes a screen.
    ///
    /// # Errors
    /// Returns [`StoreError::Duplicate`] while an alert watches the screen.
    pub fn delete_screen(&self, id: u32) -> Result<()> {
        self.store.handle.write(|txn| {
            let mut screens = SCREENS.write(txn, self.person)?;
            if !screens.contains(&id)? {
                return Err(NO_SCREEN);
            }
            let (alerts, _) = ALERTS.write(txn, self.person)?.readable()?;
            let mut watched = alerts.iter().filter_map(|(_, alert)| alert.screen.as_ref());
            if watched.any(|screen| screen.id == id) {
                return Err(StoreError::Duplicate(
                    "An alert watches this screen; delete the alert first.".into(),
                ));
            }
            screens.remove(&id).map(|_| ())
        })
    }
}

/// Checks that no other screen has the name, ignoring case.
fn check_name(existing: &[SavedScreen], name: &str, own: Option<u32>) -> Result<()> {
    let has_name = |screen: &&SavedScreen| {
        Some(screen.id) != own && screen.name.to_lowercase() == name.to_lowercase()
    };
    match existing.iter().find(has_name) {
        Some(screen) => Err(StoreError::Duplicate(format!(
            "There is a screen called '{}' already.",
            screen.name
        ))),
        None => Ok(()),
    }
}

/// Checks that no screen searches a list, which is about to be deleted. An export could not contain such a screen.
///
/// # Errors
/// Returns [`StoreError::Duplicate`] with the name of the screen.
pub(super) fn check_not_searched(txn: &WriteTransaction, list: u32) -> Result<()> {
    let (screens, _) = SCREENS.everyone().write(txn)?.readable()?;
    let searches = |saved: &SavedScreen| {
        Screen::from_query(&saved.query).is_ok_and(|screen| screen.universe == Universe::List(list))
    };
    match screens.into_iter().find(|(_, saved)| searches(saved)) {
        Some((_, SavedScreen { name, .. })) => Err(StoreError::Duplicate(format!(
            "The screen '{name}' searches this watchlist; change or delete the screen first."
        ))),
        None => Ok(()),
    }
}

fn rename_in_alerts(txn: &WriteTransaction, person: PersonId, screen: &SavedScreen) -> Result<()> {
    let mut alerts = ALERTS.write(txn, person)?;
    let (stored, _) = alerts.readable()?;
    for (id, mut alert) in stored {
        let Some(watched) = &mut alert.screen else {
            continue;
        };
        if watched.id == screen.id && watched.name != screen.name {
            watched.name.clone_from(&screen.name);
            alerts.put(&id, &alert)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        (folder, store)
    }

    #[test]
    fn screens_are_saved_changed_and_deleted() {
        let (folder, store) = store();
        let cheap = store
            .of(PersonId::OWNER)
            .create_screen("Cheap", "pe=..10")
            .unwrap();
        let oversold = store
            .of(PersonId::OWNER)
            .create_screen("Oversold", "rsi=..30")
            .unwrap();
        assert_eq!((cheap.id, oversold.id), (1, 2));
        let changed = store
            .of(PersonId::OWNER)
            .change_screen(1, Some("Cheaper"), None)
            .unwrap();
        assert_eq!((&*changed.name, &*changed.query), ("Cheaper", "pe=..10"));
        store
            .of(PersonId::OWNER)
            .change_screen(2, None, Some("rsi=..25"))
            .unwrap();
        store.of(PersonId::OWNER).delete_screen(1).unwrap();
        assert!(matches!(
            store.of(PersonId::OWNER).delete_screen(1),
            Err(StoreError::NotFound(_))
        ));
        assert!(matches!(
            store.of(PersonId::OWNER).change_screen(1, None, None),
            Err(StoreError::NotFound(_))
        ));
        store.close().unwrap();
        drop(store);
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        let all = store.of(PersonId::OWNER).screens().unwrap();
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].query, "rsi=..25");
        assert_eq!(
            store
                .of(PersonId::OWNER)
                .create_screen("Next", "")
                .unwrap()
                .id,
            3,
            "ids are not reused"
        );
    }

    #[test]
    fn names_are_unique_regardless_of_case() {
        let (_folder, store) = store();
        store
            .of(PersonId::OWNER)
            .create_screen("Oversold", "rsi=..30")
            .unwrap();
        let error = store
            .of(PersonId::OWNER)
            .create_screen("OVERSOLD", "")
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "There is a screen called 'Oversold' already."
        );
        let other = store
            .of(PersonId::OWNER)
            .create_screen("Other", "")
            .unwrap();
        assert!(
            store
                .of(PersonId::OWNER)
                .change_screen(other.id, Some("oversold"), None)
                .is_err()
        );
        store
            .of(PersonId::OWNER)
            .change_screen(other.id, Some("OTHER"), None)
            .unwrap();
    }

    #[test]
    fn a_list_that_a_screen_searches_is_not_deleted() {
        let (_folder, store) = store();
        let list = store
            .of(PersonId::OWNER)
            .create_watchlist("Mine")
            .unwrap()
            .id;
        let other = store
            .of(PersonId::OWNER)
            .create_watchlist("Other")
            .unwrap()
            .id;
        let query = format!("list={list}&pe=..10");
        let screen = store
            .of(PersonId::OWNER)
            .create_screen("Cheap", &query)
            .unwrap()
            .id;
        let error = store
            .of(PersonId::OWNER)
            .delete_watchlist(list)
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "The screen 'Cheap' searches this watchlist; change or delete the screen first."
        );
        store.of(PersonId::OWNER).delete_watchlist(other).unwrap();
        assert_eq!(store.of(PersonId::OWNER).watchlists().unwrap().len(), 1);
        store
            .of(PersonId::OWNER)
            .change_screen(screen, None, Some("pe=..10"))
            .unwrap();
        store.of(PersonId::OWNER).delete_watchlist(list).unwrap();
    }

    #[test]
    fn the_number_of_screens_is_limited() {
        let (_folder, store) = store();
        for number in 0..MAX_SCREENS {
            store
                .of(PersonId::OWNER)
                .create_screen(&number.to_string(), "")
                .unwrap();
        }
        assert!(matches!(
            store.of(PersonId::OWNER).create_screen("more", ""),
            Err(StoreError::Limit(_))
        ));
    }
}
