//! What other programs follow: dates as a calendar, news as a feed.

mod atom;
mod calendar;
mod ics;
mod news;

pub(crate) use self::{calendar::*, news::*};
