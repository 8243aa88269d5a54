//! The connection to an MQTT broker: settings, protocol (MQTT 3.1.1,
//! <https://docs.oasis-open.org/mqtt/mqtt/v3.1.1/os/mqtt-v3.1.1-os.html>), and queue of alerts to publish.

mod handle;
mod packet;
mod session;
mod settings;

pub use self::{
    handle::{AlertReceiver, BrokerHandle, BrokerState},
    settings::BrokerSettings,
};
pub(crate) use self::{
    handle::{EVENT_TYPES, QueuedAlert},
    packet::ReceivedPacket,
    session::{BrokerError, Session},
};
