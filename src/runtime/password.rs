//! Password hashes with Argon2id (RFC 9106), in the PHC string format
//! `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use data_encoding::BASE64_NOPAD;
use ring::rand::{SecureRandom as _, SystemRandom};

/// Minimum length of a password in characters.
pub(crate) const MIN_CHARS: usize = 8;
/// Length of a new salt in bytes.
const SALT_BYTES: usize = 16;
/// Length of a new hash in bytes.
const HASH_BYTES: usize = 32;
/// Maximum memory cost of a configured hash in KiB.
const MAX_MEMORY_KIB: u32 = 1 << 20;
/// Maximum number of passes of a configured hash.
const MAX_PASSES: u32 = 64;

/// A parsed password hash.
#[derive(Debug)]
pub(crate) struct PasswordHash {
    parameters: Params,
    salt: Vec<u8>,
    hash: Vec<u8>,
}

impl PasswordHash {
    /// Parses a hash. Returns `None` if `text` is not a password hash, or if verifying it would
    /// cost too much.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('$');
        let is_supported = parts.next() == Some("")
            && parts.next() == Some("argon2id")
            && parts.next() == Some("v=19");
        let costs = parts.next().filter(|_| is_supported)?;
        let mut decode = || BASE64_NOPAD.decode(parts.next()?.as_bytes()).ok();
        let (salt, hash) = (decode()?, decode()?);
        if parts.next().is_some() {
            return None;
        }
        let cost = |name: &str| -> Option<u32> {
            let mut costs = costs.split(',').filter_map(|cost| cost.split_once('='));
            costs.find(|(key, _)| *key == name)?.1.parse().ok()
        };
        let (memory, passes, lanes) = (cost("m")?, cost("t")?, cost("p")?);
        if memory > MAX_MEMORY_KIB || passes > MAX_PASSES || !(8..=64).contains(&salt.len()) {
            return None;
        }
        let parameters = Params::new(memory, passes, lanes, Some(hash.len())).ok()?;
        Some(Self {
            parameters,
            salt,
            hash,
        })
    }

    /// Returns true if `password` matches this hash. This is slow on purpose and uses `memory`.
    pub(crate) fn verify(&self, password: &str, memory: &mut HashMemory) -> bool {
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

/// Working memory for verifying passwords, which is 19 MB for hashes from `hash-password`. It is
/// reused between calls, because the allocator would otherwise keep this much memory for every
/// thread that verifies passwords.
#[derive(Debug, Default)]
pub(crate) struct HashMemory(Vec<Block>);

/// Returns the bits that differ between two byte strings, in constant time.
fn differences(one: &[u8], other: &[u8]) -> u8 {
    one.iter().zip(other).fold(0, |all, (a, b)| all | (a ^ b))
}

/// Hashes a password with a new salt and returns the hash in the format of the configuration.
/// Returns `None` if the system has no random numbers.
pub(crate) fn hash_password(password: &str) -> Option<String> {
    let mut salt = [0; SALT_BYTES];
    SystemRandom::new().fill(&mut salt).ok()?;
    let parameters = Params::default();
    let costs = format!(
        "m={},t={},p={}",
        parameters.m_cost(),
        parameters.t_cost(),
        parameters.p_cost()
    );
    let mut hash = [0; HASH_BYTES];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, parameters)
        .hash_password_into(password.as_bytes(), &salt, &mut hash)
        .ok()?;
    let (salt, hash) = (BASE64_NOPAD.encode(&salt), BASE64_NOPAD.encode(&hash));
    Some(format!("$argon2id$v=19${costs}${salt}${hash}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hash from the reference program: `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1
    /// -e`.
    const REFERENCE: &str =
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

    #[test]
    fn a_hash_from_the_reference_program_is_accepted() {
        let memory = &mut HashMemory::default();
        let hash = PasswordHash::parse(REFERENCE).unwrap();
        assert!(hash.verify("password", memory));
        assert!(!hash.verify("Password", memory));
    }

    #[test]
    fn hashing_the_same_password_twice_gives_different_hashes() {
        let memory = &mut HashMemory::default();
        let [one, other] = ["a b c", "a b c"].map(|text| hash_password(text).unwrap());
        assert_ne!(one, other);
        assert!(PasswordHash::parse(&one).unwrap().verify("a b c", memory));
        assert!(PasswordHash::parse(&other).unwrap().verify("a b c", memory));
    }

    #[test]
    fn malformed_and_too_expensive_hashes_are_rejected() {
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
