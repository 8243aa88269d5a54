//! The directory of providers: the description that each provider declares, with the settings of this process.

use std::time::Duration;

use super::{
    binance, bls, cboe, cnbc, coinbase, coingecko,
    core::client::HttpOptions,
    custom, defillama, deutsche_boerse, ecb, euronext,
    fear_greed::{alternative_me, cnn},
    fed, finnhub, kraken, logos, nasdaq, openfigi, rss, sec, settings, treasury, twelve_data,
    yahoo, yahoo_facts, yahoo_stream,
};
use crate::domain::{
    figure::{Figure, OrderKey},
    provider::QuotaPeriod,
    source_directory::{SourceDescription, SourceEntry},
};

/// Returns all providers, including unused ones, with the reason why they are unused.
pub fn directory(settings: &settings::Providers) -> Vec<SourceEntry> {
    let http = |description, options: &HttpOptions| polled(description, options, None);
    let stream = |description, enabled| SourceEntry {
        unused: disabled(enabled),
        ..SourceEntry::new(description)
    };
    let nasdaq = settings.nasdaq.http_options();
    let nasdaq_part = |description, key, is_enabled: bool| {
        let problem = || format!("Disabled: '{key}' is false in [providers.nasdaq].");
        polled(description, &nasdaq, (!is_enabled).then(problem))
    };
    let yahoo = settings.yahoo.http_options();
    let finnhub_key = missing_key(&settings.finnhub.api_key, "finnhub");
    let twelve_data_key = missing_key(&settings.twelve_data.api_key, "twelve_data");
    vec![
        stream(yahoo_stream::DESCRIPTION, settings.uses_yahoo_stream()),
        http(yahoo::DESCRIPTION, &yahoo).with_prices_of(yahoo::QUOTES_PER_REQUEST),
        yahoo_facts_entry(&settings.yahoo, &yahoo),
        stream(coinbase::DESCRIPTION, settings.coinbase.enabled),
        stream(kraken::DESCRIPTION, settings.kraken.enabled),
        coingecko_entry(&settings.coingecko).with_prices_of(coingecko::BATCH_SIZE),
        http(cboe::DESCRIPTION, &settings.cboe.http_options()).with_prices_of(1),
        http(
            deutsche_boerse::DESCRIPTION,
            &settings.deutsche_boerse.http_options(),
        )
        .with_prices_of(1),
        http(euronext::DESCRIPTION, &settings.euronext.http_options()).with_prices_of(1),
        http(cnbc::DESCRIPTION, &settings.cnbc.http_options()).with_prices_of(cnbc::BATCH_SIZE),
        http(binance::DESCRIPTION, &settings.binance.http_options())
            .with_prices_of(binance::BATCH_SIZE),
        stream(binance::STREAM_DESCRIPTION, settings.binance_stream.enabled),
        http(ecb::DESCRIPTION, &settings.ecb.http_options()),
        http(treasury::DESCRIPTION, &settings.treasury.http_options()),
        SourceEntry {
            quota: quota(settings.bls.requests_per_day, QuotaPeriod::Day),
            ..polled(bls::DESCRIPTION, &settings.bls.http_options(), None)
        },
        bls_calendar_entry(&settings.bls),
        http(fed::DESCRIPTION, &settings.fed.http_options()),
        polled(
            sec::DESCRIPTION,
            &settings.sec.http_options(),
            sec::contact_problem(&settings.sec.contact),
        ),
        SourceEntry {
            unused: disabled(settings.finnhub.enabled).or_else(|| finnhub_key.clone()),
            ..SourceEntry::new(finnhub::TRADES_DESCRIPTION)
        },
        polled(
            finnhub::QUOTES_DESCRIPTION,
            &settings.finnhub.http_options(),
            finnhub_key,
        )
        .with_prices_of(1),
        SourceEntry {
            quota: quota(settings.twelve_data.requests_per_day, QuotaPeriod::Day),
            ..polled(
                twelve_data::DESCRIPTION,
                &settings.twelve_data.http_options(),
                twelve_data_key,
            )
            .with_prices_of(1)
        },
        http(defillama::DESCRIPTION, &settings.defillama.http_options()),
        http(
            alternative_me::DESCRIPTION,
            &settings.alternative_me.http_options(),
        ),
        http(cnn::DESCRIPTION, &settings.cnn.http_options()),
        http(nasdaq::DESCRIPTION, &nasdaq),
        nasdaq_part(
            nasdaq::HISTORY_DESCRIPTION,
            "history",
            settings.nasdaq.history,
        ),
        nasdaq_part(nasdaq::QUOTES_DESCRIPTION, "quotes", settings.nasdaq.quotes).with_prices_of(1),
        nasdaq_part(
            nasdaq::SCREENER_DESCRIPTION,
            "screener",
            settings.nasdaq.screener,
        ),
        SourceEntry {
            interval: None,
            ..http(openfigi::DESCRIPTION, &settings.openfigi.lookup_options())
        },
        http(rss::DESCRIPTION, &settings.rss.http_options()),
        http(logos::DESCRIPTION, &settings.logos.http_options()),
        SourceEntry {
            interval: None,
            ..polled(
                custom::DESCRIPTION,
                &settings::Custom::http_options(),
                settings
                    .sources
                    .is_empty()
                    .then(|| "No [[sources]] are configured.".to_owned()),
            )
        },
    ]
}

/// Returns the entry of the release calendar.
fn bls_calendar_entry(settings: &settings::Bls) -> SourceEntry {
    let problem = || "Disabled: 'calendar' is false in [providers.bls].".to_owned();
    let description = bls::CALENDAR_DESCRIPTION;
    SourceEntry {
        interval: Some(Duration::from_secs(settings.calendar_every_seconds)),
        ..polled(
            description,
            &settings.http_options(),
            (!settings.calendar).then(problem),
        )
    }
}

/// Returns the position of a source in the order of preference for a figure. Streams come before polled prices.
pub fn rank(settings: &settings::Providers, figure: Figure, name: &str) -> usize {
    let order = &settings.order;
    let lists: &[&[String]] = match figure.order_key() {
        Some(OrderKey::Prices) => &[&order.ticks, &order.quotes],
        Some(OrderKey::History) => &[&order.history],
        Some(OrderKey::Earnings) => &[&order.earnings],
        None => &[],
    };
    let mut listed = lists.iter().flat_map(|list| list.iter());
    listed.position(|one| one == name).unwrap_or(usize::MAX)
}

/// Returns the entry of a provider that is requested over HTTP. `problem` is why an enabled provider cannot be used.
fn polled(
    description: SourceDescription,
    options: &HttpOptions,
    problem: Option<String>,
) -> SourceEntry {
    SourceEntry {
        unused: disabled(options.enabled).or(problem),
        min_gap: Some(Duration::from_millis(options.min_gap_ms)),
        interval: Some(Duration::from_secs(options.every_seconds)),
        ..SourceEntry::new(description)
    }
}

fn disabled(enabled: bool) -> Option<String> {
    (!enabled).then(|| "Disabled in the configuration.".to_owned())
}

fn missing_key(key: &str, table: &str) -> Option<String> {
    let text = || format!("Needs an API key: set 'api_key' in [providers.{table}].");
    key.is_empty().then(text)
}

fn quota(limit: u64, period: QuotaPeriod) -> Option<(u64, QuotaPeriod)> {
    (limit > 0).then_some((limit, period))
}

fn yahoo_facts_entry(settings: &settings::Yahoo, options: &HttpOptions) -> SourceEntry {
    let problem =
        (!settings.facts).then(|| "Disabled: 'facts' is false in [providers.yahoo].".to_owned());
    SourceEntry {
        interval: Some(yahoo_facts::REQUEST_INTERVAL),
        ..polled(yahoo_facts::DESCRIPTION, options, problem)
    }
}

/// Returns the entry of `CoinGecko`, whose limits depend on the key.
fn coingecko_entry(settings: &settings::CoinGecko) -> SourceEntry {
    let has_key = !settings.api_key.is_empty();
    let entry = polled(coingecko::DESCRIPTION, &settings.http_options(), None);
    if !has_key {
        return entry;
    }
    SourceEntry {
        description: SourceDescription {
            limit: Some(coingecko::KEYED_LIMIT),
            ..entry.description
        },
        quota: quota(settings.requests_per_month, QuotaPeriod::Month),
        ..entry
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::{collections::BTreeSet, sync::Arc};

    use toml::Value;

    use super::*;
    use crate::{
        catalogue::Catalogue,
        domain::{Clock, Timestamp},
        providers::live,
        source::health::HealthBoard,
        testing::ManualClock,
    };

    /// Settings with all providers enabled.
    pub(in crate::providers) fn settings_with_all_providers() -> settings::Providers {
        let mut settings = settings::Providers::default();
        settings.sec.contact = "ann@example.com".to_owned();
        settings.finnhub.api_key = "key".to_owned();
        settings.twelve_data.api_key = "key".to_owned();
        settings.logos.enabled = true;
        settings.sources.push(
            toml::from_str("symbol = 'A'\nurl = 'https://a.example/'\nprice = '/a'").unwrap(),
        );
        settings
    }

    #[test]
    fn every_table_of_the_configuration_has_a_description() {
        let tables = Value::try_from(settings::Providers::default()).unwrap();
        let tables = tables.as_table().unwrap().keys().map(String::as_str);
        let tables: BTreeSet<&str> = tables
            .filter(|table| !["order", "cross_check"].contains(table))
            .collect();
        let entries = directory(&settings::Providers::default());
        let described: BTreeSet<&str> = entries
            .iter()
            .filter_map(|entry| entry.description.config_table)
            .collect();
        let missing: Vec<_> = tables.difference(&described).collect();
        assert!(
            missing.is_empty(),
            "these providers need a DESCRIPTION, listed in providers/directory.rs: {missing:?}"
        );
    }

    #[test]
    fn every_live_provider_has_a_description() {
        let settings = settings_with_all_providers();
        let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(Timestamp::UNIX_EPOCH));
        let board = HealthBoard::default();
        let live = live(&settings, Catalogue::embedded().unwrap(), &board, &clock);
        let mut live: BTreeSet<&str> = live.sources.iter().map(|spec| spec.name).collect();
        // OpenFIGI is not a source, because it only looks up identifiers.
        live.insert(openfigi::DESCRIPTION.name);
        let entries = directory(&settings);
        assert!(
            entries.iter().all(|entry| entry.unused.is_none()),
            "{entries:?}"
        );
        let described: BTreeSet<&str> =
            entries.iter().map(|entry| entry.description.name).collect();
        assert_eq!(described, live);
        assert_eq!(
            described.len(),
            entries.len(),
            "a provider is described several times"
        );
    }

    #[test]
    fn every_description_is_complete() {
        for entry in directory(&settings::Providers::default()) {
            let SourceDescription {
                name,
                title,
                figures,
                delay,
                terms,
                terms_url,
                ..
            } = entry.description;
            assert!(
                !title.is_empty() && !figures.is_empty() && !delay.is_empty(),
                "{name}"
            );
            assert!(terms.ends_with('.'), "{name}: the terms are not sentences");
            let has_own_terms = !["rss", "logos", "sources"].contains(&name);
            assert_eq!(terms_url.starts_with("https://"), has_own_terms, "{name}");
        }
    }

    #[test]
    fn unused_providers_have_a_reason() {
        let mut settings = settings_with_all_providers();
        settings.finnhub.api_key.clear();
        settings.cboe.enabled = false;
        settings.sec.contact.clear();
        settings.yahoo.facts = false;
        let entries = directory(&settings);
        let reason = |name: &str| {
            let entry = entries.iter().find(|entry| entry.description.name == name);
            entry.unwrap().unused.clone().unwrap_or_default()
        };
        assert!(reason("finnhub").contains("api_key"));
        assert!(reason("finnhub_stream").contains("api_key"));
        assert!(reason("cboe").contains("Disabled"));
        assert!(reason("sec").contains("contact"));
        assert!(reason("yahoo_facts").contains("'facts' is false"));
        assert!(reason("yahoo").is_empty());
    }

    #[test]
    fn the_configured_order_applies() {
        let mut settings = settings::Providers::default();
        let rank_of = |settings: &settings::Providers, name| rank(settings, Figure::UsPrices, name);
        assert!(rank_of(&settings, "yahoo_stream") < rank_of(&settings, "yahoo"));
        assert!(rank_of(&settings, "yahoo") < rank_of(&settings, "cboe"));
        settings.order.quotes = vec!["cboe".to_owned(), "yahoo".to_owned()];
        assert!(rank_of(&settings, "cboe") < rank_of(&settings, "yahoo"));
        assert_eq!(rank(&settings, Figure::News, "rss"), usize::MAX);
    }
}
