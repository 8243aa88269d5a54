//! Links articles to the tickers that they mention.

use crate::{
    domain::{mention::Names, news::NewsUpdate},
    market::MarketState,
    source::{Envelope, Update},
};

/// The source of the sample market, whose articles list their tickers.
const SAMPLE: &str = "sample";

/// The names of tickers to search for in the articles of an update, read once per update. `None` for other updates.
pub(super) fn names_for(envelope: &Envelope, market: &MarketState) -> Option<Names> {
    let is_wanted = matches!(envelope.update, Update::News(_)) && envelope.source != SAMPLE;
    is_wanted.then(|| {
        let listings = market.listings().iter();
        let profiles = listings.map(|listing| &listing.ticker.profile);
        Names::of(profiles, &market.names)
    })
}

/// Adds the tickers that an article mentions to the stocks and funds that its feed lists.
pub(super) fn add_mentions(update: &mut Update, names: &Names) {
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
        symbols.extend(names.mentioned(title, content));
    }
}
