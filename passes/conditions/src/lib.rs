//! A clang plugin (`-load`): wraps each condition of a source into a marker that survives in IR, and writes a table
//! that says what each marker stands for. All of it is in `conditions.cpp`, because clang's syntax tree has a C++
//! interface only; cargo builds it with the rest.
