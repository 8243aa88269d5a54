//! Time zones as small values, so that a calendar can be `Copy`.

use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
    sync::{LazyLock, Mutex, PoisonError},
};

use jiff::{Timestamp, civil::Time, tz::TimeZone};

use super::civil::{DAY, to_date};

/// A time zone of the IANA database. Each zone is allocated once and never freed. Memory is bounded, because the
/// database has only a few hundred names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Zone(&'static Entry);

#[derive(Debug)]
struct Entry {
    name: String,
    zone: TimeZone,
}

static ZONES: LazyLock<Mutex<HashMap<String, Zone>>> = LazyLock::new(Mutex::default);

impl Zone {
    /// Returns the zone with an IANA name.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let mut zones = ZONES.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(zone) = zones.get(name) {
            return Some(*zone);
        }
        let zone = TimeZone::get(name).ok()?;
        // Lookups ignore case; each zone is stored once under its canonical name.
        let name = zone.iana_name()?.to_owned();
        if let Some(zone) = zones.get(&name) {
            return Some(*zone);
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

    /// Returns the local time at `unix` (Unix seconds): the day number and the second of the day.
    pub(super) fn local_time(self, unix: i64) -> (i64, i64) {
        let offset = Timestamp::from_second(unix)
            .map_or(0, |at| i64::from(self.0.zone.to_offset(at).seconds()));
        let local = unix + offset;
        (local.div_euclid(DAY), local.rem_euclid(DAY))
    }

    /// Converts a local time to Unix seconds. A time that daylight saving skips in spring becomes one hour later.
    pub(super) fn to_unix(self, day: i64, second: i64) -> i64 {
        let (day, second) = (day + second.div_euclid(DAY), second.rem_euclid(DAY));
        let midnight = to_date(day).to_datetime(Time::midnight());
        let local_time = midnight.saturating_add(jiff::SignedDuration::from_secs(second));
        let at = self.0.zone.to_timestamp(local_time);
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
        let berlin = Zone::from_name("Europe/Berlin").unwrap();
        assert_eq!(Zone::from_name("europe/berlin"), Some(berlin));
        assert_ne!(Zone::from_name("Europe/Paris"), Some(berlin));
        assert_eq!(berlin.name(), "Europe/Berlin");
        assert_eq!(Zone::from_name("Mars/Olympus"), None);
    }

    #[test]
    fn local_hour_is_stable_across_dst() {
        let berlin = Zone::from_name("Europe/Berlin").unwrap();
        for (moment, expected) in [
            ("2026-03-27", "2026-03-27T08:00:00Z"),
            ("2026-03-30", "2026-03-30T07:00:00Z"),
            ("2026-10-26", "2026-10-26T08:00:00Z"),
        ] {
            let day = super::super::civil::day_number(moment.parse().unwrap());
            let nine = berlin.to_unix(day, 9 * 3_600);
            let expected: Timestamp = expected.parse().unwrap();
            assert_eq!(nine, expected.as_second(), "{moment}");
            assert_eq!(berlin.local_time(nine), (day, 9 * 3_600));
        }
    }
}
