//! Rate limit on wrong passwords: a wait that doubles with each one.

use std::{collections::HashMap, fmt, net::IpAddr};

use jiff::{SignedDuration, Timestamp};
use ring::hmac::Tag;

/// Number of wrong passwords without a wait.
const FREE_ATTEMPTS: u32 = 5;
/// The same for an IPv6 /48, as a single customer may have 65,536 networks.
const FREE_ATTEMPTS_PER_SITE: u32 = 50;
/// The first wait; it doubles with each further wrong password.
const FIRST_WAIT: SignedDuration = SignedDuration::from_secs(30);
/// Maximum wait, and how long a wrong password counts.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// Maximum number of entries; above it, the oldest is forgotten.
const MAX_CLIENTS: usize = 10_000;

/// The client that is limited.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Client {
    /// All clients at an address.
    Address(IpAddr),
    /// All clients in an IPv6 /48.
    Site([u16; 3]),
    /// A browser that signed in before: guesses from its address do not lock it out.
    Device(String),
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Site([a, b, c]) => write!(f, "{a:x}:{b:x}:{c:x}::/48"),
            Self::Device(_) => f.write_str("a browser that signed in before"),
        }
    }
}

impl Client {
    /// Returns the IPv6 /48 of an address.
    fn site(&self) -> Option<Self> {
        match self {
            Self::Address(IpAddr::V6(address)) => {
                let [a, b, c, ..] = address.segments();
                Some(Self::Site([a, b, c]))
            }
            _ => None,
        }
    }

    /// Number of wrong passwords without a wait.
    fn free(&self) -> u32 {
        match self {
            Self::Site(_) => FREE_ATTEMPTS_PER_SITE,
            _ => FREE_ATTEMPTS,
        }
    }
}

/// Wrong passwords by client.
#[derive(Debug, Default)]
pub(super) struct Lockout(HashMap<Client, Attempts>);

#[derive(Debug)]
struct Attempts {
    count: u32,
    last: Timestamp,
    /// The last wrong passwords, signed.
    wrong: Vec<Tag>,
}

impl Attempts {
    /// Returns the wait after the last attempt, if `free` wrong passwords have none.
    fn wait(&self, free: u32) -> SignedDuration {
        let Some(over) = self.count.checked_sub(free) else {
            return SignedDuration::ZERO;
        };
        let wait = 2_i32
            .checked_pow(over)
            .and_then(|times| FIRST_WAIT.checked_mul(times));
        wait.map_or(MAX_WAIT, |wait| wait.min(MAX_WAIT))
    }
}

/// Returns true if an attempt no longer counts. An attempt in the future was made before the clock was set back.
fn is_long_ago(last: Timestamp, now: Timestamp) -> bool {
    now.duration_since(last).abs() >= MAX_WAIT
}

impl Lockout {
    /// Checks whether a client may try now; the error is the remaining wait.
    pub(super) fn check(&self, client: &Client, now: Timestamp) -> Result<(), SignedDuration> {
        self.check_one(client, now)?;
        client
            .site()
            .map_or(Ok(()), |site| self.check_one(&site, now))
    }

    fn check_one(&self, client: &Client, now: Timestamp) -> Result<(), SignedDuration> {
        let Some(attempts) = self.0.get(client) else {
            return Ok(());
        };
        if is_long_ago(attempts.last, now) {
            return Ok(());
        }
        let passed = now.duration_since(attempts.last).max(SignedDuration::ZERO);
        let left = attempts.wait(client.free()) - passed;
        if left.is_positive() {
            return Err(left);
        }
        Ok(())
    }

    /// Counts an attempt as wrong before its result is known, so that disconnecting early gains nothing. The error is the remaining
    /// wait.
    pub(super) fn begin(&mut self, client: &Client, now: Timestamp) -> Result<(), SignedDuration> {
        self.check(client, now)?;
        if let Some(site) = client.site() {
            self.count(&site, now);
        }
        self.count(client, now);
        Ok(())
    }

    fn count(&mut self, client: &Client, now: Timestamp) {
        if self.0.len() >= MAX_CLIENTS && !self.0.contains_key(client) {
            let oldest = self.0.iter().min_by_key(|(_, attempts)| attempts.last);
            if let Some(oldest) = oldest.map(|(client, _)| client.clone()) {
                self.0.remove(&oldest);
            }
        }
        let attempts = self.0.entry(client.clone()).or_insert(Attempts {
            count: 0,
            last: now,
            wrong: Vec::new(),
        });
        if is_long_ago(attempts.last, now) {
            attempts.count = 0;
        }
        attempts.count += 1;
        attempts.last = now;
    }

    /// Stores a wrong password, signed.
    pub(super) fn note_wrong(&mut self, client: &Client, password: Tag) {
        if let Some(attempts) = self.0.get_mut(client) {
            if attempts.wrong.len() >= FREE_ATTEMPTS as usize {
                attempts.wrong.remove(0);
            }
            attempts.wrong.push(password);
        }
    }

    /// Returns the client's last wrong passwords, signed. Repeating the same one is not a guess: a program that still sends an old password
    /// would otherwise lock out everybody at its address.
    pub(super) fn wrong(&self, client: &Client) -> &[Tag] {
        self.0.get(client).map_or(&[], |attempts| &attempts.wrong)
    }

    /// Forgets a client's attempts after the right password, also for its IPv6 /48.
    pub(super) fn forget(&mut self, client: &Client) {
        self.0.remove(client);
        if let Some(attempts) = client.site().and_then(|site| self.0.get_mut(&site)) {
            attempts.count = attempts.count.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUESSER: &Client = &Client::Address(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1)));
    const OTHER: &Client = &Client::Address(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2)));

    fn after(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).unwrap()
    }

    #[test]
    fn after_five_wrong_passwords_each_doubles_the_wait_up_to_an_hour() {
        let mut lockout = Lockout::default();
        for _ in 0..5 {
            lockout.begin(GUESSER, after(0)).unwrap();
        }
        assert_eq!(
            lockout.begin(GUESSER, after(10)),
            Err(SignedDuration::from_secs(20))
        );
        lockout.begin(OTHER, after(10)).unwrap();
        lockout.begin(GUESSER, after(30)).unwrap();
        assert_eq!(
            lockout.begin(GUESSER, after(30)),
            Err(SignedDuration::from_secs(60))
        );
        let mut now = 30;
        for _ in 0..40 {
            while lockout.begin(GUESSER, after(now)).is_err() {
                now += 30;
            }
        }
        assert!(lockout.begin(GUESSER, after(now)).unwrap_err() <= MAX_WAIT);
    }

    #[test]
    fn the_right_password_or_an_hour_resets_the_wait() {
        let mut lockout = Lockout::default();
        for _ in 0..5 {
            lockout.begin(GUESSER, after(0)).unwrap();
        }
        lockout.forget(GUESSER);
        for _ in 0..5 {
            lockout.begin(GUESSER, after(1)).unwrap();
        }
        assert!(lockout.begin(GUESSER, after(2)).is_err());
        lockout.begin(GUESSER, after(3_601)).unwrap();
    }

    #[test]
    fn an_ipv6_site_waits_after_fifty_wrong_passwords() {
        let mut lockout = Lockout::default();
        let client = |n: u16| Client::Address(IpAddr::from([0x2001, 0xdb8, 7, n, 0, 0, 0, 0]));
        for n in 0..50 {
            lockout.begin(&client(n), after(0)).unwrap();
        }
        assert_eq!(
            lockout.begin(&client(50), after(10)),
            Err(SignedDuration::from_secs(20))
        );
        let next_site = Client::Address(IpAddr::from([0x2001, 0xdb8, 8, 0, 0, 0, 0, 0]));
        lockout.begin(&next_site, after(10)).unwrap();
        let device = Client::Device("mine".to_owned());
        lockout.begin(&device, after(10)).unwrap();
    }

    #[test]
    fn the_number_of_entries_is_limited() {
        let mut lockout = Lockout::default();
        let client = |number: u32| Client::Address(IpAddr::from(number.to_be_bytes()));
        for number in 0..10_200 {
            // A client is not locked out by others.
            let at = after(i64::from(number) / 100);
            lockout.begin(&client(number), at).unwrap();
        }
        assert!(lockout.0.contains_key(&client(10_199)) && !lockout.0.contains_key(&client(0)));
        assert_eq!(lockout.0.len(), MAX_CLIENTS);
    }

    #[test]
    fn a_clock_set_back_locks_nobody_out() {
        let mut lockout = Lockout::default();
        for _ in 0..5 {
            lockout.begin(GUESSER, after(86_400)).unwrap();
        }
        assert!(lockout.check(GUESSER, after(86_400)).is_err());
        // Set back by a moment, as with two simultaneous attempts: nothing is forgotten.
        assert!(lockout.check(GUESSER, after(86_390)).is_err());
        assert_eq!(lockout.check(GUESSER, after(0)), Ok(()));
        lockout.begin(GUESSER, after(0)).unwrap();
        assert_eq!(lockout.check(GUESSER, after(0)), Ok(()));
    }

    #[test]
    fn as_many_wrong_passwords_are_stored_as_have_no_wait() {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, b"key");
        let mut lockout = Lockout::default();
        lockout.begin(GUESSER, after(0)).unwrap();
        for n in 0..7_u8 {
            lockout.note_wrong(GUESSER, ring::hmac::sign(&key, &[n]));
        }
        let kept = lockout.wrong(GUESSER).iter();
        let expected = (2..7_u8).map(|n| ring::hmac::sign(&key, &[n]));
        assert!(
            kept.map(AsRef::as_ref)
                .eq(expected.map(|tag| tag.as_ref().to_vec()))
        );
        assert!(lockout.wrong(OTHER).is_empty());
    }
}
