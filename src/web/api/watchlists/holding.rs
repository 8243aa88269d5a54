//! The holding in a ticker, in requests and responses of the lists.

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::PriceUnit,
        holding::{Holding, Lot, Position},
        split::Split,
        validation::ValidationError,
    },
    market::{Listing, MarketState},
    web::http::error::{ApiError, Result},
};

/// A purchase, or a sale with a negative quantity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LotFields {
    /// Day of the transaction; not after today.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Number of units on that day, or the nominal value of a bond with a price in percent; negative for a sale. Later splits are applied
    /// when positions are computed.
    quantity: f64,
    /// Price of a unit, in the ticker's currency, or in percent for a bond with a price in percent.
    #[schema(minimum = 0.0)]
    price: f64,
    /// Fee of the transaction, in the ticker's currency; null for none.
    #[serde(default)]
    #[schema(minimum = 0.0)]
    fee: Option<f64>,
}

impl From<&Lot> for LotFields {
    fn from(lot: &Lot) -> Self {
        Self {
            date: lot.date,
            quantity: lot.quantity,
            price: lot.price,
            fee: lot.fee,
        }
    }
}

impl From<LotFields> for Lot {
    fn from(lot: LotFields) -> Self {
        Self {
            date: lot.date,
            quantity: lot.quantity,
            price: lot.price,
            fee: lot.fee,
        }
    }
}

/// A split that changed the number of units.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct AppliedSplit {
    /// First trading day in new units.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// Number of new units that replace `denominator` old units.
    numerator: f64,
    /// Number of old units that `numerator` new units replace.
    denominator: f64,
}

impl From<&Split> for AppliedSplit {
    fn from(split: &Split) -> Self {
        Self {
            date: split.date,
            numerator: split.numerator,
            denominator: split.denominator,
        }
    }
}

/// The holding in a ticker.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HeldFields {
    /// Number of units today, or the nominal value of a bond with a price in percent; null if nothing is held.
    quantity: Option<f64>,
    /// Average cost of a unit, with fees, in the ticker's currency, or in percent for a bond with a price in percent; null if unknown.
    cost: Option<f64>,
    /// Purchases and sales, ascending by date; empty if quantity and cost were entered.
    lots: Vec<LotFields>,
    /// Splits that changed the number of units since they were entered, newest first.
    splits_applied: Vec<AppliedSplit>,
}

impl HeldFields {
    /// Computes the holding in a ticker now.
    pub(crate) fn of(
        holding: Option<&Holding>,
        listing: &Listing,
        market: &MarketState,
        now: Timestamp,
    ) -> Self {
        let Some(holding) = holding else {
            return Self::default();
        };
        let splits = market.splits_of(listing.ticker.id);
        let quotation = listing.ticker.profile.quotation;
        let position = holding.position(quotation, splits, listing.date_at(now), |_| None);
        let lots = match holding {
            Holding::Average { .. } => Vec::new(),
            Holding::Lots(lots) => lots.iter().map(LotFields::from).collect(),
        };
        Self {
            quantity: Some(position.quantity),
            cost: position.cost(),
            lots,
            splits_applied: position.splits.iter().map(AppliedSplit::from).collect(),
        }
    }
}

/// A change to a holding. Fields that are missing stay as they are; null removes a value.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HoldingChange {
    /// Number of units, or the nominal value of a bond with a price in percent, above zero; null removes the holding.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<f64>)]
    quantity: Option<Value>,
    /// Average cost of a unit, in the ticker's currency, or in percent for a bond with a price in percent; null if unknown.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<f64>)]
    cost: Option<Value>,
    /// Purchases and sales, from which quantity and cost follow; null or an empty list removes them.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<Vec<LotFields>>)]
    lots: Option<Value>,
    /// ISO code of the currency of `cost` and `lots`, to be checked: it must be the ticker's, or its hundredth such as pence (`GBp`).
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    currency: Option<String>,
}

/// Distinguishes null from a missing field.
fn present<'de, D: Deserializer<'de>>(from: D) -> std::result::Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

impl HoldingChange {
    /// Returns true if nothing changes.
    pub(crate) fn is_empty(&self) -> bool {
        self.quantity.is_none() && self.cost.is_none() && self.lots.is_none()
    }

    /// Returns the holding after the change; `None` if nothing is held anymore.
    ///
    /// # Errors
    /// 422 with a sentence that names the field.
    pub(crate) fn apply(
        &self,
        current: Option<&Holding>,
        listing: &Listing,
        market: &MarketState,
        now: Timestamp,
    ) -> Result<Option<Holding>> {
        let profile = &listing.ticker.profile;
        // Amounts in pence are converted to pounds.
        let divisor = match self
            .currency
            .as_deref()
            .map(|code| (code, PriceUnit::parse(code)))
        {
            None => 1.0,
            Some((_, Some(unit)))
                if unit.currency == profile.currency
                    && (profile.quotation.is_currency() || unit.parts <= 1.0) =>
            {
                unit.parts
            }
            Some((code, _)) => {
                return Err(ApiError::unprocessable(format!(
                    "Invalid currency '{code}'; {} is traded in {}.",
                    profile.symbol, profile.currency
                )));
            }
        };
        let (splits, today) = (market.splits_of(listing.ticker.id), listing.date_at(now));
        let lots = self
            .lots
            .as_ref()
            .map(|lots| parse_lots(lots, divisor))
            .transpose()?;
        let number = |field: &'static str, value: &Option<Value>| {
            value
                .as_ref()
                .map(|value| parse_number(field, value))
                .transpose()
        };
        let (quantity, cost) = (
            number("quantity", &self.quantity)?,
            number("cost", &self.cost)?.map(|cost| cost.map(|cost| cost / divisor)),
        );
        if let Some(lots) = lots.as_ref().filter(|lots| !lots.is_empty()) {
            if quantity.flatten().is_some() || cost.flatten().is_some() {
                return Err(ApiError::unprocessable(
                    "Invalid quantity; with lots, quantity and cost follow from them.",
                ));
            }
            return Ok(Some(Holding::lots(lots.clone(), splits, today)?));
        }
        // If the lots are removed, the quantity and cost that follow from them are removed too.
        let current =
            current.filter(|current| lots.is_none() || matches!(current, Holding::Average { .. }));
        if let (Some(Holding::Lots(_)), None) = (current, &lots) {
            return match (quantity, cost) {
                (Some(None), _) => Ok(None),
                _ => Err(ApiError::unprocessable(
                    "Invalid quantity; quantity and cost follow from the lots: change the lots, or remove them first.",
                )),
            };
        }
        let known =
            current.map(|current| current.position(profile.quotation, splits, today, |_| None));
        let known_quantity = known.as_ref().map(|position| position.quantity);
        let known_cost = known.as_ref().and_then(Position::cost);
        match quantity.unwrap_or(known_quantity) {
            Some(quantity) => {
                let cost = cost.unwrap_or(known_cost);
                Ok(Some(Holding::average(quantity, cost, today)?))
            }
            None if cost.flatten().is_some() => Err(ApiError::unprocessable(
                "Invalid cost; a cost needs a quantity.",
            )),
            None => Ok(None),
        }
    }
}

fn parse_number(field: &str, value: &Value) -> Result<Option<f64>> {
    match value {
        Value::Null => Ok(None),
        Value::Number(number) => Ok(number.as_f64()),
        other => Err(ApiError::unprocessable(format!(
            "Invalid {field} {other}; expected a number."
        ))),
    }
}

/// Parses lots, and divides their amounts by `divisor` to convert them to the ticker's currency: 100 for pence, otherwise 1.
fn parse_lots(value: &Value, divisor: f64) -> Result<Vec<Lot>> {
    if value.is_null() {
        return Ok(Vec::new());
    }
    let Value::Array(lots) = value else {
        return Err(ApiError::unprocessable(
            "Invalid lots; expected a list of lots.",
        ));
    };
    let lot = |(index, lot): (usize, &Value)| {
        let lot: LotFields = serde_json::from_value(lot.clone())
            .map_err(|error| ApiError::unprocessable(format!("Invalid lots[{index}]: {error}.")))?;
        let lot = Lot::from(lot);
        Ok(Lot {
            price: lot.price / divisor,
            fee: lot.fee.map(|fee| fee / divisor),
            ..lot
        })
    };
    lots.iter().enumerate().map(lot).collect()
}

/// The holding in a ticker, in an export. The fields are missing if nothing is held.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExportedHolding {
    /// Number of units on the day `heldSince`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) quantity: Option<f64>,
    /// Average cost of a unit, in the ticker's currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cost: Option<f64>,
    /// The day on which quantity and cost were entered; later splits are applied. Default: today.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    held_since: Option<Date>,
    /// Purchases and sales.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    lots: Vec<LotFields>,
}

impl From<Option<&Holding>> for ExportedHolding {
    fn from(holding: Option<&Holding>) -> Self {
        match holding {
            None => Self::default(),
            Some(Holding::Average {
                quantity,
                cost,
                since,
            }) => Self {
                quantity: Some(*quantity),
                cost: *cost,
                held_since: Some(*since),
                ..Self::default()
            },
            Some(Holding::Lots(lots)) => Self {
                lots: lots.iter().map(LotFields::from).collect(),
                ..Self::default()
            },
        }
    }
}

impl ExportedHolding {
    /// Validates an exported holding and converts it; `None` if nothing is held.
    ///
    /// # Errors
    /// A sentence that names the field.
    pub(crate) fn parse(
        self,
        listing: &Listing,
        market: &MarketState,
        now: Timestamp,
    ) -> std::result::Result<Option<Holding>, ValidationError> {
        let today = listing.date_at(now);
        if !self.lots.is_empty() {
            let lots = self.lots.into_iter().map(Lot::from).collect();
            let splits = market.splits_of(listing.ticker.id);
            return Holding::lots(lots, splits, today).map(Some);
        }
        let since = self.held_since.unwrap_or(today);
        if since > today {
            return Err(ValidationError(format!(
                "Invalid heldSince {since}; expected a day until today ({today})."
            )));
        }
        self.quantity
            .map(|quantity| Holding::average(quantity, self.cost, since))
            .transpose()
    }
}
