//! From a feed's item to an article.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use super::{links, text, wire};
use crate::{
    domain::{news::NewsUpdate, page_address::is_page, sentiment},
    providers::settings::Feed,
    source::SourceError,
};

/// Letters of an article's text that are kept.
const LONGEST: usize = 600;

/// How far a clock may be ahead of ours.
const CLOCKS_DIFFER: SignedDuration = SignedDuration::from_mins(10);

/// The articles of a feed; one without a title is left out. One without a date, or with one that lies in the
/// future, is undated: it has the feed's date, or the moment at which it was first seen.
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
            "a web page came instead of a feed".to_owned(),
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

/// What the articles of an answer share.
struct Reading<'a> {
    feed: &'a Feed,
    /// The address that links are relative to.
    base: String,
    now: Timestamp,
    /// The date of articles that have none.
    undated: Timestamp,
}

impl Reading<'_> {
    /// `is_own_id`: no other item of the answer has its id.
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
        let content = text::shorten(&text::plain(body), LONGEST);
        let id = [item.id, item.link, title.clone()]
            .into_iter()
            .find(|id| !id.is_empty())
            .unwrap_or_default();
        // Two entries of one feed may share an id; with their link they are told apart. The link of one with an id of
        // its own may change.
        let link = url.as_deref().filter(|_| !is_own_id).unwrap_or_default();
        let latest = self.now.saturating_add(CLOCKS_DIFFER);
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
