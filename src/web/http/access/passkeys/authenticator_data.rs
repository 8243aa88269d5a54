//! Authenticator data: what the authenticator says about itself and the user (section 6.1).

use ring::digest::{SHA256, digest};

use super::Rejection;

/// Flags of authenticator data.
const USER_PRESENT: u8 = 1;
const USER_VERIFIED: u8 = 1 << 2;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;

/// Parsed authenticator data. The public key in it is not read, as browsers hand it out in a simpler format.
#[derive(Debug)]
pub(super) struct AuthenticatorData {
    /// SHA-256 of the host name that the passkey is for.
    host_hash: [u8; 32],
    flags: u8,
    /// Number of signatures so far; 0 if the authenticator does not count.
    pub(super) sign_count: u32,
    /// Id of the new passkey; `None` in a sign-in.
    pub(super) credential_id: Option<Vec<u8>>,
}

impl AuthenticatorData {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, Rejection> {
        const TOO_SHORT: Rejection = "the authenticator's data is too short";
        let (host_hash, rest) = bytes.split_first_chunk::<32>().ok_or(TOO_SHORT)?;
        let (&flags, rest) = rest.split_first().ok_or(TOO_SHORT)?;
        let (sign_count, rest) = rest.split_first_chunk::<4>().ok_or(TOO_SHORT)?;
        let credential_id = if flags & HAS_CREDENTIAL == 0 {
            None
        } else {
            // The id follows the model of the authenticator and its own length; the public key follows the id.
            let (_model, rest) = rest.split_first_chunk::<16>().ok_or(TOO_SHORT)?;
            let (length, rest) = rest.split_first_chunk::<2>().ok_or(TOO_SHORT)?;
            let length = usize::from(u16::from_be_bytes(*length));
            Some(rest.get(..length).ok_or(TOO_SHORT)?.to_vec())
        };
        Ok(Self {
            host_hash: *host_hash,
            flags,
            sign_count: u32::from_be_bytes(*sign_count),
            credential_id,
        })
    }

    /// Checks that the passkey is for this host, and that the authenticator verified the user.
    pub(super) fn check(&self, host: &str) -> Result<(), Rejection> {
        if self.host_hash != digest(&SHA256, host.as_bytes()).as_ref() {
            return Err("it belongs to another host");
        }
        if !self.has(USER_PRESENT) || !self.has(USER_VERIFIED) {
            return Err("the device did not verify who you are");
        }
        if self.is_backed_up() && !self.can_be_backed_up() {
            return Err("it is synced although it can't be");
        }
        Ok(())
    }

    /// Returns true if the passkey can be synced to other devices.
    pub(super) fn can_be_backed_up(&self) -> bool {
        self.has(BACKUP_ELIGIBLE)
    }

    /// Returns true if the passkey is synced.
    pub(super) fn is_backed_up(&self) -> bool {
        self.has(BACKED_UP)
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Authenticator data for `deck.example` with these flags, a counter of 7, and this rest.
    fn data(flags: u8, rest: &[u8]) -> Vec<u8> {
        let hash = digest(&SHA256, b"deck.example");
        [hash.as_ref(), &[flags, 0, 0, 0, 7], rest].concat()
    }

    #[test]
    fn the_id_of_a_new_passkey_is_read_and_cut_data_is_refused() {
        let whole = data(
            HAS_CREDENTIAL,
            &[&[9; 16][..], &[0, 3], b"abc", b"key"].concat(),
        );
        let parsed = AuthenticatorData::parse(&whole).unwrap();
        assert_eq!(parsed.credential_id.as_deref(), Some(&b"abc"[..]));
        assert_eq!(parsed.sign_count, 7);
        for length in 0..58 {
            assert!(
                AuthenticatorData::parse(&whole[..length]).is_err(),
                "{length}"
            );
        }
        let of_sign_in = AuthenticatorData::parse(&data(USER_PRESENT, &[])).unwrap();
        assert_eq!(of_sign_in.credential_id, None);
    }

    #[test]
    fn a_user_must_be_present_and_verified_at_this_host() {
        let check = |flags, host: &str| {
            let parsed = AuthenticatorData::parse(&data(flags, &[])).unwrap();
            parsed.check(host)
        };
        let verified = USER_PRESENT | USER_VERIFIED;
        assert_eq!(check(verified, "deck.example"), Ok(()));
        assert!(check(verified, "example").is_err());
        for flags in [0, USER_PRESENT, USER_VERIFIED, verified | BACKED_UP] {
            assert!(check(flags, "deck.example").is_err(), "{flags}");
        }
        let synced = verified | BACKUP_ELIGIBLE | BACKED_UP;
        assert_eq!(check(synced, "deck.example"), Ok(()));
    }
}
