//! The connection of a request.

use std::{net::IpAddr, sync::Arc};

use tokio::sync::watch;

use super::connections::Permit;
use crate::web::AppState;

/// What a request knows of the connection it came by.
pub(crate) struct Context {
    pub(crate) state: Arc<AppState>,
    /// The client's address, or that of the proxy before it.
    pub(crate) peer: IpAddr,
    pub(crate) permit: Arc<Permit>,
    pub(crate) stopped: watch::Receiver<bool>,
}
