//! A plugin of clang's (`-load`): explicit casts of integers are checked as implicit conversions are. `casts.cpp` is all
//! of it, since clang's syntax trees are reached from C++ alone; cargo builds it as it builds the rest.
