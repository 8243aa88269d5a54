//! Values that cannot work are refused in a sentence, never changed in silence.

use tracing_subscriber::EnvFilter;

use super::{ConfigError, Options, addresses, kiosk, options};
use crate::{
    domain::{
        currency::{Currency, QuotedIn},
        symbol,
    },
    providers::{
        core::capability::Order,
        settings::{Custom, EARNINGS, HISTORY, QUOTES, TICKS},
    },
};

/// Each finds the first mistake in what it is about.
type Result = std::result::Result<(), ConfigError>;

/// Words that are a level; any other lone word would be the name of a module that logs nothing.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// What cannot work, one sentence for each.
pub(super) fn check(options: &Options) -> Vec<ConfigError> {
    // The options were read from TOML, so they can be written as TOML.
    let providers = toml::Table::try_from(&options.providers).unwrap_or_default();
    let providers = providers.iter().filter_map(|(name, value)| {
        let provider = value.as_table()?;
        Some(check_provider(&format!("providers.{name}"), provider))
    });
    let singly = [
        log(&options.log),
        symbols(&options.symbols),
        kiosk_path(&options.kiosk),
        display_currency(&options.display_currency),
        connections(options),
        order(&options.providers.order),
    ];
    numbers(options)
        .chain(singly)
        .chain(addresses::check(options))
        .chain(providers)
        .chain(options.sources.iter().map(source))
        .filter_map(Result::err)
        .collect()
}

fn connections(options: &Options) -> Result {
    if options.connections >= options.max_connections {
        return Ok(());
    }
    Err(ConfigError::invalid(
        "connections",
        format!(
            "{} are fewer than the {} live connections of max_connections, which count among them",
            options.connections, options.max_connections
        ),
    ))
}

/// A source of which nothing could ever come.
fn source(source: &Custom) -> Result {
    let wrong = |key: &str, why: String| {
        Err(ConfigError::invalid(
            format!("sources.{}.{key}", source.symbol),
            why,
        ))
    };
    if symbol::checked(&source.symbol).as_deref() != Some(source.symbol.as_str()) {
        return wrong("symbol", "it is no symbol in capitals".to_owned());
    }
    let is_web = |uri: &hyper::Uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some()
    };
    if !source.url.parse().is_ok_and(|uri| is_web(&uri)) {
        return wrong(
            "url",
            "it is no address that begins with http:// or https://".to_owned(),
        );
    }
    if QuotedIn::parse(&source.currency).is_none() {
        return wrong("currency", format!("'{}' is no currency", source.currency));
    }
    if !(10..=86_400 * 31).contains(&source.every_seconds) {
        let seconds = source.every_seconds;
        return wrong(
            "every_seconds",
            format!("{seconds} is not possible, only 10 to 2678400"),
        );
    }
    if source.price.is_empty() {
        return wrong(
            "price",
            "it names neither a JSON pointer nor a column".to_owned(),
        );
    }
    let both = source
        .headers
        .keys()
        .find(|name| source.header_files.contains_key(*name));
    both.map_or(Ok(()), |name| {
        wrong(
            "headers",
            format!("{name} is among header_files as well; leave out one of the two"),
        )
    })
}

/// Headers that no request can have; they are not repeated, for they may be keys.
pub(super) fn headers(source: &Custom) -> Result {
    let is_right = |(name, value): (&String, &String)| {
        hyper::header::HeaderName::try_from(name.as_str()).is_ok()
            && hyper::header::HeaderValue::from_str(value).is_ok()
            && value != options::REDACTED
    };
    let wrong = source.headers.iter().find(|header| !is_right(*header));
    wrong.map_or(Ok(()), |(name, _)| {
        Err(ConfigError::invalid(
            format!("sources.{}.headers", source.symbol),
            format!("'{name}' cannot be sent as it is"),
        ))
    })
}

/// A name that nobody has, or that brings nothing of the kind, would be ignored in silence.
fn order(order: &Order) -> Result {
    let Order {
        quotes,
        ticks,
        history,
        earnings,
    } = order;
    let lists = [
        ("quotes", quotes, &QUOTES[..]),
        ("ticks", ticks, &TICKS[..]),
        ("history", history, &HISTORY[..]),
        ("earnings", earnings, &EARNINGS[..]),
    ];
    for (key, names, possible) in lists {
        let unknown = names.iter().find(|name| !possible.contains(&name.as_str()));
        if let Some(name) = unknown {
            return Err(ConfigError::invalid(
                format!("providers.order.{key}"),
                format!(
                    "'{name}' is no provider of these; possible are {}",
                    possible.join(", ")
                ),
            ));
        }
    }
    Ok(())
}

fn symbols(symbols: &[String]) -> Result {
    let wrong = symbols
        .iter()
        .find(|typed| symbol::checked(typed).is_none());
    wrong.map_or(Ok(()), |typed| {
        Err(ConfigError::invalid(
            "symbols",
            format!("'{typed}' is no symbol"),
        ))
    })
}

fn kiosk_path(path: &str) -> Result {
    if path.is_empty() || kiosk::board(path).is_some() {
        return Ok(());
    }
    Err(ConfigError::invalid(
        "kiosk",
        format!("'{path}' is no board; write its address, such as /board/main"),
    ))
}

fn display_currency(code: &str) -> Result {
    if Currency::in_use(code).is_none() {
        return Err(ConfigError::invalid(
            "display_currency",
            format!(
                "'{code}' is no currency; write its code of three capital letters, such as EUR"
            ),
        ));
    }
    Ok(())
}

fn numbers(options: &Options) -> impl Iterator<Item = Result> {
    let whole = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let bounds = [
        (
            "max_connections",
            whole(options.max_connections),
            1,
            100_000,
        ),
        ("connections", whole(options.connections), 1, 1_000_000),
        ("ping_seconds", options.ping_seconds, 1, 3_600),
        ("grace_seconds", options.grace_seconds, 0, 600),
        ("live_window_ms", options.live_window_ms, 1, 60_000),
        ("flush_seconds", options.flush_seconds, 1, 3_600),
        ("backup_hours", options.backup_hours, 1, 8_760),
        ("backup_keep", options.backup_keep, 1, 1_000),
        (
            "unfollow_after_days",
            options.unfollow_after_days.into(),
            1,
            36_500,
        ),
        ("sample_every_ms", options.sample_every_ms, 100, 60_000),
    ];
    bounds.into_iter().map(|(key, value, least, most)| {
        if (least..=most).contains(&value) {
            return Ok(());
        }
        Err(ConfigError::invalid(
            key,
            format!("{value} is not possible, only {least} to {most}"),
        ))
    })
}

fn log(filter: &str) -> Result {
    let level = |word: &str| LEVELS.contains(&word.to_ascii_lowercase().as_str());
    let lone = filter.split(',').map(str::trim).find(|part| {
        !part.contains(['=', ':', '[']) && !part.is_empty() && !level(part) && *part != "marketdeck"
    });
    if let Some(word) = lone {
        return Err(ConfigError::invalid(
            "log",
            format!(
                "'{word}' is no level; possible are {}, or a filter such as info,marketdeck::web=debug",
                LEVELS.join(", ")
            ),
        ));
    }
    match EnvFilter::try_new(filter) {
        Ok(_) => Ok(()),
        Err(error) => Err(ConfigError::invalid(
            "log",
            format!("'{filter}' is no log filter ({error})"),
        )),
    }
}

fn check_provider(key: &str, provider: &toml::Table) -> Result {
    let text = |name: &str| {
        provider
            .get(name)
            .and_then(toml::Value::as_str)
            .unwrap_or_default()
    };
    let url = text("base_url");
    if !url.is_empty() && !url.starts_with("http://") && !url.starts_with("https://") {
        return Err(ConfigError::invalid(
            format!("{key}.base_url"),
            format!("'{url}' does not begin with http:// or https://"),
        ));
    }
    let url_of_stream = text("ws_url");
    let is_stream = ["ws://", "wss://"];
    if !url_of_stream.is_empty()
        && !is_stream
            .iter()
            .any(|scheme| url_of_stream.starts_with(scheme))
    {
        return Err(ConfigError::invalid(
            format!("{key}.ws_url"),
            format!("'{url_of_stream}' does not begin with ws:// or wss://"),
        ));
    }
    let gap = provider.get("min_gap_ms").and_then(toml::Value::as_integer);
    if gap == Some(0) && !is_on_this_machine(url) {
        return Err(ConfigError::invalid(
            format!("{key}.min_gap_ms"),
            "0 would ask a public source without a pause; it is possible only with a base_url on this machine",
        ));
    }
    for (name, value) in provider {
        if options::is_secret(name) && value.as_str() == Some(options::REDACTED) {
            return Err(ConfigError::invalid(
                format!("{key}.{name}"),
                "this stands for a secret where the configuration is printed; write the secret itself, or name a file with api_key_file",
            ));
        }
    }
    if !text("api_key").is_empty() && !text("api_key_file").is_empty() {
        return Err(ConfigError::invalid(
            format!("{key}.api_key"),
            "api_key_file is set as well; leave out one of the two",
        ));
    }
    Ok(())
}

fn is_on_this_machine(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or_default();
    ["127.", "localhost", "[::1]"]
        .iter()
        .any(|loopback| host.starts_with(loopback))
}
