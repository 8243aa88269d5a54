//! The Atom feed with news.

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

/// Characters that are percent-encoded in the query of the feed's own URL.
const ENCODED_CHARACTERS: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b',');

/// Returns the 100 newest articles as an Atom feed: all articles, or only those about the selected tickers.
#[utoipa::path(get, path = "/news.atom", params(
        ("symbols" = Option<String>, Query, pattern = "<symbols>", example = "AAPL,BTC",
            description = "Comma-separated symbols: only news about these tickers, at most 50"),
        ("list" = Option<u32>, Query, description = "Id of a list: only news about its tickers")),
    responses((status = 200, description = "The feed (RFC 4287); as `text/xml` for a client that accepts that type.", content((String = "application/atom+xml"), (String = "text/xml"))),
        (status = 404, description = "There is no such watchlist, or none of the symbols is known.", body = String)))]
pub(crate) async fn news(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let (symbols, list) = (request.query("symbols"), request.query("list"));
    let selection = match (&symbols, &list) {
        (None, None) => None,
        _ => Some(Selection::read(state, request).await?),
    };
    let tickers = selection.as_ref().map(Selection::tickers);
    let list_name = selection
        .as_ref()
        .and_then(|selection| selection.list.as_deref());
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
    let is_plain_xml = negotiation::prefers(&request.headers, "text/xml", "application/atom+xml");
    let key = format!("news.atom/{is_plain_xml}/{base:?}/{query}/{list_name:?}/{tickers:?}");
    let version = CacheVersion::of(&state.market, &[Topic::News], state.now()).without_coalescing();
    let collect = |market: &MarketState, now| {
        let is_selected = |item: &NewsItem| match &tickers {
            None => true,
            Some(tickers) => item.ticker_id.is_some_and(|id| tickers.contains(&id)),
        };
        let page_url = format!("{base}news");
        let entries: Vec<Entry> = market
            .news
            .iter()
            .filter(|item| item.update.published_at <= now && is_selected(item))
            .take(MAX_ARTICLES)
            .map(|item| entry(item, market, &page_url))
            .collect();
        let title = match (list_name, &symbols) {
            (Some(list), _) => format!("Market news: {list}"),
            (None, None) => "Market news".to_owned(),
            (None, Some(symbols)) => format!("Market news: {}", symbols.replace(',', ", ")),
        };
        Feed {
            id: format!("tag:marketdeck.internal,2026:news{query}"),
            title,
            self_url: format!("{base}news.atom{query}"),
            page_url,
            updated: entries
                .first()
                .map_or(Timestamp::UNIX_EPOCH, |newest| newest.published),
            entries,
        }
    };
    let write = move |feed: Feed| {
        let media_type = HeaderValue::from_static(if is_plain_xml {
            "text/xml; charset=utf-8"
        } else {
            "application/atom+xml; charset=utf-8"
        });
        let vary = HeaderValue::from_static("accept, accept-encoding");
        let body = CachedBody::new(Bytes::from(feed.to_xml()));
        Ok(body
            .with_header(CONTENT_TYPE, media_type)
            .with_header(VARY, vary))
    };
    let body = state
        .cached_with(request.person(), &key, &version, collect, write)
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// Percent-encodes the value of a query parameter, except for commas.
fn encode_query_value(value: &str) -> PercentEncode<'_> {
    utf8_percent_encode(value, ENCODED_CHARACTERS)
}

/// Converts an article to an entry of the feed. An article without a URL gets a link to `page_url`: without a link, feed readers would
/// use its id as the link.
fn entry(item: &NewsItem, market: &MarketState, page_url: &str) -> Entry {
    let NewsItem { id, update, .. } = item;
    let listing = item.ticker_id.and_then(|id| market.get(id));
    Entry {
        // Article ids are unique only in this database; together with the publication time they are globally unique.
        id: format!(
            "tag:marketdeck.internal,2026:article/{id}/{}",
            update.published_at.as_second()
        ),
        title: update.title.clone(),
        text: update.content.clone(),
        author: update.source.clone(),
        published: update.published_at,
        url: Some(
            update
                .url
                .clone()
                .unwrap_or_else(|| format!("{page_url}#{id}")),
        ),
        symbols: listing
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
