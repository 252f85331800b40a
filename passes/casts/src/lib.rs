//! A clang plugin (`-load`): explicit casts of integers are checked as implicit conversions are. All of it is in
//! `casts.cpp`, because clang's syntax tree has a C++ interface only; cargo builds it with the rest.
