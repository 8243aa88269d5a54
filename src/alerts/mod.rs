//! Alerts: `engine` judges them, `service` keeps them and hands out what they report.

mod engine;
mod samples;
mod service;

pub(crate) use self::engine::{Baseline, needed_bars};
pub use self::{
    engine::Outcome,
    samples::{SAMPLE_SYMBOLS, samples},
    service::AlertService,
};
