//! Symbols as people type them.

/// Longest symbol, in letters.
const LONGEST: usize = 20;
/// What may stand in a symbol besides letters and digits: `M&M.NS`, `BRK-B`, `^GDAXI`, `EURUSD=X`.
const SIGNS: &str = ".-=^_&";

/// The symbol in capitals, without spaces around it; `None` where it cannot be one.
pub(crate) fn checked(typed: &str) -> Option<String> {
    let bare = typed.trim();
    let valid = |c: char| c.is_ascii_alphanumeric() || SIGNS.contains(c);
    let is_symbol = (1..=LONGEST).contains(&bare.len())
        && bare.chars().all(valid)
        && bare.chars().any(|c| c.is_ascii_alphanumeric());
    is_symbol.then(|| bare.to_ascii_uppercase())
}

/// The same class of a share with the other sign: `BRK.B` ↔ `BRK-B`.
pub(crate) fn other_class_sign(symbol: &str) -> Option<String> {
    let (name, class) = symbol.rsplit_once(['.', '-'])?;
    let sign = if symbol.as_bytes().get(name.len()) == Some(&b'.') {
        '-'
    } else {
        '.'
    };
    (class.len() == 1 && !name.is_empty()).then(|| format!("{name}{sign}{class}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_taken_as_people_type_them() {
        for (typed, symbol) in [
            (" sap.de ", "SAP.DE"),
            ("m&m.ns", "M&M.NS"),
            ("7203.t", "7203.T"),
            ("^gdaxi", "^GDAXI"),
            ("eurusd=x", "EURUSD=X"),
        ] {
            assert_eq!(checked(typed).as_deref(), Some(symbol));
        }
        for typed in ["", " ", "SAP DE", "A/B", "ÄÖ", "^", "A23456789012345678901"] {
            assert_eq!(checked(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_class_of_shares_is_written_with_a_point_or_a_line() {
        assert_eq!(other_class_sign("BRK.B").as_deref(), Some("BRK-B"));
        assert_eq!(other_class_sign("BRK-B").as_deref(), Some("BRK.B"));
        assert_eq!(other_class_sign("SAP.DE"), None);
        assert_eq!(other_class_sign("AAPL"), None);
    }
}
