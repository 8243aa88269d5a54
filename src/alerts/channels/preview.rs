//! What a channel would send, while its settings are written.

use super::{
    kept::{self, Wanted},
    ntfy,
    outgoing::{Outgoing, Preview},
    settings::Kind,
    smtp, webhook,
};
use crate::{
    alerts::delivery::Message,
    domain::{Timestamp, alert::FiredAlert, currency::Currency},
};

/// What settings would send of an alert that is made up, whoever gets it: secrets are neither needed nor read. A sentence about
/// what is wrong with what is to be said.
pub(super) fn preview(
    mut wanted: Wanted,
    public_url: &str,
    now: Timestamp,
) -> Result<Preview, String> {
    kept::check_of_page(&wanted)?;
    wanted.retain(|key, value| !value.is_null() && key != kept::HEADERS);
    let settings = kept::parsed(&wanted)?;
    let message = Message::new(settings.name(), vec![(1, example(now))]);
    let outgoing = Outgoing::new(&message, public_url);
    match &settings.kind {
        Kind::Ntfy(settings) => Ok(ntfy::preview(settings, &outgoing)),
        Kind::Webhook(settings) => {
            webhook::preview(settings, &outgoing).map_err(|wrong| kept::sentence(&wrong))
        }
        // A page can name no program.
        Kind::Smtp(_) | Kind::Command(_) => Ok(smtp::preview(&outgoing)),
    }
}

/// An alert that nobody made.
fn example(now: Timestamp) -> FiredAlert {
    FiredAlert {
        alert_id: 1,
        symbol: "AAPL".to_owned(),
        price: Some(300.12),
        currency: Currency::parse("USD"),
        at: now,
        late: false,
        sentence: "AAPL price rose above $300".to_owned(),
        note: None,
    }
}
