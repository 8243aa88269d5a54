//! Translates the configuration into the settings of the modules in lower layers.

use std::sync::Arc;

use jiff::SignedDuration;

use super::source_directory::source_directory;
use crate::{
    config::{AccessLog, Config, Origin, SampleHours, ServerConfig},
    domain::symbol::ConfiguredSymbol,
    ingest::FollowerSettings,
    runtime::limits,
    simulator,
    source::lookup::Lookup,
    web,
};

/// The key of the list of symbols to follow.
const SYMBOLS: &str = "symbols";
/// The key of the list that restricts the requests to Yahoo. Its symbols are not followed.
pub(super) const YAHOO_SYMBOLS: &str = "providers.yahoo.symbols";

/// Returns the settings of the symbol follower.
pub(super) fn follower(config: &Config, lookup: Option<Arc<dyn Lookup>>) -> FollowerSettings {
    let days = i64::from(config.market.unfollow_after_days);
    let pair = config.market.display_currency.dollar_pair();
    let pair = pair.map(|symbol| ConfiguredSymbol {
        setting: "display_currency",
        symbol,
    });
    // The list of Yahoo only restricts requests, so its symbols are not followed.
    let mut configured = config.symbols();
    configured.retain(|symbol| symbol.setting != YAHOO_SYMBOLS);
    configured.extend(pair);
    FollowerSettings {
        lookup,
        configured,
        unused_for: SignedDuration::from_hours(24 * days),
        starter_list: (config.origin(SYMBOLS) == Origin::Page).then_some(SYMBOLS),
    }
}

/// Returns the settings of the sample market.
pub(super) fn simulator(config: &Config) -> simulator::Settings {
    simulator::Settings {
        seed: config.market.seed,
        is_always_open: config.market.sample_hours == SampleHours::Always,
        tick_interval: config.market.sample_every,
    }
}

/// Returns the settings of the web server.
pub(super) fn web(config: &Config) -> web::Settings {
    let ServerConfig {
        max_live_connections,
        max_tcp_connections,
        max_tcp_connections_per_address,
        ping_after,
        grace,
        live_window,
        ..
    } = config.server;
    let open_files = limits::raise_open_files();
    let possible = limits::connections(max_tcp_connections, open_files);
    if possible < max_tcp_connections {
        tracing::warn!(
            "http: using {possible} of {max_tcp_connections} configured connections because only {open_files} open files are allowed (ulimit -n)"
        );
    }
    web::Settings {
        base_path: config.server.base_path.clone(),
        allowed_hosts: config.server.allowed_hosts.clone(),
        trusted_proxies: config.server.trusted_proxies.clone(),
        frame_ancestors: config.server.frame_ancestors.clone(),
        public_url: config.server.public_url.clone(),
        password_hash: config.server.password_hash.clone(),
        owner_name: config.server.people.owner_name.clone(),
        trusted_user_header: config.server.people.trusted_user_header.clone(),
        access_log: config.log.access != AccessLog::Off,
        demo: config.server.demo,
        install_url: config.server.install_url.clone(),
        read_only: config.server.read_only,
        channels_on_page: config.channels_on_page,
        metrics: config.server.metrics,
        mcp: config.server.mcp,
        metrics_holdings: config.metrics_holdings,
        kiosk: config.server.kiosk.clone(),
        symbols: config.symbols(),
        sources: source_directory(config),
        contact_email: config.server.contact_email.clone(),
        market: config.market.kind.as_str(),
        display_currency: config.market.display_currency,
        limits: web::Limits {
            sockets: max_live_connections.min(possible),
            connections: possible,
            per_address: max_tcp_connections_per_address,
            ping_after,
            grace,
            window: live_window,
            request_rate: config.server.demo.then_some(web::RequestRate::DEMO),
            ..web::Limits::default()
        },
    }
}
