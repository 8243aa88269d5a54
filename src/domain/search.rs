//! Ranking of ticker search results.
