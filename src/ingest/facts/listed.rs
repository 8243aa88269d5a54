//! Merges the facts about a stock from a list of all stocks. They rank below those of other sources.

use crate::domain::{Timestamp, facts::ListFacts, ticker::Ticker};

/// Merges the row of a list. Unknown values leave the known ones.
pub(super) fn merge_row(ticker: &mut Ticker, row: ListFacts, now: Timestamp) {
    ticker.fetched.listed = Some(now);
    let known = ticker.list_facts.take().map(|known| *known);
    let known = known.unwrap_or_default();
    let profile = &mut ticker.profile;
    let used = ListFacts {
        shares: row.shares.or(known.shares),
        sector: use_text(&mut profile.sector, row.sector, known.sector),
        industry: use_text(&mut profile.industry, row.industry, known.industry),
        country: use_text(&mut profile.country, row.country, known.country),
    };
    let is_empty = used == ListFacts::default();
    ticker.list_facts = (!is_empty).then(|| Box::new(used));
}

/// Sets a text of the profile, unless another source has set it. `earlier` is the text that an earlier row has set. Returns the text that
/// is from the list now.
fn use_text(
    current: &mut Option<String>,
    new: Option<String>,
    earlier: Option<String>,
) -> Option<String> {
    let is_from_list = current.is_none() || *current == earlier;
    if !is_from_list {
        return None;
    }
    let text = new.or(earlier);
    current.clone_from(&text);
    text
}

/// Sets a text of the profile to that of a preferred source, if it is unknown or from the list (`listed`).
pub(super) fn replace_text(
    current: &mut Option<String>,
    new: Option<String>,
    listed: Option<&String>,
) {
    if new.is_some() && (current.is_none() || current.as_ref() == listed) {
        *current = new;
    }
}
