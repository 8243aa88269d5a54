//! Encoder and decoder of MQTT 3.1.1 packets. Supports only the packets that this client sends or receives; `QoS` 2 is not supported.

use bytes::{Buf as _, Bytes, BytesMut};

/// Maximum size of a received packet in bytes. Expected packets are a few hundred bytes long.
const MAX_PACKET_BYTES: usize = 256 * 1024;

// First bytes of the sent packets, with their flags (MQTT 3.1.1, table 2.1 and chapter 3).
const CONNECT: u8 = 0x10;
const PUBLISH: u8 = 0x30;
const SUBSCRIBE: u8 = 0x82;
const UNSUBSCRIBE: u8 = 0xa2;
const PINGREQ: u8 = 0xc0;
const DISCONNECT: u8 = 0xe0;

// Flags of PUBLISH.
const RETAIN: u8 = 0x01;
const AT_LEAST_ONCE: u8 = 0x02;

/// A PUBLISH packet.
#[derive(Debug, Clone, Copy)]
pub(super) struct Publish<'a> {
    pub(super) topic: &'a str,
    pub(super) payload: &'a [u8],
    /// Whether the broker stores the message for later subscribers.
    pub(super) retain: bool,
    /// Packet identifier for the acknowledgement; `None` for `QoS` 0.
    pub(super) id: Option<u16>,
}

/// A CONNECT packet.
pub(super) struct Connect<'a> {
    pub(super) client_id: &'a str,
    /// Keep-alive in seconds. The broker closes the connection if no packet arrives for one and a half times as long.
    pub(super) keep_alive: u16,
    /// Topic and payload of the will: a retained message that the broker publishes if the connection ends without DISCONNECT.
    pub(super) will: (&'a str, &'a str),
    /// User name and password.
    pub(super) credentials: Option<(&'a str, &'a str)>,
}

/// A packet from the broker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ReceivedPacket {
    /// CONNACK with its return code; 0 means that the broker accepted the connection.
    Connected(u8),
    /// PUBACK for the message with this identifier.
    Acknowledged(u16),
    /// PUBLISH; `retained` if the message was published before the subscription.
    Message {
        topic: String,
        payload: Bytes,
        retained: bool,
    },
    /// SUBACK; `refused` if the broker refused any of the subscriptions.
    Subscribed { refused: bool },
    /// UNSUBACK or PINGRESP.
    Other,
}

/// The error for bytes that are not a valid packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct InvalidPacket;

impl Connect<'_> {
    pub(super) fn write(&self, output: &mut Vec<u8>) {
        // Clean session, and a retained will with QoS 1.
        let mut flags = 0b0010_1110;
        let mut body = vec![];
        write_string(&mut body, "MQTT");
        body.push(4);
        let flags_index = body.len();
        body.push(0);
        body.extend(self.keep_alive.to_be_bytes());
        write_string(&mut body, self.client_id);
        write_string(&mut body, self.will.0);
        write_string(&mut body, self.will.1);
        if let Some((name, password)) = self.credentials {
            flags |= 0b1000_0000;
            write_string(&mut body, name);
            if !password.is_empty() {
                flags |= 0b0100_0000;
                write_string(&mut body, password);
            }
        }
        body[flags_index] = flags;
        write_packet(output, CONNECT, &body);
    }
}

impl Publish<'_> {
    pub(super) fn write(&self, output: &mut Vec<u8>) {
        let mut flags = if self.retain { RETAIN } else { 0 };
        let mut body = vec![];
        write_string(&mut body, self.topic);
        if let Some(id) = self.id {
            flags |= AT_LEAST_ONCE;
            body.extend(id.to_be_bytes());
        }
        body.extend(self.payload);
        write_packet(output, PUBLISH | flags, &body);
    }
}

/// Writes SUBSCRIBE for `filters` with `QoS` 0.
pub(super) fn write_subscribe(output: &mut Vec<u8>, id: u16, filters: &[String]) {
    let mut body = id.to_be_bytes().to_vec();
    for filter in filters {
        write_string(&mut body, filter);
        body.push(0);
    }
    write_packet(output, SUBSCRIBE, &body);
}

/// Writes UNSUBSCRIBE for `filters`.
pub(super) fn write_unsubscribe(output: &mut Vec<u8>, id: u16, filters: &[String]) {
    let mut body = id.to_be_bytes().to_vec();
    for filter in filters {
        write_string(&mut body, filter);
    }
    write_packet(output, UNSUBSCRIBE, &body);
}

/// Writes PINGREQ.
pub(super) fn write_ping(output: &mut Vec<u8>) {
    write_packet(output, PINGREQ, &[]);
}

/// Writes DISCONNECT, after which the broker discards the will.
pub(super) fn write_disconnect(output: &mut Vec<u8>) {
    write_packet(output, DISCONNECT, &[]);
}

/// Removes the next packet from `bytes` and decodes it. Returns `None` while the packet is incomplete.
pub(super) fn take_packet(bytes: &mut BytesMut) -> Result<Option<ReceivedPacket>, InvalidPacket> {
    let Some((length, length_bytes)) = remaining_length(bytes)? else {
        return Ok(None);
    };
    if length > MAX_PACKET_BYTES || !is_valid_header(bytes[0], length) {
        return Err(InvalidPacket);
    }
    let packet_length = 1 + length_bytes + length;
    if bytes.len() < packet_length {
        bytes.reserve(packet_length - bytes.len());
        return Ok(None);
    }
    let first_byte = bytes[0];
    let mut body = bytes.split_to(packet_length).freeze();
    body.advance(1 + length_bytes);
    decode(first_byte, body).map(Some)
}

/// Returns the remaining length of the packet at the start of `bytes`, and the number of bytes that encode it (section 2.2.3).
fn remaining_length(bytes: &[u8]) -> Result<Option<(usize, usize)>, InvalidPacket> {
    let mut length = 0;
    for length_bytes in 1..=4 {
        let Some(byte) = bytes.get(length_bytes) else {
            return Ok(None);
        };
        length |= usize::from(byte & 0x7f) << (7 * (length_bytes - 1));
        if byte & 0x80 == 0 {
            return Ok(Some((length, length_bytes)));
        }
    }
    Err(InvalidPacket)
}

/// Returns true if the broker may send a packet with this first byte and remaining length (table 2.2).
fn is_valid_header(first_byte: u8, length: usize) -> bool {
    match first_byte {
        // CONNACK, PUBACK, UNSUBACK
        0x20 | 0x40 | 0xb0 => length == 2,
        // SUBACK
        0x90 => length > 2,
        // PINGRESP
        0xd0 => length == 0,
        // PUBLISH with QoS 0, as all subscriptions have QoS 0.
        _ => first_byte & 0b1111_0110 == PUBLISH,
    }
}

fn decode(first_byte: u8, mut body: Bytes) -> Result<ReceivedPacket, InvalidPacket> {
    match first_byte >> 4 {
        2 => body
            .get(1)
            .copied()
            .map(ReceivedPacket::Connected)
            .ok_or(InvalidPacket),
        3 => {
            let topic = take_string(&mut body)?;
            let topic = String::from_utf8(topic.to_vec()).map_err(|_| InvalidPacket)?;
            Ok(ReceivedPacket::Message {
                topic,
                payload: body,
                retained: first_byte & RETAIN != 0,
            })
        }
        4 => body
            .try_get_u16()
            .map(ReceivedPacket::Acknowledged)
            .map_err(|_| InvalidPacket),
        9 => {
            body.try_get_u16().map_err(|_| InvalidPacket)?;
            let refused = body.iter().any(|code| *code & 0x80 != 0);
            Ok(ReceivedPacket::Subscribed { refused })
        }
        // UNSUBACK and PINGRESP.
        11 | 13 => Ok(ReceivedPacket::Other),
        _ => Err(InvalidPacket),
    }
}

/// Removes a length-prefixed string from the start of `body`.
fn take_string(body: &mut Bytes) -> Result<Bytes, InvalidPacket> {
    let length = usize::from(body.try_get_u16().map_err(|_| InvalidPacket)?);
    if body.len() < length {
        return Err(InvalidPacket);
    }
    Ok(body.split_to(length))
}

/// Appends a length-prefixed string. The configuration limits all strings to far less than the maximum of 65,535 bytes.
fn write_string(output: &mut Vec<u8>, text: &str) {
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX);
    output.extend(length.to_be_bytes());
    output.extend(&text.as_bytes()[..usize::from(length)]);
}

fn write_packet(output: &mut Vec<u8>, first_byte: u8, body: &[u8]) {
    output.push(first_byte);
    let mut length = body.len();
    loop {
        let digit = (length & 0x7f) as u8;
        length >>= 7;
        output.push(if length > 0 { digit | 0x80 } else { digit });
        if length == 0 {
            break;
        }
    }
    output.extend(body);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connect_is_encoded_as_in_the_standard() {
        let mut output = vec![];
        Connect {
            client_id: "deck",
            keep_alive: 10,
            will: ("a/b", "off"),
            credentials: Some(("me", "pw")),
        }
        .write(&mut output);
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
        assert_eq!(output[..12], head);
        assert_eq!(
            &output[12..],
            b"\0\x04deck\0\x03a/b\0\x03off\0\x02me\0\x02pw"
        );
    }

    #[test]
    fn publish_with_qos_1_has_a_packet_identifier() {
        let mut output = vec![];
        let publish = Publish {
            topic: "a/b",
            payload: b"hi",
            retain: true,
            id: None,
        };
        publish.write(&mut output);
        assert_eq!(output, b"\x31\x07\0\x03a/bhi");
        output.clear();
        Publish {
            retain: false,
            id: Some(10),
            ..publish
        }
        .write(&mut output);
        assert_eq!(output, b"\x32\x09\0\x03a/b\0\x0ahi");
    }

    #[test]
    fn packets_are_decoded_once_they_are_complete() {
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
            received.extend(take_packet(&mut bytes).unwrap());
        }
        let message = ReceivedPacket::Message {
            topic: "t".into(),
            payload: long.into(),
            retained: true,
        };
        let expected = [
            message,
            ReceivedPacket::Acknowledged(7),
            ReceivedPacket::Other,
            ReceivedPacket::Connected(5),
            ReceivedPacket::Subscribed { refused: true },
        ];
        assert_eq!(received, expected);
    }

    #[test]
    fn invalid_packets_are_rejected() {
        for invalid in [
            &b"HTTP/1.1 400 Bad Request\r\n"[..],
            b"\x30\xff\xff\xff\xff",
            b"\x30\xff\xff\xff\x7f",
            b"\x30\x02\0\x05",
            b"\x40\0",
            b"\x32\x05\0\x01t\0\x01",
        ] {
            assert_eq!(
                take_packet(&mut BytesMut::from(invalid)),
                Err(InvalidPacket),
                "{invalid:?}"
            );
        }
    }
}
