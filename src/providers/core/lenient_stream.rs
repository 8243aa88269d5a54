//! Lenient JSON parsing of large documents while they are read. Values that are not needed are skipped without being held
//! in memory, and so is a value of an unexpected type.

use std::{fmt, io::BufRead};

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::{providers::core::client::streamed::ResponseReader, source::SourceError};

/// Parses a document with `seed`. Errors describe common other contents, such as a web page.
pub(crate) fn json<'de, T: DeserializeSeed<'de>>(
    reader: &mut ResponseReader,
    seed: T,
) -> Result<T::Value, SourceError> {
    // A byte order mark or white space may precede the document.
    let start = loop {
        let unreadable = |error: std::io::Error| SourceError::InvalidResponse(error.to_string());
        let buffer = reader.fill_buf().map_err(unreadable)?;
        let Some(first) = buffer.first().copied() else {
            return Err(SourceError::InvalidResponse(
                "the response is empty".to_owned(),
            ));
        };
        if first.is_ascii_whitespace() || matches!(first, 0xef | 0xbb | 0xbf) {
            reader.consume(1);
        } else {
            break first;
        }
    };
    if start == b'<' {
        return Err(SourceError::InvalidResponse(
            "got a web page instead of data".to_owned(),
        ));
    }
    let mut deserializer = serde_json::Deserializer::from_reader(reader);
    let value = seed.deserialize(&mut deserializer);
    value
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| {
            SourceError::InvalidResponse(if error.is_eof() || error.is_io() {
                "the response is truncated".to_owned()
            } else {
                error.to_string()
            })
        })
}

/// Reads the fields of an object one by one.
pub(crate) trait ReadFields {
    /// Reads the value of the field `name` from `fields`, or skips it with [`skip`].
    fn read_field<'de, A: MapAccess<'de>>(
        &mut self,
        name: &str,
        fields: &mut A,
    ) -> Result<(), A::Error>;
}

/// Skips the value of a field.
pub(crate) fn skip<'de, A: MapAccess<'de>>(fields: &mut A) -> Result<(), A::Error> {
    fields.next_value::<IgnoredAny>().map(|_| ())
}

/// Deserializes an object with a [`ReadFields`]; a value of another type has no fields.
pub(crate) struct Fields<'a, R>(pub(crate) &'a mut R);

impl<'de, R: ReadFields> DeserializeSeed<'de> for Fields<'_, R> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Implements the methods of [`Visitor`] for values that are ignored.
macro_rules! ignore_scalars {
    () => {
        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("any value")
        }

        fn visit_bool<E>(self, _: bool) -> Result<(), E> {
            Ok(())
        }

        fn visit_i64<E>(self, _: i64) -> Result<(), E> {
            Ok(())
        }

        fn visit_u64<E>(self, _: u64) -> Result<(), E> {
            Ok(())
        }

        fn visit_f64<E>(self, _: f64) -> Result<(), E> {
            Ok(())
        }

        fn visit_str<E>(self, _: &str) -> Result<(), E> {
            Ok(())
        }

        fn visit_unit<E>(self) -> Result<(), E> {
            Ok(())
        }
    };
}

impl<'de, R: ReadFields> Visitor<'de> for Fields<'_, R> {
    type Value = ();

    ignore_scalars!();

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            self.0.read_field(&name, &mut fields)?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }
}

/// Deserializes a list item by item; a value of another type has no items.
pub(crate) struct Items<F>(pub(crate) F);

impl<'de, F: FnMut(serde_json::Value)> DeserializeSeed<'de> for Items<F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, F: FnMut(serde_json::Value)> Visitor<'de> for Items<F> {
    type Value = ();

    ignore_scalars!();

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while fields.next_key::<IgnoredAny>()?.is_some() {
            skip(&mut fields)?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element()? {
            (self.0)(item);
        }
        Ok(())
    }
}

/// Reads a field's value; a value of another type becomes the default.
pub(crate) fn value_or_default<'de, A, T>(fields: &mut A) -> Result<T, A::Error>
where
    A: MapAccess<'de>,
    T: serde::de::DeserializeOwned + Default,
{
    let value: serde_json::Value = fields.next_value()?;
    Ok(T::deserialize(value).unwrap_or_default())
}
