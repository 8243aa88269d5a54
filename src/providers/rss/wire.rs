//! Parses the XML of news feeds (RSS 0.9 to 2.0 and Atom) in a single pass. External entities are not resolved; unknown
//! entities stay in the text.

use std::cmp::Reverse;

use jiff::Timestamp;
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};

use super::{dates::parse_date, encoding::decode, links, salvage};
use crate::source::SourceError;

/// The maximum number of items per feed, of which the newest ones are read.
const MAX_ITEMS: usize = 500;
/// The maximum length of a field in bytes. It exceeds the length of any title and of the stored text.
const MAX_FIELD_BYTES: usize = 20_000;

/// A feed.
#[derive(Debug, Default)]
pub(super) struct Feed {
    /// The date of the feed.
    pub(super) date: Option<Timestamp>,
    /// The URL of the feed's web page.
    pub(super) page: String,
    /// The items, in the order of the feed.
    pub(super) items: Vec<Item>,
}

/// An item or entry. Its texts contain markup.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub(super) title: String,
    pub(super) id: String,
    /// The URL of the article; never that of the feed.
    pub(super) link: String,
    pub(super) summary: String,
    pub(super) content: String,
    pub(super) published: Option<Timestamp>,
    pub(super) updated: Option<Timestamp>,
    /// The symbols that the feed assigns to the item.
    pub(super) tickers: Vec<String>,
}

/// An element of an item or of a feed whose text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Title,
    Id,
    Link,
    Summary,
    Content,
    Published,
    Updated,
    Tickers,
    Category,
}

impl Field {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "title" | "atom:title" => Self::Title,
            "guid" | "id" | "atom:id" => Self::Id,
            "link" => Self::Link,
            "description" | "summary" | "atom:summary" => Self::Summary,
            "content" | "content:encoded" => Self::Content,
            "pubDate" | "published" | "dc:date" | "lastBuildDate" => Self::Published,
            "updated" | "atom:updated" => Self::Updated,
            // An element of Nasdaq's feeds, whose prefix is not always declared.
            other if other.ends_with(":tickers") => Self::Tickers,
            // Some news wires have categories such as 'NASDAQ:AAPL'.
            "category" => Self::Category,
            _ => return None,
        })
    }
}

/// Reads a feed. If its XML is invalid, each item is read separately, and only invalid items are skipped.
pub(super) fn read(body: &[u8]) -> Result<Feed, SourceError> {
    let text = decode(body);
    let mut parser = Parser::default();
    let outcome = parser.read(&text);
    if !parser.is_feed {
        return Err(outcome.err().unwrap_or_else(not_a_feed));
    }
    let is_malformed = outcome.is_err() || parser.depth > 0;
    if is_malformed {
        if !salvage::is_complete(&text) {
            let truncated = || SourceError::InvalidResponse("the response is truncated".to_owned());
            return Err(outcome.err().unwrap_or_else(truncated));
        }
        let items = salvage::items(&text).filter_map(|item| parser.read_single(item));
        let items: Vec<Item> = items.collect();
        if items.is_empty() {
            return Err(outcome.err().unwrap_or_else(not_a_feed));
        }
        parser.feed.items = items;
    }
    parser.prune(MAX_ITEMS);
    Ok(parser.feed)
}

fn not_a_feed() -> SourceError {
    SourceError::InvalidResponse("the response is not a feed".to_owned())
}

#[derive(Debug, Default)]
struct Parser {
    feed: Feed,
    /// The number of open elements.
    depth: usize,
    is_feed: bool,
    /// The open item, and the depth of its element.
    item: Option<(Item, usize)>,
    /// The open field, the depth of its element, and its text so far.
    field: Option<(Field, usize, String)>,
    /// The active values of `xml:base`, with the depths of their elements.
    bases: Vec<(usize, String)>,
}

impl Parser {
    /// Reads the whole `text`.
    fn read(&mut self, text: &str) -> Result<(), SourceError> {
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        config.allow_dangling_amp = true;
        config.expand_empty_elements = true;
        loop {
            match reader.read_event() {
                Ok(Event::Start(element)) => self.start(&element)?,
                Ok(Event::End(_)) => self.end(),
                Ok(Event::Text(text)) => self.append_text(&text),
                Ok(Event::CData(text)) => self.append_text(&text),
                Ok(Event::GeneralRef(name)) => match name.resolve_char_ref() {
                    // Control characters may stand for letters of Windows-1252. The module `text` decodes them.
                    Ok(Some(letter)) if !letter.is_control() => {
                        self.append_text(letter.encode_utf8(&mut [0; 4]));
                    }
                    _ => self.reference(&name),
                },
                Ok(Event::Eof) => return Ok(()),
                Ok(_) => {}
                Err(error) => return Err(SourceError::InvalidResponse(error.to_string())),
            }
            if self.feed.items.len() >= 2 * MAX_ITEMS {
                self.prune(MAX_ITEMS);
            }
        }
    }

    /// Reads one item that was extracted from the feed; `None` if it is invalid.
    fn read_single(&self, item: &str) -> Option<Item> {
        let mut parser = Self {
            // The depth of the items of a channel.
            depth: 2,
            is_feed: true,
            bases: self.bases.clone(),
            ..Self::default()
        };
        parser.read(item).ok()?;
        (parser.depth == 2 && parser.feed.items.len() == 1).then(|| parser.feed.items.remove(0))
    }

    /// Removes all but the newest `max_items` items, or all but the first ones if they have no dates. Keeps their order.
    fn prune(&mut self, max_items: usize) {
        let items = &mut self.feed.items;
        if items.len() <= max_items {
            return;
        }
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by_key(|index| Reverse(items[*index].published.or(items[*index].updated)));
        let mut is_newest = vec![false; items.len()];
        for index in order.into_iter().take(max_items) {
            is_newest[index] = true;
        }
        let mut is_newest = is_newest.into_iter();
        items.retain(|_| is_newest.next().unwrap_or(false));
    }

    /// Resolves `link` against the active `xml:base`.
    fn resolve(&self, link: &str) -> String {
        let base = self.bases.last().map_or("", |(_, base)| base);
        links::resolve(base, link)
    }

    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), SourceError> {
        self.depth += 1;
        let name = element.name().0;
        let local = name.rsplit(':').next().unwrap_or(name);
        if self.depth == 1 {
            self.is_feed = matches!(local, "rss" | "feed" | "RDF");
            if !self.is_feed {
                return Err(not_a_feed());
            }
        }
        if let Some((_, _, text)) = &mut self.field {
            // An element within a text separates words.
            text.push(' ');
            return Ok(());
        }
        if let Some(base) = attribute(element, "xml:base") {
            let base = self.resolve(&base);
            self.bases.push((self.depth, base));
        }
        if local == "link" && self.read_link(element) {
            return Ok(());
        }
        match &mut self.item {
            None if matches!(local, "item" | "entry") => {
                let id = attribute(element, "rdf:about").unwrap_or_default();
                let item = Item {
                    id,
                    ..Item::default()
                };
                self.item = Some((item, self.depth));
            }
            Some((_, depth)) if self.depth == *depth + 1 => {
                if let Some(field) = Field::of(name) {
                    self.open_field(field);
                }
            }
            None => {
                if let Some(field @ (Field::Published | Field::Updated)) = Field::of(name) {
                    self.open_field(field);
                }
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Reads a link of an item, or of the feed if its page is not known yet. Returns false for any other link.
    fn read_link(&mut self, element: &BytesStart<'_>) -> bool {
        let is_relevant = match &self.item {
            Some((_, depth)) => self.depth == depth + 1,
            None => self.depth <= 3 && self.feed.page.is_empty(),
        };
        if !is_relevant {
            return false;
        }
        let Some(href) = attribute(element, "href") else {
            self.open_field(Field::Link);
            return true;
        };
        let relation = attribute(element, "rel");
        if relation.is_none_or(|relation| relation == "alternate") {
            self.close_field(Field::Link, &href);
        }
        true
    }

    fn open_field(&mut self, field: Field) {
        self.field = Some((field, self.depth, String::new()));
    }

    fn append_text(&mut self, more: &str) {
        let Some((_, _, text)) = &mut self.field else {
            return;
        };
        let remaining_bytes = MAX_FIELD_BYTES.saturating_sub(text.len());
        let end = (0..=remaining_bytes.min(more.len()))
            .rev()
            .find(|position| more.is_char_boundary(*position));
        text.push_str(&more[..end.unwrap_or(0)]);
    }

    /// Appends a named entity. Entities of XML are decoded; others, which may be of HTML, stay in the text.
    fn reference(&mut self, name: &str) {
        match quick_xml::escape::resolve_predefined_entity(name) {
            Some(letter) => self.append_text(letter),
            None => self.append_text(&format!("&{name};")),
        }
    }

    fn end(&mut self) {
        if let Some((field, _, text)) = self.field.take_if(|(_, depth, _)| *depth == self.depth) {
            self.close_field(field, text.trim());
        }
        if let Some((item, _)) = self.item.take_if(|(_, depth)| *depth == self.depth) {
            self.feed.items.push(item);
        }
        self.bases.pop_if(|(depth, _)| *depth == self.depth);
        self.depth = self.depth.saturating_sub(1);
    }

    fn close_field(&mut self, field: Field, text: &str) {
        let link = if field == Field::Link {
            self.resolve(text)
        } else {
            String::new()
        };
        let Some((item, _)) = &mut self.item else {
            if field == Field::Link {
                self.feed.page = link;
            } else {
                self.feed.date = self.feed.date.or_else(|| parse_date(text));
            }
            return;
        };
        let target = match field {
            Field::Title => &mut item.title,
            Field::Id => &mut item.id,
            Field::Link => {
                if item.link.is_empty() {
                    item.link = link;
                }
                return;
            }
            Field::Summary => &mut item.summary,
            Field::Content => &mut item.content,
            Field::Published => {
                item.published = item.published.or_else(|| parse_date(text));
                return;
            }
            Field::Updated => {
                item.updated = item.updated.or_else(|| parse_date(text));
                return;
            }
            Field::Tickers => {
                let symbols = text.split(',').map(str::trim);
                let symbols = symbols.filter(|symbol| (1..=20).contains(&symbol.len()));
                item.tickers.extend(symbols.map(str::to_owned));
                return;
            }
            Field::Category => {
                if is_listing(text) {
                    item.tickers.push(text.to_owned());
                }
                return;
            }
        };
        text.clone_into(target);
    }
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.html_attributes().flatten();
    let attribute = attributes.find(|attribute| attribute.key.0 == name)?;
    let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.trim().to_owned())
}

/// Returns true for an exchange and a symbol, such as `Nasdaq:AAPL`.
fn is_listing(text: &str) -> bool {
    text.split_once(':').is_some_and(|(exchange, symbol)| {
        let symbol = symbol.trim();
        let is_symbol = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || ".-".contains(c);
        (2..=16).contains(&exchange.len())
            && exchange.chars().all(|c| c.is_ascii_alphabetic())
            && (1..=8).contains(&symbol.len())
            && symbol.chars().all(is_symbol)
    })
}
