//! IP networks in CIDR notation.

use std::net::IpAddr;

/// An IP network, which is a prefix and its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Network {
    prefix: IpAddr,
    /// Length of the prefix in bits.
    bits: u32,
}

impl Network {
    /// Parses an address such as `192.168.1.2` or a network such as `172.16.0.0/12`. Returns `None`
    /// for other texts.
    pub(crate) fn parse(entry: &str) -> Option<Self> {
        let (address, bits) = match entry.trim().split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().ok()?)),
            None => (entry.trim(), None),
        };
        let prefix: IpAddr = address.parse().ok()?;
        let max_bits = if prefix.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(max_bits);
        (bits <= max_bits).then_some(Self { prefix, bits })
    }

    /// Returns true if `address` is in this network. An IPv4-mapped IPv6 address counts as IPv4.
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        let common_bits = match (self.prefix, address.to_canonical()) {
            (IpAddr::V4(prefix), IpAddr::V4(address)) => {
                (prefix.to_bits() ^ address.to_bits()).leading_zeros()
            }
            (IpAddr::V6(prefix), IpAddr::V6(address)) => {
                (prefix.to_bits() ^ address.to_bits()).leading_zeros()
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
    fn addresses_and_networks_are_parsed_and_other_texts_are_rejected() {
        for valid in ["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0"] {
            assert!(Network::parse(valid).is_some(), "{valid}");
        }
        for invalid in ["localhost", "10.0.0.1/33", "10.0.0", "::/129", ""] {
            assert!(Network::parse(invalid).is_none(), "{invalid}");
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
