//! Endpoint for news.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        news::{NewsItem, Sentiment},
        ticker::{TickerId, TickerKind},
    },
    market::{MarketState, Topic},
    web::{
        AppState,
        api::{
            shapes::{SAMPLE_PROVIDER, TickerType},
            tickers,
        },
        http::{
            error::{ApiError, Result},
            reply::Reply,
            request::{ApiRequest, ticker_id},
        },
    },
};

/// Maximum number of articles in a response.
const MAX_ARTICLES: usize = 200;

/// A news article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Article {
    /// Id of the article in this database.
    id: u32,
    /// Id of the ticker that the article is about; null if there is no such ticker.
    ticker_id: Option<u32>,
    /// Symbol of the ticker that the article is about.
    symbol: Option<String>,
    /// Type of the ticker that the article is about.
    #[schema(value_type = Option<TickerType>)]
    ticker_type: Option<TickerKind>,
    /// Name of the news outlet.
    source: String,
    /// Title in plain text.
    title: String,
    /// Summary in plain text; may be empty.
    content: String,
    /// URL of the article; null if it has none.
    url: Option<String>,
    /// positive, neutral or negative.
    #[schema(value_type = ArticleSentiment)]
    sentiment: Sentiment,
    /// Time of publication; if the source has no valid date, the time at which the server first received the article.
    #[schema(value_type = String, format = DateTime)]
    published_at: Timestamp,
    /// Whether the source has no valid date for the article.
    is_undated: bool,
    /// Whether the article is part of the sample market.
    is_sample: bool,
}

/// The sentiment of an article.
#[derive(ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    dead_code,
    reason = "schema-only copy of `Sentiment`, because the domain does not depend on utoipa"
)]
pub(crate) enum ArticleSentiment {
    /// Bullish.
    Positive,
    /// Neutral.
    Neutral,
    /// Bearish.
    Negative,
}

/// Lists the newest matching articles, at most 200.
#[utoipa::path(get, path = "/api/news", params(
        ("tickerId" = Option<u32>, Query, description = "Only news about this ticker"),
        ("sentiment" = Option<ArticleSentiment>, Query, description = "Only news with this sentiment"),
        ("tickerType" = Option<String>, Query, example = "etf,none",
            pattern = "^(stock|etf|fund|crypto|commodity|index|currency|bond|none)(,(stock|etf|fund|crypto|commodity|index|currency|bond|none))*$",
            description = "Only news about tickers of these types, separated by commas; `none` for articles about no ticker")),
    responses((status = 200, description = "Articles, newest first.", body = Vec<Article>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let filter = NewsFilter::parse(request)?;
    // Ids of unknown tickers must not become cache keys.
    if let Some(id) = filter.ticker {
        tickers::lookup::find_listing(&state.market.read(), id)?;
    }
    let body = state
        .cached(
            request.person(),
            &filter.cache_key(),
            &[Topic::News],
            |market, now| {
                market
                    .news
                    .iter()
                    .filter(|item| item.update.published_at <= now && filter.matches(item, market))
                    .take(MAX_ARTICLES)
                    .map(|item| Article::of(item, market))
                    .collect::<Vec<_>>()
            },
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// The filter that the query parameters describe.
#[derive(Debug)]
struct NewsFilter {
    ticker: Option<TickerId>,
    sentiment: Option<Sentiment>,
    /// Types of the tickers; `None` stands for articles about no ticker. Empty for all articles.
    kinds: Vec<Option<TickerKind>>,
}

impl NewsFilter {
    fn parse(request: &ApiRequest) -> Result<Self> {
        let ticker = request
            .query("tickerId")
            .map(|id| ticker_id(&id))
            .transpose()?;
        let sentiment = request.query("sentiment").map(|word| {
            Sentiment::parse(&word).ok_or_else(|| {
                ApiError::bad_request(format!(
                    "Invalid sentiment '{word}'; expected one of: positive, neutral, negative."
                ))
            })
        });
        let kinds = request.query("tickerType").map_or_else(
            || Ok(Vec::new()),
            |words| words.split(',').map(parse_kind).collect(),
        )?;
        Ok(Self {
            ticker,
            sentiment: sentiment.transpose()?,
            kinds,
        })
    }

    /// Returns the cache key. Filters with the same types in a different order have the same key.
    fn cache_key(&self) -> String {
        let mut kinds: Vec<_> = self
            .kinds
            .iter()
            .map(|kind| kind.map_or(NO_TICKER, TickerKind::as_str))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        format!(
            "news/{}/{}/{}",
            self.ticker.map_or_else(String::new, |id| id.to_string()),
            self.sentiment.map_or("", Sentiment::as_str),
            kinds.join(",")
        )
    }

    /// Returns true if an article passes the filter.
    fn matches(&self, item: &NewsItem, market: &MarketState) -> bool {
        self.ticker.is_none_or(|id| item.ticker_id == Some(id))
            && self
                .sentiment
                .is_none_or(|sentiment| item.update.sentiment == sentiment)
            && (self.kinds.is_empty() || self.kinds.contains(&kind_of(item, market)))
    }
}

/// Value of `tickerType` for articles about no ticker.
const NO_TICKER: &str = "none";

/// Parses one type of the query parameter `tickerType`.
fn parse_kind(word: &str) -> Result<Option<TickerKind>> {
    if word == NO_TICKER {
        return Ok(None);
    }
    TickerKind::parse(word).map(Some).ok_or_else(|| {
        ApiError::bad_request(format!(
            "Invalid ticker type '{word}'; expected one of: stock, etf, fund, crypto, commodity, index, currency, bond, none."
        ))
    })
}

/// Returns the type of the ticker that an article is about; `None` if there is no such ticker.
fn kind_of(item: &NewsItem, market: &MarketState) -> Option<TickerKind> {
    let listing = item.ticker_id.and_then(|id| market.get(id))?;
    Some(listing.ticker.profile.kind)
}

impl Article {
    fn of(item: &NewsItem, market: &MarketState) -> Self {
        let ticker = item
            .ticker_id
            .and_then(|id| market.get(id))
            .map(|listing| &listing.ticker);
        let NewsItem {
            id,
            update,
            provider,
            ..
        } = item;
        Self {
            id: *id,
            ticker_id: ticker.map(|ticker| ticker.id.0),
            symbol: ticker.map(|ticker| ticker.profile.symbol.clone()),
            ticker_type: ticker.map(|ticker| ticker.profile.kind),
            source: update.source.clone(),
            title: update.title.clone(),
            content: update.content.clone(),
            url: update.url.clone(),
            sentiment: update.sentiment,
            published_at: update.published_at,
            is_undated: update.is_undated,
            is_sample: provider == SAMPLE_PROVIDER,
        }
    }
}
