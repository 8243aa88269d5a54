//! The task that keeps the connection to the MQTT broker.

use std::sync::Arc;

use tokio::sync::Mutex;

use super::deliveries::Dependencies;
use crate::{
    alerts::Channels,
    broker::{AlertReceiver, BrokerHandle},
    config::Config,
    market::Market,
    mqtt::Publisher,
    runtime::{
        panics, shutdown,
        supervisor::{Supervisor, Task},
    },
};

/// Registers the configured broker as a channel. Returns the receiver of the alerts for its task,
/// or `None` if no broker is configured.
pub(super) fn register_broker(
    config: &Config,
    channels: &Channels,
) -> anyhow::Result<Option<AlertReceiver>> {
    let Some(settings) = &config.mqtt else {
        return Ok(None);
    };
    let (handle, alert_receiver) = BrokerHandle::new(settings);
    let result = channels.set_broker(handle);
    result.map_err(|error| anyhow::anyhow!("mqtt: {}", error.message))?;
    Ok(Some(alert_receiver))
}

/// Spawns the task that publishes prices and alerts until shutdown, if a broker is configured.
pub(super) fn spawn(
    supervisor: &Supervisor,
    config: &Config,
    alert_receiver: Option<AlertReceiver>,
    market: &Arc<Market>,
    dependencies: &Dependencies,
) -> Option<Task> {
    let (settings, alert_receiver) = config.mqtt.clone().zip(alert_receiver)?;
    let Dependencies {
        store,
        clock,
        stopped,
        ..
    } = dependencies;
    let publisher = Publisher::new(
        settings,
        &config.server.public_url,
        alert_receiver,
        Arc::clone(market),
        store.clone(),
        Arc::clone(clock),
        config.market.display_currency,
    );
    let (publisher, stopped) = (Arc::new(Mutex::new(publisher)), stopped.clone());
    Some(supervisor.restartable("mqtt", move || {
        let (publisher, stopped) = (Arc::clone(&publisher), stopped.clone());
        async move {
            panics::inject_panic("mqtt");
            publisher
                .lock()
                .await
                .run(shutdown::wait_until_set(stopped))
                .await;
        }
    }))
}
