//! Settings that cannot work are refused in a sentence, before anything is sent.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, civil::Time, tz::TimeZone};

use super::settings::Common;
use crate::{
    alerts::delivery::{Limit, Policy, QuietHours},
    domain::alert::Delivery,
};

/// What comes within this time of an alert goes in the same message, where that makes enough of them.
const GATHER: SignedDuration = SignedDuration::from_secs(2);
/// Letters of a name at most: names are part of keys, which some receivers cut at 64.
const LONGEST_NAME: usize = 24;

/// A setting that cannot work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongSetting {
    /// Which.
    pub key: &'static str,
    /// Why, without its value where that may be secret.
    pub message: String,
}

pub(super) type Result<T> = std::result::Result<T, WrongSetting>;

impl WrongSetting {
    pub(super) fn new(key: &'static str, message: impl Into<String>) -> Self {
        Self {
            key,
            message: message.into(),
        }
    }
}

/// A name that may stand in addresses, variables and keys.
pub(super) fn name(name: &str) -> Result<()> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(is_plain) {
        return Err(WrongSetting::new(
            "name",
            format!(
                "'{name}' is not possible, only 1 to {LONGEST_NAME} letters, digits, '-' and '_'"
            ),
        ));
    }
    if !matches!(Delivery::from(name.to_owned()), Delivery::Channel(_)) {
        return Err(WrongSetting::new(
            "name",
            format!("'{name}' is the name of a way of delivery; choose another"),
        ));
    }
    Ok(())
}

/// The way of delivery that a channel serves, besides its own name.
pub(super) fn carries(common: &Common, usual: Delivery) -> Result<Delivery> {
    match common.carries.as_str() {
        "" => Ok(usual),
        "email" => Ok(Delivery::Email),
        "sms" => Ok(Delivery::Sms),
        "push" => Ok(Delivery::Push),
        other => Err(WrongSetting::new(
            "carries",
            format!("'{other}' is not possible, only email, sms and push"),
        )),
    }
}

/// When a channel may be used.
pub(super) fn policy(common: &Common) -> Result<Policy> {
    within("most_per_hour", common.most_per_hour, 1..=3_600)?;
    within("digest_from", common.digest_from, 2..=1_000)?;
    within("timeout_seconds", common.timeout_seconds, 1..=29)?;
    Ok(Policy {
        limit: Some(Limit::per_hour(common.most_per_hour)),
        digest_from: common.digest_from as usize,
        gather: GATHER,
        quiet: quiet_hours(common)?,
    })
}

fn quiet_hours(common: &Common) -> Result<Option<QuietHours>> {
    let zone = match common.time_zone.as_str() {
        "" => TimeZone::system(),
        name => TimeZone::get(name).map_err(|_| {
            WrongSetting::new(
                "time_zone",
                format!("'{name}' is no time zone; write it as in Europe/Berlin"),
            )
        })?,
    };
    if common.quiet_hours.is_empty() {
        return Ok(None);
    }
    let time = |text: &str| text.trim().parse::<Time>().ok();
    let times = common.quiet_hours.split_once('-');
    let times = times.and_then(|(from, to)| Some((time(from)?, time(to)?)));
    match times {
        Some((from, to)) if from != to => Ok(Some(QuietHours { from, to, zone })),
        _ => Err(WrongSetting::new(
            "quiet_hours",
            format!(
                "'{}' is not possible; write two times of the day, as in 22:00-07:00",
                common.quiet_hours
            ),
        )),
    }
}

fn within(key: &'static str, value: u32, possible: RangeInclusive<u32>) -> Result<()> {
    if possible.contains(&value) {
        return Ok(());
    }
    let (least, most) = possible.into_inner();
    Err(WrongSetting::new(
        key,
        format!("{value} is not possible, only {least} to {most}"),
    ))
}

/// A setting that has to be there.
pub(super) fn needed(key: &'static str, value: &str) -> Result<()> {
    if value.is_empty() {
        return Err(WrongSetting::new(key, "it is missing"));
    }
    Ok(())
}

/// The machine that an address of the web leads to, with its port where it is given: what stands around it may be secret.
pub(super) fn host(url: &str) -> Option<String> {
    let uri: hyper::Uri = url.parse().ok()?;
    let host = uri.host()?;
    Some(match uri.port_u16() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    })
}

/// An address of the web. It is not repeated, for it may hold a key.
pub(super) fn web_address(key: &'static str, url: &str) -> Result<()> {
    needed(key, url)?;
    let is_web = |uri: &hyper::Uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.host().is_some()
    };
    if url.parse().is_ok_and(|uri| is_web(&uri)) {
        return Ok(());
    }
    Err(WrongSetting::new(
        key,
        "it is no address that begins with http:// or https://",
    ))
}
