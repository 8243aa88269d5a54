//! IP networks in CIDR notation.

use std::net::IpAddr;

/// An IP network: a prefix and its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Network {
    first: IpAddr,
    /// Length of the prefix in bits.
    bits: u32,
}

impl Network {
    /// Parses an address (`192.168.1.2`) or a network (`172.16.0.0/12`); returns `None` for anything else.
    pub(crate) fn parse(entry: &str) -> Option<Self> {
        let (address, bits) = match entry.trim().split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().ok()?)),
            None => (entry.trim(), None),
        };
        let first: IpAddr = address.parse().ok()?;
        let max_bits = if first.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(max_bits);
        (bits <= max_bits).then_some(Self { first, bits })
    }

    /// Returns true if `address` is in this network. An IPv4-mapped IPv6 address counts as IPv4.
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        let common_bits = match (self.first, address.to_canonical()) {
            (IpAddr::V4(first), IpAddr::V4(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros()
            }
            (IpAddr::V6(first), IpAddr::V6(address)) => {
                (first.to_bits() ^ address.to_bits()).leading_zeros()
            }
            _ => return false,
        };
        common_bits >= self.bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_addresses_and_networks_and_rejects_everything_else() {
        for good in ["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0"] {
            assert!(Network::parse(good).is_some(), "{good}");
        }
        for bad in ["localhost", "10.0.0.1/33", "10.0.0", "::/129", ""] {
            assert!(Network::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_network_contains_the_addresses_with_its_prefix() {
        let contains = |network: &str, address: &str| {
            let network = Network::parse(network).unwrap();
            network.contains(address.parse().unwrap())
        };
        for (network, address) in [
            ("192.168.1.2", "::ffff:192.168.1.2"),
            ("172.16.0.0/12", "172.31.255.1"),
            ("0.0.0.0/0", "8.8.8.8"),
            ("fd00::/8", "fd12::1"),
        ] {
            assert!(contains(network, address), "{network} {address}");
        }
        for (network, address) in [
            ("192.168.1.2", "192.168.1.3"),
            ("172.16.0.0/12", "172.32.0.1"),
            ("0.0.0.0/0", "fd12::1"),
            ("fd00::/8", "fe80::1"),
        ] {
            assert!(!contains(network, address), "{network} {address}");
        }
    }
}
