//! The `marketdeck` program.

fn main() {}
