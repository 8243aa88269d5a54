//! Reads a JSON list item by item, so that a list of a million rows is never completely in memory.

use std::io::{BufReader, Bytes, Read};

use serde_json::Value;

use super::{
    decode::unreadable,
    error::{LineError, at},
};

/// Maximum size of one item, in bytes.
const MAX_ITEM_BYTES: usize = 8 << 20;

/// An item, preceded by the byte position after the item.
pub(in crate::import) type Item = (u64, Value);

/// Iterator over the items of a JSON list.
pub(in crate::import) struct Items<R> {
    bytes: Bytes<BufReader<R>>,
    line: u64,
    position: u64,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Before,
    /// After the opening bracket.
    First,
    /// After a comma.
    Next,
    Ended,
}

/// The character that ended an item.
enum End {
    Comma,
    Bracket,
}

impl<R: Read> Items<R> {
    pub(in crate::import) fn of(text: R) -> Self {
        Self {
            bytes: BufReader::with_capacity(64 * 1_024, text).bytes(),
            line: 1,
            position: 0,
            state: State::Before,
        }
    }

    fn byte(&mut self) -> Result<Option<u8>, LineError> {
        let byte = self.bytes.next().transpose();
        let byte = byte.map_err(|error| unreadable(&error))?;
        self.position += u64::from(byte.is_some());
        self.line += u64::from(byte == Some(b'\n'));
        Ok(byte)
    }

    fn invalid_json(&self, reason: impl std::fmt::Display) -> LineError {
        at(self.line, format!("invalid JSON: {reason}"))
    }

    fn next_item(&mut self) -> Result<Option<Item>, LineError> {
        if self.state == State::Before {
            loop {
                match self.byte()? {
                    Some(b'[') => break,
                    Some(byte) if is_space(byte) => {}
                    _ => return Err(self.invalid_json("expected a list")),
                }
            }
            self.state = State::First;
        }
        if self.state == State::Ended {
            return Ok(None);
        }
        let first_line = self.line;
        let (item, end) = self.raw_item()?;
        let is_blank = item.iter().copied().all(is_space);
        let is_first = self.state == State::First;
        self.state = match end {
            End::Comma => State::Next,
            End::Bracket => {
                self.check_end()?;
                State::Ended
            }
        };
        if is_blank && is_first && self.state == State::Ended {
            return Ok(None);
        }
        let value = serde_json::from_slice(&item).map_err(|error| {
            let line = first_line + (error.line() as u64).saturating_sub(1);
            at(line, format!("invalid JSON: {error}"))
        })?;
        Ok(Some((self.position, value)))
    }

    /// Returns the bytes of the next item, up to the comma or bracket that ends it.
    fn raw_item(&mut self) -> Result<(Vec<u8>, End), LineError> {
        let mut item = Vec::new();
        let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
        loop {
            let Some(byte) = self.byte()? else {
                return Err(self.invalid_json("the list is not closed"));
            };
            if is_text {
                is_text = is_escaped || byte != b'"';
                is_escaped = byte == b'\\' && !is_escaped;
            } else {
                match byte {
                    b'"' => is_text = true,
                    b'[' | b'{' => depth += 1,
                    b']' if depth == 0 => return Ok((item, End::Bracket)),
                    b',' if depth == 0 => return Ok((item, End::Comma)),
                    b']' | b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
            item.push(byte);
            if item.len() > MAX_ITEM_BYTES {
                return Err(self.invalid_json("an item is larger than 8 MB"));
            }
        }
    }

    /// Checks that nothing follows the list.
    fn check_end(&mut self) -> Result<(), LineError> {
        while let Some(byte) = self.byte()? {
            if !is_space(byte) {
                return Err(self.invalid_json("unexpected data after the list"));
            }
        }
        Ok(())
    }
}

/// Returns true for JSON white space.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

impl<R: Read> Iterator for Items<R> {
    type Item = Result<Item, LineError>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.next_item().transpose();
        if matches!(item, Some(Err(_))) {
            self.state = State::Ended;
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    fn read(text: &str) -> Result<Vec<Value>, LineError> {
        Items::of(text.as_bytes())
            .map(|item| item.map(|(_, value)| value))
            .collect()
    }

    #[test]
    fn lists_are_read_as_by_a_full_json_parser() {
        for text in [
            "[]",
            " [ ] \n",
            "[1]",
            r#"[ {"a": "x],[\"\\"}, [1, [2, 3]], "],", null , -1.5e3 ]"#,
            "[\n{\"a\":1},\n{\"a\":{\"b\":[1]}}\n]\n",
        ] {
            let expected: Vec<Value> = serde_json::from_str(text).unwrap();
            assert_eq!(read(text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn an_incomplete_list_is_rejected_with_its_line() {
        for (text, line) in [
            ("", 1),
            ("{}", 1),
            ("[1,\n2", 2),
            ("[1,]", 1),
            ("[,]", 1),
            ("[1] x", 1),
            ("[1,\n\n{\"a\":}]", 3),
            ("[1}]", 1),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(error.line, line, "{text}: {error}");
        }
    }

    #[test]
    fn invalid_lists_are_accepted_or_rejected_as_by_a_full_json_parser() {
        let samples =
            [&br#"[{"symbol":"HBR","close":1.5,"tags":["a","b"],"x":null}, [1,2,"3"]]"#[..]];
        fuzz("import-items", &samples, |body| {
            let Ok(text) = std::str::from_utf8(body) else {
                return;
            };
            let expected = serde_json::from_str::<Vec<Value>>(text);
            assert_eq!(read(text).ok(), expected.ok(), "{text}");
        });
    }
}
