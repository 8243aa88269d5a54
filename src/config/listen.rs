//! The `listen` option, which accepts several short forms.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    str::FromStr,
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An address and a port. `8080` and `localhost:8080` mean the loopback address, and `:8080` means
/// all addresses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListenAddress(pub SocketAddr);

impl Default for ListenAddress {
    fn default() -> Self {
        Self(SocketAddr::from((Ipv4Addr::LOCALHOST, 8080)))
    }
}

impl FromStr for ListenAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let with_port = |ip: Ipv4Addr, port: &str| {
            let port = port.parse().ok()?;
            Some(SocketAddr::new(IpAddr::V4(ip), port))
        };
        let address = text
            .parse()
            .ok()
            .or_else(|| with_port(Ipv4Addr::LOCALHOST, text))
            .or_else(|| with_port(Ipv4Addr::UNSPECIFIED, text.strip_prefix(':')?))
            .or_else(|| with_port(Ipv4Addr::LOCALHOST, text.strip_prefix("localhost:")?));
        address.map(Self).ok_or_else(|| {
            format!(
                "invalid address '{text}'; expected 127.0.0.1:8080, [::1]:8080, 8080 or localhost:8080 \
                 for this machine only, or 0.0.0.0:8080 or :8080 for the network"
            )
        })
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for ListenAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ListenAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = ListenAddress;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an address and port such as \"127.0.0.1:8080\"")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<ListenAddress, E> {
                text.parse().map_err(E::custom)
            }

            fn visit_i64<E: de::Error>(self, port: i64) -> Result<ListenAddress, E> {
                port.to_string().parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> String {
        ListenAddress::from_str(text).map_or_else(|error| error, |address| address.to_string())
    }

    #[test]
    fn a_port_alone_means_loopback_and_a_leading_colon_means_all_addresses() {
        assert_eq!(parse("8080"), "127.0.0.1:8080");
        assert_eq!(parse("localhost:81"), "127.0.0.1:81");
        assert_eq!(parse(":8080"), "0.0.0.0:8080");
        assert_eq!(parse("[::1]:8080"), "[::1]:8080");
        assert_eq!(parse("192.168.1.5:80"), "192.168.1.5:80");
    }

    #[test]
    fn invalid_addresses_are_rejected_with_examples() {
        for invalid in ["", "80800", "example.org:80", "127.0.0.1", "http://x:80"] {
            assert!(parse(invalid).contains("127.0.0.1:8080"), "{invalid}");
        }
    }
}
