//! Ties articles to the tickers that their headlines mention.

use crate::{
    domain::{mention::Names, news::NewsUpdate},
    market::MarketState,
    source::{Envelope, Update},
};

/// The source of the sample market, which names the tickers of its headlines itself.
const SAMPLE: &str = "sample";

/// The names that the articles of an update may mention, read once however many articles it brings. `None` where there is
/// nothing to look for.
pub(super) fn names_for(envelope: &Envelope, market: &MarketState) -> Option<Names> {
    let is_wanted = matches!(envelope.update, Update::News(_)) && envelope.source != SAMPLE;
    is_wanted.then(|| {
        let listings = market.listings().iter();
        let profiles = listings.map(|listing| &listing.ticker.profile);
        Names::of(profiles, &market.names)
    })
}

/// Adds the tickers that each article mentions to those that its feed names, which are shares and funds.
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
