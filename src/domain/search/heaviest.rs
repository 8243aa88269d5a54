//! The best of many, without keeping them all.

/// So many of the heaviest entries, the heaviest first; of two that weigh the same, the one that stands before the other.
pub(super) struct Heaviest {
    most: usize,
    kept: Vec<(f64, usize)>,
}

impl Heaviest {
    /// `most` is at least 1.
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            kept: Vec::with_capacity(most),
        }
    }

    /// Takes an entry in where it is heavy enough, once, and unless it is one of `besides`.
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

    /// The heaviest first.
    pub(super) fn entries(self) -> impl Iterator<Item = usize> {
        self.kept.into_iter().map(|(_, entry)| entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_are_kept_each_once_and_of_equals_the_first() {
        let mut heaviest = Heaviest::new(3);
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
