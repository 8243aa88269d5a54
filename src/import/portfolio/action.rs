//! Recognizes purchases and sales by the words of programs and brokers.

use crate::import::reader::normalize_title;

/// The direction of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Buy,
    Sell,
}

/// Words of sales and deliveries out. They are searched for first, because `verkauf` contains `kauf`.
const SELL: [&str; 14] = [
    "sell",
    "sold",
    "verkauf",
    "verkoop",
    "vente",
    "vendu",
    "venta",
    "vendita",
    "venda",
    "sprzedaz",
    "auslieferung",
    "outbound",
    "transferout",
    "redemption",
];

/// Words of purchases and deliveries in.
const BUY: [&str; 17] = [
    "buy",
    "bought",
    "purchase",
    "kauf",
    "koop",
    "achat",
    "achete",
    "compra",
    "acquisto",
    "zakup",
    "einlieferung",
    "inbound",
    "transferin",
    "reinvestshares",
    "sparplan",
    "savingsplan",
    "subscription",
];

/// Returns the direction that an action such as `Market buy`, `Kauf` or `YOU SOLD` names; `None` for anything else, such
/// as a dividend.
pub(super) fn direction(action: &str) -> Option<Direction> {
    let action = normalize_title(action);
    let is_any = |words: &[&str]| words.iter().any(|word| action.contains(word));
    match action.as_str() {
        // Interactive Brokers and some banks write only a letter.
        "b" | "k" => return Some(Direction::Buy),
        "s" | "v" => return Some(Direction::Sell),
        _ => {}
    }
    if is_any(&SELL) {
        Some(Direction::Sell)
    } else if is_any(&BUY) {
        Some(Direction::Buy)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_of_programs_and_brokers_are_recognized() {
        for action in [
            "BUY",
            "Market buy",
            "Kauf",
            "Koop",
            "Achat",
            "YOU BOUGHT APPLE INC (AAPL) (Cash)",
            "Delivery (Inbound)",
            "Einlieferung",
            "TRANSFER_IN",
            "Reinvest Shares",
        ] {
            assert_eq!(direction(action), Some(Direction::Buy), "{action}");
        }
        for action in [
            "SELL",
            "Limit sell",
            "Verkauf",
            "Verkoop",
            "Vente",
            "YOU SOLD",
            "Delivery (Outbound)",
            "Auslieferung",
        ] {
            assert_eq!(direction(action), Some(Direction::Sell), "{action}");
        }
        for action in [
            "DIVIDEND",
            "Dividend (Ordinary)",
            "Deposit",
            "Interest on cash",
            "Stock split",
            "FEE",
            "Dividende",
            "",
        ] {
            assert_eq!(direction(action), None, "{action}");
        }
    }
}
