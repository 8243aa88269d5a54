//! The Atom feed of news.

use bytes::Bytes;
use hyper::header::{CONTENT_TYPE, HeaderValue, VARY};
use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, PercentEncode, utf8_percent_encode};

use super::atom::{Entry, Feed};
use crate::{
    domain::news::NewsItem,
    market::{MarketState, Topic},
    web::{
        AppState,
        api::selection::Selection,
        http::{
            cache::CacheVersion,
            error::Result,
            negotiation,
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// Maximum number of articles in the feed.
const MAX_ARTICLES: usize = 100;

/// Characters that are percent-encoded in the feed's own link.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b',');

/// Returns the newest articles as an Atom feed: all of them, or those about some tickers.
#[utoipa::path(get, path = "/news.atom", params(
        ("symbols" = Option<String>, Query, pattern = "<symbols>", example = "AAPL,BTC",
            description = "Only news about these tickers, separated by commas; 50 at most"),
        ("list" = Option<u32>, Query, description = "Number of a list: only news about its tickers")),
    responses((status = 200, description = "The feed (RFC 4287); as `text/xml` for a client that accepts that type.", content((String = "application/atom+xml"), (String = "text/xml"))),
        (status = 404, description = "There is no such watchlist, or none of the symbols is known.", body = String)))]
pub(crate) async fn news(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let (symbols, list) = (request.query("symbols"), request.query("list"));
    let chosen = match (&symbols, &list) {
        (None, None) => None,
        _ => Some(Selection::read(state, request).await?),
    };
    let tickers = chosen.as_ref().map(Selection::tickers);
    let list_name = chosen.as_ref().and_then(|chosen| chosen.list.as_deref());
    let base = state.settings.base_url(&request.server_url);
    let query = match (&symbols, &list) {
        (Some(symbols), Some(list)) => {
            format!(
                "?symbols={}&list={}",
                encode_query_value(symbols),
                encode_query_value(list)
            )
        }
        (Some(symbols), None) => format!("?symbols={}", encode_query_value(symbols)),
        (None, Some(list)) => format!("?list={}", encode_query_value(list)),
        (None, None) => String::new(),
    };
    let is_plain = negotiation::prefers(&request.headers, "text/xml", "application/atom+xml");
    let key = format!("news.atom/{is_plain}/{base:?}/{query}/{list_name:?}/{tickers:?}");
    let version = CacheVersion::of(&state.market, &[Topic::News], state.now()).exactly();
    let collect = |market: &MarketState, now| {
        let is_chosen = |item: &NewsItem| {
            let about = item.ticker_id;
            let tickers = tickers.as_ref();
            tickers.is_none_or(|tickers| about.is_some_and(|id| tickers.contains(&id)))
        };
        let articles = market.news.iter();
        let articles = articles.filter(|item| item.update.published_at <= now);
        let page = format!("{base}news");
        let entries: Vec<Entry> = articles
            .filter(|item| is_chosen(item))
            .take(MAX_ARTICLES)
            .map(|item| entry(item, market, &page))
            .collect();
        let title = match (list_name, &symbols) {
            (Some(list), _) => format!("Market news: {list}"),
            (None, None) => "Market news".to_owned(),
            (None, Some(symbols)) => format!("Market news: {}", symbols.replace(',', ", ")),
        };
        Feed {
            id: format!("tag:marketdeck.internal,2026:news{query}"),
            title,
            own_link: format!("{base}news.atom{query}"),
            page,
            updated: entries
                .first()
                .map_or(Timestamp::UNIX_EPOCH, |newest| newest.published),
            entries,
        }
    };
    let write = move |feed: Feed| {
        let kind = HeaderValue::from_static(if is_plain {
            "text/xml; charset=utf-8"
        } else {
            "application/atom+xml; charset=utf-8"
        });
        let vary = HeaderValue::from_static("accept, accept-encoding");
        let body = CachedBody::new(Bytes::from(feed.to_xml()));
        Ok(body.with(CONTENT_TYPE, kind).with(VARY, vary))
    };
    let body = state.cached_as(&key, &version, collect, write).await?;
    Ok(body.to(&request.headers))
}

/// Percent-encodes a query parameter's value; commas stay as they are.
fn encode_query_value(value: &str) -> PercentEncode<'_> {
    utf8_percent_encode(value, RESERVED)
}

/// Creates the entry of an article. An article without a URL links to `page`; feed readers would otherwise link to its id.
fn entry(item: &NewsItem, market: &MarketState, page: &str) -> Entry {
    let NewsItem { id, update, .. } = item;
    let about = item.ticker_id.and_then(|id| market.get(id));
    Entry {
        // Article numbers are local to this store; with the publication time the id is globally unique.
        id: format!(
            "tag:marketdeck.internal,2026:article/{id}/{}",
            update.published_at.as_second()
        ),
        title: update.title.clone(),
        text: update.content.clone(),
        author: update.source.clone(),
        published: update.published_at,
        link: Some(update.url.clone().unwrap_or_else(|| format!("{page}#{id}"))),
        about: about
            .map(|listing| listing.ticker.profile.symbol.clone())
            .into_iter()
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_encoded_in_the_url_of_a_feed() {
        assert_eq!(encode_query_value("AAPL,BRK-B").to_string(), "AAPL,BRK-B");
        assert_eq!(
            encode_query_value("^GSPC GC=F&x").to_string(),
            "%5EGSPC%20GC%3DF%26x"
        );
    }
}
