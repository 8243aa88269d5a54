//! News.

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
            shapes::{SAMPLE, TickerType},
            tickers,
        },
        http::{
            error::{ApiError, Result},
            reply::Reply,
            request::{ApiRequest, ticker_id},
        },
    },
};

/// Articles answered at most.
const MOST: usize = 200;

/// One article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Article {
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
    /// When the source published it; where it gave no date, when it was first seen.
    #[schema(value_type = String, format = DateTime)]
    published_at: Timestamp,
    /// The source gave no date that can be read.
    is_undated: bool,
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
pub(crate) enum ArticleSentiment {
    /// Bullish.
    Positive,
    /// Neither.
    Neutral,
    /// Bearish.
    Negative,
}

/// The newest articles, at most 200 of those that are asked for.
#[utoipa::path(get, path = "/api/news", params(
        ("tickerId" = Option<u32>, Query, description = "Only about this ticker"),
        ("sentiment" = Option<ArticleSentiment>, Query, description = "Only of this sentiment"),
        ("tickerType" = Option<String>, Query, example = "etf,none",
            pattern = "^(stock|etf|fund|crypto|commodity|index|currency|none)(,(stock|etf|fund|crypto|commodity|index|currency|none))*$",
            description = "Only about tickers of these types, with commas between them; `none` are the articles about no ticker")),
    responses((status = 200, description = "Articles, newest first.", body = Vec<Article>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let wanted = Wanted::read(request)?;
    // A ticker that nobody knows is no key to keep an answer under.
    if let Some(id) = wanted.ticker {
        tickers::lookup::known(&state.market.read(), id)?;
    }
    let body = state
        .cached(&wanted.key(), &[Topic::News], |market, now| {
            market
                .news
                .iter()
                .filter(|item| item.update.published_at <= now && wanted.has(item, market))
                .take(MOST)
                .map(|item| Article::of(item, market))
                .collect::<Vec<_>>()
        })
        .await?;
    Ok(body.to(&request.headers))
}

/// What is asked for.
#[derive(Debug)]
struct Wanted {
    ticker: Option<TickerId>,
    sentiment: Option<Sentiment>,
    /// Of which types the tickers may be, `None` for articles about no ticker; empty for all.
    kinds: Vec<Option<TickerKind>>,
}

impl Wanted {
    fn read(request: &ApiRequest) -> Result<Self> {
        let ticker = request
            .query("tickerId")
            .map(|id| ticker_id(&id))
            .transpose()?;
        let sentiment = request.query("sentiment").map(|word| {
            Sentiment::parse(&word).ok_or_else(|| {
                ApiError::bad_request(format!(
                    "'{word}' is no sentiment; possible are positive, neutral and negative."
                ))
            })
        });
        let kinds = request.query("tickerType").map_or_else(
            || Ok(Vec::new()),
            |words| words.split(',').map(kind).collect(),
        )?;
        Ok(Self {
            ticker,
            sentiment: sentiment.transpose()?,
            kinds,
        })
    }

    /// The same for the same question, however its types are ordered.
    fn key(&self) -> String {
        let mut kinds: Vec<_> = self
            .kinds
            .iter()
            .map(|kind| kind.map_or(NONE, TickerKind::as_str))
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

    fn has(&self, item: &NewsItem, market: &MarketState) -> bool {
        self.ticker.is_none_or(|id| item.ticker_id == Some(id))
            && self
                .sentiment
                .is_none_or(|one| item.update.sentiment == one)
            && (self.kinds.is_empty() || self.kinds.contains(&kind_of(item, market)))
    }
}

/// The word for articles about no ticker.
const NONE: &str = "none";

fn kind(word: &str) -> Result<Option<TickerKind>> {
    if word == NONE {
        return Ok(None);
    }
    TickerKind::parse(word).map(Some).ok_or_else(|| {
        ApiError::bad_request(format!(
            "'{word}' is no ticker type; possible are stock, etf, fund, crypto, commodity, index, currency and none."
        ))
    })
}

/// The type of the ticker that an article is about.
fn kind_of(item: &NewsItem, market: &MarketState) -> Option<TickerKind> {
    let listing = item.ticker_id.and_then(|id| market.get(id))?;
    Some(listing.ticker.profile.kind)
}

impl Article {
    fn of(item: &NewsItem, market: &MarketState) -> Self {
        let about = item
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
            ticker_id: about.map(|ticker| ticker.id.0),
            symbol: about.map(|ticker| ticker.profile.symbol.clone()),
            ticker_type: about.map(|ticker| ticker.profile.kind),
            source: update.source.clone(),
            title: update.title.clone(),
            content: update.content.clone(),
            url: update.url.clone(),
            sentiment: update.sentiment,
            published_at: update.published_at,
            is_undated: update.is_undated,
            is_sample: provider == SAMPLE,
        }
    }
}
