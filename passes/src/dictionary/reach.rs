//! Which constants a pointer may point to, in code before any optimisation.
//!
//! A place is a global plus an offset: `names + 8·i` is a multiple of 8 bytes after the beginning of `names`, and a
//! load from there yields every pointer that the initializer has at such an offset. So tables need no rules of their
//! own: `strcmp(x, table[i].name)`, `for (p = table; p->name; p++) strcmp(x, p->name)` and `strcmp(x, "name")` are
//! handled alike.

use std::rc::Rc;

use fz_abi::tokens::MOST_OF_SITE;

use super::{
    handed::{Handed, HandedOn, Step},
    origin::Slots,
};
use crate::ir::{Call, Const, Global, Inst, Linkage, Module, Op, Part, Value, divisor};

/// The most values that are followed for one pointer: with more, there is no table in the end.
const MOST: usize = 48;

/// Offsets in a global.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    pub global: Global,
    /// The first offset.
    pub offset: i64,
    /// The distance to the next one; 0 if there is only one.
    pub stride: u64,
    /// The global from which the pointer was loaded.
    pub table: Option<Global>,
}

impl Target {
    fn of(global: Global) -> Target {
        Target {
            global,
            offset: 0,
            stride: 0,
            table: None,
        }
    }

    /// The offsets in the global that it stands for.
    pub fn offsets(&self, module: Module) -> impl Iterator<Item = u64> + use<> {
        let size = self
            .global
            .initializer()
            .map_or(0, |i| module.array_stride(i.ty()));
        let first = match self.stride {
            0 => u64::try_from(self.offset).unwrap_or(size),
            stride => self.offset.rem_euclid(stride as i64) as u64,
        };
        let step = match self.stride {
            0 => size.max(1),
            stride => stride,
        };
        (first..size).step_by(step as usize).take(MOST_OF_SITE)
    }
}

/// Follows pointers in a function.
pub struct Reach<'a> {
    pub module: Module,
    pub slots: &'a Slots,
    pub handed: Rc<HandedOn>,
}

impl Reach<'_> {
    /// The places in globals that a pointer may point to.
    pub fn targets(&self, pointer: Value) -> Vec<Target> {
        self.follow(pointer, &mut Vec::new())
    }

    /// `seen`: the values that were followed already.
    fn follow(&self, pointer: Value, seen: &mut Vec<Value>) -> Vec<Target> {
        if let Some(constant) = pointer.as_const() {
            return self.of_constant(constant).into_iter().collect();
        }
        if !pointer.is_instruction() {
            return Vec::new();
        }
        let mut found = Vec::new();
        // The step of a pointer that walks over a table.
        let mut step = 0;
        for origin in self.slots.origins(pointer) {
            if let Some(constant) = origin.as_const() {
                found.extend(self.of_constant(constant));
                continue;
            }
            if seen.contains(&origin) || seen.len() > MOST {
                continue;
            }
            seen.push(origin);
            if origin.is(Op::GetElementPtr) {
                let Some(sum) = self.module.sum(origin) else {
                    continue;
                };
                if self.slots.origins(sum.base).contains(&origin) {
                    step = divisor(step, divisor(sum.constant.unsigned_abs(), sum.stride));
                    continue;
                }
                found.extend(self.follow(sum.base, seen).into_iter().map(|t| Target {
                    offset: t.offset.saturating_add(sum.constant),
                    stride: divisor(t.stride, sum.stride),
                    ..t
                }));
            } else if origin.is(Op::Load) {
                let tables = self.follow(origin.operand(0), seen);
                found.extend(tables.iter().flat_map(|t| self.pointers(t)));
            } else if let Some(call) = origin.as_call() {
                found.extend(self.handed_on(call, seen));
            } else if let Some(alloca) = origin.as_inst().filter(|i| i.is_alloca()) {
                let copied = copied_from(alloca).into_iter();
                found.extend(copied.flat_map(|from| self.follow(from, seen)));
            }
            found.truncate(MOST_OF_SITE);
        }
        if step > 0 {
            for target in &mut found {
                target.stride = divisor(target.stride, step);
            }
        }
        found
    }

    /// A number that is known here.
    pub fn number(&self, value: Value) -> Option<u128> {
        let constant = value.int_constant();
        constant.or_else(|| {
            let [origin] = self.slots.origins(value)[..] else {
                return None;
            };
            let call = origin.as_call()?;
            match &*self.handed.of(self.module, call.called()?)? {
                Handed::Number(number) => Some(*number),
                Handed::Argument(at, steps) => {
                    let (Step::Load, steps) = steps.split_last()? else {
                        return None;
                    };
                    let targets = self.follow(call.operand(*at), &mut Vec::new());
                    let [target] = self.after(targets, steps)[..] else {
                        return None;
                    };
                    let initializer = target.global.initializer()?;
                    let offset = u64::try_from(target.offset).ok()?;
                    match self.module.part_at(initializer, offset, 0)? {
                        Part::Single(number) => number.value().int_constant(),
                        Part::Numbers { .. } => None,
                    }
                }
            }
        })
    }

    /// What a call returns that only hands on an argument, or what stands in it.
    fn handed_on(&self, call: Call, seen: &mut Vec<Value>) -> Vec<Target> {
        let handed = call.called().and_then(|c| self.handed.of(self.module, c));
        match handed.as_deref() {
            Some(Handed::Argument(at, steps)) => {
                self.after(self.follow(call.operand(*at), seen), steps)
            }
            _ => Vec::new(),
        }
    }

    fn after(&self, targets: Vec<Target>, steps: &[Step]) -> Vec<Target> {
        steps.iter().fold(targets, |targets, step| match step {
            Step::Add(bytes) => {
                let add = |t: Target| Target {
                    offset: t.offset.saturating_add(*bytes),
                    ..t
                };
                targets.into_iter().map(add).collect()
            }
            Step::Load => targets.iter().flat_map(|t| self.pointers(t)).collect(),
        })
    }

    fn of_constant(&self, pointer: Const) -> Option<Target> {
        let variable = pointer.as_global().filter(|g| g.is_global_variable());
        if let Some(variable) = variable {
            return is_data(variable).then(|| Target::of(variable));
        }
        let sum = self.module.sum(pointer.value())?;
        let base = self.of_constant(sum.base.as_const()?)?;
        Some(Target {
            offset: base.offset.saturating_add(sum.constant),
            ..base
        })
    }

    /// The places that the pointers in a table point to.
    fn pointers(&self, table: &Target) -> Vec<Target> {
        let Some(initializer) = table.global.initializer() else {
            return Vec::new();
        };
        let parts = table.offsets(self.module);
        let parts = parts.filter_map(|o| self.module.part_at(initializer, o, 0));
        let targets = parts.filter_map(|part| match part {
            Part::Single(pointer) => self.of_constant(pointer),
            Part::Numbers { .. } => None,
        });
        targets
            .map(|target| Target {
                table: table.table.or(Some(table.global)),
                ..target
            })
            .collect()
    }
}

/// Whether a global belongs to the program, not to the language (type names, vtables).
fn is_data(global: Global) -> bool {
    if global.initializer().is_none() {
        return false;
    }
    // Most globals are texts, which have no name of their own.
    if global.linkage() == Linkage::Private {
        return true;
    }
    let name = global.name();
    !["_ZT", "llvm.", "__sancov", "__fz"]
        .iter()
        .any(|p| name.starts_with(p))
}

/// The constant that is copied into a variable as its initial value.
fn copied_from(alloca: Inst) -> Option<Value> {
    let users = alloca.uses().into_iter().filter(|u| u.operand == 0);
    let mut calls = users.filter_map(|u| u.user.as_call());
    let copy = calls.find(|call| call.called_name().starts_with("llvm.memcpy."))?;
    Some(copy.operand(1))
}
