//! Writes Atom feeds (RFC 4287).

use std::fmt::Write as _;

use jiff::Timestamp;
use quick_xml::escape::escape;

/// An Atom feed.
#[derive(Debug)]
pub(super) struct Feed {
    /// Globally unique, permanent id.
    pub(super) id: String,
    pub(super) title: String,
    /// URL of the feed, relative to this server's root or absolute.
    pub(super) own_link: String,
    /// URL of the page with the same content.
    pub(super) page: String,
    pub(super) updated: Timestamp,
    pub(super) entries: Vec<Entry>,
}

/// A feed entry: one article.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) text: String,
    pub(super) author: String,
    pub(super) published: Timestamp,
    pub(super) link: Option<String>,
    /// Symbols of the tickers the article is about.
    pub(super) about: Vec<String>,
}

impl Feed {
    /// Serializes the feed as XML.
    pub(super) fn to_xml(&self) -> String {
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        xml.push_str("<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
        element(&mut xml, "id", &self.id);
        element(&mut xml, "title", &self.title);
        element(&mut xml, "updated", &self.updated.to_string());
        link(&mut xml, "self", &self.own_link);
        link(&mut xml, "alternate", &self.page);
        xml.push_str("<author><name>Marketdeck</name></author>\n");
        for entry in &self.entries {
            entry.write(&mut xml);
        }
        xml.push_str("</feed>\n");
        xml
    }
}

impl Entry {
    fn write(&self, xml: &mut String) {
        xml.push_str("<entry>\n");
        element(xml, "id", &self.id);
        element(xml, "title", &self.title);
        let published = self.published.to_string();
        element(xml, "published", &published);
        element(xml, "updated", &published);
        let _ = writeln!(xml, "<author><name>{}</name></author>", text(&self.author));
        if let Some(address) = &self.link {
            link(xml, "alternate", address);
        }
        for symbol in &self.about {
            let _ = writeln!(xml, "<category term=\"{}\"/>", text(symbol));
        }
        let _ = writeln!(xml, "<content type=\"text\">{}</content>", text(&self.text));
        xml.push_str("</entry>\n");
    }
}

fn element(xml: &mut String, name: &str, value: &str) {
    // Writing into a `String` cannot fail.
    let _ = writeln!(xml, "<{name}>{}</{name}>", text(value));
}

fn link(xml: &mut String, relation: &str, address: &str) {
    let _ = writeln!(xml, "<link rel=\"{relation}\" href=\"{}\"/>", text(address));
}

/// Escapes `value` for XML, without the characters that XML 1.0 does not allow.
fn text(value: &str) -> String {
    let allowed = |letter: &char| {
        !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}')
            || matches!(letter, '\n' | '\t')
    };
    let value: String = value.chars().filter(allowed).collect();
    escape(value.as_str()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped_or_removed() {
        assert_eq!(
            text("A & <b>\u{0}\u{1b}\n\"c\""),
            "A &amp; &lt;b&gt;\n&quot;c&quot;"
        );
    }
}
