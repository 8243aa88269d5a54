//! Validation of the options with addresses: base path, host names, proxies, framing pages, public
//! URL, URL of the releases.

use super::{ConfigError, Options};
use crate::runtime::network::Network;

type Result = std::result::Result<(), ConfigError>;

/// Checks each of these options and returns all results.
pub(super) fn check(options: &Options) -> [Result; 7] {
    [
        base_path(&options.base_path),
        hosts(&options.allowed_hosts),
        proxies(&options.trusted_proxies),
        frame_ancestors(&options.frame_ancestors),
        public_url(&options.public_url),
        update_check_url(&options.update_check_url),
        install_url(&options.install_url),
    ]
}

fn base_path(path: &str) -> Result {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-_.~/".contains(c);
    if !path.chars().all(is_allowed) || path.split('/').any(|part| part == "..") {
        return Err(ConfigError::invalid(
            "base_path",
            format!(
                "invalid path '{path}'; expected only letters, digits, '-', '_', '.', '~' and '/'"
            ),
        ));
    }
    Ok(())
}

fn hosts(hosts: &[String]) -> Result {
    for host in hosts {
        let has_port = host.contains(':') && host.parse::<std::net::Ipv6Addr>().is_err();
        if host.contains('/') || has_port {
            return Err(ConfigError::invalid(
                "allowed_hosts",
                format!("invalid host name '{host}'; leave out scheme, port and path"),
            ));
        }
    }
    Ok(())
}

fn proxies(entries: &[String]) -> Result {
    let invalid = entries.iter().find(|entry| Network::parse(entry).is_none());
    invalid.map_or(Ok(()), |entry| {
        Err(ConfigError::invalid(
            "trusted_proxies",
            format!(
                "invalid value '{entry}'; expected an address such as 192.168.1.2 or a network such as 172.16.0.0/12"
            ),
        ))
    })
}

fn frame_ancestors(entries: &[String]) -> Result {
    // Other characters are rejected, because they could end the header or add another source.
    let is_source = |entry: &&String| {
        matches!(entry.as_str(), "*" | "'self'")
            || entry.split_once("://").is_some_and(|(scheme, host)| {
                let is_host_char =
                    |letter: char| letter.is_ascii_alphanumeric() || "-._:*[]".contains(letter);
                matches!(scheme, "http" | "https")
                    && !host.is_empty()
                    && host.chars().all(is_host_char)
            })
    };
    let invalid = entries.iter().find(|entry| !is_source(entry));
    invalid.map_or(Ok(()), |entry| {
        Err(ConfigError::invalid(
            "frame_ancestors",
            format!(
                "invalid value '{entry}'; expected the origin of the framing page, as in https://home.example:8123"
            ),
        ))
    })
}

/// Parses a URL; returns `None` unless its scheme is http or https.
fn parse_web_url(url: &str) -> Option<hyper::Uri> {
    let uri: hyper::Uri = url.parse().ok()?;
    matches!(uri.scheme_str(), Some("http" | "https")).then_some(uri)
}

fn public_url(url: &str) -> Result {
    if url.is_empty() || parse_web_url(url).is_some_and(|uri| uri.query().is_none()) {
        return Ok(());
    }
    Err(ConfigError::invalid(
        "public_url",
        format!(
            "invalid value '{url}'; expected the address in the browser, as in https://deck.example.net"
        ),
    ))
}

fn update_check_url(url: &str) -> Result {
    if url.trim().is_empty() || parse_web_url(url.trim()).is_some() {
        return Ok(());
    }
    Err(ConfigError::invalid(
        "update_check_url",
        format!(
            "invalid value '{url}'; expected the address of the releases, as in https://api.github.com/repos/OWNER/REPOSITORY/releases/latest"
        ),
    ))
}

fn install_url(url: &str) -> Result {
    // The URL is part of a page. URIs contain neither spaces nor quotation marks.
    let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic());
    if url.is_empty()
        || is_plain && !url.contains(['"', '\'', '<', '>']) && parse_web_url(url).is_some()
    {
        return Ok(());
    }
    Err(ConfigError::invalid(
        "install_url",
        format!("invalid value '{url}'; expected a URL such as https://deck.example.net/install"),
    ))
}
