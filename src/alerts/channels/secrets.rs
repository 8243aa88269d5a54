//! The forms in which a receiver may repeat a secret that it was sent.

use std::collections::BTreeSet;

use data_encoding::{BASE64, BASE64_NOPAD};

use super::percent::{percent_decoded, percent_encoded};

/// Shortest secret that is masked, in bytes: a shorter one would be found in innocent words.
const MIN_SECRET: usize = 4;
/// Shortest part of a secret that is masked apart, in bytes.
const MIN_PART: usize = 6;
/// Shortest part of an address' path that is masked apart, in bytes: `webhook` is no secret.
const MIN_SEGMENT: usize = 8;

/// Everything to mask for `secrets` (keys, passwords, values of headers, addresses), the longest first: each as it is, the parts
/// that are secret by themselves, and both with and without percent-encoding.
///
/// Parts are what follows the scheme of an `Authorization` header, name and password of a Basic one, and the user, path, segments
/// of the path and values of the query of an address.
pub(super) fn forms(secrets: &[String]) -> Vec<String> {
    let mut forms = BTreeSet::new();
    for secret in secrets.iter().filter(|secret| secret.len() >= MIN_SECRET) {
        add(&mut forms, secret, MIN_SECRET);
        if let Some((_, address)) = secret.split_once("://") {
            add_parts_of_address(&mut forms, address);
        } else if let Some((scheme, credentials)) = secret.split_once(' ') {
            add(&mut forms, credentials.trim(), MIN_PART);
            if scheme.eq_ignore_ascii_case("basic") {
                add_basic(&mut forms, credentials.trim());
            }
        }
    }
    let mut forms: Vec<_> = forms.into_iter().collect();
    forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
    forms
}

/// Adds `text`, decoded and encoded, where it has at least `min` bytes.
fn add(forms: &mut BTreeSet<String>, text: &str, min: usize) {
    let decoded = percent_decoded(text);
    let encoded = percent_encoded(decoded.as_deref().unwrap_or(text));
    for form in [Some(text.to_owned()), Some(encoded), decoded]
        .into_iter()
        .flatten()
    {
        if form.len() >= min {
            forms.insert(form);
        }
    }
}

/// Adds the name and password of Basic credentials (RFC 7617), and the password alone.
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

/// Adds what may be secret in `host/path?query`, as it follows the scheme.
fn add_parts_of_address(forms: &mut BTreeSet<String>, address: &str) {
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
        forms(&secrets)
            .iter()
            .fold(text.to_owned(), |text, secret| {
                text.replace(secret.as_str(), "***")
            })
    }

    #[test]
    fn parts_of_a_header_are_masked() {
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
    fn parts_of_an_address_are_masked() {
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
    fn words_too_short_to_be_secret_stay() {
        assert_eq!(masked(&["abc"], "abcdef"), "abcdef");
        assert_eq!(
            masked(&["https://a.example/hook?x=true"], "true hook"),
            "true hook"
        );
    }
}
