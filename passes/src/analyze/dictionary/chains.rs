//! Numbers side by side in memory that are compared one after the other.
