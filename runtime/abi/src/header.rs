//! The C header of the ABI, for `runtime/taint`, `runtime/harness` and engines: constants, structures with assertions
//! on their members' offsets, variables and functions.

use core::fmt;

use crate::{
    afl, angora, contexts, distance, functions, guards, harness,
    layout::{Laid, Layout},
    patch, places, sections, sites, stack,
    taint::{self, env, label, shadow, slots, trace},
    unit_record,
    variables::{self, Storage},
};

/// Its file name.
pub const FILE: &str = "fz_abi.h";

/// All structures, in an order in which each comes before its users.
pub const LAYOUTS: [Layout; 18] = [
    contexts::Bounds::LAYOUT,
    contexts::Call::LAYOUT,
    contexts::Function::LAYOUT,
    places::Place::LAYOUT,
    stack::Depth::LAYOUT,
    patch::Patch::LAYOUT,
    guards::Guard::LAYOUT,
    angora::Condition::LAYOUT,
    distance::Header::LAYOUT,
    taint::Site::LAYOUT,
    trace::Header::LAYOUT,
    trace::Node::LAYOUT,
    trace::Event::LAYOUT,
    trace::Record::LAYOUT,
    trace::SiteRecord::LAYOUT,
    trace::OperandsRecord::LAYOUT,
    trace::RowRecord::LAYOUT,
    unit_record::Header::LAYOUT,
];

/// Constants of 32 bits.
const NUMBERS: [(&str, u32); 38] = [
    ("LAST_OFFSET", label::LAST_OFFSET),
    ("NODE", label::NODE),
    ("TOP", label::TOP),
    ("POWER_SHIFT", label::POWER_SHIFT),
    ("POWER", label::POWER),
    ("COUNT", label::COUNT),
    ("SHADOW_SHIFT", shadow::SHIFT),
    ("LANES", slots::LANES),
    ("ARGUMENTS", slots::ARGUMENTS),
    ("RETURNS", slots::RETURNS),
    ("REGISTERS", slots::REGISTERS),
    ("VARIADIC", slots::VARIADIC),
    ("ROOM_LABELS", slots::ROOM_LABELS),
    ("ANY", slots::ANY),
    ("TRACE_HEADER", trace::HEADER as u32),
    ("RECORD_SITE", trace::RECORD_SITE),
    ("RECORD_OPERANDS", trace::RECORD_OPERANDS),
    ("RECORD_ROW", trace::RECORD_ROW),
    ("RECORD_FOREIGN", trace::RECORD_FOREIGN),
    ("RECORD_NOTE", trace::RECORD_NOTE),
    ("OPERAND_MAX", trace::OPERAND_MAX as u32),
    ("UNLABELLED", sites::UNLABELLED),
    ("HOW_MEMORY", sites::how::MEMORY),
    ("HOW_TEXT", sites::how::TEXT),
    ("HOW_TEXT_PREFIX", sites::how::TEXT_PREFIX),
    ("HOW_FOLDED", sites::how::FOLDED),
    ("HOW_FOLDED_PREFIX", sites::how::FOLDED_PREFIX),
    ("HOW_FIND_TEXT", sites::how::FIND_TEXT),
    ("HOW_FIND_FOLDED", sites::how::FIND_FOLDED),
    ("HOW_STRING_TEXT", sites::how::STRING_TEXT),
    ("HOW_STRING_STRING", sites::how::STRING_STRING),
    ("HOW_POINTERS", sites::how::POINTERS),
    ("HOW_POINTERS_LENGTH", sites::how::POINTERS_LENGTH),
    ("GUARD_NAME_MAX", guards::NAME_MAX as u32),
    ("GUARD_SIGNED", guards::SIGNED as u32),
    ("GUARD_INFERRED", guards::INFERRED as u32),
    ("GUARD_GUESSED", guards::GUESSED as u32),
    ("REFUSED", taint::REFUSED as u32),
];

/// Constants of 64 bits.
const WIDE: [(&str, u64); 13] = [
    ("HITS_USUAL", env::HITS_USUAL),
    ("NODES_USUAL", env::NODES_USUAL),
    ("EVENTS_USUAL", env::EVENTS_USUAL),
    ("SHADOW_MASK", shadow::MASK),
    ("TRACE_MAGIC", trace::MAGIC),
    ("INPUT_SEEN", trace::INPUT_SEEN),
    ("NODES_FULL", trace::NODES_FULL),
    ("EVENTS_FULL", trace::EVENTS_FULL),
    ("RECORDS_FULL", trace::RECORDS_FULL),
    ("EXITED", trace::EXITED),
    ("ROWS_FULL", trace::ROWS_FULL),
    ("ROWS", trace::ROWS),
    ("ROW_INPUT", trace::ROW_INPUT),
];

const TEXTS: [(&str, &str); 11] = [
    ("INPUT_ENV", env::INPUT),
    ("OUT_ENV", env::OUT),
    ("HITS_ENV", env::HITS),
    ("NODES_ENV", env::NODES),
    ("EVENTS_ENV", env::EVENTS),
    ("STACK_ENV", env::STACK),
    ("GUARD_MODE_ENV", guards::env::MODE),
    ("GUARD_MAP_ENV", guards::env::MAP),
    ("GUARD_LOG_ENV", guards::env::LOG),
    ("COUNTERS", sections::COUNTERS),
    ("HARNESS_MARK", harness::DRIVEN),
];

/// The header's text.
pub struct Header;

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(HEAD)?;
        constants(f)?;
        for layout in &LAYOUTS {
            structure(f, layout)?;
        }
        f.write_str("\n")?;
        for variable in variables::ALL {
            let storage = match variable.storage {
                Storage::Static => "",
                Storage::Thread => "_Thread_local __attribute__((tls_model(\"initial-exec\"))) ",
            };
            let declared = variable.ty.c(variable.name);
            writeln!(f, "FZ_ABI extern {storage}{declared};")?;
        }
        f.write_str("\n")?;
        for function in functions::ALL.into_iter().flatten() {
            writeln!(f, "FZ_ABI {};", function.c())?;
        }
        f.write_str("\n#endif\n")
    }
}

const HEAD: &str = "\
/* Generated from fz's runtime/abi, which says what the words mean: what instrumented programs, runtimes and engines agree
   on. */
#ifndef FZ_ABI_H
#define FZ_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FZ_ABI __attribute__((visibility(\"default\")))
/* A reference that is null where nobody defines the symbol. */
#define FZ_WEAK(name) extern FZ_ABI __attribute__((weak)) __typeof__(name) name

";

fn constants(f: &mut fmt::Formatter) -> fmt::Result {
    for (name, number) in NUMBERS {
        writeln!(f, "#define FZ_{name} {number}u")?;
    }
    for (name, number) in WIDE {
        writeln!(f, "#define FZ_{name} {number}ull")?;
    }
    for (name, text) in TEXTS {
        writeln!(f, "#define FZ_{name} \"{text}\"")?;
    }
    let shm = afl::env::SHM_ID.to_str().map_err(|_| fmt::Error)?;
    writeln!(f, "#define FZ_SHM_ID \"{shm}\"")?;
    let [[a, b], [c, d]] = shadow::RESERVED;
    writeln!(
        f,
        "#define FZ_SHADOW_RESERVED {{{{{a}ull, {b}ull}}, {{{c}ull, {d}ull}}}}"
    )?;
    words_of(f, "GUARD_KINDS", &guards::kind::NAMES)?;
    words_of(f, "GUARD_BUILTINS", &guards::builtin::NAMES)?;
    // The kinds of guards as constants, from 1 on.
    f.write_str("enum {\n")?;
    for (word, number) in guards::kind::NAMES.iter().zip(1..) {
        f.write_str("    FZ_GUARD_")?;
        for letter in word.chars() {
            write!(f, "{}", letter.to_ascii_uppercase())?;
        }
        writeln!(f, " = {number},")?;
    }
    f.write_str("};\n")
}

fn words_of(f: &mut fmt::Formatter, name: &str, words: &[&str]) -> fmt::Result {
    write!(f, "#define FZ_{name} ")?;
    for (at, word) in words.iter().enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        write!(f, "{comma}\"{word}\"")?;
    }
    f.write_str("\n")
}

fn structure(f: &mut fmt::Formatter, layout: &Layout) -> fmt::Result {
    let Layout {
        tag, size, align, ..
    } = *layout;
    writeln!(f, "\nstruct {tag} {{")?;
    for field in layout.fields {
        writeln!(f, "    {};", field.ty.c(field.name))?;
    }
    match layout.is_packed() {
        true => writeln!(f, "}} __attribute__((packed, aligned({align})));")?,
        false => f.write_str("};\n")?,
    }
    writeln!(
        f,
        "_Static_assert(sizeof(struct {tag}) == {size} && _Alignof(struct {tag}) == {align}, \"size of fz_abi's {tag}\");"
    )?;
    for field in layout.fields {
        let (name, offset) = (field.name, field.offset);
        writeln!(
            f,
            "_Static_assert(offsetof(struct {tag}, {name}) == {offset}, \"place in fz_abi's {tag}\");"
        )?;
    }
    Ok(())
}
