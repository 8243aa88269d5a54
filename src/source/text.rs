//! Sanitizes messages of sources: converts them to one line of bounded length.

/// The maximum number of characters of a sanitized text.
pub(crate) const MAX_CHARS: usize = 300;
/// The maximum number of characters that are read. It is larger because secrets are masked before the text is truncated.
const MAX_READ_CHARS: usize = 8 * MAX_CHARS;

/// Returns the beginning of `text` on one line, and whether the text was cut. White space and control characters become single
/// spaces, and direction marks are removed.
pub(super) fn one_line(text: &str) -> (Vec<char>, bool) {
    let mut line: Vec<char> = Vec::new();
    let mut letters = text.chars();
    for letter in letters.by_ref() {
        if letter.is_whitespace() || letter.is_control() {
            if line.last().is_some_and(|last| *last != ' ') {
                line.push(' ');
            }
        } else if !is_invisible(letter) {
            line.push(letter);
        }
        if line.len() >= MAX_READ_CHARS {
            return (line, letters.next().is_some());
        }
    }
    while line.last() == Some(&' ') {
        line.pop();
    }
    (line, false)
}

/// Truncates `line` to fewer than [`MAX_CHARS`] characters, which leaves room for a period, and appends an ellipsis if the line was
/// cut.
pub(super) fn truncate(mut line: Vec<char>, is_cut: bool) -> String {
    if is_cut || line.len() >= MAX_CHARS {
        line.truncate(MAX_CHARS - 2);
        line.push('…');
    }
    line.into_iter().collect()
}

/// Returns the text as a sentence, with a capital letter and a period.
pub(super) fn to_sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    let stop = if text.ends_with(['.', '!', '?', '…']) {
        ""
    } else {
        "."
    };
    let rest = letters.as_str();
    format!("{}{rest}{stop}", first.unwrap_or_default())
}

/// Returns true for zero-width characters and direction marks.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sanitized(text: &str) -> String {
        let (line, is_cut) = one_line(text);
        truncate(line, is_cut)
    }

    #[test]
    fn a_text_of_any_length_becomes_one_line_of_three_hundred_characters() {
        let long = sanitized(&"x".repeat(2_000_000));
        assert_eq!(to_sentence(&long).chars().count(), MAX_CHARS - 1);
        assert!(long.ends_with("x…"));
        let just = "y".repeat(MAX_CHARS - 1);
        assert_eq!(sanitized(&just), just);
        assert_eq!(to_sentence(&just).chars().count(), MAX_CHARS);
        let blank = format!("a{}b", " \r\n\t".repeat(100_000));
        assert_eq!(sanitized(&blank), "a b");
        assert_eq!(
            sanitized(" \n slow\u{2028}down\u{1b}[31m,\u{202e} now\n"),
            "slow down [31m, now"
        );
    }

    #[test]
    fn a_sentence_has_a_capital_and_one_full_stop() {
        assert_eq!(to_sentence("it is empty"), "It is empty.");
        assert_eq!(to_sentence("Slow down!"), "Slow down!");
        assert_eq!(to_sentence("éa."), "Éa.");
        assert_eq!(to_sentence(""), ".");
    }
}
