/work/wt/fox/runtime/target/debug/deps/fz_angora-f69b92b0c05f97e5.d: protocol/angora/src/lib.rs protocol/angora/src/condition.rs protocol/angora/src/environment.rs protocol/angora/src/table.rs

/work/wt/fox/runtime/target/debug/deps/libfz_angora-f69b92b0c05f97e5.rmeta: protocol/angora/src/lib.rs protocol/angora/src/condition.rs protocol/angora/src/environment.rs protocol/angora/src/table.rs

protocol/angora/src/lib.rs:
protocol/angora/src/condition.rs:
protocol/angora/src/environment.rs:
protocol/angora/src/table.rs:
