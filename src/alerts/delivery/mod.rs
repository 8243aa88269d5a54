//! How reports reach people.

mod in_app;

pub use self::in_app::{EncodeReport, InApp};
