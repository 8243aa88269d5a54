//! Reads the wire format of Protocol Buffers (protobuf.dev, 'Encoding'): fields by number, in
//! order, without their meaning.

/// The value of a field, by its wire type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value<'a> {
    /// A number of one to ten bytes, seven bits in each.
    Varint(u64),
    /// Eight bytes.
    Fixed64([u8; 8]),
    /// Text, bytes, or a message.
    Bytes(&'a [u8]),
    /// Four bytes.
    Fixed32([u8; 4]),
}

impl Value<'_> {
    /// Decodes a signed number whose sign is in its lowest bit (zigzag).
    pub(super) fn zigzag(self) -> Option<i64> {
        let Self::Varint(folded) = self else {
            return None;
        };
        let half = i64::try_from(folded >> 1).ok()?;
        Some(if folded & 1 == 0 { half } else { -half - 1 })
    }

    /// Returns an unsigned number.
    pub(super) fn number(self) -> Option<u64> {
        match self {
            Self::Varint(number) => Some(number),
            _ => None,
        }
    }

    /// Returns a finite single-precision number.
    pub(super) fn float(self) -> Option<f32> {
        match self {
            Self::Fixed32(bytes) => Some(f32::from_le_bytes(bytes)).filter(|n| n.is_finite()),
            _ => None,
        }
    }

    /// Returns a finite double-precision number.
    pub(super) fn double(self) -> Option<f64> {
        match self {
            Self::Fixed64(bytes) => Some(f64::from_le_bytes(bytes)).filter(|n| n.is_finite()),
            _ => None,
        }
    }
}

impl<'a> Value<'a> {
    /// Returns a text.
    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Self::Bytes(bytes) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }
}

/// Returns the fields of a message in order; `None` if it is invalid or truncated. A truncated
/// message is rejected as a whole: a missing field could invalidate the price.
pub(super) fn fields(mut rest: &[u8]) -> Option<Vec<(u64, Value<'_>)>> {
    let mut fields = Vec::new();
    while !rest.is_empty() {
        let key = varint(&mut rest)?;
        let value = match key & 7 {
            0 => Value::Varint(varint(&mut rest)?),
            1 => Value::Fixed64(split_off(&mut rest, 8)?.try_into().ok()?),
            2 => {
                let length = usize::try_from(varint(&mut rest)?).ok()?;
                Value::Bytes(split_off(&mut rest, length)?)
            }
            5 => Value::Fixed32(split_off(&mut rest, 4)?.try_into().ok()?),
            _ => return None,
        };
        fields.push((key >> 3, value));
    }
    Some(fields)
}

fn split_off<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = *split_off(rest, 1)?.first()?;
        let bits = u64::from(byte & 0x7f);
        // The tenth byte has only one bit left.
        if shift == 63 && bits > 1 {
            return None;
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wire_type_is_read() {
        let message = [
            &[0x0a, 2, b'H', b'i'][..],
            &[0x18, 0xac, 0x02],
            &[0x15, 0, 0, 0x20, 0x40],
            &[0x89, 0x02, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f],
        ]
        .concat();
        let fields = fields(&message).unwrap();
        assert_eq!(fields[0].1.text(), Some("Hi"));
        assert_eq!(
            (fields[1].0, fields[1].1.number(), fields[1].1.zigzag()),
            (3, Some(300), Some(150))
        );
        assert_eq!(fields[2].1.float(), Some(2.5));
        assert_eq!((fields[3].0, fields[3].1.double()), (33, Some(1.5)));
        assert_eq!(fields[2].1.text(), None, "a number is not read as text");
    }

    #[test]
    fn zigzag_integers_are_decoded() {
        let zigzag = |number| Value::Varint(number).zigzag();
        assert_eq!(
            [0, 1, 2, 3, u64::MAX - 1, u64::MAX].map(zigzag),
            [0, -1, 1, -2, i64::MAX, i64::MIN].map(Some)
        );
    }

    #[test]
    fn a_message_truncated_within_a_field_is_invalid() {
        let message = [0x0a, 2, b'H', b'i', 0x15, 0, 0, 0x20, 0x40];
        for length in 0..=message.len() {
            let is_whole = [0, 4, message.len()].contains(&length);
            assert_eq!(fields(&message[..length]).is_some(), is_whole, "{length}");
        }
    }

    #[test]
    fn other_bytes_are_not_a_message() {
        for garbage in [
            &[0xff; 12][..],
            &[0x0b, 1],
            &[
                0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1,
            ],
            b"<html>Attention",
        ] {
            assert_eq!(fields(garbage), None, "{garbage:?}");
        }
    }
}
