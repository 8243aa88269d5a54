//! Finnhub, which needs an API key: quotes of US stocks and ETFs while no preferred provider supplies them, and a stream of
//! trades (see [`FinnhubTrades`]).

mod profiles;
mod quotes;
mod trades;
mod wire;

pub use self::{profiles::FinnhubProfiles, quotes::Finnhub, trades::FinnhubTrades};
pub(crate) use self::{
    quotes::{DESCRIPTION as QUOTES_DESCRIPTION, probe as quotes_probe},
    trades::{DESCRIPTION as TRADES_DESCRIPTION, probe as trades_probe},
};
