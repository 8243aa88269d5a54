//! Rate limit on wrong passwords: after a few attempts a client must wait, and each further wrong password doubles the wait.

use std::{collections::HashMap, fmt, net::IpAddr};

use jiff::{SignedDuration, Timestamp};
use ring::hmac::Tag;

use crate::domain::person::PersonId;

/// Number of wrong passwords that a client may send without a wait.
const FREE_ATTEMPTS: u32 = 5;
/// Number of wrong passwords that all clients of an IPv6 /48 may send without a wait. A single customer may have such a prefix, with
/// 65,536 networks.
const FREE_ATTEMPTS_PER_SITE: u32 = 50;
/// The first wait; it doubles with each further wrong password.
const FIRST_WAIT: SignedDuration = SignedDuration::from_secs(30);
/// Maximum wait. Wrong passwords expire after the same time.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// Maximum number of clients; above it, the client with the oldest attempt is removed.
const MAX_CLIENTS: usize = 10_000;

/// A client whose attempts are counted together.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Client {
    /// All clients at an address.
    Address(IpAddr),
    /// All clients in an IPv6 /48.
    Site([u16; 3]),
    /// A browser that signed in before, with its device id. Guesses from its address do not lock it out.
    Device(String),
    /// A signed-in person who changes their password.
    Person(PersonId),
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Site([a, b, c]) => write!(f, "{a:x}:{b:x}:{c:x}::/48"),
            Self::Device(_) => f.write_str("a browser that signed in before"),
            Self::Person(id) => write!(f, "the signed-in person {id}"),
        }
    }
}

impl Client {
    /// Returns the IPv6 /48 of the client's address; `None` for other clients.
    fn site(&self) -> Option<Self> {
        match self {
            Self::Address(IpAddr::V6(address)) => {
                let [a, b, c, ..] = address.segments();
                Some(Self::Site([a, b, c]))
            }
            _ => None,
        }
    }

    /// Number of wrong passwords that a client may send without a wait.
    fn free_attempts(&self) -> u32 {
        match self {
            Self::Site(_) => FREE_ATTEMPTS_PER_SITE,
            _ => FREE_ATTEMPTS,
        }
    }
}

/// Whose password a client may be guessing: a client that guesses the password of one person does not lock out another. All names that
/// nobody has count as one person, and so do the attempts of a whole IPv6 /48.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Guess {
    pub(super) client: Client,
    pub(super) person: PersonId,
}

impl Guess {
    /// Returns the guess as it is counted for the IPv6 /48 of the client; `None` for other clients.
    fn site(&self) -> Option<Self> {
        let (client, person) = (self.client.site()?, PersonId::NOBODY);
        Some(Self { client, person })
    }
}

/// Wrong passwords by client and person.
#[derive(Debug, Default)]
pub(super) struct Lockout(HashMap<Guess, Attempts>);

#[derive(Debug)]
struct Attempts {
    count: u32,
    last: Timestamp,
    /// Signatures of the last wrong passwords.
    wrong_passwords: Vec<Tag>,
}

impl Attempts {
    /// Returns the wait after the last attempt. The first `free_attempts` wrong passwords need no wait.
    fn wait(&self, free_attempts: u32) -> SignedDuration {
        let Some(excess) = self.count.checked_sub(free_attempts) else {
            return SignedDuration::ZERO;
        };
        let wait = 2_i32
            .checked_pow(excess)
            .and_then(|factor| FIRST_WAIT.checked_mul(factor));
        wait.map_or(MAX_WAIT, |wait| wait.min(MAX_WAIT))
    }
}

/// Returns true if an attempt no longer counts. An attempt may lie in the future if the clock was set back since.
fn is_expired(last: Timestamp, now: Timestamp) -> bool {
    now.duration_since(last).abs() >= MAX_WAIT
}

impl Lockout {
    /// Checks whether a client may send a password now; the error is the remaining wait.
    pub(super) fn check(&self, guess: &Guess, now: Timestamp) -> Result<(), SignedDuration> {
        self.check_one(guess, now)?;
        guess
            .site()
            .map_or(Ok(()), |site| self.check_one(&site, now))
    }

    fn check_one(&self, guess: &Guess, now: Timestamp) -> Result<(), SignedDuration> {
        let Some(attempts) = self.0.get(guess) else {
            return Ok(());
        };
        if is_expired(attempts.last, now) {
            return Ok(());
        }
        let elapsed = now.duration_since(attempts.last).max(SignedDuration::ZERO);
        let remaining = attempts.wait(guess.client.free_attempts()) - elapsed;
        if remaining.is_positive() {
            return Err(remaining);
        }
        Ok(())
    }

    /// Counts an attempt as wrong before its result is known, so that an attacker gains nothing by disconnecting early. The error is the
    /// remaining wait.
    pub(super) fn begin_attempt(
        &mut self,
        guess: &Guess,
        now: Timestamp,
    ) -> Result<(), SignedDuration> {
        self.check(guess, now)?;
        if let Some(site) = guess.site() {
            self.count(&site, now);
        }
        self.count(guess, now);
        Ok(())
    }

    fn count(&mut self, guess: &Guess, now: Timestamp) {
        if self.0.len() >= MAX_CLIENTS && !self.0.contains_key(guess) {
            let oldest = self.0.iter().min_by_key(|(_, attempts)| attempts.last);
            if let Some(oldest) = oldest.map(|(guess, _)| guess.clone()) {
                self.0.remove(&oldest);
            }
        }
        let attempts = self.0.entry(guess.clone()).or_insert(Attempts {
            count: 0,
            last: now,
            wrong_passwords: Vec::new(),
        });
        if is_expired(attempts.last, now) {
            attempts.count = 0;
        }
        attempts.count += 1;
        attempts.last = now;
    }

    /// Stores the signature of a wrong password.
    pub(super) fn record_wrong_password(&mut self, guess: &Guess, password: Tag) {
        if let Some(attempts) = self.0.get_mut(guess) {
            if attempts.wrong_passwords.len() >= FREE_ATTEMPTS as usize {
                attempts.wrong_passwords.remove(0);
            }
            attempts.wrong_passwords.push(password);
        }
    }

    /// Returns the signatures of the client's last wrong passwords. Repeating a wrong password is not a guess: otherwise a program that
    /// still sends an old password would lock out all clients at its address.
    pub(super) fn wrong_passwords(&self, guess: &Guess) -> &[Tag] {
        self.0
            .get(guess)
            .map_or(&[], |attempts| &attempts.wrong_passwords)
    }

    /// Removes a client's attempts after the correct password, and the last attempt of its IPv6 /48.
    pub(super) fn reset(&mut self, guess: &Guess) {
        self.0.remove(guess);
        if let Some(attempts) = guess.site().and_then(|site| self.0.get_mut(&site)) {
            attempts.count = attempts.count.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ATTACKER: &Guess = &of_owner(Client::Address(IpAddr::V4(std::net::Ipv4Addr::new(
        192, 0, 2, 1,
    ))));
    const OTHER: &Guess = &of_owner(Client::Address(IpAddr::V4(std::net::Ipv4Addr::new(
        192, 0, 2, 2,
    ))));

    const fn of_owner(client: Client) -> Guess {
        let person = PersonId::OWNER;
        Guess { client, person }
    }

    fn after(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).unwrap()
    }

    #[test]
    fn after_five_wrong_passwords_each_further_one_doubles_the_wait_up_to_an_hour() {
        let mut lockout = Lockout::default();
        for _ in 0..5 {
            lockout.begin_attempt(ATTACKER, after(0)).unwrap();
        }
        assert_eq!(
            lockout.begin_attempt(ATTACKER, after(10)),
            Err(SignedDuration::from_secs(20))
        );
        lockout.begin_attempt(OTHER, after(10)).unwrap();
        lockout.begin_attempt(ATTACKER, after(30)).unwrap();
        assert_eq!(
            lockout.begin_attempt(ATTACKER, after(30)),
            Err(SignedDuration::from_secs(60))
        );
        let mut now = 30;
        for _ in 0..40 {
            while lockout.begin_attempt(ATTACKER, after(now)).is_err() {
                now += 30;
            }
        }
        assert!(lockout.begin_attempt(ATTACKER, after(now)).unwrap_err() <= MAX_WAIT);
    }

    #[test]
    fn the_correct_password_or_an_hour_resets_the_wait() {
        let mut lockout = Lockout::default();
        for _ in 0..5 {
            lockout.begin_attempt(ATTACKER, after(0)).unwrap();
        }
        lockout.reset(ATTACKER);
        for _ in 0..5 {
            lockout.begin_attempt(ATTACKER, after(1)).unwrap();
        }
        assert!(lockout.begin_attempt(ATTACKER, after(2)).is_err());
        lockout.begin_attempt(ATTACKER, after(3_601)).unwrap();
    }

    #[test]
    fn guesses_of_one_persons_password_do_not_lock_out_another() {
        let mut lockout = Lockout::default();
        for _ in 0..5 {
            lockout.begin_attempt(ATTACKER, after(0)).unwrap();
        }
        let other_person = Guess {
            person: PersonId(2),
            ..ATTACKER.clone()
        };
        assert!(lockout.check(ATTACKER, after(1)).is_err());
        assert_eq!(lockout.check(&other_person, after(1)), Ok(()));
    }

    #[test]
    fn an_ipv6_site_waits_after_fifty_wrong_passwords() {
        let mut lockout = Lockout::default();
        let client = |n: u16| {
            of_owner(Client::Address(IpAddr::from([
                0x2001, 0xdb8, 7, n, 0, 0, 0, 0,
            ])))
        };
        for n in 0..50 {
            lockout.begin_attempt(&client(n), after(0)).unwrap();
        }
        assert_eq!(
            lockout.begin_attempt(&client(50), after(10)),
            Err(SignedDuration::from_secs(20))
        );
        let next_site = of_owner(Client::Address(IpAddr::from([
            0x2001, 0xdb8, 8, 0, 0, 0, 0, 0,
        ])));
        lockout.begin_attempt(&next_site, after(10)).unwrap();
        let device = of_owner(Client::Device("mine".to_owned()));
        lockout.begin_attempt(&device, after(10)).unwrap();
    }

    #[test]
    fn the_number_of_entries_is_limited() {
        let mut lockout = Lockout::default();
        let client = |number: u32| of_owner(Client::Address(IpAddr::from(number.to_be_bytes())));
        for number in 0..10_200 {
            // Attempts of other clients do not lock out a client.
            let at = after(i64::from(number) / 100);
            lockout.begin_attempt(&client(number), at).unwrap();
        }
        assert!(lockout.0.contains_key(&client(10_199)) && !lockout.0.contains_key(&client(0)));
        assert_eq!(lockout.0.len(), MAX_CLIENTS);
    }

    #[test]
    fn setting_the_clock_back_locks_out_no_client() {
        let mut lockout = Lockout::default();
        for _ in 0..5 {
            lockout.begin_attempt(ATTACKER, after(86_400)).unwrap();
        }
        assert!(lockout.check(ATTACKER, after(86_400)).is_err());
        // Set back by a few seconds, as with two simultaneous attempts: the wait still applies.
        assert!(lockout.check(ATTACKER, after(86_390)).is_err());
        assert_eq!(lockout.check(ATTACKER, after(0)), Ok(()));
        lockout.begin_attempt(ATTACKER, after(0)).unwrap();
        assert_eq!(lockout.check(ATTACKER, after(0)), Ok(()));
    }

    #[test]
    fn the_last_five_wrong_passwords_are_stored() {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, b"key");
        let mut lockout = Lockout::default();
        lockout.begin_attempt(ATTACKER, after(0)).unwrap();
        for n in 0..7_u8 {
            lockout.record_wrong_password(ATTACKER, ring::hmac::sign(&key, &[n]));
        }
        let stored = lockout.wrong_passwords(ATTACKER).iter();
        let expected = (2..7_u8).map(|n| ring::hmac::sign(&key, &[n]));
        assert!(
            stored
                .map(AsRef::as_ref)
                .eq(expected.map(|tag| tag.as_ref().to_vec()))
        );
        assert!(lockout.wrong_passwords(OTHER).is_empty());
    }
}
