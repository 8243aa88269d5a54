//! The simulated market from outside.
