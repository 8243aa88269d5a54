//! Preparing an update before it is merged: links articles to the tickers that they mention, and splits large updates.

use crate::{
    domain::{mention::NameIndex, news::NewsUpdate},
    market::MarketState,
    source::{Envelope, Update},
};

/// The source of the sample market, whose articles list their tickers.
const SAMPLE: &str = "sample";

/// The names of tickers to search for in the articles of an update, read once per update. `None` for other updates.
pub(super) fn names_for(envelope: &Envelope, market: &MarketState) -> Option<NameIndex> {
    let is_wanted = matches!(envelope.update, Update::News(_)) && envelope.source != SAMPLE;
    is_wanted.then(|| {
        let listings = market.listings().iter();
        let profiles = listings.map(|listing| &listing.ticker.profile);
        NameIndex::build(profiles, &market.names)
    })
}

/// Adds the tickers that an article mentions to the stocks and funds that its feed lists.
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

/// Maximum number of articles and of bars that are merged at once, because readers wait meanwhile.
const NEWS_AT_ONCE: usize = 100;
const BARS_AT_ONCE: usize = 2_000;

/// Splits an update into pieces that are merged one by one, so that readers never wait long for the market.
pub(super) fn split_large(envelope: Envelope) -> Vec<Envelope> {
    let Envelope { source, update } = envelope;
    let updates = match update {
        Update::News(articles) => split(articles, NEWS_AT_ONCE, Update::News),
        Update::Bars {
            symbol,
            interval,
            bars,
        } => split(bars, BARS_AT_ONCE, |bars| Update::Bars {
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
            // The last piece marks the history as fetched, so that the mark is not on disk before the bars.
            let last = bars.split_off(bars.len().saturating_sub(BARS_AT_ONCE));
            let mut updates = split(bars, BARS_AT_ONCE, |bars| Update::Bars {
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

/// Splits items into updates of at most `most` items, in order.
fn split<T>(items: Vec<T>, most: usize, update: impl Fn(Vec<T>) -> Update) -> Vec<Update> {
    let mut items = items.into_iter();
    let mut updates = Vec::new();
    loop {
        let piece: Vec<T> = items.by_ref().take(most).collect();
        if piece.is_empty() {
            return updates;
        }
        updates.push(update(piece));
    }
}
