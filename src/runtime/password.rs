//! The password of this server, of which only a hash is kept: Argon2id (RFC 9106) in the form
//! `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`, as other programs write it too.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use data_encoding::BASE64_NOPAD;
use ring::rand::{SecureRandom as _, SystemRandom};

/// Bytes of a salt, and of a hash.
const SALT: usize = 16;
const HASH: usize = 32;
/// The most memory in KiB that a hash of the configuration may ask for, and the most passes.
const MOST_MEMORY: u32 = 1 << 20;
const MOST_PASSES: u32 = 64;

/// What is known of a password.
#[derive(Debug)]
pub(crate) struct PasswordHash {
    parameters: Params,
    salt: Vec<u8>,
    hash: Vec<u8>,
}

impl PasswordHash {
    /// The hash that a text holds; `None` where that is none.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('$');
        let is_known = parts.next() == Some("")
            && parts.next() == Some("argon2id")
            && parts.next() == Some("v=19");
        let costs = parts.next().filter(|_| is_known)?;
        let mut decoded = || BASE64_NOPAD.decode(parts.next()?.as_bytes()).ok();
        let (salt, hash) = (decoded()?, decoded()?);
        if parts.next().is_some() {
            return None;
        }
        let cost = |name: &str| -> Option<u32> {
            let mut costs = costs.split(',').filter_map(|cost| cost.split_once('='));
            costs.find(|(key, _)| *key == name)?.1.parse().ok()
        };
        let (memory, passes, lanes) = (cost("m")?, cost("t")?, cost("p")?);
        if memory > MOST_MEMORY || passes > MOST_PASSES || !(8..=64).contains(&salt.len()) {
            return None;
        }
        let parameters = Params::new(memory, passes, lanes, Some(hash.len())).ok()?;
        Some(Self {
            parameters,
            salt,
            hash,
        })
    }

    /// Whether a password is the right one. Takes a while, and `memory`: that is the point.
    pub(crate) fn is_of(&self, password: &str, memory: &mut HashMemory) -> bool {
        let mut hash = vec![0; self.hash.len()];
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, self.parameters.clone());
        let blocks = self.parameters.block_count();
        if memory.0.len() < blocks {
            memory.0.resize(blocks, Block::default());
        }
        argon
            .hash_password_into_with_memory(
                password.as_bytes(),
                &self.salt,
                &mut hash,
                &mut memory.0[..blocks],
            )
            .is_ok()
            && differences(&hash, &self.hash) == 0
    }
}

/// The memory that judging passwords takes (19 MB as `hash-password` writes hashes), kept between them. Allocated anew for each
/// one, it would stay with the thread that happened to judge it, once for every thread.
#[derive(Debug, Default)]
pub(crate) struct HashMemory(Vec<Block>);

/// Which bits differ somewhere, found in the same time wherever they are.
fn differences(one: &[u8], other: &[u8]) -> u8 {
    one.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b))
}

/// A new hash of a password, as the configuration takes it; `None` where the system has no random numbers.
pub(crate) fn hash_password(password: &str) -> Option<String> {
    let mut salt = [0; SALT];
    SystemRandom::new().fill(&mut salt).ok()?;
    let parameters = Params::default();
    let costs = format!(
        "m={},t={},p={}",
        parameters.m_cost(),
        parameters.t_cost(),
        parameters.p_cost()
    );
    let mut hash = [0; HASH];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters)
        .hash_password_into(password.as_bytes(), &salt, &mut hash)
        .ok()?;
    let (salt, hash) = (BASE64_NOPAD.encode(&salt), BASE64_NOPAD.encode(&hash));
    Some(format!("$argon2id$v=19${costs}${salt}${hash}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by the reference program: `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -e`.
    const REFERENCE: &str =
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

    #[test]
    fn a_hash_of_another_program_is_understood() {
        let memory = &mut HashMemory::default();
        let hash = PasswordHash::parse(REFERENCE).unwrap();
        assert!(hash.is_of("password", memory));
        assert!(!hash.is_of("Password", memory));
    }

    #[test]
    fn the_same_password_has_another_hash_each_time() {
        let memory = &mut HashMemory::default();
        let [one, other] = ["a b c", "a b c"].map(|text| hash_password(text).unwrap());
        assert_ne!(one, other);
        assert!(PasswordHash::parse(&one).unwrap().is_of("a b c", memory));
        assert!(PasswordHash::parse(&other).unwrap().is_of("a b c", memory));
    }

    #[test]
    fn what_is_no_hash_or_would_cost_too_much_is_refused() {
        for text in [
            "",
            "secret",
            "$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$",
            "$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
            "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc$x",
        ] {
            assert!(PasswordHash::parse(text).is_none(), "{text}");
        }
    }
}
