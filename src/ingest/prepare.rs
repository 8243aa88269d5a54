//! Prepares an update before it is merged: links articles to the tickers that they mention, and splits large updates.

use crate::{
    domain::{mention::NameIndex, news::NewsUpdate},
    market::MarketState,
    source::{Envelope, Update},
};

/// Name of the sample market's source, whose articles already list their tickers.
pub(super) const SAMPLE_SOURCE: &str = "sample";

/// Returns the ticker names to search for in the articles of an update; `None` if the update has no articles to link. Call once per
/// update, because reading all names takes a long time.
pub(super) fn names_for(envelope: &Envelope, market: &MarketState) -> Option<NameIndex> {
    let has_unlinked_news =
        matches!(envelope.update, Update::News(_)) && envelope.source != SAMPLE_SOURCE;
    has_unlinked_news.then(|| {
        let listings = market.listings().iter();
        let profiles = listings.map(|listing| &listing.ticker.profile);
        NameIndex::build(profiles, &market.names)
    })
}

/// Adds to each article the tickers that its text mentions, and replaces the tags of its feed with the symbols of known tickers.
pub(super) fn add_mentions(update: &mut Update, names: &NameIndex) {
    let Update::News(articles) = update else {
        return;
    };
    for NewsUpdate {
        title,
        content,
        symbols,
        ..
    } in articles
    {
        let tagged = symbols.iter().filter_map(|tag| names.resolve_tag(tag));
        let tagged: Vec<String> = tagged.collect();
        *symbols = tagged;
        symbols.extend(names.mentioned_symbols(title, content));
    }
}

/// Maximum number of articles that are merged under one write lock, because readers wait for the lock.
const MAX_PIECE_ARTICLES: usize = 100;
/// Maximum number of bars that are merged under one write lock.
const MAX_PIECE_BARS: usize = 2_000;

/// Splits an update into pieces that are merged one after the other, so that readers never wait long for the market.
pub(super) fn split_large(envelope: Envelope) -> Vec<Envelope> {
    let Envelope { source, update } = envelope;
    let updates = match update {
        Update::News(articles) => split(articles, MAX_PIECE_ARTICLES, Update::News),
        Update::Bars {
            symbol,
            interval,
            bars,
        } => split(bars, MAX_PIECE_BARS, |bars| Update::Bars {
            symbol: symbol.clone(),
            interval,
            bars,
        }),
        Update::Fetched {
            symbol,
            interval,
            mut bars,
            over_years,
        } => {
            // Only the last piece marks the history as fetched: the mark must not be on disk before all bars.
            let last = bars.split_off(bars.len().saturating_sub(MAX_PIECE_BARS));
            let mut updates = split(bars, MAX_PIECE_BARS, |bars| Update::Bars {
                symbol: symbol.clone(),
                interval,
                bars,
            });
            updates.push(Update::Fetched {
                symbol,
                interval,
                bars: last,
                over_years,
            });
            updates
        }
        update => vec![update],
    };
    let envelope = |update| Envelope { source, update };
    updates.into_iter().map(envelope).collect()
}

/// Splits items into updates of at most `max_len` items, in order.
fn split<T>(items: Vec<T>, max_len: usize, to_update: impl Fn(Vec<T>) -> Update) -> Vec<Update> {
    let mut items = items.into_iter();
    let mut updates = Vec::new();
    loop {
        let piece: Vec<T> = items.by_ref().take(max_len).collect();
        if piece.is_empty() {
            return updates;
        }
        updates.push(to_update(piece));
    }
}
