//! The store through its front door, on real files.

mod bars;
mod damage;
mod full_disk;
mod market;
mod opening;
mod people;
mod power_cut;
mod sizes;
mod support;
