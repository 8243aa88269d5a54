//! All that a browser talks to.
