//! The probes of all used providers.

use jiff::Timestamp;

use super::{
    binance, bls, cboe, cnbc, coinbase, coingecko,
    core::probe::Probe,
    custom, defillama, deutsche_boerse, directory, ecb, euronext,
    fear_greed::{self, AlternativeMe, Cnn},
    fed, finnhub, kraken, nasdaq, openfigi, rss, sec, settings, treasury, twelve_data, yahoo,
    yahoo_facts, yahoo_stream,
};

/// Returns a probe of each used provider. Logos have none: their URLs come from other providers.
pub fn probes(settings: &settings::Providers, now: Timestamp) -> Vec<Probe> {
    let used = directory(settings).into_iter();
    let used = used.filter(|entry| entry.unused.is_none());
    used.flat_map(|entry| of_provider(entry.description.name, settings, now))
        .collect()
}

fn of_provider(name: &str, settings: &settings::Providers, now: Timestamp) -> Vec<Probe> {
    let stream = |name, options| Probe::stream(name, options, None);
    vec![match name {
        "alternative_me" => {
            fear_greed::probe::<AlternativeMe>(settings.alternative_me.http_options())
        }
        "binance" => binance::probe(&settings.binance),
        "binance_stream" => stream(
            binance::STREAM_DESCRIPTION.name,
            settings.binance_stream.stream_options(),
        ),
        "bls" => bls::probe(&settings.bls, now),
        "bls_calendar" => bls::calendar_probe(&settings.bls),
        "cboe" => cboe::probe(&settings.cboe),
        "cnbc" => cnbc::probe(&settings.cnbc),
        "cnn" => fear_greed::probe::<Cnn>(settings.cnn.http_options()),
        "coinbase" => stream(
            coinbase::DESCRIPTION.name,
            settings.coinbase.stream_options(),
        ),
        "coingecko" => coingecko::probe(&settings.coingecko),
        "defillama" => defillama::probe(&settings.defillama),
        "deutsche_boerse" => deutsche_boerse::probe(&settings.deutsche_boerse),
        "ecb" => ecb::probe(&settings.ecb),
        "euronext" => euronext::probe(&settings.euronext, now),
        "fed" => fed::probe(&settings.fed, now),
        "finnhub" => finnhub::quotes_probe(&settings.finnhub),
        "finnhub_stream" => finnhub::trades_probe(&settings.finnhub),
        "kraken" => stream(kraken::DESCRIPTION.name, settings.kraken.stream_options()),
        "nasdaq" => nasdaq::probe(&settings.nasdaq, now),
        "nasdaq_history" => nasdaq::history_probe(&settings.nasdaq, now),
        "nasdaq_quotes" => nasdaq::quotes_probe(&settings.nasdaq),
        "nasdaq_screener" => nasdaq::screener_probe(&settings.nasdaq),
        "openfigi" => openfigi::probe(&settings.openfigi),
        "rss" => return rss::probes(&settings.rss),
        "sec" => sec::probe(&settings.sec),
        "sources" => return custom::probes(&settings.sources),
        "treasury" => treasury::probe(&settings.treasury, now),
        "twelve_data" => twelve_data::probe(&settings.twelve_data),
        "yahoo" => yahoo::probe(&settings.yahoo),
        "yahoo_facts" => yahoo_facts::probe(&settings.yahoo),
        "yahoo_stream" => stream(
            yahoo_stream::DESCRIPTION.name,
            settings.yahoo_stream.stream_options(),
        ),
        _ => return Vec::new(),
    }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::providers::directory::tests::settings_with_all_providers;

    #[test]
    fn every_provider_has_a_probe() {
        let settings = settings_with_all_providers();
        for entry in directory(&settings) {
            let name = entry.description.name;
            let probes = of_provider(name, &settings, Timestamp::UNIX_EPOCH);
            assert_eq!(probes.is_empty(), name == "logos", "{name} needs a probe");
        }
    }
}
