/work/wt/fox/runtime/target/debug/deps/fz_abi-51698a4a559d888e.d: abi/src/lib.rs abi/src/afl.rs abi/src/angora.rs abi/src/capture.rs abi/src/compares.rs abi/src/contexts.rs abi/src/coverage.rs abi/src/distance.rs abi/src/edges_record.rs abi/src/exporters.rs abi/src/fox.rs abi/src/functions.rs abi/src/graph.rs abi/src/guards.rs abi/src/harness.rs abi/src/header.rs abi/src/honggfuzz.rs abi/src/layout.rs abi/src/libafl.rs abi/src/map.rs abi/src/peers.rs abi/src/places.rs abi/src/sections.rs abi/src/sites_record.rs abi/src/stack.rs abi/src/taint.rs abi/src/tokens.rs abi/src/types.rs abi/src/unit_record.rs abi/src/variables.rs

/work/wt/fox/runtime/target/debug/deps/libfz_abi-51698a4a559d888e.rmeta: abi/src/lib.rs abi/src/afl.rs abi/src/angora.rs abi/src/capture.rs abi/src/compares.rs abi/src/contexts.rs abi/src/coverage.rs abi/src/distance.rs abi/src/edges_record.rs abi/src/exporters.rs abi/src/fox.rs abi/src/functions.rs abi/src/graph.rs abi/src/guards.rs abi/src/harness.rs abi/src/header.rs abi/src/honggfuzz.rs abi/src/layout.rs abi/src/libafl.rs abi/src/map.rs abi/src/peers.rs abi/src/places.rs abi/src/sections.rs abi/src/sites_record.rs abi/src/stack.rs abi/src/taint.rs abi/src/tokens.rs abi/src/types.rs abi/src/unit_record.rs abi/src/variables.rs

abi/src/lib.rs:
abi/src/afl.rs:
abi/src/angora.rs:
abi/src/capture.rs:
abi/src/compares.rs:
abi/src/contexts.rs:
abi/src/coverage.rs:
abi/src/distance.rs:
abi/src/edges_record.rs:
abi/src/exporters.rs:
abi/src/fox.rs:
abi/src/functions.rs:
abi/src/graph.rs:
abi/src/guards.rs:
abi/src/harness.rs:
abi/src/header.rs:
abi/src/honggfuzz.rs:
abi/src/layout.rs:
abi/src/libafl.rs:
abi/src/map.rs:
abi/src/peers.rs:
abi/src/places.rs:
abi/src/sections.rs:
abi/src/sites_record.rs:
abi/src/stack.rs:
abi/src/taint.rs:
abi/src/tokens.rs:
abi/src/types.rs:
abi/src/unit_record.rs:
abi/src/variables.rs:
