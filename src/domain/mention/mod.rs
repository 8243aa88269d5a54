//! Finds the tickers that a headline is about, by symbol and by the names of companies, coins, funds and indices.
//!
//! Precision has priority: no ticker is better than a wrong ticker. Unambiguous names always count. Names that are also
//! everyday words, people or places need evidence in the surrounding words (`context`). The exchange in a tag such as
//! `NYSE: V` takes precedence over names (`tags`). A bank that only comments on others is not a subject
//! (`commentators`).

mod build;
mod commentators;
mod context;
mod evidence;
mod indices;
mod lists;
mod names;
mod other_meanings;
mod symbols;
mod tags;
mod words;

use std::collections::{HashMap, HashSet};

use self::{
    context::Headline,
    names::{Ambiguity, Name},
};
use super::ticker::TickerKind;

/// Index of ticker names, used to find tickers in headlines.
#[derive(Debug, Default)]
pub struct NameIndex {
    /// Names by first word. The names of an entry are sorted by length, longest first.
    by_first_word: HashMap<String, Vec<NameEntry>>,
    /// Kinds of ticker by symbol.
    kinds: HashMap<String, TickerKind>,
    /// Symbols by code at other vendors.
    symbols_by_code: HashMap<String, String>,
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
    /// Index of the first word.
    start: usize,
    /// Index after the last word.
    end: usize,
    /// True for a tag or a symbol, false for a name.
    is_by_symbol: bool,
}

impl NameIndex {
    /// Returns the symbols of the tickers that an article is about, in order of appearance. In the `summary`, only
    /// tagged symbols count.
    pub fn mentioned_symbols(&self, title: &str, summary: &str) -> Vec<String> {
        let headline = Headline::parse(title);
        let mut mentions = self.certain_mentions(title, &headline);
        let linked = self.linked_mentions(&headline, &mentions);
        mentions.extend(linked);
        mentions.sort_by_key(|mention| mention.start);
        self.remove_fund_issuers(&headline, &mut mentions);
        let mut symbols: Vec<String> = Vec::new();
        for (index, mention) in mentions.iter().enumerate() {
            for symbol in &mention.symbols {
                let has_others = mentions
                    .iter()
                    .enumerate()
                    .any(|(other, mention)| other != index && !mention.symbols.contains(symbol));
                let is_commentator = !mention.is_by_symbol
                    && commentators::is_commentator(
                        &headline,
                        symbol,
                        mention.start,
                        mention.end,
                        has_others,
                    );
                if !is_commentator && !symbols.iter().any(|known| known == symbol) {
                    symbols.push((*symbol).to_owned());
                }
            }
        }
        let body = Headline::parse(summary);
        let is_crypto = headline.is_crypto || body.is_crypto;
        for index in 0..body.words.len() {
            let tag = tags::parse_tag(summary, &body.words, index);
            let symbol = tag.and_then(|(tag, _)| self.symbol_of_tag(&tag, is_crypto));
            if let Some(symbol) = symbol
                && !symbols.iter().any(|known| known == symbol)
            {
                symbols.push(symbol.to_owned());
            }
        }
        symbols
    }

    /// Removes fund companies in front of their funds: "Grayscale's GBTC" is about the fund.
    fn remove_fund_issuers(&self, headline: &Headline<'_>, mentions: &mut Vec<Mention<'_>>) {
        let is_fund = |mention: &Mention<'_>| {
            let mut symbols = mention.symbols.iter();
            symbols.all(|symbol| self.kinds.get(*symbol) == Some(&TickerKind::Etf))
        };
        let issuers: Vec<usize> = (1..mentions.len())
            .filter(|index| {
                let (issuer, fund) = (&mentions[index - 1], &mentions[*index]);
                is_fund(fund)
                    && !is_fund(issuer)
                    && fund.start <= issuer.end + 2
                    && headline.words[issuer.end - 1].is_possessive
            })
            .map(|index| index - 1)
            .collect();
        for issuer in issuers.into_iter().rev() {
            mentions.remove(issuer);
        }
    }

    /// Returns the certain mentions: tags, symbols, and names confirmed by the words around them.
    fn certain_mentions<'a>(&'a self, title: &str, headline: &Headline<'_>) -> Vec<Mention<'a>> {
        let mut mentions = Vec::new();
        let mut start = 0;
        while start < headline.words.len() {
            if let Some((tag, length)) = tags::parse_tag(title, &headline.words, start) {
                let end = (start + length).min(headline.words.len());
                self.add_tagged_ticker(headline, &tag, start..end, &mut mentions);
                start = end;
            } else if let Some(symbol) = self.match_symbol(headline, start) {
                mentions.push(Mention {
                    symbols: vec![symbol],
                    start,
                    end: start + 1,
                    is_by_symbol: true,
                });
                start += 1;
            } else if let Some((entry, end)) = self.match_name(headline, start, false) {
                mentions.push(Mention {
                    symbols: entry.symbols.iter().map(String::as_str).collect(),
                    start,
                    end,
                    is_by_symbol: false,
                });
                start = end;
            } else {
                start += 1;
            }
        }
        mentions
    }

    /// Returns the name that starts at word `start` and means its ticker, and the index after its last word.
    fn match_name(
        &self,
        headline: &Headline<'_>,
        start: usize,
        is_near_other: bool,
    ) -> Option<(&NameEntry, usize)> {
        let entries = self.by_first_word.get(&headline.words[start].normalized)?;
        entries.iter().find_map(|entry| {
            let end = start + entry.name.words.len();
            let is_match = matches_spelling(headline, &entry.name, entry.kind, start)
                && is_meant(headline, entry, start, end, is_near_other);
            is_match.then_some((entry, end))
        })
    }

    /// Returns ambiguous names that count because a comma, 'and', 'or' or 'vs' links them with a certain mention:
    /// 'Visa and Mastercard'.
    fn linked_mentions<'a>(
        &'a self,
        headline: &Headline<'_>,
        certain: &[Mention<'_>],
    ) -> Vec<Mention<'a>> {
        // Indexes of the words that belong to a mention.
        let mut mentioned: HashSet<usize> = certain
            .iter()
            .flat_map(|mention| mention.start..mention.end)
            .collect();
        let mut linked = Vec::new();
        let is_link = |index| matches!(headline.normalized(index), "and" | "or" | "vs" | "versus");
        let has_comma = |index: usize| headline.words[index].has_comma();
        for start in 0..headline.words.len() {
            if mentioned.contains(&start) {
                continue;
            }
            let Some((entry, end)) = self.match_name(headline, start, true) else {
                continue;
            };
            let follows_mention = start >= 1
                && (mentioned.contains(&(start - 1)) && has_comma(start - 1)
                    || is_link(start - 1) && start >= 2 && mentioned.contains(&(start - 2)));
            let precedes_mention = is_link(end) && mentioned.contains(&(end + 1))
                || mentioned.contains(&end) && has_comma(end - 1);
            if follows_mention || precedes_mention {
                mentioned.extend(start..end);
                linked.push(Mention {
                    symbols: entry.symbols.iter().map(String::as_str).collect(),
                    start,
                    end,
                    is_by_symbol: false,
                });
            }
        }
        linked
    }
}

/// Returns true if the words from `start` are spelled like the name, including capitals and possessive.
fn matches_spelling(headline: &Headline<'_>, name: &Name, kind: TickerKind, start: usize) -> bool {
    let Some(words) = headline.words.get(start..start + name.words.len()) else {
        return false;
    };
    let has_same_words = words.iter().map(|word| &word.normalized).eq(&name.words);
    // Unambiguous coin names are often written in lower case.
    let may_be_lower_case = kind == TickerKind::Crypto
        && (name.ambiguity == Ambiguity::Unambiguous || name.words == ["ether"])
        && name.words.concat().len() >= 4
        && !name.is_upper;
    let may_be_in_name = |word: &words::Word<'_>| {
        word.is_capital()
            || matches!(word.normalized.as_str(), "and" | "of" | "the" | "s&p")
            || word.is_number()
    };
    let is_in_one_clause = words[..words.len().saturating_sub(1)]
        .iter()
        .all(|word| !word.ends_clause);
    has_same_words
        && is_in_one_clause
        && (words.iter().all(may_be_in_name) || may_be_lower_case)
        && (!name.is_upper || words.iter().all(words::Word::is_upper))
        && (!name.is_possessive || words.last().is_some_and(|last| last.is_possessive))
}

/// Returns true if the words from `start` to `end` mean a ticker of `entry`, not something else with the same name.
fn is_meant(
    headline: &Headline<'_>,
    entry: &NameEntry,
    start: usize,
    end: usize,
    is_near_other: bool,
) -> bool {
    let name = &entry.name;
    let first = name.words[0].as_str();
    match entry.kind {
        TickerKind::Index => indices::means_index(headline, &name.words, start, end),
        TickerKind::Crypto => headline.means_coin(name, start, end, is_near_other),
        TickerKind::Stock if first == "dow" && name.words.len() == 1 => {
            indices::means_chemical_company(headline, end)
        }
        TickerKind::Stock if first == "nasdaq" && name.words.len() == 1 => {
            headline.means_company(name, start, end, false)
                && !indices::means_index(headline, &name.words, start, end)
        }
        TickerKind::Stock => headline.means_company(name, start, end, is_near_other),
        _ => true,
    }
}

#[cfg(test)]
mod tests;
