//! The environment variables of Angora and Valkyrie.

use fz_abi::angora::env;
use fz_runtime_core::environment::Variable;
use fz_runtime_core::segment::Name;
use fz_runtime_core::value::Value;
use fz_runtime_protocol::environment::MAP;

/// Valkyrie's table, whose counters are wider than those of a map.
pub static TABLE: Name = Name::new();
/// The condition that the engine works on.
pub static CONDITION: Name = Name::new();
/// The path of the engine's socket.
pub static SOCKET: Value<SOCKET_ROOM> = Value::new();
/// The longest path of a socket.
pub const SOCKET_ROOM: usize = 107;

/// Angora's table is a map, given by its id in decimal; Valkyrie's is given by a name.
pub const SET_TABLE: Variable = Variable {
    name: env::TABLE,
    take: |value| match value.iter().all(u8::is_ascii_digit) {
        true => MAP.set(value),
        false => TABLE.set(value),
    },
    leads_to_map: true,
};

/// Sets [`CONDITION`].
pub const SET_CONDITION: Variable = Variable {
    name: env::CONDITION,
    take: |value| CONDITION.set(value),
    leads_to_map: false,
};

/// Sets [`SOCKET`].
pub const SET_SOCKET: Variable = Variable {
    name: env::SOCKET,
    take: |value| SOCKET.set(value),
    leads_to_map: false,
};
