//! Time zones as small values, so that a calendar can be `Copy`.

use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
    sync::{LazyLock, Mutex, PoisonError},
};

use jiff::{Timestamp, civil::Time, tz::TimeZone};

use super::civil::{DAY, date};

/// A time zone of the IANA database. Each is allocated once and never freed; there are a few hundred names and no
/// others are accepted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Zone(&'static Entry);

#[derive(Debug)]
struct Entry {
    name: String,
    zone: TimeZone,
}

static ZONES: LazyLock<Mutex<HashMap<String, Zone>>> = LazyLock::new(Mutex::default);

impl Zone {
    /// Returns the zone with this IANA name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let mut zones = ZONES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(zone) = zones.get(name) {
            return Some(*zone);
        }
        let zone = TimeZone::get(name).ok()?;
        // Lookups ignore case; each zone is stored once under its canonical name.
        let name = zone.iana_name()?.to_owned();
        if let Some(known) = zones.get(&name) {
            return Some(*known);
        }
        let entry = Entry {
            name: name.clone(),
            zone,
        };
        let zone = Self(Box::leak(Box::new(entry)));
        zones.insert(name, zone);
        Some(zone)
    }

    /// Returns the IANA name.
    pub(crate) fn name(self) -> &'static str {
        &self.0.name
    }

    /// Returns the local time at `unix`: day number, and second of the day.
    pub(super) fn wall(self, unix: i64) -> (i64, i64) {
        let offset = Timestamp::from_second(unix)
            .map_or(0, |at| i64::from(self.0.zone.to_offset(at).seconds()));
        let local = unix + offset;
        (local.div_euclid(DAY), local.rem_euclid(DAY))
    }

    /// Converts a local time to Unix seconds; a time skipped in spring becomes one hour later.
    pub(super) fn unix(self, day: i64, second: i64) -> i64 {
        let (day, second) = (day + second.div_euclid(DAY), second.rem_euclid(DAY));
        let midnight = date(day).to_datetime(Time::midnight());
        let wall = midnight.saturating_add(jiff::SignedDuration::from_secs(second));
        let at = self.0.zone.to_timestamp(wall);
        at.map_or(day * DAY + second, Timestamp::as_second)
    }
}

impl PartialEq for Zone {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Zone {}

impl Hash for Zone {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zone_names_ignore_case_and_unknown_names_are_rejected() {
        let berlin = Zone::named("Europe/Berlin").unwrap();
        assert_eq!(Zone::named("europe/berlin"), Some(berlin));
        assert_ne!(Zone::named("Europe/Paris"), Some(berlin));
        assert_eq!(berlin.name(), "Europe/Berlin");
        assert_eq!(Zone::named("Mars/Olympus"), None);
    }

    #[test]
    fn local_hour_is_stable_across_dst() {
        let berlin = Zone::named("Europe/Berlin").unwrap();
        for (moment, expected) in [
            ("2026-03-27", "2026-03-27T08:00:00Z"),
            ("2026-03-30", "2026-03-30T07:00:00Z"),
            ("2026-10-26", "2026-10-26T08:00:00Z"),
        ] {
            let day = super::super::civil::number(moment.parse().unwrap());
            let nine = berlin.unix(day, 9 * 3_600);
            let expected: Timestamp = expected.parse().unwrap();
            assert_eq!(nine, expected.as_second(), "{moment}");
            assert_eq!(berlin.wall(nine), (day, 9 * 3_600));
        }
    }
}
