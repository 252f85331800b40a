//! Passes that meet.

mod compares;
