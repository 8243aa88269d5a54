//! Decoding of files to text. Detects the encoding.

use std::io::{self, BufRead, BufReader, Read};

use encoding_rs::{
    BIG5, CoderResult, Decoder, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1251, WINDOWS_1252,
};

use super::error::{LineError, at};
use crate::import::input::Input;

/// Number of bytes at the beginning of a file that are used to detect its format.
const BEGINNING_BYTES: u64 = 64 * 1_024;
/// Number of bytes that are decoded at once.
const CHUNK_BYTES: usize = 64 * 1_024;
/// The end-of-file character of DOS.
const DOS_END_OF_FILE: u8 = 0x1a;
/// Legacy encodings with their names and the words by which a price file in this encoding is
/// recognized.
const LEGACY_ENCODINGS: [(&str, &Encoding, &[&str]); 5] = [
    ("Shift-JIS", SHIFT_JIS, &["終値", "日付", "始値", "高値"]),
    ("EUC-KR", EUC_KR, &["종가", "일자", "날짜", "시가"]),
    ("GBK", GBK, &["日期", "收盘", "开盘", "收盘价"]),
    ("Big5", BIG5, &["日期", "收盤", "開盤"]),
    (
        "Windows-1251",
        WINDOWS_1251,
        &["Дата", "Цена", "Закр", "<ДАТА>"],
    ),
];
/// Maximum number of characters of such a word in one chunk if the next chunk contains its end.
const MAX_SPLIT_WORD_CHARS: usize = 5;

/// The text of a file. It is decoded again each time it is read.
#[derive(Debug)]
pub(in crate::import) struct Text {
    input: Input,
    encoding: &'static Encoding,
    /// Length of the byte order mark in bytes.
    start: u64,
}

/// Detects the encoding of a file, which is UTF-8 unless the bytes contradict it. Also returns a
/// note if the encoding was guessed.
pub(in crate::import) fn decode(input: Input) -> Result<(Text, Option<String>), LineError> {
    let mut beginning = Vec::new();
    let result = input
        .reader(0)
        .take(BEGINNING_BYTES)
        .read_to_end(&mut beginning);
    result.map_err(|error| unreadable(&error))?;
    if let Some(reason) = binary_format_error(&beginning) {
        return Err(at(0, reason));
    }
    let byte_order_mark = Encoding::for_bom(&beginning);
    let detected = byte_order_mark.map(|(encoding, _)| encoding);
    let detected = detected.or_else(|| utf_16_without_mark(&beginning));
    let mut text = Text {
        input,
        encoding: detected.unwrap_or(UTF_8),
        start: byte_order_mark.map_or(0, |(_, length)| length as u64),
    };
    let mut scan = text.scan(&[])?;
    let mut note = None;
    if scan.is_invalid {
        if let Some(encoding) = detected {
            return Err(at(0, format!("the file is not valid {}", encoding.name())));
        }
        let (name, legacy_scan) = text.select_legacy_encoding()?;
        scan = legacy_scan;
        note = Some(format!("the file is not UTF-8; decoded as {name}"));
    }
    if let Some(line) = scan.control_character_line {
        return Err(at(line, "the file is not text"));
    }
    if is_web_page(&text.beginning()) {
        return Err(at(
            1,
            "this is a web page, not a file of prices; the site may want you to sign in first, or has a button that downloads the file",
        ));
    }
    Ok((text, note))
}

/// Returns the text after leading directive lines.
pub(super) fn skip_leading_directives(text: &str) -> &str {
    let mut rest = text.as_bytes();
    // Reading from memory always succeeds.
    let _ = skip_directives(&mut rest);
    text.get(text.len() - rest.len()..).unwrap_or_default()
}

/// Skips a byte order mark, white space, and lines that start with `#`.
fn skip_directives(text: &mut impl BufRead) -> io::Result<()> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    loop {
        let next = text.fill_buf()?;
        match next.first() {
            Some(b'#') => {
                text.skip_until(b'\n')?;
            }
            Some(byte) if byte.is_ascii_whitespace() || MARK.contains(byte) => text.consume(1),
            _ => return Ok(()),
        }
    }
}

/// Creates the error for a file that cannot be read.
pub(super) fn unreadable(error: &io::Error) -> LineError {
    at(0, format!("the file cannot be read: {error}"))
}

/// The result of scanning a whole text.
#[derive(Default)]
struct TextScan {
    /// True if some bytes are invalid in the encoding.
    is_invalid: bool,
    /// True if the text contains one of the words that were searched.
    has_word: bool,
    /// Line of the first control character, which shows that the file is binary.
    control_character_line: Option<u64>,
    lines: u64,
}

impl Text {
    /// Returns a reader of the text as UTF-8. Every line, including the last one, ends with a line
    /// feed.
    pub(in crate::import) fn reader(&self) -> TextReader<'_> {
        TextReader {
            chunks: self.chunks(),
            text: String::new(),
            out: Vec::new(),
            position: 0,
            is_after_return: false,
            last_byte: b'\n',
            is_at_end: false,
        }
    }

    /// Returns a reader that starts after leading directive lines.
    pub(super) fn json_reader(&self) -> Result<impl Read + '_, LineError> {
        let mut reader = BufReader::new(self.reader());
        let result = skip_directives(&mut reader);
        result.map_err(|error| unreadable(&error))?;
        Ok(reader)
    }

    /// Returns the beginning of the text.
    pub(in crate::import) fn beginning(&self) -> String {
        let mut text = Vec::new();
        // Errors are ignored here and reported when the whole text is read.
        let _ = self.reader().take(BEGINNING_BYTES).read_to_end(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Returns the size of the file in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.input.len()
    }

    fn chunks(&self) -> Chunks<'_> {
        Chunks {
            input: self.input.reader(self.start),
            decoder: self.encoding.new_decoder_without_bom_handling(),
            raw: Vec::new(),
            is_last_chunk: false,
        }
    }

    /// Selects the first legacy encoding in which the text is valid and contains a word of a price
    /// file, or Windows-1252 if there is no such encoding. Returns the name of the encoding and the
    /// scan.
    fn select_legacy_encoding(&mut self) -> Result<(&'static str, TextScan), LineError> {
        for (name, encoding, words) in LEGACY_ENCODINGS {
            self.encoding = encoding;
            let scan = self.scan(words)?;
            if !scan.is_invalid && scan.has_word {
                return Ok((name, scan));
            }
        }
        self.encoding = WINDOWS_1252;
        Ok(("Windows-1252", self.scan(&[])?))
    }

    fn scan(&self, words: &[&str]) -> Result<TextScan, LineError> {
        self.scan_chunks(words).map_err(|error| unreadable(&error))
    }

    fn scan_chunks(&self, words: &[&str]) -> io::Result<TextScan> {
        let mut scan = TextScan::default();
        let mut chunks = self.chunks();
        let mut text = String::new();
        let mut searched = String::new();
        while chunks.next(&mut text, &mut scan.is_invalid)? {
            if scan.is_invalid && self.encoding != WINDOWS_1252 {
                break;
            }
            let is_binary = |c: char| c.is_control() && !c.is_ascii_whitespace() && c != '\u{1a}';
            let end = text.find('\u{1a}').unwrap_or(text.len());
            if scan.control_character_line.is_none()
                && let Some(position) = text[..end].find(is_binary)
            {
                scan.control_character_line =
                    Some(scan.lines + text[..position].matches('\n').count() as u64 + 1);
            }
            scan.lines += text[..end].matches('\n').count() as u64;
            if !words.is_empty() && !scan.has_word {
                // A word may span two chunks, so the last characters are kept.
                searched.push_str(&text);
                scan.has_word = words.iter().any(|word| searched.contains(word));
                let mut cuts = searched.char_indices().rev().map(|(at, _)| at);
                let cut = cuts.nth(MAX_SPLIT_WORD_CHARS - 1).unwrap_or(0);
                searched.drain(..cut);
            }
            if end < text.len() {
                break;
            }
        }
        Ok(scan)
    }
}

/// Decodes a text chunk by chunk.
struct Chunks<'a> {
    input: Box<dyn Read + 'a>,
    decoder: Decoder,
    raw: Vec<u8>,
    is_last_chunk: bool,
}

impl Chunks<'_> {
    /// Replaces `text` with the next chunk. Returns false at the end. Sets `is_invalid` if bytes were invalid.
    fn next(&mut self, text: &mut String, is_invalid: &mut bool) -> io::Result<bool> {
        text.clear();
        if self.is_last_chunk {
            return Ok(false);
        }
        self.raw.clear();
        let read = self
            .input
            .by_ref()
            .take(CHUNK_BYTES as u64)
            .read_to_end(&mut self.raw)?;
        self.is_last_chunk = read < CHUNK_BYTES;
        let buffer_length = self.decoder.max_utf8_buffer_length(self.raw.len());
        text.reserve(buffer_length.unwrap_or(CHUNK_BYTES * 3));
        let (result, _, had_errors) =
            self.decoder
                .decode_to_string(&self.raw, text, self.is_last_chunk);
        debug_assert!(matches!(result, CoderResult::InputEmpty));
        *is_invalid |= had_errors;
        Ok(true)
    }
}

/// A reader of a text that replaces all line ends with line feeds.
pub(in crate::import) struct TextReader<'a> {
    chunks: Chunks<'a>,
    text: String,
    out: Vec<u8>,
    position: usize,
    /// True if the previous byte was a carriage return, which may be followed by a line feed.
    is_after_return: bool,
    last_byte: u8,
    is_at_end: bool,
}

impl TextReader<'_> {
    fn fill(&mut self) -> io::Result<()> {
        self.out.clear();
        self.position = 0;
        self.is_at_end = !self.chunks.next(&mut self.text, &mut false)?;
        for byte in self.text.bytes() {
            if byte == DOS_END_OF_FILE {
                self.is_at_end = true;
                break;
            }
            if self.is_after_return {
                self.is_after_return = false;
                self.out.push(b'\n');
                if byte == b'\n' {
                    continue;
                }
            }
            if byte == b'\r' {
                self.is_after_return = true;
            } else {
                self.out.push(byte);
            }
        }
        self.last_byte = self.out.last().copied().unwrap_or(self.last_byte);
        if self.is_at_end && (self.is_after_return || self.last_byte != b'\n') {
            // The last line also ends with a line feed.
            self.out.push(b'\n');
        }
        Ok(())
    }
}

impl Read for TextReader<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.position == self.out.len() && !self.is_at_end {
            self.fill()?;
        }
        let available = &self.out[self.position..];
        let count = available.len().min(to.len());
        to[..count].copy_from_slice(&available[..count]);
        self.position += count;
        Ok(count)
    }
}

fn is_web_page(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(2_000).collect();
    let start = start.to_ascii_lowercase();
    let tags = [
        "<!doctype",
        "<html",
        "<head",
        "<body",
        "<table",
        "<?xml",
        "<div",
        "<script",
    ];
    start.starts_with('<') && tags.iter().any(|tag| start.contains(tag))
}

/// Detects UTF-16 without a byte order mark by the zero bytes of ASCII characters.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let pairs = bytes.chunks_exact(2).take(100);
    let count = pairs.len();
    let zeros = |index: usize| pairs.clone().filter(|pair| pair[index] == 0).count();
    let are_most = |zeros: usize| count >= 4 && zeros * 10 >= count * 9;
    match (are_most(zeros(0)), are_most(zeros(1))) {
        (false, true) => Some(UTF_16LE),
        (true, false) => Some(UTF_16BE),
        _ => None,
    }
}

/// Returns an error message if a file starts like one in a known binary format.
fn binary_format_error(bytes: &[u8]) -> Option<&'static str> {
    const FORMATS: [(&[u8], &str); 7] = [
        (
            b"PK\x03\x04",
            "the file is a spreadsheet or a ZIP archive; save the table as CSV, or unpack it first",
        ),
        (
            b"\xd0\xcf\x11\xe0",
            "the file is an Excel spreadsheet; save the table as CSV",
        ),
        (b"\x1f\x8b", "the file is compressed; unpack it first"),
        (
            b"\x28\xb5\x2f\xfd",
            "the file is compressed; unpack it first",
        ),
        (b"BZh", "the file is compressed; unpack it first"),
        (b"%PDF", "the file is a PDF; save the table as CSV"),
        (b"PAR1", "the file is a Parquet file; save the table as CSV"),
    ];
    let format = FORMATS.iter().find(|(start, _)| bytes.starts_with(start));
    format.map(|(_, message)| *message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<(String, Option<String>), String> {
        let (text, note) = decode(bytes.to_vec().into()).map_err(|error| error.to_string())?;
        let mut content = String::new();
        let result = text.reader().read_to_string(&mut content);
        result.map_err(|error| error.to_string())?;
        Ok((content, note))
    }

    #[test]
    fn other_encodings_are_read_and_reported() {
        let text = "Datum;Eröffnung\n";
        let utf_16 = |order: fn(u16) -> [u8; 2], mark: bool| -> Vec<u8> {
            let mark = mark.then_some(0xfeff);
            mark.into_iter()
                .chain(text.encode_utf16())
                .flat_map(order)
                .collect()
        };
        for bytes in [
            utf_16(u16::to_le_bytes, true),
            utf_16(u16::to_be_bytes, true),
            utf_16(u16::to_le_bytes, false),
            utf_16(u16::to_be_bytes, false),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        ] {
            assert_eq!(read(&bytes), Ok((text.to_owned(), None)));
        }
        let (latin, note) = read(b"Datum;Er\xf6ffnung\n").unwrap();
        assert_eq!(latin, text);
        assert!(note.unwrap().contains("Windows-1252"));
        let (japanese, note) = read(b"\x93\xfa\x95\x74,\x8fI\x92l\n").unwrap();
        assert_eq!(japanese, "日付,終値\n");
        assert!(note.unwrap().contains("Shift-JIS"));
        assert_eq!(read(b"a,b\rc,d\r"), Ok(("a,b\nc,d\n".to_owned(), None)));
        assert_eq!(
            read(b"a,b\r\nc,d\r\n\x1arest"),
            Ok(("a,b\nc,d\n".to_owned(), None))
        );
    }

    #[test]
    fn characters_and_words_across_chunk_borders_are_decoded() {
        for offset in 0..4 {
            let text = format!(
                "{}{}\n",
                "x".repeat(offset),
                "Eröffnung,終値,€\r\n".repeat(20_000)
            );
            let plain = text.replace('\r', "");
            assert_eq!(read(text.as_bytes()), Ok((plain.clone(), None)));
            let utf_16: Vec<u8> = std::iter::once(0xfeff)
                .chain(text.encode_utf16())
                .flat_map(u16::to_le_bytes)
                .collect();
            assert_eq!(read(&utf_16), Ok((plain, None)));
            let (japanese, _, _) = SHIFT_JIS.encode("日付,終値\n");
            let (read, note) = read(&japanese.repeat(20_000)).unwrap();
            assert_eq!(read, "日付,終値\n".repeat(20_000));
            assert!(note.unwrap().contains("Shift-JIS"));
        }
    }

    #[test]
    fn files_that_are_not_text_are_rejected() {
        for (bytes, expected) in [
            (&b"PK\x03\x04rest"[..], "spreadsheet"),
            (b"\x1f\x8b\x08", "compressed"),
            (b"  <!DOCTYPE html><html></html>", "web page"),
            (
                b"Date,Close\n\x00\x01\x02\n",
                "line 2: the file is not text",
            ),
        ] {
            let error = read(bytes).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
