//! A clang plugin (`-plugin fz-expand`): prints the preprocessed text of a unit, and where each of its tokens was
//! written. All of it is in `expand.cpp`, because clang's preprocessor has a C++ interface only; cargo builds it with
//! the rest.
