//! From a feed to articles.

use feed_rs::model::Entry;
use jiff::Timestamp;

use super::text;
use crate::{
    domain::{news::NewsUpdate, sentiment},
    providers::settings::Feed,
    source::SourceError,
};

/// Letters of an article's text that are kept.
const LONGEST: usize = 600;

/// The articles of a feed; one without a title is left out, and one from the future counts as new.
pub(super) fn read(
    body: &[u8],
    feed: &Feed,
    now: Timestamp,
) -> Result<Vec<NewsUpdate>, SourceError> {
    if body.trim_ascii_start().starts_with(b"<html")
        || body.trim_ascii_start().starts_with(b"<!DOCTYPE html")
    {
        return Err(SourceError::Shape(
            "a web page came instead of a feed".to_owned(),
        ));
    }
    let parsed =
        feed_rs::parser::parse(body).map_err(|error| SourceError::Shape(error.to_string()))?;
    // feed-rs knows no `nasdaq:tickers`, so these are read beside it, in the same order.
    let tickers = text::ticker_lists(body);
    let articles = parsed.entries.into_iter().enumerate();
    Ok(articles
        .filter_map(|(at, entry)| article(entry, tickers.get(at), feed, now))
        .collect())
}

fn article(
    entry: Entry,
    tickers: Option<&Vec<String>>,
    feed: &Feed,
    now: Timestamp,
) -> Option<NewsUpdate> {
    let title = text::plain(&entry.title.as_ref()?.content);
    if title.is_empty() {
        return None;
    }
    let url = entry
        .links
        .first()
        .map(|link| link.href.clone())
        .filter(|url| url.starts_with("http"));
    let body = entry
        .summary
        .map(|text| text.content)
        .or_else(|| entry.content.and_then(|content| content.body));
    let content = text::shorten(&text::plain(&body.unwrap_or_default()), LONGEST);
    let at = entry
        .published
        .or(entry.updated)
        .and_then(|at| Timestamp::from_second(at.timestamp()).ok());
    Some(NewsUpdate {
        // Two entries of one feed may share an id; with their link they are told apart.
        key: format!(
            "{}|{}|{}",
            feed.name,
            entry.id,
            url.as_deref().unwrap_or_default()
        ),
        symbols: tickers.cloned().unwrap_or_default(),
        source: feed.title.clone(),
        sentiment: sentiment::of(&title, &content),
        content: if content == title {
            String::new()
        } else {
            content
        },
        title,
        url,
        published_at: at.unwrap_or(now).min(now),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::news::Sentiment;

    fn feed() -> Feed {
        Feed {
            name: "wire".into(),
            title: "The Wire".into(),
            url: String::new(),
        }
    }

    fn now() -> Timestamp {
        "2026-11-20T12:00:00Z".parse().unwrap()
    }

    fn rss(items: &str) -> Vec<NewsUpdate> {
        let body = format!(
            r#"<rss version="2.0" xmlns:nasdaq="https://feeds.example/"><channel><title>T</title>{items}</channel></rss>"#
        );
        read(body.as_bytes(), &feed(), now()).unwrap()
    }

    #[test]
    fn ticker_lists_link_articles_to_tickers() {
        let articles = rss("<item><title>A</title><guid>1</guid></item>\
             <item><title>Shares of both makers jump</title><guid>2</guid><nasdaq:tickers>AMAT, AAPL</nasdaq:tickers></item>");
        assert!(articles[0].symbols.is_empty());
        assert_eq!(articles[1].symbols, ["AMAT", "AAPL"]);
        assert_eq!(articles[1].sentiment, Sentiment::Positive);
    }

    #[test]
    fn markup_and_doubly_escaped_entities_become_plain_text() {
        let articles = rss(
            "<item><title>Minutes of the Board&amp;#39;s meeting</title><guid>1</guid>\
             <description><![CDATA[Readers focused on <b>price</b>.<br/>And &amp; more<script>x</script>]]></description></item>",
        );
        assert_eq!(articles[0].title, "Minutes of the Board's meeting");
        assert_eq!(articles[0].content, "Readers focused on price. And & more");
    }

    #[test]
    fn two_entries_with_one_id_are_two_articles() {
        let articles = rss(
            "<item><title>A</title><guid>1</guid><link>https://x.example/a</link></item>\
             <item><title>B</title><guid>1</guid><link>https://x.example/b</link></item>",
        );
        assert_ne!(articles[0].key, articles[1].key);
    }

    #[test]
    fn an_article_from_the_future_is_dated_now() {
        let articles = rss(
            "<item><title>A</title><guid>1</guid><pubDate>Fri, 20 Nov 2099 10:00:00 GMT</pubDate></item>",
        );
        assert_eq!(articles[0].published_at, now());
    }

    #[test]
    fn a_web_page_is_no_feed() {
        assert!(matches!(
            read(b"<html>Attention</html>", &feed(), now()),
            Err(SourceError::Shape(_))
        ));
        assert!(matches!(
            read(b"nonsense", &feed(), now()),
            Err(SourceError::Shape(_))
        ));
    }
}
