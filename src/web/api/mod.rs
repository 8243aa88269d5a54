//! The API: a room for each noun, with its handlers and the shapes of its answers.

pub(crate) mod alerts;
pub(crate) mod backup;
pub(crate) mod boards;
pub(crate) mod breadth;
pub(crate) mod dividends;
pub(crate) mod earnings;
pub(crate) mod economy;
pub(crate) mod feeds;
pub(crate) mod history;
pub(crate) mod holidays;
pub(crate) mod icos;
pub(crate) mod logos;
pub(crate) mod market;
pub(crate) mod metrics;
pub(crate) mod news;
pub(crate) mod periods;
pub(crate) mod selection;
pub(crate) mod settings;
pub(crate) mod shapes;
pub(crate) mod status;
pub(crate) mod summary;
pub(crate) mod symbols;
pub(crate) mod system;
pub(crate) mod tickers;
pub(crate) mod transfer;
pub(crate) mod watchlists;
