//! Converts feed markup to plain text.

/// Removes tags and scripts, decodes entities, and collapses white space. Feeds often escape twice, so entities are decoded up
/// to three times.
pub(super) fn to_plain_text(markup: &str) -> String {
    let mut text = without_tags(markup);
    for _ in 0..3 {
        let decoded = without_tags(&decode_entities(&text));
        if decoded == text {
            break;
        }
        text = decoded;
    }
    text.replace(is_invisible, "")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" .", ".")
        .replace(" ,", ",")
}

/// Returns true for control characters and for invisible characters that change how other characters are displayed, such as
/// direction controls and byte order marks.
fn is_invisible(letter: char) -> bool {
    let is_control = letter.is_control() && !letter.is_whitespace();
    is_control
        || matches!(letter,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Shortens a text to at most `max_chars` characters, at a word boundary.
pub(super) fn shorten(text: &str, max_chars: usize) -> String {
    let Some((cut, _)) = text.char_indices().nth(max_chars) else {
        return text.to_owned();
    };
    let end = text[..cut].rfind(' ').unwrap_or(cut);
    format!("{}…", text[..end].trim_end_matches([',', ';', ':']))
}

/// The length of the longest named reference, `CounterClockwiseContourIntegral`.
const MAX_REFERENCE_LENGTH: usize = 31;

/// The tags that feeds use. Other words in angle brackets are text.
const TAGS: [&str; 72] = [
    "a",
    "abbr",
    "article",
    "aside",
    "audio",
    "b",
    "big",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "embed",
    "figcaption",
    "figure",
    "font",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "i",
    "iframe",
    "img",
    "input",
    "ins",
    "li",
    "link",
    "main",
    "mark",
    "meta",
    "noscript",
    "object",
    "ol",
    "p",
    "param",
    "picture",
    "pre",
    "q",
    "s",
    "script",
    "section",
    "small",
    "source",
    "span",
    "strike",
    "strong",
    "style",
    "sub",
    "sup",
    "svg",
    "table",
    "td",
    "tr",
    "u",
    "ul",
    "video",
];

/// Returns true if `after`, the text after a `<`, starts with a tag.
fn is_tag(after: &str) -> bool {
    let name = after.strip_prefix('/').unwrap_or(after);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric());
    let name = &name[..end.unwrap_or(name.len())];
    after.starts_with('!') || TAGS.iter().any(|tag| tag.eq_ignore_ascii_case(name))
}

/// Removes the tags in [`TAGS`]. Any other `<`, as in 'a < b', is text.
fn without_tags(markup: &str) -> String {
    let mut out = String::with_capacity(markup.len());
    let mut rest = markup;
    while let Some(at) = rest.find('<') {
        let after = &rest[at + 1..];
        out.push_str(&rest[..at]);
        if !is_tag(after) {
            out.push('<');
            rest = after;
            continue;
        }
        let lower: String = after
            .chars()
            .take(6)
            .collect::<String>()
            .to_ascii_lowercase();
        let hidden_element = HIDDEN_ELEMENTS.iter().find(|name| has_name(after, name));
        let end = match hidden_element {
            Some(name) => end_of_element(after, name).or_else(|| end_of_tag(after)),
            None if after.starts_with("!--") => after.find("-->").map(|end| end + 3),
            None => end_of_tag(after),
        };
        // Tags that start a new line become a space; others may be within a word.
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

/// The elements whose text is not displayed.
const HIDDEN_ELEMENTS: [&str; 2] = ["script", "style"];

/// Returns true if `after`, the text after a `<`, starts with this tag name.
fn has_name(after: &str, name: &str) -> bool {
    let (start, rest) = after.split_at_checked(name.len()).unwrap_or((after, ""));
    start.eq_ignore_ascii_case(name) && !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// Returns the end of an element; `after` is the text after its `<`.
fn end_of_element(after: &str, name: &str) -> Option<usize> {
    let closing = after
        .match_indices("</")
        .find(|(at, _)| has_name(&after[at + 2..], name));
    let (at, _) = closing?;
    Some(at + after[at..].find('>')? + 1)
}

/// Returns the end of a tag; `after` is the text after its `<`. A `>` in a quoted value does not end the tag.
fn end_of_tag(after: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, letter) in after.char_indices() {
        match quote {
            Some(mark) if mark == letter => quote = None,
            None if "\"'".contains(letter) && before == '=' => quote = Some(letter),
            None if letter == '>' => return Some(at + 1),
            _ => {}
        }
        if !letter.is_whitespace() {
            before = letter;
        }
    }
    // The quote is not closed, so it is ignored.
    after.find('>').map(|end| end + 1)
}

/// Decodes named and numeric character references.
fn decode_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let reference = after
            .find(';')
            .filter(|end| *end <= MAX_REFERENCE_LENGTH)
            .map(|end| (&after[..end], &after[end + 1..]));
        if let Some((letter, tail)) =
            reference.and_then(|(name, tail)| Some((character(name)?, tail)))
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

/// Decodes the character reference `name`.
fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16).ok()?,
            None => number.parse().ok()?,
        };
        return match u8::try_from(code) {
            // HTML decodes these code points as Windows-1252.
            Ok(byte @ 0x80..=0x9f) => {
                let letter = [byte];
                let (letter, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(&letter);
                letter.chars().next().filter(|c| !c.is_control())
            }
            _ => char::from_u32(code).filter(|c| !c.is_control()),
        };
    }
    let mut letters = quick_xml::escape::resolve_html5_entity(name)?.chars();
    letters
        .next()
        .filter(|_| letters.next().is_none())
        .map(|letter| if letter == '\u{a0}' { ' ' } else { letter })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_is_not_a_tag_stays() {
        assert_eq!(to_plain_text("a < b and AT&T, R&D"), "a < b and AT&T, R&D");
        assert_eq!(to_plain_text("<p>One</p><p>Two</p>"), "One Two");
        assert_eq!(to_plain_text("unclosed <b"), "unclosed");
    }

    #[test]
    fn scripts_quoted_attributes_and_comments_are_removed_and_later_text_stays() {
        for (markup, text) in [
            ("<SCRIPT>var x = 1 > 0</SCRIPT>Shares rise", "Shares rise"),
            ("<script type='a>b'>x</Script >Shares rise", "Shares rise"),
            ("<script>x Shares rise", "x Shares rise"),
            (r#"<p class="a>b">Shares rise</p>"#, "Shares rise"),
            (
                r#"<a href="x>y>z" title='it"s >'>Shares</a> rise"#,
                "Shares rise",
            ),
            (r#"<a title="open>Shares rise</a>"#, "Shares rise"),
            ("<!-- a > b -->Shares rise", "Shares rise"),
            ("<strong>Shares</strong> rise", "Shares rise"),
        ] {
            assert_eq!(to_plain_text(markup), text, "{markup}");
        }
    }

    #[test]
    fn bidirectional_control_characters_are_removed() {
        assert_eq!(
            to_plain_text("Shares \u{202e}esir\u{202c}\u{200b}!\u{feff}"),
            "Shares esir!"
        );
        assert_eq!(to_plain_text("&#8238;abc&#x2066;"), "abc");
        assert_eq!(
            to_plain_text("می\u{200c}خواهم"),
            "می\u{200c}خواهم",
            "a zero-width non-joiner between letters stays"
        );
    }

    #[test]
    fn long_text_is_cut_at_a_word() {
        assert_eq!(shorten("one two, three", 9), "one two…");
        assert_eq!(shorten("short", 9), "short");
    }
}
