//! Decodes a feed, whose declared encoding may be wrong.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// Decodes `body`. UTF-8 is detected by its bytes even if a one-byte encoding is declared, and may contain a few invalid bytes.
/// A feed that declares UTF-8 or nothing, but is not UTF-8, is decoded as Windows-1252.
pub(super) fn decode(body: &[u8]) -> Cow<'_, str> {
    if Encoding::for_bom(body).is_some() {
        return UTF_8.decode(body).0;
    }
    let declared = declared_encoding(body);
    let is_one_byte = declared.is_some_and(Encoding::is_single_byte);
    let may_be_utf8 = is_one_byte || declared.is_none_or(|declared| declared == UTF_8);
    if may_be_utf8 && is_utf8(body) {
        return String::from_utf8_lossy(body);
    }
    match declared {
        Some(declared) if declared != UTF_8 => declared.decode(body).0,
        _ => WINDOWS_1252.decode(body).0,
    }
}

/// Returns true for ASCII, and for UTF-8 with at most four invalid bytes per letter that is not ASCII.
fn is_utf8(body: &[u8]) -> bool {
    let (mut letters, mut invalid) = (0, 0);
    for chunk in body.utf8_chunks() {
        letters += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        invalid += usize::from(!chunk.invalid().is_empty());
    }
    invalid == 0 || letters * 4 > invalid
}

/// Returns the encoding in the XML declaration.
fn declared_encoding(body: &[u8]) -> Option<&'static Encoding> {
    let start = String::from_utf8_lossy(&body[..body.len().min(200)]);
    let declaration = start.trim_start().strip_prefix("<?xml")?;
    let declaration = declaration.split("?>").next()?;
    let value = declaration.split("encoding").nth(1)?.trim_start();
    let value = value.strip_prefix('=')?.trim_start();
    let quote = value
        .chars()
        .next()
        .filter(|quote| "\"'".contains(*quote))?;
    Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(encoding: &str, text: &[u8]) -> Vec<u8> {
        let declaration = format!("<?xml version='1.0' encoding='{encoding}'?>");
        [declaration.as_bytes(), text].concat()
    }

    #[test]
    fn an_invalid_byte_affects_one_letter() {
        let body = feed("UTF-8", "Zürich – ch".as_bytes());
        let body = [&body[..], b"\xc3</title>"].concat();
        let text = decode(&body);
        assert!(text.ends_with("Zürich – ch\u{fffd}</title>"), "{text}");
    }

    #[test]
    fn utf8_is_recognized_despite_a_latin_1_declaration() {
        for name in ["ISO-8859-1", "windows-1252", "us-ascii"] {
            assert!(decode(&feed(name, "Café – 5 €".as_bytes())).ends_with("Café – 5 €"));
            assert!(decode(&feed(name, b"Caf\xe9")).ends_with("Café"));
        }
        let (japanese, _, _) = encoding_rs::SHIFT_JIS.encode("日本");
        assert!(decode(&feed("Shift_JIS", &japanese)).ends_with("日本"));
    }
}
