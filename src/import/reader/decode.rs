//! From the bytes of a file to its text, whatever it was encoded in.

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1251, WINDOWS_1252,
};

use super::error::{LineError, at};

/// A text, and a sentence about its encoding where that was assumed.
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) note: Option<String>,
}

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

/// Decodes a file; UTF-8 where nothing speaks against it.
pub(super) fn decode(bytes: Vec<u8>) -> Result<Decoded, LineError> {
    if let Some(what) = other_kind(&bytes) {
        return Err(at(0, what));
    }
    let known = Encoding::for_bom(&bytes).map(|(encoding, _)| encoding);
    if let Some(encoding) = known.or_else(|| utf_16_without_mark(&bytes)) {
        let (text, _, had_errors) = encoding.decode(&bytes);
        if had_errors {
            return Err(at(0, format!("the file is not whole {}", encoding.name())));
        }
        return checked(text.into_owned(), None);
    }
    match String::from_utf8(bytes) {
        Ok(text) => checked(text, None),
        Err(error) => legacy(error.as_bytes()),
    }
}

fn legacy(bytes: &[u8]) -> Result<Decoded, LineError> {
    let read_as = |name: &str| Some(format!("it is not UTF-8, and was read as {name}"));
    for (name, encoding, words) in LEGACY {
        let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
        if !had_errors && words.iter().any(|word| text.contains(word)) {
            return checked(text.into_owned(), read_as(name));
        }
    }
    let (text, _) = WINDOWS_1252.decode_without_bom_handling(bytes);
    checked(text.into_owned(), read_as("Windows-1252"))
}

/// Line ends of old computers become those of today; what is no text of prices is refused.
fn checked(mut text: String, note: Option<String>) -> Result<Decoded, LineError> {
    let is_binary = |c: char| c.is_control() && !c.is_ascii_whitespace() && c != '\u{1a}';
    if let Some(place) = text.find(is_binary) {
        let line = text[..place].matches('\n').count() as u64 + 1;
        return Err(at(line, "the file is not text"));
    }
    // The end of a file, as DOS wrote it.
    if let Some(end) = text.find('\u{1a}') {
        text.truncate(end);
    }
    if !text.contains('\n') && text.contains('\r') {
        text = text.replace('\r', "\n");
    }
    if is_web_page(&text) {
        return Err(at(
            1,
            "this is a web page, not a file of prices; the site may want you to sign in first, or has a button that downloads the file",
        ));
    }
    Ok(Decoded { text, note })
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
        decode(bytes.to_vec())
            .map(|decoded| (decoded.text, decoded.note))
            .map_err(|error| error.to_string())
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
