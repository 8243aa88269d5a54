//! From the bytes of a file to its text, whatever it was encoded in.

use std::io::{self, BufRead, BufReader, Read};

use encoding_rs::{
    BIG5, CoderResult, Decoder, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1251, WINDOWS_1252,
};

use super::error::{LineError, at};
use crate::import::input::Input;

/// Bytes that show what a file is.
const HEAD: u64 = 64 * 1_024;
/// Bytes that are read at once.
const PIECE: usize = 64 * 1_024;
/// The end of a file, as DOS wrote it.
const DOS_END: u8 = 0x1a;
/// Encodings of old programs and exchanges, and words that a file of prices holds in each.
const LEGACY: [(&str, &Encoding, &[&str]); 5] = [
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
/// The longest of those words has one letter more.
const LONGEST_WORD_BUT_ONE: usize = 5;

/// A file as text, which is decoded anew each time that it is read.
#[derive(Debug)]
pub(in crate::import) struct Text {
    input: Input,
    encoding: &'static Encoding,
    /// Bytes of its mark.
    start: u64,
}

/// Decodes a file; UTF-8 where nothing speaks against it. The second value is a sentence about its encoding where that was assumed.
pub(in crate::import) fn decode(input: Input) -> Result<(Text, Option<String>), LineError> {
    let mut head = Vec::new();
    let read = input.reader(0).take(HEAD).read_to_end(&mut head);
    read.map_err(|error| unreadable(&error))?;
    if let Some(what) = other_kind(&head) {
        return Err(at(0, what));
    }
    let mark = Encoding::for_bom(&head);
    let known = mark.map(|(encoding, _)| encoding);
    let known = known.or_else(|| utf_16_without_mark(&head));
    let mut text = Text {
        input,
        encoding: known.unwrap_or(UTF_8),
        start: mark.map_or(0, |(_, length)| length as u64),
    };
    let mut look = text.look(&[])?;
    let mut note = None;
    if look.is_broken {
        if let Some(encoding) = known {
            return Err(at(0, format!("the file is not whole {}", encoding.name())));
        }
        let (name, seen) = text.decode_legacy()?;
        look = seen;
        note = Some(format!("it is not UTF-8, and was read as {name}"));
    }
    if let Some(line) = look.binary {
        return Err(at(line, "the file is not text"));
    }
    if is_web_page(&text.head()) {
        return Err(at(
            1,
            "this is a web page, not a file of prices; the site may want you to sign in first, or has a button that downloads the file",
        ));
    }
    Ok((text, note))
}

/// The beginning of a text behind the first lines that say something about the file.
pub(super) fn behind_directives(head: &str) -> &str {
    let mut rest = head.as_bytes();
    // Nothing fails in memory.
    let _ = pass_directives(&mut rest);
    head.get(head.len() - rest.len()..).unwrap_or_default()
}

/// Reads over a mark of the byte order, spaces, and lines that begin with `#`.
fn pass_directives(text: &mut impl BufRead) -> io::Result<()> {
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

/// Why a file cannot be read on.
pub(super) fn unreadable(error: &io::Error) -> LineError {
    at(0, format!("the file cannot be read: {error}"))
}

/// What a whole text shows.
#[derive(Default)]
struct Look {
    /// Bytes stand in it that are none of its encoding.
    is_broken: bool,
    /// One of the words that are looked for stands in it.
    has_word: bool,
    /// The line of the first sign that stands in no text.
    binary: Option<u64>,
    lines: u64,
}

impl Text {
    /// The text as UTF-8, every line ended by a line feed alone.
    pub(in crate::import) fn reader(&self) -> TextReader<'_> {
        TextReader {
            pieces: self.pieces(),
            text: String::new(),
            out: Vec::new(),
            place: 0,
            is_after_return: false,
            last: b'\n',
            is_at_end: false,
        }
    }

    /// The text behind the first lines that say something about the file.
    pub(super) fn json_reader(&self) -> Result<impl Read + '_, LineError> {
        let mut reader = BufReader::new(self.reader());
        let passed = pass_directives(&mut reader);
        passed.map_err(|error| unreadable(&error))?;
        Ok(reader)
    }

    /// Its beginning.
    pub(in crate::import) fn head(&self) -> String {
        let mut head = Vec::new();
        // What cannot be read is told by whoever reads all of it.
        let _ = self.reader().take(HEAD).read_to_end(&mut head);
        String::from_utf8_lossy(&head).into_owned()
    }

    /// Bytes of the file.
    pub(super) fn bytes(&self) -> u64 {
        self.input.len()
    }

    fn pieces(&self) -> Pieces<'_> {
        Pieces {
            input: self.input.reader(self.start),
            decoder: self.encoding.new_decoder_without_bom_handling(),
            raw: Vec::new(),
            is_last: false,
        }
    }

    /// Takes the encoding in which all of the text can be, and in which it holds a word of a file of prices; Windows-1252
    /// where there is none. Returns its name and what the text shows in it.
    fn decode_legacy(&mut self) -> Result<(&'static str, Look), LineError> {
        for (name, encoding, words) in LEGACY {
            self.encoding = encoding;
            let look = self.look(words)?;
            if !look.is_broken && look.has_word {
                return Ok((name, look));
            }
        }
        self.encoding = WINDOWS_1252;
        Ok(("Windows-1252", self.look(&[])?))
    }

    fn look(&self, words: &[&str]) -> Result<Look, LineError> {
        self.read_through(words).map_err(|error| unreadable(&error))
    }

    fn read_through(&self, words: &[&str]) -> io::Result<Look> {
        let mut look = Look::default();
        let mut pieces = self.pieces();
        let mut text = String::new();
        let mut before = String::new();
        while pieces.next(&mut text, &mut look.is_broken)? {
            if look.is_broken && self.encoding != WINDOWS_1252 {
                break;
            }
            let is_binary = |c: char| c.is_control() && !c.is_ascii_whitespace() && c != '\u{1a}';
            let end = text.find('\u{1a}').unwrap_or(text.len());
            if look.binary.is_none()
                && let Some(place) = text[..end].find(is_binary)
            {
                look.binary = Some(look.lines + text[..place].matches('\n').count() as u64 + 1);
            }
            look.lines += text[..end].matches('\n').count() as u64;
            if !words.is_empty() && !look.has_word {
                // A word may lie across two pieces.
                before.push_str(&text);
                look.has_word = words.iter().any(|word| before.contains(word));
                let mut cuts = before.char_indices().rev().map(|(at, _)| at);
                let cut = cuts.nth(LONGEST_WORD_BUT_ONE - 1).unwrap_or(0);
                before.drain(..cut);
            }
            if end < text.len() {
                break;
            }
        }
        Ok(look)
    }
}

/// A text, piece by piece.
struct Pieces<'a> {
    input: Box<dyn Read + 'a>,
    decoder: Decoder,
    raw: Vec<u8>,
    is_last: bool,
}

impl Pieces<'_> {
    /// Puts the next piece in the place of `text`; whether there is one. `is_broken` becomes true where bytes were replaced.
    fn next(&mut self, text: &mut String, is_broken: &mut bool) -> io::Result<bool> {
        text.clear();
        if self.is_last {
            return Ok(false);
        }
        self.raw.clear();
        let read = self
            .input
            .by_ref()
            .take(PIECE as u64)
            .read_to_end(&mut self.raw)?;
        self.is_last = read < PIECE;
        let room = self.decoder.max_utf8_buffer_length(self.raw.len());
        text.reserve(room.unwrap_or(PIECE * 3));
        let (result, _, had_errors) = self.decoder.decode_to_string(&self.raw, text, self.is_last);
        debug_assert!(matches!(result, CoderResult::InputEmpty));
        *is_broken |= had_errors;
        Ok(true)
    }
}

/// Reads a text.
pub(in crate::import) struct TextReader<'a> {
    pieces: Pieces<'a>,
    text: String,
    out: Vec<u8>,
    place: usize,
    /// The last sign was a carriage return, which ends a line alone or together with a line feed.
    is_after_return: bool,
    last: u8,
    is_at_end: bool,
}

impl TextReader<'_> {
    fn fill(&mut self) -> io::Result<()> {
        self.out.clear();
        self.place = 0;
        self.is_at_end = !self.pieces.next(&mut self.text, &mut false)?;
        for byte in self.text.bytes() {
            if byte == DOS_END {
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
        self.last = self.out.last().copied().unwrap_or(self.last);
        if self.is_at_end && (self.is_after_return || self.last != b'\n') {
            // The last line is one, too.
            self.out.push(b'\n');
        }
        Ok(())
    }
}

impl Read for TextReader<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.place == self.out.len() && !self.is_at_end {
            self.fill()?;
        }
        let ready = &self.out[self.place..];
        let count = ready.len().min(to.len());
        to[..count].copy_from_slice(&ready[..count]);
        self.place += count;
        Ok(count)
    }
}

fn is_web_page(text: &str) -> bool {
    let start: String = text.trim_start().chars().take(2_000).collect();
    let start = start.to_ascii_lowercase();
    let marks = [
        "<!doctype",
        "<html",
        "<head",
        "<body",
        "<table",
        "<?xml",
        "<div",
        "<script",
    ];
    start.starts_with('<') && marks.iter().any(|mark| start.contains(mark))
}

/// Text of two bytes a letter, most of them ASCII.
fn utf_16_without_mark(bytes: &[u8]) -> Option<&'static Encoding> {
    let pairs = bytes.chunks_exact(2).take(100);
    let count = pairs.len();
    let zeros = |at: usize| pairs.clone().filter(|pair| pair[at] == 0).count();
    let most = |zeros: usize| count >= 4 && zeros * 10 >= count * 9;
    match (most(zeros(0)), most(zeros(1))) {
        (false, true) => Some(UTF_16LE),
        (true, false) => Some(UTF_16BE),
        _ => None,
    }
}

/// What a file is that begins like something else than text.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    const KINDS: [(&[u8], &str); 7] = [
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
    let known = KINDS.iter().find(|(start, _)| bytes.starts_with(start));
    known.map(|(_, what)| *what)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<(String, Option<String>), String> {
        let (text, note) = decode(bytes.to_vec().into()).map_err(|error| error.to_string())?;
        let mut read = String::new();
        let done = text.reader().read_to_string(&mut read);
        done.map_err(|error| error.to_string())?;
        Ok((read, note))
    }

    #[test]
    fn texts_of_other_encodings_are_read_and_named() {
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
    fn a_long_text_is_read_whole_wherever_its_letters_are_cut() {
        for lead in 0..4 {
            let text = format!(
                "{}{}\n",
                "x".repeat(lead),
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
    fn what_is_no_text_of_prices_is_named() {
        for (bytes, what) in [
            (&b"PK\x03\x04rest"[..], "spreadsheet"),
            (b"\x1f\x8b\x08", "compressed"),
            (b"  <!DOCTYPE html><html></html>", "web page"),
            (
                b"Date,Close\n\x00\x01\x02\n",
                "line 2: the file is not text",
            ),
        ] {
            let refused = read(bytes).unwrap_err();
            assert!(refused.contains(what), "{refused}");
        }
    }
}
