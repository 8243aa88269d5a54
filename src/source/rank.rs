//! Ranks of sources, for data that several sources provide.

/// Source name of imported files.
pub(crate) const FILES: &str = "import";
/// Source name of the built-in catalogue.
pub(crate) const CATALOGUE: &str = "catalogue";

/// Providers that push prices instead of being polled.
const STREAMS: [&str; 4] = ["yahoo_stream", "coinbase", "kraken", "finnhub_stream"];

/// Returns true for a provider that pushes prices.
pub(crate) fn is_stream(source: &str) -> bool {
    STREAMS.contains(&source)
}

/// Rank of a source: imported files are above providers, and the catalogue, which is as old as the program, is below.
pub(crate) fn of(source: &str) -> u8 {
    match source {
        FILES => 2,
        CATALOGUE => 0,
        _ => 1,
    }
}

/// Returns true if data of the source `known` must not be replaced by data of the source `told`.
pub(crate) fn outranks(known: &str, told: &str) -> bool {
    of(known) > of(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_outrank_providers_and_providers_outrank_the_catalogue() {
        assert!(outranks(FILES, "yahoo_facts") && outranks("yahoo_facts", CATALOGUE));
        assert!(
            !outranks("nasdaq", "yahoo_facts"),
            "equal ranks: the newer one counts"
        );
        assert!(!outranks(FILES, FILES), "a newer file counts");
    }
}
