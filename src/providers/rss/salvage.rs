//! Extracts the items of a feed with invalid XML by searching for their tags.

/// Returns true if the closing tag of the feed exists, so that the response is not truncated.
pub(super) fn is_complete(text: &str) -> bool {
    let tail = &text.as_bytes()[text.len().saturating_sub(400)..];
    let tail = String::from_utf8_lossy(tail).to_ascii_lowercase();
    ["</rss", "</feed", "</rdf", ":feed>"]
        .iter()
        .any(|end| tail.contains(end))
}

/// Returns the items and entries of `text`, including their tags. Unclosed items are skipped.
pub(super) fn items(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        loop {
            let (start, name) = find_item(rest)?;
            rest = &rest[start..];
            let close = format!("</{name}");
            let after = &rest[1..];
            let (end, next) = (after.find(&close), find_item(after));
            let Some(end) = end.map(|end| end + 1) else {
                rest = "";
                return None;
            };
            if next.is_some_and(|(next, _)| next + 1 < end) {
                // Another item starts before the closing tag.
                rest = after;
                continue;
            }
            let end = end + rest[end..].find('>')? + 1;
            let (item, tail) = rest.split_at(end);
            rest = tail;
            return Some(item);
        }
    })
}

/// Returns the position of the next item or entry and the name of its tag.
fn find_item(text: &str) -> Option<(usize, &str)> {
    let mut from = 0;
    while let Some(position) = text[from..].find('<').map(|offset| from + offset) {
        from = position + 1;
        let rest = &text[from..];
        for (start, end) in [("!--", "-->"), ("![CDATA[", "]]>")] {
            // A comment, or CDATA that is closed before the next `</item`, is skipped.
            let closed = rest.find(end).filter(|_| rest.starts_with(start));
            let skipped = closed.filter(|end| !rest[..*end].contains("</item") || start == "!--");
            from += skipped.unwrap_or(0);
        }
        let end = rest
            .find(|c: char| c.is_whitespace() || c == '>' || c == '/')
            .unwrap_or(rest.len());
        let name = &rest[..end];
        if matches!(name.rsplit(':').next(), Some("item" | "entry")) {
            return Some((position, name));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_by_their_tags_and_an_unclosed_one_is_skipped() {
        let text = "<rss><!-- <item>old</item> --><item>a</item><item><title>b<item x='1'>c \
            <![CDATA[<item>]]></item ><atom:entry>d</atom:entry><items>e</items></rss>";
        let found: Vec<&str> = items(text).collect();
        let third = "<item x='1'>c <![CDATA[<item>]]></item >";
        assert_eq!(
            found,
            ["<item>a</item>", third, "<atom:entry>d</atom:entry>"]
        );
        assert_eq!(items("no feed").count(), 0);
    }
}
