//! Texts as they stand in addresses.

use std::fmt::Write as _;

/// Every byte but letters, digits and `-._~` as `%XX` (RFC 3986, section 2.3).
pub(super) fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}
