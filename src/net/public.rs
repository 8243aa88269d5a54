//! Distinguishes public IP addresses from private and special ones. This prevents untrusted parties
//! from making the server connect to the local network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns true if an address is reachable from the whole internet. The special ranges are those in
/// the registries of RFC 6890.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_special = match a {
        // These ranges are 'this network', multicast, reserved and broadcast.
        0 | 224.. => true,
        // Carrier-grade NAT uses the range 100.64.0.0/10 (RFC 6598).
        100 => (64..128).contains(&b),
        // These ranges are for protocol assignments, documentation and benchmarks.
        192 => b == 0 && (c == 0 || c == 2),
        198 => matches!(b, 18 | 19) || (b == 51 && c == 100),
        203 => b == 0 && c == 113,
        _ => ip.is_loopback() || ip.is_link_local(),
    };
    !is_special && !ip.is_private()
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    // The allocated range is 2000::/3. Teredo and 6to4 are excluded because they can contain any
    // IPv4 address, and the range for documentation is excluded too.
    let is_allocated = first & 0xe000 == 0x2000;
    let is_special = (first == 0x2001 && (second == 0 || second == 0xdb8)) || first == 0x2002;
    is_allocated && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_and_special_addresses_are_not_public() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.2.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "2002:0a00:0001::",
            "2001:db8::1",
            "64:ff9b::a00:1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in [
            "142.250.1.1",
            "192.1.1.1",
            "198.17.0.1",
            "100.128.0.1",
            "2a00:1450::1",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }
}
