//! Converts a feed's items to articles.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use super::{links, text, wire};
use crate::{
    domain::{news::NewsUpdate, sentiment, web_url::is_linkable},
    providers::settings::Feed,
    source::SourceError,
};

/// The maximum length of an article's text, in characters.
const MAX_TEXT_LENGTH: usize = 600;

/// How far a date may be in the future, because the clock of the feed may be ahead.
const MAX_CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_mins(10);

/// Returns the articles of a feed. An item without a title is skipped. An item with an invalid date, or with one in the
/// future, is undated: its article gets the date of the feed, or the current time.
pub(super) fn read(
    body: &[u8],
    feed: &Feed,
    now: Timestamp,
) -> Result<Vec<NewsUpdate>, SourceError> {
    let start = body.trim_ascii_start();
    let starts_with = |prefix: &[u8]| {
        let start = &start[..start.len().min(prefix.len())];
        start.eq_ignore_ascii_case(prefix)
    };
    if starts_with(b"<html") || starts_with(b"<!DOCTYPE html") {
        return Err(SourceError::InvalidResponse(
            "got a web page instead of a feed".to_owned(),
        ));
    }
    let wire::Feed { date, page, items } = wire::read(body)?;
    let mut ids: HashMap<String, usize> = HashMap::new();
    for item in &items {
        *ids.entry(item.id.clone()).or_default() += 1;
    }
    let context = FeedContext {
        feed,
        base: if page.is_empty() {
            feed.url.clone()
        } else {
            links::resolve(&feed.url, &page)
        },
        now,
        default_date: date.unwrap_or(now).min(now),
    };
    let articles = items.into_iter();
    Ok(articles
        .filter_map(|item| {
            let has_unique_id = ids.get(&item.id) == Some(&1) && !item.id.is_empty();
            context.article(item, has_unique_id)
        })
        .collect())
}

/// The context that the articles of a feed share.
struct FeedContext<'a> {
    feed: &'a Feed,
    /// The base URL of relative links.
    base: String,
    now: Timestamp,
    /// The date of undated articles.
    default_date: Timestamp,
}

impl FeedContext<'_> {
    /// Converts an item. `has_unique_id` is true if no other item has its id.
    fn article(&self, item: wire::Item, has_unique_id: bool) -> Option<NewsUpdate> {
        let title = text::to_plain_text(&item.title);
        if title.is_empty() {
            return None;
        }
        let url = [links::resolve(&self.base, &item.link), item.id.clone()]
            .into_iter()
            .find(|url| is_linkable(url));
        let body = if item.summary.is_empty() {
            &item.content
        } else {
            &item.summary
        };
        let content = text::shorten(&text::to_plain_text(body), MAX_TEXT_LENGTH);
        let id = [item.id, item.link, title.clone()]
            .into_iter()
            .find(|id| !id.is_empty())
            .unwrap_or_default();
        // If items of a feed share an id, their links distinguish them. The link of an item with a unique id may change.
        let link = url
            .as_deref()
            .filter(|_| !has_unique_id)
            .unwrap_or_default();
        let latest = self.now.saturating_add(MAX_CLOCK_DIFFERENCE);
        let date = item.published.or(item.updated);
        let date = date.filter(|date| latest.is_ok_and(|latest| *date <= latest));
        Some(NewsUpdate {
            key: format!("{}|{id}|{link}", self.feed.name),
            symbols: item.tickers,
            source: self.feed.title.clone(),
            sentiment: sentiment::classify(&title, &content),
            content: if content == title {
                String::new()
            } else {
                content
            },
            title,
            url,
            published_at: date.unwrap_or(self.default_date).min(self.now),
            is_undated: date.is_none(),
        })
    }
}

#[cfg(test)]
mod tests;
