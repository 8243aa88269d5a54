//! What is known of a request besides the request itself.

use std::{net::IpAddr, sync::Arc};

use tokio::sync::watch;

use super::connections::Permit;
use crate::web::AppState;

/// The connection that a request came on.
pub(crate) struct Context {
    pub(crate) state: Arc<AppState>,
    /// Address of the peer: the client or a proxy.
    pub(crate) peer: IpAddr,
    pub(crate) permit: Arc<Permit>,
    pub(crate) stopped: watch::Receiver<bool>,
}
