//! The connection of a request.

use std::sync::Arc;

use tokio::sync::watch;

use super::connections::Permit;
use crate::web::AppState;

/// What a request knows of the connection it came by.
pub(crate) struct Context {
    pub(crate) state: Arc<AppState>,
    pub(crate) permit: Arc<Permit>,
    pub(crate) stopped: watch::Receiver<bool>,
}
