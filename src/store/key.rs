//! Keys of records. The encoded bytes sort in the same order as the keys.

use crate::domain::person::PersonId;

/// The key of a record. The record's checksum includes the encoded key.
pub(super) trait RecordKey: Sized {
    /// Encodes the key as bytes that sort in the order of the keys.
    fn encode(&self) -> Vec<u8>;
    /// Decodes a key. Returns `None` if the bytes are invalid.
    fn decode(bytes: &[u8]) -> Option<Self>;
}

impl RecordKey for u32 {
    fn encode(&self) -> Vec<u8> {
        self.to_be_bytes().to_vec()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        Some(Self::from_be_bytes(bytes.try_into().ok()?))
    }
}

impl RecordKey for u64 {
    fn encode(&self) -> Vec<u8> {
        self.to_be_bytes().to_vec()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        Some(Self::from_be_bytes(bytes.try_into().ok()?))
    }
}

impl RecordKey for i32 {
    fn encode(&self) -> Vec<u8> {
        // With the sign bit flipped, negative numbers sort first.
        (self.cast_unsigned() ^ (1 << 31)).encode()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        u32::decode(bytes).map(|bits| (bits ^ (1 << 31)).cast_signed())
    }
}

impl RecordKey for String {
    fn encode(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        Self::from_utf8(bytes.to_vec()).ok()
    }
}

/// Chunk number and ticker id. Sorts by chunk, and therefore by time, first.
impl RecordKey for (i32, u32) {
    fn encode(&self) -> Vec<u8> {
        [self.0.encode(), self.1.encode()].concat()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (chunk, ticker) = bytes.split_at_checked(4)?;
        Some((i32::decode(chunk)?, u32::decode(ticker)?))
    }
}

/// Name and day. A zero byte ends the name, so that `ab` sorts before `abc` whatever the days are.
impl RecordKey for (String, i32) {
    fn encode(&self) -> Vec<u8> {
        [self.0.encode(), vec![0], self.1.encode()].concat()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (name, day) = bytes.split_at_checked(bytes.len().checked_sub(4)?)?;
        let name = name.strip_suffix(&[0])?;
        Some((String::decode(name)?, i32::decode(day)?))
    }
}

/// Report number or time, and name.
impl RecordKey for (u64, String) {
    fn encode(&self) -> Vec<u8> {
        [self.0.encode(), self.1.encode()].concat()
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let (number, name) = bytes.split_at_checked(8)?;
        Some((u64::decode(number)?, String::decode(name)?))
    }
}

/// The key of a person's record.
///
/// Records of the owner have the plain key, as in files from before other people could be added. Keys of others start with
/// [`OTHERS`] and the id of the person. No plain key starts with that byte: names are UTF-8, and ids and numbers count up from 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PersonKey<K> {
    pub(super) person: PersonId,
    pub(super) key: K,
}

impl<K> PersonKey<K> {
    /// Returns the key of a record of the owner.
    pub(super) fn of_owner(key: K) -> Self {
        let person = PersonId::OWNER;
        Self { person, key }
    }
}

/// The first byte of keys of people other than the owner.
pub(super) const OTHERS: u8 = 0xFF;

/// Returns the bytes with which the keys of a person start.
pub(super) fn prefix(person: PersonId) -> Vec<u8> {
    if person.is_owner() {
        return vec![];
    }
    let mut prefix = vec![OTHERS];
    prefix.extend(person.0.encode());
    prefix
}

impl<K: RecordKey> RecordKey for PersonKey<K> {
    fn encode(&self) -> Vec<u8> {
        let mut bytes = prefix(self.person);
        bytes.extend(self.key.encode());
        bytes
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        let Some(rest) = bytes.strip_prefix(&[OTHERS]) else {
            let (person, key) = (PersonId::OWNER, K::decode(bytes)?);
            return Some(Self { person, key });
        };
        let (person, key) = rest.split_at_checked(4)?;
        let person = PersonId(u32::decode(person)?);
        let key = K::decode(key)?;
        (!person.is_owner()).then_some(Self { person, key })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_order_is_preserved<K: RecordKey + Ord + Clone + std::fmt::Debug>(mut keys: Vec<K>) {
        keys.sort();
        let bytes: Vec<_> = keys.iter().map(RecordKey::encode).collect();
        assert!(bytes.is_sorted_by(|a, b| a < b), "{keys:?}");
        let decoded: Vec<K> = bytes.iter().map(|key| K::decode(key).unwrap()).collect();
        assert_eq!(decoded, keys);
    }

    #[test]
    fn encoded_keys_sort_like_keys_and_decode() {
        assert_order_is_preserved(vec![0, 1, 255, 256, u32::MAX]);
        assert_order_is_preserved(vec![0, 1, 1 << 40, u64::MAX]);
        assert_order_is_preserved(vec![i32::MIN, -256, -1, 0, 1, i32::MAX]);
        assert_order_is_preserved(vec![(-1, 7), (0, 0), (0, u32::MAX), (1, 2)]);
        let name = |name: &str| name.to_owned();
        assert_order_is_preserved(vec![name("a"), name("ab"), name("b"), name("é")]);
        assert_order_is_preserved(vec![(name("ab"), -3), (name("ab"), 4), (name("abc"), -9)]);
        assert_order_is_preserved(vec![(1, name("b")), (1, name("c")), (2, name("a"))]);
        let of = |person, key| PersonKey {
            person: PersonId(person),
            key,
        };
        assert_order_is_preserved(vec![
            of(1, 1),
            of(1, 0xFEFF_FFFF),
            of(2, 0),
            of(3, u32::MAX),
        ]);
        let of = |person, key| PersonKey {
            person: PersonId(person),
            key: name(key),
        };
        assert_order_is_preserved(vec![
            of(1, "a"),
            of(1, "\u{10FFFF}"),
            of(2, "a"),
            of(300, ""),
        ]);
        assert!(u32::decode(b"abc").is_none());
        assert!(<(String, i32)>::decode(b"abc").is_none());
        let owner_with_prefix = [OTHERS, 0, 0, 0, 1, 0, 0, 0, 7];
        assert!(PersonKey::<u32>::decode(&owner_with_prefix).is_none());
        assert!(PersonKey::<u32>::decode(&[OTHERS, 0, 0, 0]).is_none());
    }
}
