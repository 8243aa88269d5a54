//! Networks of addresses, as a person writes them.

use std::net::IpAddr;

/// Addresses that begin alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Network {
    first: IpAddr,
    /// How many bits they share.
    bits: u32,
}

impl Network {
    /// An address (`192.168.1.2`) or a network (`172.16.0.0/12`); `None` for anything else.
    pub(crate) fn parse(entry: &str) -> Option<Self> {
        let (address, bits) = match entry.trim().split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().ok()?)),
            None => (entry.trim(), None),
        };
        let first: IpAddr = address.parse().ok()?;
        let most = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        (bits <= most).then_some(Self { first, bits })
    }

    /// Whether an address is one of them; an IPv4 address in the form of IPv6 is one of IPv4.
    pub(crate) fn has(self, address: IpAddr) -> bool {
        let differ = match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros()
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros()
            }
            _ => return false,
        };
        differ >= self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_networks_are_told_from_other_words() {
        for good in ["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0"] {
            assert!(Network::parse(good).is_some(), "{good}");
        }
        for bad in ["localhost", "10.0.0.1/33", "10.0.0", "::/129", ""] {
            assert!(Network::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_network_has_the_addresses_that_begin_like_it() {
        let has = |network: &str, address: &str| {
            let network = Network::parse(network).unwrap();
            network.has(address.parse().unwrap())
        };
        for (network, address) in [
            ("192.168.1.2", "::ffff:192.168.1.2"),
            ("172.16.0.0/12", "172.31.255.1"),
            ("0.0.0.0/0", "8.8.8.8"),
            ("fd00::/8", "fd12::1"),
        ] {
            assert!(has(network, address), "{network} {address}");
        }
        for (network, address) in [
            ("192.168.1.2", "192.168.1.3"),
            ("172.16.0.0/12", "172.32.0.1"),
            ("0.0.0.0/0", "fd12::1"),
            ("fd00::/8", "fe80::1"),
        ] {
            assert!(!has(network, address), "{network} {address}");
        }
    }
}
