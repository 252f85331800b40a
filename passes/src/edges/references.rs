//! What code and data name: functions, which somebody may call by their addresses, and data that other units name as well,
//! which may hold such addresses.

use std::collections::{BTreeSet, HashSet};

use crate::ir::{Function, Global, Inst, Module, Value};

/// What something names, by symbol.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Functions, by themselves.
    pub functions: BTreeSet<String>,
    /// Functions in data that no other unit can name.
    pub of_tables: BTreeSet<String>,
    /// Data, aliases and ifuncs that other units can name.
    pub data: BTreeSet<String>,
    /// Functions that are called by name.
    pub called: BTreeSet<String>,
    /// Types of functions that are called by pointer.
    pub pointers: BTreeSet<String>,
}

impl Names {
    /// Adds what a constant names. Lists of variables may be long: no recursion.
    pub fn add(&mut self, constant: Value) {
        let mut seen: HashSet<Global> = HashSet::new();
        let mut work = vec![(constant, false)];
        while let Some((value, is_in_table)) = work.pop() {
            // A function that jumps to its own blocks is not called so.
            if value.is_block_address() {
                continue;
            }
            if let Some(function) = value.as_function() {
                let functions = match is_in_table {
                    true => &mut self.of_tables,
                    false => &mut self.functions,
                };
                if !function.is_intrinsic() {
                    functions.insert(function.name());
                }
                continue;
            }
            let of_global = match value.as_global() {
                Some(global) if !global.is_local() => {
                    self.data.insert(global.value().name());
                    continue;
                }
                // A variable's initializer, or what an alias is another name of.
                Some(global) if !seen.insert(global) => continue,
                global => global.is_some(),
            };
            let operands = (0..value.operand_count()).map(|at| value.operand(at));
            let constants = operands.filter(|o| o.is_constant());
            work.extend(constants.map(|operand| (operand, is_in_table || of_global)));
        }
    }

    /// Adds what the operands of something name.
    fn add_operands(&mut self, of: Value, count: u32) {
        let operands = (0..count).map(|at| of.operand(at));
        let constants = operands.filter(|o| o.is_constant());
        constants.for_each(|operand| self.add(operand));
    }

    /// Adds what an instruction calls and names.
    pub fn add_instruction(&mut self, instruction: Inst) {
        let mut operands = instruction.operand_count();
        if let Some(call) = instruction.as_call() {
            // The callee is the last.
            operands -= 1;
            let is_intrinsic = call.called().is_some_and(Function::is_intrinsic);
            // An alias and an ifunc are called by their names, too.
            match call.callee().as_global() {
                _ if call.calls_asm() || is_intrinsic => {}
                Some(callee) => drop(self.called.insert(callee.value().name())),
                None => drop(self.pointers.insert(call.called_type().text())),
            }
        }
        self.add_operands(instruction.value(), operands);
    }

    fn is_empty(&self) -> bool {
        let all = [
            &self.functions,
            &self.of_tables,
            &self.data,
            &self.called,
            &self.pointers,
        ];
        all.iter().all(|names| names.is_empty())
    }
}

/// A variable, an alias or an ifunc that other units can name, and what it names; or a function without counters.
pub struct Data {
    pub global: Global,
    pub names: Names,
    pub is_alias: bool,
    /// Nobody may drop it, whoever names it.
    pub is_kept: bool,
}

/// What the data of a module names.
#[derive(Default)]
pub struct References {
    pub data: Vec<Data>,
    /// Functions that run before or after the program.
    pub starting: HashSet<Function>,
    /// Functions that nobody may drop.
    pub kept: HashSet<Function>,
}

impl References {
    /// All of a module. `counted`: functions that have records of their own.
    pub fn of(module: Module, counted: &[Function]) -> References {
        let mut references = References::default();
        let listed = |name: &str| -> HashSet<Function> {
            let list = module.global(name).and_then(Global::initializer);
            list.into_iter()
                .flat_map(|list| functions_in(list.value()))
                .collect()
        };
        references.starting = listed("llvm.global_ctors");
        references.starting.extend(listed("llvm.global_dtors"));
        references.starting.extend(module.resolvers());
        references.kept = listed("llvm.used");
        let variables = module.global_variables();
        let variables = variables.filter(|g| g.initializer().is_some() && !is_llvms(*g));
        let defined = variables.map(|global| (global, false));
        let others = module.aliases().into_iter().chain(module.ifuncs());
        for (global, is_alias) in defined.chain(others.map(|global| (global, true))) {
            let is_kept = is_walked(global);
            if (global.is_local() && !is_kept) || global.is_available_elsewhere() {
                continue;
            }
            let mut names = Names::default();
            names.add_operands(global.value(), global.value().operand_count());
            references.add(global, names, is_alias, is_kept);
        }
        let counted: HashSet<Function> = counted.iter().copied().collect();
        for function in module.definitions().filter(|f| !counted.contains(f)) {
            let mut names = Names::default();
            for instruction in function.instructions() {
                names.add_instruction(instruction);
            }
            references.add(function.global(), names, false, false);
        }
        references
    }

    fn add(&mut self, global: Global, names: Names, is_alias: bool, is_kept: bool) {
        if !names.is_empty() {
            self.data.push(Data {
                global,
                names,
                is_alias,
                is_kept,
            });
        }
    }
}

/// Whether programs may walk through the section of a variable by the names that linkers give its ends
/// (`__start_NAME`), as tables of tests and commands are: linkers keep such sections.
fn is_walked(global: Global) -> bool {
    let is_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
    let is_own = |section: &str| {
        ["__fz_", "__sancov_"]
            .iter()
            .any(|p| section.starts_with(p))
    };
    let section = global.section();
    section.is_some_and(|section| section.chars().all(is_word) && !is_own(&section))
}

/// Lists that are LLVM's own.
fn is_llvms(global: Global) -> bool {
    global.value().name().starts_with("llvm.")
}

/// The functions that a list has, in structures or by itself.
fn functions_in(list: Value) -> Vec<Function> {
    if let Some(function) = list.as_function() {
        return vec![function];
    }
    if list.as_global().is_some() {
        return Vec::new();
    }
    let operands = (0..list.operand_count()).map(|at| list.operand(at));
    operands.flat_map(functions_in).collect()
}
