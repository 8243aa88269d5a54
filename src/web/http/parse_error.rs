//! What a request that cannot be parsed is answered with. hyper answers it by itself, with a status and
//! nothing else, before any service of ours is asked; so its answer is recognised among the bytes it
//! writes, and replaced by one that has our headers and says what was wrong.

use std::fmt::Write as _;

use hyper::{
    HeaderMap, StatusCode,
    header::{CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue},
};

use super::security;

/// More than such an answer has: status, length, date.
const LONGEST: usize = 256;
const START: &[u8] = b"HTTP/1.1 4";
const END: &[u8] = b"\r\n\r\n";

/// Where in `written` an answer of hyper's own begins that ends it.
pub(super) fn position(written: &[u8]) -> Option<usize> {
    if !written.ends_with(END) {
        return None;
    }
    let from = written.len().saturating_sub(LONGEST);
    let tail = &written[from..];
    let at = tail.windows(START.len()).rposition(|part| part == START)?;
    let head = std::str::from_utf8(&tail[at..tail.len() - END.len()]).ok()?;
    let mut lines = head.lines().skip(1);
    // Every answer of ours names its server.
    let is_ours = lines.clone().any(|line| line.starts_with("server:"));
    let is_empty = lines.any(|line| line == "content-length: 0");
    (is_empty && !is_ours).then_some(from + at)
}

/// The answer in its place.
pub(super) fn answer(written: &[u8]) -> Vec<u8> {
    let status = written
        .get(9..12)
        .and_then(|code| StatusCode::from_bytes(code).ok())
        .unwrap_or(StatusCode::BAD_REQUEST);
    let sentence = match status {
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => "The request's headers are too large.\n",
        StatusCode::URI_TOO_LONG => "The request's address is too long.\n",
        _ => "The request is not valid HTTP/1.1.\n",
    };
    let mut headers = HeaderMap::from_iter([
        (
            CONTENT_TYPE,
            HeaderValue::from_static("text/plain; charset=utf-8"),
        ),
        (CONTENT_LENGTH, HeaderValue::from(sentence.len())),
        (CONNECTION, HeaderValue::from_static("close")),
    ]);
    let policy = security::content_policy(&[], &[]);
    security::harden(&mut headers, &security::common_headers(&policy));
    let mut text = format!("HTTP/1.1 {status}\r\n");
    for (name, value) in &headers {
        // All of them are written above, in ASCII.
        let _ = write!(text, "{name}: {}\r\n", value.to_str().unwrap_or_default());
    }
    text.push_str("\r\n");
    text.push_str(sentence);
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HYPERS: &[u8] =
        b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: Sun, 22 Nov 2026 07:17:05 GMT\r\n\r\n";

    #[test]
    fn an_answer_that_hyper_gives_by_itself_is_found_also_behind_another() {
        assert_eq!(position(HYPERS), Some(0));
        let both = [b"HTTP/1.1 200 OK\r\n\r\n{}", HYPERS].concat();
        assert_eq!(position(&both), Some(both.len() - HYPERS.len()));
    }

    #[test]
    fn an_answer_of_ours_is_left_alone() {
        let ours = b"HTTP/1.1 404 Not Found\r\nserver: marketdeck\r\ncontent-length: 0\r\n\r\n";
        for written in [&ours[..], &HYPERS[..20], b"", b"a page\r\n\r\n"] {
            assert_eq!(position(written), None);
        }
    }
}
