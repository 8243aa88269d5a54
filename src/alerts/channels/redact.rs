//! Masks secrets in the responses of receivers, which may quote the request.

use std::{borrow::Cow, collections::BTreeSet};

use data_encoding::{BASE64, BASE64_NOPAD};
use percent_encoding::percent_decode_str;

use super::http::percent_encode;

/// The minimum length in bytes of a secret that is masked: a shorter one would also match harmless words.
const MIN_SECRET_BYTES: usize = 4;
/// The minimum length in bytes of a part of a secret that is masked on its own.
const MIN_PART_BYTES: usize = 6;
/// The minimum length in bytes of a URL path segment that is masked on its own: `webhook` is not a secret.
const MIN_SEGMENT_BYTES: usize = 8;

/// Masks the secrets of a channel.
pub(super) struct Redactor {
    /// The texts to mask, longest first.
    forms: Vec<String>,
}

impl Redactor {
    /// Creates a redactor for `secrets` (tokens, passwords, header values, URLs). It masks each whole secret and each secret
    /// part of it, with and without percent-encoding.
    ///
    /// Secret parts are the credentials of an `Authorization` header, the user name and password of Basic credentials, and
    /// the user info, path, path segments, query values and fragment of a URL.
    pub(super) fn new(secrets: &[String]) -> Self {
        let mut forms = BTreeSet::new();
        for secret in secrets
            .iter()
            .filter(|secret| secret.len() >= MIN_SECRET_BYTES)
        {
            add(&mut forms, secret, MIN_SECRET_BYTES);
            if let Some((_, address)) = secret.split_once("://") {
                add_url_parts(&mut forms, address);
            } else if let Some((scheme, credentials)) = secret.split_once(' ') {
                add(&mut forms, credentials.trim(), MIN_PART_BYTES);
                if scheme.eq_ignore_ascii_case("basic") {
                    add_basic(&mut forms, credentials.trim());
                }
            }
        }
        let mut forms: Vec<_> = forms.into_iter().collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        Self { forms }
    }

    /// Replaces each secret in `text` with `***`.
    pub(super) fn redact(&self, mut text: String) -> String {
        for secret in &self.forms {
            text = text.replace(secret.as_str(), "***");
        }
        text
    }
}

/// Adds `text` unchanged, percent-decoded and percent-encoded, except for forms shorter than `min_bytes`.
fn add(forms: &mut BTreeSet<String>, text: &str, min_bytes: usize) {
    let decoded = percent_decode_str(text).decode_utf8().ok();
    let encoded = percent_encode(decoded.as_deref().unwrap_or(text));
    for form in [
        Some(text.to_owned()),
        Some(encoded),
        decoded.map(Cow::into_owned),
    ]
    .into_iter()
    .flatten()
    {
        if form.len() >= min_bytes {
            forms.insert(form);
        }
    }
}

/// Adds decoded Basic credentials (RFC 7617) and their password.
fn add_basic(forms: &mut BTreeSet<String>, credentials: &str) {
    let bytes = credentials.as_bytes();
    let decoded = BASE64.decode(bytes).or_else(|_| BASE64_NOPAD.decode(bytes));
    let Some(pair) = decoded.ok().and_then(|bytes| String::from_utf8(bytes).ok()) else {
        return;
    };
    if let Some((_, password)) = pair.split_once(':') {
        add(forms, password, MIN_SECRET_BYTES);
    }
    add(forms, &pair, MIN_PART_BYTES);
}

/// Adds the parts of `address` that may be secret. `address` is a URL without scheme (`host/path?query`).
fn add_url_parts(forms: &mut BTreeSet<String>, address: &str) {
    let (address, fragment) = address.split_once('#').unwrap_or((address, ""));
    let (authority, rest) = address.split_once('/').unwrap_or((address, ""));
    if let Some((user, _)) = authority.rsplit_once('@') {
        add(forms, user, MIN_PART_BYTES);
        if let Some((_, password)) = user.split_once(':') {
            add(forms, password, MIN_SECRET_BYTES);
        }
    }
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    add(forms, rest, MIN_SEGMENT_BYTES);
    add(forms, path, MIN_SEGMENT_BYTES);
    add(forms, fragment, MIN_PART_BYTES);
    for segment in path.split('/') {
        add(forms, segment, MIN_SEGMENT_BYTES);
    }
    for pair in query.split('&') {
        let value = pair.split_once('=').map_or(pair, |(_, value)| value);
        add(forms, value, MIN_PART_BYTES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redact(secrets: &[&str], text: &str) -> String {
        let secrets: Vec<_> = secrets.iter().map(|&secret| secret.to_owned()).collect();
        Redactor::new(&secrets).redact(text.to_owned())
    }

    #[test]
    fn header_credentials_are_masked() {
        let header = "Bearer HEADERSECRET99";
        assert_eq!(
            redact(&[header], "bad token HEADERSECRET99"),
            "bad token ***"
        );
        // printf 'deck:sword:fish' | base64
        let basic = "Basic ZGVjazpzd29yZDpmaXNo";
        for echo in [
            "ZGVjazpzd29yZDpmaXNo",
            "deck:sword:fish",
            "sword:fish",
            "sword%3Afish",
        ] {
            assert_eq!(
                redact(&[basic], &format!("no: {echo}.")),
                "no: ***.",
                "{echo}"
            );
        }
    }

    #[test]
    fn url_parts_are_masked() {
        let url =
            "https://me:swordfish@hooks.example/services/T0123456/abc%20defgh?key=URLKEY12345&v=2";
        for echo in [
            url,
            "services/T0123456/abc%20defgh",
            "T0123456",
            "abc defgh",
            "abc%20defgh",
            "URLKEY12345",
            "swordfish",
        ] {
            assert_eq!(
                redact(&[url], &format!("no: {echo}.")),
                "no: ***.",
                "{echo}"
            );
        }
        assert_eq!(
            redact(&[url], "hooks.example says v=2"),
            "hooks.example says v=2"
        );
    }

    #[test]
    fn short_words_are_not_masked() {
        assert_eq!(redact(&["abc"], "abcdef"), "abcdef");
        assert_eq!(
            redact(&["https://a.example/hook?x=true"], "true hook"),
            "true hook"
        );
    }
}
