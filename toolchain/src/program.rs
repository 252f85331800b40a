//! Reading instrumented programs.
