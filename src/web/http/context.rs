//! The context of a request: shared state and connection.

use std::{net::IpAddr, sync::Arc};

use tokio::sync::watch;

use super::connections::Permit;
use crate::web::AppState;

/// Shared state, and the connection that received the request.
pub(crate) struct Context {
    pub(crate) state: Arc<AppState>,
    /// Address of the TCP peer: the client or a proxy.
    pub(crate) peer: IpAddr,
    pub(crate) permit: Arc<Permit>,
    /// Becomes true when the server stops.
    pub(crate) stopped: watch::Receiver<bool>,
}
