//! How the address of each counter's code gets into libFuzzer's table.
//!
//! The table is in the order of the counters and is written before there is code. Code may be inlined into other
//! functions, duplicated, or removed. So each counter brings an entry along ([`Told`](super::counters::Told),
//! [`fz_abi::places`]) that says where its code ended up, in the section group of the function that it ended up in. A
//! counter without an entry keeps the address that the table has. The image's constructor reads the entries before it
//! passes the table to the engine:
//!
//! Nothing is written if the table is shorter than the counters: a link for AFL's engines pads the counters, and these
//! engines do not use the addresses.
//!
//! ```text
//! for each entry e of __fz_places, for each row n:
//!   __sancov_pcs[counter(e) - __start___sancov_cntrs + n * row(e)].pc = code(e)
//! ```

use fz_abi::{places as layout, sections};

use crate::ir::{Builder, Function, IntPredicate, Module};

/// The name of the function. Hidden, one per image.
const NAME: &str = "__fz_place_pcs";

/// Whether counters can record the addresses of their code: in assembly, with relative addresses of four bytes.
pub fn are_told(module: Module) -> bool {
    module.triple().starts_with("x86_64") && !module.has_flag("Code Model")
}

/// The function that writes the addresses; `None` where counters do not record any.
pub fn writer(module: Module) -> Option<Function> {
    if !module.triple().starts_with("x86_64") {
        return None;
    }
    let writer = module.add_image_function(NAME, module.void().function_of(&[]));
    for attribute in ["nounwind", "noinline", "disable_sanitizer_instrumentation"] {
        writer.add_attribute(module, attribute);
    }
    let builder = Builder::new(module);
    let [entry, head, body, rows_head, rows_body, tail, end] =
        [(); 7].map(|()| writer.append_block(""));
    let (long, word) = (module.int(64), module.int(32));
    let constant = |value| module.const_int(64, value);
    let bound = |symbol| module.section_bound(symbol);

    builder.go_to_end(entry);
    let counters = builder.ptr_to_int(bound(sections::COUNTERS_START), long);
    let stop = builder.ptr_to_int(bound(sections::COUNTERS_STOP), long);
    let length = builder.sub(stop, counters);
    let [pcs, pcs_stop] = [sections::PCS_START, sections::PCS_STOP]
        .map(|symbol| builder.ptr_to_int(bound(symbol), long));
    let pair = constant(2 * u64::from(module.pointer_bytes()));
    let fits = builder.icmp(
        IntPredicate::Eq,
        builder.sub(pcs_stop, pcs),
        builder.mul(length, pair),
    );
    builder.cond_br(fits, head, end);

    builder.go_to_end(head);
    let at = builder.phi(
        module.ptr(),
        &[(bound(sections::PLACES_START).value(), entry)],
    );
    let is_more = builder.icmp(IntPredicate::Ult, at, bound(sections::PLACES_STOP));
    builder.cond_br(is_more, body, end);

    builder.go_to_end(body);
    let field = |offset| builder.offset(at, constant(offset));
    let distance = |offset| {
        let field = field(offset);
        let distance = builder.sext(builder.load(word, field), long);
        builder.offset(field, distance)
    };
    let number = |offset| builder.zext(builder.load(word, field(offset)), long);
    let code = distance(layout::CODE);
    let counter = builder.ptr_to_int(distance(layout::COUNTER), long);
    let first = builder.sub(counter, counters);
    let (row, rows) = (number(layout::ROW), number(layout::ROWS));
    builder.br(rows_head);

    builder.go_to_end(rows_head);
    let done = builder.phi(long, &[(constant(0).value(), body)]);
    let index = builder.phi(long, &[(first, body)]);
    let is_row = builder.icmp(IntPredicate::Ult, done, rows);
    let is_inside = builder.icmp(IntPredicate::Ult, index, length);
    builder.cond_br(builder.and(is_row, is_inside), rows_body, tail);

    builder.go_to_end(rows_body);
    let entry = builder.offset(bound(sections::PCS_START), builder.mul(index, pair));
    builder.store(code, entry);
    builder.add_incoming(done, &[(builder.add(done, constant(1)), rows_body)]);
    builder.add_incoming(index, &[(builder.add(index, row), rows_body)]);
    builder.br(rows_head);

    builder.go_to_end(tail);
    builder.add_incoming(at, &[(field(layout::ENTRY), tail)]);
    builder.br(head);

    builder.go_to_end(end);
    builder.ret_void();
    Some(writer)
}
