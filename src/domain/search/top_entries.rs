//! Selects the heaviest entries without sorting all entries.

/// The heaviest entries, heaviest first. Among equal weights, the lower index comes first.
pub(super) struct TopEntries {
    capacity: usize,
    /// Weights and entry indices.
    selected: Vec<(f64, usize)>,
}

impl TopEntries {
    /// Creates an empty selection of at most `capacity` entries. `capacity` must be at least 1.
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            capacity,
            selected: Vec::with_capacity(capacity),
        }
    }

    /// Adds an entry if it is heavy enough, not yet selected and not in `excluded`.
    pub(super) fn add(&mut self, weight: f64, entry: usize, excluded: &[usize]) {
        let is_before = |(other_weight, other): &(f64, usize)| {
            let order = other_weight.total_cmp(&weight).reverse();
            order.then(other.cmp(&entry)).is_lt()
        };
        if self.selected.len() == self.capacity && self.selected.last().is_some_and(is_before) {
            return;
        }
        let is_selected = self.selected.iter().any(|(_, other)| *other == entry);
        if is_selected || excluded.contains(&entry) {
            return;
        }
        let position = self.selected.partition_point(is_before);
        self.selected.truncate(self.capacity - 1);
        self.selected.insert(position, (weight, entry));
    }

    /// Returns the entries, heaviest first.
    pub(super) fn into_entries(self) -> impl Iterator<Item = usize> {
        self.selected.into_iter().map(|(_, entry)| entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaviest_entries_are_selected_once_with_the_lower_index_first() {
        let mut heaviest = TopEntries::new(3);
        for (weight, entry) in [
            (1.0, 9),
            (5.0, 4),
            (1.0, 2),
            (5.0, 4),
            (7.0, 8),
            (7.0, 7),
            (f64::NEG_INFINITY, 1),
        ] {
            heaviest.add(weight, entry, &[8]);
        }
        assert_eq!(heaviest.into_entries().collect::<Vec<_>>(), [7, 4, 2]);
    }
}
