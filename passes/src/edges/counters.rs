//! The code of a counter in its different forms, and what each costs.
//!
//! `cargo xtask bench edges --only speed` measures them. In short, on x86-64: `wrap` is one instruction, and one that
//! the scheduler may move is the fastest of these. Modifying a counter in memory twice is expensive. Where the row's
//! address is in a register, reading the counter twice is expensive too: the processor then predicts from which recent
//! store the value is forwarded, often wrongly ([`super::order`] places counters so that it predicts better).

use fz_abi::sections;
use fz_schema::passes::edges::{Count, Form, Stage};

use crate::ir::{Block, Builder, DebugLoc, Function, Global, Inst, IntPredicate, Module, Value};

/// A counter in the code.
pub struct Planted {
    /// Its address.
    pub counter: Value,
    /// The instruction that follows the counter.
    pub before: Inst,
}

/// A counter whose assembly records where the code ends up ([`fz_abi::places`]).
#[derive(Clone, Copy)]
pub struct Told {
    /// The function's array.
    pub counters: Global,
    /// The number of counters in a row.
    pub row: usize,
    pub rows: usize,
}

impl Told {
    /// Adds a label before the code and, after it, the entry in `__fz_places`. The entry has to be kept and dropped
    /// with the code, which may be inlined into any function: hence `?`, the section group of the surrounding code.
    /// `operand` is the array.
    fn around(self, code: &str, operand: usize, index: usize) -> String {
        let Told { row, rows, .. } = self;
        let section = sections::PLACES;
        format!(
            "771:\n\t{code}\n\t.pushsection {section},\"a?\",@progbits\n\t.p2align 2\n\t.long 771b-.\n\t\
             .long ${{{operand}:c}}+{index}-.\n\t.long {row}, {rows}\n\t.popsection"
        )
    }
}

/// The instructions that a counter consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Means {
    /// Assembly that reads and writes memory: no optimisation changes it.
    MemoryAsm,
    /// A load, assembly on registers, and a store.
    RegisterAsm,
    Ir,
}

/// What the code clobbers besides the counter.
const CLOBBERS: &str = "~{dirflag},~{fpsr},~{flags}";

/// Adds counter increments to one module.
pub struct Planter {
    module: Module,
    builder: Builder,
    count: Count,
    form: Form,
    stage: Stage,
    x86_64: bool,
}

impl Planter {
    /// A planter; an error if the target has no assembly form and the option asks for it.
    pub fn new(module: Module, count: Count, form: Form, stage: Stage) -> Result<Self, String> {
        let x86_64 = module.triple().starts_with("x86_64");
        if form == Form::Asm && !x86_64 {
            return Err(format!(
                "`form=asm` exists for x86-64, this module is for {}",
                module.triple()
            ));
        }
        Ok(Planter {
            module,
            builder: Builder::new(module),
            count,
            form,
            stage,
            x86_64,
        })
    }

    fn means(&self, row: Value) -> Means {
        if !self.x86_64 {
            return Means::Ir;
        }
        match (self.form, self.stage, self.count) {
            (Form::Ir, _, _) => Means::Ir,
            // If optimisations follow, LICM would move plain counters into registers, and an endless loop would never
            // store them: hence assembly, or volatile accesses.
            (Form::Asm, _, _) | (Form::Auto, Stage::Early, _) => Means::MemoryAsm,
            (Form::Auto, Stage::Late, Count::Wrap) if row.is_constant() => Means::Ir,
            (Form::Auto, Stage::Late, Count::Saturate) if row.is_constant() => Means::MemoryAsm,
            (Form::Auto, Stage::Late, _) => Means::RegisterAsm,
        }
    }

    /// The instructions that increment operand 0.
    fn text(&self) -> &'static str {
        match self.count {
            // `cmp` sets the carry flag exactly if the counter is below 255.
            Count::Saturate => "cmpb $$-1, $0\n\tadcb $$0, $0",
            Count::Wrap => "incb $0",
            Count::NeverZero => "addb $$1, $0\n\tadcb $$0, $0",
        }
    }

    /// Counts each execution of `block` in byte `index` of the row at `row`, which is a constant or a value computed in
    /// the entry. `told`: records the code's address, if the counter is assembly.
    ///
    /// # Panics
    /// If the block takes no code.
    pub fn plant(
        &self,
        function: Function,
        block: Block,
        row: Value,
        index: usize,
        told: Option<Told>,
    ) -> Planted {
        let mut point = block
            .insertion_point_after_allocas()
            .expect("a block that takes code");
        if function.entry() == block
            && let Some(row) = row.as_inst()
        {
            point = row
                .next()
                .expect("a row is found before the end of the entry");
        }
        self.builder.go_before(point);
        // The address is looked up in the line table; otherwise a counter belongs to no line.
        self.builder.set_location(match told {
            Some(_) if function.entry() == block => function.debug_loc(),
            Some(_) => block.debug_loc(),
            None => DebugLoc::NONE,
        });
        let told = told.map(|told| (told, index));
        let counter = match row.as_const() {
            Some(row) => self.module.address_in(row, index).value(),
            None => {
                let (byte, index) = (self.module.int(8), self.module.const_int(64, index as u64));
                self.builder.element(byte, row, index)
            }
        };
        match self.means(row) {
            Means::MemoryAsm => self.plant_in_memory(counter, told),
            means => self.plant_by_load_and_store(counter, means, told),
        }
        Planted {
            counter,
            before: point,
        }
    }

    fn plant_in_memory(&self, counter: Value, told: Option<(Told, usize)>) {
        let module = self.module;
        // The counter is an operand twice, written and read.
        let mut operands = vec![counter; 2];
        let (text, constraints) = match told {
            Some((told, index)) => {
                operands.push(told.counters.value());
                (told.around(self.text(), 2, index), "=*m,*m,i")
            }
            None => (self.text().to_owned(), "=*m,*m"),
        };
        let ty = module
            .void()
            .function_of(&vec![module.ptr(); operands.len()]);
        let asm = module.inline_asm(ty, &text, &format!("{constraints},{CLOBBERS}"));
        let call = self.builder.call(ty, asm, &operands);
        for argument in [0, 1] {
            call.set_element_type(module, argument, module.int(8));
        }
        call.set_nounwind(module);
        module.set_nosanitize(call);
    }

    fn plant_by_load_and_store(&self, counter: Value, means: Means, told: Option<(Told, usize)>) {
        let (module, builder) = (self.module, &self.builder);
        let old = builder.load(module.int(8), counter);
        let new = match means {
            Means::RegisterAsm => self.successor_by_asm(old.value(), told),
            Means::MemoryAsm | Means::Ir => self.successor(old.value()),
        };
        let store = builder.store(new, counter);
        for access in [old, store] {
            if self.stage == Stage::Early {
                access.set_volatile();
            }
            module.set_nosanitize(access);
        }
    }

    /// The value of a counter, a byte, after `old`.
    fn successor(&self, old: Value) -> Value {
        let builder = &self.builder;
        let byte = self.module.int(8);
        let sum = || builder.add(old, byte.constant(1));
        let is = |predicate, value, other| {
            let is = builder.icmp(predicate, value, byte.constant(other));
            builder.zext(is, byte)
        };
        match self.count {
            Count::Wrap => sum(),
            Count::Saturate => builder.add(old, is(IntPredicate::Ne, old, 255)),
            Count::NeverZero => {
                let sum = sum();
                builder.add(sum, is(IntPredicate::Eq, sum, 0))
            }
        }
    }

    /// The same in assembly.
    fn successor_by_asm(&self, old: Value, told: Option<(Told, usize)>) -> Value {
        let module = self.module;
        let mut arguments = vec![old];
        let (text, constraints) = match told {
            Some((told, index)) => {
                arguments.push(told.counters.value());
                (told.around(self.text(), 2, index), "=q,0,i")
            }
            None => (self.text().to_owned(), "=q,0"),
        };
        let of = [module.int(8), module.ptr()];
        let ty = module.int(8).function_of(&of[..arguments.len()]);
        let asm = module.inline_asm_value(ty, &text, &format!("{constraints},{CLOBBERS}"));
        let call = self.builder.call(ty, asm, &arguments);
        call.set_nounwind(module);
        module.set_nosanitize(call);
        call.value()
    }
}
