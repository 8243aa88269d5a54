//! Whose word counts more, where two sources tell the same thing.

/// The folder of files that a person brings.
pub(crate) const FILES: &str = "import";
/// The list of tickers that is part of the program.
pub(crate) const CATALOGUE: &str = "catalogue";

/// Providers that push prices instead of being polled.
const STREAMS: [&str; 4] = ["yahoo_stream", "coinbase", "kraken", "finnhub_stream"];

/// Returns true for a provider that pushes prices.
pub(crate) fn is_stream(source: &str) -> bool {
    STREAMS.contains(&source)
}

/// How much the word of `source` counts: a file that a person brought more than any provider, and the
/// catalogue, which is as old as the program, less.
pub(crate) fn of(source: &str) -> u8 {
    match source {
        FILES => 2,
        CATALOGUE => 0,
        _ => 1,
    }
}

/// Whether what `known` told stays where `told` says something else.
pub(crate) fn outranks(known: &str, told: &str) -> bool {
    of(known) > of(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_persons_file_counts_more_than_a_provider_and_that_more_than_the_catalogue() {
        assert!(outranks(FILES, "yahoo_facts") && outranks("yahoo_facts", CATALOGUE));
        assert!(!outranks("nasdaq", "yahoo_facts"), "the newer word counts");
        assert!(!outranks(FILES, FILES), "a newer file counts");
    }
}
