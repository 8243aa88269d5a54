//! Encoder and decoder of MQTT 3.1.1 packets. Packets that this client never sends (`QoS` 2) or receives (client requests) are
//! left out.

use bytes::{Buf as _, Bytes, BytesMut};

/// Maximum size of a received packet in bytes; the expected ones have a few hundred.
const MAX_PACKET_BYTES: usize = 256 * 1024;

/// First bytes of the sent packets, with their flags (table 2.1 and section 3).
const CONNECT: u8 = 0x10;
const PUBLISH: u8 = 0x30;
const SUBSCRIBE: u8 = 0x82;
const UNSUBSCRIBE: u8 = 0xa2;
const PINGREQ: u8 = 0xc0;
const DISCONNECT: u8 = 0xe0;

/// Flags of PUBLISH.
const RETAIN: u8 = 0x01;
const AT_LEAST_ONCE: u8 = 0x02;

/// A PUBLISH packet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Publish<'a> {
    pub(super) topic: &'a str,
    pub(super) payload: &'a [u8],
    /// The broker keeps the message for later subscribers.
    pub(super) retain: bool,
    /// Packet identifier for the acknowledgement; `None` for `QoS` 0.
    pub(super) id: Option<u16>,
}

/// A CONNECT packet.
pub(super) struct Connect<'a> {
    pub(super) client_id: &'a str,
    /// Keep-alive in seconds: after one and a half times as long without a packet, the broker considers the client gone.
    pub(super) keep_alive: u16,
    /// Topic and payload of the will: a retained message that the broker publishes if the connection ends without DISCONNECT.
    pub(super) will: (&'a str, &'a str),
    /// User name and password.
    pub(super) credentials: Option<(&'a str, &'a str)>,
}

/// A packet received from the broker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Received {
    /// CONNACK with its return code: 0 if the connection was accepted.
    Connected(u8),
    /// PUBACK for the message with this identifier.
    Acknowledged(u16),
    /// PUBLISH; `retained` means that it was published before the subscription.
    Message {
        topic: String,
        payload: Bytes,
        retained: bool,
    },
    /// SUBACK; `refused` if any subscription was refused.
    Subscribed { refused: bool },
    /// UNSUBACK or PINGRESP.
    Other,
}

/// The error for bytes that are not a valid packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InvalidPacket;

impl Connect<'_> {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        // Clean session, and a retained will with QoS 1.
        let mut flags = 0b0010_1110;
        let mut body = vec![];
        string(&mut body, "MQTT");
        body.push(4);
        let at = body.len();
        body.push(0);
        body.extend(self.keep_alive.to_be_bytes());
        string(&mut body, self.client_id);
        string(&mut body, self.will.0);
        string(&mut body, self.will.1);
        if let Some((name, password)) = self.credentials {
            flags |= 0b1000_0000;
            string(&mut body, name);
            if !password.is_empty() {
                flags |= 0b0100_0000;
                string(&mut body, password);
            }
        }
        body[at] = flags;
        packet(out, CONNECT, &body);
    }
}

impl Publish<'_> {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let mut flags = if self.retain { RETAIN } else { 0 };
        let mut body = vec![];
        string(&mut body, self.topic);
        if let Some(id) = self.id {
            flags |= AT_LEAST_ONCE;
            body.extend(id.to_be_bytes());
        }
        body.extend(self.payload);
        packet(out, PUBLISH | flags, &body);
    }
}

/// Subscribes to `filters` with `QoS` 0.
pub(super) fn subscribe(out: &mut Vec<u8>, id: u16, filters: &[String]) {
    let mut body = id.to_be_bytes().to_vec();
    for filter in filters {
        string(&mut body, filter);
        body.push(0);
    }
    packet(out, SUBSCRIBE, &body);
}

/// Unsubscribes from `filters`.
pub(super) fn unsubscribe(out: &mut Vec<u8>, id: u16, filters: &[String]) {
    let mut body = id.to_be_bytes().to_vec();
    for filter in filters {
        string(&mut body, filter);
    }
    packet(out, UNSUBSCRIBE, &body);
}

/// Sends PINGREQ.
pub(super) fn ping(out: &mut Vec<u8>) {
    packet(out, PINGREQ, &[]);
}

/// Sends DISCONNECT, which discards the will.
pub(super) fn disconnect(out: &mut Vec<u8>) {
    packet(out, DISCONNECT, &[]);
}

/// Takes the next complete packet from `bytes`; `None` while it is incomplete.
pub(super) fn take(bytes: &mut BytesMut) -> Result<Option<Received>, InvalidPacket> {
    let Some((length, digits)) = remaining_length(bytes)? else {
        return Ok(None);
    };
    if length > MAX_PACKET_BYTES || !is_possible(bytes[0], length) {
        return Err(InvalidPacket);
    }
    let whole = 1 + digits + length;
    if bytes.len() < whole {
        bytes.reserve(whole - bytes.len());
        return Ok(None);
    }
    let first = bytes[0];
    let mut body = bytes.split_to(whole).freeze();
    body.advance(1 + digits);
    read(first, body).map(Some)
}

/// Returns the remaining length of the packet at the start of `bytes`, and the number of bytes that encode it (section 2.2.3).
fn remaining_length(bytes: &[u8]) -> Result<Option<(usize, usize)>, InvalidPacket> {
    let mut length = 0;
    for digits in 1..=4 {
        let Some(byte) = bytes.get(digits) else {
            return Ok(None);
        };
        length |= usize::from(byte & 0x7f) << (7 * (digits - 1));
        if byte & 0x80 == 0 {
            return Ok(Some((length, digits)));
        }
    }
    Err(InvalidPacket)
}

/// Returns true if the broker may send a packet with this first byte and length (table 2.2 of the standard).
fn is_possible(first: u8, length: usize) -> bool {
    match first {
        // CONNACK, PUBACK, UNSUBACK
        0x20 | 0x40 | 0xb0 => length == 2,
        // SUBACK
        0x90 => length > 2,
        // PINGRESP
        0xd0 => length == 0,
        // PUBLISH with QoS 0: nothing else is subscribed to.
        _ => first & 0b1111_0110 == PUBLISH,
    }
}

fn read(first: u8, mut body: Bytes) -> Result<Received, InvalidPacket> {
    match first >> 4 {
        2 => body
            .get(1)
            .copied()
            .map(Received::Connected)
            .ok_or(InvalidPacket),
        3 => {
            let topic = take_string(&mut body)?;
            let topic = String::from_utf8(topic.to_vec()).map_err(|_| InvalidPacket)?;
            Ok(Received::Message {
                topic,
                payload: body,
                retained: first & RETAIN != 0,
            })
        }
        4 => body
            .try_get_u16()
            .map(Received::Acknowledged)
            .map_err(|_| InvalidPacket),
        9 => {
            body.try_get_u16().map_err(|_| InvalidPacket)?;
            let refused = body.iter().any(|code| *code & 0x80 != 0);
            Ok(Received::Subscribed { refused })
        }
        // UNSUBACK and PINGRESP.
        11 | 13 => Ok(Received::Other),
        _ => Err(InvalidPacket),
    }
}

/// Takes a length-prefixed string.
fn take_string(body: &mut Bytes) -> Result<Bytes, InvalidPacket> {
    let length = usize::from(body.try_get_u16().map_err(|_| InvalidPacket)?);
    if body.len() < length {
        return Err(InvalidPacket);
    }
    Ok(body.split_to(length))
}

/// Appends a length-prefixed string. The configuration keeps all texts far below the maximum of 65,535 bytes.
fn string(out: &mut Vec<u8>, text: &str) {
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
    out.extend(length.to_be_bytes());
    out.extend(&text.as_bytes()[..usize::from(length)]);
}

fn packet(out: &mut Vec<u8>, first: u8, body: &[u8]) {
    out.push(first);
    let mut length = body.len();
    loop {
        let digit = (length & 0x7f) as u8;
        length >>= 7;
        out.push(if length > 0 { digit | 0x80 } else { digit });
        if length == 0 {
            break;
        }
    }
    out.extend(body);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connect_is_encoded_as_in_the_standard() {
        let mut out = vec![];
        Connect {
            client_id: "deck",
            keep_alive: 10,
            will: ("a/b", "off"),
            credentials: Some(("me", "pw")),
        }
        .write(&mut out);
        // Figure 3.6: protocol name, level, flags and keep-alive; then the payload of section 3.1.3.
        let head = [
            0x10,
            34,
            0,
            4,
            b'M',
            b'Q',
            b'T',
            b'T',
            4,
            0b1110_1110,
            0,
            10,
        ];
        assert_eq!(out[..12], head);
        assert_eq!(&out[12..], b"\0\x04deck\0\x03a/b\0\x03off\0\x02me\0\x02pw");
    }

    #[test]
    fn publish_with_qos_1_has_a_packet_identifier() {
        let mut out = vec![];
        let publish = Publish {
            topic: "a/b",
            payload: b"hi",
            retain: true,
            id: None,
        };
        publish.write(&mut out);
        assert_eq!(out, b"\x31\x07\0\x03a/bhi");
        out.clear();
        Publish {
            retain: false,
            id: Some(10),
            ..publish
        }
        .write(&mut out);
        assert_eq!(out, b"\x32\x09\0\x03a/b\0\x0ahi");
    }

    #[test]
    fn packets_are_taken_once_they_are_complete() {
        let mut sent = vec![];
        let long = vec![b'x'; 300];
        Publish {
            topic: "t",
            payload: &long,
            retain: true,
            id: None,
        }
        .write(&mut sent);
        sent.extend(b"\x40\x02\0\x07\xd0\0\x20\x02\0\x05\x90\x03\0\x01\x80");
        let mut bytes = BytesMut::new();
        let mut received = vec![];
        for byte in sent {
            bytes.extend([byte]);
            received.extend(take(&mut bytes).unwrap());
        }
        let message = Received::Message {
            topic: "t".into(),
            payload: long.into(),
            retained: true,
        };
        let expected = [
            message,
            Received::Acknowledged(7),
            Received::Other,
            Received::Connected(5),
            Received::Subscribed { refused: true },
        ];
        assert_eq!(received, expected);
    }

    #[test]
    fn invalid_packets_are_rejected() {
        for wrong in [
            &b"HTTP/1.1 400 Bad Request\r\n"[..],
            b"\x30\xff\xff\xff\xff",
            b"\x30\xff\xff\xff\x7f",
            b"\x30\x02\0\x05",
            b"\x40\0",
            b"\x32\x05\0\x01t\0\x01",
        ] {
            assert_eq!(
                take(&mut BytesMut::from(wrong)),
                Err(InvalidPacket),
                "{wrong:?}"
            );
        }
    }
}
