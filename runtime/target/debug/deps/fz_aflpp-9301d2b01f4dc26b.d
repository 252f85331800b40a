/work/wt/fox/runtime/target/debug/deps/fz_aflpp-9301d2b01f4dc26b.d: protocol/aflpp/src/lib.rs protocol/aflpp/src/handshake.rs

/work/wt/fox/runtime/target/debug/deps/libfz_aflpp-9301d2b01f4dc26b.rmeta: protocol/aflpp/src/lib.rs protocol/aflpp/src/handshake.rs

protocol/aflpp/src/lib.rs:
protocol/aflpp/src/handshake.rs:
