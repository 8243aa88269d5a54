//! Answers that a browser saves as a file.

use hyper::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue};

use super::reply::Reply;

/// `reply` as a file called `name` with `ending`, of the media type `kind`.
pub(crate) fn as_file(mut reply: Reply, name: &str, ending: &str, kind: &'static str) -> Reply {
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(disposition) = HeaderValue::from_str(&disposition(name, ending)) {
        headers.insert(CONTENT_DISPOSITION, disposition);
    }
    reply
}

/// The file's name in plain letters, and whole for those who read RFC 6266.
fn disposition(name: &str, ending: &str) -> String {
    let plain: String = name
        .chars()
        .map(|letter| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' | '_' | '.' | ' ' => letter,
            _ => '_',
        })
        .collect();
    let whole: String = name
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect();
    format!("attachment; filename=\"{plain}.{ending}\"; filename*=UTF-8''{whole}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_called_as_what_it_holds() {
        assert_eq!(
            disposition("Größe \"1\"", "csv"),
            "attachment; filename=\"Gr__e _1_.csv\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.csv"
        );
    }
}
