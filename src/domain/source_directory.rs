//! The directory of sources: the data, delay, limits and terms of each source, and the order in which this process requests
//! data from them.

use std::time::Duration;

use super::{figure::Figure, provider::QuotaPeriod};

/// The terms of an API that its operator does not document.
pub(crate) const UNOFFICIAL_API_TERMS: &str =
    "Unofficial API without published terms. For personal use only.";

/// The facts about a source, which its provider declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceDescription {
    /// The name in health records and quotes.
    pub name: &'static str,
    /// The table of the configuration, `[providers.<table>]`; `None` for parts of Marketdeck.
    pub config_table: Option<&'static str>,
    /// The name shown to users.
    pub title: &'static str,
    /// The figures that the source supplies.
    pub figures: &'static [Figure],
    /// The delay of its figures, in a few words.
    pub delay: &'static str,
    /// The limit that the source publishes, in a few words; `None` if it publishes none.
    pub limit: Option<&'static str>,
    /// The terms of use in one sentence.
    pub terms: &'static str,
    /// The page with the terms of use; empty for parts of Marketdeck.
    pub terms_url: &'static str,
}

/// A source with its settings in this process.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceEntry {
    /// The declared facts.
    pub description: SourceDescription,
    /// The reason why this process does not use the source, as a sentence; `None` if it is used.
    pub unused: Option<String>,
    /// The minimum delay between two requests; `None` for a source without requests, such as a stream.
    pub min_gap: Option<Duration>,
    /// The interval between two refreshes; `None` for a source that pushes data.
    pub interval: Option<Duration>,
    /// The configured number of requests in a period; `None` without one.
    pub quota: Option<(u64, QuotaPeriod)>,
    /// The number of tickers whose prices one request returns; `None` for a source without prices on request.
    pub tickers_per_request: Option<u64>,
}

impl SourceEntry {
    /// Creates an entry of a source that is used and needs no requests.
    pub const fn new(description: SourceDescription) -> Self {
        Self {
            description,
            unused: None,
            min_gap: None,
            interval: None,
            quota: None,
            tickers_per_request: None,
        }
    }

    /// Returns the entry of a source whose requests return the prices of up to `tickers` tickers.
    #[must_use]
    pub(crate) fn with_prices_of(self, tickers: usize) -> Self {
        Self {
            tickers_per_request: u64::try_from(tickers).ok(),
            ..self
        }
    }

    /// Returns the largest number of requests a minute that the minimum delay allows, rounded up.
    pub fn max_per_minute(&self) -> Option<u64> {
        let gap = self.min_gap?.as_millis().max(1);
        u64::try_from(60_000_u128.div_ceil(gap)).ok()
    }
}

/// The sources of a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureSources {
    /// The figure.
    pub figure: Figure,
    /// The names of the sources, in the order of preference. Includes unused sources.
    pub sources: Vec<&'static str>,
}

/// All sources, and the sources of each figure.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SourceDirectory {
    /// The sources of each figure.
    pub figures: Vec<FigureSources>,
    /// All sources.
    pub sources: Vec<SourceEntry>,
}

impl SourceDirectory {
    /// Creates a directory. `rank` returns the position of a source in the order of preference for a figure. Sources with the
    /// same rank keep their order.
    pub fn new(sources: Vec<SourceEntry>, rank: impl Fn(Figure, &str) -> usize) -> Self {
        let of_figure = |figure: Figure| {
            let suppliers = sources
                .iter()
                .filter(|source| source.description.figures.contains(&figure));
            let mut names: Vec<_> = suppliers.map(|source| source.description.name).collect();
            names.sort_by_key(|name| rank(figure, name));
            FigureSources {
                figure,
                sources: names,
            }
        };
        Self {
            figures: Figure::ALL.into_iter().map(of_figure).collect(),
            sources,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: SourceDescription = SourceDescription {
        name: "a",
        config_table: Some("a"),
        title: "A",
        figures: &[Figure::News, Figure::Logos],
        delay: "None",
        limit: None,
        terms: "Public domain.",
        terms_url: "https://a.example/",
    };

    #[test]
    fn sources_are_ordered_by_rank_per_figure() {
        let b = SourceDescription { name: "b", ..A };
        let entries = vec![SourceEntry::new(A), SourceEntry::new(b)];
        let directory = SourceDirectory::new(entries, |figure, name| {
            usize::from(figure == Figure::News && name == "a")
        });
        let sources_of = |figure| {
            let mut all = directory.figures.iter();
            all.find(|one| one.figure == figure)
                .unwrap()
                .sources
                .clone()
        };
        assert_eq!(sources_of(Figure::News), ["b", "a"]);
        assert_eq!(sources_of(Figure::Logos), ["a", "b"]);
        assert!(sources_of(Figure::Yields).is_empty());
    }

    #[test]
    fn requests_a_minute_follow_from_the_minimum_delay() {
        let entry = |millis| SourceEntry {
            min_gap: Some(Duration::from_millis(millis)),
            ..SourceEntry::new(A)
        };
        assert_eq!(entry(2_000).max_per_minute(), Some(30));
        assert_eq!(entry(7_600).max_per_minute(), Some(8));
        assert_eq!(entry(0).max_per_minute(), Some(60_000));
        assert_eq!(SourceEntry::new(A).max_per_minute(), None);
    }
}
