//! Fan-out of prepared frames.
