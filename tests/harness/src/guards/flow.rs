//! How a value gets from the input to the operation: variables, members, calls, loops and the like.
//!
//! In a flow's text `$T` is the value's type, `$F` the declaration of a member `value` of that type, which may be a
//! bit-field, `$V` the name of the variant, and what every other name of it begins with, `$INPUT` the function that reads a
//! value, and `$SINK` the statement that contains the operation.

use crate::level::Language;

#[derive(Debug)]
pub struct Flow {
    /// As in programs' names.
    pub name: &'static str,
    /// The least that it needs: what is C is C++ as well.
    pub language: Language,
    /// Where the value is when the operation comes: it can be read and changed.
    pub place: &'static str,
    pub text: &'static str,
}

impl Flow {
    /// Whether the value may be a bit-field.
    pub fn takes_fields(&self) -> bool {
        self.text.contains("$F")
    }
}

const fn c(name: &'static str, place: &'static str, text: &'static str) -> Flow {
    Flow {
        name,
        language: Language::C,
        place,
        text,
    }
}

const fn cxx(name: &'static str, place: &'static str, text: &'static str) -> Flow {
    Flow {
        language: Language::Cxx,
        ..c(name, place, text)
    }
}

pub static FLOWS: [Flow; 44] = [
    c(
        "local",
        "value",
        "
static void $V(void) {
    $T value = $INPUT();
    $SINK
}
",
    ),
    c(
        "member",
        "record.value",
        "
struct $V_record { char tag; $F; };
static void $V(void) {
    struct $V_record record = {'r', 0};
    record.value = $INPUT();
    $SINK
}
",
    ),
    c(
        "argument",
        "value",
        "
static void $V_sink($T value) {
    $SINK
}
static void $V(void) {
    $V_sink($INPUT());
}
",
    ),
    c(
        "array",
        "values[1]",
        "
static void $V(void) {
    $T values[3] = {0, 0, 0};
    values[1] = $INPUT();
    $SINK
}
",
    ),
    c(
        "member-by-pointer",
        "record->value",
        "
struct $V_record { $F; char tag; };
static void $V_sink(struct $V_record *record) {
    $SINK
}
static void $V(void) {
    struct $V_record record = {0, 'r'};
    record.value = $INPUT();
    $V_sink(&record);
}
",
    ),
    c(
        "pointer",
        "(*place)",
        "
static void $V(void) {
    $T value = $INPUT();
    $T *place = &value;
    $SINK
}
",
    ),
    c(
        "void-pointer",
        "value",
        "
static void $V_sink(void *opaque) {
    $T value = *($T *)opaque;
    $SINK
}
static void $V(void) {
    $T value = $INPUT();
    $V_sink(&value);
}
",
    ),
    c(
        "nested-member",
        "outer.inner[1].value",
        "
struct $V_outer { int tag; struct { $F; } inner[2]; };
static void $V(void) {
    struct $V_outer outer = {1, {{0}, {0}}};
    outer.inner[1].value = $INPUT();
    $SINK
}
",
    ),
    c(
        "returned",
        "value",
        "
static $T $V_source(void) {
    return $INPUT();
}
static void $V(void) {
    $T value = $V_source();
    $SINK
}
",
    ),
    c(
        "global",
        "$V_shared",
        "
static $T $V_shared;
static void $V_sink(void) {
    $SINK
}
static void $V(void) {
    $V_shared = $INPUT();
    $V_sink();
}
",
    ),
    c(
        "record-argument",
        "record.value",
        "
struct $V_record { short tag; $F; };
static void $V_sink(struct $V_record record) {
    $SINK
}
static void $V(void) {
    struct $V_record record = {7, 0};
    record.value = $INPUT();
    $V_sink(record);
}
",
    ),
    c(
        "out-parameter",
        "value",
        "
static void $V_source($T *to) {
    *to = $INPUT();
}
static void $V(void) {
    $T value = 0;
    $V_source(&value);
    $SINK
}
",
    ),
    c(
        "union",
        "view.value",
        "
union $V_view { $T value; unsigned char bytes[16]; };
static void $V(void) {
    union $V_view view;
    view.value = $INPUT();
    $SINK
}
",
    ),
    c(
        "returned-record",
        "record.value",
        "
struct $V_record { $F; int tag; };
static struct $V_record $V_source(void) {
    struct $V_record record = {0, 3};
    record.value = $INPUT();
    return record;
}
static void $V(void) {
    struct $V_record record = $V_source();
    $SINK
}
",
    ),
    c(
        "array-argument",
        "values[2]",
        "
static void $V_sink($T *values) {
    $SINK
}
static void $V(void) {
    $T values[4] = {1, 1, 1, 1};
    values[2] = $INPUT();
    $V_sink(values);
}
",
    ),
    c(
        "function-pointer",
        "value",
        "
static void $V_sink($T value) {
    $SINK
}
static void (*volatile $V_chosen)($T) = $V_sink;
static void $V(void) {
    $V_chosen($INPUT());
}
",
    ),
    c(
        "list",
        "node->value",
        "
struct $V_node { $F; struct $V_node *next; };
static void $V(void) {
    struct $V_node last = {0, 0}, first = {0, &last};
    last.value = $INPUT();
    for (struct $V_node *node = &first; node; node = node->next)
        if (!node->next) $SINK
}
",
    ),
    c(
        "switch",
        "value",
        "
static void $V(void) {
    $T value = $INPUT();
    switch (five) {
    case 4: value = 0; break;
    case 5: $SINK break;
    default: exit(1);
    }
}
",
    ),
    c(
        "condition",
        "value",
        "
static void $V(void) {
    $T value = $INPUT();
    if (five > 3) {
        if (five == 5) $SINK
    } else {
        exit(1);
    }
}
",
    ),
    c(
        "for-loop",
        "value",
        "
static void $V(void) {
    $T value = 0;
    for (int turn = 0; turn < five; turn++) {
        if (turn == 1) value = $INPUT();
        if (turn == 3) $SINK
    }
}
",
    ),
    c(
        "while-loop",
        "value",
        "
static void $V(void) {
    $T value = $INPUT();
    while (1) {
        $SINK
        break;
    }
}
",
    ),
    c(
        "do-while-loop",
        "value",
        "
static void $V(void) {
    $T value;
    do {
        value = $INPUT();
        $SINK
    } while (five != 5);
}
",
    ),
    c(
        "goto",
        "value",
        "
static void $V(void) {
    $T value = $INPUT();
    if (five == 5) goto sink;
    value = 0;
sink:
    $SINK
}
",
    ),
    c(
        "static-local",
        "kept",
        "
static void $V(void) {
    static $T kept;
    kept = $INPUT();
    $SINK
}
",
    ),
    c(
        "recursion",
        "value",
        "
static void $V_descend(int depth, $T value) {
    if (depth < 3) {
        $V_descend(depth + 1, value);
        return;
    }
    $SINK
}
static void $V(void) {
    $V_descend(0, $INPUT());
}
",
    ),
    c(
        "copied-bytes",
        "value",
        "
static void $V(void) {
    $T read = $INPUT(), value;
    memcpy(&value, &read, sizeof value);
    $SINK
}
",
    ),
    c(
        "copied-in-loop",
        "to[2]",
        "
static void $V(void) {
    $T from[3] = {0, 0, 0}, to[3];
    from[2] = $INPUT();
    for (int at = 0; at < 3; at++) to[at] = from[at];
    $SINK
}
",
    ),
    c(
        "macro",
        "value",
        "
#define $V_READ(into) $T into = $INPUT()
static void $V(void) {
    $V_READ(value);
    $SINK
}
",
    ),
    cxx(
        "reference",
        "value",
        "
static void $V_sink($T &value) {
    $SINK
}
static void $V() {
    $T value = $INPUT();
    $V_sink(value);
}
",
    ),
    cxx(
        "template-function",
        "value",
        "
template <typename Value> static void $V_sink(Value value) {
    $SINK
}
static void $V() {
    $V_sink<$T>($INPUT());
}
",
    ),
    cxx(
        "method",
        "value",
        "
class $V_holder {
    int tag = 1;
    $F;

public:
    void take() { value = $INPUT(); }
    void use() {
        $SINK
    }
};
static void $V() {
    $V_holder holder;
    holder.take();
    holder.use();
}
",
    ),
    cxx(
        "template-class",
        "value",
        "
template <typename Value, int count> struct $V_stack {
    Value values[count];
    void push(int at, Value value) { values[at] = value; }
    void use(int at) {
        Value value = values[at];
        $SINK
    }
};
static void $V() {
    $V_stack<$T, 3> stack = {};
    stack.push(1, $INPUT());
    stack.use(1);
}
",
    ),
    cxx(
        "virtual-method",
        "value",
        "
struct $V_base {
    virtual ~$V_base() {}
    virtual void use($T) {}
};
struct $V_derived : $V_base {
    void use($T value) override {
        $SINK
    }
};
static void $V() {
    $V_derived derived;
    $V_base &base = derived;
    base.use($INPUT());
}
",
    ),
    cxx(
        "inherited-member",
        "this->value",
        "
struct $V_base { $F; };
struct $V_derived : $V_base {
    $V_derived() { value = $INPUT(); }
    void use() {
        $SINK
    }
};
static void $V() {
    $V_derived derived;
    derived.use();
}
",
    ),
    cxx(
        "lambda",
        "value",
        "
static void $V() {
    auto use = [value = $INPUT()]() mutable {
        $SINK
    };
    use();
}
",
    ),
    cxx(
        "generic-lambda",
        "value",
        "
static void $V() {
    auto use = [](auto value) {
        $SINK
    };
    use($INPUT());
}
",
    ),
    cxx(
        "exception",
        "caught.value",
        "
struct $V_thrown { $F; };
static void $V_source() {
    $V_thrown thrown = {0};
    thrown.value = $INPUT();
    throw thrown;
}
static void $V() {
    try {
        $V_source();
    } catch ($V_thrown &caught) {
        $SINK
    }
}
",
    ),
    cxx(
        "operator",
        "value",
        "
struct $V_taker {
    void operator<<($T value) {
        $SINK
    }
};
static void $V() {
    $V_taker taker;
    taker << $INPUT();
}
",
    ),
    cxx(
        "conversion-operator",
        "value",
        "
struct $V_box {
    $T held;
    operator $T() const { return held; }
};
static void $V() {
    $V_box box = {$INPUT()};
    $T value = box;
    $SINK
}
",
    ),
    cxx(
        "range-for",
        "value",
        "
static void $V() {
    $T values[1] = {$INPUT()};
    for ($T value : values) $SINK
}
",
    ),
    cxx(
        "namespace",
        "value",
        "
namespace $V_space {
static $T source() { return $INPUT(); }
static void sink($T value) {
    $SINK
}
}
static void $V() {
    $V_space::sink($V_space::source());
}
",
    ),
    cxx(
        "static-member",
        "$V_holder::value",
        "
struct $V_holder {
    static $T value;
    static void use() {
        $SINK
    }
};
$T $V_holder::value;
static void $V() {
    $V_holder::value = $INPUT();
    $V_holder::use();
}
",
    ),
    cxx(
        "vector",
        "values[1]",
        "
#include <vector>
static void $V() {
    std::vector<$T> values(3);
    values[1] = $INPUT();
    $SINK
}
",
    ),
    cxx(
        "new",
        "(*made)",
        "
static void $V() {
    $T *made = new $T($INPUT());
    $SINK
    delete made;
}
",
    ),
];
