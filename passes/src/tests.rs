//! Tests of passes that work together.

mod compares;
