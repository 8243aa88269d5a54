//! Large updates in pieces.

use crate::source::{Envelope, Update};

/// Articles, and bars, that are merged in one go: readers wait meanwhile.
const NEWS_AT_ONCE: usize = 100;
const BARS_AT_ONCE: usize = 2_000;

/// The pieces in which an update is merged, so that nobody waits long for the market however large
/// the update is.
pub(super) fn pieces(envelope: Envelope) -> Vec<Envelope> {
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
            // The last piece says that the history was fetched: it is not on disk before its bars are.
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

/// Updates of `most` items at most, in their order.
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
