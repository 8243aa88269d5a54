//! Which tickers a headline is about: by symbol, and by the names of companies, coins, funds and indices.
//!
//! Precision comes first: a headline under no ticker is better than one under the wrong one. Names that mean
//! nothing else count where they stand. Names that are words, people or places count only where the words
//! beside them say that a company is meant (`context`); an exchange's tag decides over all of it (`tags`);
//! who only speaks of others is not what a headline is about (`speakers`).

mod context;
mod indices;
mod lists;
mod names;
mod speakers;
mod tags;
mod words;

use std::collections::{HashMap, HashSet};

use self::{
    context::Headline,
    lists::{CRYPTO, NO_SYMBOLS, NOUNS},
    names::{Name, Sense},
    tags::{Tag, Venue},
};
use super::{
    alias::{AliasKind, KnownNames},
    ticker::{Profile, TickerKind},
};

/// The names of the tickers that are known, prepared for reading headlines.
#[derive(Debug, Default)]
pub struct Names {
    /// By first word, the longest first.
    by_name: HashMap<String, Vec<Named>>,
    /// What symbols stand for.
    symbols: HashMap<String, TickerKind>,
    /// Symbols as other places write them.
    codes: HashMap<String, String>,
}

/// A name, and whose it is.
#[derive(Debug)]
struct Named {
    name: Name,
    kind: TickerKind,
    /// The symbols of those who bear it.
    symbols: Vec<String>,
}

/// A mention in a headline.
#[derive(Debug)]
struct Mention<'a> {
    symbols: Vec<&'a str>,
    /// The words that it takes.
    from: usize,
    to: usize,
    is_tag: bool,
}

/// Houses of funds: a fund's name counts where it begins with one.
const ISSUERS: &[&str] = &[
    "ark",
    "blackrock",
    "direxion",
    "fidelity",
    "franklin",
    "global",
    "grayscale",
    "invesco",
    "ishares",
    "jpmorgan",
    "proshares",
    "schwab",
    "spdr",
    "vaneck",
    "vanguard",
    "wisdomtree",
    "xtrackers",
    "amundi",
    "lyxor",
    "bitwise",
];
/// Names of the list of aliases that headlines use for somebody else: an exchange for its coin, a bank of a former name.
const NOT_IN_HEADLINES: &[&str] = &[
    "binance",
    "crypto.com",
    "total",
    "coach",
    "cable",
    "fiber",
    "telekom",
    "sq",
    "fetch",
    "lend",
    "sp",
    "philip morris companies",
    "sterling",
    "diamonds",
    "cubes",
    "qs",
    "spiders",
    "spyder",
    "tips",
    "digital gold",
    "chain link",
    "one inch",
    "robin hood",
    "boa",
    "build and build",
];

impl Names {
    /// The names of `profiles`, and those that `known` adds to them.
    pub fn of<'a>(profiles: impl Iterator<Item = &'a Profile>, known: &KnownNames) -> Self {
        let profiles: Vec<&Profile> = profiles.collect();
        let mut names = Self::default();
        for profile in &profiles {
            names.symbols.insert(profile.symbol.clone(), profile.kind);
        }
        // Shares of several classes have one name, and its aliases.
        let mut bearers: HashMap<String, Vec<&Profile>> = HashMap::new();
        for profile in &profiles {
            let own = names::short_forms(&profile.name);
            let key = own
                .first()
                .map_or(String::new(), |name| name.to_lowercase());
            bearers.entry(key).or_default().push(profile);
            for name in own {
                names.add(&name, profile, false);
            }
        }
        for profile in &profiles {
            let own = names::short_forms(&profile.name);
            let key = own
                .first()
                .map_or(String::new(), |name| name.to_lowercase());
            let same = bearers.get(&key).map_or(&[][..], Vec::as_slice);
            for alias in known.of(&profile.symbol) {
                match alias.kind {
                    AliasKind::Word => {}
                    AliasKind::Code => {
                        let of_alias = names.codes.entry(alias.alias.to_uppercase());
                        of_alias.or_insert_with(|| profile.symbol.clone());
                    }
                    AliasKind::Name | AliasKind::Former | AliasKind::Nickname => {
                        for bearer in same.iter().filter(|one| one.kind == profile.kind) {
                            names.add(&alias.alias, bearer, true);
                        }
                    }
                }
            }
        }
        names
    }

    fn add(&mut self, name: &str, profile: &Profile, is_alias: bool) {
        let lower = name.to_lowercase();
        if is_alias && NOT_IN_HEADLINES.contains(&lower.as_str()) {
            return;
        }
        let Some(name) = Name::of(name, profile.kind) else {
            return;
        };
        let is_told = match profile.kind {
            TickerKind::Stock | TickerKind::Crypto | TickerKind::Index => true,
            TickerKind::Etf | TickerKind::Fund => {
                name.words.len() > 1
                    && ISSUERS.contains(&name.words[0].as_str())
                    && name.words.len() + usize::from(name.words.contains(&"qqq".to_owned())) > 2
            }
            _ => false,
        };
        if !is_told {
            return;
        }
        let all = self.by_name.entry(name.words[0].clone()).or_default();
        let same = all
            .iter_mut()
            .find(|named| named.kind == profile.kind && named.name.words == name.words);
        match same {
            Some(named) if named.symbols.contains(&profile.symbol) => {}
            Some(named) => named.symbols.push(profile.symbol.clone()),
            None => {
                all.push(Named {
                    name,
                    kind: profile.kind,
                    symbols: vec![profile.symbol.clone()],
                });
                // The longest name counts.
                all.sort_by_key(|named| std::cmp::Reverse(named.name.words.len()));
            }
        }
    }

    /// Whom a headline is about, in the order in which they are named; of the text beneath it only
    /// symbols count that are marked as such.
    pub fn mentioned(&self, title: &str, text: &str) -> Vec<String> {
        let headline = Headline::read(title);
        let mut mentions = self.certain(title, &headline);
        // Who stands beside somebody that is meant is meant as well: 'Visa and Mastercard'.
        let certain: Vec<(usize, usize)> = mentions.iter().map(|one| (one.from, one.to)).collect();
        for mention in self.beside(&headline, &certain) {
            mentions.push(mention);
        }
        mentions.sort_by_key(|mention| mention.from);
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

    /// The ticker that a feed's own tag names (`AAPL`, `Nasdaq:AAPL`): a share or a fund, and never a coin, unless it says
    /// so. A symbol that nobody follows here stays as it is, and one whose letters are a coin's is none.
    pub fn resolve_tag(&self, tag: &str) -> Option<String> {
        let (venue, symbol) = match tag.rsplit_once(':') {
            Some((exchange, symbol)) => (tags::venue(exchange.trim())?, symbol.trim()),
            None => (Venue::UnitedStates, tag.trim()),
        };
        let tag = Tag {
            symbol: symbol.to_uppercase(),
            venue,
        };
        let is_unknown = !self.symbols.contains_key(&tag.symbol.replace('.', "-"))
            && !self.symbols.contains_key(&tag.symbol)
            && venue == Venue::UnitedStates;
        match self.tagged(&tag, false) {
            Some(symbol) => Some(symbol.to_owned()),
            None => is_unknown.then_some(tag.symbol),
        }
    }

    /// What is named beyond doubt: tags, symbols, and names that the words beside them confirm.
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

    /// Takes a tag. The name that it stands behind is its own: 'Apple Hospitality (NYSE: APLE)' is not Apple.
    fn take_tag<'a>(
        &'a self,
        headline: &Headline<'_>,
        tag: &Tag,
        (at, to): (usize, usize),
        found: &mut Vec<Mention<'a>>,
    ) {
        let named_before = found.last().filter(|last| {
            let between = &headline.words[last.to..at];
            !last.is_tag
                && between.len() <= 4
                && between
                    .iter()
                    .all(|word| word.is_capital() || matches!(word.normal.as_str(), "of" | "and"))
                && !headline.words[last.from..at]
                    .iter()
                    .any(|word| word.ends_clause)
        });
        if tag.venue == Venue::Unsaid && is_abbreviation(headline, &tag.symbol, at) {
            return;
        }
        let is_coin_named =
            named_before.is_some_and(|last| last.symbols.contains(&tag.symbol.as_str()));
        let symbol = self.tagged(tag, headline.is_crypto || is_coin_named);
        let is_overruled = named_before.is_some_and(|last| match symbol {
            Some(symbol) => !last.symbols.contains(&symbol),
            None => {
                tag.venue != Venue::Unsaid && !matches!(tag.venue, Venue::Abroad(_)) || last.to < at
            }
        });
        if is_overruled {
            found.pop();
        }
        if let Some(symbol) = symbol {
            found.push(Mention {
                symbols: vec![symbol],
                from: at,
                to,
                is_tag: true,
            });
        }
    }

    /// The symbol of a tag, where it is known: of a share where an exchange of shares is named.
    fn tagged(&self, tag: &Tag, is_crypto: bool) -> Option<&str> {
        let dashed = tag.symbol.replace('.', "-");
        let known = |symbol: &str| self.symbols.get_key_value(symbol);
        let own = known(&tag.symbol).or_else(|| known(&dashed));
        let is_coin = |kind: TickerKind| kind == TickerKind::Crypto;
        match tag.venue {
            Venue::UnitedStates => own.filter(|(_, kind)| !is_coin(**kind)),
            Venue::Abroad(endings) => endings
                .iter()
                .find_map(|ending| known(&format!("{dashed}{ending}"))),
            Venue::Crypto => {
                let coin = ["-USDT", "-USD", "USDT", "USD"]
                    .iter()
                    .find_map(|ending| dashed.strip_suffix(ending).filter(|coin| !coin.is_empty()));
                own.or_else(|| known(coin?))
                    .filter(|(_, kind)| is_coin(**kind))
            }
            Venue::Unsaid => own
                .filter(|(symbol, kind)| !is_coin(**kind) || is_crypto || is_major(symbol))
                .or_else(|| known(self.codes.get(&tag.symbol)?)),
        }
        .map(|(symbol, _)| symbol.as_str())
    }

    /// A symbol in capitals that is no word.
    fn by_symbol(&self, headline: &Headline<'_>, at: usize) -> Option<&str> {
        let word = &headline.words[at];
        let is_written_so = word
            .raw
            .chars()
            .all(|c| c.is_ascii_uppercase() || ".-".contains(c));
        if !is_written_so || headline.is_shouted() || word.raw.len() < 3 {
            return None;
        }
        // 'BRK-B' is two words.
        let class = headline.words.get(at + 1).filter(|_| word.is_joined);
        let symbol = match class {
            Some(class) if class.raw.len() == 1 && !class.is_joined => {
                format!("{}-{}", word.raw, class.raw)
            }
            Some(_) => return None,
            None => word.raw.replace('.', "-"),
        };
        let (symbol, kind) = self.symbols.get_key_value(&symbol)?;
        let next = headline
            .after(at + 1)
            .map_or("", |word| word.normal.as_str());
        let is_priced = matches!(
            next,
            "stock"
                | "shares"
                | "etf"
                | "calls"
                | "options"
                | "price"
                | "token"
                | "earnings"
                | "shareholders"
        );
        let is_coin_meant = *kind != TickerKind::Crypto
            || is_major(symbol)
            || headline.is_crypto_beside(at, at + 1);
        let is_word = NO_SYMBOLS.has(&symbol.to_lowercase())
            || CRYPTO.has(&symbol.to_lowercase()) && *kind != TickerKind::Crypto;
        let is_meant = (!is_word && is_coin_meant)
            || (is_priced && (*kind != TickerKind::Crypto || is_coin_meant))
            || (*kind == TickerKind::Crypto
                && is_word
                && headline.is_crypto_beside(at, at + 1)
                && symbol.len() >= 3
                && !NOUNS.has(&symbol.to_lowercase()));
        is_meant.then_some(symbol)
    }

    /// Whose name begins at a word, and where it ends.
    fn by_name(
        &self,
        headline: &Headline<'_>,
        at: usize,
        is_near_other: bool,
    ) -> Option<(&Named, usize)> {
        let named = self.by_name.get(&headline.words[at].normal)?;
        named.iter().find_map(|one| {
            let end = at + one.name.words.len();
            let is_meant = is_written(headline, &one.name, one.kind, at)
                && is_meant(headline, one, at, end, is_near_other);
            is_meant.then_some((one, end))
        })
    }

    /// Names that count because they stand beside one that is certain, with an 'and' or a comma between.
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

/// Whether a symbol in brackets only shortens the small words before it: 'artificial intelligence (AI)'.
fn is_abbreviation(headline: &Headline<'_>, symbol: &str, at: usize) -> bool {
    let length = symbol.chars().count();
    let Some(from) = at.checked_sub(length).filter(|_| length > 1) else {
        return false;
    };
    let spelled = &headline.words[from..at];
    let initials: String = spelled
        .iter()
        .filter_map(|word| word.normal.chars().next())
        .collect();
    let is_small = !headline.is_title_case && spelled.iter().all(|word| !word.is_capital());
    let is_common = NO_SYMBOLS.has(&symbol.to_lowercase());
    initials.eq_ignore_ascii_case(symbol) && (is_small || is_common)
}

/// Whether a comma follows a word.
fn is_comma(headline: &Headline<'_>, at: usize) -> bool {
    headline.words[at].ends_clause
}

/// Coins whose symbols mean nothing else.
fn is_major(symbol: &str) -> bool {
    matches!(
        symbol,
        "BTC" | "ETH" | "XRP" | "USDT" | "USDC" | "LTC" | "DOGE" | "XMR" | "BNB"
    )
}

/// Whether the words from `at` are a name, with its capitals and its sign of possession.
fn is_written(headline: &Headline<'_>, name: &Name, kind: TickerKind, at: usize) -> bool {
    let Some(here) = headline.words.get(at..at + name.words.len()) else {
        return false;
    };
    let is_same = here.iter().map(|word| &word.normal).eq(&name.words);
    // Coins are often written small, where their name means nothing else.
    let may_be_small = kind == TickerKind::Crypto
        && name.sense == Sense::Coined
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
    named: &Named,
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
