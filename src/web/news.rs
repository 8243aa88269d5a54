//! News.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    State,
    error::Result,
    reply::Reply,
    request::{Call, ticker_id},
    wire::{SAMPLE, TickerType},
};
use crate::{
    domain::{
        news::{NewsItem, Sentiment},
        ticker::TickerKind,
    },
    market::{Book, Topic},
};

/// Articles answered at most.
const MOST: usize = 200;

/// One article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Article {
    /// Number in this store.
    id: u32,
    /// The ticker it is about, if it is about one we know.
    ticker_id: Option<u32>,
    /// That ticker's symbol.
    symbol: Option<String>,
    /// That ticker's type.
    #[schema(value_type = Option<TickerType>)]
    ticker_type: Option<TickerKind>,
    /// The outlet.
    source: String,
    /// Plain text.
    title: String,
    /// Plain text, possibly empty.
    content: String,
    /// Where the article is.
    url: Option<String>,
    /// positive, neutral or negative.
    #[schema(value_type = ArticleSentiment)]
    sentiment: Sentiment,
    /// When the source published it.
    #[schema(value_type = String, format = DateTime)]
    published_at: Timestamp,
    /// From the simulated market.
    is_sample: bool,
}

/// The sentiments, for the description.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "describes `Sentiment`, which belongs to a floor without utoipa"
)]
pub(super) enum ArticleSentiment {
    /// Bullish.
    Positive,
    /// Neither.
    Neutral,
    /// Bearish.
    Negative,
}

/// The newest articles, of all or of one ticker.
#[utoipa::path(get, path = "/api/news", params(("tickerId" = Option<u32>, Query, description = "Only about this ticker")),
    responses((status = 200, body = Vec<Article>), (status = 400, body = String)))]
pub(super) fn list(state: &State, call: &Call) -> Result<Reply> {
    let about = call
        .query("tickerId")
        .map(|id| ticker_id(&id))
        .transpose()?;
    let key = about.map_or_else(|| "news".to_owned(), |id| format!("news/{id}"));
    let ready = state.share(&key, &[Topic::News], |book, now| {
        book.news
            .iter()
            .filter(|item| {
                about.is_none_or(|id| item.ticker_id == Some(id)) && item.update.published_at <= now
            })
            .take(MOST)
            .map(|item| Article::of(item, book))
            .collect::<Vec<_>>()
    });
    Ok(ready.to(&call.headers))
}

impl Article {
    fn of(item: &NewsItem, book: &Book) -> Self {
        let about = item
            .ticker_id
            .and_then(|id| book.get(id))
            .map(|listing| &listing.ticker);
        let NewsItem {
            id,
            update,
            provider,
            ..
        } = item;
        Self {
            id: *id,
            ticker_id: about.map(|ticker| ticker.id.0),
            symbol: about.map(|ticker| ticker.profile.symbol.clone()),
            ticker_type: about.map(|ticker| ticker.profile.kind),
            source: update.source.clone(),
            title: update.title.clone(),
            content: update.content.clone(),
            url: update.url.clone(),
            sentiment: update.sentiment,
            published_at: update.published_at,
            is_sample: provider == SAMPLE,
        }
    }
}
