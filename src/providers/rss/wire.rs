//! The XML of news feeds: RSS 0.9 to 2.0 and Atom, as publishers write it. One pass, so that what
//! belongs to an item is read where the item stands. Nothing is looked up: unknown entities stay
//! text.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use jiff::{Timestamp, civil, fmt::rfc2822, tz::TimeZone};
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};

use crate::source::SourceError;

/// Items of a feed that are read.
const MOST_ITEMS: usize = 500;
/// Bytes of a field that are read: more than any title, and enough for the text that is kept.
const LONGEST_FIELD: usize = 20_000;

/// A feed.
#[derive(Debug, Default)]
pub(super) struct Feed {
    /// When it says it was made.
    pub(super) dated: Option<Timestamp>,
    /// In its order.
    pub(super) items: Vec<Item>,
}

/// An item or entry; texts as they stand, markup included.
#[derive(Debug, Default)]
pub(super) struct Item {
    pub(super) title: String,
    pub(super) id: String,
    /// The page of the article; never the feed's own address.
    pub(super) link: String,
    pub(super) summary: String,
    pub(super) content: String,
    pub(super) published: Option<Timestamp>,
    pub(super) updated: Option<Timestamp>,
    /// Symbols that the feed ties it to.
    pub(super) tickers: Vec<String>,
}

/// A child of an item, or of the feed, whose text is wanted.
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
            // Nasdaq's own, with a prefix that its feeds declare or forget.
            other if other.ends_with(":tickers") => Self::Tickers,
            _ => return None,
        })
    }
}

/// Reads a feed.
pub(super) fn read(body: &[u8]) -> Result<Feed, SourceError> {
    let text = decoded(body);
    let mut reader = Reader::from_str(&text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.expand_empty_elements = true;
    let mut parser = Parser::default();
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => parser.start(&element)?,
            Ok(Event::End(_)) => parser.end(),
            Ok(Event::Text(text)) => parser.text(&text),
            Ok(Event::CData(text)) => parser.text(&text),
            Ok(Event::GeneralRef(name)) => match name.resolve_char_ref() {
                // What Windows wrote as a control character is a letter, see `text`.
                Ok(Some(letter)) if !letter.is_control() => {
                    parser.text(letter.encode_utf8(&mut [0; 4]));
                }
                _ => parser.reference(&name),
            },
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => return Err(SourceError::Shape(error.to_string())),
        }
        if parser.feed.items.len() >= MOST_ITEMS {
            return Ok(parser.feed);
        }
    }
    match parser {
        Parser { is_feed: false, .. } => Err(no_feed()),
        Parser { depth: 0, feed, .. } => Ok(feed),
        Parser { .. } => Err(SourceError::Shape("it ends in the middle".to_owned())),
    }
}

fn no_feed() -> SourceError {
    SourceError::Shape("it is no feed".to_owned())
}

/// The text in the encoding that it declares; where it declares none and is no UTF-8 it is what
/// old programs for Windows write.
fn decoded(body: &[u8]) -> std::borrow::Cow<'_, str> {
    let start = String::from_utf8_lossy(&body[..body.len().min(200)]);
    let declared = start.trim_start().strip_prefix("<?xml").and_then(|rest| {
        let declaration = rest.split("?>").next()?;
        let value = declaration.split("encoding").nth(1)?.trim_start();
        let value = value.strip_prefix('=')?.trim_start();
        let quote = value
            .chars()
            .next()
            .filter(|quote| "\"'".contains(*quote))?;
        Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
    });
    let (text, _, faulty) = declared.unwrap_or(UTF_8).decode(body);
    if faulty && declared.is_none_or(|declared| declared == UTF_8) {
        return WINDOWS_1252.decode(body).0;
    }
    text
}

#[derive(Debug, Default)]
struct Parser {
    feed: Feed,
    /// Open elements.
    depth: usize,
    is_feed: bool,
    /// The open item, and the depth of its element.
    item: Option<(Item, usize)>,
    /// The open field, the depth of its element, and its text so far.
    field: Option<(Field, usize, String)>,
}

impl Parser {
    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), SourceError> {
        self.depth += 1;
        let name = element.name().0;
        let local = name.rsplit(':').next().unwrap_or(name);
        if self.depth == 1 {
            self.is_feed = matches!(local, "rss" | "feed" | "RDF");
            if !self.is_feed {
                return Err(no_feed());
            }
        }
        if let Some((_, _, text)) = &mut self.field {
            // Markup within a text parts its words.
            text.push(' ');
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
            Some((item, depth)) if self.depth == *depth + 1 && local == "link" => {
                match attribute(element, "href") {
                    Some(href) => {
                        let relation = attribute(element, "rel");
                        let is_page = relation.is_none_or(|relation| relation == "alternate");
                        if is_page && item.link.is_empty() {
                            item.link = href;
                        }
                    }
                    None => self.open(Field::Link),
                }
            }
            Some((_, depth)) if self.depth == *depth + 1 => {
                if let Some(field) = Field::of(name) {
                    self.open(field);
                }
            }
            None => {
                if let Some(field @ (Field::Published | Field::Updated)) = Field::of(name) {
                    self.open(field);
                }
            }
            Some(_) => {}
        }
        Ok(())
    }

    fn open(&mut self, field: Field) {
        self.field = Some((field, self.depth, String::new()));
    }

    fn text(&mut self, more: &str) {
        let Some((_, _, text)) = &mut self.field else {
            return;
        };
        let room = LONGEST_FIELD.saturating_sub(text.len());
        let end = (0..=room.min(more.len()))
            .rev()
            .find(|at| more.is_char_boundary(*at));
        text.push_str(&more[..end.unwrap_or(0)]);
    }

    /// A named entity: one that XML has, else what it was, for HTML has more of them.
    fn reference(&mut self, name: &str) {
        match quick_xml::escape::resolve_predefined_entity(name) {
            Some(letter) => self.text(letter),
            None => self.text(&format!("&{name};")),
        }
    }

    fn end(&mut self) {
        if let Some((field, _, text)) = self.field.take_if(|(_, depth, _)| *depth == self.depth) {
            self.close(field, text.trim());
        }
        if let Some((item, _)) = self.item.take_if(|(_, depth)| *depth == self.depth) {
            self.feed.items.push(item);
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn close(&mut self, field: Field, text: &str) {
        let Some((item, _)) = &mut self.item else {
            self.feed.dated = self.feed.dated.or_else(|| moment(text));
            return;
        };
        let place = match field {
            Field::Title => &mut item.title,
            Field::Id => &mut item.id,
            Field::Link => &mut item.link,
            Field::Summary => &mut item.summary,
            Field::Content => &mut item.content,
            Field::Published => {
                item.published = item.published.or_else(|| moment(text));
                return;
            }
            Field::Updated => {
                item.updated = item.updated.or_else(|| moment(text));
                return;
            }
            Field::Tickers => {
                let symbols = text.split(',').map(str::trim);
                let symbols = symbols.filter(|symbol| (1..=20).contains(&symbol.len()));
                item.tickers.extend(symbols.map(str::to_owned));
                return;
            }
        };
        text.clone_into(place);
    }
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.html_attributes().flatten();
    let attribute = attributes.find(|attribute| attribute.key.0 == name)?;
    let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.trim().to_owned())
}

/// A date in one of the forms that feeds use.
fn moment(text: &str) -> Option<Timestamp> {
    rfc2822::DateTimeParser::new()
        .relaxed_weekday(true)
        .parse_timestamp(text)
        .ok()
        .or_else(|| text.parse().ok())
        .or_else(|| {
            let civil: civil::DateTime = text.parse().ok()?;
            Some(civil.to_zoned(TimeZone::UTC).ok()?.timestamp())
        })
        .or_else(|| {
            let date: civil::Date = text.parse().ok()?;
            Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp())
        })
}
