//! Masking the secrets of requests (keys, tokens, cookies) in messages of sources.

use std::{
    collections::VecDeque,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use data_encoding::BASE64;

use super::text;

/// Replaces a secret.
const MASK: &str = "(key)";
/// Maximum number of remembered secrets: cookies change.
const MAX_SECRETS: usize = 200;
/// Minimum length of a secret in characters. Masking shorter ones would hide ordinary text.
const MIN_LENGTH: usize = 4;
/// Secrets with fewer characters are only masked as whole words.
const MIN_WITHIN_WORDS: usize = 6;
/// Minimum length of a masked prefix or suffix of a secret, in characters.
const MIN_PART: usize = 8;
/// Minimum length of a path segment that may be a token, in characters.
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
    /// Forms to search for: plain, and Base64 at each of the three alignments.
    forms: Vec<Vec<char>>,
}

impl Secrets {
    /// Remembers the secrets of a request.
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

    /// Remembers the secrets of a URL: the password, query parameters with names of secrets, and path segments that look like tokens.
    fn add_url(&self, url: &str) {
        let address = url.split('#').next().unwrap_or_default();
        let (place, query) = address.split_once('?').unwrap_or((address, ""));
        for (name, value) in query.split('&').filter_map(|pair| pair.split_once('=')) {
            if is_secret_name(&name.to_ascii_lowercase()) {
                self.add(value);
            }
        }
        let after_scheme = place.split_once("://").map_or(place, |(_, rest)| rest);
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
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = all.iter().position(|secret| secret.text == text) {
            // Moves a reused secret to the end, so that it is dropped last.
            if let Some(secret) = all.remove(at) {
                all.push_back(secret);
            }
            return;
        }
        if all.len() == MAX_SECRETS {
            all.pop_front();
        }
        all.push_back(Secret {
            text: text.to_owned(),
            forms: forms(text),
        });
    }

    /// Returns `text` on one line of bounded length, with every secret masked. Finds secrets in other case, percent-encoded, escaped as
    /// in JSON or HTML, in Base64, broken by spaces, and their prefixes and suffixes.
    pub(super) fn masked(&self, text: &str) -> String {
        let (line, goes_on) = text::one_line(text);
        let compared = compared(&line);
        let letters: Vec<char> = compared.iter().map(|one| one.letter).collect();
        let mut hidden = vec![false; line.len()];
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for form in all.iter().flat_map(|secret| &secret.forms) {
            for (from, to) in found(&letters, form) {
                let is_part_of_word = |at: Option<usize>| {
                    let letter = at.and_then(|at| line.get(at));
                    letter.is_some_and(|letter| letter.is_alphanumeric())
                };
                let (from, to) = (compared[from].from, compared[to - 1].to);
                let is_within = is_part_of_word(from.checked_sub(1)) || is_part_of_word(Some(to));
                if form.len() >= MIN_WITHIN_WORDS || !is_within {
                    hidden[from..to].fill(true);
                }
            }
        }
        drop(all);
        let mut shown = Vec::with_capacity(line.len());
        for (at, letter) in line.iter().enumerate() {
            if !hidden[at] {
                shown.push(*letter);
            } else if at == 0 || !hidden[at - 1] {
                shown.extend(MASK.chars());
            }
        }
        text::truncate(shown, goes_on)
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
    let compared = |text: &[char]| compared(text).iter().map(|one| one.letter).collect();
    let mut forms: Vec<Vec<char>> = vec![compared(&plain)];
    if text.len() >= MIN_PART {
        for before in 0..3 {
            let bytes = [&[0; 2][..before], text.as_bytes()].concat();
            let whole = bytes.len() * 8 / 6;
            let encoded = BASE64.encode(&bytes);
            // The first characters and the last one contain bits of the text around the secret.
            let sure: Vec<char> = encoded
                .chars()
                .take(whole)
                .skip((before * 8).div_ceil(6))
                .collect();
            forms.push(compared(&sure));
        }
    }
    forms
}

/// A normalized character and its position in the text.
#[derive(Clone, Copy)]
struct Compared {
    letter: char,
    from: usize,
    to: usize,
}

/// Normalizes a text for comparison: without whitespace, in lower case, and with URL, JSON and HTML escapes decoded twice.
fn compared(text: &[char]) -> Vec<Compared> {
    let letters = text.iter().enumerate().map(|(at, letter)| Compared {
        letter: letter.to_ascii_lowercase(),
        from: at,
        to: at + 1,
    });
    let mut letters: Vec<Compared> = letters.filter(|one| one.letter != ' ').collect();
    loop {
        let before = letters.len();
        letters = unescaped(&letters);
        if letters.len() == before {
            break;
        }
    }
    for one in &mut letters {
        // Base64 has two alphabets.
        one.letter = match one.letter.to_ascii_lowercase() {
            '-' => '+',
            '_' => '/',
            letter => letter,
        };
    }
    letters
}

/// Decodes one level of escapes.
fn unescaped(letters: &[Compared]) -> Vec<Compared> {
    let mut plain = Vec::with_capacity(letters.len());
    let mut at = 0;
    while at < letters.len() {
        let (letter, length) = escape(&letters[at..]).unwrap_or((letters[at].letter, 1));
        plain.push(Compared {
            letter,
            from: letters[at].from,
            to: letters[at + length - 1].to,
        });
        at += length;
    }
    plain
}

/// Decodes an escape at the beginning; returns the character and the length of the escape.
fn escape(letters: &[Compared]) -> Option<(char, usize)> {
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

/// Ranges of `letters` that contain `form`, or a long enough prefix or suffix of it.
fn found(letters: &[char], form: &[char]) -> Vec<(usize, usize)> {
    let least = form.len().min(MIN_PART);
    let mut places = Vec::new();
    if least == 0 {
        return places;
    }
    for at in 0..letters.len() {
        let same = |(one, other): &(&char, &char)| one == other;
        let onwards = letters[at..].iter().zip(form).take_while(same).count();
        if onwards >= least {
            places.push((at, at + onwards));
        }
        let (before, end) = (letters[..=at].iter().rev(), form.iter().rev());
        let back = before.zip(end).take_while(same).count();
        if back >= least {
            places.push((at + 1 - back, at + 1));
        }
    }
    places
}

#[cfg(test)]
mod tests;
