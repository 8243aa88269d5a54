//! The connection with the MQTT broker, and its task.

use std::sync::Arc;

use tokio::sync::Mutex;

use super::deliveries::Dependencies;
use crate::{
    alerts::Channels,
    broker::{Inbox, Outlet},
    config::Config,
    market::Market,
    mqtt::Publisher,
    runtime::{
        fault, shutdown,
        supervisor::{Supervisor, Task},
    },
};

/// Has every alert go to the broker, where one is configured; where they come out for its task.
pub(super) fn join(config: &Config, channels: &Channels) -> anyhow::Result<Option<Inbox>> {
    let Some(settings) = &config.mqtt else {
        return Ok(None);
    };
    let (outlet, inbox) = Outlet::new(settings);
    let joined = channels.set_broker(outlet);
    joined.map_err(|wrong| anyhow::anyhow!("mqtt: {}", wrong.message))?;
    Ok(Some(inbox))
}

/// Publishes prices and alerts until the stop, where there is a broker.
pub(super) fn spawn(
    supervisor: &Supervisor,
    config: &Config,
    inbox: Option<Inbox>,
    market: &Arc<Market>,
    dependencies: &Dependencies,
) -> Option<Task> {
    let (settings, inbox) = config.mqtt.clone().zip(inbox)?;
    let Dependencies {
        store,
        clock,
        stopped,
        ..
    } = dependencies;
    let publisher = Publisher::new(
        settings,
        &config.server.public_url,
        inbox,
        Arc::clone(market),
        store.clone(),
        Arc::clone(clock),
    );
    let (publisher, stopped) = (Arc::new(Mutex::new(publisher)), stopped.clone());
    Some(supervisor.restartable("mqtt", move || {
        let (publisher, stopped) = (Arc::clone(&publisher), stopped.clone());
        async move {
            fault::panic_if_asked("mqtt");
            publisher.lock().await.run(shutdown::set(stopped)).await;
        }
    }))
}
