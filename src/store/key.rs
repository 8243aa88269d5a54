//! Keys of records. The encoded bytes sort in the same order as the keys.

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
        assert!(u32::decode(b"abc").is_none());
        assert!(<(String, i32)>::decode(b"abc").is_none());
    }
}
