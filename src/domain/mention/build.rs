//! Builds the index of ticker names.

use std::collections::HashMap;

use super::{
    NameEntry, NameIndex,
    names::{self, Name},
};
use crate::domain::{
    alias::{AliasIndex, AliasKind},
    ticker::{Profile, TickerKind},
};

/// Fund issuers. A fund name counts only if it starts with one of them.
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
/// Aliases that usually mean something else in headlines, such as an exchange instead of its coin.
const IGNORED_ALIASES: &[&str] = &[
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
    "polka dot",
];

impl NameIndex {
    /// Builds the index from the names in `profiles` and from their `aliases`.
    pub fn build<'a>(profiles: impl Iterator<Item = &'a Profile>, aliases: &AliasIndex) -> Self {
        let profiles: Vec<&Profile> = profiles.collect();
        let mut index = Self::default();
        for profile in &profiles {
            index.kinds.insert(profile.symbol.clone(), profile.kind);
        }
        // Share classes of a company have the same first short name and share all aliases.
        let group_key = |short_names: &[String]| {
            let first = short_names.first();
            first.map_or(String::new(), |name| name.to_lowercase())
        };
        let mut by_short_name: HashMap<String, Vec<&Profile>> = HashMap::new();
        for profile in &profiles {
            let short_names = names::short_forms(&profile.name);
            by_short_name
                .entry(group_key(&short_names))
                .or_default()
                .push(profile);
            for name in short_names {
                index.add(&name, profile, false);
            }
        }
        for profile in &profiles {
            let short_names = names::short_forms(&profile.name);
            let namesakes = by_short_name
                .get(&group_key(&short_names))
                .map_or(&[][..], Vec::as_slice);
            for alias in aliases.aliases_of(&profile.symbol) {
                match alias.kind {
                    AliasKind::Word => {}
                    AliasKind::Code => {
                        let entry = index.symbols_by_code.entry(alias.alias.to_uppercase());
                        entry.or_insert_with(|| profile.symbol.clone());
                    }
                    AliasKind::Name | AliasKind::Former | AliasKind::Nickname => {
                        for namesake in namesakes.iter().filter(|other| other.kind == profile.kind)
                        {
                            index.add(&alias.alias, namesake, true);
                        }
                    }
                }
            }
        }
        index
    }

    /// Adds a name of a ticker, unless the name is unsuitable for headlines.
    fn add(&mut self, name: &str, profile: &Profile, is_alias: bool) {
        let lower = name.to_lowercase();
        if is_alias && IGNORED_ALIASES.contains(&lower.as_str()) {
            return;
        }
        let Some(name) = Name::parse(name, profile.kind) else {
            return;
        };
        let is_usable = match profile.kind {
            TickerKind::Stock | TickerKind::Crypto | TickerKind::Index => true,
            TickerKind::Etf | TickerKind::Fund => {
                name.words.len() > 1
                    && ISSUERS.contains(&name.words[0].as_str())
                    && name.words.len() + usize::from(name.words.contains(&"qqq".to_owned())) > 2
            }
            _ => false,
        };
        if !is_usable {
            return;
        }
        let entries = self.by_first_word.entry(name.words[0].clone()).or_default();
        let existing = entries
            .iter_mut()
            .find(|entry| entry.kind == profile.kind && entry.name.words == name.words);
        match existing {
            Some(entry) if entry.symbols.contains(&profile.symbol) => {}
            Some(entry) => entry.symbols.push(profile.symbol.clone()),
            None => {
                entries.push(NameEntry {
                    name,
                    kind: profile.kind,
                    symbols: vec![profile.symbol.clone()],
                });
                // The first matching entry counts, so the longest name comes first.
                entries.sort_by_key(|entry| std::cmp::Reverse(entry.name.words.len()));
            }
        }
    }
}
