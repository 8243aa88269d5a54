//! The part of a table's keys that a query sees: all of them, or those of one person.

use std::ops::Bound;

use super::key::{OTHERS, prefix};
use crate::domain::person::PersonId;

/// The keys of an open table that its user sees.
#[derive(Clone, Copy)]
pub(super) enum Keys {
    /// All keys of the table.
    All,
    /// The keys of one person.
    Of(PersonId),
}

impl Keys {
    /// Returns the bytes with which the keys start.
    pub(super) fn prefix(self) -> Vec<u8> {
        match self {
            Self::All => vec![],
            Self::Of(person) => prefix(person),
        }
    }

    /// Returns the part of a stored key after the prefix, or `None` for a key of another person.
    pub(super) fn strip(self, stored: &[u8]) -> Option<&[u8]> {
        match self {
            Self::All => Some(stored),
            Self::Of(person) if person.is_owner() => {
                (stored.first() != Some(&OTHERS)).then_some(stored)
            }
            Self::Of(person) => stored.strip_prefix(prefix(person).as_slice()),
        }
    }

    /// Returns the bounds of the keys.
    pub(super) fn bounds(self) -> (Bound<Vec<u8>>, Bound<Vec<u8>>) {
        match self {
            Self::All => (Bound::Unbounded, Bound::Unbounded),
            Self::Of(person) if person.is_owner() => {
                (Bound::Unbounded, Bound::Excluded(vec![OTHERS]))
            }
            Self::Of(person) => {
                let next = PersonId(person.0.saturating_add(1));
                (
                    Bound::Included(prefix(person)),
                    Bound::Excluded(prefix(next)),
                )
            }
        }
    }

    /// Returns the bounds of the keys below a stored key. A large key of the owner may be above the keys of others.
    pub(super) fn bounds_before(self, stored: Vec<u8>) -> (Bound<Vec<u8>>, Bound<Vec<u8>>) {
        let (start, end) = self.bounds();
        let end = match end {
            Bound::Excluded(end) => end.min(stored),
            Bound::Included(_) | Bound::Unbounded => stored,
        };
        (start, Bound::Excluded(end))
    }
}

/// Borrows the bounds of a range of keys.
pub(super) fn as_slices<'k>(
    start: &'k Bound<Vec<u8>>,
    end: &'k Bound<Vec<u8>>,
) -> (Bound<&'k [u8]>, Bound<&'k [u8]>) {
    (
        start.as_ref().map(Vec::as_slice),
        end.as_ref().map(Vec::as_slice),
    )
}
