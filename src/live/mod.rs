//! The live feed's engine: who watches what, and what is newest for them.

mod bit_set;
pub mod hub;
