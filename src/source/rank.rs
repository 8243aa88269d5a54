//! Ranks of sources, for data that several sources provide.

/// The source name of imported files.
pub(crate) const FILES: &str = "import";
/// The source name of the built-in catalogue.
pub(crate) const CATALOGUE: &str = "catalogue";

/// Providers that push prices instead of being polled.
const STREAMS: [&str; 5] = [
    "yahoo_stream",
    "coinbase",
    "kraken",
    "finnhub_stream",
    "binance_stream",
];

/// Returns true for a provider that pushes prices.
pub(crate) fn is_stream(source: &str) -> bool {
    STREAMS.contains(&source)
}

/// Returns the rank of a source. Imported files rank above providers. The catalogue is as old as the program, so it ranks below them.
fn rank_of(source: &str) -> u8 {
    match source {
        FILES => 2,
        CATALOGUE => 0,
        _ => 1,
    }
}

/// Returns true if data of the source `stored` must not be replaced with data of the source `new`.
pub(crate) fn outranks(stored: &str, new: &str) -> bool {
    rank_of(stored) > rank_of(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_outrank_providers_and_providers_outrank_the_catalogue() {
        assert!(outranks(FILES, "yahoo_facts") && outranks("yahoo_facts", CATALOGUE));
        assert!(
            !outranks("nasdaq", "yahoo_facts"),
            "newer data of the same rank is used"
        );
        assert!(!outranks(FILES, FILES), "data of a newer file is used");
    }
}
