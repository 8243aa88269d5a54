//! Validation of option values. Invalid values are rejected with an error and never corrected
//! silently.

use tracing_subscriber::filter::Targets;

use super::{
    ConfigError, Options, addresses,
    choices::{MarketKind, Role},
    kiosk, options,
};
use crate::{
    domain::{
        currency::{Currency, PriceUnit},
        symbol,
    },
    providers::{
        core::capability::Order,
        settings::{Custom, EARNINGS, HISTORY, QUOTES, TICKS},
    },
};

/// The result of checking an option, with the first error.
type Result = std::result::Result<(), ConfigError>;

/// The log levels. Other single words are rejected, because they would be read as names of modules
/// and log nothing.
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// Returns one error for each invalid option.
pub(super) fn check(options: &Options) -> Vec<ConfigError> {
    // This cannot fail, because the options were read from TOML.
    let providers = toml::Table::try_from(&options.providers).unwrap_or_default();
    let providers = providers.iter().filter_map(|(name, value)| {
        let provider = value.as_table()?;
        Some(check_provider(&format!("providers.{name}"), provider))
    });
    let single_checks = [
        log(&options.log),
        symbols(&options.symbols),
        kiosk_path(&options.kiosk),
        display_currency(&options.display_currency),
        connections(options),
        demo(options),
        order(&options.providers.order),
    ];
    numbers(options)
        .chain(single_checks)
        .chain(addresses::check(options))
        .chain(providers)
        .chain(options.sources.iter().map(source))
        .filter_map(Result::err)
        .collect()
}

/// Rejects options that a demo cannot have.
fn demo(options: &Options) -> Result {
    if !options.demo {
        return Ok(());
    }
    if options.market != MarketKind::Sample {
        return Err(ConfigError::invalid(
            "market",
            "a demo shows the sample market; remove market or demo",
        ));
    }
    if options.role != Role::All {
        return Err(ConfigError::invalid(
            "role",
            "a demo is a single process; remove role or demo",
        ));
    }
    Ok(())
}

fn connections(options: &Options) -> Result {
    if options.connections >= options.max_connections {
        return Ok(());
    }
    Err(ConfigError::invalid(
        "connections",
        format!(
            "{} is less than max_connections ({}); live connections are included in connections",
            options.connections, options.max_connections
        ),
    ))
}

/// Checks the configuration of a custom source.
fn source(source: &Custom) -> Result {
    let error = |key: &str, message: String| {
        Err(ConfigError::invalid(
            format!("sources.{}.{key}", source.symbol),
            message,
        ))
    };
    if symbol::normalize(&source.symbol).as_deref() != Some(source.symbol.as_str()) {
        return error(
            "symbol",
            "invalid symbol; expected capital letters".to_owned(),
        );
    }
    let is_web = |uri: &hyper::Uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some()
    };
    if !source.url.parse().is_ok_and(|uri| is_web(&uri)) {
        return error(
            "url",
            "invalid URL; expected http:// or https://".to_owned(),
        );
    }
    if PriceUnit::parse(&source.currency).is_none() {
        return error(
            "currency",
            format!("invalid currency '{}'", source.currency),
        );
    }
    if !(10..=86_400 * 31).contains(&source.every_seconds) {
        let seconds = source.every_seconds;
        return error(
            "every_seconds",
            format!("invalid value {seconds}; expected 10 to 2678400"),
        );
    }
    if source.price.is_empty() {
        return error(
            "price",
            "missing; expected a JSON pointer or a column".to_owned(),
        );
    }
    let duplicate = source
        .headers
        .keys()
        .find(|name| source.header_files.contains_key(*name));
    duplicate.map_or(Ok(()), |name| {
        error(
            "headers",
            format!("{name} is also in header_files; remove one of the two"),
        )
    })
}

/// Checks the headers of a custom source. Errors do not contain the values, which may be secrets.
pub(super) fn headers(source: &Custom) -> Result {
    let is_valid = |(name, value): (&String, &String)| {
        hyper::header::HeaderName::try_from(name.as_str()).is_ok()
            && hyper::header::HeaderValue::from_str(value).is_ok()
            && value != options::REDACTED
    };
    let invalid = source.headers.iter().find(|header| !is_valid(*header));
    invalid.map_or(Ok(()), |(name, _)| {
        Err(ConfigError::invalid(
            format!("sources.{}.headers", source.symbol),
            format!("the name or value of '{name}' is not a valid HTTP header"),
        ))
    })
}

/// Rejects names that are not providers with the capability, because they would otherwise be
/// ignored silently.
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
                    "invalid provider '{name}'; expected one of: {}",
                    possible.join(", ")
                ),
            ));
        }
    }
    Ok(())
}

fn symbols(symbols: &[String]) -> Result {
    let invalid = symbols
        .iter()
        .find(|symbol| symbol::normalize(symbol).is_none());
    invalid.map_or(Ok(()), |symbol| {
        Err(ConfigError::invalid(
            "symbols",
            format!("invalid symbol '{symbol}'"),
        ))
    })
}

fn kiosk_path(path: &str) -> Result {
    if path.is_empty() || kiosk::board(path).is_some() {
        return Ok(());
    }
    Err(ConfigError::invalid(
        "kiosk",
        format!("invalid board path '{path}'; expected one such as /board/main"),
    ))
}

fn display_currency(code: &str) -> Result {
    if Currency::in_use(code).is_none() {
        return Err(ConfigError::invalid(
            "display_currency",
            format!(
                "invalid currency '{code}'; expected a code of three capital letters, such as EUR"
            ),
        ));
    }
    Ok(())
}

fn numbers(options: &Options) -> impl Iterator<Item = Result> {
    let to_u64 = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
    let bounds = [
        (
            "max_connections",
            to_u64(options.max_connections),
            1,
            100_000,
        ),
        ("connections", to_u64(options.connections), 1, 1_000_000),
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
    bounds.into_iter().map(|(key, value, min, max)| {
        if (min..=max).contains(&value) {
            return Ok(());
        }
        Err(ConfigError::invalid(
            key,
            format!("invalid value {value}; expected {min} to {max}"),
        ))
    })
}

fn log(filter: &str) -> Result {
    let level = |word: &str| LEVELS.contains(&word.to_ascii_lowercase().as_str());
    let unknown_level = filter.split(',').map(str::trim).find(|part| {
        !part.contains(['=', ':', '[']) && !part.is_empty() && !level(part) && *part != "marketdeck"
    });
    if let Some(word) = unknown_level {
        return Err(ConfigError::invalid(
            "log",
            format!(
                "invalid log level '{word}'; expected one of {}, or a filter such as info,marketdeck::web=debug",
                LEVELS.join(", ")
            ),
        ));
    }
    filter.parse::<Targets>().map(|_| ()).map_err(|error| {
        ConfigError::invalid("log", format!("invalid log filter '{filter}' ({error})"))
    })
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
            format!("invalid URL '{url}'; expected http:// or https://"),
        ));
    }
    let stream_url = text("ws_url");
    let is_stream = ["ws://", "wss://"];
    if !stream_url.is_empty()
        && !is_stream
            .iter()
            .any(|scheme| stream_url.starts_with(scheme))
    {
        return Err(ConfigError::invalid(
            format!("{key}.ws_url"),
            format!("invalid URL '{stream_url}'; expected ws:// or wss://"),
        ));
    }
    let gap = provider.get("min_gap_ms").and_then(toml::Value::as_integer);
    if gap == Some(0) && !is_on_this_machine(url) {
        return Err(ConfigError::invalid(
            format!("{key}.min_gap_ms"),
            "invalid value 0; a public source needs a delay between requests (0 is allowed only with a base_url on this machine)",
        ));
    }
    for (name, value) in provider {
        if options::is_secret(name) && value.as_str() == Some(options::REDACTED) {
            return Err(ConfigError::invalid(
                format!("{key}.{name}"),
                "this is the placeholder for a secret in a printed configuration; enter the secret itself, or name a file with api_key_file",
            ));
        }
    }
    if !text("api_key").is_empty() && !text("api_key_file").is_empty() {
        return Err(ConfigError::invalid(
            format!("{key}.api_key"),
            "api_key_file is also set; remove one of the two",
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
