//! From a feed's item to an article.

use jiff::Timestamp;

use super::{text, wire};
use crate::{
    domain::{news::NewsUpdate, sentiment},
    providers::settings::Feed,
    source::SourceError,
};

/// Letters of an article's text that are kept.
const LONGEST: usize = 600;

/// The articles of a feed; one without a title is left out, and one from the future counts as new.
/// One without a date has the feed's.
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
    let wire::Feed { dated, items } = wire::read(body)?;
    let undated = dated.unwrap_or(now).min(now);
    let articles = items.into_iter();
    Ok(articles
        .filter_map(|item| article(item, feed, now, undated))
        .collect())
}

fn article(
    item: wire::Item,
    feed: &Feed,
    now: Timestamp,
    undated: Timestamp,
) -> Option<NewsUpdate> {
    let title = text::plain(&item.title);
    if title.is_empty() {
        return None;
    }
    let url = [&item.link, &item.id]
        .into_iter()
        .find(|url| is_page(url))
        .cloned();
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
    Some(NewsUpdate {
        // Two entries of one feed may share an id; with their link they are told apart.
        key: format!("{}|{id}|{}", feed.name, url.as_deref().unwrap_or_default()),
        symbols: item.tickers,
        source: feed.title.clone(),
        sentiment: sentiment::of(&title, &content),
        content: if content == title {
            String::new()
        } else {
            content
        },
        title,
        url,
        published_at: item.published.or(item.updated).unwrap_or(undated).min(now),
    })
}

/// Whether it is an address of a page that may be linked to: http or https, a host, and nobody's
/// name and password in it.
fn is_page(url: &str) -> bool {
    let Some((scheme, rest)) = url.split_once("://") else {
        return false;
    };
    let is_web = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
    let host = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let is_clean = |c: char| !c.is_whitespace() && !c.is_control();
    is_web && !host.is_empty() && !host.contains('@') && url.chars().all(is_clean)
}

#[cfg(test)]
mod tests;
