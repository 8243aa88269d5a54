//! Normalizes column titles for comparison.

use super::money::Money;

/// Titles followed by a sentence, as on Yahoo's page.
const SENTENCES: [(&str, &str); 2] = [
    ("closecloseprice", "close"),
    ("adjcloseadjustedclose", "adjclose"),
];

/// Normalizes a title: `<ADJ. Close>` → `adjclose`, `Stücke` → `stuecke`, `1. open` → `open`,
/// `Clôture` → `cloture`.
pub(super) fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'ä' | 'æ' => plain.push_str("ae"),
            'ö' | 'ø' => plain.push_str("oe"),
            'ü' => plain.push_str("ue"),
            'ß' => plain.push_str("ss"),
            'à' | 'á' | 'â' | 'ã' | 'å' | 'ą' => plain.push('a'),
            'ç' | 'ć' | 'č' => plain.push('c'),
            'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' => plain.push('e'),
            'ì' | 'í' | 'î' | 'ï' | 'ı' => plain.push('i'),
            'ł' | '³' => plain.push('l'),
            'ñ' | 'ń' | 'ň' => plain.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' => plain.push('o'),
            'ř' => plain.push('r'),
            'ś' | 'š' | 'ş' => plain.push('s'),
            'ù' | 'ú' | 'û' | 'ů' => plain.push('u'),
            'ý' | 'ÿ' => plain.push('y'),
            'ź' | 'ż' | 'ž' => plain.push('z'),
            'ğ' => plain.push('g'),
            'ё' => plain.push('е'),
            // The second character of a lower-case 'İ'.
            '\u{307}' => {}
            c if c.is_alphanumeric() => plain.push(c),
            _ => {}
        }
    }
    // Alpha Vantage numbers its fields.
    let bare = plain.trim_start_matches(|c: char| c.is_ascii_digit());
    if !bare.is_empty() && bare.len() < plain.len() {
        plain = bare.to_owned();
    }
    for (beginning, name) in SENTENCES {
        if plain.starts_with(beginning) {
            name.clone_into(&mut plain);
        }
    }
    plain
}

/// Splits off a unit: brackets, or a currency at the end: `Close (EUR)`, `Schluss in EUR`. Returns the title and the
/// unit.
pub(super) fn without_measure(name: &str) -> (&str, Option<&str>) {
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
