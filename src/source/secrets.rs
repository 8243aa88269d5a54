//! Masks the secrets of requests (keys, tokens, cookies) in messages of sources.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use data_encoding::BASE64;

use super::text;

/// The text that replaces a secret.
const MASK: &str = "(key)";
/// The maximum number of stored secrets. It is limited because cookies change.
const MAX_SECRETS: usize = 200;
/// The minimum length of a secret in characters. Masking shorter ones would hide ordinary text.
const MIN_LENGTH: usize = 4;
/// The minimum length in characters of a secret that is masked within words. Shorter ones are masked only as whole words.
const MIN_WITHIN_WORDS: usize = 6;
/// The minimum length of a prefix or suffix of a secret that is masked, in characters.
const MIN_PART: usize = 8;
/// The minimum length of a path segment that may be a token, in characters.
const MIN_PATH_TOKEN: usize = 20;

/// Request headers without secrets.
const PUBLIC_HEADERS: [&str; 12] = [
    "accept",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "content-type",
    "from",
    "host",
    "if-modified-since",
    "if-none-match",
    "origin",
    "referer",
];

/// The secrets of all sources. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Secrets(Arc<Mutex<VecDeque<Secret>>>);

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

struct Secret {
    text: String,
    /// The forms to search for: the text, and its Base64 encoding at each of the three alignments.
    forms: Vec<Vec<char>>,
}

impl Secrets {
    /// Stores the secrets of a request.
    pub(super) fn add_request(&self, url: &str, headers: &[(&str, &str)]) {
        self.add_url(url);
        for (name, value) in headers {
            self.add_header(&name.to_ascii_lowercase(), value.trim());
        }
    }

    fn add_header(&self, name: &str, value: &str) {
        if PUBLIC_HEADERS.contains(&name) || name == "user-agent" {
            return;
        }
        if name == "cookie" {
            let values = value.split(';').filter_map(|pair| pair.split_once('='));
            values
                .filter(|(_, value)| value.len() >= MIN_PART)
                .for_each(|(_, value)| self.add(value.trim()));
        } else if let Some((scheme, rest)) = value.split_once(' ') {
            self.add(rest.trim());
            let decoded = BASE64.decode(rest.trim().as_bytes()).ok();
            let decoded = decoded.and_then(|bytes| String::from_utf8(bytes).ok());
            if scheme.eq_ignore_ascii_case("basic")
                && let Some((_, password)) =
                    decoded.as_deref().and_then(|both| both.split_once(':'))
            {
                self.add(password);
            }
        } else if is_secret_name(name) || value.len() >= MIN_PART {
            self.add(value);
        }
    }

    /// Stores the secrets of a URL: the password, query parameters whose names suggest a secret, and path segments that look like tokens.
    fn add_url(&self, url: &str) {
        let address = url.split('#').next().unwrap_or_default();
        let (base, query) = address.split_once('?').unwrap_or((address, ""));
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            if is_secret_name(&name.to_ascii_lowercase()) {
                self.add(value);
            }
        }
        let after_scheme = base.split_once("://").map_or(base, |(_, rest)| rest);
        let (authority, path) = after_scheme.split_once('/').unwrap_or((after_scheme, ""));
        if let Some((user, _)) = authority.rsplit_once('@') {
            self.add(user.split_once(':').map_or(user, |(_, password)| password));
        }
        path.split('/')
            .filter(|part| is_token(part))
            .for_each(|part| self.add(part));
    }

    fn add(&self, text: &str) {
        if text.chars().count() < MIN_LENGTH {
            return;
        }
        let mut secrets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = secrets.iter().position(|secret| secret.text == text) {
            // A reused secret moves to the end, so that it is removed last.
            if let Some(secret) = secrets.remove(index) {
                secrets.push_back(secret);
            }
            return;
        }
        if secrets.len() == MAX_SECRETS {
            secrets.pop_front();
        }
        secrets.push_back(Secret {
            text: text.to_owned(),
            forms: forms(text),
        });
    }

    /// Returns `text` on one line of bounded length with all secrets masked. Finds secrets in other letter case, percent-encoded, escaped
    /// as in JSON or HTML, in Base64, or interrupted by white space, and prefixes and suffixes of secrets.
    pub(super) fn mask(&self, text: &str) -> String {
        let (line, is_cut) = text::one_line(text);
        let normalized = normalize(&line);
        let letters: Vec<char> = normalized.iter().map(|one| one.letter).collect();
        let mut is_masked = vec![false; line.len()];
        let secrets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for form in secrets.iter().flat_map(|secret| &secret.forms) {
            for (from, to) in find_matches(&letters, form) {
                let is_part_of_word = |at: Option<usize>| {
                    let letter = at.and_then(|at| line.get(at));
                    letter.is_some_and(|letter| letter.is_alphanumeric())
                };
                let (from, to) = (normalized[from].from, normalized[to - 1].to);
                let is_within = is_part_of_word(from.checked_sub(1)) || is_part_of_word(Some(to));
                if form.len() >= MIN_WITHIN_WORDS || !is_within {
                    is_masked[from..to].fill(true);
                }
            }
        }
        drop(secrets);
        let mut output = Vec::with_capacity(line.len());
        for (at, letter) in line.iter().enumerate() {
            if !is_masked[at] {
                output.push(*letter);
            } else if at == 0 || !is_masked[at - 1] {
                output.extend(MASK.chars());
            }
        }
        text::truncate(output, is_cut)
    }
}

/// Returns true if a parameter or header with this lowercase name contains a secret.
fn is_secret_name(name: &str) -> bool {
    const PARTS: [&str; 10] = [
        "key", "token", "secret", "auth", "pass", "pwd", "sig", "crumb", "session", "cred",
    ];
    PARTS.iter().any(|part| name.contains(part))
}

/// Returns true if a path segment looks like a token: long, with letters and digits.
fn is_token(part: &str) -> bool {
    let digits = part.bytes().filter(u8::is_ascii_digit).count();
    part.len() >= MIN_PATH_TOKEN
        && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && digits >= 4
        && digits < part.len()
}

fn forms(text: &str) -> Vec<Vec<char>> {
    let plain: Vec<char> = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    let letters_of = |text: &[char]| normalize(text).iter().map(|one| one.letter).collect();
    let mut forms: Vec<Vec<char>> = vec![letters_of(&plain)];
    if text.len() >= MIN_PART {
        for offset in 0..3 {
            let bytes = [&[0; 2][..offset], text.as_bytes()].concat();
            let complete = bytes.len() * 8 / 6;
            let encoded = BASE64.encode(&bytes);
            // The first characters and the last one contain bits of the text around the secret.
            let certain: Vec<char> = encoded
                .chars()
                .take(complete)
                .skip((offset * 8).div_ceil(6))
                .collect();
            forms.push(letters_of(&certain));
        }
    }
    forms
}

/// A normalized character and its range in the text.
#[derive(Clone, Copy)]
struct NormalizedChar {
    letter: char,
    from: usize,
    to: usize,
}

/// Normalizes a text for comparison: removes spaces, converts it to lower case, and decodes all URL, JSON and HTML escapes.
fn normalize(text: &[char]) -> Vec<NormalizedChar> {
    let letters = text.iter().enumerate().map(|(at, letter)| NormalizedChar {
        letter: letter.to_ascii_lowercase(),
        from: at,
        to: at + 1,
    });
    let mut letters: Vec<NormalizedChar> = letters.filter(|one| one.letter != ' ').collect();
    loop {
        let before = letters.len();
        letters = unescape(&letters);
        if letters.len() == before {
            break;
        }
    }
    for one in &mut letters {
        // The two alphabets of Base64 differ in these characters.
        one.letter = match one.letter.to_ascii_lowercase() {
            '-' => '+',
            '_' => '/',
            letter => letter,
        };
    }
    letters
}

/// Decodes one level of escapes.
fn unescape(letters: &[NormalizedChar]) -> Vec<NormalizedChar> {
    let mut plain = Vec::with_capacity(letters.len());
    let mut at = 0;
    while at < letters.len() {
        let (letter, length) = decode_escape(&letters[at..]).unwrap_or((letters[at].letter, 1));
        plain.push(NormalizedChar {
            letter,
            from: letters[at].from,
            to: letters[at + length - 1].to,
        });
        at += length;
    }
    plain
}

/// Decodes an escape at the beginning of `letters`. Returns the character and the length of the escape.
fn decode_escape(letters: &[NormalizedChar]) -> Option<(char, usize)> {
    let text = |from: usize, to: usize| -> Option<String> {
        Some(
            letters
                .get(from..to)?
                .iter()
                .map(|one| one.letter)
                .collect(),
        )
    };
    let hex = |from, to| u32::from_str_radix(&text(from, to)?, 16).ok();
    let ascii = |code: u32| char::from_u32(code).filter(char::is_ascii_graphic);
    match letters[0].letter {
        '%' => Some((ascii(hex(1, 3)?)?, 3)),
        '\\' => match letters.get(1)?.letter {
            'u' => Some((ascii(hex(2, 6)?)?, 6)),
            'x' => Some((ascii(hex(2, 4)?)?, 4)),
            letter @ ('/' | '"' | '\'') => Some((letter, 2)),
            _ => None,
        },
        '&' => {
            let end = letters.iter().take(9).position(|one| one.letter == ';')?;
            let name = text(1, end)?;
            let code = match name.as_str() {
                "amp" => return Some(('&', end + 1)),
                "lt" => return Some(('<', end + 1)),
                "gt" => return Some(('>', end + 1)),
                "quot" => return Some(('"', end + 1)),
                "apos" => return Some(('\'', end + 1)),
                _ => name.strip_prefix('#')?,
            };
            let code = match code.strip_prefix('x') {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => code.parse(),
            };
            Some((ascii(code.ok()?)?, end + 1))
        }
        _ => None,
    }
}

/// Returns the ranges of `letters` that contain `form`, or a prefix or suffix of it with at least [`MIN_PART`] characters.
fn find_matches(letters: &[char], form: &[char]) -> Vec<(usize, usize)> {
    let min = form.len().min(MIN_PART);
    let mut ranges = Vec::new();
    if min == 0 {
        return ranges;
    }
    for at in 0..letters.len() {
        let same = |(one, other): &(&char, &char)| one == other;
        let prefix = letters[at..].iter().zip(form).take_while(same).count();
        if prefix >= min {
            ranges.push((at, at + prefix));
        }
        let (before, end) = (letters[..=at].iter().rev(), form.iter().rev());
        let suffix = before.zip(end).take_while(same).count();
        if suffix >= min {
            ranges.push((at + 1 - suffix, at + 1));
        }
    }
    ranges
}

#[cfg(test)]
mod tests;
