//! A growable bit set. No crate is used because the hub needs [`BitSet::insert_intersection`], which works word by word without
//! allocating.

/// A growable set of small integers, one bit each. A summary has one bit per word that is not zero, so that the cost of every operation
/// depends on the numbers in the set and not on the largest possible one.
#[derive(Debug, Default, Clone)]
pub(super) struct BitSet {
    words: Vec<u64>,
    summary: Vec<u64>,
}

impl BitSet {
    pub(super) fn insert(&mut self, number: usize) {
        self.insert_bits(number / 64, 1 << (number % 64));
    }

    pub(super) fn remove(&mut self, number: usize) {
        let at = number / 64;
        if let Some(word) = self.words.get_mut(at) {
            *word &= !(1 << (number % 64));
            if *word == 0 {
                self.summary[at / 64] &= !(1 << (at % 64));
            }
        }
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.words
            .get(number / 64)
            .is_some_and(|word| word & (1 << (number % 64)) != 0)
    }

    /// Removes all numbers and keeps the capacity.
    pub(super) fn clear(&mut self) {
        for (at, summary) in self.summary.iter_mut().enumerate() {
            for bit in bits(std::mem::take(summary)) {
                self.words[at * 64 + bit] = 0;
            }
        }
    }

    /// Grows to at least the capacity of `other`, so that later insertions of its numbers do not allocate.
    pub(super) fn reserve_like(&mut self, other: &Self) {
        self.grow(other.words.len());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.summary.iter().all(|word| *word == 0)
    }

    pub(super) fn count(&self) -> usize {
        self.non_zero_words()
            .map(|(_, word)| word.count_ones() as usize)
            .sum()
    }

    /// Inserts all numbers of `other`.
    pub(super) fn insert_all(&mut self, other: &Self) {
        self.reserve_like(other);
        for (at, word) in other.non_zero_words() {
            self.insert_bits(at, word);
        }
    }

    /// Inserts the numbers that are in both `left` and `right`. Returns true if there are any.
    pub(super) fn insert_intersection(&mut self, left: &Self, right: &Self) -> bool {
        let mut has_common = false;
        for (at, (left_summary, right_summary)) in
            left.summary.iter().zip(&right.summary).enumerate()
        {
            for bit in bits(left_summary & right_summary) {
                let at = at * 64 + bit;
                let common = left.words[at] & right.words[at];
                if common != 0 {
                    self.insert_bits(at, common);
                    has_common = true;
                }
            }
        }
        has_common
    }

    /// Iterates over the numbers in ascending order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.non_zero_words()
            .flat_map(|(at, word)| bits(word).map(move |bit| at * 64 + bit))
    }

    /// Iterates over the words that are not zero, with their indexes.
    fn non_zero_words(&self) -> impl Iterator<Item = (usize, u64)> {
        let indexes = self.summary.iter().enumerate();
        let indexes = indexes.flat_map(|(at, word)| bits(*word).map(move |bit| at * 64 + bit));
        indexes.map(|at| (at, self.words[at]))
    }

    /// Inserts the numbers of a word; at least one.
    fn insert_bits(&mut self, at: usize, word: u64) {
        if self.words.len() <= at {
            self.grow(at + 1);
        }
        self.words[at] |= word;
        self.summary[at / 64] |= 1 << (at % 64);
    }

    fn grow(&mut self, words: usize) {
        if self.words.len() < words {
            self.words.resize(words, 0);
            self.summary.resize(words.div_ceil(64), 0);
        }
    }
}

/// Iterates over the positions of the bits of a word that are set, in ascending order.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            // Clears the lowest set bit.
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
    fn operations_agree_with_those_of_a_sorted_set() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut pick = || -> (BitSet, BTreeSet<usize>) {
            let (mut bits, mut known) = (BitSet::default(), BTreeSet::new());
            for _ in 0..random.usize(0..200) {
                let number = random.usize(0..20_000);
                if random.bool() || known.is_empty() {
                    bits.insert(number);
                    known.insert(number);
                } else {
                    let number = *known.first().unwrap();
                    bits.remove(number);
                    known.remove(&number);
                }
            }
            (bits, known)
        };
        for _ in 0..100 {
            let ((left, in_left), (right, in_right)) = (pick(), pick());
            assert!(left.iter().eq(in_left.iter().copied()));
            assert_eq!(
                (left.count(), left.is_empty()),
                (in_left.len(), in_left.is_empty())
            );
            let (mut common, in_common) = (BitSet::default(), &in_left & &in_right);
            assert_eq!(
                common.insert_intersection(&left, &right),
                !in_common.is_empty()
            );
            assert!(common.iter().eq(in_common.into_iter()));
            let mut all = left.clone();
            all.insert_all(&right);
            assert!(all.iter().eq((&in_left | &in_right).into_iter()));
            all.clear();
            assert!(all.is_empty() && all.iter().next().is_none());
            all.insert(19_999);
            assert_eq!(all.iter().collect::<Vec<_>>(), [19_999]);
        }
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
