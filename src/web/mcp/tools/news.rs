//! The tool `news`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    numbers::count,
    price::{age_seconds, find_ticker},
};
use crate::{
    domain::news::{NewsItem, Sentiment},
    market::MarketState,
    web::{
        AppState,
        api::news::ArticleSentiment,
        http::{error::Result, request::ApiRequest},
    },
};

/// Minimum, maximum and default number of articles.
const LIMIT: (u32, u32, u32) = (1, 50, 15);
/// Maximum number of characters of a summary.
const MAX_SUMMARY: usize = 280;

/// Arguments of `news`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewsArguments {
    /// Only news about this ticker.
    #[serde(default)]
    symbol: Option<String>,
    /// Only news whose title or summary contains all these words.
    #[serde(default)]
    words: Option<String>,
    /// Only news with this sentiment.
    #[serde(default)]
    #[schema(value_type = Option<ArticleSentiment>, inline)]
    sentiment: Option<Sentiment>,
    /// Maximum number of articles; default 15.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 50)]
    limit: Option<u32>,
}

/// News articles.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct News {
    /// Articles, newest first.
    #[schema(inline)]
    articles: Vec<Article>,
    /// Number of further matching articles.
    more: usize,
}

/// A news article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Article {
    /// Title.
    title: String,
    /// Start of the summary; missing without one.
    summary: Option<String>,
    /// Name of the news outlet.
    source: String,
    /// URL of the article.
    url: Option<String>,
    /// Symbol of the ticker that the article is about.
    symbol: Option<String>,
    /// Sentiment of the title for the price.
    #[schema(value_type = ArticleSentiment, inline)]
    sentiment: Sentiment,
    /// Time of publication; if the source has no date, the time at which the server received the article.
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    /// Age in seconds.
    age_seconds: i64,
}

/// Returns the newest articles.
pub(super) async fn news(
    state: &AppState,
    _: &ApiRequest,
    arguments: NewsArguments,
) -> Result<News> {
    let limit = count(arguments.limit, "limit", LIMIT)?;
    let (market, now) = (state.market.read(), state.now());
    let symbol = arguments.symbol.as_deref();
    let ticker = symbol
        .map(|symbol| find_ticker(&market, symbol))
        .transpose()?;
    let matches = |item: &&NewsItem| {
        item.update.published_at <= now
            && (ticker.is_none() || item.ticker_id == ticker)
            && arguments
                .sentiment
                .is_none_or(|sentiment| item.update.sentiment == sentiment)
            && arguments
                .words
                .as_deref()
                .is_none_or(|words| item.update.contains_words(words))
    };
    let mut matching = market.news.iter().map(AsRef::as_ref).filter(matches);
    let articles: Vec<Article> = matching
        .by_ref()
        .take(limit as usize)
        .map(|item| article(item, &market, now))
        .collect();
    Ok(News {
        articles,
        more: matching.count(),
    })
}

fn article(item: &NewsItem, market: &MarketState, now: Timestamp) -> Article {
    let update = &item.update;
    let listing = item.ticker_id.and_then(|id| market.get(id));
    Article {
        title: update.title.clone(),
        summary: Some(shorten(&update.content)).filter(|summary| !summary.is_empty()),
        source: update.source.clone(),
        url: update.url.clone(),
        symbol: listing.map(|listing| listing.ticker.profile.symbol.clone()),
        sentiment: update.sentiment,
        as_of: update.published_at,
        age_seconds: age_seconds(update.published_at, now),
    }
}

/// Cuts a text after the last word that fits.
fn shorten(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_SUMMARY) else {
        return text.to_owned();
    };
    let cut = &text[..end];
    let cut = cut.rsplit_once(' ').map_or(cut, |(words, _)| words);
    format!("{cut} …")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_summary_ends_after_a_word() {
        assert_eq!(shorten("short"), "short");
        let long = "Ärger ".repeat(100);
        let short = shorten(&long);
        assert!(short.ends_with("Ärger …"), "{short}");
        assert!(short.chars().count() <= MAX_SUMMARY + 2, "{short}");
    }
}
