//! The live feed's engine: who watches what, and what is newest for them.

mod bits;
pub mod hub;
