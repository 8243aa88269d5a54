//! Storage of chart layouts.

use redb::WriteTransaction;

use crate::{
    domain::{
        chart_layout::{ChartLayout, MAX_LAYOUTS},
        person::PersonId,
    },
    store::{PersonStore, Result, StoreError, schema::CHART_LAYOUTS},
};

const NO_LAYOUT: StoreError = StoreError::NotFound("chart layout");

impl PersonStore<'_> {
    /// Returns the chart layouts sorted by name.
    pub fn chart_layouts(&self) -> Result<Vec<ChartLayout>> {
        self.store
            .handle
            .read(|txn| CHART_LAYOUTS.read(txn, self.person)?.all())
    }

    /// Returns the layout with a name.
    pub fn chart_layout(&self, name: &str) -> Result<ChartLayout> {
        let name = name.to_owned();
        self.store.handle.read(|txn| {
            CHART_LAYOUTS
                .read(txn, self.person)?
                .get(&name)?
                .ok_or(NO_LAYOUT)
        })
    }

    /// Saves a layout under its name. Returns true if the layout is new. The change is durable when this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if [`MAX_LAYOUTS`] exist already.
    pub fn save_chart_layout(&self, layout: &ChartLayout) -> Result<bool> {
        self.store
            .handle
            .write(|txn| save(txn, self.person, layout))
    }

    /// Deletes a layout.
    pub fn delete_chart_layout(&self, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.store.handle.write(|txn| {
            if CHART_LAYOUTS.write(txn, self.person)?.remove(&name)? {
                Ok(())
            } else {
                Err(NO_LAYOUT)
            }
        })
    }

    /// Returns the titles of the layouts that show a ticker.
    pub(crate) fn chart_layouts_showing(&self, symbol: &str) -> Result<Vec<String>> {
        let shows = |layout: &ChartLayout| layout.symbols().any(|shown| shown == symbol);
        let layouts = self.chart_layouts()?.into_iter().filter(shows);
        Ok(layouts.map(|layout| layout.title).collect())
    }
}

/// Writes a layout under its name. Returns true if the layout is new.
pub(super) fn save(txn: &WriteTransaction, person: PersonId, layout: &ChartLayout) -> Result<bool> {
    let mut layouts = CHART_LAYOUTS.write(txn, person)?;
    let is_new = !layouts.contains(&layout.name)?;
    if is_new && layouts.len()? >= MAX_LAYOUTS as u64 {
        return Err(StoreError::Limit(format!(
            "There are already {MAX_LAYOUTS} chart layouts; delete some first."
        )));
    }
    layouts.put(&layout.name, layout)?;
    Ok(is_new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::chart_layout::{ChartLinks, LayoutChart};
    use crate::store::Store;

    fn layout(name: &str, symbol: &str) -> ChartLayout {
        ChartLayout {
            name: name.to_owned(),
            title: name.to_uppercase(),
            charts: vec![LayoutChart {
                symbol: symbol.to_owned(),
                settings: String::new(),
            }],
            links: ChartLinks::default(),
        }
    }

    #[test]
    fn layouts_are_saved_replaced_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("live.redb");
        let store = Store::open(&path).unwrap();
        assert!(
            store
                .of(PersonId::OWNER)
                .save_chart_layout(&layout("b", "AAPL"))
                .unwrap()
        );
        assert!(
            store
                .of(PersonId::OWNER)
                .save_chart_layout(&layout("a", "BTC"))
                .unwrap()
        );
        assert!(
            !store
                .of(PersonId::OWNER)
                .save_chart_layout(&layout("b", "MSFT"))
                .unwrap()
        );
        store.close().unwrap();
        drop(store);
        let store = Store::open(&path).unwrap();
        assert_eq!(
            store.of(PersonId::OWNER).chart_layouts().unwrap(),
            [layout("a", "BTC"), layout("b", "MSFT")]
        );
        assert_eq!(
            store
                .of(PersonId::OWNER)
                .chart_layouts_showing("MSFT")
                .unwrap(),
            ["B"]
        );
        store.of(PersonId::OWNER).delete_chart_layout("b").unwrap();
        assert_eq!(
            store.of(PersonId::OWNER).delete_chart_layout("b"),
            Err(NO_LAYOUT)
        );
        assert_eq!(store.of(PersonId::OWNER).chart_layout("b"), Err(NO_LAYOUT));
        for number in 1..MAX_LAYOUTS {
            let name = number.to_string();
            store
                .of(PersonId::OWNER)
                .save_chart_layout(&layout(&name, "BTC"))
                .unwrap();
        }
        assert!(matches!(
            store
                .of(PersonId::OWNER)
                .save_chart_layout(&layout("more", "BTC")),
            Err(StoreError::Limit(_))
        ));
        assert!(
            !store
                .of(PersonId::OWNER)
                .save_chart_layout(&layout("a", "AAPL"))
                .unwrap()
        );
    }
}
