//! Maps Morningstar's fund categories, which Yahoo uses, to Marketdeck's categories.

/// Marketdeck's categories, with words in the names of Morningstar's categories. The first match is used.
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

/// Returns Marketdeck's category for one of Morningstar's.
pub(super) fn category(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let is_match = |words: &[&str]| words.iter().any(|word| name.contains(word));
    CATEGORIES
        .iter()
        .find(|(_, words)| is_match(words))
        .map(|(category, _)| *category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fund_categories_are_mapped() {
        for (provider_text, expected) in [
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
            assert_eq!(category(provider_text), Some(expected), "{provider_text}");
        }
        assert_eq!(category("Unheard of"), None);
    }
}
