//! A growable bit set. Kept instead of a crate because the hub needs `add_common`, which intersects and merges word by word
//! without allocating.

/// A growable set of small integers, one bit each.
#[derive(Debug, Default, Clone)]
pub(super) struct BitSet(Vec<u64>);

impl BitSet {
    pub(super) fn set(&mut self, at: usize) {
        if self.0.len() <= at / 64 {
            self.0.resize(at / 64 + 1, 0);
        }
        self.0[at / 64] |= 1 << (at % 64);
    }

    pub(super) fn clear(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word &= !(1 << (at % 64));
        }
    }

    pub(super) fn contains(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|word| word & (1 << (at % 64)) != 0)
    }

    /// Removes every number, keeping the capacity.
    pub(super) fn clear_all(&mut self) {
        self.0.fill(0);
    }

    /// Grows to the capacity of `other`.
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

    /// Adds every number in `other`.
    pub(super) fn add(&mut self, other: &Self) {
        self.reserve_like(other);
        for (word, theirs) in self.0.iter_mut().zip(&other.0) {
            *word |= theirs;
        }
    }

    /// Adds the intersection of `left` and `right`; returns true if it is not empty.
    pub(super) fn add_common(&mut self, left: &Self, right: &Self) -> bool {
        let mut any = false;
        for (at, (left, right)) in left.0.iter().zip(&right.0).enumerate() {
            let common = left & right;
            if common != 0 {
                if self.0.len() <= at {
                    self.0.resize(at + 1, 0);
                }
                self.0[at] |= common;
                any = true;
            }
        }
        any
    }

    /// Iterates over the numbers in ascending order.
    pub(super) fn ones(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
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
        for at in [0, 63, 64, 130] {
            bits.set(at);
        }
        bits.clear(63);
        bits.clear(1_000);
        assert_eq!(bits.ones().collect::<Vec<_>>(), [0, 64, 130]);
        assert_eq!(bits.count(), 3);
    }

    #[test]
    fn add_common_adds_only_the_intersection() {
        let (mut left, mut right, mut sum) =
            (BitSet::default(), BitSet::default(), BitSet::default());
        left.set(5);
        left.set(200);
        right.set(5);
        right.set(6);
        assert!(sum.add_common(&left, &right));
        assert!(!sum.add_common(&left, &BitSet::default()));
        assert_eq!(sum.ones().collect::<Vec<_>>(), [5]);
    }
}
