//! Whoever guesses passwords has to wait, longer after each wrong one.

use std::{collections::HashMap, fmt, net::IpAddr};

use jiff::{SignedDuration, Timestamp};
use ring::hmac::Tag;

/// Wrong passwords that cost no waiting.
const FREE: u32 = 5;
/// Wrong passwords that a whole IPv6 site (/48) may give, which one customer has: 65,536 networks of five would be no limit.
const FREE_OF_SITE: u32 = 50;
/// The wait after those; it doubles with each further one.
const FIRST_WAIT: SignedDuration = SignedDuration::from_secs(30);
/// The longest wait, and how long a wrong password is remembered.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// How many are remembered at most; of more, who tried longest ago is forgotten.
const MOST: usize = 10_000;

/// Who tries.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Who {
    /// Anybody at this address.
    Address(IpAddr),
    /// Anybody in this IPv6 /48.
    Site([u16; 3]),
    /// A browser with which somebody signed in before: who guesses at its address does not lock it out.
    Device(String),
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Site([a, b, c]) => write!(f, "{a:x}:{b:x}:{c:x}::/48"),
            Self::Device(_) => f.write_str("a browser that signed in before"),
        }
    }
}

impl Who {
    /// The IPv6 site that an address is in.
    fn site(&self) -> Option<Self> {
        match self {
            Self::Address(IpAddr::V6(address)) => {
                let [a, b, c, ..] = address.segments();
                Some(Self::Site([a, b, c]))
            }
            _ => None,
        }
    }

    /// Wrong passwords that cost no waiting.
    fn free(&self) -> u32 {
        match self {
            Self::Site(_) => FREE_OF_SITE,
            _ => FREE,
        }
    }
}

/// Who tried how often.
#[derive(Debug, Default)]
pub(super) struct Lockout(HashMap<Who, Tries>);

#[derive(Debug)]
struct Tries {
    count: u32,
    last: Timestamp,
    /// The last wrong passwords, signed.
    wrong: Vec<Tag>,
}

impl Tries {
    /// How long after the last try there may be another, where `free` of them cost no waiting.
    fn wait(&self, free: u32) -> SignedDuration {
        let Some(over) = self.count.checked_sub(free) else {
            return SignedDuration::ZERO;
        };
        let wait = 2_i32
            .checked_pow(over)
            .and_then(|times| FIRST_WAIT.checked_mul(times));
        wait.map_or(LONGEST_WAIT, |wait| wait.min(LONGEST_WAIT))
    }
}

/// Whether a try counts no more. One that seems to lie ahead was made before the clock was set back.
fn is_long_ago(last: Timestamp, now: Timestamp) -> bool {
    now.duration_since(last).abs() >= LONGEST_WAIT
}

impl Lockout {
    /// Whether `who` may try now; the error is how long to wait.
    pub(super) fn check(&self, who: &Who, now: Timestamp) -> Result<(), SignedDuration> {
        self.check_one(who, now)?;
        who.site().map_or(Ok(()), |site| self.check_one(&site, now))
    }

    fn check_one(&self, who: &Who, now: Timestamp) -> Result<(), SignedDuration> {
        let Some(tries) = self.0.get(who) else {
            return Ok(());
        };
        if is_long_ago(tries.last, now) {
            return Ok(());
        }
        let passed = now.duration_since(tries.last).max(SignedDuration::ZERO);
        let left = tries.wait(who.free()) - passed;
        if left.is_positive() {
            return Err(left);
        }
        Ok(())
    }

    /// Counts a try as a wrong one, before it is known: who goes away before the answer is no better off. The error is how long
    /// to wait.
    pub(super) fn begin(&mut self, who: &Who, now: Timestamp) -> Result<(), SignedDuration> {
        self.check(who, now)?;
        if let Some(site) = who.site() {
            self.count(&site, now);
        }
        self.count(who, now);
        Ok(())
    }

    fn count(&mut self, who: &Who, now: Timestamp) {
        if self.0.len() >= MOST && !self.0.contains_key(who) {
            let oldest = self.0.iter().min_by_key(|(_, tries)| tries.last);
            if let Some(oldest) = oldest.map(|(who, _)| who.clone()) {
                self.0.remove(&oldest);
            }
        }
        let tries = self.0.entry(who.clone()).or_insert(Tries {
            count: 0,
            last: now,
            wrong: Vec::new(),
        });
        if is_long_ago(tries.last, now) {
            tries.count = 0;
        }
        tries.count += 1;
        tries.last = now;
    }

    /// It was a wrong one, which is kept signed.
    pub(super) fn note_wrong(&mut self, who: &Who, password: Tag) {
        if let Some(tries) = self.0.get_mut(who) {
            if tries.wrong.len() >= FREE as usize {
                tries.wrong.remove(0);
            }
            tries.wrong.push(password);
        }
    }

    /// The last wrong passwords of `who`, signed. The same one again is no guess: a program that still sends the password of before
    /// would keep everybody at its address out.
    pub(super) fn wrong(&self, who: &Who) -> &[Tag] {
        self.0.get(who).map_or(&[], |tries| &tries.wrong)
    }

    /// It was the right one, so it does not count for the site either.
    pub(super) fn forget(&mut self, who: &Who) {
        self.0.remove(who);
        if let Some(tries) = who.site().and_then(|site| self.0.get_mut(&site)) {
            tries.count = tries.count.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUESSER: &Who = &Who::Address(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1)));
    const OTHER: &Who = &Who::Address(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2)));

    fn after(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).unwrap()
    }

    #[test]
    fn after_five_wrong_ones_each_costs_twice_as_long_up_to_an_hour() {
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
        assert!(lockout.begin(GUESSER, after(now)).unwrap_err() <= LONGEST_WAIT);
    }

    #[test]
    fn the_right_one_and_an_hour_are_a_new_start() {
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
    fn a_whole_ipv6_site_waits_after_fifty_wrong_ones() {
        let mut lockout = Lockout::default();
        let who = |n: u16| Who::Address(IpAddr::from([0x2001, 0xdb8, 7, n, 0, 0, 0, 0]));
        for n in 0..50 {
            lockout.begin(&who(n), after(0)).unwrap();
        }
        assert_eq!(
            lockout.begin(&who(50), after(10)),
            Err(SignedDuration::from_secs(20))
        );
        let next_site = Who::Address(IpAddr::from([0x2001, 0xdb8, 8, 0, 0, 0, 0, 0]));
        lockout.begin(&next_site, after(10)).unwrap();
        let device = Who::Device("mine".to_owned());
        lockout.begin(&device, after(10)).unwrap();
    }

    #[test]
    fn so_many_addresses_are_remembered_and_no_more() {
        let mut lockout = Lockout::default();
        let who = |number: u32| Who::Address(IpAddr::from(number.to_be_bytes()));
        for number in 0..10_200 {
            // Nobody is kept out because others try as well.
            let at = after(i64::from(number) / 100);
            lockout.begin(&who(number), at).unwrap();
        }
        assert!(lockout.0.contains_key(&who(10_199)) && !lockout.0.contains_key(&who(0)));
        assert_eq!(lockout.0.len(), MOST);
    }

    #[test]
    fn a_clock_that_is_set_back_keeps_nobody_out() {
        let mut lockout = Lockout::default();
        for _ in 0..5 {
            lockout.begin(GUESSER, after(86_400)).unwrap();
        }
        assert!(lockout.check(GUESSER, after(86_400)).is_err());
        // By a moment, as with two tries at the same time: nothing is forgotten.
        assert!(lockout.check(GUESSER, after(86_390)).is_err());
        assert_eq!(lockout.check(GUESSER, after(0)), Ok(()));
        lockout.begin(GUESSER, after(0)).unwrap();
        assert_eq!(lockout.check(GUESSER, after(0)), Ok(()));
    }

    #[test]
    fn as_many_wrong_ones_are_kept_as_cost_no_waiting() {
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
