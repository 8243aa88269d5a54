//! The sample market: an offline simulation.
//!
//! Every price is a pure function of seed, ticker and time, so that history, ticks and a restart
//! agree, and nothing needs to be remembered. `noise` gives numbers that are addressed rather than
//! taken in turn; `walk` makes levels of them; `recipe` says which walks a ticker is made of;
//! `engine` sums them; `cells` and `history` make bars.

#![allow(dead_code)]
mod activity;
mod almanac;
mod cells;
mod engine;
mod history;
mod noise;
mod recipe;
mod walk;
