//! Selects the largest entries without sorting all.

/// The `most` heaviest entries, heaviest first; among equal weights, the lower index first.
pub(super) struct TopEntries {
    most: usize,
    kept: Vec<(f64, usize)>,
}

impl TopEntries {
    /// Creates an empty selection; `most` must be at least 1.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            kept: Vec::with_capacity(most),
        }
    }

    /// Adds an entry if it is heavy enough, not selected yet and not in `besides`.
    pub(super) fn offer(&mut self, weight: f64, entry: usize, besides: &[usize]) {
        let is_before = |(heavier, other): &(f64, usize)| {
            let order = heavier.total_cmp(&weight).reverse();
            order.then(other.cmp(&entry)).is_lt()
        };
        if self.kept.len() == self.most && self.kept.last().is_some_and(is_before) {
            return;
        }
        let is_there = self.kept.iter().any(|(_, kept)| *kept == entry);
        if is_there || besides.contains(&entry) {
            return;
        }
        let place = self.kept.partition_point(is_before);
        self.kept.truncate(self.most - 1);
        self.kept.insert(place, (weight, entry));
    }

    /// Returns the entries, heaviest first.
    pub(super) fn entries(self) -> impl Iterator<Item = usize> {
        self.kept.into_iter().map(|(_, entry)| entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaviest_entries_are_selected_once_and_lower_index_first() {
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
            heaviest.offer(weight, entry, &[8]);
        }
        assert_eq!(heaviest.entries().collect::<Vec<_>>(), [7, 4, 2]);
    }
}
