//! Challenges: random values that a browser has to sign within five minutes, each only once.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use jiff::{SignedDuration, Timestamp};

use crate::web::http::{
    access::{lockout::Client, secret},
    error::Result,
};

/// How long a challenge is valid.
pub(crate) const LIFETIME: SignedDuration = SignedDuration::from_mins(5);
/// Maximum number of challenges of one client; above it, the client's oldest one is removed.
const MAX_PER_CLIENT: usize = 20;
/// Maximum number of all challenges; above it, the oldest one is removed.
const MAX_CHALLENGES: usize = 5_000;

/// A challenge that was issued and not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Challenge {
    /// Who asked for the challenge: the person who adds a passkey, or the browser that signs in.
    pub(super) client: Client,
    /// The user handle of a new passkey; `None` for a sign-in.
    pub(super) user_handle: Option<String>,
    issued_at: Timestamp,
}

impl Challenge {
    /// Returns true if the challenge is too old, or from the future because the clock was set back.
    fn is_expired(&self, now: Timestamp) -> bool {
        now.duration_since(self.issued_at).abs() >= LIFETIME
    }
}

/// The challenges that were issued and not used.
#[derive(Debug, Default)]
pub(in crate::web::http::access) struct Challenges(Mutex<HashMap<String, Challenge>>);

impl Challenges {
    /// Creates a challenge of 32 random bytes and returns it in base64url.
    pub(super) fn issue(
        &self,
        client: Client,
        user_handle: Option<String>,
        now: Timestamp,
    ) -> Result<String> {
        let value = secret::random()?;
        let mut challenges = self.lock();
        challenges.retain(|_, challenge| !challenge.is_expired(now));
        remove_oldest(&mut challenges, MAX_PER_CLIENT, |challenge| {
            challenge.client == client
        });
        remove_oldest(&mut challenges, MAX_CHALLENGES, |_| true);
        let challenge = Challenge {
            client,
            user_handle,
            issued_at: now,
        };
        challenges.insert(value.clone(), challenge);
        Ok(value)
    }

    /// Uses up a challenge. Returns `None` for one that is unknown, used or expired.
    pub(super) fn take(&self, value: &str, now: Timestamp) -> Option<Challenge> {
        let challenge = self.lock().remove(value)?;
        (!challenge.is_expired(now)).then_some(challenge)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Challenge>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes the oldest of the challenges for which `is_counted` returns true, if there are `max` of them.
fn remove_oldest(
    challenges: &mut HashMap<String, Challenge>,
    max: usize,
    is_counted: impl Fn(&Challenge) -> bool,
) {
    let counted = || challenges.iter().filter(|(_, known)| is_counted(known));
    if counted().count() < max {
        return;
    }
    let oldest = counted().min_by_key(|(_, known)| known.issued_at);
    if let Some(value) = oldest.map(|(value, _)| value.clone()) {
        challenges.remove(&value);
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    fn client(number: u32) -> Client {
        Client::Address(IpAddr::from(number.to_be_bytes()))
    }

    fn after(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + seconds).unwrap()
    }

    #[test]
    fn a_challenge_is_valid_once_and_for_five_minutes() {
        let challenges = Challenges::default();
        let issue = |now| challenges.issue(client(1), None, now).unwrap();
        let [first, second, third] = [(); 3].map(|()| issue(after(0)));
        assert_eq!(first.len(), 43);
        assert_ne!(first, second);
        assert_eq!(challenges.take("unknown", after(0)), None);
        assert!(challenges.take(&first, after(299)).is_some());
        assert_eq!(challenges.take(&first, after(299)), None);
        assert_eq!(challenges.take(&second, after(300)), None);
        assert_eq!(challenges.take(&third, after(-300)), None);
    }

    #[test]
    fn a_client_with_many_challenges_does_not_remove_those_of_others() {
        let challenges = Challenges::default();
        let issue = |of, at| challenges.issue(client(of), None, after(at)).unwrap();
        let other = issue(1, 0);
        let many: Vec<_> = (1..=21).map(|at| issue(2, at)).collect();
        assert_eq!(challenges.take(&many[0], after(30)), None);
        assert!(challenges.take(&many[1], after(30)).is_some());
        assert!(challenges.take(&other, after(30)).is_some());
    }

    #[test]
    fn the_number_of_challenges_is_limited_and_expired_ones_are_removed() {
        let challenges = Challenges::default();
        for number in 0..5_100 {
            let at = after(i64::from(number) / 100);
            challenges.issue(client(number), None, at).unwrap();
        }
        assert_eq!(challenges.lock().len(), MAX_CHALLENGES);
        challenges.issue(client(1), None, after(1_000)).unwrap();
        assert_eq!(challenges.lock().len(), 1);
    }
}
