//! The live feed's engine: who watches what, and what is newest for them.

pub mod hub;
mod bits;
