//! Feeds that other programs subscribe to: the calendar (iCalendar) and news (Atom).

mod atom;
mod calendar;
mod ics;
mod news;

pub(crate) use self::{calendar::*, ics::When, news::*};
