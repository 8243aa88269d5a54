//! The connection with an MQTT broker: what the operator says of it, the protocol (MQTT 3.1.1,
//! <https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html>), and how others hand alerts to whoever holds it.

mod outlet;
mod packet;
mod session;
mod settings;

pub use self::{
    outlet::{BrokerState, Inbox, Outlet},
    settings::BrokerSettings,
};
pub(crate) use self::{
    outlet::{EVENTS, Submission},
    packet::Received,
    session::{BrokerError, Session},
};
