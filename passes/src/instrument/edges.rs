//! `edges`: an 8-bit counter for every edge that a decision chooses, and for every function entry.
//!
//! An edge is counted if it leaves a block that has two or more different successors. With the entries that is enough
//! to know how often every edge of the function ran; blocks where paths join need no counter. A counter stands in the
//! edge's target if nothing else leads there, else in a block of its own on the edge. Edges that cannot be split
//! (into landing pads, from `indirectbr`, the indirect ones of `callbr`) share one counter in their target.
//!
//! ```text
//! br i1 %c, label %then, label %join        br i1 %c, label %then, label %edge
//! then:                                     then:
//!   …                                         counter[1]++
//!   br label %join                  →         br label %join
//! join:                                     edge:
//!                                             counter[2]++
//!                                             br label %join
//! ```
//!
//! The counters of a function are one array in `__sancov_cntrs`, their places in the source one record in
//! `.debug_fz_edges`, their addresses (option `pcs`) one array in `__sancov_pcs`. All lie in one COMDAT group, so that
//! linkers keep and drop them together. A function without COMDAT gets a `nodeduplicate` group of its own; the arrays
//! of a COMDAT function are `linkonce_odr` in a group of *their* own, named after function and shape, since after
//! inlining others may refer to them while the linker discards the function itself.
//!
//! Left alone, with a reason that `unit-record` counts: see [`Skip`]. Functions that have counters already are passed
//! over, so the pass may run again for those that came later (split coroutines).

use std::collections::{HashMap, hash_map::DefaultHasher};
use std::hash::{Hash, Hasher};

use fz_abi::{callbacks, priority, sections};
use llvm_sys::{LLVMLinkage, LLVMOpcode, core::*};

use super::{
    counters::{Count, Form, Planter, Stage},
    records::{self, Kind, Site},
};
use crate::{
    analyze::selection,
    ir::{Block, Duplicates, Function, Module, Type, Value, asm_section::Group, facts},
    params::{Params, unknown, word},
    plugin::working_on,
    registry::{ModulePass, OptionInfo},
};

pub const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "count",
        values: "saturate, wrap, never-zero",
        summary: "what a counter does behind 255 (saturate)",
    },
    OptionInfo {
        name: "form",
        values: "auto, asm, ir",
        summary: "how it counts (auto: the cheapest for the target)",
    },
    OptionInfo {
        name: "stage",
        values: "early, late",
        summary: "whether optimisations follow (late)",
    },
    OptionInfo {
        name: "pcs",
        values: "on, off",
        summary: "write the table of addresses that libFuzzer wants (on)",
    },
    OptionInfo {
        name: "records",
        values: "on, off",
        summary: "write .debug_fz_edges (on; off under LTO, where private symbols are renamed)",
    },
];

/// The constructor that registers an image's arrays. Hidden, one per image.
const CONSTRUCTOR: &str = "__fz_register_image";

/// Marks functions that have their counters.
const ATTRIBUTE: &str = "fz-edges";

/// Begins the names of arrays and of their groups.
const PREFIX: &str = "__fz_edges.";

pub struct Edges {
    count: Count,
    form: Form,
    stage: Stage,
    pcs: bool,
    records: bool,
}

/// Why a function gets no counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// The body is for inlining; another unit emits and counts it.
    AvailableExternally,
    /// No code may be added.
    Naked,
    /// `__attribute__((no_sanitize("coverage")))`.
    NoSanitizeCoverage,
    /// `__attribute__((disable_sanitizer_instrumentation))`.
    DisableSanitizerInstrumentation,
    /// `__attribute__((no_profile_instrument_function))`.
    NoProfile,
    /// An allow or deny list leaves it out.
    Selection,
    /// A coroutine before it is split: its blocks are not yet those that run.
    UnsplitCoroutine,
    /// Feedback machinery, ours or a sanitizer's.
    Machinery,
    /// The entry is `unreachable`.
    Unreachable,
}

impl Skip {
    pub fn slug(self) -> &'static str {
        match self {
            Skip::AvailableExternally => "available-externally",
            Skip::Naked => "naked",
            Skip::NoSanitizeCoverage => "no-sanitize-coverage",
            Skip::DisableSanitizerInstrumentation => "disable-sanitizer-instrumentation",
            Skip::NoProfile => "no-profile-instrument-function",
            Skip::Selection => "selection",
            Skip::UnsplitCoroutine => "unsplit-coroutine",
            Skip::Machinery => "machinery",
            Skip::Unreachable => "unreachable",
        }
    }

    pub fn of(function: Function) -> Option<Skip> {
        let name = function.name();
        let machinery = ["__sanitizer_", "__sancov", "sancov.", "__fz_", "__afl_"]
            .iter()
            .any(|p| name.starts_with(p))
            || ["asan.module_", "msan.module_", "tsan.module_"]
                .iter()
                .any(|p| name.starts_with(p));
        if function.linkage() == LLVMLinkage::LLVMAvailableExternallyLinkage {
            Some(Skip::AvailableExternally)
        } else if machinery {
            Some(Skip::Machinery)
        } else if function.has_attribute("naked") {
            Some(Skip::Naked)
        } else if function.has_attribute("nosanitize_coverage") {
            Some(Skip::NoSanitizeCoverage)
        } else if function.has_attribute("disable_sanitizer_instrumentation") {
            Some(Skip::DisableSanitizerInstrumentation)
        } else if function.has_attribute("noprofile") || function.has_attribute("skipprofile") {
            Some(Skip::NoProfile)
        } else if selection::is_excluded(function) {
            Some(Skip::Selection)
        } else if function.has_attribute("presplitcoroutine") {
            Some(Skip::UnsplitCoroutine)
        } else if function.entry().is_unreachable() {
            Some(Skip::Unreachable)
        } else {
            None
        }
    }
}

impl Edges {
    pub fn new(params: &Params) -> Result<Self, String> {
        let mut edges = Edges {
            count: Count::Saturate,
            form: Form::Auto,
            stage: Stage::Late,
            pcs: true,
            records: true,
        };
        const SWITCH: &[(&str, bool)] = &[("on", true), ("off", false)];
        for (key, value) in params.iter() {
            match key {
                "count" => {
                    let counts = [
                        ("saturate", Count::Saturate),
                        ("wrap", Count::Wrap),
                        ("never-zero", Count::NeverZero),
                    ];
                    edges.count = word(key, value, &counts)?;
                }
                "form" => {
                    let forms = [("auto", Form::Auto), ("asm", Form::Asm), ("ir", Form::Ir)];
                    edges.form = word(key, value, &forms)?;
                }
                "stage" => {
                    let stages = [("early", Stage::Early), ("late", Stage::Late)];
                    edges.stage = word(key, value, &stages)?;
                }
                "pcs" => edges.pcs = word(key, value, SWITCH)?,
                "records" => edges.records = word(key, value, SWITCH)?,
                _ => {
                    let names: Vec<_> = OPTIONS.iter().map(|o| o.name).collect();
                    return Err(unknown(key, names.join(", ")));
                }
            }
        }
        Ok(edges)
    }
}

impl ModulePass for Edges {
    fn run(&mut self, module: Module) -> Result<bool, String> {
        let planter = Planter::new(module, self.count, self.form, self.stage)?;
        let functions: Vec<_> = module
            .definitions()
            .filter(|f| !is_counted(*f) && Skip::of(*f).is_none())
            .collect();
        let mut kept = Vec::new();
        for function in &functions {
            working_on(Some(&function.c_name()));
            let counters = self.instrument(module, *function, &planter, &mut kept);
            function.set_string_attribute(module, ATTRIBUTE, "");
            facts::count(module, facts::COUNTERS, counters as u64);
        }
        if !functions.is_empty() {
            module.keep_for_compiler(&kept);
            facts::count(module, facts::FUNCTIONS, functions.len() as u64);
            forget_memory_effects(module);
            self.add_constructor(module);
        }
        Ok(!functions.is_empty())
    }
}

/// Whether the function has its counters: of an earlier run of this pass, or of the module that IR input was before.
pub fn is_counted(function: Function) -> bool {
    function.string_attribute(ATTRIBUTE).is_some()
}

/// A counter's place in the code.
struct Place {
    block: Block,
    site: Site,
}

impl Edges {
    /// Returns the number of counters; adds the arrays to `kept`.
    fn instrument(
        &self,
        module: Module,
        function: Function,
        planter: &Planter,
        kept: &mut Vec<Value>,
    ) -> usize {
        let (places, shape) = places(function);
        let arrays = Arrays::new(module, function, shape, places.len());
        let counters = arrays.counters(places.len());
        kept.push(counters);
        for (index, place) in places.iter().enumerate() {
            let planted = planter.plant(function, place.block, counters, index);
            debug_assert!(planted, "places() offers only blocks that take code");
        }
        if self.pcs {
            kept.push(arrays.pcs(counters, places.len()));
        }
        let sites: Vec<_> = places.into_iter().map(|p| p.site).collect();
        if self.records {
            records::write(module, function, counters, &arrays.group, &sites);
        }
        sites.len()
    }

    /// Adds the constructor that tells the engine's runtime, if there is one, where this image's arrays are. Every
    /// unit brings it; the linker keeps one per image.
    fn add_constructor(&self, module: Module) {
        if module.has_function(CONSTRUCTOR) {
            return;
        }
        let constructor = module.add_image_function(CONSTRUCTOR);
        constructor.add_attribute(module, "nounwind");
        constructor.add_attribute(module, "disable_sanitizer_instrumentation");
        let counters = (sections::COUNTERS_START, sections::COUNTERS_STOP);
        let mut calls = vec![(callbacks::COUNTERS_INIT, counters)];
        if self.pcs {
            let pcs = (sections::PCS_START, sections::PCS_STOP);
            calls.push((callbacks::PCS_INIT, pcs));
        }
        // SAFETY: blocks and instructions of the new function.
        unsafe {
            let context = module.context();
            let raw = constructor.value().raw();
            let append = || LLVMAppendBasicBlockInContext(context, raw, c"".as_ptr());
            let builder = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderAtEnd(builder, append());
            for (callback, (start, stop)) in calls {
                let callback = module.weak_callback(callback);
                let present = LLVMBuildIsNotNull(builder, callback.raw(), c"".as_ptr());
                let (call, next) = (append(), append());
                LLVMBuildCondBr(builder, present, call, next);
                LLVMPositionBuilderAtEnd(builder, call);
                let mut bounds = [
                    module.section_bound(start).raw(),
                    module.section_bound(stop).raw(),
                ];
                let ty = module.callback_type();
                LLVMBuildCall2(
                    builder,
                    ty.raw(),
                    callback.raw(),
                    bounds.as_mut_ptr(),
                    2,
                    c"".as_ptr(),
                );
                LLVMBuildBr(builder, next);
                LLVMPositionBuilderAtEnd(builder, next);
            }
            LLVMBuildRetVoid(builder);
            LLVMDisposeBuilder(builder);
        }
        module.add_constructor(constructor, priority::REGISTER);
    }
}

/// Splits edges where it must, and lists where the counters go, entry first, then by block and successor. The second
/// result is a hash of the function's shape before the splits.
fn places(function: Function) -> (Vec<Place>, u64) {
    let blocks = function.blocks();
    let successors: Vec<Vec<Block>> = blocks.iter().map(|b| b.successors()).collect();
    let number: HashMap<Block, usize> = blocks.iter().zip(0..).map(|(b, n)| (*b, n)).collect();
    let mut predecessors = vec![0usize; blocks.len()];
    let mut hasher = DefaultHasher::new();
    for list in &successors {
        list.len().hash(&mut hasher);
        for s in list {
            predecessors[number[s]] += 1;
            number[s].hash(&mut hasher);
        }
    }
    let entry = function.entry();
    let mut places = vec![Place {
        block: entry,
        site: Site::entry(function),
    }];
    let mut taken = vec![false; blocks.len()];
    for (block, list) in blocks.iter().zip(&successors) {
        if list.len() < 2 {
            continue;
        }
        let terminator = block.terminator().expect("it has successors");
        for target in list {
            let to = number[target];
            if target.is_unreachable() {
                continue;
            }
            let kind = Kind::of(terminator, *target);
            // Read before the split: the new block has no places of its own.
            let site = Site::edge(kind, terminator, *target);
            let own = if predecessors[to] == 1 {
                None
            } else {
                split(*block, terminator, *target)
            };
            let at = match own {
                Some(edge) => edge,
                None if taken[to] || target.first_insertion_point().is_none() => continue,
                None => {
                    taken[to] = true;
                    *target
                }
            };
            places.push(Place { block: at, site });
        }
    }
    (places, hasher.finish())
}

/// What was inferred about memory before counters were stored there is no longer true, in any caller either.
fn forget_memory_effects(module: Module) {
    for function in module.definitions() {
        for attribute in ["memory", "speculatable"] {
            function.remove_attribute(attribute);
        }
        let blocks = function.blocks();
        for call in blocks.iter().flat_map(|b| b.instructions()) {
            if !call.is_call() {
                continue;
            }
            let callee = call.called().map(|c| Function::from_raw(c.raw()));
            // A declaration may lead back here too, but for LLVM's own.
            if callee.is_none_or(|c| !c.name().starts_with("llvm.")) && !call.calls_asm() {
                call.remove_call_attribute("memory");
            }
        }
    }
}

fn split(from: Block, terminator: Value, to: Block) -> Option<Block> {
    let splittable = match terminator.opcode() {
        LLVMOpcode::LLVMIndirectBr => false,
        // Only the fallthrough: the assembly holds the addresses of the others.
        LLVMOpcode::LLVMCallBr => terminator.successors().first() == Some(&to),
        _ => !to.is_landing_place(),
    };
    if !splittable {
        return None;
    }
    let index = terminator.successors().iter().position(|s| *s == to)?;
    from.split_critical_edge(index)
}

/// Makes a function's arrays and puts them where linkers treat them right.
struct Arrays {
    module: Module,
    function: Function,
    group: Group,
    /// The linkage of the arrays: what a discarded twin of the function may refer to has a name that survives.
    linkage: LLVMLinkage,
}

impl Arrays {
    fn new(module: Module, function: Function, shape: u64, counters: usize) -> Self {
        let name = function.name();
        let in_comdat = function.value().comdat_name().is_some();
        let (group, linkage) = if in_comdat && !function.is_local() {
            let group = Group {
                name: format!("{PREFIX}{name}.{shape:016x}.{counters}"),
                deduplicated: true,
            };
            (group, LLVMLinkage::LLVMLinkOnceODRLinkage)
        } else if in_comdat {
            // Its own group may lose to another unit's; code inlined from it would then refer to nothing.
            let group = Group {
                name: format!("{PREFIX}{name}"),
                deduplicated: false,
            };
            (group, LLVMLinkage::LLVMPrivateLinkage)
        } else {
            module.put_in_comdat(function.value(), &name, Duplicates::Keep);
            let group = Group {
                name,
                deduplicated: false,
            };
            (group, LLVMLinkage::LLVMPrivateLinkage)
        };
        Arrays {
            module,
            function,
            group,
            linkage,
        }
    }

    fn counters(&self, len: usize) -> Value {
        let ty = self.module.int(8);
        self.add(ty, len, None, "", sections::COUNTERS, 1)
    }

    /// libFuzzer's table: an address per counter, unique, inside the function. Addresses of the blocks themselves
    /// would pin the blocks in code generation and refer into discarded twins; a counter's instruction takes more
    /// than a byte, so there are always as many addresses as counters.
    fn pcs(&self, counters: Value, len: usize) -> Value {
        let base = if self.linkage == LLVMLinkage::LLVMPrivateLinkage
            && self.group.name.starts_with(PREFIX)
        {
            counters
        } else {
            self.function.value()
        };
        let flag = |index| match index {
            0 => self.module.const_pointer(callbacks::PC_FUNCTION_ENTRY),
            _ => self.module.null_ptr(),
        };
        let table: Vec<_> = (0..len)
            .flat_map(|i| [self.module.address_in(base, i), flag(i)])
            .collect();
        let align = self.module.pointer_bytes();
        let ty = self.module.ptr();
        self.add(ty, table.len(), Some(&table), ".pcs", sections::PCS, align)
    }

    fn add(
        &self,
        ty: Type,
        len: usize,
        init: Option<&[Value]>,
        suffix: &str,
        section: &str,
        align: u32,
    ) -> Value {
        let stem = self.group.name.strip_prefix(PREFIX);
        let name = format!("{PREFIX}{}{suffix}", stem.unwrap_or(&self.group.name));
        let array = self.module.add_array(ty, len, init, &name);
        array.set_linkage(self.linkage);
        if self.linkage != LLVMLinkage::LLVMPrivateLinkage {
            array.set_hidden();
        }
        array.set_section(section, align);
        let duplicates = match self.group.deduplicated {
            true => Duplicates::Any,
            false => Duplicates::Keep,
        };
        self.module
            .put_in_comdat(array, &self.group.name, duplicates);
        array
    }
}
