//! How a finance headline sounds.
