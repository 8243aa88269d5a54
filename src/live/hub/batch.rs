//! What is written to a reader at once: frames one after the other, or those of several tickers as one, for readers to whom each
//! message costs more than its bytes. A browser hands every one to its page by itself.

/// How the text of a ticker's frame begins; the ticker follows, and a brace.
pub const TICKER_PREFIX: &[u8] = br#"{"type":"ticker_update","data":"#;
const TICKER_SUFFIX: &[u8] = b"}";
/// How that of several begins; the tickers follow with commas between them.
const TICKERS_PREFIX: &[u8] = br#"{"type":"ticker_updates","data":["#;
const TICKERS_SUFFIX: &[u8] = b"]}";
/// So many bytes, or one ticker more, are in a message: who takes it slowly has little left to read that is true no longer. With
/// it no message needs more than the two bytes of length that there is room for.
const MAX_COMBINED_BYTES: usize = 16 * 1_024;
/// The head of a final text frame with two bytes of length (RFC 6455, section 5.2).
const COMBINED_HEADER: [u8; 4] = [0x81, 126, 0, 0];

/// A frame of several tickers that has not ended.
#[derive(Debug, Clone, Copy)]
pub(super) struct CombinedFrame {
    /// Where it begins in the bytes of its batch.
    begin: usize,
    /// Its first ticker among those of the batch.
    first: usize,
}

/// The ticker in a whole frame as [`TICKER_PREFIX`] says; `None` in any other frame, and in one that is too long to be combined.
pub(super) fn ticker_in(frame: &[u8]) -> Option<&[u8]> {
    let head = match frame.get(1)? & 0x7f {
        126 => 4,
        127 => 10,
        _ => 2,
    };
    let text = frame.get(head..)?.strip_prefix(TICKER_PREFIX)?;
    text.strip_suffix(TICKER_SUFFIX)
        .filter(|ticker| ticker.len() <= MAX_COMBINED_BYTES)
}

/// What is written to a reader at once.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) bytes: Vec<u8>,
    pub(super) frames: usize,
    /// Length of the frames that come first, which cannot be had again.
    pub(super) unique: usize,
    /// Which tickers' frames follow, and where in `bytes` each ends.
    pub(super) tickers: Vec<(usize, usize)>,
    /// The frame of several tickers that is being made.
    combined: Option<CombinedFrame>,
}

impl Batch {
    /// Room that is kept for the next batch.
    const RETAINED_BYTES: usize = 64 * 1_024;

    /// Whole frames, one after the other.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many there are.
    pub fn frames(&self) -> usize {
        self.frames
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(Self::RETAINED_BYTES);
        self.tickers.clear();
        (self.frames, self.unique) = (0, 0);
    }

    /// Adds a ticker to the frame that combines those before it.
    pub(super) fn combine(&mut self, index: usize, ticker: &[u8]) {
        let combined = if let Some(combined) = self.combined {
            self.bytes.push(b',');
            combined
        } else {
            let (begin, first) = (self.bytes.len(), self.tickers.len());
            self.bytes.extend_from_slice(&COMBINED_HEADER);
            self.bytes.extend_from_slice(TICKERS_PREFIX);
            *self.combined.insert(CombinedFrame { begin, first })
        };
        self.bytes.extend_from_slice(ticker);
        // Where its frame ends is known when that does.
        self.tickers.push((index, usize::MAX));
        if self.bytes.len() - combined.begin > MAX_COMBINED_BYTES {
            self.end_combined();
        }
    }

    /// Ends the frame that combines what came last, if there is one.
    pub(super) fn end_combined(&mut self) {
        let Some(CombinedFrame { begin, first }) = self.combined.take() else {
            return;
        };
        self.bytes.extend_from_slice(TICKERS_SUFFIX);
        let length =
            u16::try_from(self.bytes.len() - begin - COMBINED_HEADER.len()).unwrap_or(u16::MAX);
        self.bytes[begin + 2..begin + COMBINED_HEADER.len()].copy_from_slice(&length.to_be_bytes());
        let end = self.bytes.len();
        for (_, ends) in &mut self.tickers[first..] {
            *ends = end;
        }
        self.frames += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticker_is_found_in_frames_of_any_length_and_in_no_other_message() {
        let text = br#"{"type":"ticker_update","data":{"id":1}}"#;
        for head in [
            &[0x81, 40][..],
            &[0x81, 126, 0, 40],
            &[0x81, 127, 0, 0, 0, 0, 0, 0, 0, 40],
        ] {
            let frame = [head, text].concat();
            assert_eq!(ticker_in(&frame), Some(&br#"{"id":1}"#[..]));
        }
        assert_eq!(ticker_in(b"\x81\x0f{\"type\":\"pong\"}"), None);
        assert_eq!(ticker_in(b"\x81"), None);
        assert_eq!(ticker_in(b""), None);
    }
}
