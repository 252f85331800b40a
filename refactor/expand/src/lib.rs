//! A plugin of clang's (`-plugin fz-expand`): the preprocessed text of a unit, and where each token of it was written.
//! `expand.cpp` is all of it, since clang's preprocessor is reached from C++ alone; cargo builds it as it builds the rest.
