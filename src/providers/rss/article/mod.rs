//! Converts a feed's items to articles.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use super::{links, text, wire};
use crate::{
    domain::{news::NewsUpdate, page_address::is_page, sentiment},
    providers::settings::Feed,
    source::SourceError,
};

/// Maximum length of an article's text, in characters.
const MAX_TEXT_LENGTH: usize = 600;

/// Tolerance for clock differences.
const MAX_CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_mins(10);

/// Returns the articles of a feed. An item without a title is skipped. An item without a valid date, or with one in the
/// future, is undated: it gets the feed's date, or the time when it was first seen.
pub(super) fn read(
    body: &[u8],
    feed: &Feed,
    now: Timestamp,
) -> Result<Vec<NewsUpdate>, SourceError> {
    let start = body.trim_ascii_start();
    let starts_with = |word: &[u8]| {
        let start = &start[..start.len().min(word.len())];
        start.eq_ignore_ascii_case(word)
    };
    if starts_with(b"<html") || starts_with(b"<!DOCTYPE html") {
        return Err(SourceError::Shape(
            "got a web page instead of a feed".to_owned(),
        ));
    }
    let wire::Feed { dated, page, items } = wire::read(body)?;
    let mut ids: HashMap<String, usize> = HashMap::new();
    for item in &items {
        *ids.entry(item.id.clone()).or_default() += 1;
    }
    let context = Reading {
        feed,
        base: if page.is_empty() {
            feed.url.clone()
        } else {
            links::resolve(&feed.url, &page)
        },
        now,
        undated: dated.unwrap_or(now).min(now),
    };
    let articles = items.into_iter();
    Ok(articles
        .filter_map(|item| {
            let is_own_id = ids.get(&item.id) == Some(&1) && !item.id.is_empty();
            context.article(item, is_own_id)
        })
        .collect())
}

/// Context shared by the articles of a feed.
struct Reading<'a> {
    feed: &'a Feed,
    /// Base URL of relative links.
    base: String,
    now: Timestamp,
    /// Date of undated articles.
    undated: Timestamp,
}

impl Reading<'_> {
    /// Converts an item. `is_own_id` is true if no other item has its id.
    fn article(&self, item: wire::Item, is_own_id: bool) -> Option<NewsUpdate> {
        let title = text::plain(&item.title);
        if title.is_empty() {
            return None;
        }
        let url = [links::resolve(&self.base, &item.link), item.id.clone()]
            .into_iter()
            .find(|url| is_page(url));
        let body = if item.summary.is_empty() {
            &item.content
        } else {
            &item.summary
        };
        let content = text::shorten(&text::plain(body), MAX_TEXT_LENGTH);
        let id = [item.id, item.link, title.clone()]
            .into_iter()
            .find(|id| !id.is_empty())
            .unwrap_or_default();
        // Entries of one feed may share an id; then their link distinguishes them. With a unique id, the link may
        // change.
        let link = url.as_deref().filter(|_| !is_own_id).unwrap_or_default();
        let latest = self.now.saturating_add(MAX_CLOCK_DIFFERENCE);
        let dated = item.published.or(item.updated);
        let dated = dated.filter(|dated| latest.is_ok_and(|latest| *dated <= latest));
        Some(NewsUpdate {
            key: format!("{}|{id}|{link}", self.feed.name),
            symbols: item.tickers,
            source: self.feed.title.clone(),
            sentiment: sentiment::of(&title, &content),
            content: if content == title {
                String::new()
            } else {
                content
            },
            title,
            url,
            published_at: dated.unwrap_or(self.undated).min(self.now),
            is_undated: dated.is_none(),
        })
    }
}

#[cfg(test)]
mod tests;
