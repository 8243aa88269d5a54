//! A batch of frames for one write to a subscriber. On request, the frames of several tickers are combined into one frame: a browser
//! dispatches every message to the page separately, which costs more than the bytes.

/// Start of the text of a ticker frame, before the JSON of the ticker and [`TICKER_SUFFIX`].
pub const TICKER_PREFIX: &[u8] = br#"{"type":"ticker_update","data":"#;
const TICKER_SUFFIX: &[u8] = b"}";
/// Start of the text of a combined frame, before the comma-separated JSON of the tickers and [`TICKERS_SUFFIX`].
const TICKERS_PREFIX: &[u8] = br#"{"type":"ticker_updates","data":["#;
const TICKERS_SUFFIX: &[u8] = b"]}";
/// Size in bytes at which a combined frame is finished; the last ticker may exceed it. A larger frame would be outdated before a slow
/// client has read it. The limit also ensures that the length fits into the two bytes reserved in the header.
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

/// Returns the JSON of the ticker in a whole ticker frame; `None` for other frames and for tickers that are too long to combine.
pub(super) fn ticker_json(frame: &[u8]) -> Option<&[u8]> {
    let header_len = match frame.get(1)? & 0x7f {
        126 => 4,
        127 => 10,
        _ => 2,
    };
    let text = frame.get(header_len..)?.strip_prefix(TICKER_PREFIX)?;
    text.strip_suffix(TICKER_SUFFIX)
        .filter(|ticker| ticker.len() <= MAX_COMBINED_BYTES)
}

/// Frames for one write to a subscriber.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) bytes: Vec<u8>,
    /// Number of frames.
    pub(super) frames: usize,
    /// Size in bytes of the broadcast frames at the start, which cannot be fetched from the hub again.
    pub(super) broadcast_len: usize,
    /// The index of each ticker in the following frames, with the end of its frame in `bytes`.
    pub(super) tickers: Vec<(usize, usize)>,
    /// The combined frame under construction.
    combined: Option<CombinedFrame>,
}

impl Batch {
    /// Maximum capacity in bytes that is kept for the next batch.
    const RETAINED_BYTES: usize = 64 * 1_024;

    /// Returns the frames, one after the other.
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
        (self.frames, self.broadcast_len) = (0, 0);
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
        for (_, frame_end) in &mut self.tickers[first..] {
            *frame_end = end;
        }
        self.frames += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticker_json_is_found_in_frames_of_any_length_but_not_in_other_messages() {
        let text = br#"{"type":"ticker_update","data":{"id":1}}"#;
        for header in [
            &[0x81, 40][..],
            &[0x81, 126, 0, 40],
            &[0x81, 127, 0, 0, 0, 0, 0, 0, 0, 40],
        ] {
            let frame = [header, text].concat();
            assert_eq!(ticker_json(&frame), Some(&br#"{"id":1}"#[..]));
        }
        assert_eq!(ticker_json(b"\x81\x0f{\"type\":\"pong\"}"), None);
        assert_eq!(ticker_json(b"\x81"), None);
        assert_eq!(ticker_json(b""), None);
    }
}
