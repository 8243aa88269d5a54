//! Normalization of column titles for comparison.

use super::money::Money;

/// Normalized beginnings of titles that are followed by a sentence, as in tables copied from Yahoo,
/// and the titles.
const TITLES_WITH_SENTENCES: [(&str, &str); 2] = [
    ("closecloseprice", "close"),
    ("adjcloseadjustedclose", "adjclose"),
];

/// Normalizes a title: `<ADJ. Close>` → `adjclose`, `Stücke` → `stuecke`, `1. open` → `open`,
/// `Clôture` → `cloture`.
pub(in crate::import) fn normalize_title(name: &str) -> String {
    let mut normalized = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' | 'æ' => normalized.push_str("ae"),
            'ö' | 'ø' => normalized.push_str("oe"),
            'ü' => normalized.push_str("ue"),
            'ß' => normalized.push_str("ss"),
            'à' | 'á' | 'â' | 'ã' | 'å' | 'ą' => normalized.push('a'),
            'ç' | 'ć' | 'č' => normalized.push('c'),
            'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' => normalized.push('e'),
            'ì' | 'í' | 'î' | 'ï' | 'ı' => normalized.push('i'),
            'ł' | '³' => normalized.push('l'),
            'ñ' | 'ń' | 'ň' => normalized.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' => normalized.push('o'),
            'ř' => normalized.push('r'),
            'ś' | 'š' | 'ş' => normalized.push('s'),
            'ù' | 'ú' | 'û' | 'ů' => normalized.push('u'),
            'ý' | 'ÿ' => normalized.push('y'),
            'ź' | 'ż' | 'ž' => normalized.push('z'),
            'ğ' => normalized.push('g'),
            'ё' => normalized.push('е'),
            // The lower-case form of 'İ' has this as its second character.
            '\u{307}' => {}
            c if c.is_alphanumeric() => normalized.push(c),
            _ => {}
        }
    }
    // Alpha Vantage writes a number before each field name.
    let without_number = normalized.trim_start_matches(|c: char| c.is_ascii_digit());
    if !without_number.is_empty() && without_number.len() < normalized.len() {
        normalized = without_number.to_owned();
    }
    for (beginning, name) in TITLES_WITH_SENTENCES {
        if normalized.starts_with(beginning) {
            name.clone_into(&mut normalized);
        }
    }
    normalized
}

/// Splits off a unit, which is in brackets or is a currency code at the end, as in `Close (EUR)`
/// and `Schluss in EUR`. Returns the title and the unit.
pub(super) fn split_unit(name: &str) -> (&str, Option<&str>) {
    if let Some((before, rest)) = name.split_once(['(', '['])
        && let Some((inner, "")) = rest.rsplit_once([')', ']'])
    {
        return (before, Some(inner));
    }
    let is_code =
        |code: &str| (2..=6).contains(&code.len()) && code.bytes().all(|c| c.is_ascii_uppercase());
    match name.trim().rsplit_once([' ', '_']) {
        Some((before, code))
            if is_code(code)
                && (before.eq_ignore_ascii_case("volume") || Money::parse(code).is_some()) =>
        {
            (before.trim_end_matches(" in"), Some(code))
        }
        _ => (name, None),
    }
}
