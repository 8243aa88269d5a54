//! Normalization of characters in typed symbols: keyboards, phones and other programs write them differently.

/// Returns a typed symbol in ASCII capitals with single spaces, without surrounding quotation marks and brackets, a
/// leading `$`, or trailing punctuation.
pub(super) fn normal(typed: &str) -> String {
    let mut text = String::with_capacity(typed.len());
    for letter in typed.chars().filter(|letter| !is_invisible(*letter)) {
        if letter.is_whitespace() {
            if !text.is_empty() && !text.ends_with(' ') {
                text.push(' ');
            }
        } else if let (true, Some(base)) = (text.is_empty(), under_circumflex(letter)) {
            // A dead key joins the ^ with the letter after it.
            text.push('^');
            text.push(base);
        } else {
            text.push(plain(letter).to_ascii_uppercase());
        }
    }
    let bare = text
        .trim_start_matches(|c: char| c == ' ' || "\"'`([{<$#@*,;".contains(c))
        .trim_end_matches(|c: char| c == ' ' || "\"'`)]}>.,;:?*".contains(c));
    // TradingView's continuous futures keep their mark: GC1!.
    let is_future = bare.ends_with("1!") || bare.ends_with("2!");
    let bare = if is_future {
        bare
    } else {
        bare.trim_end_matches(['!', ' '])
    };
    // The bullet of a list item.
    let bare = bare.strip_prefix("- ").unwrap_or(bare);
    bare.trim().to_owned()
}

/// Returns true for direction marks, joiners, soft hyphens and control characters.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
        || (letter.is_control() && !letter.is_whitespace())
}

/// Returns the ASCII character that looks like `letter`.
fn plain(letter: char) -> char {
    match letter {
        // Full-width forms.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
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
        letter => look_alike(letter),
    }
}

/// Maps Cyrillic and Greek capitals to the Latin ones they look like.
fn look_alike(letter: char) -> char {
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

/// Returns the base letter of a letter with a circumflex.
fn under_circumflex(letter: char) -> Option<char> {
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
        .find(|(with, _)| *with == upper)
        .map(|(_, base)| *base)
}
