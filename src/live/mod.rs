//! The live feed: sends encoded frames to the connections that watch a ticker. `ui/src/live/feed.ts` lists all steps from a provider's
//! price to the screen.

mod bit_set;
pub mod hub;
