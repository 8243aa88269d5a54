//! Our category of a fund, for Morningstar's, which Yahoo tells.

/// Words in the names of Morningstar's categories, and ours; the first that fits counts.
const CATEGORIES: [(&str, &[&str]); 8] = [
    (
        "Specialty",
        &[
            "leveraged",
            "inverse",
            "digital assets",
            "volatility",
            "options",
            "derivative",
        ],
    ),
    ("Currency", &["currency"]),
    ("Commodity", &["commodit", "precious metals fund"]),
    (
        "Fixed Income",
        &[
            "bond",
            "government",
            "muni",
            "treasur",
            "bank loan",
            "inflation-protected",
            "mortgage",
            "ultrashort",
            "fixed income",
            "corporate",
        ],
    ),
    (
        "Multi-Asset",
        &[
            "allocation",
            "target-date",
            "target date",
            "retirement",
            "convertible",
            "multi-asset",
        ],
    ),
    (
        "Sector",
        &[
            "technology",
            "health",
            "financial",
            "utilities",
            "energy",
            "natural resources",
            "real estate",
            "communications",
            "consumer",
            "industrials",
            "equity precious metals",
            "infrastructure",
        ],
    ),
    (
        "International",
        &[
            "foreign",
            "emerging",
            "europe",
            "japan",
            "china",
            "asia",
            "pacific",
            "latin america",
            "india",
            "world",
            "global",
            "diversified em",
        ],
    ),
    (
        "Equity",
        &[
            "blend", "growth", "value", "large", "mid-cap", "small", "equity",
        ],
    ),
];

/// Our category for Morningstar's.
pub(super) fn category(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let fits = |words: &[&str]| words.iter().any(|word| name.contains(word));
    CATEGORIES
        .iter()
        .find(|(_, words)| fits(words))
        .map(|(category, _)| *category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_of_funds_become_ours() {
        for (theirs, ours) in [
            ("Large Blend", "Equity"),
            ("Long Government", "Fixed Income"),
            ("High Yield Bond", "Fixed Income"),
            ("Emerging Markets Bond", "Fixed Income"),
            ("Diversified Emerging Mkts", "International"),
            ("Foreign Large Growth", "International"),
            ("Commodities Focused", "Commodity"),
            ("Technology", "Sector"),
            ("Equity Precious Metals", "Sector"),
            ("Moderate Allocation", "Multi-Asset"),
            ("Trading--Leveraged Equity", "Specialty"),
            ("Digital Assets", "Specialty"),
            ("Single Currency", "Currency"),
        ] {
            assert_eq!(category(theirs), Some(ours), "{theirs}");
        }
        assert_eq!(category("Unheard of"), None);
    }
}
