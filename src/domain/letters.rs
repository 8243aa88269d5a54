//! Normalizes typed symbols: keyboards, phones and programs use different characters for the same symbol.

/// Converts a typed symbol to ASCII capitals with single spaces. Removes surrounding quotation marks and brackets, a
/// leading `$`, and trailing punctuation.
pub(super) fn normalize_characters(typed: &str) -> String {
    let mut text = String::with_capacity(typed.len());
    for character in typed.chars().filter(|character| !is_invisible(*character)) {
        if character.is_whitespace() {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        } else if let (true, Some(base)) = (text.is_empty(), without_circumflex(character)) {
            // Keyboards with a dead key combine a typed ^ with the next letter.
            text.push('^');
            text.push(base);
        } else {
            text.push(ascii_look_alike(character).to_ascii_uppercase());
        }
    }
    let trimmed = text
        .trim_start_matches(|c: char| c == ' ' || "\"'`([{<$#@*,;".contains(c))
        .trim_end_matches(|c: char| c == ' ' || "\"'`)]}>.,;:?*".contains(c));
    // In TradingView's symbols of continuous futures (GC1!), the exclamation mark stays.
    let is_future = trimmed.ends_with("1!") || trimmed.ends_with("2!");
    let trimmed = if is_future {
        trimmed
    } else {
        trimmed.trim_end_matches(['!', ' '])
    };
    // A hyphen with a space is the bullet of a list item.
    let trimmed = trimmed.strip_prefix("- ").unwrap_or(trimmed);
    trimmed.trim().to_owned()
}

/// Returns true for direction marks, joiners, soft hyphens and control characters.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
        || (character.is_control() && !character.is_whitespace())
}

/// Returns the ASCII character that looks like `character`; `character` itself if there is none.
fn ascii_look_alike(character: char) -> char {
    match character {
        // Full-width forms.
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character)
        }
        'ˆ' | '˄' | '⌃' | '‸' | '∧' | '⋀' | '\u{302}' | '\u{a788}' | '↑' => '^',
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹘' | '﹣' | '⁃' | 'ー' => {
            '-'
        }
        '·' | '․' | '。' | '﹒' | '‧' | '∙' | '⋅' | '｡' => '.',
        '꞊' | '﹦' | '═' => '=',
        '﹠' => '&',
        '⁄' | '∕' | '⧸' | '╱' => '/',
        '﹕' | '∶' | 'ː' => ':',
        '﹩' => '$',
        '‘' | '’' | '‚' | '‛' | '′' | '“' | '”' | '„' | '«' | '»' | '‹' | '›' | '″' | '´'
        | '「' | '」' => '"',
        character => latin_look_alike(character),
    }
}

/// Returns the Latin capital that looks like a Cyrillic or Greek letter; other letters stay unchanged.
fn latin_look_alike(letter: char) -> char {
    let upper = letter.to_uppercase().next().unwrap_or(letter);
    match upper {
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'І' | 'Ι' => 'I',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'Ν' => 'N',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'Х' | 'Χ' => 'X',
        'У' | 'Υ' => 'Y',
        'Ζ' => 'Z',
        _ => letter,
    }
}

/// Returns the base letter of a letter with a circumflex: G for Ĝ.
fn without_circumflex(letter: char) -> Option<char> {
    let pairs = [
        ('Â', 'A'),
        ('Ĉ', 'C'),
        ('Ê', 'E'),
        ('Ĝ', 'G'),
        ('Ĥ', 'H'),
        ('Î', 'I'),
        ('Ĵ', 'J'),
        ('Ô', 'O'),
        ('Ŝ', 'S'),
        ('Û', 'U'),
        ('Ŵ', 'W'),
        ('Ŷ', 'Y'),
        ('Ẑ', 'Z'),
    ];
    let upper = letter.to_uppercase().next()?;
    pairs
        .iter()
        .find(|(accented, _)| *accented == upper)
        .map(|(_, base)| *base)
}
