//! The directory of sources that `/api/sources` and docs/sources.md show.

use crate::{
    config::Config,
    derived,
    domain::{
        figure::Figure,
        source_directory::{SourceDescription, SourceDirectory, SourceEntry},
    },
    import::FOLDER_SOURCE,
    providers::{self, settings::Providers},
};

/// Description of the catalogue, which is part of the program.
const CATALOGUE: SourceDescription = SourceDescription {
    name: "catalogue",
    config_table: None,
    title: "Built into Marketdeck",
    figures: &[Figure::EconomicDates, Figure::Facts],
    delay: "As of the release",
    limit: None,
    terms: "Part of this program.",
    terms_url: "",
};

/// Description of the import folder.
const IMPORT_FOLDER: SourceDescription = SourceDescription {
    name: FOLDER_SOURCE,
    config_table: None,
    title: "Import folder",
    figures: &[Figure::TokenOfferings, Figure::EconomicDates],
    delay: "Seconds",
    limit: None,
    terms: "Your own files. They may also contain bars, dividends, earnings, fund facts and exchange rates, which replace those of other sources.",
    terms_url: "",
};

/// Returns the directory of the sources that the configured live market uses. A server with the sample market shows the same directory.
pub(super) fn source_directory(config: &Config) -> SourceDirectory {
    of_providers(&config.providers)
}

fn of_providers(settings: &Providers) -> SourceDirectory {
    let mut sources = providers::directory(settings);
    sources.extend([derived::DESCRIPTION, IMPORT_FOLDER, CATALOGUE].map(SourceEntry::new));
    SourceDirectory::new(sources, |figure, name| {
        providers::rank(settings, figure, name)
    })
}

#[cfg(test)]
mod rounds;

#[cfg(test)]
mod tests {
    use std::{fmt::Write as _, fs, path::Path};

    use super::*;
    use crate::domain::provider::QuotaPeriod;

    const FILE: &str = "docs/sources.md";

    const INTRODUCTION: &str = "# Where the numbers come from

This page lists, for each kind of figure, the sources that Marketdeck asks, in the order in which it asks them. The page `/sources` of a
running server shows the same for its own configuration, with the current state of each source. `GET /api/sources` returns it as JSON.

Sources are asked by the server, never by browsers: at a low rate, one request at a time per source, with conditional requests where a
source supports them, and with increasing delays after errors. If a source denies access, it is not asked again, and `/status` shows its response. Each
source can be disabled (`enabled = false` in `[providers.<name>]`), and `[providers.order]` sets the order. `marketdeck config check
--live` sends one request to each enabled source and prints the answers.

If a source refuses one ticker or does not know it (HTTP 403 or 404, or an empty answer), the next source supplies that figure of that
ticker. The first one is asked for it again after a day; its other tickers are not affected.

The sample market sends no requests: all its data is simulated.

## Comparison of sources

Three hours after the close of its exchange, the daily closes of each ticker (the last twelve sessions) are compared with those of the next
source of the list `history` in `[providers.order]` that has the ticker, and dividends of US stocks and ETFs once a week with Nasdaq's. So
German shares and funds are compared with Deutsche Börse, and those of Euronext's exchanges with Euronext.
Watched tickers come first, and each source gets at most `requests_per_day` requests for this (`[providers.cross_check]`).

- Two closes agree if they differ by at most 0.5 % (stocks, ETFs, mutual funds), 0.25 % (indices), 1 % (commodities, currency pairs) or 2 %
  (coins), by one unit of the last decimal, or by five basis points (yields). Futures are not compared on the days on which sources change
  to the next contract. Otherwise a third source is asked, and the status page and the ticker page show what each
  source reports. The figure of the preferred source is used.
- If two other sources agree on a close that differs from the preferred source's, their close is used instead.
- A constant ratio between two sources is shown as a split that one of them did not apply, as another unit (pounds and pence), or as
  an adjustment for dividends; closes of the day before are shown as a shifted day. Such a source does not outvote others.
- A session that the preferred source lacks 40 minutes after the close is filled from the second source. Charts, `GET
  /api/tickers/{id}/bars` and `GET /api/tickers/{id}/price-history` name that source. The preferred source is asked again with increasing
  delays, and its session replaces the other one as soon as it is available.
- Live prices of two sources that are at most 90 seconds apart are compared too, with twice the tolerance. Delayed prices are not.

## Financial reports

SEC EDGAR has one number of shares and one figure of earnings per share for each company. Where they may not be those of the listed
security, Marketdeck shows no market cap and no ratio from them, unless another source sends a market cap:

- A company with an annual report on form 20-F may list receipts for several of its shares, and a company with several symbols in the SEC's
  list may have several classes of shares (BRK-A and BRK-B). Preferred shares, warrants, units and rights don't count as classes. P/E is
  then market cap ÷ net income.
- A number of shares that was counted more than 400 days before the end of the newest period is not used, nor one that differs from net
  income ÷ earnings per share of the newest period by more than a factor of 1.75.
- Earnings per share are adjusted for the splits that a source reports, and also if a later report shows a split by restating the earnings
  per share of an earlier period with the same net income. A split that no source knows and no report shows yet is missing.
- The SEC writes the times at which it accepted filings as UTC, but those of many companies are New York's. Where the filings of a company
  don't show which, `acceptedAt` is null, and only the filing date is known.

## The S&P 500 in the stock screener

The members of the S&P 500 on August 8, 2026, with name, sector and country, are built in. They are from the
[dataset](https://github.com/datasets/s-and-p-500-companies) of constituents, which is in the public domain (ODC PDDL). In the live market
the screener searches all of them. Members that you don't follow have price, change, volume and market cap from Nasdaq's list of stocks,
which is read at the start and half an hour after each close in New York; all other values are unknown. Without this list (`screener = false`
in `[providers.nasdaq]`) they have no values. They are not followed and have no page. A member whose symbol is that of another ticker here
(STX is Stacks, not Seagate) is left out. Alerts on a screen watch only followed stocks. In a cluster, only the source has the list: edges search the followed members.

## Release dates

The dates of US statistics until December 2026 and of the meetings of the Federal Open Market Committee until January 2028 are built in.
Later, moved and cancelled dates of the Bureau of Labor Statistics come from its
[release calendar](https://www.bls.gov/schedule/news_release/), once a week. It does not name the month that a release covers: the month
follows from the releases before it, and a release whose month is uncertain is not shown. If the agency denies access to its calendar, as
it does to some networks, the built-in dates stay. The Federal Reserve publishes its dates as a web page only, which is not read.
";

    const WITHOUT_YAHOO: &str = "
## Without Yahoo

`without_yahoo = true` (or `MARKETDECK_WITHOUT_YAHOO=true`) disables all sources of Yahoo. `enabled = false` in `[providers.yahoo]` does
the same: it disables prices, history, company facts, the symbol search and the stream. `enabled = false` in `[providers.yahoo_stream]`
disables only the stream, and `facts = false` in `[providers.yahoo]` only the company facts.

These figures then come from other sources, with the default configuration in this order:

| figure | sources without Yahoo |
|---|---|
";

    const EXCHANGES_WITHOUT_YAHOO: &str = "
Each source covers only a part: Deutsche Börse has stocks, funds and bonds at Xetra and Frankfurt, Euronext stocks and funds in Paris, Amsterdam, Brussels,
Lisbon, Dublin, Milan and Oslo, Cboe and Nasdaq those in the United States, and CNBC metals, energy, yields, pairs and indices.
Euronext does not state currencies: OpenFIGI confirms that of a fund, and without it, only shares can be followed there.
Listings at other exchanges, US mutual funds, agricultural commodities, and dividends and splits outside the United States have no source
then: they are shown as unknown or with their last value. Nasdaq announces splits from the day on which Marketdeck first asks, so that
dividends before an older split stay in the units of their time.
";

    /// Returns the table of the figures that Yahoo supplies, with their other sources.
    fn without_yahoo(all: &SourceDirectory, title: impl Fn(&str) -> &'static str) -> String {
        let mut settings = Providers::default();
        settings.disable_yahoo();
        let others = of_providers(&settings);
        let is_used = |directory: &SourceDirectory, name: &str| {
            let mut sources = directory.sources.iter();
            sources.any(|one| one.description.name == name && one.unused.is_none())
        };
        let mut text = WITHOUT_YAHOO.to_owned();
        for row in &all.figures {
            let (disabled, left): (Vec<_>, Vec<_>) = row
                .sources
                .iter()
                .filter(|name| is_used(all, name))
                .partition(|name| !is_used(&others, name));
            if disabled.is_empty() {
                continue;
            }
            let left: Vec<_> = left.into_iter().map(&title).collect();
            let left = if left.is_empty() {
                "none".to_owned()
            } else {
                left.join(", ")
            };
            let _ = writeln!(text, "| {} | {left} |", row.figure.title());
        }
        text + EXCHANGES_WITHOUT_YAHOO
    }

    /// Returns the text of docs/sources.md, with the default configuration.
    fn document() -> String {
        let directory = of_providers(&Providers::default());
        let title = |name: &str| {
            let mut sources = directory.sources.iter();
            let source = sources.find(|source| source.description.name == name);
            source.map_or("", |source| source.description.title)
        };
        let mut text = format!("{INTRODUCTION}\n## Figures\n\n");
        text.push_str("| figure | sources, in this order | if they fail |\n|---|---|---|\n");
        for row in &directory.figures {
            let names: Vec<_> = row.sources.iter().map(|name| title(name)).collect();
            let (figure, fails) = (row.figure.title(), row.figure.on_failure());
            let _ = writeln!(text, "| {figure} | {} | {fails} |", names.join(", "));
        }
        text.push_str(
            "\nSources that push prices come first; polled ones fill in while a ticker is not streamed. Cboe, Nasdaq, Finnhub and Twelve Data are asked only while the sources before them fail, and to compare closes.\n\n",
        );
        let without_yahoo = without_yahoo(&directory, title);
        text.push_str(without_yahoo.trim_start());
        text.push_str("\n## Sources\n\n| source | configuration table | delay | provider's limit | Marketdeck's default limit | terms |\n|---|---|---|---|---|---|\n");
        for source in &directory.sources {
            let description = &source.description;
            let table = description
                .config_table
                .map_or(String::new(), |table| format!("`{table}`"));
            let rate = source.max_per_minute().map_or(String::new(), |requests| {
                let unit = if requests == 1 { "request" } else { "requests" };
                format!("{requests} {unit} a minute")
            });
            let quota = source.quota.map_or(String::new(), |(limit, period)| {
                let period = match period {
                    QuotaPeriod::Day => "day",
                    QuotaPeriod::Month => "month",
                };
                format!(", {limit} a {period}")
            });
            let terms = match description.terms_url {
                "" => description.terms.to_owned(),
                url => format!("{} [Terms]({url})", description.terms),
            };
            let (title, delay, limit) = (
                description.title,
                description.delay,
                description.limit.unwrap_or("not published"),
            );
            let limit = if description.config_table.is_some() {
                limit
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "| {title} | {table} | {delay} | {limit} | {rate}{quota} | {terms} |"
            );
        }
        let compared_per_day = Providers::default().cross_check.requests_per_day;
        text.push_str(&rounds::section(&directory, compared_per_day));
        text
    }

    #[test]
    fn the_document_matches_the_declarations() {
        let text = document();
        if std::env::var_os("MARKETDECK_WRITE_SOURCES").is_some() {
            fs::write(FILE, &text).expect("the document is written");
        }
        let stored =
            fs::read_to_string(Path::new(FILE)).expect("the repository contains the document");
        assert!(
            stored == text,
            "{FILE} differs from the declarations; regenerate it with MARKETDECK_WRITE_SOURCES=1 cargo test --lib -- app::source_directory"
        );
    }

    #[test]
    fn every_figure_has_a_source() {
        for row in of_providers(&Providers::default()).figures {
            assert!(!row.sources.is_empty(), "{}", row.figure.id());
        }
    }

    #[test]
    fn without_yahoo_most_figures_still_have_a_source() {
        let mut settings = Providers::default();
        settings.disable_yahoo();
        let directory = of_providers(&settings);
        let is_used = |name: &&str| {
            let mut sources = directory.sources.iter();
            sources.any(|source| source.description.name == *name && source.unused.is_none())
        };
        for figure in [
            Figure::UsPrices,
            Figure::IndexPrices,
            Figure::BondPrices,
            Figure::CoinPrices,
            Figure::CurrencyPrices,
            Figure::UsHistory,
            Figure::IndexHistory,
            Figure::CurrencyHistory,
            Figure::DisplayRates,
            Figure::Yields,
            Figure::Earnings,
            Figure::News,
        ] {
            let mut rows = directory.figures.iter();
            let row = rows.find(|row| row.figure == figure).unwrap();
            assert!(row.sources.iter().any(is_used), "{}", figure.id());
        }
    }
}
