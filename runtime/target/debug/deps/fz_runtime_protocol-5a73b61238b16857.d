/work/wt/fox/runtime/target/debug/deps/fz_runtime_protocol-5a73b61238b16857.d: protocol/src/lib.rs protocol/src/cmplog.rs protocol/src/cmplog/hooks.rs protocol/src/cmplog/layout.rs protocol/src/cmplog/memory.rs protocol/src/coverage.rs protocol/src/entry.rs protocol/src/entry/x86_64.rs protocol/src/environment.rs protocol/src/ijon.rs protocol/src/persistent.rs protocol/src/protocol.rs protocol/src/server.rs protocol/src/sync.rs protocol/src/test_case.rs protocol/src/tokens.rs

/work/wt/fox/runtime/target/debug/deps/libfz_runtime_protocol-5a73b61238b16857.rmeta: protocol/src/lib.rs protocol/src/cmplog.rs protocol/src/cmplog/hooks.rs protocol/src/cmplog/layout.rs protocol/src/cmplog/memory.rs protocol/src/coverage.rs protocol/src/entry.rs protocol/src/entry/x86_64.rs protocol/src/environment.rs protocol/src/ijon.rs protocol/src/persistent.rs protocol/src/protocol.rs protocol/src/server.rs protocol/src/sync.rs protocol/src/test_case.rs protocol/src/tokens.rs

protocol/src/lib.rs:
protocol/src/cmplog.rs:
protocol/src/cmplog/hooks.rs:
protocol/src/cmplog/layout.rs:
protocol/src/cmplog/memory.rs:
protocol/src/coverage.rs:
protocol/src/entry.rs:
protocol/src/entry/x86_64.rs:
protocol/src/environment.rs:
protocol/src/ijon.rs:
protocol/src/persistent.rs:
protocol/src/protocol.rs:
protocol/src/server.rs:
protocol/src/sync.rs:
protocol/src/test_case.rs:
protocol/src/tokens.rs:
