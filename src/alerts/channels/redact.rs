//! Removes secrets from the replies of receivers, which may repeat what they were sent.

use std::{borrow::Cow, collections::BTreeSet};

use data_encoding::{BASE64, BASE64_NOPAD};
use percent_encoding::percent_decode_str;

use super::http::percent_encode;

/// Shortest secret that is masked, in bytes: a shorter one would also match harmless words.
const MIN_SECRET: usize = 4;
/// Shortest part of a secret that is masked on its own, in bytes.
const MIN_PART: usize = 6;
/// Shortest segment of a URL path that is masked on its own, in bytes: `webhook` is not a secret.
const MIN_SEGMENT: usize = 8;

/// Masks the secrets of a channel.
pub(super) struct Redactor {
    /// The texts to mask, longest first.
    forms: Vec<String>,
}

impl Redactor {
    /// Masks `secrets` (tokens, passwords, header values, URLs): each one whole, in its secret parts, and with and without
    /// percent-encoding.
    ///
    /// The parts are the credentials of an `Authorization` header, the name and password of Basic credentials, and the user
    /// info, path, path segments and query values of a URL.
    pub(super) fn new(secrets: &[String]) -> Self {
        let mut forms = BTreeSet::new();
        for secret in secrets.iter().filter(|secret| secret.len() >= MIN_SECRET) {
            add(&mut forms, secret, MIN_SECRET);
            if let Some((_, address)) = secret.split_once("://") {
                add_url_parts(&mut forms, address);
            } else if let Some((scheme, credentials)) = secret.split_once(' ') {
                add(&mut forms, credentials.trim(), MIN_PART);
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

/// Adds `text` as it is, percent-decoded and percent-encoded; forms shorter than `min` bytes are left out.
fn add(forms: &mut BTreeSet<String>, text: &str, min: usize) {
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
        if form.len() >= min {
            forms.insert(form);
        }
    }
}

/// Adds the decoded Basic credentials (RFC 7617), and the password on its own.
fn add_basic(forms: &mut BTreeSet<String>, credentials: &str) {
    let bytes = credentials.as_bytes();
    let decoded = BASE64.decode(bytes).or_else(|_| BASE64_NOPAD.decode(bytes));
    let Some(pair) = decoded.ok().and_then(|bytes| String::from_utf8(bytes).ok()) else {
        return;
    };
    if let Some((_, password)) = pair.split_once(':') {
        add(forms, password, MIN_SECRET);
    }
    add(forms, &pair, MIN_PART);
}

/// Adds the parts of `host/path?query` (a URL without its scheme) that may be secret.
fn add_url_parts(forms: &mut BTreeSet<String>, address: &str) {
    let (address, fragment) = address.split_once('#').unwrap_or((address, ""));
    let (authority, rest) = address.split_once('/').unwrap_or((address, ""));
    if let Some((user, _)) = authority.rsplit_once('@') {
        add(forms, user, MIN_PART);
        if let Some((_, password)) = user.split_once(':') {
            add(forms, password, MIN_SECRET);
        }
    }
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    add(forms, rest, MIN_SEGMENT);
    add(forms, path, MIN_SEGMENT);
    add(forms, fragment, MIN_PART);
    for segment in path.split('/') {
        add(forms, segment, MIN_SEGMENT);
    }
    for pair in query.split('&') {
        let value = pair.split_once('=').map_or(pair, |(_, value)| value);
        add(forms, value, MIN_PART);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masked(secrets: &[&str], text: &str) -> String {
        let secrets: Vec<_> = secrets.iter().map(|&secret| secret.to_owned()).collect();
        Redactor::new(&secrets).redact(text.to_owned())
    }

    #[test]
    fn header_credentials_are_masked() {
        let header = "Bearer HEADERSECRET99";
        assert_eq!(
            masked(&[header], "bad token HEADERSECRET99"),
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
                masked(&[basic], &format!("no: {echo}.")),
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
                masked(&[url], &format!("no: {echo}.")),
                "no: ***.",
                "{echo}"
            );
        }
        assert_eq!(
            masked(&[url], "hooks.example says v=2"),
            "hooks.example says v=2"
        );
    }

    #[test]
    fn short_words_are_not_masked() {
        assert_eq!(masked(&["abc"], "abcdef"), "abcdef");
        assert_eq!(
            masked(&["https://a.example/hook?x=true"], "true hook"),
            "true hook"
        );
    }
}
