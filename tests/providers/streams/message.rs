//! Yahoo stream messages, encoded by hand.

use data_encoding::BASE64;
use marketdeck::domain::Timestamp;

/// A message with the price of a symbol.
#[derive(Clone)]
pub(crate) struct Pricing {
    pub(crate) id: String,
    pub(crate) price: f32,
    pub(crate) at: Timestamp,
    /// 0 before, 1 during and 2 after regular hours.
    pub(crate) hours: u8,
    pub(crate) change: f32,
    pub(crate) change_percent: f32,
}

impl Pricing {
    pub(crate) fn new(id: &str, price: f32, at: &str) -> Self {
        Self {
            id: id.to_owned(),
            price,
            at: at.parse().unwrap(),
            hours: 1,
            change: 2.5,
            change_percent: 1.0,
        }
    }

    /// Returns the text of the message.
    pub(crate) fn text(&self) -> String {
        let mut out = vec![0x0a, u8::try_from(self.id.len()).unwrap()];
        out.extend(self.id.as_bytes());
        out.push(0x15);
        out.extend(self.price.to_le_bytes());
        out.push(0x18);
        let mut folded = self.at.as_millisecond().unsigned_abs() << 1;
        while folded > 127 {
            out.push((folded & 127) as u8 | 128);
            folded >>= 7;
        }
        out.push(folded as u8);
        out.extend([0x38, self.hours]);
        out.push(0x45);
        out.extend(self.change_percent.to_le_bytes());
        out.push(0x65);
        out.extend(self.change.to_le_bytes());
        // Field 27 is the price hint: two decimals.
        out.extend([0xd8, 0x01, 0x04]);
        let message = BASE64.encode(&out);
        format!(r#"{{"type":"pricing","message":"{message}"}}"#)
    }
}
