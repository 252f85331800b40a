//! A plugin of clang's (`-load`): each condition of a source is wrapped into a marker that IR keeps, and a table says what
//! it is. `conditions.cpp` is all of it, since clang's syntax trees are reached from C++ alone; cargo builds it as it builds
//! the rest.
