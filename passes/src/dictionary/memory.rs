//! Where in memory loads read from, along one path through a function: an unknown base and a constant offset.
//!
//! Stores are followed (`*p++` twice yields two adjacent places), up to the next call for everything but the function's
//! own variables. Stores through pointers that may alias are ignored: a wrong guess costs a useless token.

use std::{collections::HashMap, hash::Hash};

use crate::{
    ir::{Call, Function, Inst, Module, Op, Value},
    libc::{names, reads_byte, string_function},
};

/// An address or a number: an unknown base plus a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The number of a [`Root`].
    pub root: usize,
    pub offset: i64,
}

#[derive(Debug, PartialEq, Eq, Hash)]
enum Root {
    Value(Value),
    /// The content of a place since some loop began.
    Memory(Linear, usize),
    /// An element of an array: base, index, and the size of an element.
    Element(usize, usize, i64),
    /// The input that a function reads byte by byte.
    Stream(Function),
}

/// A part of the input, or of other memory that was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element {
    pub place: Linear,
    pub bytes: u32,
}

/// How deep address computations are followed.
const DEEPEST: u32 = 6;

/// The content of memory at the current point, and how to go back to an earlier point.
#[derive(Default)]
pub struct Memory {
    /// What was stored, by place.
    stored: Undo<Linear, Linear>,
    /// For variables: where the stored value was loaded from, if it was loaded.
    copies: Undo<Linear, Element>,
    /// How many bytes of each input were read.
    read: Undo<Function, i64>,
    values: HashMap<Value, Linear>,
    roots: HashMap<Root, usize>,
    /// By root: whether it is a variable of the function's.
    is_variable: Vec<bool>,
    elements: HashMap<Value, Element>,
    /// The number of the last event that may have changed variables, and of the last one that may have changed other
    /// memory.
    since: [usize; 2],
    /// The number of such events so far.
    times: usize,
}

/// A point to go back to with [`Memory::back_to`].
pub struct Mark([usize; 3], [usize; 2]);

impl Memory {
    /// The current point.
    pub fn mark(&self) -> Mark {
        let logs = [
            self.stored.log.len(),
            self.copies.log.len(),
            self.read.log.len(),
        ];
        Mark(logs, self.since)
    }

    /// Undoes everything since a point.
    pub fn back_to(&mut self, mark: &Mark) {
        let [stored, copies, read] = mark.0;
        self.stored.back_to(stored);
        self.copies.back_to(copies);
        self.read.back_to(read);
        self.since = mark.1;
    }

    /// A loop begins: all of memory may change in each iteration.
    pub fn begin_loop(&mut self) {
        self.times += 1;
        self.since = [self.times; 2];
        self.stored.forget(|_| true);
        self.copies.forget(|_| true);
        self.read.forget(|_| true);
    }

    /// A call: it may change everything but variables.
    fn call(&mut self) {
        self.times += 1;
        self.since[1] = self.times;
        let is_variable = &self.is_variable;
        let is_shared = |place: &Linear| !is_variable[place.root];
        self.stored.forget(is_shared);
        self.copies.forget(is_shared);
    }

    /// What a number was loaded from, extended since or not.
    pub fn element(&self, value: Value) -> Option<Element> {
        self.elements.get(&value).copied()
    }

    /// Updates the state after an instruction.
    pub fn step(&mut self, module: Module, instruction: Inst) {
        use Op::*;
        match instruction.op() {
            Load => self.load(module, instruction),
            Store => {
                let [value, to] = [instruction.operand(0), instruction.operand(1)];
                let place = self.linear(module, to, 0);
                self.copies.set(place, self.element(value));
                let ty = value.ty();
                let stored = match ty.is_pointer() || ty.int_bits().is_some() {
                    true => Some(self.linear(module, value, 0)),
                    false => None,
                };
                self.stored.set(place, stored);
            }
            ZExt | SExt | Trunc | Freeze => self.copy(instruction),
            And if instruction.operand(1).int_constant() == Some(0xff) => {
                self.copy(instruction);
                if let Some(element) = self.elements.get_mut(&instruction.value()) {
                    element.bytes = 1;
                }
            }
            Op::Call | Op::Invoke => match instruction.as_call() {
                Some(call) if reads_one_byte(call) => self.read(call),
                Some(call) if !is_harmless(call) => self.call(),
                _ => {}
            },
            _ => {}
        }
    }

    fn load(&mut self, module: Module, load: Inst) {
        let ty = load.ty();
        let bits = ty.int_bits();
        if !ty.is_pointer() && bits.is_none() {
            return;
        }
        let pointer = load.operand(0);
        let place = self.linear(module, pointer, 0);
        let value = match self.stored.get(&place) {
            Some(value) => *value,
            None => {
                let since = self.since[usize::from(!self.is_variable[place.root])];
                self.at(Root::Memory(place, since))
            }
        };
        self.values.insert(load.into(), value);
        if let Some(bits) = bits.filter(|b| b % 8 == 0 && *b <= 64) {
            let copied = self.copies.get(&place).copied();
            let element = match pointer.is(Op::Alloca) && copied.is_none() {
                true => None,
                false => Some(copied.unwrap_or(Element {
                    place,
                    bytes: bits / 8,
                })),
            };
            if let Some(element) = element {
                self.elements.insert(load.into(), element);
            }
        }
    }

    fn copy(&mut self, instruction: Inst) {
        let Some(mut element) = self.element(instruction.operand(0)) else {
            return;
        };
        if let Some(bits) = instruction.ty().int_bits() {
            element.bytes = element.bytes.min(bits / 8);
        }
        if element.bytes > 0 {
            self.elements.insert(instruction.into(), element);
        }
    }

    fn read(&mut self, call: Call) {
        let Some(callee) = call.called() else {
            return;
        };
        let offset = self.read.get(&callee).copied().unwrap_or(0);
        self.read.set(callee, Some(offset + 1));
        let place = Linear {
            offset,
            ..self.at(Root::Stream(callee))
        };
        self.elements
            .insert(call.into(), Element { place, bytes: 1 });
    }

    /// A place at an unknown base.
    fn at(&mut self, root: Root) -> Linear {
        let next = self.roots.len();
        let is_variable = matches!(&root, Root::Value(value) if value.is(Op::Alloca));
        let root = *self.roots.entry(root).or_insert(next);
        if root == next {
            self.is_variable.push(is_variable);
        }
        Linear { root, offset: 0 }
    }

    /// The base and the offset of a pointer or a number.
    fn linear(&mut self, module: Module, value: Value, depth: u32) -> Linear {
        if let Some(known) = self.values.get(&value) {
            return *known;
        }
        let known = match value.as_inst() {
            _ if depth > DEEPEST => None,
            Some(inst) => self.computed(module, inst, depth),
            None if value.is_constant() => self.in_global(module, value, depth),
            None => None,
        };
        known.unwrap_or_else(|| self.at(Root::Value(value)))
    }

    /// A place in a global variable.
    fn in_global(&mut self, module: Module, value: Value, depth: u32) -> Option<Linear> {
        let sum = module.sum(value).filter(|sum| sum.stride == 0)?;
        let base = self.linear(module, sum.base, depth + 1);
        let offset = base.offset.wrapping_add(sum.constant);
        Some(Linear { offset, ..base })
    }

    fn computed(&mut self, module: Module, value: Inst, depth: u32) -> Option<Linear> {
        use Op::*;
        let mut next = |value| self.linear(module, value, depth + 1);
        let constant = |value: Value| Some(value.int_constant()? as u64 as i64);
        match value.op() {
            ZExt | SExt | Trunc => Some(next(value.operand(0))),
            Add | Sub => {
                let by = constant(value.operand(1))?;
                let bits = value.ty().int_bits().unwrap_or(64).clamp(1, 64);
                let by = by << (64 - bits) >> (64 - bits);
                let a = next(value.operand(0));
                let offset = match value.op() {
                    Add => a.offset.wrapping_add(by),
                    _ => a.offset.wrapping_sub(by),
                };
                Some(Linear { offset, ..a })
            }
            GetElementPtr => self.element_pointer(module, value, depth),
            _ => None,
        }
    }

    fn element_pointer(&mut self, module: Module, address: Inst, depth: u32) -> Option<Linear> {
        let mut place = self.linear(module, address.operand(0), depth + 1);
        let mut ty = address.gep_source_type()?;
        for number in 1..address.operand_count() {
            let index = address.operand(number);
            if index.ty().int_bits().is_none_or(|bits| bits > 64) || ty.is_scalable() {
                return None;
            }
            let constant = index.int_constant().map(|c| {
                let unused = 64 - index.ty().int_bits().unwrap_or(64);
                (c as i64) << unused >> unused
            });
            let (step, member) = match number {
                1 => (module.array_stride(ty) as i64, ty),
                _ if ty.is_struct() => {
                    let (member, offset) = module.member(ty, constant.unwrap_or(0) as u32)?;
                    place.offset = place.offset.wrapping_add(offset as i64);
                    ty = member;
                    continue;
                }
                // The bounds of the array do not matter: an index may lead out of it.
                _ => {
                    let array = ty.array().map(|(element, _)| element);
                    let element = array.or(ty.vector().map(|(element, _)| element))?;
                    (module.array_stride(element) as i64, element)
                }
            };
            ty = member;
            match constant {
                Some(constant) => {
                    place.offset = place.offset.wrapping_add(constant.wrapping_mul(step));
                }
                None => {
                    let index = self.linear(module, index, depth + 1);
                    place = Linear {
                        offset: place.offset.wrapping_add(index.offset.wrapping_mul(step)),
                        ..self.at(Root::Element(place.root, index.root, step))
                    };
                }
            }
        }
        Some(place)
    }
}

fn reads_one_byte(call: Call) -> bool {
    call.ty().int_bits().is_some() && reads_byte(&call.called_name())
}

/// Whether a call leaves memory as it is: LLVM's annotations, functions that compare, and those that classify
/// characters.
fn is_harmless(call: Call) -> bool {
    let name = call.called_name();
    let is_character = names::symbols().character.matches(&name);
    is_character || name.starts_with("llvm.") || string_function(&name).is_some()
}

/// A map whose changes can be undone.
struct Undo<K, V> {
    map: HashMap<K, V>,
    log: Vec<(K, Option<V>)>,
}

impl<K, V> Default for Undo<K, V> {
    fn default() -> Self {
        Undo {
            map: HashMap::new(),
            log: Vec::new(),
        }
    }
}

impl<K: Eq + Hash + Clone, V: Clone> Undo<K, V> {
    fn get(&self, key: &K) -> Option<&V> {
        self.map.get(key)
    }

    fn set(&mut self, key: K, value: Option<V>) {
        let before = match value {
            Some(value) => self.map.insert(key.clone(), value),
            None => self.map.remove(&key),
        };
        self.log.push((key, before));
    }

    fn forget(&mut self, is: impl Fn(&K) -> bool) {
        let all = self.map.extract_if(|key, _| is(key));
        self.log.extend(all.map(|(key, value)| (key, Some(value))));
    }

    fn back_to(&mut self, length: usize) {
        while self.log.len() > length {
            let (key, before) = self.log.pop().expect("it is longer");
            match before {
                Some(value) => self.map.insert(key, value),
                None => self.map.remove(&key),
            };
        }
    }
}
