//! Rows of members of an index that this server does not follow.

use crate::{
    domain::{
        facts::ListedMembers,
        quote::Quote,
        screen::{NumberField, Row},
        ticker::{Profile, Ticker, TickerId},
    },
    market::Listing,
};

/// The id of a ticker that is not followed.
const NO_ID: TickerId = TickerId(0);

/// Returns a listing with the texts and the price of `row`, which is from a list of stocks.
pub(super) fn listing(row: &Row, members: Option<&ListedMembers>) -> Listing {
    let texts = &row.texts;
    let profile = Profile {
        sector: texts.sector.clone(),
        country: texts.country.clone(),
        currency: texts.quoted_in.currency,
        ..Profile::new(texts.symbol.clone(), texts.name.clone(), texts.kind)
    };
    let price = row.number(NumberField::Price);
    Listing {
        quote: price
            .zip(members)
            .map(|(price, members)| quote(row, price, members)),
        ..Listing::new(Ticker::new(NO_ID, profile))
    }
}

fn quote(row: &Row, price: f64, members: &ListedMembers) -> Quote {
    Quote {
        id: NO_ID,
        price,
        as_of: members.as_of,
        source: members.provider.clone(),
        previous_close: None,
        is_bar_close: false,
        change_24h: row.number(NumberField::ChangeDay),
        change_7d: None,
        market_cap: row.number(NumberField::MarketCap),
        volume_24h: row.number(NumberField::Volume),
        day_high: None,
        day_low: None,
        year_high: None,
        year_low: None,
        all_time_high: None,
        supply: None,
        extended: None,
        adjusted_for: None,
    }
}
