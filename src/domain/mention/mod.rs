//! Finds the tickers that a headline is about, by symbol and by the names of companies, coins, funds and indices.
//!
//! Precision has priority: no ticker is better than a wrong one. Unambiguous names always count. Names that are also
//! words, people or places need evidence in the surrounding words (`context`). An exchange tag overrides everything
//! (`tags`). A company that only comments on others is not a subject (`speakers`).

mod build;
mod context;
mod evidence;
mod indices;
mod lists;
mod names;
mod speakers;
mod symbols;
mod tags;
mod things;
mod words;

use std::collections::{HashMap, HashSet};

use self::{
    context::Headline,
    names::{Name, Sense},
};
use super::ticker::TickerKind;

/// Index of ticker names for reading headlines.
#[derive(Debug, Default)]
pub struct Names {
    /// Names by first word, longest first.
    by_name: HashMap<String, Vec<NameEntry>>,
    /// Kinds of ticker by symbol.
    symbols: HashMap<String, TickerKind>,
    /// Symbols by code at other vendors.
    codes: HashMap<String, String>,
}

/// A name and its tickers.
#[derive(Debug)]
struct NameEntry {
    name: Name,
    kind: TickerKind,
    /// Symbols of the tickers with this name.
    symbols: Vec<String>,
}

/// A mention in a headline.
#[derive(Debug)]
struct Mention<'a> {
    symbols: Vec<&'a str>,
    /// Range of words.
    from: usize,
    to: usize,
    is_tag: bool,
}

impl Names {
    /// Returns the symbols that a headline is about, in order of appearance. In `text`, the article's summary, only
    /// tagged symbols count.
    pub fn mentioned(&self, title: &str, text: &str) -> Vec<String> {
        let headline = Headline::read(title);
        let mut mentions = self.certain(title, &headline);
        // A name next to a certain one counts too: 'Visa and Mastercard'.
        let certain: Vec<(usize, usize)> = mentions.iter().map(|one| (one.from, one.to)).collect();
        for mention in self.beside(&headline, &certain) {
            mentions.push(mention);
        }
        mentions.sort_by_key(|mention| mention.from);
        // "BlackRock's IBIT" is about the fund.
        let is_fund = |mention: &Mention<'_>| {
            let kind = |symbol: &&str| self.symbols.get(*symbol);
            mention
                .symbols
                .iter()
                .all(|symbol| kind(symbol) == Some(&TickerKind::Etf))
        };
        let owners: Vec<usize> = (1..mentions.len())
            .filter(|place| {
                let (owner, fund) = (&mentions[place - 1], &mentions[*place]);
                is_fund(fund)
                    && !is_fund(owner)
                    && fund.from <= owner.to + 2
                    && headline.words[owner.to - 1].is_possessive
            })
            .map(|place| place - 1)
            .collect();
        for owner in owners.into_iter().rev() {
            mentions.remove(owner);
        }
        let mut all: Vec<String> = Vec::new();
        for (place, mention) in mentions.iter().enumerate() {
            for symbol in &mention.symbols {
                let has_others = mentions
                    .iter()
                    .enumerate()
                    .any(|(other, one)| other != place && !one.symbols.contains(symbol));
                let is_speaker = !mention.is_tag
                    && speakers::is_speaker(
                        &headline,
                        symbol,
                        mention.from,
                        mention.to,
                        has_others,
                    );
                if !is_speaker && !all.iter().any(|known| known == symbol) {
                    all.push((*symbol).to_owned());
                }
            }
        }
        let body = Headline::read(text);
        for at in 0..body.words.len() {
            let tag = tags::tag(text, &body.words, at);
            let symbol = tag.and_then(|(tag, _)| {
                let is_crypto = headline.is_crypto || body.is_crypto;
                self.tagged(&tag, is_crypto)
            });
            if let Some(symbol) = symbol.filter(|symbol| !all.iter().any(|known| known == symbol)) {
                all.push(symbol.to_owned());
            }
        }
        all
    }

    /// Returns the certain mentions: tags, symbols, and names confirmed by the words around them.
    fn certain<'a>(&'a self, title: &str, headline: &Headline<'_>) -> Vec<Mention<'a>> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < headline.words.len() {
            if let Some((tag, length)) = tags::tag(title, &headline.words, at) {
                let to = (at + length).min(headline.words.len());
                self.take_tag(headline, &tag, (at, to), &mut found);
                at = to;
            } else if let Some(symbol) = self.by_symbol(headline, at) {
                found.push(Mention {
                    symbols: vec![symbol],
                    from: at,
                    to: at + 1,
                    is_tag: true,
                });
                at += 1;
            } else if let Some((named, to)) = self.by_name(headline, at, false) {
                found.push(Mention {
                    symbols: named.symbols.iter().map(String::as_str).collect(),
                    from: at,
                    to,
                    is_tag: false,
                });
                at = to;
            } else {
                at += 1;
            }
        }
        found
    }

    /// Returns the name that starts at a word, and its end.
    fn by_name(
        &self,
        headline: &Headline<'_>,
        at: usize,
        is_near_other: bool,
    ) -> Option<(&NameEntry, usize)> {
        let named = self.by_name.get(&headline.words[at].normal)?;
        named.iter().find_map(|one| {
            let end = at + one.name.words.len();
            let is_meant = is_written(headline, &one.name, one.kind, at)
                && is_meant(headline, one, at, end, is_near_other);
            is_meant.then_some((one, end))
        })
    }

    /// Returns names that count because 'and' or a comma connects them with a certain mention.
    fn beside(&self, headline: &Headline<'_>, certain: &[(usize, usize)]) -> Vec<Mention<'_>> {
        let mut taken: HashSet<usize> = certain.iter().flat_map(|(from, to)| *from..*to).collect();
        let mut found = Vec::new();
        let links = |word: &str| matches!(word, "and" | "or" | "vs" | "versus");
        for at in 0..headline.words.len() {
            if taken.contains(&at) {
                continue;
            }
            let before = at.checked_sub(1);
            let is_after = before.is_some_and(|place| {
                taken.contains(&place)
                    && headline.words[place].ends_clause
                    && !headline.words[place].raw.is_empty()
                    && is_comma(headline, place)
                    || links(headline.normal(place))
                        && place
                            .checked_sub(1)
                            .is_some_and(|place| taken.contains(&place))
            });
            let Some((named, to)) = self.by_name(headline, at, true) else {
                continue;
            };
            let is_before = links(headline.normal(to)) && taken.contains(&(to + 1))
                || taken.contains(&to) && is_comma(headline, to - 1);
            if is_after || is_before {
                taken.extend(at..to);
                found.push(Mention {
                    symbols: named.symbols.iter().map(String::as_str).collect(),
                    from: at,
                    to,
                    is_tag: false,
                });
            }
        }
        found
    }
}

/// Returns true if a comma follows a word.
fn is_comma(headline: &Headline<'_>, at: usize) -> bool {
    headline.words[at].has_comma()
}

/// Returns true if the words from `at` are written like the name: capitals and possessive.
fn is_written(headline: &Headline<'_>, name: &Name, kind: TickerKind, at: usize) -> bool {
    let Some(here) = headline.words.get(at..at + name.words.len()) else {
        return false;
    };
    let is_same = here.iter().map(|word| &word.normal).eq(&name.words);
    // Unambiguous coin names are often written in lower case.
    let may_be_small = kind == TickerKind::Crypto
        && (name.sense == Sense::Unambiguous || name.words == ["ether"])
        && name.words.concat().len() >= 4
        && !name.is_upper;
    let is_capital = |word: &words::Word<'_>| {
        word.is_capital()
            || matches!(word.normal.as_str(), "and" | "of" | "the" | "s&p")
            || word.is_number()
    };
    let is_whole = here[..here.len().saturating_sub(1)]
        .iter()
        .all(|word| !word.ends_clause);
    is_same
        && is_whole
        && (here.iter().all(is_capital) || may_be_small)
        && (!name.is_upper || here.iter().all(words::Word::is_upper))
        && (!name.is_possessive || here.last().is_some_and(|last| last.is_possessive))
}

fn is_meant(
    headline: &Headline<'_>,
    named: &NameEntry,
    at: usize,
    end: usize,
    is_near_other: bool,
) -> bool {
    let name = &named.name;
    let first = name.words[0].as_str();
    match named.kind {
        TickerKind::Index => indices::means_index(headline, &name.words, at, end),
        TickerKind::Crypto => headline.means_coin(name, at, end, is_near_other),
        TickerKind::Stock if first == "dow" && name.words.len() == 1 => {
            indices::is_chemical(headline, end)
        }
        TickerKind::Stock if first == "nasdaq" && name.words.len() == 1 => {
            headline.means_company(name, at, end, false)
                && !indices::means_index(headline, &name.words, at, end)
        }
        TickerKind::Stock => headline.means_company(name, at, end, is_near_other),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
