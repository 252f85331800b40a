//! CWE-194, CWE-195 and CWE-197: numbers that a conversion changes.

use super::case::{Case, HERE, KEEP};
use super::integer::{
    CHAR, I5, I8, I16, I20, I32, I40, I64, I128, Integer, U7, U8, U16, U32, U64, U128,
};

/// What is said of a number that becomes another one.
pub fn report(from: &Integer, to: &Integer, number: i128) -> String {
    format!(
        "{} out of range: {} {number} becomes {}",
        to.shape(),
        from.shape(),
        to.wrapped(number)
    )
}

/// How a program converts: `$U` is the target.
struct Way {
    operation: &'static str,
    shared: &'static str,
    sink: &'static str,
    /// Whether it is the size of something.
    sizes: bool,
    /// What is added before the conversion.
    added: i128,
    cxx: bool,
}

const fn way(operation: &'static str, shared: &'static str, sink: &'static str) -> Way {
    Way {
        operation,
        shared,
        sink,
        sizes: false,
        added: 0,
        cxx: false,
    }
}

const fn size(operation: &'static str, shared: &'static str, sink: &'static str) -> Way {
    Way {
        sizes: true,
        ..way(operation, shared, sink)
    }
}

const fn cxx(operation: &'static str, sink: &'static str) -> Way {
    Way {
        cxx: true,
        ..way(operation, "", sink)
    }
}

static WAYS: [Way; 15] = [
    way("assign", "", "$U result = $X; $HERE\n$KEEP"),
    way("cast", "", "$U result = ($U)$X; $HERE\n$KEEP"),
    cxx(
        "static-cast",
        "auto result = static_cast<$U>($X); $HERE\n$KEEP",
    ),
    way(
        "argument",
        "static void receive($U result) { $KEEP }\n",
        "receive($X); $HERE",
    ),
    way(
        "cast-argument",
        "static void receive($U result) { $KEEP }\n",
        "receive(($U)$X); $HERE",
    ),
    way(
        "store",
        "struct holder { char tag; $U kept; };\n",
        "struct holder result = {'h', 0};\nresult.kept = $X; $HERE\n$KEEP",
    ),
    way(
        "element",
        "",
        "$U result[4] = {0, 0, 0, 0};\nresult[2] = $X; $HERE\n$KEEP",
    ),
    way(
        "choice",
        "",
        "$U result = 0;\nif (five == 5) result = $X; $HERE\n$KEEP",
    ),
    way(
        "through-pointer",
        "",
        "$U result = 0, *target = &result;\n*target = $X; $HERE\n$KEEP",
    ),
    Way {
        added: 1,
        ..way(
            "plus-assign",
            "",
            "$U result = 1;\nresult += $X; $HERE\n$KEEP",
        )
    },
    size(
        "loop-bound",
        "",
        "int result = 0;\nfor ($U at = 0; at < $X; at++) if (at == 2) break; $HERE\n$KEEP",
    ),
    size(
        "allocation",
        "",
        "void *memory = malloc($X); $HERE\nint result = memory != 0;\nfree(memory);\n$KEEP",
    ),
    size(
        "cast-allocation",
        "",
        "void *memory = malloc(($U)$X); $HERE\nint result = memory != 0;\nfree(memory);\n$KEEP",
    ),
    size(
        "copy-length",
        "",
        "char result[8] = \"\";\n$U length = $X; $HERE\nif (length < 8) memcpy(result, \"abcdefg\", length);\n$KEEP",
    ),
    size(
        "copy-argument",
        "static void copy(char *to, const char *from, $U length) { if (length < 8) memcpy(to, from, length); }\n",
        "char result[8] = \"\";\ncopy(result, \"abcdefg\", $X); $HERE\n$KEEP",
    ),
];

struct Pair {
    cwe: u16,
    from: &'static Integer,
    to: &'static Integer,
    /// A value that changes.
    bad: i128,
}

const fn pair(cwe: u16, from: &'static Integer, to: &'static Integer, bad: i128) -> Pair {
    Pair { cwe, from, to, bad }
}

static PAIRS: [Pair; 31] = [
    pair(194, &I8, &U64, -1),
    pair(194, &CHAR, &U32, -128),
    pair(194, &I16, &U64, -1),
    pair(194, &I16, &U32, -32768),
    pair(194, &I5, &U64, -16),
    pair(194, &CHAR, &U128, -1),
    pair(195, &I32, &U64, -1),
    pair(195, &I32, &U32, i32::MIN as i128),
    pair(195, &I64, &U64, -1),
    pair(195, &I20, &U64, -2),
    pair(195, &I40, &U64, -1),
    pair(195, &I128, &U128, -1),
    pair(195, &I8, &U8, -1),
    pair(195, &I16, &U16, -1),
    pair(197, &I16, &I8, 128),
    pair(197, &I32, &I8, -200),
    pair(197, &I32, &CHAR, 300),
    pair(197, &I32, &U8, 256),
    pair(197, &I32, &I16, 32768),
    pair(197, &I32, &U16, 70000),
    pair(197, &U16, &U8, 256),
    pair(197, &U16, &I8, 128),
    pair(197, &U32, &U8, 257),
    pair(197, &U32, &U16, 65536),
    pair(197, &U32, &I16, 32768),
    pair(197, &I64, &I32, 2147483648),
    pair(197, &I64, &U32, 4294967296),
    pair(197, &I64, &I8, 255),
    pair(197, &U64, &U32, 4294967296),
    pair(197, &U64, &I32, 4294967297),
    pair(197, &I128, &I64, 1 << 64),
];

/// Bit-fields as targets: no pointer leads to them.
static FIELDS: [Pair; 4] = [
    pair(197, &I32, &I5, 16),
    pair(197, &U32, &U7, 128),
    pair(197, &I32, &I20, -524289),
    pair(197, &I64, &I40, 1 << 39),
];

/// `$M` declares a member of the target's type.
static FIELD_WAYS: [Way; 2] = [
    way(
        "field",
        "struct holder { char tag; $M; };\n",
        "struct holder result = {'h', 0};\nresult.kept = $X; $HERE\n$KEEP",
    ),
    way(
        "last-field",
        "struct holder { unsigned other : 3; $M; };\n",
        "struct holder result = {5, 0}, *place = &result;\nplace->kept = $X; $HERE\n$KEEP",
    ),
];

pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    let mut turn = 0;
    for pair in &PAIRS {
        let ways: Vec<&Way> = WAYS.iter().filter(|w| w.suits(pair)).collect();
        // All ways of all pairs would be three times as many: each has its turn.
        let some = ways.len().min(SOME);
        cases.extend((turn..turn + some).map(|at| ways[at % ways.len()].case(pair)));
        turn += some;
    }
    for pair in &FIELDS {
        cases.extend(FIELD_WAYS.iter().map(|way| way.case(pair)));
    }
    cases
}

/// Ways of a pair.
const SOME: usize = 9;

impl Way {
    fn suits(&self, pair: &Pair) -> bool {
        (!self.sizes || pair.to == &U64) && (self.added == 0 || pair.cwe == 197)
    }

    fn case(&self, pair: &Pair) -> Case {
        let Pair { cwe, from, to, bad } = *pair;
        let read = match self.added {
            0 => from.read(),
            _ => from.arithmetic(),
        };
        let filled = |text: &str| {
            text.replace("$U", to.c)
                .replace("$M", &to.member("kept"))
                .replace("$HERE", HERE)
                .replace("$KEEP", KEEP)
        };
        Case {
            cwe,
            operation: self.operation,
            integer: from,
            target: Some(to),
            shared: filled(self.shared),
            sink: filled(self.sink),
            wide: None,
            well: match self.sizes {
                true => (0, from.most().min(LARGEST)),
                false => (
                    from.least().max(to.least() - self.added),
                    from.most().min(to.most() - self.added),
                ),
            },
            bad,
            report: report(read, to, bad + self.added),
            sizes: self.sizes,
            cxx: self.cxx,
        }
    }
}

/// A size that nobody objects to.
const LARGEST: i128 = 100;
