//! A clang plugin (`-load`): writes down which files clang has read for a unit, for the pass `capture`. All of it is in
//! `capture.cpp`, because clang's preprocessor has a C++ interface only; cargo builds it with the rest.
