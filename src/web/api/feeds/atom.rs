//! Writes Atom feeds (RFC 4287).

use std::fmt::Write as _;

use jiff::Timestamp;
use quick_xml::escape::escape;

/// An Atom feed.
#[derive(Debug)]
pub(super) struct Feed {
    /// Globally unique, permanent id (a URI).
    pub(super) id: String,
    pub(super) title: String,
    /// URL of the feed, relative to this server's root or absolute.
    pub(super) self_url: String,
    /// URL of the web page with the same content.
    pub(super) page_url: String,
    /// Time of the newest entry.
    pub(super) updated: Timestamp,
    pub(super) entries: Vec<Entry>,
}

/// An entry of a feed: an article.
#[derive(Debug)]
pub(super) struct Entry {
    /// Globally unique, permanent id (a URI).
    pub(super) id: String,
    pub(super) title: String,
    /// Summary of the article in plain text.
    pub(super) text: String,
    pub(super) author: String,
    pub(super) published: Timestamp,
    /// URL of the article.
    pub(super) url: Option<String>,
    /// Symbols of the tickers that the article is about.
    pub(super) symbols: Vec<String>,
}

impl Feed {
    /// Serializes the feed as XML.
    pub(super) fn to_xml(&self) -> String {
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        xml.push_str("<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
        write_element(&mut xml, "id", &self.id);
        write_element(&mut xml, "title", &self.title);
        write_element(&mut xml, "updated", &self.updated.to_string());
        write_link(&mut xml, "self", &self.self_url);
        write_link(&mut xml, "alternate", &self.page_url);
        xml.push_str("<author><name>Marketdeck</name></author>\n");
        for entry in &self.entries {
            entry.write(&mut xml);
        }
        xml.push_str("</feed>\n");
        xml
    }
}

impl Entry {
    /// Writes the entry as XML.
    fn write(&self, xml: &mut String) {
        xml.push_str("<entry>\n");
        write_element(xml, "id", &self.id);
        write_element(xml, "title", &self.title);
        let published = self.published.to_string();
        write_element(xml, "published", &published);
        write_element(xml, "updated", &published);
        let _ = writeln!(
            xml,
            "<author><name>{}</name></author>",
            escape_text(&self.author)
        );
        if let Some(url) = &self.url {
            write_link(xml, "alternate", url);
        }
        for symbol in &self.symbols {
            let _ = writeln!(xml, "<category term=\"{}\"/>", escape_text(symbol));
        }
        let _ = writeln!(
            xml,
            "<content type=\"text\">{}</content>",
            escape_text(&self.text)
        );
        xml.push_str("</entry>\n");
    }
}

/// Writes an element with text content.
fn write_element(xml: &mut String, name: &str, value: &str) {
    // Writing into a `String` cannot fail.
    let _ = writeln!(xml, "<{name}>{}</{name}>", escape_text(value));
}

/// Writes a link element; `relation` is `self` or `alternate`.
fn write_link(xml: &mut String, relation: &str, url: &str) {
    let _ = writeln!(
        xml,
        "<link rel=\"{relation}\" href=\"{}\"/>",
        escape_text(url)
    );
}

/// Escapes text for XML and removes characters that XML 1.0 does not allow.
fn escape_text(value: &str) -> String {
    let is_allowed = |c: &char| {
        !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}') || matches!(c, '\n' | '\t')
    };
    let value: String = value.chars().filter(is_allowed).collect();
    escape(value.as_str()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped_or_removed() {
        assert_eq!(
            escape_text("A & <b>\u{0}\u{1b}\n\"c\""),
            "A &amp; &lt;b&gt;\n&quot;c&quot;"
        );
    }
}
