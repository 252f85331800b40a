/work/wt/fox/runtime/target/debug/deps/fz_classic-ca2c976ce0e7941a.d: protocol/classic/src/lib.rs

/work/wt/fox/runtime/target/debug/deps/libfz_classic-ca2c976ce0e7941a.rmeta: protocol/classic/src/lib.rs

protocol/classic/src/lib.rs:
