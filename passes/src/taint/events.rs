//! Sites report their operands to the runtime if one of them has a label.

use fz_abi::{functions::taint as calls, sites as layout, taint::site as abi};

use super::{helpers::Helper, shadow::Shadow, walk::Walk};
use crate::{
    ir::{Call, Const, Global, Linkage, Value},
    marks::site::written::Preferred,
    marks::site::{CompareCall, CompareRoutine, Operands, Predicate, Site, identity},
};

impl Walk<'_> {
    /// Reports the operands of a planted site.
    pub fn site(&mut self, call: Call) {
        self.sites.push(call);
        let Some(site) = Site::read(call) else {
            return;
        };
        match &site.operands {
            Operands::Compare(a, b) | Operands::Operation(_, [a, b]) => {
                self.pair(&site, *a, Some(*b))
            }
            Operands::Value(value) => self.pair(&site, *value, None),
            Operands::Switch { value, .. } => self.pair(&site, *value, None),
            Operands::Call(called) => self.compared(&site, called),
        }
        self.cx.did();
    }

    fn pair(&mut self, site: &Site, a: Value, b: Option<Value>) {
        // Engines get the operands of the source from the fast build as well.
        let written = match (&site.operands, b) {
            (Operands::Compare(..), Some(b)) => site.preferred(a, b),
            _ => None,
        };
        let shadows = match &written {
            Some(Preferred { pair, .. }) => [0, 1].map(|side: usize| {
                let values = pair[side].values().into_iter();
                let shadows: Vec<_> = values.map(|v| self.shadow(v)).collect();
                self.emit.join(&shadows)
            }),
            None => [Some(a), b].map(|v| v.map_or(Shadow::Clean, |v| self.shadow(v))),
        };
        if shadows.iter().all(Shadow::is_clean) && !self.options.unlabelled {
            return;
        }
        let emit = &self.emit;
        let values = match &written {
            Some(Preferred { pair, .. }) => {
                [0, 1].map(|side| Some(pair[side].build(&emit.builder, a.ty())))
            }
            None => [Some(a), b],
        };
        let predicate = written.as_ref().map_or(site.predicate, |w| w.predicate);
        let record = self.record(site, values[0].unwrap_or(a), predicate).value();
        emit.helpers.call(&emit.builder, Helper::Count, &[record]);
        let labels = [&shadows[0], &shadows[1]].map(|s| emit.sum(s));
        let zero = emit.module.int(64).constant(0).value();
        let values = values.map(|v| {
            let told = v.map(|v| match &written {
                Some(_) => v,
                None => site.told(&emit.builder, v),
            });
            told.map_or(zero, |v| self.bits(v, site.signed))
        });
        let arguments = [record, labels[0], labels[1], values[0], values[1]];
        let builder = &emit.builder;
        match self.options.unlabelled {
            false => emit.helpers.call(builder, Helper::Event, &arguments),
            true => (emit.helpers).runtime(builder, &calls::EVENT, &arguments),
        };
    }

    /// The lower 64 bits of a value; 0 for a vector.
    fn bits(&self, value: Value, signed: bool) -> Value {
        let emit = &self.emit;
        let (module, builder, ty) = (emit.module, &emit.builder, value.ty());
        let word = module.int(64);
        if ty.is_pointer() {
            return builder.ptr_to_int(value, word);
        }
        let whole = match (ty.int_bits(), ty.float_bits()) {
            (Some(_), _) => value,
            (_, Some(bits)) => builder.bitcast(value, module.int(bits)),
            _ => return word.constant(0).value(),
        };
        match whole.ty().int_bits().expect("it is an integer") {
            64 => whole,
            65.. => builder.trunc(whole, word),
            // A signed number is shown with its sign.
            2.. if signed => builder.sext(whole, word),
            _ => builder.zext(whole, word),
        }
    }

    fn compared(&mut self, site: &Site, called: &CompareCall) {
        let operands = &called.operands[..called.routine.operands()];
        let record = self.record(site, operands[0], site.predicate).value();
        let emit = &self.emit;
        let (module, builder) = (emit.module, &emit.builder);
        emit.helpers.call(builder, Helper::Count, &[record]);
        let word = module.int(64);
        let result = match called.result() {
            Some(result) => self.bits(result, true),
            None => word.constant(0).value(),
        };
        let (a, b) = (operands[0], operands[1]);
        let [at_a, at_b] = [a, b].map(|address| match self.options.addresses {
            true => emit.sum(&self.shadow(address)),
            false => module.int(32).constant(0).value(),
        });
        match called.routine {
            CompareRoutine::FindMemory => {
                let lengths = [operands[2], operands[3]].map(|n| emit.wide(n));
                let arguments = [record, a, lengths[0], b, lengths[1], result, at_a, at_b];
                emit.helpers
                    .runtime(builder, &calls::EVENT_FIND, &arguments);
            }
            _ => {
                let bytes = operands.get(2).map(|n| emit.wide(*n));
                let bytes = bytes.unwrap_or(word.constant(0).value());
                let arguments = [record, a, b, bytes, result, at_a, at_b];
                emit.helpers
                    .runtime(builder, &calls::EVENT_CALL, &arguments);
            }
        }
    }

    /// What the runtime and readers of a trace need to know about a site.
    fn record(&self, site: &Site, operand: Value, predicate: Predicate) -> Global {
        let module = self.emit.module;
        let (how, zero_differs) = match &site.operands {
            Operands::Call(call) => (call.routine as u32, call.zero_differs),
            _ => (predicate as u32, false),
        };
        let (flag, guard) = (|on: bool, flag: u32| if on { flag } else { 0 }, site.guard);
        let flags = flag(site.signed, layout::SIGNED)
            | flag(site.looped, layout::LOOP)
            | flag(zero_differs, layout::ZERO_DIFFERS)
            | flag(operand.ty().is_vector(), layout::VECTOR)
            | flag(self.options.unlabelled, layout::UNLABELLED)
            | u32::from(guard) << layout::GUARD_SHIFT;
        let (file, line, column) = match site.call.location() {
            Some(at) => (at.file, at.line, at.column),
            None => (String::new(), 0, 0),
        };
        let id = identity(module, self.function, site.number);
        let words = [
            [id, site.number],
            [site.kind as u32, how],
            [flags, bits_of(operand)],
            [line, column],
            [0, 0],
        ];
        let words = words.map(|[low, high]| u64::from(low) | u64::from(high) << 32);
        let (cases, count) = self.cases(site);
        let name = self.function.symbol();
        let words = words.map(|word| module.const_pointer(word));
        let texts = [&file, &name].map(|text| match text.is_empty() {
            true => module.null_ptr(),
            false => self.options.name(text).into(),
        });
        let none = module.null_ptr();
        let all = [
            &words[..],
            &texts,
            &[cases, module.const_pointer(count), none, none, none],
        ]
        .concat();
        debug_assert_eq!(8 * all.len(), abi::BYTES);
        let record = module.add_array(module.ptr(), all.len(), Some(&all), "__fz_taint_site");
        record.set_linkage(Linkage::Private);
        // If the linker drops the function, its sites have to go, too.
        if self.function.comdat_name().is_some() {
            record.join_comdat(self.function.global());
        }
        record
    }

    fn cases(&self, site: &Site) -> (Const, u64) {
        let module = self.emit.module;
        let Operands::Switch { cases, .. } = &site.operands else {
            return (module.null_ptr(), 0);
        };
        let word = module.int(64);
        let values = cases.iter().map(|case| {
            let value = case.int_constant().unwrap_or_default();
            word.constant(value as u64 as u128)
        });
        let values: Vec<_> = values.collect();
        let table = module.add_private_constant(word, &values, "__fz_taint_cases");
        (table.into(), values.len() as u64)
    }
}

fn bits_of(operand: Value) -> u32 {
    let ty = operand.ty();
    let element = ty.vector().map_or(ty, |(element, _)| element);
    let bits = element.int_bits().or(element.float_bits());
    bits.unwrap_or(0)
}
