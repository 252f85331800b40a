//! Angora's track files, read by what the documentation of the format says (`fz_taint::angora`) and nothing
//! else.

/// Whether it is signed, begin, end.
pub type Segment = (bool, u32, u32);

/// A track file.
#[derive(Debug, Default, PartialEq)]
pub struct Track {
    pub conditions: Vec<Condition>,
    /// By label.
    pub tags: Vec<(u32, Vec<Segment>)>,
    /// Number of the condition, and its texts.
    pub texts: Vec<(u64, Vec<u8>, Vec<u8>)>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Condition {
    pub cmpid: u32,
    pub context: u32,
    pub order: u32,
    pub condition: u32,
    pub op: u32,
    pub size: u32,
    pub lb1: u32,
    pub lb2: u32,
    pub arg1: u64,
    pub arg2: u64,
}

impl Condition {
    /// What an engine asks the fast build for.
    pub fn asked(&self) -> fz_abi::angora::Condition {
        fz_abi::angora::Condition {
            id: self.cmpid,
            context: self.context,
            order: self.order,
            condition: self.condition,
            op: self.op,
            size: self.size,
            held: self.lb1,
            label: self.lb2,
            operands: [self.arg1, self.arg2],
            ..Default::default()
        }
    }
}

/// The answer of conditions that are worked on no more.
pub const DONE: u32 = 2;

/// What engines call the operation of a condition: LLVM's predicates, and more.
pub mod op {
    pub const FLOAT_GREATER: u32 = 2;
    pub const LAST_FLOAT: u32 = 15;
    pub const EQUAL: u32 = 32;
    pub const NOT_EQUAL: u32 = 33;
    pub const GREATER: u32 = 34;
    pub const GREATER_OR_EQUAL: u32 = 35;
    pub const LESS: u32 = 36;
    pub const LESS_OR_EQUAL: u32 = 37;
    pub const SIGNED_GREATER: u32 = 38;
    pub const SIGNED_LESS: u32 = 40;
    pub const SWITCH: u32 = 0xff;
    pub const PREDICATE: u32 = 0xff;
    /// From the unsigned predicate to the signed one.
    pub const SIGNED: u32 = 4;
    pub const FIRST_UNASKED: u32 = 0x4000;
    pub const FUNCTION: u32 = 0x8002;
    pub const LENGTH: u32 = 0x8003;
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take(&mut self, count: usize) -> &[u8] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take(4).try_into().expect("as many"))
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take(8).try_into().expect("as many"))
    }

    fn list<T>(&mut self, each: impl Fn(&mut Self) -> T) -> Vec<T> {
        let count = self.u64();
        (0..count).map(|_| each(self)).collect()
    }

    fn text(&mut self) -> Vec<u8> {
        let length = self.u64();
        self.take(length as usize).to_vec()
    }

    fn condition(&mut self) -> Condition {
        let [
            cmpid,
            context,
            order,
            belong,
            condition,
            level,
            op,
            size,
            lb1,
            lb2,
        ] = [(); 10].map(|()| self.u32());
        assert_eq!((belong, level), (0, 0));
        Condition {
            cmpid,
            context,
            order,
            condition,
            op,
            size,
            lb1,
            lb2,
            arg1: self.u64(),
            arg2: self.u64(),
        }
    }
}

pub fn read(bytes: &[u8]) -> Track {
    let mut reader = Reader(bytes);
    let track = Track {
        conditions: reader.list(Reader::condition),
        tags: reader.list(|r| {
            let label = r.u32();
            let segments = r.list(|r| {
                let sign = r.take(1)[0];
                assert!(sign < 2);
                (sign == 1, r.u32(), r.u32())
            });
            (label, segments)
        }),
        texts: reader.list(|r| (r.u64(), r.text(), r.text())),
    };
    assert!(reader.0.is_empty(), "{} bytes too many", reader.0.len());
    track
}

impl Track {
    /// The segments of a label.
    pub fn segments(&self, label: u32) -> Vec<Segment> {
        let mut found = self.tags.iter().filter(|(l, _)| *l == label);
        let segments = found.next().map(|(_, s)| s.clone()).unwrap_or_default();
        assert!(found.next().is_none(), "label {label} is there twice");
        segments
    }
}
