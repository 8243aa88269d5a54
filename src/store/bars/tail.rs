//! The tail of a ticker: its newest bars, which may not be in a chunk yet, and the list of its
//! chunks.

use super::codec::{self, put_varint, take_varint, unzigzag, zigzag};
use crate::{
    domain::bar::Bar,
    store::{Result, StoreError, table::Record},
};

/// Maximum number of bars in a tail that is not known to be complete. When it exceeds it, all bars but the newest move to their chunks.
pub(super) const MAX_TAIL_BARS: usize = 12;

/// The newest bars of a ticker, and the numbers of the chunks that contain its other bars.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Tail {
    pub(crate) chunks: Chunks,
    /// Ascending by start.
    pub(crate) bars: Vec<Bar>,
}

impl Tail {
    /// Returns true if the tail has all bars of the ticker since its first one, so that no chunk needs to be read for them. Only such
    /// tails have more than [`MAX_TAIL_BARS`] bars; others may have a late bar while bars after it are in chunks.
    pub(super) fn is_complete(&self) -> bool {
        self.bars.len() > MAX_TAIL_BARS
    }
}

/// A set of chunk numbers, stored as ascending runs (first, last). A series has few gaps and
/// therefore few runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Chunks(Vec<(i32, i32)>);

impl Chunks {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns all chunk numbers in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = i32> {
        self.0.iter().flat_map(|(first, last)| *first..=*last)
    }

    /// Returns the chunk numbers from `first` to `last` in ascending order.
    pub(crate) fn within(&self, first: i32, last: i32) -> impl Iterator<Item = i32> {
        self.0
            .iter()
            .flat_map(move |run| run.0.max(first)..=run.1.min(last))
    }

    pub(crate) fn contains(&self, chunk: i32) -> bool {
        self.0
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&chunk))
    }

    /// Adds a chunk number and joins it with adjacent runs.
    pub(crate) fn insert(&mut self, chunk: i32) {
        if self.contains(chunk) {
            return;
        }
        let index = self.0.partition_point(|(_, last)| *last < chunk);
        let joins_before = index > 0 && i64::from(self.0[index - 1].1) + 1 == i64::from(chunk);
        let joins_after =
            index < self.0.len() && i64::from(chunk) + 1 == i64::from(self.0[index].0);
        match (joins_before, joins_after) {
            (true, true) => {
                self.0[index - 1].1 = self.0[index].1;
                self.0.remove(index);
            }
            (true, false) => self.0[index - 1].1 = chunk,
            (false, true) => self.0[index].0 = chunk,
            (false, false) => self.0.insert(index, (chunk, chunk)),
        }
    }

    /// Removes and returns the chunk numbers below `oldest`.
    pub(crate) fn remove_before(&mut self, oldest: i32) -> Vec<i32> {
        let removed = self.iter().take_while(|chunk| *chunk < oldest).collect();
        self.0.retain_mut(|(first, last)| {
            *first = (*first).max(oldest);
            first <= last
        });
        removed
    }
}

impl Record for Tail {
    /// Encodes the number of runs, then each run as its distance from the previous run and its
    /// length, then the packed bars.
    fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        put_varint(&mut bytes, self.chunks.0.len() as u64);
        let mut previous_end = 0;
        for (first, last) in &self.chunks.0 {
            put_varint(&mut bytes, zigzag(i64::from(*first) - previous_end));
            put_varint(&mut bytes, (i64::from(*last) - i64::from(*first)) as u64);
            previous_end = i64::from(*last);
        }
        bytes.extend_from_slice(&codec::pack(&self.bars));
        Ok(bytes)
    }

    fn from_bytes(mut bytes: &[u8]) -> Result<Self> {
        let damaged = || StoreError::Damaged("a list of chunks cannot be decoded".into());
        let chunks = take_chunks(&mut bytes).ok_or_else(damaged)?;
        Ok(Self {
            chunks,
            bars: Record::from_bytes(bytes)?,
        })
    }
}

fn take_chunks(bytes: &mut &[u8]) -> Option<Chunks> {
    let mut chunks = Chunks::default();
    let mut previous_end = 0_i64;
    for _ in 0..take_varint(bytes)? {
        let first = previous_end.checked_add(unzigzag(take_varint(bytes)?))?;
        let last = first.checked_add(i64::try_from(take_varint(bytes)?).ok()?)?;
        chunks
            .0
            .push((i32::try_from(first).ok()?, i32::try_from(last).ok()?));
        previous_end = last;
    }
    Some(chunks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunk_numbers_round_trip_in_any_order() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let mut chunks = Chunks::default();
            let mut model = std::collections::BTreeSet::new();
            for _ in 0..rng.usize(..40) {
                let chunk = match rng.u8(..20) {
                    0 => i32::MAX,
                    1 => i32::MIN,
                    _ => rng.i32(-15..15),
                };
                // No ranges are inserted: the model lists each number of a run.
                chunks.insert(chunk);
                model.insert(chunk);
            }
            let tail = Tail {
                chunks,
                bars: vec![],
            };
            let mut read = Tail::from_bytes(&tail.to_bytes().unwrap()).unwrap();
            assert_eq!(read, tail);
            assert!(read.chunks.iter().eq(model.iter().copied()));
            assert!(
                read.chunks
                    .0
                    .is_sorted_by(|a, b| i64::from(a.1) + 1 < i64::from(b.0))
            );
            let removed = read.chunks.remove_before(3);
            assert!(removed.iter().eq(model.range(..3)));
            assert!(read.chunks.iter().eq(model.range(3..).copied()));
        }
    }

    #[test]
    fn a_single_bar_in_1927_adds_one_chunk() {
        let mut chunks = Chunks::default();
        let (early, late) = (-15_706, 20_778);
        chunks.insert(late);
        chunks.insert(early);
        assert!(chunks.within(i32::MIN, i32::MAX).eq([early, late]));
        assert!(chunks.within(late - 30, late + 30).eq([late]));
        assert_eq!(chunks.within(0, 100).count(), 0);
    }

    #[test]
    fn a_damaged_list_of_chunks_does_not_panic() {
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..20_000 {
            let bytes: Vec<u8> = (0..rng.usize(..12)).map(|_| rng.u8(..)).collect();
            // Random bytes may decode or not, but must not cause a panic.
            let _ = Tail::from_bytes(&bytes);
        }
    }
}
