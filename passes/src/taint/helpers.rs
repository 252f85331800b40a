//! The small functions that instrumented code calls, as IR text: their bodies are inlined after the pass
//! (`always-inline`). Rare paths are in separate functions.

use std::{cell::RefCell, collections::BTreeSet, fmt::Write};

use fz_abi::{
    functions::{self as abi, taint as calls},
    taint::slots,
    variables,
};

use crate::{
    ir::{Builder, Function, Module, Type, Value},
    runtime,
};

/// Prefix of the names of all helpers.
pub const PREFIX: &str = "__fz_taint.";

/// A helper as it is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    /// `i32 (i32, i32)`: the union of two labels.
    Union,
    /// `i32 (<n x i32>, ptr)`: the union of all lanes. The pointer, here and below, is to room for two vectors.
    Sum(u32),
    /// `<n x i32> (<n x i32>, <n x i32>, ptr)`: the union lane by lane.
    Lanes(u32),
    /// `<n x i32> (<n x i32>, i32, ptr)`: the union of each lane with one label.
    Mix(u32),
    /// `<n x i32> (<n x i32>, ptr)`: each lane becomes the union of its element's lanes; an element has this many
    /// lanes.
    Elements(u32, u32),
    /// `i32 (ptr)`: the union of this many labels in memory.
    Row(u32),
    /// `void (ptr site, i32, i32, i64, i64)`: reports an event, if there is a label.
    Event,
    /// `void (ptr site)`: counts one execution.
    Count,
    /// `void (ptr function, i32 slots)`: a function begins.
    Enter,
    /// `void (ptr to, ptr slot, i64 bytes)`: copies the labels of an argument passed by value.
    ByValue,
    /// `void (ptr callee, ptr name, i64 lanes)`: makes sure that the result slots belong to this call.
    Back,
}

impl Helper {
    fn name(self) -> String {
        let (word, numbers) = match self {
            Helper::Union => ("union", vec![]),
            Helper::Sum(n) => ("sum", vec![n]),
            Helper::Lanes(n) => ("lanes", vec![n]),
            Helper::Mix(n) => ("mix", vec![n]),
            Helper::Elements(n, of) => ("elements", vec![n, of]),
            Helper::Row(n) => ("row", vec![n]),
            Helper::Event => ("event", vec![]),
            Helper::Count => ("count", vec![]),
            Helper::Enter => ("enter", vec![]),
            Helper::ByValue => ("by_value", vec![]),
            Helper::Back => ("back", vec![]),
        };
        numbers
            .iter()
            .fold(format!("{PREFIX}{word}"), |name, n| format!("{name}.{n}"))
    }

    fn ty(self, module: Module) -> Type {
        let (label, pointer, word) = (module.int(32), module.ptr(), module.int(64));
        let lanes = |n: u32| label.vector_of(n);
        let (result, of) = match self {
            Helper::Union => (label, vec![label; 2]),
            Helper::Sum(n) => (label, vec![lanes(n), pointer]),
            Helper::Lanes(n) => (lanes(n), vec![lanes(n), lanes(n), pointer]),
            Helper::Mix(n) => (lanes(n), vec![lanes(n), label, pointer]),
            Helper::Elements(n, _) => (lanes(n), vec![lanes(n), pointer]),
            Helper::Row(_) => (label, vec![pointer]),
            Helper::Event => (module.void(), vec![pointer, label, label, word, word]),
            Helper::Count => (module.void(), vec![pointer]),
            Helper::Enter => (module.void(), vec![pointer, label]),
            Helper::ByValue => (module.void(), vec![pointer, pointer, word]),
            Helper::Back => (module.void(), vec![pointer, pointer, word]),
        };
        result.function_of(&of)
    }

    /// The result depends only on the arguments, whatever nodes are created on the way: LLVM may merge calls.
    fn promise(self, module: Module, function: Function) {
        match self {
            Helper::Union
            | Helper::Sum(_)
            | Helper::Lanes(_)
            | Helper::Mix(_)
            | Helper::Elements(..) => function.set_pure(module),
            Helper::Row(_) => {
                function.set_reads_arguments(module);
                function.add_attribute(module, "willreturn");
                function.add_attribute(module, "nounwind");
            }
            Helper::Event | Helper::Count | Helper::Enter | Helper::ByValue | Helper::Back => {}
        }
    }

    fn body(self, out: &mut String) -> std::fmt::Result {
        let name = self.name();
        let attributes = match self {
            Helper::Union | Helper::Sum(_) | Helper::Lanes(_) | Helper::Mix(_) => "#3",
            Helper::Elements(..) => "#3",
            Helper::Row(_) => "#4",
            _ => "#0",
        };
        let begin = |result: &str, of: &str| {
            format!("define linkonce_odr hidden {result} @{name}({of}) {attributes} {{\n")
        };
        // Preserves all registers, so that the fast path keeps its values in them.
        let slow = |of: &str| {
            format!(
                "$\"{name}.slow\" = comdat any\n\
                 define linkonce_odr hidden preserve_allcc void @{name}.slow({of}) #1 comdat {{\n"
            )
        };
        match self {
            Helper::Union => {
                *out += &begin("i32", "i32 %a, i32 %b");
                writeln!(
                    out,
                    "  %za = icmp eq i32 %a, 0\n  br i1 %za, label %b.only, label %more, !prof !0\n\
                     b.only:\n  ret i32 %b\n\
                     more:\n  %zb = icmp eq i32 %b, 0\n  %same = icmp eq i32 %a, %b\n  %quick = or i1 %zb, %same\n  \
                     br i1 %quick, label %a.only, label %both\n\
                     a.only:\n  ret i32 %a\n\
                     both:\n  %u = call preserve_allcc i32 @{UNION_SLOW}(i32 %a, i32 %b)\n  ret i32 %u\n}}"
                )
            }
            Helper::Sum(n) => {
                *out += &begin("i32", &format!("<{n} x i32> %v, ptr %s"));
                some_label(out, n, "v")?;
                writeln!(
                    out,
                    "clean:\n  ret i32 0\n\
                     some:\n  store <{n} x i32> %v, ptr %s, align 4\n  \
                     %u = call preserve_allcc i32 @{ROW_SLOW}(ptr %s, i64 {n})\n  ret i32 %u\n}}"
                )
            }
            Helper::Lanes(n) => {
                let bits = 32 * n;
                let vector = format!("<{n} x i32>");
                *out += &begin(&vector, &format!("{vector} %a, {vector} %b, ptr %s"));
                some_label(out, n, "a")?;
                writeln!(
                    out,
                    "clean:\n  ret {vector} %b\n\
                     some:\n  %ib = bitcast {vector} %b to i{bits}\n  %zb = icmp eq i{bits} %ib, 0\n  \
                     %same = icmp eq i{bits} %i, %ib\n  %quick = or i1 %zb, %same\n  \
                     br i1 %quick, label %a.only, label %both, !prof !0\n\
                     a.only:\n  ret {vector} %a\n\
                     both:\n  %q = getelementptr i8, ptr %s, i64 {}\n  store {vector} %a, ptr %s, align 4\n  \
                     store {vector} %b, ptr %q, align 4\n  \
                     call preserve_allcc void @{name}.slow(ptr %s)\n  \
                     %u = load {vector}, ptr %s, align 4\n  ret {vector} %u\n}}",
                    4 * n
                )?;
                *out += &slow("ptr %s");
                writeln!(
                    out,
                    "  %q = getelementptr i8, ptr %s, i64 {}\n  \
                     call void @{}(ptr %s, ptr %s, ptr %q, i64 {n})\n  ret void\n}}",
                    4 * n,
                    calls::UNION_LANES.name
                )
            }
            Helper::Mix(n) => {
                let vector = format!("<{n} x i32>");
                *out += &begin(&vector, &format!("{vector} %v, i32 %l, ptr %s"));
                writeln!(
                    out,
                    "  %z = icmp eq i32 %l, 0\n  br i1 %z, label %same, label %some, !prof !0\n\
                     same:\n  ret {vector} %v\n\
                     some:\n  %i = bitcast {vector} %v to i{bits}\n  %c = icmp eq i{bits} %i, 0\n  \
                     br i1 %c, label %alone, label %both\n\
                     alone:\n  %o = insertelement {vector} zeroinitializer, i32 %l, i32 0\n  \
                     %w = shufflevector {vector} %o, {vector} zeroinitializer, {vector} zeroinitializer\n  ret {vector} %w\n\
                     both:\n  store {vector} %v, ptr %s, align 4\n  \
                     call preserve_allcc void @{name}.slow(ptr %s, i32 %l)\n  \
                     %u = load {vector}, ptr %s, align 4\n  ret {vector} %u\n}}",
                    bits = 32 * n
                )?;
                *out += &slow("ptr %s, i32 %l");
                for lane in 0..n {
                    writeln!(
                        out,
                        "  %p{lane} = getelementptr i32, ptr %s, i64 {lane}\n  %o{lane} = load i32, ptr %p{lane}\n  \
                         %u{lane} = call i32 @{}(i32 %o{lane}, i32 %l)\n  store i32 %u{lane}, ptr %p{lane}",
                        calls::UNION.name
                    )?;
                }
                out.push_str("  ret void\n}\n");
                Ok(())
            }
            Helper::Elements(n, of) => {
                let vector = format!("<{n} x i32>");
                *out += &begin(&vector, &format!("{vector} %v, ptr %s"));
                some_label(out, n, "v")?;
                writeln!(
                    out,
                    "clean:\n  ret {vector} %v\n\
                     some:\n  store {vector} %v, ptr %s, align 4\n  \
                     call preserve_allcc void @{name}.slow(ptr %s)\n  \
                     %u = load {vector}, ptr %s, align 4\n  ret {vector} %u\n}}"
                )?;
                *out += &slow("ptr %s");
                for first in (0..n).step_by(of as usize) {
                    writeln!(
                        out,
                        "  %p{first} = getelementptr i32, ptr %s, i64 {first}\n  \
                         %u{first} = call i32 @{}(ptr %p{first}, i64 {of})",
                        calls::UNION_ROW.name
                    )?;
                    for lane in first..first + of {
                        writeln!(
                            out,
                            "  %q{lane} = getelementptr i32, ptr %s, i64 {lane}\n  store i32 %u{first}, ptr %q{lane}"
                        )?;
                    }
                }
                out.push_str("  ret void\n}\n");
                Ok(())
            }
            Helper::Row(n) => {
                *out += &begin("i32", "ptr %p");
                let bits = 32 * n;
                writeln!(
                    out,
                    "  %i = load i{bits}, ptr %p, align 4\n  %z = icmp eq i{bits} %i, 0\n  \
                     br i1 %z, label %clean, label %some, !prof !0\n\
                     clean:\n  ret i32 0\n\
                     some:\n  %u = call preserve_allcc i32 @{ROW_SLOW}(ptr %p, i64 {n})\n  ret i32 %u\n}}"
                )
            }
            Helper::Event => {
                *out += &begin("void", "ptr %s, i32 %la, i32 %lb, i64 %a, i64 %b");
                // After the first executions, a byte that flows into one operand is one bit in a row, and what was
                // reported before is not reported again.
                writeln!(
                    out,
                    "  %l = or i32 %la, %lb\n  %z = icmp eq i32 %l, 0\n  br i1 %z, label %end, label %some, !prof !0\n\
                     some:\n  %pn = getelementptr i8, ptr %s, i64 {bits}\n  %n = load i64, ptr %pn\n  \
                     %w = zext i32 %l to i64\n  %at = sub i64 %w, 1\n  %in = icmp ult i64 %at, %n\n  \
                     %za = icmp eq i32 %la, 0\n  %zb = icmp eq i32 %lb, 0\n  %one = or i1 %za, %zb\n  \
                     %is = and i1 %one, %in\n  br i1 %is, label %mark, label %more\n\
                     mark:\n  %pr = getelementptr i8, ptr %s, i64 {row}\n  %row = load ptr, ptr %pr\n  \
                     %byte = lshr i64 %at, 3\n  %bit = trunc i64 %at to i8\n  %low = and i8 %bit, 7\n  \
                     %m = shl i8 1, %low\n  %p = getelementptr i8, ptr %row, i64 %byte\n  \
                     %old = load i8, ptr %p\n  %new = or i8 %old, %m\n  store i8 %new, ptr %p\n  br label %end\n\
                     more:\n  %pq = getelementptr i8, ptr %s, i64 {quiet}\n  %q = load i32, ptr %pq\n  \
                     %same = icmp eq i32 %q, %l\n  %known = and i1 %one, %same\n  \
                     br i1 %known, label %end, label %tell\n\
                     tell:\n  call preserve_allcc void @{name}.slow(ptr %s, i32 %la, i32 %lb, i64 %a, i64 %b)\n  br label %end\n\
                     end:\n  ret void\n}}",
                    row = fz_abi::taint::site::ROW,
                    bits = fz_abi::taint::site::ROW_BITS,
                    quiet = fz_abi::taint::site::QUIET,
                )?;
                *out += &slow("ptr %s, i32 %la, i32 %lb, i64 %a, i64 %b");
                writeln!(
                    out,
                    "  call void @{}(ptr %s, i32 %la, i32 %lb, i64 %a, i64 %b)\n  ret void\n}}",
                    calls::EVENT.name
                )
            }
            Helper::Count => {
                *out += &begin("void", "ptr %s");
                writeln!(
                    out,
                    "  %p = getelementptr i8, ptr %s, i64 {}\n  %n = load i32, ptr %p\n  %m = add i32 %n, 1\n  \
                     store i32 %m, ptr %p\n  ret void\n}}",
                    fz_abi::taint::site::EXECUTIONS
                )
            }
            Helper::Enter => {
                *out += &begin("void", "ptr %f, i32 %n");
                writeln!(
                    out,
                    "  %t = load i64, ptr @{tag}\n  %own = ptrtoint ptr %f to i64\n  %is = icmp eq i64 %t, %own\n  \
                     br i1 %is, label %end, label %foreign, !prof !0\n\
                     foreign:\n  call preserve_allcc void @{name}.slow(i32 %n)\n  br label %end\n\
                     end:\n  store i64 0, ptr @{tag}\n  ret void\n}}",
                    tag = variables::TAG.name,
                )?;
                *out += &slow("i32 %n");
                let clear = calls::CLEAR_ARGUMENTS.name;
                writeln!(out, "  call void @{clear}(i32 %n)\n  ret void\n}}")
            }
            Helper::ByValue => {
                *out += &begin("void", "ptr %to, ptr %slot, i64 %n");
                writeln!(
                    out,
                    "  %from = load ptr, ptr %slot, align 4\n  %z = icmp eq ptr %from, null\n  \
                     br i1 %z, label %clean, label %some\n\
                     clean:\n  call void @{fill}(ptr %to, i64 %n, i32 0)\n  ret void\n\
                     some:\n  call void @{copy}(ptr %to, ptr %from, i64 %n)\n  ret void\n}}",
                    fill = calls::FILL.name,
                    copy = calls::COPY.name
                )
            }
            Helper::Back => {
                *out += &begin("void", "ptr %f, ptr %name, i64 %lanes");
                writeln!(
                    out,
                    "  %t = load i64, ptr @{tag}\n  %own = ptrtoint ptr %f to i64\n  %is = icmp eq i64 %t, %own\n  \
                     br i1 %is, label %end, label %foreign, !prof !0\n\
                     foreign:\n  call preserve_allcc void @{name}.slow(ptr %f, ptr %name, i64 %lanes)\n  br label %end\n\
                     end:\n  ret void\n}}",
                    tag = variables::RETURN_TAG.name
                )?;
                *out += &slow("ptr %f, ptr %name, i64 %lanes");
                writeln!(
                    out,
                    "  %t = load i64, ptr @{forwarded}\n  %own = ptrtoint ptr %f to i64\n  %is = icmp eq i64 %t, %own\n  \
                     br i1 %is, label %tail, label %foreign\n\
                     tail:\n  store i64 0, ptr @{forwarded}\n  ret void\n\
                     foreign:\n  %l = call i32 @{foreign}(ptr %f, ptr %name, i64 %lanes)\n  \
                     %v = insertelement <8 x i32> zeroinitializer, i32 %l, i32 0\n  \
                     %w = shufflevector <8 x i32> %v, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer",
                    forwarded = variables::FORWARDED.name,
                    foreign = calls::FOREIGN.name,
                )?;
                for slot in 0..slots::RETURNS {
                    writeln!(
                        out,
                        "  %p{slot} = getelementptr [8 x i32], ptr @{}, i64 {slot}\n  store <8 x i32> %w, ptr %p{slot}, align 4",
                        variables::RETURN.name
                    )?;
                }
                out.push_str("  ret void\n}\n");
                Ok(())
            }
        }
    }
}

/// Branches to `clean` or `some`, by whether a vector has a label.
fn some_label(out: &mut String, n: u32, vector: &str) -> std::fmt::Result {
    let bits = 32 * n;
    writeln!(
        out,
        "  %i = bitcast <{n} x i32> %{vector} to i{bits}\n  %z = icmp eq i{bits} %i, 0\n  \
         br i1 %z, label %clean, label %some, !prof !0"
    )
}

/// The runtime's union, which preserves all registers.
const UNION_SLOW: &str = "__fz_taint.union.slow";
const ROW_SLOW: &str = "__fz_taint.row.slow";

/// The helpers that a module calls.
pub struct Helpers {
    module: Module,
    called: RefCell<BTreeSet<Helper>>,
}

impl Helpers {
    /// The helpers of a module, none of them called yet.
    pub fn new(module: Module) -> Helpers {
        Helpers {
            module,
            called: RefCell::default(),
        }
    }

    /// Calls a helper.
    pub fn call(&self, builder: &Builder, helper: Helper, arguments: &[Value]) -> Value {
        self.called.borrow_mut().insert(helper);
        let ty = helper.ty(self.module);
        let (function, is_new) = self.module.declare(&helper.name(), ty);
        if is_new {
            helper.promise(self.module, function);
        }
        builder.call(ty, function, arguments).value()
    }

    /// Calls a function of the runtime.
    pub fn runtime(
        &self,
        builder: &Builder,
        function: &abi::Function,
        arguments: &[Value],
    ) -> Value {
        let declared = runtime::declare(self.module, function);
        runtime::call(builder, function, declared, arguments).value()
    }

    /// Adds the definitions of the helpers to the module.
    pub fn define(self) -> Result<(), String> {
        let called = self.called.into_inner();
        if called.is_empty() {
            return Ok(());
        }
        let mut text = head();
        for helper in called {
            helper.body(&mut text).expect("writing to a string");
        }
        // SAFETY: the helpers' declarations are looked up anew for each call, and this is the last that is done with them.
        unsafe { self.module.link_text(&text) }
    }
}

/// The declarations and types that the bodies refer to.
fn head() -> String {
    let mut text = String::new();
    for variable in [
        variables::TAG,
        variables::RETURN_TAG,
        variables::FORWARDED,
        variables::RETURN,
    ] {
        text += &format!("{}\n", variable.ir());
    }
    for function in [
        calls::UNION,
        calls::UNION_ROW,
        calls::UNION_LANES,
        calls::FILL,
        calls::COPY,
        calls::CLEAR_ARGUMENTS,
        calls::FOREIGN,
        calls::EVENT,
    ] {
        let attributes = function.attributes.join(" ");
        text += &format!("declare {} {attributes}\n", function.ir());
    }
    for (name, function) in [(UNION_SLOW, calls::UNION), (ROW_SLOW, calls::UNION_ROW)] {
        let result = function.result.ir();
        let parameters = (function.parameters.iter()).map(|p| format!("{} %{}", p.ty.ir(), p.name));
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        text += &format!(
            "$\"{name}\" = comdat any\n\
             define linkonce_odr hidden preserve_allcc {result} @{name}({parameters}) #1 comdat {{\n  \
             %u = call {result} @{}({parameters})\n  ret {result} %u\n}}\n",
            function.name
        );
    }
    // The inlined code is hot, the slow functions are cold.
    text += "attributes #0 = { nounwind alwaysinline }\nattributes #1 = { nounwind noinline cold }\n\
             attributes #3 = { nounwind alwaysinline willreturn memory(none) }\n\
             attributes #4 = { nounwind alwaysinline willreturn memory(argmem: read) }\n!0 = !{!\"branch_weights\", i32 1048575, i32 1}\n";
    text
}
