//! Plain text out of feed markup.

/// Without tags, scripts and entities, white space folded. Feeds escape once too often, so
/// entities are decoded until nothing changes (at most twice more).
pub(super) fn plain(markup: &str) -> String {
    let mut text = without_tags(markup);
    for _ in 0..3 {
        let decoded = without_tags(&entities(&text));
        if decoded == text {
            break;
        }
        text = decoded;
    }
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" .", ".")
        .replace(" ,", ",")
}

/// At most `most` letters, cut at a word.
pub(super) fn shorten(text: &str, most: usize) -> String {
    let Some((cut, _)) = text.char_indices().nth(most) else {
        return text.to_owned();
    };
    let end = text[..cut].rfind(' ').unwrap_or(cut);
    format!("{}…", text[..end].trim_end_matches([',', ';', ':']))
}

/// A tag is `<` and a letter, `/` or `!`; anything else ('a < b') is text.
fn without_tags(markup: &str) -> String {
    let mut out = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some(at) = rest.find('<') {
        let after = &rest[at + 1..];
        out.push_str(&rest[..at]);
        if !after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!') {
            out.push('<');
            rest = after;
            continue;
        }
        let lower: String = after
            .chars()
            .take(6)
            .collect::<String>()
            .to_ascii_lowercase();
        let end = if lower.starts_with("script") {
            after.find("</script>").map(|end| end + "</script>".len())
        } else if lower.starts_with("style") {
            after.find("</style>").map(|end| end + "</style>".len())
        } else {
            after.find('>').map(|end| end + 1)
        };
        // Tags that end a line leave a space behind; those within a word do not.
        if [
            "br", "p>", "p ", "/p", "li", "di", "/d", "td", "h1", "h2", "h3",
        ]
        .iter()
        .any(|tag| lower.starts_with(tag))
        {
            out.push(' ');
        }
        rest = end.map_or("", |end| &after[end..]);
    }
    out.push_str(rest);
    out
}

/// Named and numbered character references, those that feeds use.
fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let reference = after
            .find(';')
            .filter(|end| *end <= 8)
            .map(|end| (&after[..end], &after[end + 1..]));
        if let Some((letter, tail)) = reference.and_then(|(name, tail)| Some((letter(name)?, tail)))
        {
            out.push(letter);
            rest = tail;
        } else {
            out.push('&');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

fn letter(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| !c.is_control());
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "rsquo" => '’',
        "lsquo" => '‘',
        "rdquo" => '”',
        "ldquo" => '“',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        _ => return None,
    })
}

/// The comma list of each item's `nasdaq:tickers` (any prefix), in the order of the items.
pub(super) fn ticker_lists(body: &[u8]) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(body);
    text.split("<item")
        .skip(1)
        .map(|item| {
            let item = item.split("</item>").next().unwrap_or_default();
            let list = item
                .find(":tickers>")
                .map(|at| &item[at + ":tickers>".len()..]);
            let list = list
                .and_then(|list| list.split('<').next())
                .unwrap_or_default();
            list.split(',')
                .map(str::trim)
                .filter(|symbol| !symbol.is_empty())
                .map(str::to_owned)
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_tag_stays() {
        assert_eq!(plain("a < b and AT&T, R&D"), "a < b and AT&T, R&D");
        assert_eq!(plain("<p>One</p><p>Two</p>"), "One Two");
        assert_eq!(plain("unclosed <b"), "unclosed");
    }

    #[test]
    fn long_text_is_cut_at_a_word() {
        assert_eq!(shorten("one two, three", 9), "one two…");
        assert_eq!(shorten("short", 9), "short");
    }
}
