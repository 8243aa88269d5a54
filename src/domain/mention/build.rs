//! Builds the index of ticker names.

use std::collections::HashMap;

use super::{
    NameEntry, Names,
    names::{self, Name},
};
use crate::domain::{
    alias::{AliasIndex, AliasKind},
    ticker::{Profile, TickerKind},
};

/// Fund issuers: only fund names that start with one count.
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
/// Aliases that mean something else in headlines: an exchange instead of its coin, a bank of a former name.
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
    "polka dot",
];

impl Names {
    /// Builds the index from `profiles` and their aliases.
    pub fn of<'a>(profiles: impl Iterator<Item = &'a Profile>, known: &AliasIndex) -> Self {
        let profiles: Vec<&Profile> = profiles.collect();
        let mut names = Self::default();
        for profile in &profiles {
            names.symbols.insert(profile.symbol.clone(), profile.kind);
        }
        // Share classes of a company have the same name and aliases.
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
                all.push(NameEntry {
                    name,
                    kind: profile.kind,
                    symbols: vec![profile.symbol.clone()],
                });
                // The longest name wins.
                all.sort_by_key(|named| std::cmp::Reverse(named.name.words.len()));
            }
        }
    }
}
