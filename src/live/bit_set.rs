//! A growable bit set. No crate is used because the hub needs [`BitSet::insert_intersection`], which works word by word without
//! allocating.

/// A growable set of small integers, one bit each.
#[derive(Debug, Default, Clone)]
pub(super) struct BitSet(Vec<u64>);

impl BitSet {
    pub(super) fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn remove(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.0
            .get(number / 64)
            .is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// Removes all numbers and keeps the capacity.
    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Grows to at least the capacity of `other`, so that later insertions of its numbers do not allocate.
    pub(super) fn reserve_like(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Inserts all numbers of `other`.
    pub(super) fn insert_all(&mut self, other: &Self) {
        self.reserve_like(other);
        for (word, other_word) in self.0.iter_mut().zip(&other.0) {
            *word |= other_word;
        }
    }

    /// Inserts the numbers that are in both `left` and `right`. Returns true if there are any.
    pub(super) fn insert_intersection(&mut self, left: &Self, right: &Self) -> bool {
        let mut has_common = false;
        for (at, (left, right)) in left.0.iter().zip(&right.0).enumerate() {
            let common = left & right;
            if common != 0 {
                if self.0.len() <= at {
                    self.0.resize(at + 1, 0);
                }
                self.0[at] |= common;
                has_common = true;
            }
        }
        has_common
    }

    /// Iterates over the numbers in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut remaining = *word;
            std::iter::from_fn(move || {
                (remaining != 0).then(|| {
                    let bit = remaining.trailing_zeros() as usize;
                    // Clears the lowest set bit.
                    remaining &= remaining - 1;
                    at * 64 + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_different_words_are_independent() {
        let mut bits = BitSet::default();
        for number in [0, 63, 64, 130] {
            bits.insert(number);
        }
        bits.remove(63);
        bits.remove(1_000);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [0, 64, 130]);
        assert_eq!(bits.count(), 3);
    }

    #[test]
    fn insert_intersection_inserts_only_common_numbers() {
        let (mut left, mut right, mut result) =
            (BitSet::default(), BitSet::default(), BitSet::default());
        left.insert(5);
        left.insert(200);
        right.insert(5);
        right.insert(6);
        assert!(result.insert_intersection(&left, &right));
        assert!(!result.insert_intersection(&left, &BitSet::default()));
        assert_eq!(result.iter().collect::<Vec<_>>(), [5]);
    }
}
