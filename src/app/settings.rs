//! The configuration as rooms below want it.

use std::sync::Arc;

use jiff::SignedDuration;

use crate::{
    config::{AccessLog, Config, SampleHours, ServerConfig},
    domain::symbol::ConfiguredSymbol,
    ingest::FollowerSettings,
    runtime::limits,
    simulator,
    source::lookup::Lookup,
    web,
};

/// The list that narrows what Yahoo is asked for; nothing in it is followed.
pub(super) const YAHOO_SYMBOLS: &str = "providers.yahoo.symbols";

/// What the follower of symbols needs to know of the configuration.
pub(super) fn of_follower(config: &Config, lookup: Option<Arc<dyn Lookup>>) -> FollowerSettings {
    let days = i64::from(config.market.unfollow_after_days);
    let pair = config.market.display_currency.dollar_pair();
    let pair = pair.map(|symbol| ConfiguredSymbol {
        setting: "display_currency",
        symbol,
    });
    // Yahoo's own list only narrows what is asked of it.
    let mut configured = config.symbols();
    configured.retain(|one| one.setting != YAHOO_SYMBOLS);
    configured.extend(pair);
    FollowerSettings {
        lookup,
        configured,
        unused_for: SignedDuration::from_hours(24 * days),
    }
}

/// The sample market as it is configured.
pub(super) fn of_simulator(config: &Config) -> simulator::Settings {
    simulator::Settings {
        seed: config.market.seed,
        is_always_open: config.market.sample_hours == SampleHours::Always,
        every: config.market.sample_every,
    }
}

/// What the web floor needs to know of the configuration.
pub(super) fn of_web(config: &Config) -> web::Settings {
    let ServerConfig {
        live_connections,
        connections,
        connections_per_address,
        ping_after,
        grace,
        live_window,
        ..
    } = config.server;
    let open_files = limits::raise_open_files();
    let possible = limits::connections(connections, open_files);
    if possible < connections {
        tracing::warn!(
            "{open_files} files may be open (ulimit -n), so {possible} connections are taken at once and not {connections}"
        );
    }
    web::Settings {
        base_path: config.server.base_path.clone(),
        allowed_hosts: config.server.allowed_hosts.clone(),
        trusted_proxies: config.server.trusted_proxies.clone(),
        frame_ancestors: config.server.frame_ancestors.clone(),
        public_url: config.server.public_url.clone(),
        password_hash: config.server.password_hash.clone(),
        access_log: config.log.access != AccessLog::Off,
        read_only: config.server.read_only,
        channels_on_page: config.channels_on_page,
        metrics: config.server.metrics,
        kiosk: config.server.kiosk.clone(),
        symbols: config.symbols(),
        contact_email: config.server.contact_email.clone(),
        market: config.market.kind.as_str(),
        display_currency: config.market.display_currency,
        limits: web::Limits {
            sockets: live_connections.min(possible),
            connections: possible,
            per_address: connections_per_address,
            ping_after,
            grace,
            window: live_window,
            ..web::Limits::default()
        },
    }
}
