//! The code that replaces a call: new control flow that ends in the call's result, or at the target of the branch that
//! uses it.

use crate::{
    ir::{
        Block, Builder, Call, Const, Function, Inst, IntPredicate, MetadataKind, Module, Op, Term,
        Type, Value,
    },
    marks::{kept, step},
};

/// Functions with one of these attributes have their calls of the C library checked at run time.
const WATCHED: [&str; 3] = ["sanitize_address", "sanitize_hwaddress", "sanitize_thread"];

/// An expansion under construction.
pub struct Emit {
    pub module: Module,
    pub builder: Builder,
    call: Call,
    /// The block where it begins.
    head: Block,
    end: End,
    /// The block that calls the function itself, if one was needed.
    original: Option<Block>,
    /// The block where its result meets a known one, the known result, and the block that comes from.
    meeting: Option<(Block, Const, Block)>,
    loops: MetadataKind,
}

/// How an expansion ends.
enum End {
    /// The only use of the result is a branch on whether it is zero.
    Branch(Branch),
    /// The result is a φ node at the start of this block, where the call still is.
    Value {
        tail: Block,
        incoming: Vec<(Value, Block)>,
        constants: Vec<(Const, Block)>,
    },
}

struct Branch {
    terminator: Term,
    /// The compare with zero, unless the branch uses the result itself.
    question: Option<Inst>,
    zero: Block,
    other: Block,
}

impl Emit {
    /// Begins an expansion at the call.
    pub fn new(module: Module, call: Call) -> Emit {
        let builder = Builder::new(module);
        let head = call.block();
        let end = match Branch::of(call) {
            Some(branch) => {
                // Only debug records are between the call and the branch.
                builder.go_before(branch.terminator);
                End::Branch(branch)
            }
            None => {
                let tail = Block::split_before(call);
                builder.go_before(head.terminator().expect("made by the split"));
                End::Value {
                    tail,
                    incoming: Vec::new(),
                    constants: Vec::new(),
                }
            }
        };
        builder.locate(call);
        Emit {
            module,
            builder,
            call,
            head,
            end,
            original: None,
            meeting: None,
            loops: module.metadata_kind("llvm.loop"),
        }
    }

    /// An argument of the call.
    pub fn argument(&self, index: u32) -> Value {
        self.call.operand(index)
    }

    /// The type of the call's result.
    pub fn result_type(&self) -> Type {
        self.call.ty()
    }

    /// A function of the C library, if the target has it.
    pub fn library_function(&self, name: &str, ty: Type) -> Option<Function> {
        self.call.function().library_function(name, ty)
    }

    /// Whether it only matters if the result is zero.
    pub fn is_branch(&self) -> bool {
        matches!(self.end, End::Branch(_))
    }

    /// A value that is used more than once, or branched on.
    pub fn frozen(&self, value: Value) -> Value {
        match value.is_well_defined(self.call) {
            true => value,
            false => self.builder.freeze(value),
        }
    }

    /// The byte at `pointer + offset`, frozen: memory that was never written may hold any byte, but the same for each
    /// use.
    pub fn byte(&self, pointer: impl Into<Value>, offset: u64) -> Value {
        let at = self.advanced(pointer, offset);
        self.builder
            .freeze(self.builder.load(self.module.int(8), at))
    }

    /// The pointer `by` bytes further on.
    pub fn advanced(&self, pointer: impl Into<Value>, by: u64) -> Value {
        let pointer = pointer.into();
        match by {
            0 => pointer,
            _ => self.builder.offset(pointer, self.module.const_int(64, by)),
        }
    }

    /// A new, empty block.
    pub fn block(&self) -> Block {
        match &self.end {
            End::Branch(branch) => branch.zero.new_before(),
            End::Value { tail, .. } => tail.new_before(),
        }
    }

    /// Continues in another block.
    pub fn enter(&self, block: Block) {
        self.builder.go_to_end(block);
    }

    /// Branches on a condition, and keeps the loop's metadata.
    pub fn cond_br(&self, condition: Value, then: Block, otherwise: Block) {
        self.ask(self.builder.cond_br(condition, then, otherwise));
    }

    /// Switches on a value, and keeps the loop's metadata.
    pub fn switch(&self, value: Value, default: Block, cases: &[(Const, Block)]) {
        self.ask(self.builder.switch(value, default, cases));
    }

    fn ask(&self, branch: Term) {
        self.keep_loop(branch);
        if branch.block() != self.head {
            step::mark(self.module, branch);
        }
    }

    /// Branches to `to` if the condition holds, and continues in a new block.
    pub fn leave_if(&self, condition: Value, to: Block) {
        let next = self.block();
        self.cond_br(condition, to, next);
        self.enter(next);
    }

    /// Keeps the loop's metadata: the branch may be the latch.
    fn keep_loop(&self, branch: Term) {
        if let End::Branch(end) = &self.end {
            branch.copy_metadata(end.terminator, self.loops);
        }
    }

    /// The target for a constant result.
    pub fn constant(&mut self, value: Const) -> Block {
        let is_zero = value.is_null();
        match &mut self.end {
            End::Branch(branch) if is_zero => branch.zero,
            End::Branch(branch) => branch.other,
            End::Value {
                tail, constants, ..
            } => {
                if let Some((_, block)) = constants.iter().find(|(v, _)| *v == value) {
                    return *block;
                }
                let block = tail.new_before();
                constants.push((value, block));
                block
            }
        }
    }

    /// The target for a number as the result.
    pub fn number(&mut self, value: u128) -> Block {
        self.constant(self.result_type().constant(value))
    }

    /// The target for a null pointer as the result.
    pub fn null(&mut self) -> Block {
        self.constant(self.module.null_ptr())
    }

    /// Ends the current block: the result is the difference of two bytes that are not equal.
    pub fn end_with_difference(&mut self, [a, b]: [Value; 2]) {
        let ty = self.result_type();
        let [a, b] = [a, b].map(|v| self.builder.zext(v, ty));
        let difference = self.builder.sub(a, b);
        self.end_with(difference, true);
    }

    /// Ends the current block with this result. `not_zero`: whether it is known not to be zero.
    pub fn end_with(&mut self, value: impl Into<Value>, not_zero: bool) {
        let value = value.into();
        match &mut self.end {
            End::Value { tail, incoming, .. } => {
                incoming.push((value, self.builder.block()));
                self.builder.br(*tail);
            }
            End::Branch(branch) => {
                let (zero, other) = (branch.zero, branch.other);
                let made = match not_zero {
                    true => self.builder.br(other),
                    false => {
                        let is_zero = is_zero(&self.builder, value);
                        self.builder.cond_br(is_zero, zero, other)
                    }
                };
                self.keep_loop(made);
            }
        }
    }

    /// The target where the function itself decides.
    pub fn original(&mut self) -> Block {
        match self.original {
            Some(block) => block,
            None => *self.original.insert(self.block()),
        }
    }

    /// Ends the current block: if the condition holds, the function decides, else the result is this number. The
    /// program itself has no such branch, so no edge is counted for it.
    pub fn decide(&mut self, ask: Value, otherwise: u128) {
        let original = self.original();
        let number = self.result_type().constant(otherwise);
        let decided = match self.end {
            End::Branch(_) => {
                debug_assert!(self.meeting.is_none(), "one question for each call");
                let (meeting, here) = (self.block(), self.builder.block());
                self.meeting = Some((meeting, number, here));
                meeting
            }
            End::Value { .. } => self.constant(number),
        };
        let branch = self.builder.cond_br(ask, original, decided);
        self.keep_loop(branch);
        step::silence(self.module, branch);
    }

    /// Calls the function again, with some arguments replaced.
    pub fn again(&self, changes: &[(u32, Value)]) -> Call {
        let call = self.builder.clone_of(self.call).as_call();
        let call = call.expect("a copy of a call");
        for (argument, value) in changes {
            call.set_operand(*argument, *value);
            call.remove_argument_attributes(*argument);
        }
        self.keep(call)
    }

    /// Marks a call of a library function that stays.
    pub fn keep(&self, call: Call) -> Call {
        kept::mark(self.module, call);
        call.set_nounwind(self.module);
        if self.is_watched() {
            // Loads that the code generator would put in its place are not instrumented.
            call.set_nobuiltin(self.module);
        }
        call
    }

    /// Lets a sanitizer check all bytes that the function may read: it finds errors past the first difference, where
    /// the steps do not read.
    pub fn watch_all_bytes(&self) {
        if self.is_watched() {
            let result = self.again(&[]);
            // Without a use, LLVM would remove the call, which only reads.
            self.builder.use_up(result);
        }
    }

    fn is_watched(&self) -> bool {
        let function = self.call.function();
        WATCHED.iter().any(|w| function.has_attribute(w))
    }

    /// Ends the expansion and erases the call.
    pub fn finish(mut self) {
        if let Some(block) = self.original {
            self.enter(block);
            let mut result = self.again(&[]).value();
            if let Some((meeting, number, from)) = self.meeting {
                self.builder.br(meeting);
                self.enter(meeting);
                let ways = [(number.value(), from), (result, block)];
                result = self.builder.phi(number.ty(), &ways).value();
            }
            self.end_with(result, false);
        }
        match self.end {
            End::Branch(branch) => {
                branch.terminator.erase();
                if let Some(question) = branch.question {
                    question.erase();
                }
            }
            End::Value {
                tail,
                mut incoming,
                constants,
            } => {
                self.head.terminator().expect("made by the split").erase();
                for (value, block) in constants {
                    self.builder.go_to_end(block);
                    self.builder.br(tail);
                    incoming.push((value.value(), block));
                }
                self.builder.go_before(self.call);
                let phi = self.builder.phi(self.call.ty(), &incoming);
                self.call.replace_uses(phi);
            }
        }
        self.call.erase();
    }
}

/// Places where two bytes differ, and these bytes.
#[derive(Default)]
pub struct Differences {
    block: Option<Block>,
    pairs: Vec<(Value, Value, Block)>,
}

impl Differences {
    /// The target if these two bytes differ.
    pub fn of(&mut self, emit: &Emit, a: Value, b: Value) -> Block {
        self.pairs.push((a, b, emit.builder.block()));
        *self.block.get_or_insert_with(|| emit.block())
    }

    /// Continues where all these places meet, with the two bytes; `None` if there are none.
    pub fn enter(self, emit: &Emit) -> Option<[Value; 2]> {
        emit.enter(self.block?);
        let phi = |pick: fn(&(Value, Value, Block)) -> Value| {
            let incoming: Vec<_> = self.pairs.iter().map(|p| (pick(p), p.2)).collect();
            let phi = emit.builder.phi(incoming[0].0.ty(), &incoming);
            phi.value()
        };
        Some([phi(|p| p.0), phi(|p| p.1)])
    }
}

fn is_zero(builder: &Builder, value: Value) -> Value {
    let zero = match value.ty().is_pointer() {
        true => builder.module().null_ptr(),
        false => value.ty().constant(0),
    };
    builder.icmp(IntPredicate::Eq, value, zero)
}

impl Branch {
    /// The branch after a call, if it is the result's only use and nothing but the compare is in between.
    fn of(call: Call) -> Option<Branch> {
        if !call.has_one_use() {
            return None;
        }
        let next = call.next()?;
        let (question, terminator, zero) = match next.as_term() {
            Some(branch) => (None, branch, 1),
            None => {
                let zero = asks_for_zero(next, call.value())?;
                let branch = next.next().filter(|_| next.has_one_use())?;
                (Some(next), branch.as_term()?, zero)
            }
        };
        let asked = question.unwrap_or(call.inst());
        if terminator.branch_condition() != Some(asked.value()) {
            return None;
        }
        let ways = terminator.successors();
        if ways[0] == ways[1] {
            return None;
        }
        let [zero, other] = [zero, 1 - zero].map(|way| Block::instead_of(terminator, ways[way]));
        Some(Branch {
            terminator,
            question,
            zero,
            other,
        })
    }
}

/// The successor of a branch on `compare` where `value` is zero, if that is what it tests.
fn asks_for_zero(compare: Inst, value: Value) -> Option<usize> {
    let asks = compare.is(Op::ICmp)
        && (0..2).any(|n| compare.operand(n) == value && compare.operand(1 - n).is_null());
    match compare.int_predicate().filter(|_| asks)? {
        IntPredicate::Eq => Some(0),
        IntPredicate::Ne => Some(1),
        _ => None,
    }
}
