/work/wt/fox/runtime/target/debug/deps/fz_runtime_core-3bbfa3500befd5a9.d: core/src/lib.rs core/src/callbacks.rs core/src/check.rs core/src/contexts.rs core/src/copy.rs core/src/counters.rs core/src/distance.rs core/src/distance/bytes.rs core/src/distance/fox.rs core/src/distance/numbers.rs core/src/distance/segment.rs core/src/environment.rs core/src/image.rs core/src/layout.rs core/src/leftovers.rs core/src/map.rs core/src/phase.rs core/src/records.rs core/src/segment.rs core/src/slots.rs core/src/sys.rs core/src/sys/x86_64.rs core/src/sys/files.rs core/src/sys/images.rs core/src/sys/line.rs core/src/sys/memory.rs core/src/sys/process.rs core/src/value.rs

/work/wt/fox/runtime/target/debug/deps/libfz_runtime_core-3bbfa3500befd5a9.rmeta: core/src/lib.rs core/src/callbacks.rs core/src/check.rs core/src/contexts.rs core/src/copy.rs core/src/counters.rs core/src/distance.rs core/src/distance/bytes.rs core/src/distance/fox.rs core/src/distance/numbers.rs core/src/distance/segment.rs core/src/environment.rs core/src/image.rs core/src/layout.rs core/src/leftovers.rs core/src/map.rs core/src/phase.rs core/src/records.rs core/src/segment.rs core/src/slots.rs core/src/sys.rs core/src/sys/x86_64.rs core/src/sys/files.rs core/src/sys/images.rs core/src/sys/line.rs core/src/sys/memory.rs core/src/sys/process.rs core/src/value.rs

core/src/lib.rs:
core/src/callbacks.rs:
core/src/check.rs:
core/src/contexts.rs:
core/src/copy.rs:
core/src/counters.rs:
core/src/distance.rs:
core/src/distance/bytes.rs:
core/src/distance/fox.rs:
core/src/distance/numbers.rs:
core/src/distance/segment.rs:
core/src/environment.rs:
core/src/image.rs:
core/src/layout.rs:
core/src/leftovers.rs:
core/src/map.rs:
core/src/phase.rs:
core/src/records.rs:
core/src/segment.rs:
core/src/slots.rs:
core/src/sys.rs:
core/src/sys/x86_64.rs:
core/src/sys/files.rs:
core/src/sys/images.rs:
core/src/sys/line.rs:
core/src/sys/memory.rs:
core/src/sys/process.rs:
core/src/value.rs:
