//! Normalization of texts for search: splits a text into lower-case words without accents and punctuation.

use super::fold::fold;

/// Legal forms and similar words at the end of a company name.
const LEGAL_FORMS: &[&str] = &[
    "ab",
    "adr",
    "ag",
    "as",
    "asa",
    "co",
    "company",
    "corp",
    "corporation",
    "group",
    "holding",
    "holdings",
    "inc",
    "incorporated",
    "limited",
    "llc",
    "lp",
    "ltd",
    "nv",
    "oyj",
    "plc",
    "sa",
    "se",
    "sab",
    "spa",
    "usd",
];

/// Splits a text into words: `S&P 500` is s, p, 500; `J.P. Morgan` is jp, morgan; `McDonald's` is mcdonalds. Removes a
/// leading 'the' and, unless it is the only word, 'and'.
pub(super) fn split_words(text: &str) -> Vec<String> {
    let folded = fold(text);
    let mut words: Vec<String> = Vec::new();
    for part in folded.split_whitespace() {
        // Single letters separated by dots or slashes: n.v., p.l.c., a/s.
        let pieces = || part.split(['.', '/']).filter(|piece| !piece.is_empty());
        if pieces().count() > 1 && pieces().all(|piece| piece.chars().count() == 1) {
            words.push(pieces().collect());
            continue;
        }
        let mut word = String::new();
        for letter in part.chars() {
            if letter.is_alphanumeric() {
                word.push(letter);
            } else if !matches!(letter, '\'' | '’' | '`' | '´') && !word.is_empty() {
                words.push(std::mem::take(&mut word));
            }
        }
        if !word.is_empty() {
            words.push(word);
        }
    }
    if words.len() > 1 && words[0] == "the" {
        words.remove(0);
    }
    if words.iter().any(|word| word != "and") {
        words.retain(|word| word != "and");
    }
    words
}

/// Returns the number of words of a name without its legal form.
pub(super) fn count_name_words(words: &[String]) -> usize {
    let is_name_word = |word: &String| !LEGAL_FORMS.contains(&word.as_str());
    words
        .iter()
        .rposition(is_name_word)
        .map_or(words.len(), |at| at + 1)
}

/// Returns the singular of a word; `None` if it is not a plural.
pub(super) fn singular(word: &str) -> Option<String> {
    if word.chars().count() < 4 || word.ends_with("ss") {
        return None;
    }
    match word.strip_suffix("ies") {
        Some(stem) if stem.len() >= 3 => Some(format!("{stem}y")),
        _ => word.strip_suffix('s').map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_ignore_case_accents_and_punctuation() {
        for (text, expected) in [
            ("S&P 500", "s p 500"),
            ("J.P. Morgan", "jp morgan"),
            ("McDonald's Corporation", "mcdonalds corporation"),
            ("The Coca-Cola Company", "coca cola company"),
            ("Procter & Gamble", "procter gamble"),
            ("Procter and Gamble", "procter gamble"),
            ("L'Oréal S.A.", "loreal sa"),
            ("Novo Nordisk A/S", "novo nordisk as"),
            ("EUR/USD", "eur usd"),
            ("Große Straße", "grosse strasse"),
            ("and", "and"),
            ("^GSPC", "gspc"),
        ] {
            assert_eq!(split_words(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn name_words_exclude_the_legal_form() {
        let name = |text: &str| {
            let words = split_words(text);
            words[..count_name_words(&words)].join(" ")
        };
        assert_eq!(name("Alibaba Group Holding Limited"), "alibaba");
        assert_eq!(name("BP p.l.c."), "bp");
        assert_eq!(name("Bank of America Corporation"), "bank of america");
    }
}
