//! A batch of frames for one write to a reader. For readers to which each message costs more than its bytes, it combines the
//! frames of several tickers into one: a browser dispatches every message to the page separately.

/// Start of the text of a ticker frame; the ticker and a closing brace follow.
pub const TICKER_PREFIX: &[u8] = br#"{"type":"ticker_update","data":"#;
const TICKER_SUFFIX: &[u8] = b"}";
/// Start of the text of a combined frame; comma-separated tickers follow.
const TICKERS_PREFIX: &[u8] = br#"{"type":"ticker_updates","data":["#;
const TICKERS_SUFFIX: &[u8] = b"]}";
/// Maximum size of a combined frame, exceeded by at most one ticker. A larger frame would be outdated before a slow client has
/// read it. The limit also keeps the length within the two bytes reserved for it in the header.
const MAX_COMBINED_BYTES: usize = 16 * 1_024;
/// Header of a final text frame with a two-byte length (RFC 6455, section 5.2).
const COMBINED_HEADER: [u8; 4] = [0x81, 126, 0, 0];

/// An unfinished combined frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct CombinedFrame {
    /// Offset of the frame in the bytes of the batch.
    begin: usize,
    /// Index of its first ticker in the batch.
    first: usize,
}

/// Returns the ticker in a whole frame that starts with [`TICKER_PREFIX`]; `None` for other frames and for tickers too long to
/// combine.
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

/// Frames for one write to a reader.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) bytes: Vec<u8>,
    pub(super) frames: usize,
    /// Length of the leading broadcast frames, which cannot be fetched from the hub again.
    pub(super) unique: usize,
    /// The tickers of the following frames, each with the end of its frame in `bytes`.
    pub(super) tickers: Vec<(usize, usize)>,
    /// The combined frame under construction.
    combined: Option<CombinedFrame>,
}

impl Batch {
    /// Capacity kept for the next batch.
    const RETAINED_BYTES: usize = 64 * 1_024;

    /// Returns whole frames, one after the other.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of frames.
    pub fn frames(&self) -> usize {
        self.frames
    }

    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(Self::RETAINED_BYTES);
        self.tickers.clear();
        (self.frames, self.unique) = (0, 0);
    }

    /// Appends a ticker to the current combined frame, starting one if necessary.
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
        // The end of the frame is filled in by `end_combined`.
        self.tickers.push((index, usize::MAX));
        if self.bytes.len() - combined.begin > MAX_COMBINED_BYTES {
            self.end_combined();
        }
    }

    /// Finishes the current combined frame, if any.
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
    fn ticker_in_accepts_frames_of_any_length_and_rejects_other_messages() {
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
