//! Storage of drawings on price charts.

use redb::WriteTransaction;

use crate::{
    domain::{
        Timestamp,
        drawing::{Drawing, DrawingPoint, MAX_DRAWINGS, MAX_DRAWINGS_PER_TICKER},
        person::PersonId,
        ticker::TickerId,
    },
    store::{PersonStore, Result, StoreError, counters, schema::DRAWINGS},
};

const NO_DRAWING: StoreError = StoreError::NotFound("drawing");
/// Name of the counter of ids.
const ID_COUNTER: &str = "last_drawing";

impl PersonStore<'_> {
    /// Returns the drawings, oldest first.
    pub fn drawings(&self) -> Result<Vec<Drawing>> {
        self.store
            .handle
            .read(|txn| DRAWINGS.read(txn, self.person)?.all())
    }

    /// Returns the drawing with an id.
    pub fn drawing(&self, id: u32) -> Result<Drawing> {
        self.store
            .handle
            .read(|txn| DRAWINGS.read(txn, self.person)?.get(&id)?.ok_or(NO_DRAWING))
    }

    /// Returns the number of drawings on a ticker.
    pub(crate) fn count_drawings(&self, ticker: TickerId) -> Result<usize> {
        let drawings = self.drawings()?.into_iter();
        Ok(drawings
            .filter(|drawing| drawing.ticker_id == ticker)
            .count())
    }

    /// Saves a new drawing and returns it with its id. The change is durable when this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if [`MAX_DRAWINGS`] exist already, or [`MAX_DRAWINGS_PER_TICKER`] on the ticker.
    pub fn create_drawing(&self, drawing: &Drawing) -> Result<Drawing> {
        self.store
            .handle
            .write(|txn| create(txn, self.person, drawing))
    }

    /// Replaces the points of a drawing. The change is durable when this function returns.
    pub fn move_drawing(
        &self,
        id: u32,
        points: Vec<DrawingPoint>,
        now: Timestamp,
    ) -> Result<Drawing> {
        self.store.handle.write(|txn| {
            let mut drawings = DRAWINGS.write(txn, self.person)?;
            let mut drawing = drawings.get(&id)?.ok_or(NO_DRAWING)?;
            drawing.points = points;
            drawing.changed_at = now;
            drawings.put(&id, &drawing)?;
            Ok(drawing)
        })
    }

    /// Deletes a drawing.
    pub fn delete_drawing(&self, id: u32) -> Result<()> {
        self.store.handle.write(|txn| {
            if DRAWINGS.write(txn, self.person)?.remove(&id)? {
                Ok(())
            } else {
                Err(NO_DRAWING)
            }
        })
    }

    /// Deletes all drawings on a ticker.
    pub fn delete_drawings_of(&self, ticker: TickerId) -> Result<()> {
        self.store.handle.write(|txn| {
            let mut drawings = DRAWINGS.write(txn, self.person)?;
            for drawing in drawings.all()? {
                if drawing.ticker_id == ticker {
                    drawings.remove(&drawing.id)?;
                }
            }
            Ok(())
        })
    }
}

/// Writes a new drawing and returns it with its id.
pub(super) fn create(
    txn: &WriteTransaction,
    person: PersonId,
    drawing: &Drawing,
) -> Result<Drawing> {
    let existing = DRAWINGS.write(txn, person)?.all()?;
    if existing.len() >= MAX_DRAWINGS {
        return Err(StoreError::Limit(format!(
            "There are already {MAX_DRAWINGS} drawings; delete some first."
        )));
    }
    let on_ticker = existing.iter();
    let on_ticker = on_ticker.filter(|other| other.ticker_id == drawing.ticker_id);
    if on_ticker.count() >= MAX_DRAWINGS_PER_TICKER {
        return Err(StoreError::Limit(format!(
            "There are already {MAX_DRAWINGS_PER_TICKER} drawings on this ticker; delete some first."
        )));
    }
    let drawing = Drawing {
        id: counters::next_id(txn, ID_COUNTER)?,
        ..drawing.clone()
    };
    DRAWINGS.write(txn, person)?.put(&drawing.id, &drawing)?;
    Ok(drawing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::drawing::DrawingTool;
    use crate::store::Store;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        (folder, store)
    }

    fn level(ticker: u32, price: f64) -> Drawing {
        Drawing {
            id: 0,
            ticker_id: TickerId(ticker),
            tool: DrawingTool::Level,
            points: vec![at(price)],
            created_at: Timestamp::UNIX_EPOCH,
            changed_at: Timestamp::UNIX_EPOCH,
        }
    }

    fn at(price: f64) -> DrawingPoint {
        DrawingPoint {
            time: Timestamp::UNIX_EPOCH,
            price,
        }
    }

    #[test]
    fn drawings_are_saved_moved_and_deleted() {
        let (folder, store) = store();
        let first = store
            .of(PersonId::OWNER)
            .create_drawing(&level(1, 10.0))
            .unwrap();
        let second = store
            .of(PersonId::OWNER)
            .create_drawing(&level(2, 20.0))
            .unwrap();
        store
            .of(PersonId::OWNER)
            .create_drawing(&level(2, 30.0))
            .unwrap();
        assert_eq!((first.id, second.id), (1, 2));
        let later = Timestamp::from_second(60).unwrap();
        let moved = store
            .of(PersonId::OWNER)
            .move_drawing(1, vec![at(12.5)], later)
            .unwrap();
        assert_eq!((moved.points[0].price, moved.changed_at), (12.5, later));
        assert_eq!(store.of(PersonId::OWNER).drawing(1).unwrap(), moved);
        store
            .of(PersonId::OWNER)
            .delete_drawings_of(TickerId(2))
            .unwrap();
        assert_eq!(store.of(PersonId::OWNER).delete_drawing(2), Err(NO_DRAWING));
        assert_eq!(
            store
                .of(PersonId::OWNER)
                .move_drawing(2, vec![at(1.0)], later),
            Err(NO_DRAWING)
        );
        store.close().unwrap();
        drop(store);
        let store = Store::open(&folder.path().join("live.redb")).unwrap();
        assert_eq!(store.of(PersonId::OWNER).drawings().unwrap(), [moved]);
        assert_eq!(
            store
                .of(PersonId::OWNER)
                .count_drawings(TickerId(1))
                .unwrap(),
            1
        );
        store.of(PersonId::OWNER).delete_drawing(1).unwrap();
        let next = store
            .of(PersonId::OWNER)
            .create_drawing(&level(1, 1.0))
            .unwrap();
        assert_eq!(next.id, 4, "ids are not reused");
    }

    #[test]
    fn the_number_of_drawings_is_limited_per_ticker_and_in_all() {
        let (_folder, store) = store();
        let fill = |ids: std::ops::RangeInclusive<u32>, ticker| {
            store.handle.write(|txn| {
                for id in ids {
                    let drawing = Drawing {
                        id,
                        ..level(ticker, 1.0)
                    };
                    DRAWINGS.write(txn, PersonId::OWNER)?.put(&id, &drawing)?;
                }
                Ok(())
            })
        };
        fill(1..=MAX_DRAWINGS_PER_TICKER as u32, 1).unwrap();
        let error = store
            .of(PersonId::OWNER)
            .create_drawing(&level(1, 1.0))
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "There are already 100 drawings on this ticker; delete some first."
        );
        assert!(
            store
                .of(PersonId::OWNER)
                .create_drawing(&level(2, 1.0))
                .is_ok()
        );
        fill(1_000..=2_999, 3).unwrap();
        assert!(matches!(
            store.of(PersonId::OWNER).create_drawing(&level(2, 1.0)),
            Err(StoreError::Limit(_))
        ));
    }
}
