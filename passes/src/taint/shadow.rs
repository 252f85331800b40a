//! Labels of values, as the code that computes them represents them.

use fz_abi::{taint::slots, variables};

use crate::{
    ir::{Builder, Module, Type, Value},
    runtime,
};

use super::helpers::{Helper, Helpers};

/// The labels of a value.
#[derive(Clone, Debug)]
pub enum Shadow {
    /// No labels, known when the program is compiled.
    Clean,
    /// One label for the whole value, an `i32`.
    One(Value),
    /// One label for each byte, the lowest first.
    Bytes(Lanes),
    /// The labels of a structure or an array: of its innermost members, in order.
    Members(Vec<Shadow>),
}

/// A vector of labels.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    pub vector: Value,
    pub count: u32,
    /// A bit mask of the lanes that may have labels.
    pub live: u64,
}

impl Shadow {
    /// Whether it is known to have no labels.
    pub fn is_clean(&self) -> bool {
        match self {
            Shadow::Clean => true,
            Shadow::One(_) => false,
            Shadow::Bytes(lanes) => lanes.live == 0,
            Shadow::Members(members) => members.iter().all(Shadow::is_clean),
        }
    }
}

/// The mask of all of `count` lanes.
pub fn all(count: u32) -> u64 {
    u64::MAX >> (64 - count)
}

/// The size of a label in bytes, and the alignment of labels in memory.
const LABEL: u32 = 4;

/// The most bytes of a value that have separate labels.
const WIDEST: u64 = 64;

/// How many bytes of a value of this type have separate labels; `None` if the value has one label.
pub fn lanes_of(module: Module, ty: Type) -> Option<u32> {
    let bytes = match ty.vector() {
        _ if ty.is_scalable() => return None,
        Some((element, lanes)) => {
            let bits = element.int_bits().or(element.ieee_bits());
            let bits = match element.is_pointer() {
                true => 64,
                false => bits?,
            };
            (bits % 8 == 0).then_some(u64::from(bits / 8) * u64::from(lanes))?
        }
        None => match (ty.int_bits(), ty.ieee_bits()) {
            (Some(bits), _) if bits <= 128 => u64::from(bits.div_ceil(8)),
            (_, Some(_)) => module.store_size(ty),
            _ => return None,
        },
    };
    (2..=WIDEST).contains(&bytes).then_some(bytes as u32)
}

/// The bytes of a vector's element, or of the whole value if it is not a vector.
pub fn element_lanes(ty: Type, lanes: u32) -> u32 {
    ty.vector().map_or(lanes, |(_, count)| lanes / count)
}

/// A value with more members is treated as a whole.
const MOST_MEMBERS: usize = 64;

/// The innermost members of a structure or an array, with their offsets; `None` for other types.
pub fn members(module: Module, ty: Type) -> Option<Vec<(Type, u64)>> {
    ty.member_count()?;
    let mut found = Vec::new();
    collect(module, ty, 0, &mut found).then_some(found)
}

fn collect(module: Module, ty: Type, at: u64, found: &mut Vec<(Type, u64)>) -> bool {
    let Some(count) = ty.member_count() else {
        found.push((ty, at));
        return found.len() <= MOST_MEMBERS;
    };
    count <= MOST_MEMBERS as u64
        && (0..count as u32).all(|index| {
            let (member, offset) = module.member(ty, index).expect("it has so many");
            collect(module, member, at + offset, found)
        })
}

/// The index of the first innermost member that a path leads to, and how many there are.
pub fn members_at(module: Module, ty: Type, path: &[u32]) -> (usize, usize) {
    let count = |ty: Type| members(module, ty).map_or(1, |m| m.len());
    let Some((first, rest)) = path.split_first() else {
        return (0, count(ty));
    };
    let member = |index: u32| ty.member_type(index).expect("a path leads to members");
    let before: usize = (0..*first).map(|index| count(member(index))).sum();
    let (at, length) = members_at(module, member(*first), rest);
    (before + at, length)
}

/// Emits label code at a builder's position.
pub struct Emit<'a> {
    pub module: Module,
    pub helpers: &'a Helpers,
    pub builder: Builder,
}

impl Emit<'_> {
    /// A constant of a label's type.
    pub fn label(&self, value: u32) -> Value {
        self.module.const_int(32, value.into()).value()
    }

    /// The runtime's memory for the vectors that slow functions are passed.
    fn room(&self) -> Value {
        const { assert!(slots::ROOM_LABELS as u64 == 2 * WIDEST) };
        runtime::variable(self.module, &variables::ROOM).value()
    }

    /// The type of a vector of `count` labels.
    pub fn vector(&self, count: u32) -> Type {
        self.module.int(32).vector_of(count)
    }

    /// One label for the whole value.
    pub fn sum(&self, shadow: &Shadow) -> Value {
        match shadow {
            Shadow::Clean => self.label(0),
            Shadow::One(label) => *label,
            Shadow::Bytes(lanes) => self.sum_of(lanes),
            Shadow::Members(members) => {
                let labels: Vec<_> = members.iter().map(|m| self.sum(m)).collect();
                self.union_of(&labels)
            }
        }
    }

    fn sum_of(&self, lanes: &Lanes) -> Value {
        match (lanes.live.count_ones(), lanes.count) {
            (0, _) => self.label(0),
            (1, _) => {
                let lane = lanes.live.trailing_zeros();
                self.builder.lane(lanes.vector, lane)
            }
            (_, count) => {
                let arguments = [lanes.vector, self.room()];
                self.helpers
                    .call(&self.builder, Helper::Sum(count), &arguments)
            }
        }
    }

    /// As [`Shadow::One`], unless it is clean.
    pub fn one(&self, shadow: &Shadow) -> Shadow {
        match shadow.is_clean() {
            true => Shadow::Clean,
            false => Shadow::One(self.sum(shadow)),
        }
    }

    /// The union of two labels.
    pub fn union(&self, a: Value, b: Value) -> Value {
        let is_zero = |v: Value| v.int_constant() == Some(0);
        match (a, b) {
            _ if is_zero(a) || a == b => b,
            _ if is_zero(b) => a,
            _ => self.helpers.call(&self.builder, Helper::Union, &[a, b]),
        }
    }

    /// The union of several labels.
    pub fn union_of(&self, labels: &[Value]) -> Value {
        let union = labels.iter().copied().reduce(|a, b| self.union(a, b));
        union.unwrap_or_else(|| self.label(0))
    }

    /// One label for several values.
    pub fn join(&self, shadows: &[Shadow]) -> Shadow {
        if shadows.iter().all(Shadow::is_clean) {
            return Shadow::Clean;
        }
        let labels: Vec<_> = shadows.iter().map(|s| self.sum(s)).collect();
        Shadow::One(self.union_of(&labels))
    }

    /// The same label in `count` lanes.
    pub fn splat(&self, label: Value, count: u32) -> Lanes {
        let zero = self.vector(count).zero();
        let one = self.builder.with_lane(zero, label, 0);
        let vector = self.builder.shuffle(one, zero, &vec![0; count as usize]);
        let live = all(count);
        Lanes {
            vector,
            count,
            live,
        }
    }

    /// A label for each byte.
    pub fn bytes(&self, shadow: &Shadow, count: u32) -> Lanes {
        match shadow {
            Shadow::Bytes(lanes) if lanes.count == count => *lanes,
            _ if shadow.is_clean() => Lanes {
                vector: self.vector(count).zero().value(),
                count,
                live: 0,
            },
            _ => self.splat(self.sum(shadow), count),
        }
    }

    /// Selects lanes by their index; `None` selects a clean one.
    pub fn pick(&self, from: &Lanes, lanes: &[Option<u32>]) -> Lanes {
        let is_live = |lane: &Option<u32>| lane.is_some_and(|l| from.live >> l & 1 == 1);
        let live = lanes.iter().enumerate().filter(|(_, lane)| is_live(lane));
        let live = live.fold(0, |live, (at, _)| live | 1 << at);
        let clean = from.count;
        let mask: Vec<_> = lanes.iter().map(|l| l.unwrap_or(clean)).collect();
        let zero = self.vector(from.count).zero();
        Lanes {
            vector: self.builder.shuffle(from.vector, zero, &mask),
            count: lanes.len() as u32,
            live,
        }
    }

    /// The union lane by lane.
    pub fn union_lanes(&self, a: &Lanes, b: &Lanes) -> Lanes {
        let vector = match (a.live, b.live) {
            (_, 0) => a.vector,
            (0, _) => b.vector,
            (x, y) if x & y == 0 => self.builder.or(a.vector, b.vector),
            _ => {
                let helper = Helper::Lanes(a.count);
                let arguments = [a.vector, b.vector, self.room()];
                self.helpers.call(&self.builder, helper, &arguments)
            }
        };
        Lanes {
            vector,
            count: a.count,
            live: a.live | b.live,
        }
    }

    /// The union of each lane with one label.
    fn mix(&self, lanes: &Lanes, label: Value) -> Lanes {
        let helper = Helper::Mix(lanes.count);
        let arguments = [lanes.vector, label, self.room()];
        Lanes {
            vector: self.helpers.call(&self.builder, helper, &arguments),
            count: lanes.count,
            live: all(lanes.count),
        }
    }

    /// All lanes of an element get the union of its labels.
    pub fn by_elements(&self, lanes: &Lanes, each: u32) -> Lanes {
        let helper = Helper::Elements(lanes.count, each);
        let arguments = [lanes.vector, self.room()];
        Lanes {
            vector: self.helpers.call(&self.builder, helper, &arguments),
            count: lanes.count,
            live: all(lanes.count),
        }
    }

    /// The union of the labels of two values, byte by byte if one of them has labels for bytes.
    pub fn merge(&self, a: &Shadow, b: &Shadow) -> Shadow {
        match (a, b) {
            _ if a.is_clean() => b.clone(),
            _ if b.is_clean() => a.clone(),
            (Shadow::Bytes(a), Shadow::Bytes(b)) if a.count == b.count => {
                Shadow::Bytes(self.union_lanes(a, b))
            }
            (Shadow::Bytes(lanes), other) | (other, Shadow::Bytes(lanes)) => {
                Shadow::Bytes(self.mix(lanes, self.sum(other)))
            }
            (Shadow::Members(a), Shadow::Members(b)) => {
                let both = a.iter().zip(b);
                Shadow::Members(both.map(|(a, b)| self.merge(a, b)).collect())
            }
            (Shadow::Members(members), other) | (other, Shadow::Members(members)) => {
                let label = Shadow::One(self.sum(other));
                let merged = members.iter().map(|m| self.merge(m, &label));
                Shadow::Members(merged.collect())
            }
            _ => Shadow::One(self.union(self.sum(a), self.sum(b))),
        }
    }

    /// The address of the labels of memory.
    pub fn shadow_of(&self, pointer: Value) -> Value {
        use fz_abi::taint::shadow;
        let word = self.module.int(64);
        let address = self.builder.ptr_to_int(pointer, word);
        let kept = self
            .builder
            .and(address, word.constant(shadow::MASK.into()));
        let at = self.builder.shl(kept, word.constant(shadow::SHIFT.into()));
        self.builder.int_to_ptr(at)
    }

    /// Loads a label.
    pub fn load_label(&self, from: impl Into<Value>) -> Value {
        let label = self.module.int(32);
        self.builder.load_aligned(label, from, LABEL).value()
    }

    /// Loads `count` adjacent labels.
    pub fn load_lanes(&self, from: impl Into<Value>, count: u32) -> Lanes {
        let vector = self.builder.load_aligned(self.vector(count), from, LABEL);
        Lanes {
            vector: vector.value(),
            count,
            live: all(count),
        }
    }

    /// Stores labels, or another value of the same size.
    pub fn store_labels(&self, labels: impl Into<Value>, to: impl Into<Value>) {
        self.builder.store_aligned(labels, to, LABEL);
    }
}
